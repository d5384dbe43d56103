"""Amounts in running text, each with the part it plays: the price, the price before, a saving, a monthly rate.

Text is the weakest witness. It never makes a price; it only contradicts one ("£29.99" that the page shows as the old
price) or agrees with one. The currency is found first and only the number beside it is read, so that a set number is
never taken for an amount.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from itertools import islice
from typing import Literal

from assistant.language.currencies import CODES, SHARED_SIGNS, SIGNS
from assistant.language.text import fold
from assistant.prices.pages.money import currency_of, display_amount
from assistant.schema import Price

Role = Literal["plain", "was", "saving", "from", "part", "delivery", "net", "some", "several", "used", "regular"]
_Label = Role | Literal["now", "gross"]

_NUMBER = r"\d{1,3}(?:[.,'\u00a0\u202f ]\d{3}){1,2}(?:[.,]\d{1,2})?(?!\d)|\d{1,6}(?:[.,]\d{1,2})?(?!\d)"
_MARKS = "|".join(map(re.escape, sorted((*SIGNS, *SHARED_SIGNS, *CODES), key=len, reverse=True)))
_BEFORE = re.compile(rf"(?P<mark>{_MARKS})\s?(?P<number>{_NUMBER})")
_AFTER = re.compile(rf"(?<![\d.,])(?P<number>{_NUMBER})\s?(?P<mark>{_MARKS})(?!\w)")
_TAX = r"(?:vat|tax|mwst|ust|btw|tva|iva|gst)\b"
_NET = rf"(?:\+|plus|excl?|exc|excluding|ex|without|before|zzgl|exkl|ohne)\.?\s*{_TAX}|netto\b|hors taxes?\b|ht\b"
_GROSS = rf"(?:incl?|including|inkl)\.?\s*{_TAX}|ttc\b"
_CARD = r"members?|club ?card|nectar|prime|subscribe|subscription|students?|voucher|coupon|code|trade"
_WORDS: dict[_Label, str] = {
    "now": r"now|sale price|our price|today|price now|special price|deal price|jetzt|nur|maintenant|ora|ahora",
    "was": r"was|rrp|r\.r\.p\.|list(?: price)?|msrp|srp|original(?:ly| price)?|before|"
    r"previous(?:ly| price)?|compare at|old price|usual(?:ly| price)?|statt|uvp|vorher|au lieu de|prix conseille|"
    r"antes|invece di|prezzo consigliato",
    "saving": r"saved?|saving|you save|spare|discount|rabatt|economisez",
    "from": r"from|starting at|starts at|as low as|between|ab|a partir de|desde|a partire da",
    "part": r"instalments? of|payments? of|deposit(?: of)?|rate of|raten? (?:von|zu)|monthly|trade[- ]in",
    "delivery": r"delivery|shipping|postage|p&p|orders over|spend|versand|livraison|spedizione",
    "net": _NET,
    "gross": _GROSS,
    "some": rf"(?:{_CARD})(?: (?:price|pay|only|& save|and save))|club ?card|nectar|"
    r"subscribe (?:&|and) save|subscription(?: price|:)",
    "several": r"(?:[2-9]|\d\d+) for\s*$",
    # Shop themes say it also where nothing is reduced.
    "regular": r"regular(?: price)?|reg\.",
    "used": r"used\s*:|buy used|pre-?owned|second-?hand|refurbished|renewed|open box|gebraucht",
}
_LABELS: tuple[tuple[_Label, re.Pattern[str]], ...] = tuple(
    (role, re.compile(rf"(?:^|[^a-z])(?:{words})(?:[^a-z]|$)")) for role, words in _WORDS.items()
)
_TAIL: tuple[tuple[_Label, re.Pattern[str]], ...] = (
    ("net", re.compile(rf"^[\s(-]*(?:{_NET})(?!\s*:)")),
    ("gross", re.compile(rf"^[\s(-]*(?:{_GROSS})(?!\s*:)")),
    ("some", re.compile(rf"^\s*(?:for|with|to)\s(?:\w+ )?(?:{_CARD})\b")),
    ("several", re.compile(r"^\s*(?:each,?\s)?(?:when|if) you buy\b")),
    ("part", re.compile(r"^\s*(?:/|per|a|p\.?|x \d+)?\s*(?:mo\b|mth|month|pm\b|week|monat|mois|mese|mes\b)")),
    ("saving", re.compile(r"^\s*(?:off|discount|rabatt|saving)\b")),
    # "£24.99 Delivery £3.99": there the word speaks of what follows.
    ("delivery", re.compile(r"^\s*(?:delivery|shipping|postage|p&p|versand)\b(?!\W*(?:from |is |costs? )?[£$€\d])")),
    ("from", re.compile(r"^\s*(?:-|–|—|to|bis)\s*(?:£|€|US\$|\d)")),
    ("part", re.compile(r"^\s*(?:/|per|pro|je)\s*(?:\d+\s*)?(?:g|kg|100|ml|l|m|metre|unit)\b")),
)
# "£20.83 ex VAT £24.99 inc VAT": the words between speak of the amount before them.
_TAX_ALONE = re.compile(rf"[\s()]*(?:{_NET}|{_GROSS})[\s()]*")
_RANGE_END = re.compile(r"\s*(?:-|–|—|to|bis)\s*$")
# Characters on either side of an amount in which a label still speaks of it.
_REACH = 32
_MAX_AMOUNTS = 500


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount in a text, its ISO 4217 currency (or the mark that several share: "$") and the part it plays there."""

    amount: Decimal
    currency: str
    role: Role

    def equals(self, price: Price) -> bool:
        """Whether this may be `price`: the same amount in a currency that the mark can mean."""
        meant = SHARED_SIGNS.get(self.currency, (self.currency,))
        return self.amount == price.amount and price.currency.endswith(meant)


def amounts_in(text: str) -> tuple[Amount, ...]:
    """Every amount beside a currency, in order of appearance."""
    found = sorted(_matches(text), key=lambda match: match.start())
    edges = [0, *(match.end() for match in found)]
    starts = [*(match.start() for match in found[1:]), len(text)]
    read = (
        _read(match, text[max(edge, match.start() - _REACH) : match.start()], text[match.end() : start + 1])
        for match, edge, start in zip(found, edges, starts, strict=False)
    )
    return tuple(amount for amount in read if amount is not None)


def _matches(text: str) -> Iterator[re.Match[str]]:
    """Each mark's numbers on the side where this text writes them, so that "24,99 € 29,99 €" is not paired wrongly."""
    before: dict[str, list[re.Match[str]]] = {}
    after: dict[str, list[re.Match[str]]] = {}
    for side, pattern in ((before, _BEFORE), (after, _AFTER)):
        for match in islice(pattern.finditer(text), _MAX_AMOUNTS):
            side.setdefault(match["mark"], []).append(match)
    for mark in before.keys() | after.keys():
        left, right = before.get(mark, []), after.get(mark, [])
        yield from left if len(left) >= len(right) + (mark == "€") else right


def _read(match: re.Match[str], lead: str, tail: str) -> Amount | None:
    amount, mark = display_amount(match["number"]), match["mark"]
    return Amount(amount, currency_of(mark) or mark, _role(lead, tail[:_REACH])) if amount is not None else None


def _role(lead: str, tail: str) -> Role:
    label = _label(fold(lead), fold(tail))
    return "plain" if label == "now" or label == "gross" else label  # noqa: PLR1714


def _label(lead: str, tail: str) -> _Label:
    after = next((role for role, pattern in _TAIL if pattern.search(tail)), None)
    nearest: tuple[int, _Label] = (-1, "plain")
    for name, pattern in _LABELS:
        for match in pattern.finditer(lead):
            nearest = max(nearest, (match.start(), name))
    taxed = nearest[1] in {"net", "gross"} and not (after and _TAX_ALONE.fullmatch(lead))
    if after is not None and not (taxed and after in {"net", "gross"}):
        return after
    return "from" if _RANGE_END.match(lead) else nearest[1]
