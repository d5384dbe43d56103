"""The symbolic solver: which facts to say, by rules alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import get_args

from assistant.answering.alternatives import best_rated, cheapest
from assistant.language.lexicon import MATERIALS, is_a_colour
from assistant.language.text import FUNCTION_WORDS, fold, is_done, is_how, stems
from assistant.matching.checks import TEENAGE_MONTHS
from assistant.schema import (
    AskFor,
    Best,
    Brief,
    Caution,
    Compare,
    ContentPlan,
    Describe,
    Difference,
    Explain,
    Fact,
    FactKind,
    Move,
    Pick,
    Quote,
    Recommend,
    Reply,
    RunnerUp,
    Superlative,
    Total,
    Wish,
)

MOST_LINES, MOST_QUOTES, MOST_LINE_WORDS = 2, 2, 6
# A second sentence answers too where it is about as surely one, and says something else than the first.
AS_SURE, SAME = 0.95, 0.6
# A change with fewer other words says nothing but how it is to be.
OTHER_WORDS = 3
# "To spend less" is said of what costs at most so much of the Top Pick's price.
WORTH_SAVING = 0.85


@dataclass(frozen=True, slots=True)
class SymbolicSolver:
    """Says the pick and what decides it, what is unknown or unmet, and what else was close; answers what is asked."""

    name: str = "symbolic"

    def solve(self, brief: Brief) -> ContentPlan:
        """The moves for one intent; the picks must not be empty."""
        moves = {
            "compare": _comparison,
            "explain": _explanation,
            "details": _about,
            "check_price": _price,
        }.get(brief.plan.intent.act, _recommendation)
        return ContentPlan(tuple(moves(brief)))


def _recommendation(brief: Brief) -> Iterator[Move]:
    top = brief.picks[0].product.id
    if brief.stays:
        yield Recommend(top, _ids(brief, top, "price", "within_budget"))
        return
    better = _better(brief) if brief.plan.intent.about else ()  # who asks which of these to choose wants to know why
    yield Recommend(top, (*_deciding(brief, top), *_ids(brief, top, "rating"), *better))
    yield from cautions(brief, top)
    if brief.plan.intent.question:  # asked in the same breath: "a microscope, does it need batteries?"
        yield from _about(brief)
    length = brief.plan.answer_requirements.length
    if length == "long" and (said := (*_ids(brief, top, "line")[:MOST_LINES], *_ids(brief, top, "review")[:1])):
        yield Quote(top, said)
    if length != "short" and not better and not brief.plan.intent.question:
        yield from others(brief)
    if not brief.plan.intent.names_a_toy:
        yield AskFor("kind")


def _price(brief: Brief) -> Iterator[Move]:
    top = brief.picks[0].product.id
    yield Reply(top, "value" if _ids(brief, top, "price") else "unknown", _ids(brief, top, "price"))


def _deciding(brief: Brief, doc_id: str) -> tuple[str, ...]:
    """What was asked for and is so, the maker's age, the price, and whether it keeps the budget."""
    met = _ids(brief, doc_id, "met")
    is_told = any(fact.is_wish("age") for fact in brief.own(doc_id, "met", "unmet"))
    age = () if is_told else _ids(brief, doc_id, "age")
    return (*met, *age, *_telling(brief, doc_id), *_ids(brief, doc_id, "price", "within_budget"))


def _telling(brief: Brief, doc_id: str) -> tuple[str, ...]:
    """A figure or a short line of the listing that says more than a name does."""
    lines = (fact.fact_id for fact in brief.own(doc_id, "line") if fact.section == "features" and _tells(fact))
    size = _ids(brief, doc_id, "size") if brief.plan.intent.best in ("biggest", "smallest") else ()
    return (*size, *_ids(brief, doc_id, "players", "pieces"), *lines)[:1]


def _tells(line: Fact) -> bool:
    """Whether a line of the listing is worth saying unasked: short, no field, and not what the toy does without."""
    text = str(line.value)
    return len(text.split()) <= MOST_LINE_WORDS and ":" not in text and not fold(text).startswith("no ")


def cautions(brief: Brief, doc_id: str) -> Iterator[Caution]:
    """What must be told of a pick, whoever plans the answer: wishes that are unmet or unknown."""
    wishes = [
        fact
        for fact in brief.own(doc_id, "unmet", "unknown")
        if not fact.is_wish("kind")
        and (not is_a_feature(fact) or _is_asked_for(fact, brief))
        and not (fact.kind == "unknown" and (_is_grown_up(fact) or _is_hardly_there(fact, brief)))
    ]
    if wishes:
        yield Caution(doc_id, tuple(fact.fact_id for fact in wishes))


def _asked(fact: Fact) -> str:
    """What a fact about a wish says was asked for."""
    return fact.value.asked if isinstance(fact.value, Wish) else ""


def _is_grown_up(fact: Fact) -> bool:
    """Whether it is about the age of somebody whom no maker's age concerns: "for my gran, 80"."""
    asked = _asked(fact)
    return fact.is_wish("age") and asked.isdigit() and int(asked) >= TEENAGE_MONTHS


def _is_hardly_there(fact: Fact, brief: Brief) -> bool:
    """Whether it is about a thing turned down of which no listing would say that it is not there: "no screens"."""
    asked = _asked(fact)
    text = fold(brief.plan.intent.text)
    is_told = asked in MATERIALS or "batter" in asked or is_how(asked, text) or is_done(asked, text)
    return fact.is_wish("refused") and not is_told


_FIGURE_OR_SIZE = re.compile(r"\d|\bsize\b")


def is_a_feature(fact: Fact) -> bool:
    """Whether it is about a wish in free words: "something daft", "no screens"."""
    return fact.is_wish("wanted") or fact.is_wish("refused")


def _is_asked_for(fact: Fact, brief: Brief) -> bool:
    """Whether the shopper named it as a part or a must: "with a tunnel", "that's washable". Others may be none.

    How it is to be is meant too, "anything quieter", "not too long", what is said by itself, "waterproof off road", and
    a figure or a size: "7.4V", "size XL".
    """
    asked = _asked(fact)
    text = fold(brief.plan.intent.text)
    others = set(stems(text)).difference(stems(" ".join(brief.plan.intent.constraints.wanted)), FUNCTION_WORDS)
    is_all = brief.plan.intent.act == "refine" and len(others) < OTHER_WORDS
    if is_all or is_how(asked, text) or is_done(asked, text) or is_a_colour(asked) or _FIGURE_OR_SIZE.search(asked):
        return True
    led_to = r"(?:with|without|no|free of|(?:that|which)(?:['’]?s| is| are| can)|(?:must|should|has to|needs to) be)"
    led_to += "(?: (?:\\w+ ){1,4}and)?(?: an?| the| some| any)?"
    return re.search(rf"\b{led_to} {re.escape(asked)}\b(?! ones?\b)|\b{re.escape(asked)}[- ]free\b", text) is not None


def others(brief: Brief) -> Iterator[RunnerUp]:
    """Who came second, and the cheapest where that saves something: of those that lack nothing that was asked."""
    top = brief.picks[0]
    rest = [pick for pick in brief.picks[1:] if not brief.own(pick.product.id, "unmet")]
    if not rest:
        return
    saving = cheapest(brief)
    saving = saving if saving and _saves(saving, top) else None
    yield RunnerUp(rest[0].product.id, _apart(brief, rest[0], top, saves=rest[0] is saving))
    if saving and saving is not rest[0]:
        yield RunnerUp(saving.product.id, _apart(brief, saving, top, saves=True))


def _better(brief: Brief) -> tuple[str, ...]:
    """What the pick has over the best of the others that it has anything over."""
    over = brief.own(brief.picks[0].product.id, "cheaper", "better_rated")
    of_each = ([one.fact_id for one in over if _is_to(one, pick.product.id)] for pick in brief.picks[1:])
    return tuple(next(filter(None, of_each), ()))


def _saves(pick: Pick, other: Pick) -> bool:
    """Whether it is so much cheaper that somebody would choose it for that."""
    if pick.price is None or other.price is None or pick.price.currency != other.price.currency:
        return False
    return float(pick.price.amount) <= float(other.price.amount) * WORTH_SAVING


def _apart(brief: Brief, pick: Pick, top: Pick, *, saves: bool) -> tuple[str, ...]:
    """Its price, and how it stands to the Top Pick; where that says nothing of its rating, the rating."""
    doc_id = pick.product.id
    kinds: tuple[FactKind, ...] = ("cheaper", "better_rated") if saves else ("better_rated",)
    # "Rated higher" is said of one, the same as on the card.
    kinds = kinds if pick is best_rated(brief.picks) else tuple(kind for kind in kinds if kind != "better_rated")
    to_top = [fact for fact in brief.own(doc_id, *kinds) if _is_to(fact, top.product.id)]
    return (*_ids(brief, doc_id, "price"), *(fact.fact_id for fact in to_top), *_ids(brief, doc_id, "rating"))


def _is_to(fact: Fact, doc_id: str) -> bool:
    return isinstance(fact.value, Difference) and fact.value.other_id == doc_id


def _explanation(brief: Brief) -> Iterator[Move]:
    top = brief.picks[0].product.id
    better = [fact.fact_id for fact in brief.own(top, "cheaper", "better_rated")][:2]
    yield Explain(top, (*_deciding(brief, top), *_ids(brief, top, "rating"), *better))
    yield from cautions(brief, top)


def _comparison(brief: Brief) -> Iterator[Move]:
    ids, question = tuple(pick.product.id for pick in brief.picks), brief.question
    if question.about == "total" and max(question.counts, default=1) > 1:
        counts = dict(zip(brief.plan.intent.about, question.counts, strict=False))
        yield Total(ids, tuple(counts.get(doc_id, 1) for doc_id in ids))
    elif len(ids) > 1 and question.about == "total":
        yield Total(ids)
    elif len(ids) > 1 and question.about == "best" and question.topic in get_args(Superlative):
        yield Best(ids, question.topic)  # type: ignore[arg-type]
    elif len(ids) > 1:
        yield Compare(ids)
    else:
        yield from _about(brief)


def _about(brief: Brief) -> Iterator[Move]:
    """The answer to a question about a product, or where nothing in particular is asked, a description."""
    doc_id = brief.picks[0].product.id
    if brief.question.about in ("description", "best", "total"):  # of one toy there is no best
        yield Describe(doc_id, _description(brief, doc_id))
    elif brief.question.about == "service":
        yield Reply(doc_id, "value" if _ids(brief, doc_id, "stock") else "unknown", _ids(brief, doc_id, "stock"))
    else:
        yield reply(brief, doc_id)


def reply(brief: Brief, doc_id: str) -> Reply:
    """What the surest reading of the question says, with the other facts that say the same."""
    kinds = {fact.fact_id: fact.kind for fact in brief.facts_of(doc_id)}
    read = {name: reading for name, reading in brief.readings.items() if name in kinds}
    if brief.question.about == "safety":
        age = _ids(brief, doc_id, "age")
        return Reply(doc_id, read[age[0]].verdict if age and age[0] in read else "value" if age else "unknown", age)
    if brief.question.about == "opinions":
        reviews = [name for name in read if kinds[name] == "review"]
        reviews += [name for name, kind in kinds.items() if kind == "review" and name not in reviews]
        facts = (*_ids(brief, doc_id, "rating"), *reviews[:MOST_QUOTES])
        return Reply(doc_id, "opinion" if facts else "unknown", facts)
    if not read:
        return Reply(doc_id, "unknown")
    (first, surest), *rest = read.items()
    texts = {fact.fact_id: set(stems(str(fact.value))) for fact in brief.facts}
    more = [
        name for name, reading in rest
        if reading.verdict == surest.verdict
        and reading.confidence >= AS_SURE * surest.confidence and not _says_again(texts[name], texts[first])
    ]  # fmt: skip
    stars = _ids(brief, doc_id, "rating") if surest.verdict == "opinion" else ()
    return Reply(doc_id, surest.verdict, tuple(dict.fromkeys((*stars, first, *more[: MOST_QUOTES - 1]))))


def _says_again(one: set[str], other: set[str]) -> bool:
    """Whether a sentence has most of the words of another."""
    return len(one & other) > SAME * min(len(one), len(other))


def _description(brief: Brief, doc_id: str) -> tuple[str, ...]:
    lines = _ids(brief, doc_id, "line")[:MOST_LINES]
    # Where nothing else says what it is, where it is filed does.
    shelf = () if lines else _ids(brief, doc_id, "shelf")
    figures = (*shelf, *_ids(brief, doc_id, "brand", "price", "age", "players", "pieces", "material", "size", "rating"))
    return (*figures, *lines, *_ids(brief, doc_id, "review")[:1])


def _ids(brief: Brief, doc_id: str, *kinds: FactKind) -> tuple[str, ...]:
    return tuple(fact.fact_id for fact in brief.own(doc_id, *kinds))
