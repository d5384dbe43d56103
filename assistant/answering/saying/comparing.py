"""Comparisons in words: what speaks for each, what only one listing says, and what they share."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from assistant.answering.saying.indirect_questions import which_one
from assistant.answering.saying.phrases import FEW_RATINGS, Phrase, a_child_of, listed, phrase_of, small_sum, together
from assistant.answering.saying.setting import Setting
from assistant.language.currencies import money
from assistant.language.text import ages
from assistant.language.titles import TITLE_WORDS
from assistant.matching.checks import for_age
from assistant.matching.superlatives import length_mm, plain_number
from assistant.schema import AgeRange, Compare, Fact, FactKind, Price, Rating

_FACETS: tuple[FactKind, ...] = ("price", "rating", "age", "players", "pieces", "material", "size", "weight")
# What is told of one product where another has it not.
_LISTED: tuple[FactKind, ...] = ("rating", "age", "players", "pieces", "material", "size")
# Of two boxes nearly as large, or as heavy, nobody chooses one for that.
_MEASURED: tuple[FactKind, ...] = ("size", "weight")
WORTH_TELLING = 1.1
# Who has been named in full is called by so many words, in which it is known again.
AGAIN = 6
_WEIGHT = re.compile(r"(?P<number>[\d.]+) ?(?P<unit>kg|g)\b", re.IGNORECASE)
_FIRST_BY: dict[FactKind, str] = {"price": "is the cheapest", "rating": "is the best rated"}


def compare(move: Compare, setting: Setting, *, is_chosen: bool = False) -> Iterator[Phrase]:
    """For two products what speaks for each; for three one facet after the other; then what all of them share.

    Where an age is asked about, first which of them are for it; where none was chosen before, that nothing tells which.
    """
    yield from _said_first(move, setting, "" if is_chosen else f"{_untold(setting)}; this is what they do say")
    facets = _facets(move, setting)
    known = {facet: found for facet, found in facets.items() if found}
    same = [found for found in known.values() if len({str(fact.value) for fact in found}) == 1]
    if len(move.doc_ids) == 2:
        yield from _two(move.doc_ids, [found for found in known.values() if found not in same], setting)
    else:
        differing = [found for found in known.values() if found not in same]
        yield from (_facet(found, setting, TITLE_WORDS if at == 0 else AGAIN) for at, found in enumerate(differing))
    yield from _said_of_one(move.doc_ids, facets, setting)
    if known.keys() <= {"price", "rating"}:
        yield from _by_shelf(move.doc_ids, setting)
    if same:
        shared = [Phrase(phrase_of(found[0]).text, tuple(fact.evidence_id for fact in found)) for found in same]
        yield together("Both are " if len(move.doc_ids) == 2 else "All are ", listed(shared))


def _untold(setting: Setting) -> str:
    return f"The listings don't say {which_one(setting.brief.question.text)}"


def spoken_comparison(move: Compare, setting: Setting, *, is_chosen: bool = False) -> Iterator[Phrase]:
    """For the ear: what speaks for each of two, and the cheapest and the best rated of more."""
    yield from _said_first(move, setting, "" if is_chosen else _untold(setting), max_words=4)
    facets = _facets(move, setting)
    if len(move.doc_ids) == 2:
        advantages = [_advantage(*found) for found in facets.values() if len({str(fact.value) for fact in found}) == 2]
        best = dict(reversed(advantages))  # the first of each
        spoken = [(one, best[one].text.split(" (")[0], best[one].evidence_ids) for one in move.doc_ids if one in best]
    else:
        firsts = [(sorted(facets[facet], key=_order), text) for facet, text in _FIRST_BY.items()]
        spoken = [
            (f[0].doc_id, text, (f[0].evidence_id,)) for f, text in firsts if f and _order(f[0])[0] < _order(f[1])[0]
        ]
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


def _two(doc_ids: Sequence[str], differing: Sequence[list[Fact]], setting: Setting) -> Iterator[Phrase]:
    advantages = [_advantage(found[0], found[1]) for found in differing]
    if not advantages:
        yield together("The listings give no difference between ", listed([setting.name(name) for name in doc_ids]))
    for doc_id, other_id in (doc_ids, reversed(doc_ids)):
        own = [phrase for better_id, phrase in advantages if better_id == doc_id]
        beside = ("Beside ", setting.name(other_id), ", ") if len(own) == len(advantages) else ()
        if own:
            yield together(*beside, setting.name(doc_id), " ", listed(own))


def _advantage(one: Fact, other: Fact) -> tuple[str, Phrase]:
    """Whom a facet speaks for, by its id, and how, with both values."""
    best, worst = sorted((one, other), key=_order)
    match best.value, worst.value:
        case Price() as low, Price() as high:
            by = small_sum(Price(high.amount - low.amount, low.currency))
            text = f"is {by} cheaper ({money(low)} against {money(high)})"
        case Rating() as most, Rating() as fewer:
            text = f"{_how_rated(most, fewer)} ({phrase_of(best).text} against {phrase_of(worst).text})"
        case AgeRange() as older, AgeRange() as younger:
            text = f"is meant for {ages(older)} (the other for {ages(younger)})"
        case int(more), int(less):
            text = f"has more pieces ({more:,} against {less:,})"
        case _:
            text = f"is {phrase_of(best).text} (the other {phrase_of(worst).text})"
    return best.doc_id, Phrase(text, (best.evidence_id, worst.evidence_id))


def _how_rated(most: Rating, fewer: Rating) -> str:
    if most.stars == fewer.stars:
        return "has more ratings"
    if most.count is not None and most.count <= FEW_RATINGS < (fewer.count or 0):
        return "has more stars, though hardly anybody has rated it"
    return "is better rated"


def _said_of_one(
    doc_ids: Sequence[str], facets: Mapping[FactKind, Sequence[Fact]], setting: Setting
) -> Iterator[Phrase]:
    """What the listing of only some of them says: its rating, for whom it is, how many can play, how large it is."""
    some = [
        facet for facet in _LISTED
        if facet in facets and not facets[facet] and not all(setting.own(doc_id, facet) for doc_id in doc_ids)
    ]  # fmt: skip
    for doc_id in doc_ids:
        own = setting.own(doc_id, *some)
        if own:
            yield together(
                "The listing of ",
                setting.name(doc_id, max_words=AGAIN),
                " also says: ",
                listed([phrase_of(fact) for fact in own]),
            )


def _by_shelf(doc_ids: Sequence[str], setting: Setting) -> Iterator[Phrase]:
    """What sort of thing each is, where listings tell little else and the shop files them apart."""
    shelves = _of_all(doc_ids, "shelf", setting)
    if len({str(fact.value) for fact in shelves}) > 1:
        named = [(setting.name(one.doc_id, max_words=AGAIN), one) for one in shelves]
        yield together(listed([together(name, " is ", phrase_of(one), end="") for name, one in named]))


def _facet(found: Sequence[Fact], setting: Setting, max_words: int) -> Phrase:
    """How each of three stands in one facet, the cheapest or best rated first, by a name of so many words."""
    kind = found[0].kind
    opener = f"By {kind}: " if kind in ("price", "rating", "age") else f"{kind}: "
    parts = [
        Phrase(
            f"{setting.name(fact.doc_id, max_words=max_words).text}, {_bare(fact)}",
            (f"{fact.doc_id}#listing", fact.evidence_id),
        )
        for fact in sorted(found, key=_order)
    ]
    return together(opener, listed(parts, "; "))


def _order(fact: Fact) -> tuple[float, ...]:
    """The cheapest, the best rated, the one for the oldest and the one with the most pieces come first."""
    match fact.value:
        case Price(amount):
            return (float(amount),)
        case Rating(stars, count):
            return (-stars, -(count or 0))
        case AgeRange(youngest):
            return (-(youngest or 0),)
        case int(pieces):
            return (-pieces,)
        case _:
            return (0.0,)


def _bare(fact: Fact) -> str:
    """The value alone, where the sentence says already what it is of."""
    return phrase_of(fact).text.removeprefix("for ").removeprefix("made of ")
