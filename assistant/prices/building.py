"""Where the parts of live prices are put together; importing this loads the HTTP and HTML libraries."""

from __future__ import annotations

from pathlib import Path

from assistant.prices.addresses import public_web
from assistant.prices.dialling import dial
from assistant.prices.fetching import Fetcher
from assistant.prices.guard import Guard, system_resolver
from assistant.prices.pacing import PROCESS_LIMITER, CircuitBreaker, RateLimiter
from assistant.prices.seams import Allows, Clock, Dialler, FetchLimits, Resolver, SearchFunction
from assistant.prices.search_cache import SearchCache
from assistant.prices.searching import WebSearch, ddgs_search
from assistant.prices.source import LivePrices


def live_prices(
    *,
    cache_folder: Path,
    locale: str,
    search: SearchFunction | None,
    resolver: Resolver | None,
    dialler: Dialler | None,
    allows: Allows | None,
    limiter: RateLimiter | None,
    clock: Clock,
    limits: FetchLimits,
) -> LivePrices:
    """The real parts wherever none was passed in."""
    web = WebSearch(
        search=search or ddgs_search,
        cache=SearchCache(cache_folder, clock=clock),
        limiter=limiter or PROCESS_LIMITER,
        breaker=CircuitBreaker(clock=clock),
        clock=clock,
    )
    guard = Guard(resolver=resolver or system_resolver, allows=allows or public_web)
    fetcher = Fetcher(guard, clock=clock, limits=limits, dialler=dialler or dial)
    return LivePrices(web, fetcher, locale=locale, clock=clock)
