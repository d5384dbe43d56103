from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from assistant.language.currencies import currency_of_country
from assistant.prices.ports import Clock, SearchError, SearchHit
from assistant.prices.web.search_cache import SearchCache
from assistant.prices.web.searching import BACKENDS, RateLimiter, WebSearch, candidates, locale_parts, region_of
from assistant.schema import Product

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
HITS = [SearchHit("Farm Train", "https://toybarn.example/train", "£24.99")]


class Time:
    """A clock that moves only when someone sleeps or says so."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def sleep(self, seconds: float) -> None:
        self.seconds += seconds

    @property
    def clock(self) -> Clock:
        return Clock(
            now=lambda: NOON + timedelta(seconds=self.seconds), monotonic=lambda: self.seconds, sleep=self.sleep
        )


def test_turns_lie_a_second_apart_and_a_late_one_is_not_taken() -> None:
    time = Time()
    limiter = RateLimiter(clock=time.clock)
    assert [limiter.wait(until=10) and time.seconds for _ in range(3)] == [0.0, 1.0, 2.0]
    assert not limiter.wait(until=2.5)
    assert limiter.wait(until=3.0)
    assert time.seconds == 3.0


def test_searches_are_kept_for_six_hours_by_query_and_region(tmp_path: Path) -> None:
    time = Time()
    cache = SearchCache(tmp_path / "new" / "folder", clock=time.clock)
    assert cache.get("train price", "uk-en") is None
    cache.put("train price", "uk-en", HITS)
    assert cache.get("train price", "uk-en") == HITS
    assert cache.get("train price", "de-de") is None
    time.seconds = 6 * 3600
    assert cache.get("train price", "uk-en") is None


@pytest.mark.parametrize(
    "damage", ["", "{", "[]", "{}", '{"at": "x", "query": "q", "hits": []}', "\x00" * 10, "a" * 300_000, "[" * 100_000]
)
def test_a_damaged_file_counts_as_absent(tmp_path: Path, damage: str) -> None:
    cache = SearchCache(tmp_path, clock=Time().clock)
    cache.put("q", "uk-en", HITS)
    for path in tmp_path.iterdir():
        path.write_text(damage)
    assert cache.get("q", "uk-en") is None
    cache.put("q", "uk-en", HITS)
    assert cache.get("q", "uk-en") == HITS


def test_a_folder_that_cannot_be_written_costs_only_the_cache(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    cache = SearchCache(tmp_path / "file" / "folder", clock=Time().clock)
    cache.put("q", "uk-en", HITS)
    assert cache.get("q", "uk-en") is None


def test_a_result_that_cannot_be_kept_leaves_nothing_behind(tmp_path: Path) -> None:
    cache = SearchCache(tmp_path, clock=Time().clock)
    cache.put("q", "uk-en", HITS)
    kept = next(tmp_path.iterdir())
    kept.unlink()
    kept.mkdir()
    cache.put("q", "uk-en", HITS)
    assert list(tmp_path.iterdir()) == [kept]


def test_the_cache_does_not_grow_without_end(tmp_path: Path) -> None:
    cache = SearchCache(tmp_path, clock=Time().clock)
    for number in range(510):
        cache.put(f"q{number}", "uk-en", [])
    assert len(list(tmp_path.iterdir())) == 500


def test_who_has_no_time_left_takes_nobody_s_try_after_a_rest(tmp_path: Path) -> None:
    time, asked = Time(), []

    def nothing(query: str, *, region: str, backend: str, timeout_s: float) -> Sequence[SearchHit]:
        asked.append(backend)
        return []

    web = WebSearch(nothing, SearchCache(tmp_path, clock=time.clock), RateLimiter(clock=time.clock), time.clock)
    for seconds, left in ((0, 9), (10, 9), (20, 9), (99, -1), (100, 9)):
        time.seconds = seconds
        with pytest.raises(SearchError):
            web.hits("train", "uk-en", seconds + left)
    assert asked == [*BACKENDS] * 4


@pytest.mark.parametrize(
    ("locale", "region", "currency"),
    [
        ("en-GB", "uk-en", "GBP"),
        ("en_US.UTF-8", "us-en", "USD"),
        ("de-DE", "de-de", "EUR"),
        ("fr-CA", "ca-fr", "CAD"),
        ("zh-Hant-TW", "tw-zh", ""),
        ("en", "wt-wt", ""),
        ("", "wt-wt", ""),
        ("xx-YY", "wt-wt", ""),
    ],
)
def test_a_locale_gives_region_and_currency(locale: str, region: str, currency: str) -> None:
    assert (region_of(locale), currency_of_country(locale_parts(locale)[1])) == (region, currency)


def test_candidates_are_shops_by_likeness_once_each() -> None:
    toy = Product("p", "Farm Wooden Train Set", "Brambleford")
    hits = [
        SearchHit("Toy trains through history", "https://en.wikipedia.org/wiki/Toy_train"),
        SearchHit("Kites and more", "https://kite.example/"),
        SearchHit("Brambleford Farm Wooden Train Set refill", "https://a.example/refill", "£3.99"),
        SearchHit("Brambleford Farm Wooden Train Set", "https://b.example/train"),
        SearchHit("Brambleford Farm Wooden Train Set", "https://c.example/train", "now £24.99"),
        SearchHit("Brambleford Farm Wooden Train Set", "https://c.example/train", "now £24.99"),
    ]
    assert [hit.url.split("/")[2] for hit in candidates(toy, hits, 3)] == ["c.example", "b.example", "a.example"]
