"""What is left of a product's score after all that it is not and should be."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from decimal import Decimal
from statistics import fmean

from assistant.language.text import stems
from assistant.matching.checks import TEENAGE_MONTHS, Check, named_for_children
from assistant.matching.fields import fields_of, place_of
from assistant.schema import AgeRange, Budget, Plan, Price, Product

# A candidate that the reranker read is what was asked for from this probability on (surely from that), and near it from
# the last.
RIGHT, SURE, NEAR = 0.15, 0.4, 0.04
# Where nothing in the list is called what was asked for, what is less likely it is not even near.
NEAR_ENOUGH = 0.25
# Below this half of what the catalogue does not call so is something else; below the second four of five are of what
# has no word of the kind at all.
DOUBTFUL, DOUBTFUL_UNNAMED = 0.3, 0.7
# What the catalogue says nothing of may be so: worth less than a yes, more than a no.
UNKNOWN_WORTH = 0.4
# For a child under three an unknown age is a risk: toys with small parts are for three and over.
SMALL_CHILD_MONTHS, UNKNOWN_SAFETY_WORTH, UNKNOWN_SAFETY = 36, 0.1, 0.85
# Who says "about £15" does not mean one of £6: below this share of it a price tells of another sort of toy.
FAR_BELOW_ABOUT = Decimal("0.6")
# What a grown-up is not given: a toy that its maker means for children alone, or for small ones first.
FOR_CHILDREN, FOR_SMALL_ONES, SCHOOL_MONTHS, GROWN_UP_MONTHS = 0.5, 0.8, 72, 216
# Without a stated age these are not for a child before school, nor is a puzzle or a set of more pieces for each year.
MANY_PIECES_A_YEAR, MANY_OF_A_SET, FAR_TOO_MANY = 25, 60, 3
_FOR_LONGER_HEADS, _PUZZLES = frozenset(stems("teaser iq adult")), frozenset(stems("puzzle jigsaw"))
# What a shopper would send back: the wrong age, the wrong maker, the wrong material; less so what is not known.
UNMET: Mapping[tuple[str, bool | None], float] = {
    ("age", False): 0.4,
    ("brand", False): 0.5,
    ("material", False): 0.5,
    ("material", None): 0.7,
    ("pieces", False): 0.6,
    ("pieces", None): 0.75,
    ("players", False): 0.6,
    ("scale", False): 0.5,
    ("scale", None): 0.85,
    ("wanted", False): 0.6,
    ("wanted", None): 0.88,
}
# What a product loses that has none of the wish's words besides the kind ("a banner for a 60th birthday").
LEFTOVER_COST = 0.2


def is_far_below(price: Price | None, budget: Budget | None) -> bool:
    """Whether it costs a fraction of the sum that the shopper means to spend."""
    return bool(price and budget and budget.around and budget.max and price.amount < budget.max * FAR_BELOW_ABOUT)


def fit_factor(plan: Plan, product: Product, verdicts: Sequence[Check], leftover_share: float) -> float:
    """What is left of a score after the wishes that the product fails, 0 to 1; `leftover_share` is a `word_share`."""
    for_whom = _childish_factor(plan, product) * _too_hard_factor(plan, product)
    return for_whom * _unmet_factor(verdicts) * (1 - LEFTOVER_COST * (1 - leftover_share))


def word_share(texts: Sequence[str], product: Product) -> float:
    """The share of these texts' words that the product's text has, 0 to 1; 1 where there are none."""
    asked = [word for text in texts for word in stems(text)]
    return fmean(place_of(word, product) for word in asked) if asked else 1.0


def has_words(texts: Sequence[str], product: Product) -> bool:
    """Whether the product's text has all of these texts' words, or words of their meaning."""
    return all(place_of(word, product) for text in texts for word in stems(text))


def wish_share(verdicts: Sequence[Check]) -> float:
    """How far the wishes are met, 0 to 1: met counts one, unknown a part, unmet nothing; 1 when none was made."""
    if not verdicts:
        return 1.0
    return sum(_worth(check) for check in verdicts) / len(verdicts)


def _childish_factor(plan: Plan, product: Product) -> float:
    """What is left of a score where a grown-up is to have what its maker means for children, 0 to 1."""
    stated, asked = product.age, plan.intent.constraints.age
    is_grown_up = asked is not None and (asked.min_months or 0) >= GROWN_UP_MONTHS
    if not (plan.intent.for_adult or is_grown_up):
        return 1.0
    if named_for_children(product) or (stated and stated.max_months and stated.max_months < TEENAGE_MONTHS):
        return FOR_CHILDREN
    if stated is None:
        return 1.0
    return FOR_SMALL_ONES if stated.min_months is not None and stated.min_months < SCHOOL_MONTHS else 1.0


def _too_hard_factor(plan: Plan, product: Product) -> float:
    """What is left of a score where a small child is to have what states no age and is made for longer heads."""
    asked = plan.intent.constraints.age
    if not asked or not asked.max_months or asked.max_months >= SCHOOL_MONTHS or product.age:
        return 1.0
    is_hard = _is_for_longer_heads(product) or _share_of_pieces(product, asked.max_months) > 1
    return FOR_CHILDREN if is_hard else 1.0


def _is_for_longer_heads(product: Product) -> bool:
    fields = fields_of(product)
    return bool(_FOR_LONGER_HEADS & (fields.title | fields.category))


def is_under_three(age: AgeRange | None) -> bool:
    """Whether all of an age is below three years, where small parts are a danger."""
    return age is not None and age.max_months is not None and age.max_months < SMALL_CHILD_MONTHS


def is_far_too_hard(asked: AgeRange | None, product: Product) -> bool:
    """Whether what states no age is a brain teaser for a child under three, or far too many pieces before school."""
    youngest = asked and (asked.min_months or asked.max_months)
    if not youngest or youngest >= SCHOOL_MONTHS or product.age:
        return False
    if youngest < SMALL_CHILD_MONTHS and _is_for_longer_heads(product):
        return True
    return _share_of_pieces(product, youngest) > FAR_TOO_MANY


def _share_of_pieces(product: Product, months: int) -> float:
    """The pieces of a puzzle or a set, as a share of those that a child of so many months can handle."""
    fields = fields_of(product)
    a_year = MANY_PIECES_A_YEAR if _PUZZLES & (fields.title | fields.category) else MANY_OF_A_SET
    return (product.pieces or 0) * 12 / (a_year * months)


def _unmet_factor(verdicts: Sequence[Check]) -> float:
    """What is left of a score after the wishes that are not met, 0 to 1."""
    risky = any(check.met is None and _is_small_child(check) for check in verdicts)
    return math.prod(UNMET.get((check.kind, check.met), 1.0) for check in verdicts) * (UNKNOWN_SAFETY if risky else 1.0)


def _is_small_child(check: Check) -> bool:
    return check.kind == "age" and check.asked.isdigit() and int(check.asked) < SMALL_CHILD_MONTHS


def _worth(check: Check) -> float:
    if check.met is None:
        return UNKNOWN_SAFETY_WORTH if _is_small_child(check) else UNKNOWN_WORTH
    return float(check.met)
