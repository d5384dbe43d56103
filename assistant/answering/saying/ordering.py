"""Which of several is the first by a field, and what they cost together, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal

from assistant.answering.saying.phrases import Phrase, listed, phrase_of, quoted, together
from assistant.answering.saying.setting import Setting
from assistant.language.currencies import money
from assistant.language.numbers import NUMBER_NAMES
from assistant.matching.mentions import mention
from assistant.matching.superlatives import PRIOR_OF_BEST, length_mm, shrunk_rating
from assistant.schema import Best, Fact, FactKind, Price, Rating, Superlative, Total

# The field, whether the least comes first, and what is said of the first and of the field.
_BY: dict[Superlative, tuple[FactKind, bool, str, str]] = {
    "cheapest": ("price", True, "is the cheapest of these", "prices"),
    "dearest": ("price", False, "is the dearest of these", "prices"),
    "best rated": ("rating", False, "is the best rated of these", "ratings"),
    "most rated": ("rating", False, "has the most ratings of these", "ratings"),
    "most pieces": ("pieces", False, "has the most pieces of these", "numbers of pieces"),
    "biggest": ("size", False, "is the biggest of these", "sizes"),
    "smallest": ("size", True, "is the smallest of these", "sizes"),
}

_MISSING: dict[FactKind, str] = {
    "price": "price", "rating": "rating", "pieces": "number of pieces", "size": "size",
}  # fmt: skip
_ALONE: dict[FactKind, str] = {
    "price": "has a price here", "rating": "has been rated", "pieces": "says how many pieces it has",
    "size": "gives a size",
}  # fmt: skip
_HOW_LARGE = "how big is it, how tall, how long and how wide"
_OF_TWO: dict[Superlative, str] = {
    "cheapest": "is cheaper", "dearest": "is dearer", "best rated": "is better rated",
    "most rated": "has more ratings", "most pieces": "has more pieces", "biggest": "is bigger",
    "smallest": "is smaller",
}  # fmt: skip


def best(move: Best, setting: Setting) -> Iterator[Phrase]:
    """The first by its field with its value, then the next; where a field is missing, of whom it is."""
    kind, _, text, field = _BY[move.by]
    found = _stating(move, setting)
    if not _are_comparable(found):
        told = [fact for doc_id in move.doc_ids for fact in _measuring(doc_id, setting)] if kind == "size" else []
        if len({_said(fact).text for fact in told}) == 1 < len(told) == len(move.doc_ids):
            alike = tuple(fact.evidence_id for fact in told)
            yield together("By their listings they are alike: ", Phrase(_said(told[0]).text, alike))
            return
        if told:
            yield together("I can't say for certain which that is")
            for fact in told:
                yield together("The listing of ", setting.name(fact.doc_id), " says ", _said(fact))
            return
        if len(found) == 1:
            name, value = setting.name(found[0].doc_id), phrase_of(found[0])
            yield together("Of these only ", name, f" {_ALONE[kind]}: ", value)
        else:
            yield together(f"The listings don't give {field} that I could compare")
        return
    order = _in_order(found, move.by)
    first, second = order[:2]
    if _order(first, move.by) == _order(second, move.by):
        values = [phrase_of(first), phrase_of(second)]
        both = (", both ", values[0]) if values[0].text == values[1].text else (": ", listed(values))
        yield together(listed([setting.name(one.doc_id) for one in (first, second)]), " are level", *both)
        return
    if len(move.doc_ids) == 2:
        yield together(
            setting.name(first.doc_id), f" {_OF_TWO[move.by]}: ", phrase_of(first), " against ", phrase_of(second),
            " for ", setting.name(second.doc_id),
        )  # fmt: skip
        yield from _few_count_for_little(first, second, move.by)
        return
    more_stars = any(_has_more_stars(other, first) for other in found) if move.by == "best rated" else False
    how = ", counting how many rated it" if more_stars else ""
    yield together(setting.name(first.doc_id), f" {text}{how}: ", phrase_of(first))
    yield together("Next comes ", setting.name(second.doc_id), ": ", phrase_of(second))
    yield from _few_count_for_little(first, second, move.by)
    if unknown := [name for name in move.doc_ids if name not in {fact.doc_id for fact in found}]:
        yield together(f"The list gives no {_MISSING[kind]} for ", listed([setting.name(name) for name in unknown]))


def first_by_field(move: Best, setting: Setting) -> str:
    """The id of the product that is told first; empty where no field tells."""
    found = _stating(move, setting)
    return _in_order(found, move.by)[0].doc_id if _are_comparable(found) else ""


def _stating(move: Best, setting: Setting) -> list[Fact]:
    """The field of each product, where it has it."""
    kind = _BY[move.by][0]
    found = (fact for doc_id in move.doc_ids for fact in setting.own(doc_id, kind)[:1])
    return [fact for fact in found if kind != "size" or length_mm(str(fact.value))]


def _are_comparable(found: Sequence[Fact]) -> bool:
    return len(found) > 1 and len({fact.value.currency for fact in found if isinstance(fact.value, Price)}) < 2


def _in_order(found: Sequence[Fact], by: Superlative) -> list[Fact]:
    return sorted(found, key=lambda fact: _order(fact, by), reverse=not _BY[by][1])


def _has_more_stars(one: Fact, other: Fact) -> bool:
    return isinstance(one.value, Rating) and isinstance(other.value, Rating) and one.value.stars > other.value.stars


def _few_count_for_little(first: Fact, second: Fact, by: Superlative) -> Iterator[Phrase]:
    """Why fewer stars come first, where they do: more buyers gave them."""
    if by == "best rated" and _has_more_stars(second, first):
        yield together("Stars from more buyers count for more")


def _measuring(doc_id: str, setting: Setting) -> list[Fact]:
    """What a listing says of how large its toy is: the sentence that measures it, else the field."""
    sentences = [fact for fact in setting.own(doc_id, "line") if mention(_HOW_LARGE, str(fact.value)) > 1]
    return (sentences or setting.own(doc_id, "size"))[:1]


def _said(fact: Fact) -> Phrase:
    return Phrase(quoted(str(fact.value)), (fact.evidence_id,)) if fact.kind == "line" else phrase_of(fact)


def _order(fact: Fact, by: Superlative) -> Decimal:
    match fact.value:
        case Price(amount):
            return amount
        case Rating(stars, count):
            return (
                Decimal(count or 0)
                if by == "most rated"
                else Decimal(str(shrunk_rating(stars, count or 0, PRIOR_OF_BEST)))
            )
        case str(size):
            return Decimal(str(length_mm(size) or 0))
        case value:
            return Decimal(str(value))


def total(move: Total, setting: Setting) -> Iterator[Phrase]:
    """The sum of the prices, and each of them."""
    counts = move.counts or (1,) * len(move.doc_ids)
    priced = [fact for doc_id in move.doc_ids for fact in setting.own(doc_id, "price")[:1]]
    prices = [fact.value for fact in priced if isinstance(fact.value, Price)]
    unpriced = [doc_id for doc_id in move.doc_ids if not setting.own(doc_id, "price")]
    if unpriced:
        yield together("The catalogue gives no price for ", listed([setting.name(doc_id) for doc_id in unpriced]))
        yield from (together(setting.name(fact.doc_id), " costs ", phrase_of(fact)) for fact in priced[:1])
        return
    if len({price.currency for price in prices}) != 1:
        yield together("I can't add these up, because their prices are not in one currency")
        return
    whole = sum((price.amount * count for price, count in zip(prices, counts, strict=True)), Decimal(0))
    sum_of_all = money(Price(whole, prices[0].currency))
    if len(priced) == 1 and counts[0] == 1:
        yield together(setting.name(priced[0].doc_id), " costs ", phrase_of(priced[0]))
        return
    if len(priced) == 1:
        yield together(
            _in_words(counts[0]), " of ", setting.name(priced[0].doc_id),
            f" come to {sum_of_all}, at ", phrase_of(priced[0]), " each",
        )  # fmt: skip
        return
    parts = [
        Phrase(
            (f"{_in_words(count)} of " if count > 1 else "")
            + f"{setting.name(fact.doc_id).text} at {phrase_of(fact).text}"
            + (" each" if count > 1 else ""),
            (f"{fact.doc_id}#listing", fact.evidence_id),
        )
        for fact, count in zip(priced, counts, strict=True)
    ]
    yield together(f"Together they come to {sum_of_all}: ", listed(parts))


def _in_words(count: int) -> str:
    return NUMBER_NAMES.get(count, str(count))
