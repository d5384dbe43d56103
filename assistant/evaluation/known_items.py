"""Known-item retrieval: a buyer's review must find the product it was written about.

Reviews are never indexed, so their words are a stranger's. Each part of the search is measured alone, so that each has
to earn its place.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from assistant.assistant import Assistant
from assistant.schema import Mode, Product, Query, Review

# A shorter review says too little to tell one toy from another; of a longer one the beginning is asked.
MIN_REVIEW_CHARS, QUERY_CHARS = 100, 300
DEPTH = 100
RECALLED = (1, 10, 100)
METRICS = ("RR@10", *(f"R@{k}" for k in RECALLED))
BOOTSTRAP_SAMPLES = 1000
_STARS_ONLY = re.compile(r"^(?:one|two|three|four|five) stars?$", re.IGNORECASE)

Ranking = Callable[[str], Sequence[str]]


@dataclass(frozen=True, slots=True)
class Figure:
    """A mean over the queries with its 95 % bootstrap interval."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class KnownItemFigures:
    """Metrics by component: `components["reranked"]["RR@10"]`."""

    queries: int
    components: Mapping[str, Mapping[str, Figure]]


def measure_known_items(shop: Assistant) -> KnownItemFigures | None:
    """The figures over every review long enough; None where the catalogue has none."""
    queries = review_queries(shop.catalogue.products(shop.catalogue.ids))
    if not queries:
        return None
    rankings: dict[str, Ranking] = {
        "bm25": lambda text: hits(shop, text, "bm25", DEPTH),
        "vectors": lambda text: hits(shop, text, "vector", DEPTH),
        "fused": lambda text: [candidate.doc_id for candidate in shop.fuse(text, DEPTH)],
        "reranked": lambda text: [candidate.doc_id for candidate in shop.search(text, DEPTH)],
    }
    return KnownItemFigures(len(queries), {name: _measure(ranking, queries) for name, ranking in rankings.items()})


def review_queries(products: Iterable[Product]) -> list[tuple[str, str]]:
    """(query, product id) of every review long enough, its title first unless that only says how many stars."""
    return [
        (_query(review), product.id)
        for product in products
        for review in product.reviews
        if len(review.text) >= MIN_REVIEW_CHARS
    ]


def _query(review: Review) -> str:
    title = "" if _STARS_ONLY.match(review.title.strip()) else review.title
    return f"{title} {review.text}".strip()[:QUERY_CHARS]


def hits(shop: Assistant, text: str, mode: Mode, most: int) -> list[str]:
    """The ids that one engine alone finds, best first."""
    return [hit.doc_id for hit in shop.searcher(mode).search(Query(text, mode, most))]


def _measure(ranking: Ranking, queries: Sequence[tuple[str, str]]) -> dict[str, Figure]:
    """Each query has one right answer, so its reciprocal rank and its recall both follow from that one's rank."""
    rankings = ((list(ranking(text)), doc_id) for text, doc_id in queries)
    ranks = [found.index(doc_id) + 1 if doc_id in found else math.inf for found, doc_id in rankings]
    recalls = {f"R@{k}": _figure([rank <= k for rank in ranks]) for k in RECALLED}
    return {"RR@10": _figure([1 / rank if rank <= 10 else 0.0 for rank in ranks])} | recalls


def _figure(values: Sequence[float]) -> Figure:
    """The mean, and where it lies in 95 % of samples drawn with replacement (seeded)."""
    sample = np.asarray(values)
    drawn = np.random.default_rng(0).integers(0, len(sample), (BOOTSTRAP_SAMPLES, len(sample)))
    low, high = np.percentile(sample[drawn].mean(axis=1), (2.5, 97.5))
    return Figure(round(float(sample.mean()), 4), round(float(low), 4), round(float(high), 4))
