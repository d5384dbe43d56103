"""Live prices: for each product its own page or a search, a few pages, and a receipt from the first that confirms."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from concurrent.futures import wait as wait_for
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from threading import BoundedSemaphore, Lock
from urllib.parse import urlsplit

from assistant.adapters.resilience import BusyError, start
from assistant.language.currencies import currency_of_country
from assistant.prices.confirming import Confirmed, Unconfirmed, confirm
from assistant.prices.identity.gate import ReadsNames
from assistant.prices.page_process import PROCESS_READER, PageReader
from assistant.prices.pages.amounts import amounts_in
from assistant.prices.ports import Clock, FetchError, JudgesPrices, SearchError, SearchHit
from assistant.prices.web.fetching import Fetcher
from assistant.prices.web.searching import WebSearch, candidates, locale_parts, query_of, region_of
from assistant.schema import Product, Receipt

logger = logging.getLogger(__name__)
# With all slots taken, new work is refused, and the answer is "not confirmed". Pages have slots of their own, so that
# products that wait for their search cannot keep one another from reading.
_PRODUCTS, _PAGES = BoundedSemaphore(32), BoundedSemaphore(64)


@dataclass
class LivePrices:
    """The `PriceSource` of the web; receipts live for `life` and are given again, with their own time, until then.

    Where there is a `judge`, it reads each page that confirms a price.
    """

    web: WebSearch
    fetcher: Fetcher
    names: ReadsNames
    locale: str = "en-GB"
    clock: Clock = field(default_factory=Clock)
    life: timedelta = timedelta(minutes=15)
    pages: int = 4
    own_page_s: float = 2.5
    reader: PageReader = field(default_factory=lambda: PROCESS_READER)
    judge: JudgesPrices | None = None
    _kept: dict[Product, Receipt] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def receipts(self, products: Sequence[Product], *, timeout_s: float) -> dict[str, Receipt]:
        """Receipts by product id within `timeout_s`; what is not confirmed by then, or at all, is left out."""
        until = self.clock.monotonic() + timeout_s
        wanted = list(dict.fromkeys(products))
        running = {product.id: start(partial(self._receipt, product, until), _PRODUCTS) for product in wanted}
        wait_for(running.values(), timeout=max(0.0, until - self.clock.monotonic()))
        found = {name: _outcome(future) for name, future in running.items()}
        return {name: receipt for name, receipt in found.items() if receipt is not None}

    def _receipt(self, product: Product, until: float) -> Receipt | None:
        kept = self._recent(product)
        if kept is not None:
            return kept
        receipt = self._from_own_page(product, until) or self._from_search(product, until)
        if receipt is not None:
            with self._lock:
                self._kept[product] = receipt
        return receipt

    def _recent(self, product: Product) -> Receipt | None:
        now = self.clock.now()
        with self._lock:
            self._kept = {key: receipt for key, receipt in self._kept.items() if now < receipt.expires_at}
            return self._kept.get(product)

    def _from_own_page(self, product: Product, until: float) -> Receipt | None:
        """The page that the catalogue itself names is asked before any search."""
        if not product.product_url.startswith(("http://", "https://")):
            return None
        soon = min(until, self.clock.monotonic() + self.own_page_s)
        receipt = self._from_page(product, SearchHit("", product.product_url), soon)
        return receipt if receipt is not None and receipt.price.currency == self._currency(product) else None

    def _from_search(self, product: Product, until: float) -> Receipt | None:
        try:
            hits = self.web.hits(query_of(product), region_of(self.locale), until)
        except SearchError:
            return None
        chosen = candidates(product, hits, self.pages)
        running = [start(partial(self._from_page, product, hit, until), _PAGES) for hit in chosen]
        return self._first_in_currency(product, running, until)

    def _first_in_currency(
        self, product: Product, running: Sequence[Future[Receipt | None]], until: float
    ) -> Receipt | None:
        """The best ranked receipt in the product's currency; one in another only where no page has that."""
        other: Receipt | None = None
        for receipt in self._in_order(running, until):
            if receipt.price.currency == self._currency(product):
                return receipt
            other = other or receipt
        return other

    def _in_order(self, running: Sequence[Future[Receipt | None]], until: float) -> Iterator[Receipt]:
        for future in running:
            wait_for([future], timeout=max(0.0, until - self.clock.monotonic()))
            receipt = _outcome(future)
            if receipt is not None:
                yield receipt

    def _from_page(self, product: Product, hit: SearchHit, until: float) -> Receipt | None:
        left = until - self.clock.monotonic()
        if left <= 0:
            return None
        self.reader.prepare()
        try:
            page = self.fetcher.page(hit.url, timeout_s=left)
            fetched_at, left = self.clock.now(), until - self.clock.monotonic()
            reading = self.reader.read(
                page.body, charset=page.charset, now=fetched_at, is_cut=page.is_cut, timeout_s=left
            )
        except FetchError as error:
            logger.debug("no live price: %s", error)
            return None
        outcome = confirm(product, reading, self._currency(product), self.names)
        if isinstance(outcome, Unconfirmed):
            logger.debug("no live price: %s", outcome.reason)
            return None
        if self.judge and (reason := self.judge.objection(product, outcome.price, reading.seen.told)):
            logger.debug("no live price: %s", reason)
            return None
        return _receipt(outcome, hit, page.url, fetched_at, self.life)

    def _currency(self, product: Product) -> str:
        return product.price.currency if product.price else currency_of_country(locale_parts(self.locale)[1])


def _outcome(future: Future[Receipt | None]) -> Receipt | None:
    """What a worker found; one that is late or failed found nothing, so that no page can stand in the way."""
    if not future.done():
        return None
    error = future.exception()
    if isinstance(error, BusyError):
        logger.info("a live price was not looked for: %s", error)
    elif error is not None:
        logger.warning("a live price could not be read", exc_info=error)
    return future.result() if error is None else None


def _receipt(found: Confirmed, hit: SearchHit, url: str, fetched_at: datetime, life: timedelta) -> Receipt:
    agrees = any(seen.role == "plain" and seen.equals(found.price) for seen in amounts_in(hit.snippet))
    return Receipt(
        price=found.price,
        shop=shop_of(url),
        url=url,
        fetched_at=fetched_at,
        expires_at=min(fetched_at + life, found.expires or fetched_at + life),
        identity_score=found.identity.score,
        identity_reasons=found.identity.reasons,
        method=f"{found.method}, and the search result agrees" if agrees else found.method,
        availability=found.availability,
    )


def shop_of(url: str) -> str:
    """The shop's name: its host. What a page calls itself is not proof of anything."""
    return (urlsplit(url).hostname or "").rstrip(".").removeprefix("www.")
