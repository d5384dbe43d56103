"""Facts: all that may be said of a product, each with the evidence that carries it."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from assistant.schema.found import Contradiction
from assistant.schema.products import AgeRange, PlayerRange, Price
from assistant.schema.routes import Budget

FactKind = Literal[
    "price", "rating", "age", "players", "pieces", "brand", "material", "size", "weight", "title", "shelf", "stock",
    "line", "review",
    "met", "unmet", "unknown", "contradiction",
    "within_budget", "left", "cheaper", "dearer", "better_rated", "more_rated",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Rating:
    """Stars from 0 to 5, and how many buyers gave them where that is known."""

    stars: float
    count: int | None = None


@dataclass(frozen=True, slots=True)
class Wish:
    """One thing that was asked of the toy: a kind of check and what it asked for, `material` and "wood"."""

    kind: str
    asked: str


@dataclass(frozen=True, slots=True)
class Difference:
    """How a product stands to another of the list: by so much money, or simply more."""

    other_id: str
    amount: Price | None = None


FactValue = Price | Rating | AgeRange | PlayerRange | Wish | Contradiction | Difference | Budget | Decimal | int | str


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact about one product: `value` is typed by its kind, a sentence stands as its author wrote it.

    `fact_id` is short, for plans; `section` is the part of the product that says so ("derived" where it follows from
    several), `evidence_id` names it among the evidence.
    """

    fact_id: str
    doc_id: str
    kind: FactKind
    value: FactValue
    section: str
    evidence_id: str

    def is_wish(self, kind: str) -> bool:
        """Whether it is about a wish of this kind."""
        return isinstance(self.value, Wish) and self.value.kind == kind


Verdict = Literal["yes", "no", "value", "opinion", "unknown"]


@dataclass(frozen=True, slots=True)
class Reading:
    """What a fact answers to a question, and how surely, 0 to 1; `part` is what of a long sentence answers it."""

    verdict: Verdict
    confidence: float
    part: str = ""
