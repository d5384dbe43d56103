"""A written answer as a person would say it: pure functions from text to text.

Order matters: what is never said (Markdown, addresses, marks, codes) goes first, then money, then symbols, then the
numbers that are left.
"""

from __future__ import annotations

import re
from decimal import Decimal

from assistant.language.currencies import SYMBOLS
from assistant.language.numbers import TENS, UNITS

_ONES, _TENS = ("zero", *UNITS), ("", "", *TENS)
_SCALES = ((1_000_000_000, "billion"), (1_000_000, "million"), (1_000, "thousand"))
# Symbol or code: one unit, several, one hundredth, several hundredths.
_UNITS = {
    "£": ("pound", "pounds", "penny", "pence"),
    "$": ("dollar", "dollars", "cent", "cents"),
    "€": ("euro", "euros", "cent", "cents"),
}

_AMOUNT = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
_MONEY = re.compile(rf"([£$€])\s?({_AMOUNT})(?![\d])|(?<![\w.,])({_AMOUNT})\s?(GBP|USD|EUR)\b")
_NUMBER = re.compile(rf"(?<![\w.,])(?:{_AMOUNT})(?![\w]|[.,]\d)")
_YEAR = re.compile(r"(?:19|20)\d\d")

_TARGET = r"\((?:[^()]|\([^()]*\))*\)"
_MARKER = r"(?:#{1,6}|[-*+•]|\d+[.)])\s"

# Applied in this order; each is what a voice would stumble over.
_UNSAID: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"```.*?(?:```|\Z)", re.DOTALL), " "),
    (re.compile(rf"!\[[^\]]*\]{_TARGET}"), " "),
    (re.compile(rf"\[([^\]]+)\]{_TARGET}"), r"\1"),
    (re.compile(r"<[^<>]{1,500}>"), " "),
    (re.compile(r"\b(?:https?|ftp)://\S+|\bwww\.\S+|\b\S+@\S+\.\w+\b", re.IGNORECASE), " "),
    (re.compile(r"\[\^?\d+(?:\s*[,–-]\s*\d+)*\]|[¹²³⁴⁵⁶⁷⁸⁹⁰]+"), ""),
    (re.compile(rf"(?<=\w)[ \t]*\n(?=\s*\n|\s{{0,3}}{_MARKER})"), ".\n"),
    (re.compile(rf"^\s{{0,3}}(?:{_MARKER}+|>\s?|\|?[-:| ]{{3,}}\|?\s*$)", re.MULTILINE), ""),
    (re.compile(r"\*+|`+|~~|(?<!\w)_+|_+(?!\w)"), ""),
    (re.compile(r"[®™©|\\]"), " "),
    # Model and order codes: letters then three digits or more, or a bare number of five digits or more.
    (re.compile(r"(?<![\w£$€.,-])(?=[\w-]*[A-Za-z])(?:[A-Za-z]+-)*[A-Za-z]+-?\d{3,}[\w-]*"), " "),
    (re.compile(r"(?<![\w£$€.,])\d{5,}(?![\w.,]|\s+(?:pieces|ratings|reviews|toys|years))"), " "),
    (re.compile(r"#\s*(?=\d)"), " number "),
    (re.compile(r"\(\s*\)|\[\s*\]"), " "),
)
_SYMBOLS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"(?<![\d.-])(\d[\d,.]*(?: months?| years?)?)\s*[–—-]\s*(?=[£$€]?\d[\d,.]*(?!-?\d))"), r"\1 to "),
    (re.compile(r"\s+[–—-]+\s+|\s*—\s*"), ", "),
    (re.compile(r"(?<=\d):(?=\d)"), " to "),
    (re.compile(r"(?<=\d)\s*[x×]\s*(?=\d)"), " by "),
    (re.compile(r"(?<=\d)\s*\+"), " and up"),
    (re.compile(r"★\s*(\d(?:\.\d)?)|(\d(?:\.\d)?)\s*★"), r"\1\2 stars"),
    (re.compile(r"\s*&\s*"), " and "),
    (re.compile(r"(?<=\d)\s*%"), " percent"),
    (re.compile(r"(?<=\d)\s?cm\b"), " centimetres"),
    (re.compile(r"(?<=\d)\s?mm\b"), " millimetres"),
    (re.compile(r"(?<=\d)\s?kg\b"), " kilograms"),
    (re.compile(r"[★☆·•]+"), ","),
)
_TIDY: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"\s+"), " "),
    (re.compile(r"\s+(?=[,.;:!?)])"), ""),
    (re.compile(r"(?<=\()\s+"), ""),
    (re.compile(r"([,;:])(?:\s*[,;:])+"), r"\1"),
    (re.compile(r"[,;:]+(?=[.!?])"), ""),
    (re.compile(r"^[\s,.;:]+"), ""),
)


def say(text: str, locale: str = "en-GB") -> str:
    """The words a voice should read for a written answer.

    Markdown, addresses, citation marks and codes are left out; money, ratings, ages and counts become words
    ("£24.99" is "twenty-four pounds ninety-nine"). A sentence without any of these comes back as it was.
    """
    joined = " " if locale.casefold().endswith(("-us", "_us")) else " and "
    quiet = _replaced(text, _UNSAID)
    ranges = _replaced(quiet, _SYMBOLS)
    priced = _MONEY.sub(lambda match: _money(match, joined), ranges)
    counted = _NUMBER.sub(lambda match: _number(match[0], joined), priced)
    return _replaced(counted, _TIDY).strip()


def cardinal(number: int, joined: str = " and ") -> str:
    """A whole number in words; `joined` stands before the last two digits: " and " in Britain, a blank in America."""
    if number < 20:
        return _ONES[number]
    if number < 100:
        return _TENS[number // 10] + (f"-{_ONES[number % 10]}" if number % 10 else "")
    if number < 1000:
        return f"{_ONES[number // 100]} hundred" + _rest(number % 100, joined)
    size, name = next(scale for scale in _SCALES if number >= scale[0])
    rest = number % size
    return f"{cardinal(number // size, joined)} {name}" + _rest(rest, joined if rest < 100 else " ", joined)


def _rest(number: int, before: str, joined: str = " and ") -> str:
    return before + cardinal(number, joined) if number else ""


def _replaced(text: str, rules: tuple[tuple[re.Pattern[str], str], ...]) -> str:
    for pattern, replacement in rules:
        text = pattern.sub(replacement, text)
    return text


def _number(written: str, joined: str) -> str:
    plain = written.replace(",", "")
    whole, _, decimals = plain.partition(".")
    # Voices read a bare year as a year; numbers too long to follow are left to them as well.
    if _YEAR.fullmatch(written) or len(whole) > 12:
        return written
    spelled = " ".join(_ONES[int(digit)] for digit in decimals if decimals.strip("0"))
    return cardinal(int(whole), joined) + (f" point {spelled}" if spelled else "")


def _money(match: re.Match[str], joined: str) -> str:
    symbol = match[1] or SYMBOLS[match[4]]
    one, many, hundredth, hundredths = _UNITS[symbol]
    hundreds = int((Decimal((match[2] or match[3]).replace(",", "")) * 100).to_integral_value())
    units, rest = divmod(hundreds, 100)
    small = f"{cardinal(rest)} {hundredth if rest == 1 else hundredths}"
    if units == 0 and rest:
        return small
    large = f"{cardinal(units, joined)} {one if units == 1 else many}"
    # "Twenty pounds five" would be heard as twenty-five.
    return large if not rest else f"{large} and {small}" if rest < 10 else f"{large} {cardinal(rest)}"
