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
from typing import TypeVar
from urllib.parse import urlsplit

from assistant.adapters.resilience import BusyError, LateError, start, within
from assistant.language.currencies import currency_of_country
from assistant.prices.confirming import Confirmed, Unconfirmed, confirm
from assistant.prices.identity.gate import ReadsNames
from assistant.prices.page_process import PROCESS_READER
from assistant.prices.pages.amounts import amounts_in
from assistant.prices.ports import Clock, FetchError, JudgesPrices, SearchError, SearchHit
from assistant.prices.web.fetching import Fetcher
from assistant.prices.web.searching import WebSearch, candidates, locale_parts, query_of, region_of
from assistant.schema import Product, Receipt

Found = TypeVar("Found")

logger = logging.getLogger(__name__)
# With all slots taken, new work is refused, and the answer is "not confirmed". Pages have slots of their own, so that
# products that wait for their search cannot keep one another from reading.
_PRODUCTS, _PAGES = BoundedSemaphore(32), BoundedSemaphore(64)
# Receipts are given again, with their own time, until they are so old.
_LIFE = timedelta(minutes=15)
_MAX_PAGES, _OWN_PAGE_S = 4, 2.5
# So much before its time is over a product is done with whatever has come, so that whoever waits for it hears of it.
_LAST_WORD_S = 0.15
# As long as a model is given for it.
_JUDGED_S = 2.0


@dataclass(frozen=True, slots=True)
class _Stated:
    """The receipt of a page that confirms a price, and what the page says, line by line."""

    receipt: Receipt
    told: tuple[str, ...]


@dataclass
class LivePrices:
    """The `PriceSource` of the web; where there is a `judge`, it reads the page that a receipt is to come from."""

    web: WebSearch
    fetcher: Fetcher
    names: ReadsNames
    locale: str = "en-GB"
    clock: Clock = field(default_factory=Clock)
    judge: JudgesPrices | None = None
    _kept: dict[Product, Receipt] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def receipts(self, products: Sequence[Product], *, timeout_s: float) -> dict[str, Receipt]:
        """Receipts by product id within `timeout_s`; what is not confirmed by then, or at all, is left out."""
        until = self.clock.monotonic() + timeout_s
        wanted = list(dict.fromkeys(products))
        by = until - _LAST_WORD_S
        running = {product.id: start(partial(self._receipt, product, by), _PRODUCTS) for product in wanted}
        wait_for(running.values(), timeout=max(0.0, until - self.clock.monotonic()))
        found = {name: _outcome(future) for name, future in running.items()}
        return {name: receipt for name, receipt in found.items() if receipt is not None}

    def _receipt(self, product: Product, until: float) -> Receipt | None:
        now = self.clock.now()
        with self._lock:
            self._kept = {key: receipt for key, receipt in self._kept.items() if now < receipt.expires_at}
            if product in self._kept:
                return self._kept[product]
        receipt = self._from_own_page(product, until) or self._from_search(product, until)
        if receipt is not None:
            with self._lock:
                self._kept[product] = receipt
        return receipt

    def _from_own_page(self, product: Product, until: float) -> Receipt | None:
        """The page that the catalogue itself names is asked before any search."""
        if not product.product_url.startswith(("http://", "https://")):
            return None
        soon = min(until, self.clock.monotonic() + _OWN_PAGE_S)
        stated = self._from_page(product, SearchHit("", product.product_url), soon)
        if stated is None or stated.receipt.price.currency != self._currency(product):
            return None
        return stated.receipt if self._stands(product, stated, until) else None

    def _from_search(self, product: Product, until: float) -> Receipt | None:
        try:
            hits = self.web.hits(query_of(product), region_of(self.locale), until)
        except SearchError:
            return None
        chosen = candidates(product, hits, _MAX_PAGES)
        running = [start(partial(self._from_page, product, hit, until), _PAGES) for hit in chosen]
        # The best ranked in the product's currency; one in another only where no page has that.
        others: list[_Stated] = []
        for stated in self._in_order(running, until):
            if stated.receipt.price.currency != self._currency(product):
                others.append(stated)
            elif self._stands(product, stated, until):
                return stated.receipt
        return next((stated.receipt for stated in others if self._stands(product, stated, until)), None)

    def _in_order(self, running: Sequence[Future[_Stated | None]], until: float) -> Iterator[_Stated]:
        """What pages state, best ranked first; one that hangs leaves the others time enough to be judged."""
        waiting = list(running)
        for by in (until - _JUDGED_S, until) if self.judge else (until,):
            for future in tuple(waiting):
                wait_for([future], timeout=max(0.0, by - self.clock.monotonic()))
                if future.done():
                    waiting.remove(future)
                    if (stated := _outcome(future)) is not None:
                        yield stated

    def _stands(self, product: Product, stated: _Stated, until: float) -> bool:
        """Whether the judge lets a price stand; one that is late does."""
        if self.judge is None or (left := until - self.clock.monotonic()) <= 0:
            return True
        try:
            reason = within(left, partial(self.judge.objection, product, stated.receipt.price, stated.told))
        except LateError:
            return True
        if reason:
            logger.debug("no live price: %s", reason)
        return not reason

    def _from_page(self, product: Product, hit: SearchHit, until: float) -> _Stated | None:
        left = until - self.clock.monotonic()
        if left <= 0:
            return None
        PROCESS_READER.prepare()
        try:
            page = self.fetcher.page(hit.url, timeout_s=left)
            fetched_at, left = self.clock.now(), until - self.clock.monotonic()
            reading = PROCESS_READER.read(
                page.body, charset=page.charset, now=fetched_at, is_cut=page.is_cut, timeout_s=left
            )
        except FetchError as error:
            logger.debug("no live price: %s", error)
            return None
        outcome = confirm(product, reading, self._currency(product), self.names)
        if isinstance(outcome, Unconfirmed):
            logger.debug("no live price: %s", outcome.reason)
            return None
        return _Stated(_receipt(outcome, hit, page.url, fetched_at), reading.seen.told)

    def _currency(self, product: Product) -> str:
        return product.price.currency if product.price else currency_of_country(locale_parts(self.locale)[1])


def _outcome(future: Future[Found | None]) -> Found | None:
    """What a worker found; one that is late or failed found nothing, so that no page can stand in the way."""
    if not future.done():
        return None
    error = future.exception()
    if isinstance(error, BusyError):
        logger.info("a live price was not looked for: %s", error)
    elif error is not None:
        logger.warning("a live price could not be read", exc_info=error)
    return future.result() if error is None else None


def _receipt(found: Confirmed, hit: SearchHit, url: str, fetched_at: datetime) -> Receipt:
    agrees = any(seen.role == "plain" and seen.equals(found.price) for seen in amounts_in(hit.snippet))
    return Receipt(
        price=found.price,
        shop=shop_of(url),
        url=url,
        fetched_at=fetched_at,
        expires_at=min(fetched_at + _LIFE, found.expires or fetched_at + _LIFE),
        identity_score=found.identity.score,
        identity_reasons=found.identity.reasons,
        method=f"{found.method}, and the search result agrees" if agrees else found.method,
        availability=found.availability,
    )


def shop_of(url: str) -> str:
    """The shop's name: its host. What a page calls itself is not proof of anything."""
    return (urlsplit(url).hostname or "").rstrip(".").removeprefix("www.")
