"""Which of the picks is named for whom price matters most: one rule for the sentence and for the card."""

from __future__ import annotations

from assistant.schema import Brief, Fact, Pick, Wish


def cheapest(brief: Brief) -> Pick | None:
    """The cheapest below the Top Pick of those that are of the kind and lack nothing that was asked for."""
    top, *others = brief.picks
    lacking = {fact.doc_id for fact in brief.facts if fact.kind == "unmet" or _leaves_the_kind_open(fact)}
    right = [
        (pick.price.amount, pick.rank, pick)
        for pick in others
        if pick.price and top.price and pick.price.currency == top.price.currency
        and pick.price.amount < top.price.amount and pick.product.id not in lacking
    ]  # fmt: skip
    return min(right, key=lambda one: one[:2])[2] if right else None


def _leaves_the_kind_open(fact: Fact) -> bool:
    return fact.kind == "unknown" and isinstance(fact.value, Wish) and fact.value.kind == "kind"
