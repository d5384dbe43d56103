"""Recommended ages, in months."""

from __future__ import annotations

import re

from assistant.catalogue.parsing.cleaning import Parsed
from assistant.schema import AgeRange

_UNIT = r"(months?|mths?|mos?|m|years?|yrs?|y)?\.?"
_NUMBER = r"(\d{1,3}(?:\.5)?)\s*(?:½)?\s*"
_LEAD = r"(?:for\s+)?(?:ages?|aged)?\s*:?\s*"
_TAIL = r"\s*(?:old|of age)?\s*"
_RANGE = re.compile(f"{_LEAD}(?:from\\s+)?{_NUMBER}{_UNIT}\\s*(?:-|–|—|to)\\s*{_NUMBER}{_UNIT}{_TAIL}", re.IGNORECASE)
_MINIMUM = re.compile(
    f"{_LEAD}(?:from\\s+)?{_NUMBER}{_UNIT}{_TAIL}(?:\\+|(?:and|&)\\s*(?:up|over|above|older)|or\\s*(?:over|older)|up)?"
    f"\\s*{_UNIT}{_TAIL}",
    re.IGNORECASE,
)
_MAXIMUM = re.compile(f"{_LEAD}(?:up to|under|below)\\s+{_NUMBER}{_UNIT}{_TAIL}", re.IGNORECASE)
# What the words of a Google Merchant feed mean, as its documentation says.
AGE_GROUPS = {
    "newborn": AgeRange(0, 3),
    "infant": AgeRange(3, 12),
    "toddler": AgeRange(12, 60),
    "kids": AgeRange(60, 156),
    "adult": AgeRange(156, None),
}
# In a title a number is an age only with a word that says so.
_SPAN = r"\d{1,2} ?(?:-|–|to) ?\d{1,2}"
_IN_TITLE = re.compile(
    rf"(?:\bages? )?\b{_SPAN} ?(?:years?|yrs?|months?|mths?)\b|\bages? {_SPAN}\b"
    r"|\bages? \d{1,2} ?(?:\+|and up\b|plus\b|years? (?:and up|plus)\b)"
    r"|\b\d{1,2} ?(?:years?|yrs?) ?(?:\+|plus\b|and up\b)",
    re.IGNORECASE,
)
_OLDEST_MONTHS = 120 * 12
_LONGEST = 60


def age(text: str) -> Parsed[AgeRange]:
    """The ages a list recommends: "36 months - 6 years", "3-6 years", "18 months+", "3 years and up", "3+".

    A bare number is the lowest age, as on a toy's box. A range whose end lies before its start keeps its start: lists
    fill in a default end, and the start is what safety rests on.
    """
    text = " ".join(text.split())
    if not text:
        return Parsed()
    if len(text) > _LONGEST:
        return Parsed(problem="age cannot be read")
    if found := _RANGE.fullmatch(text):
        low = _months(found[1], found[2] or found[4])
        return _between(low, _months(found[3], found[4] or found[2]))
    if found := _MINIMUM.fullmatch(text):
        return _between(_months(found[1], found[2] or found[3]), None)
    if found := _MAXIMUM.fullmatch(text):
        return _between(None, _months(found[1], found[2]))
    return Parsed(problem="age cannot be read")


def age_in_title(title: str) -> AgeRange | None:
    """The ages a title states, as the sizes of costumes are: "7 - 8 years", "Age 3+"; None where it states none."""
    stated = {" ".join(found.lower().split()) for found in _IN_TITLE.findall(title)}
    if len(stated) != 1:
        return None
    found = age(stated.pop().replace("plus", "and up"))
    return None if found.problem else found.value


def _months(number: str, unit: str | None) -> int:
    return round(float(number) * (1 if (unit or "y").lower().startswith("m") else 12))


def _between(low: int | None, high: int | None) -> Parsed[AgeRange]:
    if max(low or 0, high or 0) > _OLDEST_MONTHS:
        return Parsed(problem="age is absurd")
    if low is not None and high is not None and high < low:
        return Parsed(AgeRange(low, None), "age ends before it starts")
    return Parsed(AgeRange(low, high))
