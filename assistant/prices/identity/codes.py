"""Set and model numbers: which of a name's numbers tell products apart, and when two spellings are of one."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from string import ascii_lowercase

from assistant.language.text import fold

_CODE_MIN_DIGITS = 3
_MAIN_MIN_DIGITS = 4
# "GRG93": letters and two digits are a maker's number where there are five of them at least.
_MIXED_MIN_CHARS, _MIXED_MIN_DIGITS = 5, 2
# An importer's number ends with the maker's ("20027418" with "27418"), and a maker's may have its country's behind it
# ("A8748725"): so much must be the same, and so much be added.
_LONG_DIGITS, _ADDED, _MIXED_ADDED = 5, 2, 3
# Words that may spell one number ("MP 4-12 C").
_MOST_WORDS = 4


def is_set_number(number: str) -> bool:
    """Whether a number tells sets apart: four digits at least, and no round count of something (1000), or "GRG93"."""
    if number.isdigit():
        return len(number) >= _MAIN_MIN_DIGITS and int(number) % 500 != 0
    return digits_in(number) >= _MAIN_MIN_DIGITS or _is_mixed(number)


def is_code(number: str) -> bool:
    """Whether a number is long enough to be a maker's."""
    return digits_in(number) >= _CODE_MIN_DIGITS or _is_mixed(number)


def digits_in(text: str) -> int:
    """How many digits a text has."""
    return sum(char.isdigit() for char in text)


def _is_mixed(number: str) -> bool:
    letters = not number.isdigit()
    return letters and len(number) >= _MIXED_MIN_CHARS and digits_in(number) >= _MIXED_MIN_DIGITS


def spelled(text: str) -> frozenset[str]:
    """Every number that a text spells in one piece or several: "S 1000 RR" holds "s1000rr" too."""
    found = re.findall(r"[a-z0-9]+", fold(text))
    runs = (
        "".join(found[start:end]) for start in range(len(found)) for end in range(start + 1, start + 1 + _MOST_WORDS)
    )
    return frozenset(run for run in runs if any(map(str.isdigit, run)))


def same_code(number: str, other: str) -> bool:
    """Whether two numbers are one: as they stand, without letters before it, or with what importers add."""
    shorter, longer = sorted((number, other), key=len)
    bare = shorter.lstrip(ascii_lowercase)
    if number == other or (is_set_number(bare) and bare == longer.lstrip(ascii_lowercase)):
        return True
    added = len(longer) - len(shorter)
    if shorter.isdigit():
        return longer.isdigit() and len(shorter) >= _LONG_DIGITS and added >= _ADDED and longer.endswith(shorter)
    return digits_in(shorter) >= _MAIN_MIN_DIGITS and added >= _MIXED_ADDED and longer.startswith(shorter)


def found_in(number: str, others: Collection[str]) -> bool:
    """Whether one of the others is this number."""
    return number in others or any(same_code(number, other) for other in others)


def not_in(numbers: Iterable[str], others: Collection[str]) -> list[str]:
    """The numbers that none of the others is."""
    return [number for number in numbers if not found_in(number, others)]
