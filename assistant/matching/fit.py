"""What is left of a product's score after all that it is not and should be."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from decimal import Decimal
from statistics import fmean

from assistant.language.text import stems
from assistant.matching.checks import Check
from assistant.matching.fields import place_of
from assistant.schema import AgeRange, Budget, Candidate, Price, Product

# A candidate that the reranker read is what was asked for from this probability on (surely from that), and near it from
# the last.
RIGHT, SURE, NEAR = 0.15, 0.4, 0.04
# Where nothing in the list is called what was asked for, what is less likely it is not even near, unless it is read as
# that sort of toy at least so probably: what it is to be like is no part of that reading.
NEAR_ENOUGH, NEAR_ENOUGH_OF_ITS_SORT, ITS_SORT = 0.25, 0.1, 0.38
# Below this half of what the catalogue does not call so is something else; below the second half of what has not the
# kind's noun in its name; below the third four of five are of what has no word of it at all.
DOUBTFUL, DOUBTFUL_OTHERWISE, DOUBTFUL_UNNAMED = 0.3, 0.5, 0.7
# What the catalogue says nothing of may be so: worth less than a yes, more than a no.
UNKNOWN_WORTH = 0.4
# For a child under three an unknown age is a risk: toys with small parts are for three and over.
SMALL_CHILD_MONTHS, UNKNOWN_SAFETY_WORTH, UNKNOWN_SAFETY = 36, 0.1, 0.85
# Who says "about £15" does not mean one of £6: below this share of it a price tells of another sort of toy.
FAR_BELOW_ABOUT = Decimal("0.6")
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
    """Whether it costs a fraction of the sum that is meant to be spent, or no more than before more was to be."""
    if price is None or budget is None or budget.max is None:
        return False
    is_as_before = budget.raised_from is not None and price.amount <= budget.raised_from
    return is_as_before or (budget.around and price.amount < budget.max * FAR_BELOW_ABOUT)


def fit_factor(verdicts: Sequence[Check], leftover_share: float) -> float:
    """What is left of a score after the wishes that the product fails, 0 to 1; `leftover_share` is a `word_share`."""
    risky = any(check.met is None and _is_small_child(check) for check in verdicts)
    left = math.prod(UNMET.get((check.kind, check.met), 1.0) for check in verdicts) * (UNKNOWN_SAFETY if risky else 1.0)
    return left * (1 - LEFTOVER_COST * (1 - leftover_share))


def is_of_its_sort(candidate: Candidate) -> bool:
    """Whether a candidate is, or is near, the sort of toy that was asked for; so is what was not read for that."""
    return candidate.scores.get("sort", 1.0) >= ITS_SORT


def word_share(texts: Sequence[str], product: Product, *, by_name: bool = False) -> float:
    """The share of these texts' words that the product's text has, or its name alone, 0 to 1; 1 of no words."""
    asked = [word for text in texts for word in stems(text)]
    return fmean(place_of(word, product, by_name=by_name) for word in asked) if asked else 1.0


def has_words(texts: Sequence[str], product: Product) -> bool:
    """Whether the product's text has all of these texts' words, or words of their meaning."""
    return all(place_of(word, product) for text in texts for word in stems(text))


def wish_share(verdicts: Sequence[Check]) -> float:
    """How far the wishes are met, 0 to 1: met counts one, unknown a part, unmet nothing; 1 when none was made."""
    if not verdicts:
        return 1.0
    unknown = (UNKNOWN_SAFETY_WORTH if _is_small_child(one) else UNKNOWN_WORTH for one in verdicts)
    return sum(at if one.met is None else one.met for one, at in zip(verdicts, unknown, strict=True)) / len(verdicts)


def is_under_three(age: AgeRange | None) -> bool:
    """Whether all of an age is below three years, where small parts are a danger."""
    return age is not None and age.max_months is not None and age.max_months < SMALL_CHILD_MONTHS


def _is_small_child(check: Check) -> bool:
    return check.kind == "age" and check.asked.isdigit() and int(check.asked) < SMALL_CHILD_MONTHS
