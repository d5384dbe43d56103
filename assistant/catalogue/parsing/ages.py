"""Recommended ages, in months."""

from __future__ import annotations

import re
from collections.abc import Sequence

from assistant.catalogue.parsing.cleaning import Parsed
from assistant.language.numbers import UNITS
from assistant.schema import AgeRange

_UNIT = r"(months?|mths?|mos?|m|years?|yrs?|y)?\.?"
_NUMBER = r"(\d{1,3}(?:\.(?:5|25|75))?)\s*"
_LEAD = r"(?:for\s+)?(?:ages?|aged)?\s*:?\s*"
_TAIL = r"\s*(?:olds?|of age)?\s*"
_RANGE = re.compile(f"{_LEAD}(?:from\\s+)?{_NUMBER}{_UNIT}\\s*(?:[-–—/]|to)\\s*{_NUMBER}{_UNIT}{_TAIL}", re.IGNORECASE)
_MINIMUM = re.compile(
    f"{_LEAD}(?:(?:from|over)\\s+|≥\\s*)?{_NUMBER}{_UNIT}{_TAIL}"
    "(?:(?:and\\s*)?\\+|(?:and|&)\\s*(?:up|over|above|older|plus)|or\\s*(?:over|older)|up|plus)?"
    f"\\s*{_UNIT}{_TAIL}",
    re.IGNORECASE,
)
_MAXIMUM = re.compile(f"{_LEAD}(?:(?:up )?to|under|below)\\s+{_NUMBER}{_UNIT}{_TAIL}", re.IGNORECASE)
# "Not suitable for children under 36 months": what a toy is not for says from when on it is.
_WARNED = re.compile(rf"(?:warning\W*)?not\b\D*\b(?:under|below)\s+{_NUMBER}{_UNIT}()(?!\w)\D*", re.IGNORECASE)
_YEARS_AND_MONTHS = re.compile(r"(\D*)(\d{1,2}) ?(?:years?|yrs?|y),? ?(?:and )?(\d{1,2}) ?(?=m)", re.IGNORECASE)
_TO_ADULTS = re.compile(r"\s*(?:[-–—]|to)\s*adults?$", re.IGNORECASE)
# What German and French lists say of ages, the longer words first.
_FOREIGN = {
    "year": "jahre?n?|j|ans?", "month": "monate?n?|mon|mois", "under": "(?:de )?moins de|unter", "up to": "jusqu'à",
    "from": "à partir de|dès|ab|von|de", "to": "bis|à", "birth": "(?:la )?naissance|geburt", "and": "et|und",
    "not": "ne convient pas|nicht",
}  # fmt: skip
_TRANSLATED = [
    (re.compile(rf"(?<![^\W\d])(?:{words})(?![^\W\d])", re.IGNORECASE), said) for said, words in _FOREIGN.items()
]
_IN_WORDS = re.compile(rf"\b(?:{'|'.join(UNITS)})\b", re.IGNORECASE)
_BIRTH = re.compile(r"(?:suitable )?(?:from )?birth\b", re.IGNORECASE)
# A word for whom it is behind the age, "12+ (teen)", and no unit of it: "6-12 (months)".
_IN_BRACKETS = re.compile(r"\s*\((?!\s*(?:mo|mths?\b|m\b|y))[^()\d]*\)$", re.IGNORECASE)
# What a spreadsheet makes of "3-6" and "10-14": the third of June, October of '14.
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_DATE = re.compile(rf"(?:(\d{{1,2}})-({'|'.join(_MONTHS)})|({'|'.join(_MONTHS)})-(\d{{1,2}}))", re.IGNORECASE)
# The first of a month may be "Oct-14", and is none of these.
_DATE_IN_NUMBERS = re.compile(r"\d{4}-(?!01|..-01)(\d\d)-(\d\d)|(?!0?1/|\d\d?/0?1/)(\d\d?)/(\d\d?)/\d{4}")
# What the words of a Google Merchant feed mean, as its documentation says.
_AGE_GROUPS = {
    "newborn": AgeRange(0, 3),
    "infant": AgeRange(3, 12),
    "toddler": AgeRange(12, 60),
    "kids": AgeRange(60, 156),
    "adult": AgeRange(156, None),
}
# What says that the maker draws no line.
_ANY = re.compile(r"(?:all|any|every|various) ages?", re.IGNORECASE)
# In a title a number is an age only with a word that says so.
_UNITS = r"(?:years?|yrs?|months?|mths?)"
_SPAN = rf"\d{{1,2}}(?: ?{_UNITS})? ?(?:-|–|to) ?\d{{1,2}}"
_IN_TITLE = re.compile(
    rf"(?:\bages? )?\b{_SPAN} ?(?:{_UNITS}|y)\b|\bage[sd]? {_SPAN}\b"
    r"|\bage[sd]? \d{1,2} ?(?:\+|and up\b|plus\b|years? (?:and up|plus)\b)"
    r"|(?<![\w.:/-])\d{1,2} ?\+(?=\)?\s*$)"
    rf"|\b\d{{1,2}} ?(?:years?|yrs?) ?(?:\+|plus\b|and up\b)|\bfrom \d{{1,2}} ?{_UNITS}\b(?! ?(?:-|–|to)\b)",
    re.IGNORECASE,
)
# In a listing's sentence a number is an age behind these words, and where nothing before it warns.
_MARKS = rf"(?:{_UNITS}|[my]\b)"
_IN_TEXT = re.compile(
    r"\b(?:age range|age[sd]?)[ :]+"
    # "0-6 monthsPackage Includes": a word that runs into its unit leaves it what it is.
    rf"(?P<age>\d{{1,2}}(?: ?{_MARKS})? ?(?:-|–|to) ?\d{{1,2}}(?: ?{_MARKS}|\b(?! ?{_MARKS}))"
    rf"|\d{{1,2}} ?{_MARKS}?(?: old)? ?(?:\+|and (?:up|over|above|older)\b)"
    rf"|(?:(?<=:)|(?<=: ))\d{{1,2}} ?{_MARKS})",
    re.IGNORECASE,
)
_WARNS = re.compile(r"\b(?:not|never|no|un(?:suitable|der)|warning|hazard)\b", re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.!?|]\s")
_OLDEST_MONTHS = 120 * 12
_LEAST_IN_MONTHS = 24
# A range that ends so late and begins sooner, "12-36", is hardly one of years, and "12" hardly months for sure.
_ENDS_IN_MONTHS = range(_LEAST_IN_MONTHS, 73)
IN_TWO_WAYS = "age may be in months or in years"
_LONGEST = 160


def age(text: str, unit: str = "") -> Parsed[AgeRange]:
    """The ages a list recommends: "36 months - 6 years", "18 months+", "3 years and up", "3+", "6/8", "toddler".

    A bare number is the lowest age, as on a toy's box: in `unit`, else in months from 24 on, since no toy begins at 24
    years. A range whose end lies before its start keeps its start: lists fill in a default end, and the start is what
    safety rests on.
    """
    text = " ".join(text.split())
    if not text or _ANY.fullmatch(text):
        return Parsed()
    if named := _AGE_GROUPS.get(text.casefold()) or _AGE_GROUPS.get(text.casefold().removesuffix("s")):
        return Parsed(named)
    return _stated(_plain(text), unit) if len(text) <= _LONGEST else Parsed(problem="age cannot be read")


def _stated(text: str, unit: str) -> Parsed[AgeRange]:
    if found := _RANGE.fullmatch(text):
        stated = found[2] or found[4] or unit
        if not stated and _bare(found[1]) == "years" and float(found[3]) in _ENDS_IN_MONTHS:
            return Parsed(problem=IN_TWO_WAYS)
        unit = stated or _bare(found[1])
        low, high = _months(found[1], unit), _months(found[3], found[4] or unit)
        return _between(low, None if high == low else high)  # "3 - 3 years": the end is only filled in
    if found := _MINIMUM.fullmatch(text) or _WARNED.fullmatch(text):
        return _between(_months(found[1], found[2] or found[3] or unit or _bare(found[1])), None)
    if found := _MAXIMUM.fullmatch(text):
        return _between(None, _months(found[1], found[2] or unit))
    return _of_date(text, unit)


def _plain(text: str) -> str:
    """The age in English, with digits for its numbers."""
    for foreign, said in _TRANSLATED:
        text = foreign.sub(said, text)
    text = _BIRTH.sub("0", _IN_WORDS.sub(lambda word: str(UNITS[word[0].lower()]), _IN_BRACKETS.sub("", text)))
    text = re.sub(r"(?<=\d),(?=\d)", ".", re.sub(r"(?<=\d) ?½", ".5", text))
    if found := _YEARS_AND_MONTHS.match(text):
        text = f"{found[1]}{12 * int(found[2]) + int(found[3])} {text[found.end() :]}"
    return _TO_ADULTS.sub("+", text)


def _of_date(text: str, unit: str) -> Parsed[AgeRange]:
    """The ages that became a date; whichever of the two was the month, the lower one was the start."""
    numbers: list[int] = []
    if found := _DATE.fullmatch(text):
        numbers = [int(found[1] or found[4]), _MONTHS.index((found[2] or found[3]).casefold()) + 1]
    elif found := _DATE_IN_NUMBERS.fullmatch(text):
        numbers = [int(number) for number in found.groups() if number]
    if not numbers:
        return Parsed(problem="age cannot be read")
    low, high = (_months(str(number), unit) for number in sorted(numbers))
    return Parsed(AgeRange(low, high), "age that a spreadsheet took for a date")


def age_in_title(title: str) -> AgeRange | None:
    """The ages a title states, as the sizes of costumes are: "7 - 8 years", "Age 3+"; None where it states none.

    Of several the one that lies within all others counts: "Age 4-12 (4-6 years)" is the size of this one.
    """
    return _innermost(_IN_TITLE.findall(title))


def age_in_text(text: str) -> AgeRange | None:
    """The ages that sentences of a listing recommend: "suitable for children aged 3 years and over"."""
    found: list[str] = []
    for sentence in _SENTENCE_END.split(text):
        warning = _WARNS.search(sentence)
        found += [one["age"] for one in _IN_TEXT.finditer(sentence) if not warning or one.start() < warning.end()]
    return _innermost(found)


def _innermost(stated: Sequence[str]) -> AgeRange | None:
    """The age that lies within all that are stated; None where there is none."""
    plain = {" ".join(one.lower().replace("aged", "age").split()).replace("plus", "and up") for one in stated}
    found = [read.value for read in map(age, plain) if not read.problem and read.value]
    return next(
        (one for one in found if len(found) == len(plain) and all(_lies_in(one, other) for other in found)), None
    )


def _lies_in(one: AgeRange, other: AgeRange) -> bool:
    youngest, oldest = (one.min_months or 0, other.min_months or 0), (one.max_months, other.max_months)
    return youngest[0] >= youngest[1] and (oldest[1] is None or (oldest[0] is not None and oldest[0] <= oldest[1]))


def _bare(number: str) -> str:
    return "months" if float(number) >= _LEAST_IN_MONTHS else "years"


def _months(number: str, unit: str | None) -> int:
    return round(float(number) * (1 if (unit or "y").lower().startswith("m") else 12))


def _between(low: int | None, high: int | None) -> Parsed[AgeRange]:
    if max(low or 0, high or 0) > _OLDEST_MONTHS:
        return Parsed(problem="age is absurd")
    if low is not None and high is not None and high < low:
        return Parsed(AgeRange(low, None), "age ends before it starts")
    return Parsed(AgeRange(low, high))
