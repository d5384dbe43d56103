"""How right the answers are, on any catalogue, as a table or as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from assistant.assistant import Assistant
from assistant.evaluation.budget_compliance import BudgetFigures, measure_budgets
from assistant.evaluation.known_items import METRICS, KnownItemFigures, measure_known_items
from assistant.settings import Settings
from benchmarks.listening import VoiceFigures, measure_voice
from benchmarks.requests.readings import (
    ConstraintFigures,
    ConversationFigures,
    RoutingFigures,
    load_constraint_requests,
    load_conversations,
    measure_constraints,
    measure_conversations,
    measure_routing,
)
from benchmarks.requests.shopping import ShoppingFigures, load_requests, measure_shopping


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Every figure that was measured.

    `known_items` is None where the catalogue has no reviews to ask with, `voice` where it was not asked for.
    """

    products: int
    budgets: BudgetFigures
    known_items: KnownItemFigures | None
    shopping: ShoppingFigures
    routing: RoutingFigures
    constraints: ConstraintFigures
    conversations: ConversationFigures
    voice: VoiceFigures | None = None

    def as_json(self) -> str:
        """The figures as JSON."""
        return json.dumps(asdict(self), indent=2, ensure_ascii=False)

    def as_text(self) -> str:
        """The figures as tables."""
        return "\n".join(
            (
                f"{self.products:,} products",
                *self._budget_lines(),
                *self._item_lines(),
                *self._shop_lines(),
                *self._understanding_lines(),
                *(self.voice.lines() if self.voice else ()),
            )
        )

    def _budget_lines(self) -> Iterator[str]:
        budgets = self.budgets
        yield (
            f"budgets: {budgets.asked} questions, {budgets.answered} answered, {budgets.picks} picks, "
            f"{len(budgets.broken)} over budget or without a price"
        )
        yield from (f"  {line}" for line in budgets.broken)

    def _item_lines(self) -> Iterator[str]:
        if self.known_items is None:
            yield "known items: the catalogue has no reviews to ask with"
            return
        yield f"known items: {self.known_items.queries} reviews must find their product (95 % intervals)"
        yield f"  {'':10}" + "".join(f"{name:>24}" for name in METRICS)
        for component, metrics in self.known_items.components.items():
            cells = (f"{f.mean:.3f} ({f.low:.3f} to {f.high:.3f})" for f in (metrics[name] for name in METRICS))
            yield f"  {component:10}" + "".join(f"{cell:>24}" for cell in cells)

    def _shop_lines(self) -> Iterator[str]:
        shopping = self.shopping
        yield (
            f"shopping requests: {shopping.requests}, precision at 3 {shopping.precision_at_3:.3f}, "
            f"Top Pick right {shopping.top_pick_right:.3f}"
        )
        yield from (f"  {line}" for line in shopping.misses)

    def _understanding_lines(self) -> Iterator[str]:
        recalls = ", ".join(f"{kind} {recall:.3f}" for kind, recall in self.routing.recalls.items())
        yield f"own toy requests: recall {recalls}"
        yield from (f"  {line}" for line in self.routing.misses)
        constraints = self.constraints
        yield (
            f"constraints: {constraints.requests} messages, every one exactly right in {constraints.exact:.3f}, "
            f"{len(constraints.invented_budgets)} with an invented budget"
        )
        yield from (f"  {line}" for line in constraints.misses)
        talks = self.conversations
        yield (
            f"conversations: {talks.conversations} with {talks.turns} turns, {len(talks.wrong_ledgers)} wrong in the "
            f"ledger, {len(talks.wrong_outcomes)} in the outcome, {len(talks.repeated)} products repeated, "
            f"{len(talks.wrong_side)} on the wrong side of the price"
        )
        yield from (f"  {line}" for line in talks.faults)


def evaluate(catalog: Path | None, settings: Settings, *, voice: bool = False) -> Evaluation:
    """Measures the catalogue in a folder, or the demo catalogue; `voice` also listens and speaks, for a minute."""
    with Assistant.open(catalog, settings) as shop:
        return Evaluation(
            len(shop.catalogue),
            measure_budgets(shop),
            measure_known_items(shop),
            measure_shopping(shop, load_requests()),
            measure_routing(shop),
            measure_constraints(shop, load_constraint_requests()),
            measure_conversations(shop, load_conversations()),
            measure_voice(shop, settings) if voice else None,
        )
