"""Which of the picks is named for whom price matters most: one rule for the sentence and for the card."""

from __future__ import annotations

from assistant.schema import Brief, Fact, Pick, Wish


def cheapest(brief: Brief) -> Pick | None:
    """The cheapest below the Top Pick of those that are of the kind and lack nothing that was asked for.

    Where the pick is called what was asked for, so is this: it saves nothing to buy something else.
    """
    top, *others = brief.picks
    lacking = {
        fact.doc_id
        for fact in brief.facts
        if fact.kind == "unmet" or (fact.kind == "unknown" and _is_of_the_kind(fact))
    }
    called = {fact.doc_id for fact in brief.facts if fact.kind == "met" and _is_of_the_kind(fact)}
    right = [
        (pick.price.amount, pick.rank, pick)
        for pick in others
        if pick.price and top.price and pick.price.currency == top.price.currency
        and pick.price.amount < top.price.amount and pick.product.id not in lacking
        and (top.product.id not in called or pick.product.id in called)
    ]  # fmt: skip
    return min(right, key=lambda one: one[:2])[2] if right else None


def _is_of_the_kind(fact: Fact) -> bool:
    return isinstance(fact.value, Wish) and fact.value.kind == "kind"
