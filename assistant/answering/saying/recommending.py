"""Recommendations in words: the pick and what decides it, what is not as wished, who comes second, and why."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from assistant.answering.saying.indirect_questions import plural, third_person
from assistant.answering.saying.ordering import first_of_all, stating
from assistant.answering.saying.phrases import (
    PUT_FORWARD,
    Phrase,
    a_child_of,
    from_buyers,
    in_scale,
    listed,
    lower_first,
    met_phrases,
    phrase_of,
    quoted,
    rated,
    together,
)
from assistant.answering.saying.product_names import unknown_theme
from assistant.answering.saying.setting import Setting
from assistant.language.lexicon import ADJECTIVES, GENERIC, MATERIALS, is_a_colour
from assistant.language.text import ages, fold, is_done, is_how, stems, words
from assistant.matching.superlatives import FEWEST_COMPARED, SPARSE
from assistant.schema import (
    AgeRange,
    Caution,
    Contradiction,
    Describe,
    Difference,
    Explain,
    Fact,
    FactKind,
    Move,
    Quote,
    Rating,
    Recommend,
    RunnerUp,
    Superlative,
    Wish,
)

# What a toy is and not what it has: "machine washable", "waterproof".
_IS_SO = re.compile(r"(?:able|ible|proof|tight|resistant|free|safe|friendly)$", re.IGNORECASE)
# A first sentence with more reasons is a list.
MOST_REASONS, MOST_LINES = 3, 2


def recommend(move: Recommend, setting: Setting) -> Iterator[Phrase]:
    """The pick with what decides it, then what buyers gave it; first, where it is not of the kind, that nothing is."""
    facts = setting.facts(move.because)
    standing = setting.standing(move.doc_id)
    if standing == "nearest":
        missing, theme = setting.missing_kind(), unknown_theme(setting.brief.plan)
        nothing = f"I found no {missing} here" if missing else f"I found nothing of {theme} here" if theme else ""
        yield together(nothing or "I'm not sure I have just that")
    reasons = reasons_in_words([fact for fact in facts if not isinstance(fact.value, Difference)], setting, move.doc_id)
    tail: tuple[str | Phrase, ...] = (": ", listed(reasons, ", ")) if reasons else ()
    is_for_that_age = not any(fact.is_wish("age") for fact in setting.own(move.doc_id, "unmet", "unknown"))
    frame = _frame(setting) if is_for_that_age else ""
    if standing == "pick":
        before, behind = _choice(move.doc_id, frame, setting)
    else:
        before, behind = f"{PUT_FORWARD[standing]} is ", ""
    yield together(before, setting.name(move.doc_id), behind, *tail)
    best = setting.brief.plan.intent.best
    if standing == "pick" and best in SPARSE and not _is_first_by(move.doc_id, best, setting):
        yield together(f"Too few listings give {_GIVEN_BY_SOME[best]} to tell which is {first_of_all(best)}")
    if not setting.own(move.doc_id, "price") and not setting.brief.plan.intent.needs_live_price:
        yield together("The catalogue gives no price for ", "them" if setting.is_several(move.doc_id) else "it")
    for fact in setting.own(move.doc_id, "stock"):
        if fact.value == 0:
            yield together("The shop's list had ", phrase_of(fact), " when it was read")
    yield from (rated(fact) for fact in facts if isinstance(fact.value, Rating))
    yield from _beside_others(facts, setting)


# What many a listing says nothing of, so that another may be the first.
_GIVEN_BY_SOME: dict[Superlative, str] = {
    "most pieces": "their number", "biggest": "a size", "smallest": "a size",
}  # fmt: skip


def _choice(doc_id: str, frame: str, setting: Setting) -> tuple[str, str]:
    """How the pick is put forward, behind for whom it is: the words before its name and those behind it."""
    best = setting.brief.plan.intent.best
    if setting.brief.stays:
        return "As before, ", ""
    if best and _is_first_by(doc_id, best, setting):
        how = ", counting how many rated it," if best == "best rated" and _has_fewer_stars(doc_id, setting) else ""
        if best in SPARSE and len(_knowing(best, setting)) < len(setting.brief.picks):
            how = f", among those that give {_GIVEN_BY_SOME[best]},"
        return f"{frame}{first_of_all(best)} I found{how} {'are' if setting.is_several(doc_id) else 'is'} ", ""
    verb = "fit" if setting.is_several(doc_id) else "fits"
    way = setting.variant("go", "pick", "fit")
    before = {"go": f"{frame}I'd go for ", "pick": f"{frame}my pick is ", "fit": frame}[way]
    return before, f" {verb} best" if way == "fit" else ""


def _is_first_by(doc_id: str, by: Superlative, setting: Setting) -> bool:
    """Whether the pick can be called the first: it has the field, and of what few listings give, others have it too."""
    are_enough = by not in SPARSE or len(_knowing(by, setting)) >= FEWEST_COMPARED
    return are_enough and _has_the_field(doc_id, by, setting)


def _knowing(by: Superlative, setting: Setting) -> list[str]:
    """The ids of the picks whose listings give what the superlative goes by."""
    return [pick.product.id for pick in setting.brief.picks if _has_the_field(pick.product.id, by, setting)]


def _has_fewer_stars(doc_id: str, setting: Setting) -> bool:
    """Whether another that is shown has more stars, from so few buyers that they count for less."""
    stars = {pick.product.id: pick.product.rating or 0.0 for pick in setting.brief.picks}
    return stars[doc_id] < max(stars.values())


def _has_the_field(doc_id: str, by: Superlative, setting: Setting) -> bool:
    """Whether the listing gives what the superlative goes by."""
    is_counted = by != "most rated" or bool(setting.pick(doc_id).product.rating_count)
    return is_counted and bool(stating((doc_id,), by, setting))


def _frame(setting: Setting) -> str:
    """For whom it is, in the shopper's own terms: "For a four-year-old, "."""
    child = a_child_of(setting.brief.plan.intent.constraints.age)
    return f"For {child}, " if child else ""


def reasons_in_words(
    facts: Sequence[Fact], setting: Setting, doc_id: str, *, also_by_name: bool = False
) -> list[Phrase]:
    """What was asked for and is so, then other facts, the price last and within what."""
    product, name = setting.pick(doc_id).product, setting.name(doc_id).text
    asked = (fact for fact in facts if fact.kind == "met")
    met = met_phrases(asked, setting.brief.facts, product, name, also_by_name=also_by_name)
    others = [
        phrase_of(fact) for fact in facts
        if fact.kind not in ("met", "price", "within_budget", "rating", "unmet", "unknown", "review")
    ]  # fmt: skip
    found = list(dict.fromkeys((*met, *others)))[:MOST_REASONS]
    price = [phrase_of(fact) for fact in facts if fact.kind == "price"]
    if price and (kept := [phrase_of(fact) for fact in facts if fact.kind == "within_budget"]):
        price = [Phrase(f"{price[0].text}, {kept[0].text}", price[0].evidence_ids)]
    return [*found, *price]


def caution(move: Caution, setting: Setting) -> Iterator[Phrase]:
    """What was asked for and is not so, or is not known, each in a sentence; all that is unknown in one."""
    facts = [fact for fact in setting.facts(move.facts) if not fact.is_wish("kind")]
    several = setting.is_several(move.doc_id)
    for fact in facts:
        if fact.kind == "unmet" and isinstance(fact.value, Wish) and (phrase := _unmet(fact, fact.value, setting)):
            yield phrase
        elif isinstance(fact.value, Contradiction):
            yield together(Phrase(phrase_of(fact).text, _parts(fact.doc_id, fact.value)))
    silent = [fact for fact in facts if fact.kind == "unknown" and not setting.may_say(fact)]
    unknown = [_unknown(fact, setting.brief.plan.intent.text, several=several) for fact in silent]
    if len(unknown) == 1 and any(fact.is_wish("age") for fact in silent):
        yield together("The listing gives no age")
    elif unknown:
        yield together("The listing doesn't say ", listed(list(dict.fromkeys(unknown)), " or "))


def _parts(doc_id: str, found: Contradiction) -> tuple[str, ...]:
    """The evidence that a contradiction stands in; a title is part of the listing's."""
    sections = ("listing" if one.section == "title" else one.section for one in found.stated)
    return tuple(dict.fromkeys(f"{doc_id}#{section}" for section in sections))


def _unmet(fact: Fact, wish: Wish, setting: Setting) -> Phrase | None:
    several = setting.is_several(fact.doc_id)
    it, is_, isnt, has = ("They", "are", "aren't", "have") if several else ("It", "is", "isn't", "has")
    own = {one.kind: one for one in setting.own(fact.doc_id, "age", "players", "pieces", "brand")}
    match wish.kind:
        case "material":
            return together(f"{it} {isnt} {ADJECTIVES.get(wish.asked, wish.asked)}")
        case "brand" if "brand" in own:
            return together("The listing gives the maker as ", Phrase(str(own["brand"].value), (fact.evidence_id,)))
        case "age" if "age" in own and isinstance(own["age"].value, AgeRange):
            meant = setting.brief.plan.intent.constraints.age  # a toddler has a range, of which the wish has an end
            asked = f", and you asked for {ages(meant)}" if meant else ""
            return together(f"{it} {is_} for {ages(own['age'].value)}{asked}", Phrase("", (fact.evidence_id,)))
        case "players" if "players" in own:
            return together(f"{it} {is_} ", phrase_of(own["players"]))
        case "pieces" if "pieces" in own:
            return together(f"{it} {has} ", phrase_of(own["pieces"]), f", not {int(wish.asked):,}")
        case "scale":
            return together(f"{it} {isnt} {in_scale(wish.asked)}")
        case "refused":
            does = _does(wish.asked, fold(setting.brief.plan.intent.text), several=several)
            return together(f"{it} {does or f'{has} {wish.asked}'}", Phrase("", (fact.evidence_id,)))
        case _:
            return _of_another_colour(fact, wish, setting) if is_a_colour(wish.asked) else None


def _of_another_colour(fact: Fact, wish: Wish, setting: Setting) -> Phrase:
    its = [word for word in words(setting.pick(fact.doc_id).product.title) if is_a_colour(word)]
    said = Phrase(" and ".join(dict.fromkeys(its)), (f"{fact.doc_id}#listing",))
    return together("The name says ", said, f", not {wish.asked}")


def _does(asked: str, text: str, *, several: bool) -> str:
    """What a toy does or is, "makes noise", "is noisy", where the wish is for that; empty where it is to have it."""
    verb, space, rest = asked.partition(" ")
    if is_done(asked, text) and verb.isalpha():  # "4K" is nothing that one does
        return f"{plural(verb) if several else verb if verb.endswith('s') else third_person(verb)}{space}{rest}"
    is_so = _IS_SO.search(asked) or is_how(asked, text) or is_a_colour(asked)
    return f"{'are' if several else 'is'} {asked.removeprefix('not ')}" if is_so else ""


def _unknown(fact: Fact, typed: str, *, several: bool) -> Phrase:
    assert isinstance(fact.value, Wish)  # noqa: S101  (a wish is what is met or not)
    it, is_, has = ("they", "are", "have") if several else ("it", "is", "has")
    wish, text = fact.value, fold(typed)
    as_typed = re.search(rf"(?<!\w){re.escape(wish.asked)}(?!\w)", typed, re.IGNORECASE)
    # "With a stable" is no wish that it be stable.
    part = re.search(rf"\bwith (?P<part>(?:(?:an?|the|some) )?{re.escape(wish.asked)})(?!\w)", typed, re.IGNORECASE)
    unsaid = f"anything about {quoted(as_typed[0] if as_typed else wish.asked)}"
    does = "" if part else _does(wish.asked, text, several=several)
    has_it = f"whether {it} {'come' if several else 'comes'} with {part['part']}" if part else unsaid
    refused = f"whether {it} {does or f'{has} {wish.asked}'}"
    if wish.asked in MATERIALS:
        refused = f"what {it} {is_} made of"
    elif "batter" in wish.asked:
        refused = f"whether {it} {'need' if several else 'needs'} batteries"
    return Phrase({
        "material": f"whether {it} {is_} {ADJECTIVES.get(wish.asked, wish.asked)}",
        "brand": f"who makes {'them' if several else 'it'}",
        "refused_brand": f"who makes {'them' if several else 'it'}",
        "age": f"what age {it} {is_} for",
        "players": "how many can play",
        "pieces": f"how many pieces {it} {has}",
        "scale": f"whether {it} {is_} {in_scale(wish.asked)}",
        "wanted": f"whether {it} {does}" if does else has_it,
        "refused": refused, "theme": unsaid, "term": unsaid,
    }[wish.kind])  # fmt: skip


def runner_up(move: RunnerUp, setting: Setting, before: Sequence[Move] = ()) -> Iterator[Phrase]:
    """Another product, under what sets it apart from the pick; behind one that is set apart alike just the other."""
    opening = _set_apart(move, setting)
    if any(isinstance(one, RunnerUp) and _set_apart(one, setting) == opening for one in before):
        opening = "Or "
    facts = setting.facts(move.because)
    price = [phrase_of(fact) for fact in facts if fact.kind == "price"]
    stated = [fact for fact in facts if fact.kind != "price" and not isinstance(fact.value, Difference)]
    stars = [phrase_of(fact) for fact in stated if fact.kind == "rating"]
    others = [*reasons_in_words(stated, setting, move.doc_id), *stars]
    has_price = bool(setting.own(move.doc_id, "price"))
    at: tuple[str | Phrase, ...] = (" at ", price[0]) if price else () if has_price else (", which has no price here",)
    tail: tuple[str | Phrase, ...] = (", ", listed(others, ", ")) if others else ()
    yield together(opening, setting.name(move.doc_id), *at, *tail)


def _set_apart(move: RunnerUp, setting: Setting) -> str:
    """What another product is put forward under."""
    apart = {fact.kind for fact in setting.facts(move.because) if isinstance(fact.value, Difference)}
    return {
        frozenset({"cheaper"}): "To spend less: ",
        frozenset({"better_rated"}): "Rated higher: ",
        # Not "and rated higher", though it is: nobody would see why the other was chosen.
        frozenset({"cheaper", "better_rated"}): "To spend less: ",
        frozenset({"more_rated"}): "Rated by more buyers: ",
    }.get(frozenset(apart), setting.variant("Next best: ", "Next in line: "))


def explain(move: Explain, setting: Setting) -> Iterator[Phrase]:
    """Why a product was chosen and how it stands to the others; of those compared which to take, and why."""
    facts, name = setting.facts(move.because), setting.name(move.doc_id)
    told = [fact for fact in facts if fact.kind in ("title", "line", "review")]
    apart = [fact for fact in facts if isinstance(fact.value, Difference)]
    stated = [fact for fact in facts if fact not in told and fact not in apart]
    compares = setting.brief.plan.intent.act == "compare"
    reasons = reasons_in_words(stated, setting, move.doc_id, also_by_name=not compares)
    if compares:
        reasons += dict.fromkeys(map(phrase_of, apart))
    comes = "they come" if setting.is_several(move.doc_id) else "it comes"
    why = f" because {comes} closest to what you asked for"
    tail: tuple[str | Phrase, ...] = (": ", listed(reasons, ", ")) if reasons else ()
    yield together("Of these I'd take " if compares else "I chose ", name, "" if compares else why, *tail)
    yield from (together("The full name says ", phrase_of(fact)) for fact in told if _tells_more(fact, name.text))
    yield from quotes(told)
    yield from (rated(fact) for fact in facts if isinstance(fact.value, Rating))
    yield from () if compares else _beside_others(apart, setting)


def _tells_more(fact: Fact, name: str) -> bool:
    """Whether it is the full name, and has more in it than the one that stands there."""
    return fact.kind == "title" and not set(stems(str(fact.value))) <= set(stems(name))


def _beside_others(facts: Sequence[Fact], setting: Setting) -> Iterator[Phrase]:
    """How a product stands to each of the others; to those that it stands to alike in one sentence."""
    apart = [fact for fact in facts if isinstance(fact.value, Difference)]
    alike = dict[tuple[str, ...], list[str]]()
    mine = dict[str, list[Phrase]]()
    for other_id in dict.fromkeys(fact.value.other_id for fact in apart if isinstance(fact.value, Difference)):
        mine[other_id] = [
            phrase_of(f) for f in apart if isinstance(f.value, Difference) and f.value.other_id == other_id
        ]
        alike.setdefault(tuple(phrase.text for phrase in mine[other_id]), []).append(other_id)
    for others in alike.values():
        it_is = "they are" if setting.is_several(apart[0].doc_id) else "it is"
        names = listed([setting.name(other_id) for other_id in others])
        yield together("Beside ", names, f" {it_is} ", listed(mine[others[0]]))


# A listing of nothing but these leaves a shopper wondering whether that was all.
_LITTLE: frozenset[FactKind] = frozenset({"shelf", "brand", "price", "rating"})
_FIGURES: tuple[FactKind, ...] = ("price", "age", "players", "pieces", "material", "size")


def describe(move: Describe, setting: Setting, before: Sequence[Move] = ()) -> Iterator[Phrase]:
    """What is known of a product: its figures, its maker's own words, what buyers gave it; nothing twice."""
    told = told_of(move.doc_id, before)
    facts = [fact for fact in setting.facts(move.facts) if fact.fact_id not in told]
    if is_introduced := any(getattr(one, "doc_id", "") == move.doc_id for one in before):
        yield from _figures(facts, setting, move.doc_id)
    else:
        yield _presented(facts, setting, move.doc_id)
    yield from quotes(
        [fact for fact in facts if fact.kind in ("line", "review")], also=_has_quoted(move.doc_id, before, setting)
    )
    yield from (rated(fact) for fact in facts if isinstance(fact.value, Rating))
    if not is_introduced and not setting.brief.question.more and {fact.kind for fact in facts} <= _LITTLE:
        title = next((str(fact.value) for fact in setting.own(move.doc_id, "title")), "")
        whole = "" if set(words(title)) <= set(words(setting.name(move.doc_id).text)) else quoted(title)
        yield together("Its listing tells no more than ", f"its name: {whole}" if whole else "that")


def told_of(doc_id: str, before: Sequence[Move]) -> frozenset[str]:
    """The facts of a product that the moves before tell."""
    return frozenset(
        name
        for one in before if getattr(one, "doc_id", "") == doc_id
        for name in (*getattr(one, "because", ()), *getattr(one, "facts", ()))
    )  # fmt: skip


def _has_quoted(doc_id: str, before: Sequence[Move], setting: Setting) -> bool:
    """Whether a sentence of the listing was told as one."""
    told = told_of(doc_id, [one for one in before if isinstance(one, Describe | Quote)])
    return any(fact.kind == "line" for fact in setting.facts(told))


def _presented(facts: Sequence[Fact], setting: Setting, doc_id: str) -> Phrase:
    """A product by its name, with its maker and figures."""
    name = setting.name(doc_id)
    folded_name = name.text.casefold()
    maker = [
        phrase_of(fact) for fact in facts if fact.kind == "brand" and str(fact.value).casefold() not in folded_name
    ]
    shelf = [
        phrase_of(fact) for fact in facts
        if fact.kind == "shelf" and set(stems(str(fact.value))) - GENERIC - set(stems(name.text))
    ]  # fmt: skip
    known = [phrase_of(fact) for fact in facts if fact.kind in _FIGURES]
    by: tuple[str | Phrase, ...] = (" ", maker[0]) if maker else ()
    filed: tuple[str | Phrase, ...] = (", ", shelf[0]) if shelf else ()
    return together(name, *by, *filed, *((": ", listed(known)) if known else ()))


def _figures(facts: Sequence[Fact], setting: Setting, doc_id: str) -> Iterator[Phrase]:
    """The figures of a product that was named just before: "It has 202 pieces and is for ages 8 and up"."""
    several = setting.is_several(doc_id)
    it, is_, has, costs = ("They", "are", "have", "cost") if several else ("It", "is", "has", "costs")
    verb_of = {"pieces": has, "price": costs}
    known = [fact for fact in facts if fact.kind in _FIGURES]
    clauses = [
        Phrase(f"{verb} {phrase_of(fact).text}", (fact.evidence_id,))
        for kind, verb in verb_of.items() for fact in known if fact.kind == kind
    ]  # fmt: skip
    if rest := [phrase_of(fact) for fact in known if fact.kind not in verb_of]:
        being = listed(rest, ", " if clauses else " and ")
        clauses.append(Phrase(f"{is_} {being.text}", being.evidence_ids))
    if clauses:
        yield together(f"{it} ", listed(clauses))


def quote(move: Quote, setting: Setting, before: Sequence[Move] = ()) -> Iterator[Phrase]:
    """Sentences of the listing or of buyers that the moves before do not tell."""
    told = told_of(move.doc_id, before)
    untold = [fact for fact in setting.facts(move.facts) if fact.fact_id not in told]
    spoken_of = [doc_id for one in before if (doc_id := getattr(one, "doc_id", ""))][-1:]
    said = quotes(untold, also=_has_quoted(move.doc_id, before, setting))
    if spoken_of not in ([], [move.doc_id]) and (first := next(said, None)):
        yield together("Of ", setting.name(move.doc_id), " ", Phrase(lower_first(first.text), first.evidence_ids))
    yield from said


def quotes(facts: Sequence[Fact], *, also: bool = False) -> Iterator[Phrase]:
    """The listing's sentences in one sentence, behind others that it says, then each buyer's own."""
    lines = [fact for fact in facts if fact.kind == "line"][:MOST_LINES]
    if lines:
        yield together("It also says " if also else "The listing says ", listed([*map(phrase_of, lines)]))
    yield from from_buyers([fact for fact in facts if fact.kind == "review"][:MOST_LINES])
