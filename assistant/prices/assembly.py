"""Where the parts of live prices are put together; importing this loads the HTTP and HTML libraries."""

from __future__ import annotations

from pathlib import Path

from assistant.adapters.resilience import Breaker
from assistant.prices.ports import Allows, Clock, Dialler, FetchLimits, Resolver, SearchFunction
from assistant.prices.source import LivePrices
from assistant.prices.web.addresses import public_web
from assistant.prices.web.fetching import Fetcher
from assistant.prices.web.guard import Guard, system_resolver
from assistant.prices.web.pacing import PROCESS_LIMITER, RateLimiter
from assistant.prices.web.pinned_transport import dial
from assistant.prices.web.search_cache import SearchCache
from assistant.prices.web.searching import BACKENDS, MAX_FAILURES, REST_S, WebSearch, ddgs_search


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
        breakers={name: Breaker(MAX_FAILURES, REST_S, clock.monotonic) for name in BACKENDS},
        clock=clock,
    )
    guard = Guard(resolver=resolver or system_resolver, allows=allows or public_web)
    fetcher = Fetcher(guard, clock=clock, limits=limits, dialler=dialler or dial)
    return LivePrices(web, fetcher, locale=locale, clock=clock)
