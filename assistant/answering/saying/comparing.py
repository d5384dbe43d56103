"""Comparisons in words: what speaks for each, what only one listing says, and what they share."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from assistant.answering.saying.phrases import FEW_RATINGS, Phrase, a_child_of, listed, phrase_of, small_sum, together
from assistant.answering.saying.setting import Setting
from assistant.language.currencies import money
from assistant.language.text import ages
from assistant.language.titles import TITLE_WORDS
from assistant.matching.checks import for_age
from assistant.matching.superlatives import length_mm, plain_number
from assistant.schema import AgeRange, Compare, Fact, FactKind, Price, Rating

UNTOLD = "The listings don't say which that is"
_FACETS: tuple[FactKind, ...] = ("price", "rating", "age", "players", "pieces", "material", "size", "weight")
# What a listing states of the toy itself.
_LISTED: tuple[FactKind, ...] = ("age", "players", "pieces", "material", "size")
# Of two boxes nearly as large, or as heavy, nobody chooses one for that.
_MEASURED: tuple[FactKind, ...] = ("size", "weight")
WORTH_TELLING = 1.1
_WEIGHT = re.compile(r"(?P<number>[\d.]+) ?(?P<unit>kg|g)\b", re.IGNORECASE)
# A number and what it counts, as names have it; and the counts that the fields of a facet have told.
_COUNTED = re.compile(
    r"(?P<label>\b(?:series|season|version|volume|vol|part|no|number|book|level|stage|wave|phase)\.? )?"
    r"(?<![\w.:/-])\d+(?:[:/.]\d+)?[ -]?(?P<unit>[A-Za-z]+)\b",
    re.IGNORECASE,
)
_UNITS: dict[FactKind, tuple[str, ...]] = {
    "pieces": ("piece", "pc", "pce"), "size": ("cm", "mm", "m", "inch", "inche", "in", "ft"), "weight": ("g", "kg"),
    "age": ("year", "month", "yr"), "players": ("player",),
}  # fmt: skip
_FIRST_BY: dict[FactKind, str] = {"price": "is the cheapest", "rating": "is the best rated"}


@dataclass(frozen=True, slots=True)
class _Advantage:
    """What speaks for one product: whose it is, and in words with both values."""

    doc_id: str
    phrase: Phrase


def compare(move: Compare, setting: Setting, *, is_chosen: bool = False) -> Iterator[Phrase]:
    """For two products what speaks for each; for three one facet after the other; then what all of them share.

    Where an age is asked about, first which of them are for it; where none was chosen before, that nothing tells which.
    """
    yield from _said_first(move, setting, "" if is_chosen else f"{UNTOLD}; this is what they do say")
    facets = _facets(move, setting)
    known = {facet: found for facet, found in facets.items() if found}
    same = [found for found in known.values() if len({str(fact.value) for fact in found}) == 1]
    by_name = _by_name(move.doc_ids, known, setting)
    if len(move.doc_ids) == 2:
        yield from _two(move.doc_ids, [found for found in known.values() if found not in same], by_name, setting)
    else:
        yield from (_facet(found, setting) for found in known.values() if found not in same)
        if by_name:
            parts = [together(setting.name(doc_id), ", ", own) for doc_id, own in by_name]
            yield together("By name: ", listed(parts, "; "))
    yield from _said_of_one(move.doc_ids, facets, setting)
    yield from _unrated(move.doc_ids, setting)
    if known.keys() <= {"price", "rating"}:
        yield from _by_shelf(move.doc_ids, setting)
    if same:
        shared = [Phrase(phrase_of(found[0]).text, tuple(fact.evidence_id for fact in found)) for found in same]
        yield together("Both are " if len(move.doc_ids) == 2 else "All are ", listed(shared))


def spoken_comparison(move: Compare, setting: Setting, *, is_chosen: bool = False) -> Iterator[Phrase]:
    """For the ear: what speaks for each of two, and the cheapest and the best rated of more."""
    yield from _said_first(move, setting, "" if is_chosen else UNTOLD, max_words=4)
    facets = _facets(move, setting)
    if len(move.doc_ids) == 2:
        advantages = [_advantage(*found) for found in facets.values() if len({str(fact.value) for fact in found}) == 2]
        best = [next((one for one in advantages if one.doc_id == doc_id), None) for doc_id in move.doc_ids]
        spoken = [(one.doc_id, one.phrase.text.split(" (")[0], one.phrase.evidence_ids) for one in best if one]
    else:
        firsts = [(sorted(facets[facet], key=_order), text) for facet, text in _FIRST_BY.items()]
        spoken = [(f[0].doc_id, text, (f[0].evidence_id,)) for f, text in firsts if f and _order(f[0]) < _order(f[1])]
    for doc_id, text, evidence_ids in spoken:
        yield together(setting.name(doc_id, max_words=4), " ", Phrase(text, evidence_ids))


def _said_first(move: Compare, setting: Setting, untold: str, max_words: int = TITLE_WORDS) -> Iterator[Phrase]:
    """Where an age is asked about, which of them are for it; else where the best is, that nothing tells that."""
    if age := setting.brief.question.numbers.age:
        yield from _suited(move.doc_ids, age, setting, max_words)
    elif untold and setting.brief.question.about == "best":
        yield together(untold)


def _facets(move: Compare, setting: Setting) -> dict[FactKind, list[Fact]]:
    """What there is to compare, facet by facet; ages are left out where they have been told first."""
    told = ("age",) if setting.brief.question.numbers.age else ()
    return {facet: _of_all(move.doc_ids, facet, setting) for facet in _FACETS if facet not in told}


def _suited(doc_ids: Sequence[str], age: AgeRange, setting: Setting, max_words: int) -> Iterator[Phrase]:
    """Which are for somebody of this age, by the makers' own ages alone, which are not, and which give none."""

    def named(verdict: bool | None) -> list[Phrase]:
        those = [doc_id for doc_id in doc_ids if for_age(setting.pick(doc_id).product, age) is verdict]
        names = [setting.name(doc_id, max_words=max_words) for doc_id in those]
        stated = [next(iter(setting.own(doc_id, "age")), None) for doc_id in those]
        return [
            Phrase(f"{name.text} ({_bare(fact)})", (*name.evidence_ids, fact.evidence_id)) if fact else name
            for name, fact in zip(names, stated, strict=True)
        ]

    if right := named(True):
        suits = "suits" if len(right) == 1 else "suit"
        yield together("By the maker's age ", listed(right), f" {suits} {a_child_of(age) or 'that age'}")
    if wrong := named(False):
        yield together(listed(wrong), f" {'is' if len(wrong) == 1 else 'are'} not meant for that age")
    if silent := named(None):
        listings = ("The listing of ", listed(silent), " gives no age")
        neither = "Neither listing gives" if len(doc_ids) == 2 else "None of the listings gives"
        yield together(*(listings if right or wrong else (f"{neither} an age",)))


def _of_all(doc_ids: Sequence[str], facet: FactKind, setting: Setting) -> list[Fact]:
    """The facet of each product; empty where one lacks it, or where prices are in different money."""
    found = [fact for doc_id in doc_ids for fact in setting.own(doc_id, facet)]
    currencies = {fact.value.currency for fact in found if isinstance(fact.value, Price)}
    is_told = facet not in _MEASURED or _are_apart([str(fact.value) for fact in found])
    return found if len(found) == len(doc_ids) and len(currencies) < 2 and is_told else []


def _are_apart(measures: Sequence[str]) -> bool:
    """Whether sizes or weights differ so much that somebody would choose by them; a scale is no size."""
    found = [length_mm(text) or _kilograms(text) for text in measures]
    known = [one for one in found if one is not None]
    return len(known) == len(found) > 0 and max(known) >= min(known) * WORTH_TELLING


def _kilograms(text: str) -> float | None:
    weight = _WEIGHT.search(plain_number(text))
    return float(weight["number"]) * (1.0 if weight["unit"] == "kg" else 0.001) if weight else None


def _two(
    doc_ids: Sequence[str], differing: Sequence[list[Fact]], by_name: Sequence[tuple[str, str]], setting: Setting
) -> Iterator[Phrase]:
    advantages = [_advantage(found[0], found[1]) for found in differing]
    if by_name:
        (name_id, counted), (_, others) = by_name
        listings = tuple(f"{doc_id}#listing" for doc_id in doc_ids)
        advantages.append(_Advantage(name_id, Phrase(f"is by name {counted} (the other {others})", listings)))
    if not advantages:
        yield together("The listings give no difference between ", listed([setting.name(name) for name in doc_ids]))
    for doc_id, other_id in (doc_ids, reversed(doc_ids)):
        own = [advantage.phrase for advantage in advantages if advantage.doc_id == doc_id]
        beside = ("Beside ", setting.name(other_id), ", ") if len(own) == len(advantages) else ()
        if own:
            yield together(*beside, setting.name(doc_id), " ", listed(own))


def _advantage(one: Fact, other: Fact) -> _Advantage:
    """Whom a facet speaks for, and how."""
    match one.value, other.value:
        case Price(), Price():
            return _cheaper((one.value, one), (other.value, other))
        case Rating(), Rating():
            return _better_rated((one.value, one), (other.value, other))
        case AgeRange(), AgeRange():
            return _older((one.value, one), (other.value, other))
        case int(), int():
            (fewer, _), (more, best) = sorted(((one.value, one), (other.value, other)), key=lambda pair: pair[0])
            return _new_advantage(best, one, other, f"has more pieces ({more:,} against {fewer:,})")
        case _:
            return _new_advantage(one, one, other, f"is {phrase_of(one).text} (the other {phrase_of(other).text})")


def _new_advantage(better: Fact, one: Fact, other: Fact, text: str) -> _Advantage:
    return _Advantage(better.doc_id, Phrase(text, (one.evidence_id, other.evidence_id)))


def _cheaper(one: tuple[Price, Fact], other: tuple[Price, Fact]) -> _Advantage:
    (low, best), (high, worst) = sorted((one, other), key=lambda pair: pair[0].amount)
    by = small_sum(Price(high.amount - low.amount, low.currency))
    text = f"is {by} cheaper ({money(low)} against {money(high)})"
    return _new_advantage(best, best, worst, text)


def _better_rated(one: tuple[Rating, Fact], other: tuple[Rating, Fact]) -> _Advantage:
    (_, worst), (most, best) = sorted((one, other), key=lambda pair: (pair[0].stars, pair[0].count or 0))
    values = f"({phrase_of(best).text} against {phrase_of(worst).text})"
    fewer = min((one[0], other[0]), key=lambda rating: rating.stars)
    if most.stars == fewer.stars:
        return _new_advantage(best, best, worst, f"has more ratings {values}")
    if most.count is not None and most.count <= FEW_RATINGS < (fewer.count or 0):
        return _new_advantage(best, best, worst, f"has more stars, though hardly anybody has rated it {values}")
    return _new_advantage(best, best, worst, f"is better rated {values}")


def _older(one: tuple[AgeRange, Fact], other: tuple[AgeRange, Fact]) -> _Advantage:
    (low, worst), (high, best) = sorted((one, other), key=lambda pair: pair[0].min_months or 0)
    return _new_advantage(best, best, worst, f"is meant for {ages(high)} (the other for {ages(low)})")


def _by_name(
    doc_ids: Sequence[str], known: Mapping[FactKind, Sequence[Fact]], setting: Setting
) -> list[tuple[str, str]]:
    """What all names count, where the numbers differ and no field has told them, by product: "2MP" and "3.0MP"."""
    named = [_counted(setting.pick(doc_id).product.title) for doc_id in doc_ids]
    told = {unit for facet, units in _UNITS.items() if facet in known for unit in units}
    shared = [unit for unit in named[0] if unit not in told and all(unit in one for one in named)]
    differing = [unit for unit in shared if len({_number(one[unit]) for one in named}) > 1]
    told_apart = [", ".join(own[unit] for unit in differing) for own in named]
    return list(zip(doc_ids, told_apart, strict=True)) if differing else []


def _counted(title: str) -> dict[str, str]:
    """What a name counts, by what it is counted in: {"mp": "2MP", "axis": "6-Axis"}; of several numbers none."""
    found: dict[str, set[str]] = {}
    for match in _COUNTED.finditer(title):
        if not match["label"]:
            found.setdefault(match["unit"].lower().removesuffix("s"), set()).add(match[0])
    return {unit: next(iter(texts)) for unit, texts in found.items() if len(texts) == 1}


def _number(counted: str) -> tuple[str, ...]:
    """The number of "3.0MP" as "3MP" has it, and of "1.50 scale" as "1:50 scale"."""
    whole, *part = re.findall(r"\d+", counted)[:2]
    return (whole, *(digits for digits in part if digits.strip("0")))


def _said_of_one(
    doc_ids: Sequence[str], facets: Mapping[FactKind, Sequence[Fact]], setting: Setting
) -> Iterator[Phrase]:
    """What the listing of only some of them says: for whom it is, how many can play, how large it is."""
    some = [
        facet for facet in _LISTED
        if facet in facets and not facets[facet] and not all(setting.own(doc_id, facet) for doc_id in doc_ids)
    ]  # fmt: skip
    for doc_id in doc_ids:
        own = setting.own(doc_id, *some)
        if own:
            yield together(
                "The listing of ", setting.name(doc_id), " also says: ", listed([phrase_of(fact) for fact in own])
            )


def _by_shelf(doc_ids: Sequence[str], setting: Setting) -> Iterator[Phrase]:
    """What sort of thing each is, where listings tell little else and the shop files them apart."""
    shelves = _of_all(doc_ids, "shelf", setting)
    if len({str(fact.value) for fact in shelves}) > 1:
        yield together(listed([together(setting.name(one.doc_id), " is ", phrase_of(one), end="") for one in shelves]))


def _facet(found: Sequence[Fact], setting: Setting) -> Phrase:
    """How each of three stands in one facet, the cheapest or best rated first."""
    opener = {
        "price": "By price: ", "rating": "By rating: ", "age": "By age: ", "players": "Players: ", "pieces": "Pieces: ",
        "material": "Material: ", "size": "Size: ", "weight": "Weight: ",
    }[found[0].kind]  # fmt: skip
    parts = [
        Phrase(f"{setting.name(fact.doc_id).text}, {_bare(fact)}", (f"{fact.doc_id}#listing", fact.evidence_id))
        for fact in sorted(found, key=_order)
    ]
    return together(opener, listed(parts, "; "))


def _order(fact: Fact) -> float:
    match fact.value:
        case Price(amount):
            return float(amount)
        case Rating(stars):
            return -stars
        case _:
            return 0.0


def _bare(fact: Fact) -> str:
    """The value alone, where the sentence says already what it is of."""
    return phrase_of(fact).text.removeprefix("for ").removeprefix("made of ")


def _unrated(doc_ids: Sequence[str], setting: Setting) -> Iterator[Phrase]:
    """Which of them nobody has rated, and what buyers gave the others."""
    unrated = [doc_id for doc_id in doc_ids if not setting.own(doc_id, "rating")]
    rated = [fact for doc_id in doc_ids for fact in setting.own(doc_id, "rating")]
    if unrated and rated:
        yield from (together(setting.name(fact.doc_id), " has ", phrase_of(fact)) for fact in rated)
        names = listed([setting.name(doc_id) for doc_id in unrated])
        yield together("Nobody has rated ", names, " yet")
