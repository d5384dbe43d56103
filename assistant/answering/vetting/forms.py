"""Forms: the many ways to write an age, a number of players or a number in words, read as one value each.

Pure functions. A text that is not wholly such a form is None: half of it could be anything.
"""

from __future__ import annotations

import re

from assistant.language.numbers import UNITS

# Who is older is no child, and more players than that are counted in figures.
_NAMES = [name for name, value in UNITS.items() if value <= 18]
_SPELLED = re.compile(rf"\b(?:{'|'.join(sorted(_NAMES, key=len, reverse=True))})\b")
_N, _U = r"(\d+(?:\.\d+)?)", r"(?:[ -]?(years?|yrs?|months?))?(?:[ -]olds?)?(?: of age)?"
_LEAD = (
    r"(?:for |suitable for )?(?:the )?(?:children |kids |toddlers |those |anyone |players )?(?:aged |from |of )?"
    r"(?:the )?(?:ages? |age of )?"
)
_UP = r"(?: ?\+| and (?:up|over|older|above|upwards?)| or (?:over|older|above)| upwards?| onwards?| plus)"
_OPEN = re.compile(rf"{_LEAD}{_N}{_U}{_UP}")
_FROM = re.compile(
    rf"(?:for )?(?:children |kids |those |anyone )?(?:aged )?from (?:the )?(?:ages? |age of )?{_N}{_U}{_UP}?"
)
_RANGE = re.compile(rf"{_LEAD}(?:between )?{_N}{_U}(?: to | and | ?[-–] ?){_N}{_U}")
_ONE = re.compile(rf"{_LEAD}{_N}{_U}")
_MOST = re.compile(rf"(?:for )?(?:children |kids )?up to (?:the )?(?:age |age of )?{_N}{_U}")
_NEWBORN = re.compile(r"(?:for |from )?(?:newborns?|birth)(?: and up| onwards| upwards)?")
_SEATS = re.compile(r"(?:for |between )?(\d+)(?: ?(?:to|and|or|[-–]) ?(\d+))? (?:players?|people)")
_MOST_SEATS = re.compile(r"(?:for )?up to (\d+) (?:players?|people)")
Span = tuple[float | None, float | None]


def in_figures(text: str) -> str:
    """The folded text with numbers up to eighteen in figures."""
    return _SPELLED.sub(lambda match: str(_NAMES.index(match.group()) + 1), text)


def spelled(number: int) -> str:
    """A number as a word where it has one, else in figures."""
    return _NAMES[number - 1] if 1 <= number <= len(_NAMES) else str(number)


def age_span(text: str) -> Span | None:
    """An age as months, an open end None: "ages 3 and up", "from age three", "18 months+", "children aged 3 to 6"."""
    said = in_figures(text.strip())
    if _NEWBORN.fullmatch(said):
        return 0.0, None
    if match := _MOST.fullmatch(said):
        return None, _months(match[1], match[2])
    if match := _FROM.fullmatch(said) or _OPEN.fullmatch(said):
        return _months(match[1], match[2]), None
    if match := _RANGE.fullmatch(said):
        return _months(match[1], match[2] or match[4]), _months(match[3], match[4])
    if match := _ONE.fullmatch(said):
        return _months(match[1], match[2]), _months(match[1], match[2])
    return None


def _months(number: str, unit: str | None) -> float:
    return float(number) if (unit or "").startswith("m") else float(number) * 12


def seats(text: str) -> tuple[int | None, int] | None:
    """How many can play, fewest and most; the fewest is None where only the most are said."""
    said = in_figures(text.strip())
    if match := _MOST_SEATS.fullmatch(said):
        return None, int(match[1])
    match = _SEATS.fullmatch(said)
    return (int(match[1]), int(match[2] or match[1])) if match else None
