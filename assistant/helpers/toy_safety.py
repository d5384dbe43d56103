"""Toy safety: warns of what the catalogue itself says about ages, small parts, magnets and button cells.

It warns and never clears: no word of it says that a toy is safe.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from assistant.language.text import ages
from assistant.matching.checks import speaks_of_it, warns_of_small_parts
from assistant.schema import Brief, HelperResult, Pick

# Under three, small parts choke (EN 71-1 has them marked "not suitable for children under 36 months").
SMALL_PARTS_MONTHS = 36
# Swallowed magnets and button cells injure; poison centres see most cases before the sixth birthday.
SWALLOWED_MONTHS = 72
_MAGNETS = re.compile(r"\bmagnet(?:s|ic)?\b", re.IGNORECASE)
# A train's couplings are held in; what is sold as strong or as a set of balls is what doctors take out again.
_STRONG_MAGNETS = re.compile(
    r"\b(?:strong|small|powerful|super|tiny|neodymium|rare[ -]earth) magnets?\b|\bmagnet(?:ic)? (?:balls?|beads?)\b",
    re.IGNORECASE,
)
_BUTTON_CELLS = re.compile(r"\b(?:button|coin)[ -](?:cells?|batter\w+)|\b(?:LR|AG|CR|SR)\d{2,4}\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ToySafety:
    """Holds the child's age against the maker's and against what the Top Pick's own text warns of."""

    name: str = "toy safety"

    def help(self, brief: Brief) -> HelperResult | None:
        """The warnings for the Top Pick, if any; nothing where no child's age is known, or something else is asked."""
        asked = brief.plan.intent.constraints.age
        youngest = None if asked is None else asked.min_months if asked.min_months is not None else asked.max_months
        asks = None if brief.plan.intent.searches else brief.plan.intent.question
        is_aside = asks is not None and asks.about not in ("safety", "description") and asks.numbers.age is None
        if youngest is None or not brief.picks or is_aside:
            return None
        # Who asks whether it is safe is told to look at the box already.
        says_so = asks is not None and asks.about == "safety"
        warnings = list(_warnings(brief.picks[0], youngest, unknown_too=not says_so))
        return HelperResult(self.name, " ".join(warnings), 0.9) if warnings else None


def _warnings(pick: Pick, youngest_months: int, *, unknown_too: bool) -> Iterator[str]:
    product = pick.product
    text = " . ".join((product.title, *product.features, product.description))
    stated = product.age
    if stated and stated.min_months is not None and youngest_months < stated.min_months:
        yield f"The maker gives it {_for(ages(stated))}, so it is not meant for a younger child."
    elif stated is None and unknown_too and youngest_months < SMALL_PARTS_MONTHS:
        yield "Check the maker's age on the box before a child under three gets it."
    if youngest_months < SMALL_PARTS_MONTHS and warns_of_small_parts(product):
        yield "Its listing speaks of small parts, which a child under three can choke on."
    loose = youngest_months < SMALL_PARTS_MONTHS and speaks_of_it(_MAGNETS, text)
    if loose or (youngest_months < SWALLOWED_MONTHS and speaks_of_it(_STRONG_MAGNETS, text)):
        yield "Its listing speaks of magnets: they must not come loose and be swallowed."
    if youngest_months < SWALLOWED_MONTHS and speaks_of_it(_BUTTON_CELLS, text):
        yield "Its listing speaks of button cells: keep them and their cover out of a child's reach."


def _for(age: str) -> str:
    return f"for {age}"
