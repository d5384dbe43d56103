"""Which addresses are public: everything else (loopback, private, link-local, metadata services, tunnels) is not.

Written out rather than left to `is_global`, whose answer for IPv4 in IPv6, multicast and tunnels has changed between
Python versions. Sources: the IANA special-purpose address registries for IPv4 and IPv6 (RFC 6890 and its updates).
"""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

from assistant.prices.ports import Address

_PORTS = frozenset({80, 443})
_NOT_PUBLIC_V4 = tuple(
    IPv4Network(block)
    for block in (
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
        "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24",
        "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3",
        # A cloud's service for its own machines, at an address that looks public.
        "168.63.129.16/32",
    )
)  # fmt: skip
# Only global unicast space is handed out; inside it these blocks are protocols, tunnels or documentation.
_GLOBAL_V6 = IPv6Network("2000::/3")
_NOT_PUBLIC_V6 = tuple(
    IPv6Network(block) for block in ("2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20")
)


def parse_address(text: str) -> Address | None:
    """A strictly written address (four decimal numbers, or IPv6 without a zone); nothing for any other form."""
    try:
        return ip_address(text)
    except ValueError:
        return None


def is_public(address: Address) -> bool:
    """Whether an address belongs to the public internet; one in IPv6 that stands for one in IPv4 never does."""
    if isinstance(address, IPv4Address):
        return address.is_global and not any(address in block for block in _NOT_PUBLIC_V4)
    return _public_v6(address)


def _public_v6(address: IPv6Address) -> bool:
    inside = address in _GLOBAL_V6 and not any(address in block for block in _NOT_PUBLIC_V6)
    # fe80::/10 and the like are outside 2000::/3; an ISATAP interface (…:0:5efe:a.b.c.d) can be inside it.
    isatap = (int(address) >> 32) & 0xFDFFFFFF == 0x00005EFE
    return inside and address.is_global and address.scope_id is None and not isatap


def public_web(address: Address, port: int) -> bool:
    """The guard's rule: a public address, port 80 or 443."""
    return port in _PORTS and is_public(address)
