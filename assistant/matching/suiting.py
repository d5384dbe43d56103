"""What is not shown for a wish, whatever else speaks for it: one place for those who read and for those who rank."""

from __future__ import annotations

import math

from assistant.language.scales import scales
from assistant.matching.checks import (
    for_adults_only,
    for_players,
    is_small_model,
    of_brand,
    of_pieces,
    of_scale,
    warns_of_small_parts,
)
from assistant.matching.fit import SMALL_CHILD_MONTHS, is_under_three
from assistant.matching.whom import is_for_another_day, is_for_others, is_risque, names_children
from assistant.schema import Candidate, Intent, Product

# What its maker means for children so many months older is shown to nobody.
FAR_TOO_OLD = 24
# What its maker means for so much younger ones is, where it begins before three, no present for them.
FAR_TOO_YOUNG, ADULT_MONTHS = 9 * 12, 18 * 12
# What its maker means from sixteen on is for no kids, whatever their age.
YOUTHS_MONTHS = 16 * 12
# What is so hardly welcome at an age, as read from its words, is for others.
HARDLY_FOR_THEM = 0.01
# As sure as words can make of whom a thing is for.
SUREST = 0.98


def age_odds(candidate: Candidate) -> float:
    """The log odds that it is welcome at the age that was said, as read from its words; 0 where none was said."""
    suits = min(SUREST, max(1 - SUREST, candidate.scores.get("age", 0.5)))
    return math.log(suits / (1 - suits))


def is_ruled_out(intent: Intent, candidate: Candidate) -> bool:
    """Whether it is shown to nobody who asks for this: what is for grown-ups, or for those far older than the child."""
    asked, product = intent.constraints.age, candidate.product
    if asked and for_adults_only(product, asked):
        return True
    if intent.constraints.stars is not None and (product.rating or 0.0) < intent.constraints.stars:
        return True
    # A list that states an age is believed.
    if product.age is None and candidate.scores.get("age", 1.0) < HARDLY_FOR_THEM:
        return True
    youngest = product.age.min_months if product.age else None
    if asked is None and youngest is not None and youngest >= YOUTHS_MONTHS and names_children(intent.text):
        return True
    return _is_too_old(intent, product, by=FAR_TOO_OLD) or is_risque(_said(intent), product.title)


def is_for_somebody_else(intent: Intent, product: Product) -> bool:
    """Whether it is for other people or another day than it is wanted for, by its name or by the maker's age.

    Such a thing is shown only where there is nothing else.
    """
    asked = intent.constraints.age
    years = asked.min_months // 12 if asked and asked.min_months else None
    if is_for_others(intent.text, product.title) or is_for_another_day(_said(intent), product.title, years):
        return True
    return _is_too_old(intent, product) or _is_for_babies(intent, product)


def is_another(intent: Intent, product: Product) -> bool:
    """Whether its maker, or a number that was asked for, is by the catalogue's own word another one."""
    asked = intent.constraints
    return (
        (asked.brand is not None and of_brand(product, asked.brand) is False)
        or (asked.pieces is not None and of_pieces(product, asked.pieces) is False)
        or (asked.players is not None and for_players(product, asked.players) is False)
        or any(of_scale(product, one) is False for one in asked.wanted if scales(one))
    )


def _is_too_old(intent: Intent, product: Product, *, by: int = 0) -> bool:
    """Whether the maker's age starts so many months above the child's: a matter of safety."""
    asked, youngest = intent.constraints.age, product.age.min_months if product.age else None
    if asked is None or asked.max_months is None:
        return False
    # A model of a thing is no toy for the smallest, whatever thing it is of: a rocking horse of a dolls' house.
    # What has small parts, or may have as its maker means it for three and over, is offered to no smaller child.
    if is_under_three(asked) and (
        is_small_model(product) or warns_of_small_parts(product) or (youngest or 0) >= SMALL_CHILD_MONTHS
    ):
        return True
    return youngest is not None and youngest > asked.max_months + by


def _is_for_babies(intent: Intent, product: Product) -> bool:
    """Whether its maker means it from before three, and it is wanted for a grown-up or one nearly ten years older."""
    youngest, asked = product.age.min_months if product.age else None, intent.constraints.age
    oldest = ADULT_MONTHS if intent.for_adult else asked.min_months if asked else None
    return youngest is not None and youngest < SMALL_CHILD_MONTHS and (oldest or 0) >= youngest + FAR_TOO_YOUNG


def _said(intent: Intent) -> str:
    """What the wish says of the toy in words."""
    return " ".join((intent.product_type, *intent.leftover, *intent.constraints.wanted))
