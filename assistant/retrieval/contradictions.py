"""Where one product's own texts disagree: an age or a count that its parts give differently.

Pure functions. Saying that there is a contradiction where there is none would be a lie, so only what is stated plainly
of the whole toy counts, and no difference that a size, a pack of several or a part of the set explains.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar, get_args

from assistant.catalogue.parsing.ages import age_in_text, age_in_title
from assistant.catalogue.parsing.counts import pieces_in_title, players_in_text, players_in_title
from assistant.schema import AgeRange, Contradiction, PlayerRange, Product, Section, Stated

Value = TypeVar("Value", AgeRange, PlayerRange, int)

_PIECES = r"(\d{1,5})[ -]?(?:pieces?|pcs?)"
# "This 23 piece set" is the whole; "two 500 piece puzzles" and "36 pieces of track" are not.
_WHOLE = re.compile(rf"\bthis (?:is an? )?(?:[a-z]+ ){{0,2}}{_PIECES}\b", re.IGNORECASE)
_ONLY_PIECES = re.compile(rf"(?:contains )?{_PIECES}\.?", re.IGNORECASE)


def contradictions(product: Product, passage: str) -> tuple[Contradiction, ...]:
    """What the product's parts give differently; of its description what the passage shows that is evidence."""
    features = ". ".join(product.features)

    def described(read: Callable[[str], Value | None]) -> Value | None:
        value = read(passage)  # the passage may end within it: "18" of "18 months"
        return value if value is not None and value == read(product.description) else None

    title, only_pieces = product.title, filter(None, map(_ONLY_PIECES.fullmatch, product.features))
    found = (
        ("age", _apart(
            _are_other_ages, product.age, age_in_title(title), age_in_text(features), described(age_in_text)
        )),
        ("players", _apart(
            # "4 players" says nothing against 2 to 4.
            lambda one, other: one.max is not None and other.max is not None and one.max != other.max,
            product.players, players_in_title(title), players_in_text(features), described(players_in_text),
        )),
        ("pieces", _apart(
            # The count of a pack of several is no other.
            lambda one, other: max(one, other) % min(one, other) != 0,
            product.pieces, pieces_in_title(title), _number(next(only_pieces, None)),
            described(lambda text: _number(_WHOLE.search(text))),
        )),
    )  # fmt: skip
    return tuple(Contradiction(about, product.id, stated) for about, stated in found if stated)


def means_older(product: Product, age: AgeRange) -> bool:
    """Whether any part of the product gives a youngest age above the whole of this one, whatever its listing gives."""
    texts = (product.title, ". ".join(product.features), product.description)
    stated = (product.age, age_in_title(texts[0]), *map(age_in_text, texts[1:]))
    return any(one is not None and (one.min_months or 0) > (age.max_months or 0) for one in stated)


def _apart(differ: Callable[[Value, Value], bool], *values: Value | None) -> tuple[Stated, ...]:
    """Of what the sections give, the first value and those that differ from it; nothing where none does."""
    given = [(section, value) for section, value in zip(get_args(Section), values, strict=True) if value is not None]
    others: list[Stated] = [Stated(section, value) for section, value in given[1:] if differ(given[0][1], value)]
    return (Stated(*given[0]), *others) if others else ()


def _are_other_ages(one: AgeRange, other: AgeRange) -> bool:
    """Whether the toy is for different children: lists fill in the oldest age, so the youngest tells.

    "Age 5-6" on a costume for ages 3 and up is its size.
    """
    if one.min_months is None or other.min_months is None or one.min_months == other.min_months:
        return False
    first, second = sorted((one, other), key=lambda age: age.min_months or 0)
    return second.max_months is None or (first.max_months is not None and first.max_months < second.max_months)


def _number(found: re.Match[str] | None) -> int | None:
    return int(found[1]) or None if found else None
