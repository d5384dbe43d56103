"""Which of several is the first by a field, and what they cost together, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from assistant.answering.saying.phrases import Phrase, listed, phrase_of, quoted, together
from assistant.answering.saying.setting import Setting
from assistant.language.currencies import money
from assistant.language.numbers import NUMBER_NAMES
from assistant.matching.mentions import mention
from assistant.matching.superlatives import length_mm, place_by
from assistant.schema import Best, Fact, FactKind, Price, Rating, Superlative, Total


@dataclass(frozen=True, slots=True)
class _By:
    """The field that a superlative goes by, and what the first is said to be: of several, of two, of all there is."""

    kind: FactKind
    of_these: str
    of_two: str
    of_all: str


_BY: dict[Superlative, _By] = {
    "cheapest": _By("price", "is the cheapest of these", "is cheaper", "the cheapest"),
    "dearest": _By("price", "is the dearest of these", "is dearer", "the dearest"),
    "best rated": _By("rating", "is the best rated of these", "is better rated", "the best rated"),
    "most rated": _By("rating", "has the most ratings of these", "has more ratings", "the one with the most ratings"),
    "most pieces": _By("pieces", "has the most pieces of these", "has more pieces", "the one with the most pieces"),
    "biggest": _By("size", "is the biggest of these", "is bigger", "the biggest"),
    "smallest": _By("size", "is the smallest of these", "is smaller", "the smallest"),
}
# A field by its name, one and several, and what is said of the only product that has it.
_FIELDS: dict[FactKind, tuple[str, str, str]] = {
    "price": ("price", "prices", "has a price here"), "rating": ("rating", "ratings", "has been rated"),
    "pieces": ("number of pieces", "numbers of pieces", "says how many pieces it has"),
    "size": ("size", "sizes", "gives a size"),
}  # fmt: skip
_HOW_LARGE = "how big is it, how tall, how long and how wide"


def first_of_all(by: Superlative) -> str:
    """What the first by a field is called among all that there is: "the cheapest"."""
    return _BY[by].of_all


def best(move: Best, setting: Setting) -> Iterator[Phrase]:
    """The first by its field with its value, then the next; where a field is missing, of whom it is."""
    by = _BY[move.by]
    one_field, fields, has_it = _FIELDS[by.kind]
    found = stating(move.doc_ids, move.by, setting)
    if not _are_comparable(found):
        told = [fact for doc_id in move.doc_ids for fact in _measuring(doc_id, setting)] if by.kind == "size" else []
        if told:
            yield together("I can't say for certain which that is")
            for fact in told:
                yield together("The listing of ", setting.name(fact.doc_id), " says ", _said(fact))
            return
        if len(found) == 1:
            name, value = setting.name(found[0].doc_id), phrase_of(found[0])
            yield together("Of these only ", name, f" {has_it}: ", value)
        else:
            yield together(f"The listings don't give {fields} that I could compare")
        return
    first, second = _in_order(found, move.by, setting)[:2]
    if _place(first, move.by, setting) == _place(second, move.by, setting):
        values = [phrase_of(first), phrase_of(second)]
        both = (", both ", values[0]) if values[0].text == values[1].text else (": ", listed(values))
        yield together(listed([setting.name(one.doc_id) for one in (first, second)]), " are level", *both)
        return
    if len(move.doc_ids) == 2:
        yield together(
            setting.name(first.doc_id), f" {by.of_two}: ", phrase_of(first), " against ", phrase_of(second),
            " for ", setting.name(second.doc_id),
        )  # fmt: skip
        yield from _few_count_for_little(first, second, move.by)
        return
    more_stars = any(_has_more_stars(other, first) for other in found) if move.by == "best rated" else False
    how = ", counting how many rated it" if more_stars else ""
    yield together(setting.name(first.doc_id), f" {by.of_these}{how}: ", phrase_of(first))
    yield together("Next comes ", setting.name(second.doc_id), ": ", phrase_of(second))
    yield from _few_count_for_little(first, second, move.by)
    if unknown := [name for name in move.doc_ids if name not in {fact.doc_id for fact in found}]:
        yield together(f"The list gives no {one_field} for ", listed([setting.name(name) for name in unknown]))


def first_by_field(move: Best, setting: Setting) -> str:
    """The id of the product that is told first; empty where no field tells."""
    found = stating(move.doc_ids, move.by, setting)
    return _in_order(found, move.by, setting)[0].doc_id if _are_comparable(found) else ""


def stating(doc_ids: Iterable[str], by: Superlative, setting: Setting) -> list[Fact]:
    """The field that a superlative goes by of each product that has it."""
    kind = _BY[by].kind
    found = (fact for doc_id in doc_ids for fact in setting.own(doc_id, kind)[:1])
    return [fact for fact in found if kind != "size" or length_mm(str(fact.value))]


def _are_comparable(found: Sequence[Fact]) -> bool:
    return len(found) > 1 and len({fact.value.currency for fact in found if isinstance(fact.value, Price)}) < 2


def _in_order(found: Sequence[Fact], by: Superlative, setting: Setting) -> list[Fact]:
    return sorted(found, key=lambda fact: _place(fact, by, setting))


def _place(fact: Fact, by: Superlative, setting: Setting) -> float:
    pick = setting.pick(fact.doc_id)
    return place_by(pick.product, pick.price, by)


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
