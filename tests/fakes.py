"""One real small fake per protocol."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import numpy as np
from numpy.typing import NDArray

from assistant.language.text import stems
from assistant.schema import (
    Candidate,
    Coverage,
    Evidence,
    Hit,
    Plan,
    Price,
    Product,
    Query,
    Reading,
    Receipt,
    Vocabulary,
)


class HashingEmbedder:
    """A bag of stems, each hashed to one of a few dimensions: alike texts are near, and every run is the same."""

    def __init__(self, dimension: int = 64, name: str = "hashing") -> None:
        self.dimension = dimension
        self.name = f"{name}-{dimension}"
        self.embedded: list[str] = []

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.embedded.extend(texts)
        rows = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for stem in stems(text) or [text]:
                row[zlib.crc32(stem.encode()) % self.dimension] += 1.0
        rows /= np.linalg.norm(rows, axis=1, keepdims=True)
        return rows


class FakeCatalogue:
    """Products held in a dictionary."""

    def __init__(self, *products: Product) -> None:
        self._products = {product.id: product for product in products}
        self.vocabulary = Vocabulary(len(products), "GBP")

    def __len__(self) -> int:
        return len(self._products)

    def products(self, doc_ids: Sequence[str]) -> list[Product]:
        return [self._products[doc_id] for doc_id in doc_ids]


class FakeSearcher:
    """Ranks by the share of the query's stems that a product's title holds; keeps the queries it was asked."""

    def __init__(self, *products: Product) -> None:
        self._products = products
        self.queries: list[Query] = []

    def search(self, query: Query) -> list[Hit]:
        self.queries.append(query)
        wanted = set(stems(query.text))
        scored = [(len(wanted & set(stems(p.title))) / max(len(wanted), 1), p) for p in self._products]
        found = [(score, p) for score, p in scored if score > 0 and self._inside(query, p)]
        found.sort(key=lambda pair: (-pair[0], pair[1].id))
        return [Hit(p.id, f"{p.id}#0", score) for score, p in found[: query.k]]

    def _inside(self, query: Query, product: Product) -> bool:
        filters, price = query.filters, product.price
        if product.id in filters.exclude_ids or (filters.by_price and price is None):
            return False
        low, high = filters.min_price, filters.max_price
        return price is None or ((low is None or price.amount >= low) and (high is None or price.amount <= high))


class BrokenSearcher:
    """Always raises what it was given."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    def search(self, query: Query) -> list[Hit]:
        raise self._error


class FakeReranker:
    """Keeps the order, scores by position, and remembers how many candidates it was handed."""

    def __init__(self) -> None:
        self.handed: list[int] = []

    def rerank(self, plan: Plan, candidates: Sequence[Candidate]) -> list[Candidate]:
        self.handed.append(len(candidates))
        return [
            replace(candidate, score=1 - at / 1000, scores={**candidate.scores, "rerank": 1 - at / 1000})
            for at, candidate in enumerate(candidates)
        ]


class FakeGrader:
    """Gives the coverages it was made with, one a call, the last one for ever."""

    def __init__(self, *coverages: Coverage) -> None:
        self._coverages = list(coverages)
        self.graded: list[list[str]] = []

    def grade(self, plan: Plan, evidence: Sequence[Evidence]) -> Coverage:
        self.graded.append([item.doc_id for item in evidence])
        return self._coverages.pop(0) if len(self._coverages) > 1 else self._coverages[0]


class FakeHyDE:
    """Always imagines the same texts."""

    def __init__(self, *texts: str) -> None:
        self._texts = list(texts)

    def imagine(self, plan: Plan) -> list[str]:
        return self._texts


class WordSelector:
    """A sentence answers with yes where it has two thirds of the question's words that carry something."""

    def select(self, question: str, sentences: Sequence[str]) -> list[Reading]:
        wanted = set(stems(question)) - _CARRY_NOTHING
        return [self._reading(len(wanted & set(stems(text))) / max(len(wanted), 1)) for text in sentences]

    def _reading(self, share: float) -> Reading:
        return Reading("yes", share) if share >= 2 / 3 else Reading("unknown", 0.0)


_CARRY_NOTHING = frozenset(
    stems("does it is the a an of what how many need for in do can i my year old 2 4 too low lid")
)


class FakePrices:
    """A web in which toys cost what it was told, by a word of their title; keeps what it was asked for."""

    def __init__(self, costs: Mapping[str, str], *, age_minutes: int = 0, currency: str = "GBP") -> None:
        self._costs, self._currency = costs, currency
        self._age = timedelta(minutes=age_minutes)
        self.asked: list[list[str]] = []

    def receipts(self, products: Sequence[Product], *, timeout_s: float) -> dict[str, Receipt]:
        self.asked.append([product.title for product in products])
        found = ((product, self._cost(product)) for product in products)
        return {product.id: self._receipt(cost) for product, cost in found if cost}

    def _cost(self, product: Product) -> str:
        return next((cost for word, cost in self._costs.items() if word in product.title), "")

    def _receipt(self, cost: str) -> Receipt:
        seen = datetime.now(UTC) - self._age
        return Receipt(
            Price(Decimal(cost), self._currency), "toybarn.example", "https://toybarn.example/1", seen,
            seen + timedelta(minutes=15), 0.95, ("same maker: Harrow & Finch",), "JSON-LD", "in stock",
        )  # fmt: skip
