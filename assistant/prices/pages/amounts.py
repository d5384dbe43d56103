"""Amounts in running text, each with the part it plays: the price, the price before, a saving, a monthly rate.

Text is the weakest witness. It contradicts a price ("£29.99" that the page shows as the old one) or agrees with one,
and makes one only where a page states nothing else (`page_reading.SHOWN`). The currency is found first and only the
number beside it is read, so that a set number is never taken for an amount.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import islice

from assistant.language.currencies import CODES, SHARED_SIGNS, SIGNS
from assistant.language.text import fold
from assistant.prices.pages.conditions import Role, role_of
from assistant.prices.pages.money import currency_of, display_amount, may_mean
from assistant.schema import Price

_NUMBER = r"\d{1,3}(?:[.,'\u00a0\u202f ]\d{3}){1,2}(?:[.,]\d{1,2})?(?!\d)|\d{1,6}(?:[.,]\d{1,2})?(?!\d)"
_MARKS = "|".join(map(re.escape, sorted((*SIGNS, *SHARED_SIGNS, *CODES), key=len, reverse=True)))
_BEFORE = re.compile(rf"(?P<mark>{_MARKS})\s?(?P<number>{_NUMBER})")
_AFTER = re.compile(rf"(?<![\d.,])(?P<number>{_NUMBER})\s?(?P<mark>{_MARKS})(?!\w)")
# Characters on either side of an amount in which a label still speaks of it.
_REACH = 48
_REACH_BEHIND = 80
# So little behind an amount ("today") goes on in the next line.
_SHORT = 8
_MAX_AMOUNTS = 500


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount in a text, its ISO 4217 currency (or the mark that several share: "$"), its part and its place."""

    amount: Decimal
    currency: str
    role: Role
    start: int = 0

    def equals(self, price: Price) -> bool:
        """Whether this may be `price`: the same amount in a currency that the mark can mean."""
        return self.amount == price.amount and self.may_be_in(price.currency)

    def may_be_in(self, currency: str) -> bool:
        """Whether the mark can mean a currency."""
        return currency.endswith(SHARED_SIGNS.get(self.currency, (self.currency,)))


@dataclass(frozen=True, slots=True)
class _Marked:
    """A number at its place, and the mark beside it; both together reach from `start` to `end`."""

    mark: str
    number: str
    start: int
    end: int
    place: int


def amounts_in(text: str, before: str = "", behind: str = "") -> tuple[Amount, ...]:
    """Every amount beside a currency, in order of appearance.

    `before` and `behind` are the lines around `text`, where they have no amount: "Was" may stand above an amount that
    opens its line, and "per week" under one that ends it.
    """
    found = _marked(text)
    edges = [0, *(one.end for one in found)]
    starts = [*(one.start for one in found[1:]), len(text)]
    read: list[Amount | None] = []
    for place, (one, edge, start) in enumerate(zip(found, edges, starts, strict=False)):
        # Once for readers and once for those who are read to: what is said of the first holds for both.
        if place and not text[edge : one.start].strip() and one.number == found[place - 1].number:
            read.append(read[-1])
            continue
        lead = text[max(edge, one.start - _REACH) : one.start]
        tail = text[one.end : min(start + 1, one.end + _REACH_BEHIND)]
        is_last = place == len(found) - 1
        lead = lead if lead.strip() or place else before
        tail = f"{tail.rstrip()} {behind}" if is_last and len(tail) < _SHORT else tail
        read.append(_read(one, lead, tail, is_last))
    return tuple(amount for amount in read if amount is not None)


def _marked(text: str) -> list[_Marked]:
    """The numbers that stand beside marks, in order; two marks that can mean the same, as in "£24.99 GBP", are one."""
    found: dict[int, _Marked] = {}
    for match in sorted(_matches(text), key=lambda match: match.end()):
        one = _Marked(match["mark"], match["number"], *match.span(), match.start("number"))
        first = found.setdefault(one.place, one)
        code = currency_of(first.mark) or currency_of(one.mark)
        if code and may_mean(first.mark, code) and may_mean(one.mark, code):
            found[one.place] = replace(first, mark=code, start=min(first.start, one.start), end=one.end)
    return sorted(found.values(), key=lambda one: one.start)


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


def _read(one: _Marked, lead: str, tail: str, is_last: bool) -> Amount | None:
    amount = display_amount(one.number)
    if amount is None:
        return None
    role = role_of(fold(lead[-_REACH:]), fold(tail[:_REACH_BEHIND]), is_last=is_last)
    return Amount(amount, currency_of(one.mark) or one.mark, role, one.place)
