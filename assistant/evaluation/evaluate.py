"""How right the answers are, on any catalogue, as a table, as JSON or as a picture."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from assistant.assistant import Assistant
from assistant.evaluation.budget_compliance import BudgetFigures, measure_budgets
from assistant.evaluation.known_items import METRICS, KnownItemFigures, measure_known_items
from assistant.evaluation.parity import Parity, measure_likeness
from assistant.evaluation.plots import evaluation_plot
from assistant.settings import Settings


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Every figure that was measured; `known_items` is None where the catalogue has no reviews to ask with.

    `against` is what another catalogue of the same products came to, where one was named.
    """

    products: int
    budgets: BudgetFigures
    known_items: KnownItemFigures | None
    against: Parity | None = None

    def as_text(self) -> str:
        """The figures as tables."""
        return "\n".join(self._lines())

    def as_plot(self) -> str:
        """The figures of the search as a picture (SVG)."""
        return evaluation_plot(self.products, self.known_items)

    def _lines(self) -> Iterator[str]:
        budgets, items = self.budgets, self.known_items
        yield f"{self.products:,} products"
        yield (
            f"budgets: {budgets.asked} questions, {budgets.answered} answered, {budgets.picks} picks, "
            f"{len(budgets.broken)} over budget or without a price"
        )
        yield from (f"  {line}" for line in budgets.broken)
        if items is None:
            yield "known items: the catalogue has no reviews to ask with"
        else:
            yield f"known items: {items.queries} reviews must find their product (95 % intervals)"
            yield f"  {'':10}" + "".join(f"{name:>24}" for name in METRICS)
            for component, metrics in items.components.items():
                cells = (f"{f.mean:.3f} ({f.low:.3f} to {f.high:.3f})" for f in (metrics[name] for name in METRICS))
                yield f"  {component:10}" + "".join(f"{cell:>24}" for cell in cells)
        if self.against:
            yield from self.against.lines(budgets, items)


def evaluate(catalog: Path | str | None, settings: Settings, against: str = "") -> Evaluation:
    """Measures a catalogue, or the demo's, and where another is named, that one too."""
    with Assistant.open(catalog, settings) as shop:
        found = Evaluation(len(shop.catalogue), measure_budgets(shop), measure_known_items(shop))
        if not against:
            return found
        with Assistant.open(against, settings) as other:
            parity = Parity(
                other.catalogue.home, len(other.catalogue), measure_budgets(other), measure_known_items(other),
                measure_likeness(shop, other),
            )  # fmt: skip
    return replace(found, against=parity)
