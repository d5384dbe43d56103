"""Numbers as people say them: digits, words, halves, and the notes of money.

`NUMBER` is a regular expression for one number in folded text, and `NOTE` for one that is money by itself; `value_of`
reads what they matched. They are used inside larger patterns, because a number means nothing until its unit is known.

No library: text2num 3.1 rewrites a whole text without saying where, knows neither "a fiver" nor "two and a half" nor
"five-year-old", leaves "two players" or makes "the one with trains" the 1 with trains, and turns "Connect Four" into
"connect 4", so that the table and most of these lines would stay beside it.
"""

from __future__ import annotations

import re
from decimal import Decimal

# Every stage reads the same message: what was read of one is remembered until a few others were.
CACHED_TEXTS = 256
UNITS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17,
    "eighteen": 18, "nineteen": 19,
}  # fmt: skip
NUMBER_NAMES = {number: name for name, number in UNITS.items()}
TENS = {
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
}  # fmt: skip
_MISSPELT = {"fourty": 40}
_NOTES = {"fiver": 5, "tenner": 10}
ORDINALS = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9,
    "tenth": 10, "eleventh": 11, "twelfth": 12, "thirteenth": 13, "sixteenth": 16, "eighteenth": 18,
    "twenty-first": 21,
}  # fmt: skip

_UNIT = "|".join(sorted(UNITS, key=len, reverse=True))
_TEN = "|".join(TENS | _MISSPELT)
_SMALL = rf"(?:(?:{_TEN})(?:[ -](?:{_UNIT}))?|(?:{_UNIT}))"
_WORDY = rf"(?:(?:(?:a|{_SMALL}) )?(?:hundred|thousand)(?: (?:and )?{_SMALL})?|{_SMALL})"
_DIGITS = r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d{1,2})?"
# Not in the middle of another number, so that "10,50" is never read as 50.
_FROM_THE_START = r"(?<!\d)(?<!\d[.,])"
_HALF = r"(?: 1/2|[ -]and[ -]a[ -]half)\b"
# Atomic, so that "thirty-five" is never taken apart into a range.
NUMBER = rf"(?>(?:{_FROM_THE_START}{_DIGITS}|\b{_WORDY}\b)(?:{_HALF})?)"
NOTE = rf"\b(?:{'|'.join(_NOTES)})\b"

_IS_DIGITS = re.compile(rf"^{_DIGITS}$")
_HALVED = re.compile(rf"{_HALF}$")
_VALUES = UNITS | TENS | _MISSPELT | _NOTES


def ordinal(number: int) -> str:
    """A number as it counts a birthday: 1 is "1st", 12 is "12th", 22 is "22nd"."""
    last = 0 if number % 100 in (11, 12, 13) else number % 10
    return f"{number}{({1: 'st', 2: 'nd', 3: 'rd'}).get(last, 'th')}"


def value_of(text: str) -> Decimal:
    """The value of what matched: "1,500" is 1500, "two hundred and fifty" is 250, "2 1/2" is 2.5, "a fiver" is 5."""
    text = text.strip()
    whole = _HALVED.sub("", text)
    if whole != text:
        return value_of(whole) + Decimal("0.5")
    if _IS_DIGITS.match(text):
        return Decimal(text.replace(",", ""))
    total = 0
    for word in re.split(r"[ -]", text):
        if word in ("hundred", "thousand"):
            total = max(total, 1) * (100 if word == "hundred" else 1000)
        else:
            total += _VALUES.get(word, 0)
    return Decimal(total)
