"""Comparisons as the second reader reads them: which two a sentence names, and whether their records stand so."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal

from assistant.schema import Price, Product

_CHEAPER = re.compile(r"\b(?:cheaper|costs? less|less expensive|lower in price|[£$€][\d.,]+ less)\b", re.IGNORECASE)
_DEARER = re.compile(r"\b(?:more expensive|dearer|costs? more|[£$€][\d.,]+ more)\b", re.IGNORECASE)
_BETTER = re.compile(
    r"\b(?:rated (?:higher|better)|(?:higher|better)[- ]rated|a (?:higher|better) rating)\b", re.IGNORECASE
)
_OFTENER = re.compile(r"\bmore (?:ratings|reviews)\b", re.IGNORECASE)
# Where nothing is compared: what the shopper may ask for.
_OFFERS = re.compile(
    r"\b(?:something|anything|somewhat|a|other|an?y?thing else)(?: \w+)? (?:cheaper|more expensive|dearer|premium)\b",
    re.IGNORECASE,
)
_ADDRESSED = re.compile(
    r"\b(?:let me know|ask|tell me|would you|if you|i can|shall i|do you|just say|say the word)\b|\?", re.IGNORECASE
)


def false_comparisons(
    sentence: str, names: Sequence[tuple[int, Product]], before: Product | None, shown: Mapping[str, Price | None]
) -> Iterator[str]:
    """Comparisons in one sentence that the records do not bear out.

    `names` are the products named in it with their places; `before` is what was spoken about until then.
    """
    for pattern, stands in ((_CHEAPER, _below), (_DEARER, _above), (_BETTER, _rated_above), (_OFTENER, _rated_oftener)):
        for match in pattern.finditer(sentence):
            if _OFFERS.search(sentence) and _ADDRESSED.search(sentence):
                continue
            pair = _pair(sentence, match.start(), names, before)
            if pair is None or not stands(*pair, shown):
                yield f"compared: {match.group()}"


def _pair(
    sentence: str, place: int, names: Sequence[tuple[int, Product]], before: Product | None
) -> tuple[Product, Product] | None:
    """Who is compared with whom: the one named before the words, and another; None where that is not clear."""
    first = [(at, product) for at, product in names if at < place]
    later = [product for at, product in names if at > place]
    beside = bool(first) and re.search(
        r"(?:compared (?:with|to)|next to)(?: the)? $", sentence[: first[0][0]], re.IGNORECASE
    )
    if beside and before is not None:
        return before, first[0][1]
    if first and later:
        return first[-1][1], later[0]
    if len(first) == 1 and before is not None and first[0][1].id != before.id:
        return first[0][1], before
    return (before, later[0]) if before is not None and later else None


def _prices(mine: Product, its: Product, shown: Mapping[str, Price | None]) -> tuple[Decimal, Decimal] | None:
    first, second = shown.get(mine.id) or mine.price, shown.get(its.id) or its.price
    return (first.amount, second.amount) if first and second and first.currency == second.currency else None


def _below(mine: Product, its: Product, shown: Mapping[str, Price | None]) -> bool:
    prices = _prices(mine, its, shown)
    return prices is not None and prices[0] < prices[1]


def _above(mine: Product, its: Product, shown: Mapping[str, Price | None]) -> bool:
    return _below(its, mine, shown)


def _rated_above(mine: Product, its: Product, _: Mapping[str, Price | None]) -> bool:
    return (mine.rating or 0) > (its.rating or 0) > 0


def _rated_oftener(mine: Product, its: Product, _: Mapping[str, Price | None]) -> bool:
    return (mine.rating_count or 0) > (its.rating_count or 0) > 0
