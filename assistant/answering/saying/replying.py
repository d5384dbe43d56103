"""Replies in words: yes, no, the value, what buyers say, or that the listing doesn't say, and why."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from assistant.answering.question_reading import ASKS_THE_PRICE, BEARS, DENIED, of_one
from assistant.answering.saying.indirect_questions import indirect, own_question
from assistant.answering.saying.phrases import (
    Phrase,
    from_buyers,
    listed,
    lower_first,
    phrase_of,
    quoted,
    rated,
    together,
)
from assistant.answering.saying.setting import Setting
from assistant.language.currencies import amount_of
from assistant.language.scales import ASKS_FOR_SCALE
from assistant.language.text import fold
from assistant.matching.fit import is_under_three
from assistant.matching.mentions import asked_for, part_of_name
from assistant.schema import Fact, FactKind, Reply

MOST_QUOTES = 2
# A longer sentence is not heard to its end.
MOST_ALOUD = 24
# What leads on to what a quotation leaves out.
_LED_ON = re.compile(r"(?:[,;:&\s]+|\b(?:and|or|with|of|the|an?|in|for|to|by)\b)+$")
SAFETY = "I can't judge safety beyond the maker's own age: please check the box and its warnings"
_WOULD_MANAGE = re.compile(
    r"\b(?:hard|harder|difficult|easy|easier|tricky|fiddly|complicated|manage|cope|suits?|suitable|old enough"
    r"|(?:ok|okay|alright|right|good) for|too (?:old|young|babyish|advanced))\b"
)
# What is asked of the shop rather than of the toy, and where that is known.
_NO_ORDERS = "I take no orders here, so please buy it in the shop itself"
_ASIDE = "I can't tell you about {} from here; the shop's own pages are the place to look"
# The field of the whole toy for the kind of value that is asked for.
_OF_THE_WHOLE: dict[str, FactKind] = {"length": "size", "weight": "weight"}


def reply(move: Reply, setting: Setting) -> Iterator[Phrase]:
    """The answer first, then what carries it; of one of several toys behind its name.

    Aloud a sentence that outlasts a breath is told by the part that speaks of what is asked.
    """
    said = _replied(move, setting)
    if setting.brief.asks_of_several and move.verdict != "unknown" and (first := next(said, None)):
        yield together(setting.name(move.doc_id), ": ", Phrase(_inside(first.text), first.evidence_ids))
    yield from said


def _inside(sentence: str) -> str:
    """A sentence behind a name: "Yes: it is for ages 3 and up" becomes "yes, it is for ages 3 and up"."""
    verdict, colon, rest = sentence.partition(": ")
    whole = f"{verdict}, {rest}" if colon and verdict in ("Yes", "No") else sentence
    return lower_first(whole)


def _replied(move: Reply, setting: Setting) -> Iterator[Phrase]:
    facts = setting.facts(move.facts)
    question = setting.brief.question
    if question.about == "service":
        yield from _service(facts, question.topic, setting.name(move.doc_id))
        return
    if move.verdict == "unknown" or not facts:
        yield _unknown_reply(move.doc_id, setting)
    elif move.verdict == "opinion":
        yield from _opinion(facts, setting, has_comments=bool(setting.own(move.doc_id, "review")))
    else:
        yield from _carried({"yes": "Yes: ", "no": "No: "}.get(move.verdict, ""), facts, setting)
    is_of_small = move.verdict == "unknown" and is_under_three(question.numbers.age)
    is_warned = is_under_three(setting.brief.plan.intent.constraints.age)  # by what looks after a wish's safety
    if question.about == "safety" or (is_of_small and not is_warned):
        yield together(SAFETY)


def _carried(opener: str, facts: Sequence[Fact], setting: Setting) -> Iterator[Phrase]:
    """The verdict with the first fact that carries it, then a second sentence of the listing where there is one."""
    first, *rest = facts
    statement = _statement(first, setting)
    yield together(opener, statement)
    more = [fact for fact in rest if fact.kind == first.kind == "line"][: MOST_QUOTES - 1]
    if more:
        yield together("It also says ", listed([*map(phrase_of, more)]))


def _statement(fact: Fact, setting: Setting) -> Phrase:
    """One fact as a clause of its own."""
    several = setting.is_several(fact.doc_id)
    it, is_, has = ("they", "are", "have") if several else ("it", "is", "has")
    its, phrase = ("their" if several else "its"), phrase_of(fact)
    budget = setting.brief.question.numbers.budget or setting.brief.plan.intent.constraints.budget
    if fact.kind == "left" and budget and budget.max:
        return Phrase(
            f"that leaves {phrase.text} of your {amount_of(budget.max, budget.currency)}", phrase.evidence_ids
        )
    if fact.kind == "size" and ASKS_FOR_SCALE.search(fold(setting.brief.question.text)):
        return Phrase(f"{it} {is_} {phrase.text.split(', ')[0]}", phrase.evidence_ids)
    before = {
        "price": f"{it} {'cost' if several else 'costs'} ",
        "age": f"the maker says {it} {is_} ",
        "players": f"{it} {is_} ",
        "pieces": f"{it} {has} ",
        "brand": f"{it} {is_} made ",
        "material": f"{it} {is_} ",
        "size": f"the listing gives {its} size as ",
        "weight": f"the listing gives {its} weight as ",
        "rating": "buyers give it ",
        "stock": "the shop's list had ",
        "title": f"{its} name says ",
        "line": "the listing says ",
        "review": "one buyer writes ",
    }[fact.kind]
    part = _part_of(fact, setting)
    # A short property is told and not quoted: a table's "Batteries Required? No" is in no such words there.
    text = quoted(part) if part or fact.kind == "review" else phrase.text
    return Phrase(f"{before}{text}", phrase.evidence_ids)


def _part_of(fact: Fact, setting: Setting) -> str:
    """What of a text is quoted where not all of it is: of a name and, aloud, of a long sentence, what is asked of.

    The name stands on the card. What is denied stays with its sentence, which is read where it is too long to be heard.
    """
    text, reading = str(fact.value), setting.brief.readings.get(fact.fact_id)
    if fact.kind not in ("title", "line", "review"):
        return ""
    if reading and reading.part and (begin := text.find(reading.part)) >= 0:
        is_open = len(text[begin + len(reading.part) :].strip()) > 1
        return f"{'… ' if begin else ''}{_LED_ON.sub('', reading.part)}{' …' if is_open else ''}"
    is_long = setting.is_aloud and len(text.split()) > MOST_ALOUD and not DENIED.search(text)
    if fact.kind == "title" or is_long:
        return part_of_name(setting.brief.question.text, text)
    return text if fact.kind == "review" else ""


def _opinion(facts: Sequence[Fact], setting: Setting, *, has_comments: bool) -> Iterator[Phrase]:
    """The stars and buyers' own words, or that there are none; these first where they answer what is asked."""
    written = [fact for fact in facts if fact.kind in ("review", "line")][:MOST_QUOTES]
    stars = [
        rated(fact, "" if has_comments else ", with no written review here") for fact in facts if fact.kind == "rating"
    ]
    # "Is it hard to transform" is answered by no stars; "what do people say" is.
    answers = bool(written) and written[0].fact_id in setting.brief.readings
    yield from () if answers else stars
    yield from from_buyers([fact for fact in written if fact.kind == "review"])
    for fact in (fact for fact in written if fact.kind == "line"):
        yield together("The listing says ", Phrase(quoted(str(fact.value)), (fact.evidence_id,)))
    yield from stars if answers else ()


def _service(facts: Sequence[Fact], topic: str, name: Phrase) -> Iterator[Phrase]:
    """What the shop's list holds of it, and where the rest is to be found."""
    counted = [phrase_of(fact) for fact in facts if fact.kind == "stock"]
    if topic == "stock" and counted:
        yield together("The shop's list had ", counted[0], " when it was read")
    if topic in ("taken", "buying"):
        yield from [together("A lovely choice, ", name)] if topic == "taken" else []
        yield together(_NO_ORDERS)
        return
    unsaid = {"stock": "what is in stock just now", "that": "delivery, stock or returns"}
    yield together(_ASIDE.format(unsaid.get(topic, topic)))


def _beside(doc_id: str, setting: Setting) -> tuple[str | Phrase, ...]:
    """The field that stands nearest to what the listing is silent on, if it has one.

    The size or weight of the whole where another measure is asked for, "how tall is the king"; how many pieces it has,
    where some part is counted; the maker's age, where it is asked whether somebody would manage it.
    """
    question = fold(setting.brief.question.text)
    of_whole = None if BEARS.search(question) else _OF_THE_WHOLE.get(asked_for(question).value)
    for kind, is_asked, before in (
        (of_whole, of_whole is not None, f"it gives the {of_whole} as "),
        ("pieces", question.startswith("how many"), "it has "),
        ("age", _WOULD_MANAGE.search(question) is not None, "the maker says it is "),
    ):
        if kind and is_asked and (told := setting.own(doc_id, kind)):
            return f"; {before}", phrase_of(told[0])
    return ()


def _unknown_reply(doc_id: str, setting: Setting) -> Phrase:
    """That the listing is silent, in the words of the question where they can be turned round."""
    name, asked = setting.name(doc_id), setting.brief.question
    if asked.about == "opinions" and not setting.own(doc_id, "rating", "review"):
        return together("Nobody has rated ", name, " yet")
    asks_the_price = setting.brief.plan.intent.act == "check_price" or ASKS_THE_PRICE.search(fold(asked.text))
    if asks_the_price and setting.pick(doc_id).price is None:
        return together("The catalogue gives no price for ", "it" if asked.follows else name)
    if setting.brief.asks_of_several and len(setting.brief.picks) > 1:
        none = "Neither listing" if len(setting.brief.picks) == 2 else "None of the listings"
        clause = indirect(asked.text) or indirect(own_question(asked.text)) or "that"
        silent = tuple(f"{pick.product.id}#listing" for pick in setting.brief.picks)
        return together(Phrase(f"{none} says {clause}", silent))
    text = of_one(asked.text) if setting.brief.asks_of_several else asked.text
    # The card tells which toy it is, where it is the only one.
    its_listing: tuple[str | Phrase, ...] = (Phrase("the listing", name.evidence_ids),)
    names_it = setting.brief.asks_of_several or len(setting.brief.picks) > 1
    listing = ("the listing for ", name) if names_it else its_listing
    question = own_question(text)
    clause, beside = indirect(text) or indirect(question), _beside(doc_id, setting)
    if asked.numbers.age and not setting.own(doc_id, "age"):
        return together(*listing, " doesn't say what age it is for")
    if setting.speaks_of(doc_id, asked.text):  # in words of which none was seen to answer
        return together("I can't find ", "" if clause else "that ", "in ", *listing, f" {clause}".rstrip(), *beside)
    if clause:
        return together(*listing, f" doesn't say {clause}", *beside)
    # Of several questions it is said which; only what the shopper wrote is quoted: "it" may stand for other words.
    is_one_of_several = asked.follows or (setting.brief.plan.intent.question or asked).more
    if is_one_of_several and question and question in " ".join(setting.brief.message.replace("’", "'").split()):
        return together(*listing, f" has no answer to {quoted(f'{question}?')}")
    return together("Sorry, ", *listing, " doesn't say", *beside)
