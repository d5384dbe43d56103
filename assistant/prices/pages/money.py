"""Money as shops write it: which currency, which amount, or nothing when either is in doubt.

Pure functions. A symbol that several currencies share ("$", "¥", "kr") names none of them. A number whose separators
can be read in two ways is not read at all, because a wrong price is worse than no price.
"""

from __future__ import annotations

import re
from decimal import Decimal

from price_parser import Price as ParsedPrice

from assistant.language.currencies import CODES, SHARED_SIGNS, SIGNS

_NAMES = {sign.casefold(): code for sign, code in SIGNS.items()} | {"euro": "EUR", "euros": "EUR"}
# No single toy costs more; a bigger figure is a phone number, a part number or pence.
MAX_AMOUNT = Decimal(50_000)
_CENT = Decimal("0.01")
_SPACES = re.compile(r"[\s\u00a0\u202f\u2009'’]+")
_AROUND = re.compile(r"^(?P<before>[^\d.,+-]*)(?P<number>\d[\d.,]*)(?P<dash>[.,]?[-–—]+)?(?P<after>[^\d]*)$")
_PLAIN = re.compile(r"\d+(?:[.,]\d{1,2})?")
_GROUPED = re.compile(r"\d{1,3}(?:(?P<group>[.,])\d{3})(?:(?P=group)\d{3})*(?:(?!(?P=group))[.,]\d{1,2})?")
_LONG_DECIMALS = re.compile(r"\d+\.\d{4,}")


def currency_of(text: str) -> str:
    """The ISO 4217 code that a code, symbol or name means beyond doubt; otherwise empty."""
    name = _SPACES.sub("", text).strip(".:").casefold()
    return name.upper() if name.upper() in CODES else _NAMES.get(name, "")


def whole_pence(amount: Decimal) -> Decimal | None:
    """The amount with two decimals, or nothing when it is no price: not positive, too large, or finer than a penny."""
    if not amount.is_finite() or not 0 < amount <= MAX_AMOUNT:
        return None
    rounded = amount.quantize(_CENT)
    # Shops' own arithmetic leaves 24.990000000000002; anything coarser than that is another number altogether.
    return rounded if rounded > 0 and abs(rounded - amount) < Decimal("0.000001") else None


def _from_digits(text: str, *, machine: bool) -> Decimal | None:
    grouped = _GROUPED.fullmatch(text)
    if grouped and machine and re.fullmatch(r"\d+\.\d{3}", text):
        return None
    if machine and _LONG_DECIMALS.fullmatch(text):
        return whole_pence(Decimal(text))
    if not grouped and not _PLAIN.fullmatch(text):
        return None
    parsed = ParsedPrice.fromstring(text).amount
    return whole_pence(parsed) if parsed is not None else None


def machine_price(value: object, currency: object) -> tuple[Decimal, str] | None:
    """The price that structured data states, as (amount, ISO 4217 code).

    `value` is a JSON number (as `Decimal`) or text such as "1299.00", "£1,299.00" or "1.299,00 €"; `currency` is what
    the page says beside it, or nothing. Ranges, words ("from 9.99"), zero, numbers with two readings and two
    currencies that contradict each other give `None`.
    """
    stated = currency_of(currency) if isinstance(currency, str) else ""
    if isinstance(currency, str) and currency.strip() and not stated:
        return None
    if isinstance(value, Decimal):
        # 1.299 as a number may be a German 1.299 that lost its quotation marks.
        amount = None if value.as_tuple().exponent == -3 else whole_pence(value)
        return (amount, stated) if amount is not None and stated else None
    if not isinstance(value, str) or len(value) >= 40:
        return None
    match = _AROUND.match(_SPACES.sub("", value))
    if match is None:
        return None
    marks = [mark.casefold() for mark in (match["before"], match["after"]) if mark]
    code = stated or next((currency_of(mark) for mark in marks if mark not in SHARED_SIGNS), "")
    if not code or not all(may_mean(mark, code) for mark in marks):
        return None
    digits = match["number"].rstrip(".,") if match["dash"] else match["number"]
    amount = _from_digits(digits, machine=True)
    return (amount, code) if amount is not None else None


def may_mean(mark: str, code: str) -> bool:
    """Whether a mark can mean a currency."""
    return code.endswith(SHARED_SIGNS[mark]) if mark in SHARED_SIGNS else currency_of(mark) == code


def display_amount(token: str) -> Decimal | None:
    """The amount of one number as people read it: "1,299", "1.299,00", "24,99", "9"."""
    text = _SPACES.sub("", token).rstrip(".,")
    return _from_digits(text, machine=False)
