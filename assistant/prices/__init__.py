"""Live prices with a receipt: a price is shown only when a shop's page states it for this very product.

`build_price_source` is all that other packages need, besides `policy` for what a receipt changes and how it is said.
Importing this package is cheap: the HTTP, HTML and search libraries are loaded when the first price is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from assistant.prices.ports import Allows, Clock, FetchLimits, JudgesPrices, Resolver, SearchFunction
from assistant.schema import Product, Receipt

if TYPE_CHECKING:
    from assistant.prices.identity.gate import ReadsNames
    from assistant.prices.web.fetching import Fetcher
    from assistant.prices.web.searching import RateLimiter
    from assistant.protocols import PriceSource

__all__ = ["WebPictures", "build_price_source"]


@dataclass
class WebPictures:
    """A `PictureSource` of the web behind the same guard as the shops' pages; `allows` opens it, for tests."""

    allows: Allows | None = None
    resolver: Resolver | None = None
    limits: FetchLimits = field(default_factory=FetchLimits)

    def picture(self, url: str, *, timeout_s: float) -> bytes:
        """The picture at `url` within `timeout_s`; raises `PriceError` where there is none that may be had."""
        return self._fetcher.picture(url, timeout_s=timeout_s)

    @cached_property
    def _fetcher(self) -> Fetcher:
        # Here, because they load the HTTP library.
        from assistant.prices.web.fetching import Fetcher  # noqa: PLC0415
        from assistant.prices.web.guard import Guard, public_web, system_resolver  # noqa: PLC0415

        return Fetcher(Guard(self.resolver or system_resolver, self.allows or public_web), limits=self.limits)


class _WhenAsked:
    """A price source that is built by its first question."""

    def __init__(self, build: Callable[[], PriceSource]) -> None:
        self._build, self._lock = build, Lock()
        self._built: PriceSource | None = None

    def receipts(self, products: Sequence[Product], *, timeout_s: float) -> dict[str, Receipt]:
        """Receipts by product id within `timeout_s`."""
        with self._lock:
            self._built = self._built or self._build()
        return self._built.receipts(products, timeout_s=timeout_s)


def build_price_source(
    *,
    cache_folder: Path,
    names: ReadsNames,
    judge: JudgesPrices | None = None,
    locale: str = "en-GB",
    search: SearchFunction | None = None,
    resolver: Resolver | None = None,
    allows: Allows | None = None,
    limiter: RateLimiter | None = None,
    clock: Clock | None = None,
) -> PriceSource:
    """A `PriceSource` that searches the web with ddgs and reads shop pages behind the guard.

    `names` says of two names whether they are one product's, `judge` reads what a page says beside its price.
    `cache_folder` keeps search results for six hours and is made when first needed; `locale` ("en-GB") gives the region
    searched and the currency expected where the catalogue states none. Everything else has a real default and is passed
    in by tests: in particular nothing but `allows` opens the guard. Nothing is imported, asked of the network or
    written before the first call of `receipts`, which never raises and returns within its `timeout_s`.
    """
    time = clock or Clock()

    def build() -> PriceSource:
        # Here, because they load the HTTP and HTML libraries.
        from assistant.prices.source import LivePrices  # noqa: PLC0415
        from assistant.prices.web.fetching import Fetcher  # noqa: PLC0415
        from assistant.prices.web.guard import Guard, public_web, system_resolver  # noqa: PLC0415
        from assistant.prices.web.search_cache import SearchCache  # noqa: PLC0415
        from assistant.prices.web.searching import PROCESS_LIMITER, WebSearch, ddgs_search  # noqa: PLC0415

        cache = SearchCache(cache_folder, clock=time)
        web = WebSearch(search or ddgs_search, cache, limiter or PROCESS_LIMITER, time)
        guard = Guard(resolver or system_resolver, allows or public_web)
        return LivePrices(web, Fetcher(guard, clock=time), names, locale=locale, clock=time, judge=judge)

    return _WhenAsked(build)
