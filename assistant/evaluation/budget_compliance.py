"""Budget compliance: every kind of toy asked for with every budget, and every pick held against it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product

from assistant.assistant import Assistant
from assistant.evaluation.questions import BUDGETS, PRODUCT_TYPES


@dataclass(frozen=True, slots=True)
class BudgetFigures:
    """How many questions were asked, answered, how many picks were shown, and what broke a budget."""

    asked: int
    answered: int
    picks: int
    broken: tuple[str, ...]


def measure_budgets(shop: Assistant) -> BudgetFigures:
    """Asks 20 kinds with 30 budgets each."""
    replies = [(kind, amount, shop.ask(f"{kind} {words}")) for kind, (words, amount) in product(PRODUCT_TYPES, BUDGETS)]
    picks = [(kind, amount, pick) for kind, amount, reply in replies for pick in reply.products]
    broken: Iterable[str] = (
        f"{kind} within {amount}: {pick.product.title} at {pick.price.amount if pick.price else 'no price'}"
        for kind, amount, pick in picks
        if pick.price is None or pick.price.amount > amount
    )
    return BudgetFigures(
        len(replies), sum(reply.top_pick is not None for _, _, reply in replies), len(picks), tuple(broken)
    )
