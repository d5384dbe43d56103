"""Private data taken out of a message before anything else sees it: cards, e-mails, phones, street addresses."""

from __future__ import annotations

import re
from dataclasses import dataclass

_EMAIL = re.compile(r"\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+\b")
_CARD = re.compile(r"(?<![\d.])\d(?:[ -]?\d){12,18}(?![\d.])")
_PHONE = re.compile(
    r"(?<![\w.£$€])(?:\+\d{1,3}[ .-]?(?:\(0\)[ .-]?)?\d(?:[ .-]?\d){7,11}|\(?0\d{2,4}\)?[ .-]?\d{3,4}[ .-]?\d{3,4}"
    r"|\(\d{3}\)[ .-]?\d{3}[ .-]\d{4}|\d{3}[.-]\d{3}[.-]\d{4})(?![\w])"
)
# "A 4 wheel drive car" and "a 6 year old who loves sesame street" are no addresses.
_COUNTED = (
    r"(?:pieces?|pcs?|wheels?|inch(?:es)?|cm|mm|foot|feet|ft|years?|yrs?|months?|lanes?|players?|people|cars?|in)\b"
)
_STREET = re.compile(
    rf"\b\d{{1,5}}[a-z]?,? (?!{_COUNTED})"
    r"(?:[A-Za-z][\w']*\.? ){0,3}?[A-Za-z][\w']* (?:street|road|avenue|lane|drive|close|"
    r"crescent|court|square|"
    r"terrace|boulevard|st|rd|ave|ln|blvd)\b\.?(?:,? [A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b|,? \d{5}(?:-\d{4})?\b)?",
    re.IGNORECASE,
)
_POSTCODE = re.compile(r"\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b")


@dataclass(frozen=True, slots=True)
class Redaction:
    """A text safe to keep, and whether anything was taken out of it."""

    text: str
    found: bool


def redact(text: str) -> Redaction:
    """The text with every piece of private data replaced by its name in brackets."""
    clean = _EMAIL.sub("[email]", text)
    clean = _CARD.sub(lambda match: "[card]" if _passes_luhn(match.group()) else match.group(), clean)
    clean = _PHONE.sub("[phone]", clean)
    clean = _STREET.sub("[address]", clean)
    clean = _POSTCODE.sub("[postcode]", clean)
    return Redaction(clean, clean != text)


def _passes_luhn(number: str) -> bool:
    """The check digit test of card numbers (ISO/IEC 7812-1)."""
    digits = [int(char) for char in reversed(number) if char.isdigit()]
    return (sum(digits[0::2]) + sum(sum(divmod(2 * digit, 10)) for digit in digits[1::2])) % 10 == 0
