"""Live prices with a receipt: a price is shown only when a shop's page states it for this very product.

`build_price_source` is all that other packages need, besides `policy` for what a receipt changes and how it is said.
Importing this package is cheap: the HTTP, HTML and search libraries are loaded when the first price is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from assistant.prices.ports import Allows, Clock, Dialler, FetchLimits, Resolver, SearchFunction
from assistant.prices.web.pacing import RateLimiter
from assistant.schema import Product, Receipt

if TYPE_CHECKING:
    from assistant.protocols import PriceSource

__all__ = ["build_price_source"]


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
    locale: str = "en-GB",
    search: SearchFunction | None = None,
    resolver: Resolver | None = None,
    dialler: Dialler | None = None,
    allows: Allows | None = None,
    limiter: RateLimiter | None = None,
    clock: Clock | None = None,
    limits: FetchLimits | None = None,
) -> PriceSource:
    """A `PriceSource` that searches the web with ddgs and reads shop pages behind the guard.

    `cache_folder` keeps search results for six hours and is made when first needed; `locale` ("en-GB") gives the
    region searched and the currency expected where the catalogue states none. Everything else has a real default and
    is passed in by tests: in particular nothing but `allows` opens the guard. Nothing is imported, asked of the network
    or written before the first call of `receipts`, which never raises and returns within its `timeout_s`.
    """

    def build() -> PriceSource:
        from assistant.prices.assembly import live_prices  # noqa: PLC0415

        return live_prices(
            cache_folder=cache_folder,
            locale=locale,
            search=search,
            resolver=resolver,
            dialler=dialler,
            allows=allows,
            limiter=limiter,
            clock=clock or Clock(),
            limits=limits or FetchLimits(),
        )

    return _WhenAsked(build)
