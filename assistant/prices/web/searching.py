"""Searching for shop pages: the query, the region, the engines in turn, and which hits are worth a fetch.

A blocked engine and an empty answer look the same, so "nothing found" is never taken for "nobody sells it".
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock

from assistant.adapters.resilience import Breaker
from assistant.language.currencies import currency_of_country
from assistant.language.text import stems, words
from assistant.prices.identity.variants import conditions
from assistant.prices.pages.amounts import amounts_in
from assistant.prices.ports import Clock, SearchError, SearchFunction, SearchHit
from assistant.prices.web.search_cache import SearchCache
from assistant.schema import Product

# Pinned: the engines' own choice ("auto") asks encyclopaedias first.
BACKENDS = ("duckduckgo", "brave,mojeek,yahoo")
# So many failures of one in a row, and for so long it is not asked again.
_MAX_FAILURES, _REST_S = 3, 60.0
# So long an engine is waited for.
_TIMEOUT_S = 3.0
_MAX_RESULTS = 10
_MAX_QUERY_WORDS = 14
_TEXT_CHARS = 400
# Countries that the engines know, beside those whose currency is known; their own name is not always the ISO 3166 code.
_MORE_COUNTRIES = frozenset(["AR", "CL", "CO", "ID", "MY", "PE", "PH", "RO", "TH", "TW", "UA", "VN"])
_ENGINE_COUNTRY = {"GB": "uk"}
_EVERYWHERE = "wt-wt"
# Pages there talk about toys and sell none.
_NO_SHOPS = ("wikipedia.org", "youtube.com", "facebook.com", "instagram.com", "reddit.com", "pinterest.com",
             "tiktok.com", "x.com", "fandom.com")  # fmt: skip


def ddgs_search(query: str, *, region: str, backend: str, timeout_s: float) -> Sequence[SearchHit]:
    """Asks the engines of `backend` through ddgs; raises `SearchError` for a block, a failure or nothing found."""
    # Imported here because it brings a network stack of its own, needed only when the web is searched.
    from ddgs import DDGS  # noqa: PLC0415
    from ddgs.exceptions import DDGSException  # noqa: PLC0415

    try:
        engine = DDGS(timeout=max(1, math.ceil(timeout_s)))
        found = engine.text(query, region=region, max_results=_MAX_RESULTS, backend=backend)
    except DDGSException as error:
        raise SearchError("the web search gave no answer") from error
    return [SearchHit(str(hit.get("title", "")), str(hit.get("href", "")), str(hit.get("body", ""))) for hit in found]


def query_of(product: Product) -> str:
    """The query for a product: its maker, its title and its number as bare words, so that no word is an operator."""
    parts = [*words(product.brand), *words(product.title), *words(product.model_number)]
    return " ".join([*list(dict.fromkeys(parts))[:_MAX_QUERY_WORDS], "price"])


def region_of(locale: str) -> str:
    """The engines' region for a locale: "uk-en" for "en-GB", "de-de" for "de-DE", everywhere where unknown."""
    language, country = locale_parts(locale)
    if not (currency_of_country(country) or country in _MORE_COUNTRIES) or not language.isalpha():
        return _EVERYWHERE
    return f"{_ENGINE_COUNTRY.get(country, country.lower())}-{language}"


def locale_parts(locale: str) -> tuple[str, str]:
    """The language and the country of a locale: ("en", "GB") for "en_GB.UTF-8"."""
    language, *rest = locale.split(".", maxsplit=1)[0].replace("_", "-").split("-")
    return language.lower(), rest[-1].upper() if rest else ""


@dataclass
class RateLimiter:
    """Hands out moments that lie at least `interval_s` apart, to any number of threads."""

    interval_s: float = 1.0
    clock: Clock = field(default_factory=Clock)
    _next: float = float("-inf")
    _lock: Lock = field(default_factory=Lock)

    def wait(self, until: float) -> bool:
        """Waits for the next free moment; false at once, taking none, when it lies after `until` (monotonic)."""
        with self._lock:
            now = self.clock.monotonic()
            turn = max(now, self._next)
            if turn > until:
                return False
            self._next = turn + self.interval_s
        if turn > now:
            self.clock.sleep(turn - now)
        return True


# One for the process, shared by every price source: search engines count requests by address, not by object.
PROCESS_LIMITER = RateLimiter()


@dataclass
class WebSearch:
    """Searches with manners: the cache first, then each engine that is not resting, at the process's pace."""

    search: SearchFunction
    cache: SearchCache
    limiter: RateLimiter
    clock: Clock = field(default_factory=Clock)
    _breakers: Mapping[str, Breaker] = field(init=False)

    def __post_init__(self) -> None:
        self._breakers = {name: Breaker(_MAX_FAILURES, _REST_S, self.clock.monotonic) for name in BACKENDS}

    def hits(self, query: str, region: str, until: float) -> list[SearchHit]:
        """Hits for a query by `until` (monotonic); raises `SearchError` when no engine gave any."""
        kept = self.cache.get(query, region)
        if kept is not None:
            return kept
        for backend in BACKENDS:
            found = self._ask(query, region, backend, until)
            if found:
                self.cache.put(query, region, found)
                return found
        raise SearchError("the web search gave no answer")

    def _ask(self, query: str, region: str, backend: str, until: float) -> list[SearchHit]:
        breaker = self._breakers[backend]
        # The one try after a rest is for whoever has the time for it.
        if breaker.rests or not self.limiter.wait(until) or not breaker.may_ask():
            return []
        left = until - self.clock.monotonic()
        try:
            answer = self.search(query, region=region, backend=backend, timeout_s=min(_TIMEOUT_S, left))
            found = [
                SearchHit(hit.title[:_TEXT_CHARS], hit.url, hit.snippet[:_TEXT_CHARS])
                for hit in answer[:_MAX_RESULTS]
                if hit.url.startswith(("http://", "https://"))
            ]
        # A search engine is a stranger and its library may raise anything; either way there is no answer.
        except Exception:
            found = []
        breaker.note(failed=not found)
        return found


def candidates(product: Product, hits: Sequence[SearchHit], count: int) -> list[SearchHit]:
    """The hits most worth a fetch, best first, one an address: names that agree, then those that show an amount."""
    ours, as_sold = set(stems(product.title)), conditions(product.title)

    def worth(hit: SearchHit) -> float:
        text = f"{hit.title} {hit.snippet}"
        named = len(ours & set(stems(text))) / max(1, len(ours))
        return named - 0.2 * bool(conditions(text) - as_sold) + 0.1 * bool(amounts_in(hit.snippet))

    shops = [hit for hit in hits if not _no_shop(hit.url)]
    once = [hit for place, hit in enumerate(shops) if hit.url not in {other.url for other in shops[:place]}]
    return sorted(once, key=worth, reverse=True)[:count]


def _no_shop(url: str) -> bool:
    host = url.split("/")[2].casefold().split(":")[0] if url.count("/") >= 2 else ""
    return any(host == name or host.endswith(f".{name}") for name in _NO_SHOPS)
