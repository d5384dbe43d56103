"""What live prices are given from outside: the clock, the web search, the resolver, the dialler and the limits.

Everything here is light to import. The real ones are the defaults of `build_price_source`; tests pass their own.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from ipaddress import IPv4Address, IPv6Address
from typing import TYPE_CHECKING, Protocol

from assistant.errors import PriceError
from assistant.schema import Price, Product

if TYPE_CHECKING:
    from httpcore2 import NetworkStream

Address = IPv4Address | IPv6Address


@dataclass(frozen=True, slots=True)
class Clock:
    """The three faces of time: the date (UTC), a clock that never goes back, and waiting; the last two in seconds."""

    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    monotonic: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep


class JudgesPrices(Protocol):
    """Reads what a page says beside its price."""

    def objection(self, product: Product, price: Price, lines: Sequence[str]) -> str:
        """Why a price that a page states is not the one; empty where it is, or nobody can tell."""


@dataclass(frozen=True, slots=True)
class SearchHit:
    """One result of a web search: text of strangers, to be compared and counted, never shown."""

    title: str
    url: str
    snippet: str = ""


class SearchFunction(Protocol):
    """Asks the web."""

    def __call__(self, query: str, *, region: str, backend: str, timeout_s: float) -> Sequence[SearchHit]:
        """Hits, best first; raises `SearchError` when none came, whether blocked, empty or too late."""


# Looks a host name up for a port: every address of it as text; raises `OSError` when there is none.
Resolver = Callable[[str, int], Sequence[str]]
# Opens a connection to an address and port that the guard has allowed, in so many seconds; raises httpcore2's
# `ConnectError` or `ConnectTimeout`.
Dialler = Callable[[Address, int, float], "NetworkStream"]
# Says whether an address and port may be connected to: true only for what a shop on the public web can be.
Allows = Callable[[Address, int], bool]


class SearchError(PriceError):
    """No search result came: blocked, empty and late look the same, so nothing follows about offers."""


class FetchError(PriceError):
    """A page could not be read within its limits."""


class RefusedError(FetchError):
    """A page must not be fetched: its address, port, form or robots.txt says no."""


@dataclass(frozen=True, slots=True)
class FetchLimits:
    """How much one page may cost; times in seconds, sizes in bytes (the body's after decompression)."""

    connect_s: float = 2.0
    total_s: float = 5.0
    body_bytes: int = 4 * 1024 * 1024
    picture_bytes: int = 4 * 1024 * 1024
    robots_bytes: int = 512 * 1024
    headers: int = 200
    redirects: int = 3
