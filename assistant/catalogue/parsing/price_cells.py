"""Prices as shops write them, read exactly or not at all."""

from __future__ import annotations

import re
from decimal import Decimal

from assistant.catalogue.parsing.cleaning import Parsed
from assistant.language.currencies import CODES, SHARED_SIGNS, SIGNS
from assistant.schema import Price

# What lists mean by a sign that several currencies share, unless a code beside it or the owner says otherwise.
_SIGNS = {**SIGNS, "$": "USD", "¥": "JPY"}
SIGN = re.compile("|".join(re.escape(sign) for sign in sorted(_SIGNS, key=len, reverse=True)))
_CODE = re.compile(r"(?<![A-Za-z])[A-Za-z]{3}(?![A-Za-z])")
_AMOUNT = re.compile(r"\d{1,3}(?:[ \u00a0\u202f'’]\d{3})+(?:[.,]\d+)?(?!\d)|\d[\d.,]*")
_PENCE = re.compile(r"(\d{1,6})\s*p", re.IGNORECASE)
_NEGATIVE = re.compile(r"[-−]\s*[^\w\s]{0,3}\s*\d|^\(.*\)$")
_WORD = re.compile(r"[^\W\d_]+")
_HARMLESS = frozenset({"inc", "incl", "including", "vat", "each", "only", "now", "price", "kr"})
_FROM = frozenset({"from", "ab", "starting", "to", "bis", "up"})
# A day, two numbers with nothing but a space between, a share: none of them is a sum of money.
_NO_SUM = re.compile(r"\d{4}-\d\d-\d\d|\d\d?/\d\d?/\d{2,4}|\d\s+\d{1,2}(?!\d)|%")
_LONGEST = 60
WITHOUT_CURRENCY, IS_RANGE = "price without a currency", "price is a range"
# In thousands, in India in lakhs: "1,29,999".
_GROUPED = re.compile(r"\d{1,3}(?:[.,]\d{2,3})*[.,]\d{3}")
_CENT = Decimal("0.01")
# No toy costs more; what does is a misplaced separator or a placeholder such as 9999999.
_HIGHEST = Decimal(1_000_000)


def price(text: str, default_currency: str = "") -> Parsed[Price]:
    """A price with its currency, from "£1,299.00", "1.299,00 €", "USD 5", "85p" or a bare number in `default_currency`.

    Ranges, several amounts, zero, negative and absurd amounts give no price and say why: a budget must never rest on
    a guess.
    """
    text = text.strip()
    if not text:
        return Parsed()
    if (pence := _PENCE.fullmatch(text)) and default_currency in {"", "GBP"}:
        text = f"£{of_cents(pence[1])}"
    amounts = _AMOUNT.findall(text)
    problem = _shape_problem(text, amounts)
    if problem:
        return Parsed(problem=problem)
    currency = _currency(text, default_currency)
    if not currency:
        return Parsed(problem=WITHOUT_CURRENCY if currency == "" else "price cannot be read")
    return _checked(amounts[0], currency)


def of_cents(amount: str) -> str:
    """A whole number of cents or pence as an amount: "1999" is "19.99"."""
    return f"{Decimal(amount) / 100:.2f}"


def currency_code(text: str) -> str:
    """The one currency that a text such as a column's name "USD_MSRP" or "Price (£)" tells, or the empty string."""
    found = CODES.intersection(re.split(r"[^A-Z]+", text.upper())) or {SIGNS[sign] for sign in "£€" if sign in text}
    return next(iter(found)) if len(found) == 1 else ""


def _shape_problem(text: str, amounts: list[str]) -> str:
    """Why a text is not one plain amount, or the empty string."""
    if len(text) > _LONGEST:
        return "price cannot be read"
    words = {word.casefold() for word in _WORD.findall(SIGN.sub(" ", text)) if word.upper() not in CODES}
    if not amounts or words - _HARMLESS - _FROM or _NO_SUM.search(text):
        return "price cannot be read"
    if len(amounts) > 1 or words & _FROM:
        return IS_RANGE
    if "+" in text:
        return "price is not all that is paid"
    return "price is negative" if _NEGATIVE.search(text) else ""


def _currency(text: str, default: str) -> str | None:
    """The currency a text names, else the default; `None` where it names two."""
    codes = {code.upper() for code in _CODE.findall(text) if code.upper() in CODES}
    signs = {found.group() for found in SIGN.finditer(text)}
    if len(codes) > 1 or len(signs) > 1:
        return None
    if not signs:
        return codes.pop() if codes else default
    sign, stated = signs.pop(), codes.pop() if codes else ""
    meant = stated or default  # of a sign that several share a code beside it, or the owner, says which it is
    if meant == _SIGNS[sign] or meant.endswith(SHARED_SIGNS.get(sign, ())):
        return meant
    return None if stated else _SIGNS[sign]


def _checked(token: str, currency: str) -> Parsed[Price]:
    amount = _decimal(token.rstrip(".,"), currency)
    if amount is None:
        return Parsed(problem="price can be read in two ways")
    if amount > _HIGHEST:
        return Parsed(problem="price is absurd")
    # More decimals than cents are a spreadsheet's arithmetic (16.990000001), not a price.
    amount = amount if "." not in str(amount * 100) else amount.quantize(_CENT)
    return Parsed(Price(amount, currency)) if amount else Parsed(problem="price is zero")


def _decimal(token: str, currency: str) -> Decimal | None:
    """The number a token writes; `None` where a separator may mean thousands or decimals."""
    token = re.sub(r"[ \u00a0\u202f'’]", "", token)
    if "," in token and "." in token:
        last = max(token.rfind(","), token.rfind("."))
        whole, fraction = token[:last], token[last + 1 :]
        is_plain = token.count(token[last]) == 1 and _GROUPED.fullmatch(whole)
        return Decimal(f"{re.sub(r'[.,]', '', whole)}.{fraction}") if is_plain else None
    mark = "," if "," in token else "."
    parts = token.split(mark)
    if len(parts) == 1:
        return Decimal(token)
    if len(parts) == 2 and len(parts[1]) != 3:
        return Decimal(".".join(parts))
    # "1.299" and "12.990": thousands where the currency is the euro, a price with a nought too many elsewhere.
    if len(parts) == 2 and mark == ".":
        is_euro = currency == "EUR"
        return None if is_euro == parts[1].endswith("0") else Decimal(("" if is_euro else ".").join(parts))
    grouped = all(len(part) == 3 for part in parts[1:]) and 1 <= len(parts[0]) <= 3
    return Decimal("".join(parts)) if grouped else None
