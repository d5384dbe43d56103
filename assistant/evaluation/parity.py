"""Two catalogues of the same products beside each other: an engine of others has to find what the own one finds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from assistant.assistant import Assistant
from assistant.evaluation.budget_compliance import BudgetFigures
from assistant.evaluation.known_items import METRICS, KnownItemFigures, hits
from assistant.evaluation.questions import QUESTIONS

TOP = 10


@dataclass(frozen=True, slots=True)
class Likeness:
    """The mean share of the ten best that both have, and the share of questions with the same first."""

    overlap: float
    same_first: float


@dataclass(frozen=True, slots=True)
class Parity:
    """The other catalogue's figures, and how alike the two are by what was searched: words, meaning, and all of it."""

    place: str
    products: int
    budgets: BudgetFigures
    known_items: KnownItemFigures | None
    likeness: Mapping[str, Likeness]

    def lines(self, budgets: BudgetFigures, items: KnownItemFigures | None) -> Iterator[str]:
        """The figures as a table, `budgets` and `items` of the first catalogue beside them."""
        yield f"against {self.place}, {self.products:,} products, {len(QUESTIONS)} questions"
        for name, alike in self.likeness.items():
            yield f"  {name:10} {alike.overlap:.3f} of the {TOP} best are the same, {alike.same_first:.3f} of the first"
        for what in ("answered", "picks"):
            yield _beside(f"budgets, {what}", getattr(budgets, what), getattr(self.budgets, what))
        yield _beside("budgets, broken", len(budgets.broken), len(self.budgets.broken))
        for component in items.components if items and self.known_items else ():
            for metric in METRICS:
                both = (one.components[component][metric].mean for one in (items, self.known_items) if one)
                yield _beside(f"{component}, {metric}", *both)


def measure_likeness(shop: Assistant, other: Assistant) -> dict[str, Likeness]:
    """How alike two catalogues answer a search, by words, by meaning and by both."""
    searches: dict[str, Callable[[Assistant, str], Sequence[str]]] = {
        "bm25": lambda one, text: hits(one, text, "bm25", TOP),
        "vectors": lambda one, text: hits(one, text, "vector", TOP),
        "search": lambda one, text: [candidate.doc_id for candidate in one.search(text, TOP)],
    }
    return {
        name: _likeness([(search(shop, text), search(other, text)) for text in QUESTIONS])
        for name, search in searches.items()
    }


def _likeness(found: Sequence[tuple[Sequence[str], Sequence[str]]]) -> Likeness:
    shares = (len({*here} & {*there}) / max(len(here), len(there)) for here, there in found if here or there)
    first = (here[:1] == there[:1] for here, there in found)
    return Likeness(round(fmean(shares), 4), round(fmean(first), 4))


def _beside(name: str, here: float, there: float) -> str:
    return f"  {name:18}{here:10.4g}{there:10.4g}{there - here:+10.4f}"
