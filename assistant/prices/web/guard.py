"""Guard: turns an address on the web into one that may be dialled, or refuses it.

The host is resolved once; if any of its addresses is not public, all of it is refused; the first one is pinned and is
the only one that is ever dialled. Every redirect and every robots.txt passes here again. Which addresses are public is
written out rather than left to `is_global`, whose answer for IPv4 in IPv6, multicast and tunnels has changed between
Python versions. Sources: the IANA special-purpose address registries for IPv4 and IPv6 (RFC 6890 and its updates).
"""

from __future__ import annotations

import re
import socket
from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Network, ip_address

import httpx2

from assistant.prices.ports import Address, Allows, RefusedError, Resolver

_MAX_URL_CHARS = 2048
_ODD = re.compile(r"[\x00-\x20\x7f\\]")
_NUMBER_LABEL = re.compile(r"(?:0x[0-9a-f]*|[0-9]+)")
_LABEL = re.compile(r"[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?")
_DEFAULT_PORTS = {"http": 80, "https": 443}
# Names that never lead to the public web (RFC 6761, RFC 6762, RFC 8375 and names that cloud machines know).
_PRIVATE_SUFFIXES = (
    "localhost", "local", "localdomain", "internal", "intranet", "lan", "home", "corp", "home.arpa", "arpa", "onion",
    "test", "invalid",
)  # fmt: skip
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
    inside = address in _GLOBAL_V6 and not any(address in block for block in _NOT_PUBLIC_V6)
    # fe80::/10 and the like are outside 2000::/3; an ISATAP interface (…:0:5efe:a.b.c.d) can be inside it.
    isatap = (int(address) >> 32) & 0xFDFFFFFF == 0x00005EFE
    return inside and address.is_global and address.scope_id is None and not isatap


def public_web(address: Address, port: int) -> bool:
    """The guard's rule: a public address, port 80 or 443."""
    return port in _PORTS and is_public(address)


@dataclass(frozen=True, slots=True)
class Target:
    """An address on the web that may be fetched: from `address`, and from nowhere else."""

    url: httpx2.URL
    host: str
    port: int
    address: Address


@dataclass(frozen=True, slots=True)
class Guard:
    """Decides what may be dialled; both parts are passed in by tests only."""

    resolver: Resolver
    allows: Allows = public_web

    def target(self, url: str) -> Target:
        """The pinned target of `url`; raises `RefusedError` where there must be none."""
        parsed = parsed_url(url)
        host = _checked_host(parsed)
        port = _DEFAULT_PORTS[parsed.scheme] if parsed.port is None else parsed.port
        addresses = self._addresses(host, port)
        if not all(self.allows(address, port) for address in addresses):
            raise RefusedError(f"{host} is not a public shop address")
        return Target(parsed, host, port, addresses[0])

    def _addresses(self, host: str, port: int) -> list[Address]:
        literal = parse_address(host)
        try:
            texts = [str(literal)] if literal is not None else self.resolver(host, port)
        except (OSError, UnicodeError) as error:
            raise RefusedError(f"{host} has no address") from error
        found = [parse_address(text) for text in texts]
        if not found or None in found:
            raise RefusedError(f"{host} has no usable address")
        # Only one is dialled, and IPv4 is reachable from more places.
        return sorted((address for address in found if address is not None), key=lambda address: address.version)


def parsed_url(url: str) -> httpx2.URL:
    """A web address in the one reading that is also dialled; raises `RefusedError` for any doubtful form."""
    if len(url) > _MAX_URL_CHARS or _ODD.search(url):
        raise RefusedError("the address is malformed")
    try:
        parsed = httpx2.URL(url).copy_with(fragment=None)
    except (httpx2.InvalidURL, ValueError, TypeError) as error:
        raise RefusedError("the address is malformed") from error
    if parsed.scheme not in _DEFAULT_PORTS:
        raise RefusedError("only web addresses are fetched")
    if parsed.userinfo or "@" in parsed.netloc.decode("ascii", "replace"):
        raise RefusedError("an address with a user name is not fetched")
    return parsed


def _checked_host(url: httpx2.URL) -> str:
    """The host as it is resolved: a plain name or a strict address literal."""
    host = url.raw_host.decode("ascii", "replace").strip("[]").casefold().removesuffix(".")
    if parse_address(host) is not None:
        return host
    labels = host.split(".")
    if len(labels) < 2 or len(host) > 253 or not all(_LABEL.fullmatch(label) for label in labels):
        raise RefusedError("the address has no public host name")
    if _NUMBER_LABEL.fullmatch(labels[-1]) or host.endswith(tuple(f".{name}" for name in _PRIVATE_SUFFIXES)):
        raise RefusedError("the address has no public host name")
    return host


def system_resolver(host: str, port: int) -> Sequence[str]:
    """The operating system's resolver."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))
