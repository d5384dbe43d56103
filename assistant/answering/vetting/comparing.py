"""Comparing: whether one product is cheaper, dearer, better rated or more often rated than another. Pure functions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal

from assistant.language.currencies import amount_of
from assistant.language.text import fold

_LESS = r"cheaper|less expensive|lower[- ]priced|lower in price|costs? less|less|cost is lower"
_MORE = r"more expensive|dearer|pricier|higher[- ]priced|higher in price|costs? more|more"
_FORM = re.compile(
    r"(?:(?P<costs>costs? )|an? )?(?P<amount>(?:[£$€]\d[\d,]*(?:\.\d+)?|\d\d?p) )?"
    r"(?P<size>(?:just )?(?:a little|a bit|slightly|much|a lot|far) )?"
    rf"(?:(?P<less>{_LESS})|(?P<more>{_MORE})|(?P<better>(?:better|higher)[- ]rated"
    r"|rated (?:slightly |a little )?(?:higher|better|above)|a (?:better|higher) rating)"
    r"|(?P<worse>lower[- ]rated|rated lower|a lower rating)|(?P<oftener>more (?:ratings|reviews))"
    r"|(?P<seldomer>fewer (?:ratings|reviews))|(?P<larger>more pieces)|(?P<smaller>fewer pieces))(?P<than> than)?"
)
_FIELDS = {
    "less": ("price", -1),
    "more": ("price", 1),
    "better": ("rating", 1),
    "worse": ("rating", -1),
    "oftener": ("rating_count", 1),
    "seldomer": ("rating_count", -1),
    "larger": ("pieces", 1),
    "smaller": ("pieces", -1),
}
_SAME = re.compile(r"(?:exactly )?(?:the )?same (?P<field>price|rating)(?: as)?")
_RESTATED = {
    "less": "{amount} cheaper",
    "more": "{amount} more expensive",
    "better": "rated higher",
    "worse": "rated lower",
}
# "A little" is at most this share of the greater number, "much" at least this one.
LITTLE, MUCH = Decimal("0.2"), Decimal("0.4")


def is_relation(value: str) -> bool:
    """Whether the words compare one product with another, and not with all."""
    return bool(_FORM.fullmatch(fold(value).strip()) or same_field(value))


def relates(value: str, mine: Mapping[str, str], its: Mapping[str, str]) -> bool:
    """Whether the first product's listing facts stand to the other's as the words say, an amount to the penny."""
    return _relation(value, mine, its) is not None


def _relation(value: str, mine: Mapping[str, str], its: Mapping[str, str]) -> tuple[str, Decimal] | None:
    """What relation the words name, and how far the two are apart in it; None where it is not so."""
    match = _FORM.fullmatch(fold(value).strip())
    if match is None:
        return None
    kind = next(name for name in _FIELDS if match[name])
    field, sign = _FIELDS[kind]
    if field not in mine or field not in its or (field == "price" and mine.get("currency") != its.get("currency")):
        return None
    gap = (Decimal(mine[field]) - Decimal(its[field])) * sign
    # "Less" alone does not say of what.
    if gap <= 0 or (match[kind] in ("less", "more") and not (match["amount"] or match["costs"])):
        return None
    share = gap / max(Decimal(mine[field]), Decimal(its[field]))
    holds = _amount_holds(match["amount"], gap, field, mine) and _size_holds(match["size"], share)
    return (kind, gap) if holds else None


def same_field(value: str) -> str:
    """What two products are said to have the same of, "price" or "rating"; empty where they are not."""
    match = _SAME.fullmatch(fold(value).strip())
    return match["field"] if match else ""


def restated(value: str, mine: Mapping[str, str], its: Mapping[str, str]) -> str | None:
    """A relation in plain words that go before "than", prices to the penny; None where it is not so.

    Empty for what is the same, and for what is compared by another number than the price or the rating.
    """
    if field := same_field(value):
        equal = field in mine and mine[field] == its.get(field) and mine.get("currency") == its.get("currency")
        return "" if equal else None
    relation = _relation(value, mine, its)
    if relation is None:
        return None
    kind, gap = relation
    return _RESTATED.get(kind, "").format(amount=amount_of(gap, mine.get("currency", "")))


def _amount_holds(said: str | None, gap: Decimal, field: str, facts: Mapping[str, str]) -> bool:
    if not said:
        return True
    exact = amount_of(gap, facts.get("currency", ""))
    in_pence = f"{gap * 100:.0f}p" if facts.get("currency") == "GBP" else exact
    return field == "price" and said.strip().removesuffix(".00") in (exact, in_pence)


def _size_holds(said: str | None, share: Decimal) -> bool:
    if not said:
        return True
    small = any(word in said for word in ("little", "bit", "slightly"))
    return share <= LITTLE if small else share >= MUCH
