"""Which of the picks is named for whom price or the rating matters most: one rule for the sentence and for the card."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.matching.superlatives import stars_of
from assistant.schema import Brief, Pick, Product


def cheapest(brief: Brief) -> Pick | None:
    """The cheapest below the Top Pick of those that are of the kind and lack nothing that was asked for.

    Where the pick is called what was asked for, so is this: it saves nothing to buy something else.
    """
    top, *others = brief.picks
    lacking = {
        fact.doc_id for fact in brief.facts if fact.kind == "unmet" or (fact.kind == "unknown" and fact.is_wish("kind"))
    }
    called = {fact.doc_id for fact in brief.facts if fact.kind == "met" and fact.is_wish("kind")}
    right = [
        (pick.price.amount, pick.rank, pick)
        for pick in others
        if pick.price and top.price and pick.price.currency == top.price.currency
        and pick.price.amount < top.price.amount and pick.product.id not in lacking
        and (top.product.id not in called or pick.product.id in called)
    ]  # fmt: skip
    return min(right, key=lambda one: one[:2])[2] if right else None


def best_rated(picks: Sequence[Pick]) -> Pick | None:
    """The best rated of those that are better rated than the Top Pick; None where none is."""
    top, *others = picks
    better = [pick for pick in others if is_better_rated(pick.product, top.product)]
    return max(better, key=lambda pick: (stars_of(pick.product), -pick.rank), default=None)


def is_better_rated(mine: Product, theirs: Product) -> bool:
    """Whether it has more stars, and still has where few ratings count for little."""
    if not mine.rating or not theirs.rating or mine.rating <= theirs.rating:
        return False
    return stars_of(mine) > stars_of(theirs)
