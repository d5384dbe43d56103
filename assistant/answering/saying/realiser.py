"""The realiser: a content plan in words, for the screen and for the ear.

It states nothing but the facts that the plan names, and each sentence keeps the ids of the evidence that carries it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from assistant.answering.saying.comparing import compare, spoken_comparison
from assistant.answering.saying.ordering import best, total
from assistant.answering.saying.phrases import Phrase, met_phrases, phrase_of
from assistant.answering.saying.recommending import caution, describe, explain, quote, recommend, runner_up
from assistant.answering.saying.replying import reply as replied
from assistant.answering.saying.setting import Setting
from assistant.answering.saying.speaking import RECOMMENDATION_WORDS, REPLY_WORDS, spoken_recommendation, spoken_reply
from assistant.schema import (
    AskFor,
    Best,
    Brief,
    Caution,
    Compare,
    ContentPlan,
    Describe,
    Explain,
    Fact,
    Move,
    Quote,
    Recommend,
    Reply,
    RunnerUp,
    Sentence,
    Tone,
    Total,
)

# Openings that state nothing.
OPENINGS: dict[Tone, str] = {
    "plain": "", "brief": "", "warm": "Happy to help.", "sympathetic": "That can be a tricky one to buy for.",
    "festive": "A present to look forward to.",
}  # fmt: skip
QUESTIONS = {
    "kind": "What do they enjoy playing with?",
    "age": "How old is the child?",
    "budget": "How much would you like to spend?",
}


@dataclass(frozen=True, slots=True)
class Wording:
    """A plan in words: `spoken` lacks the closing sentence of a recommendation, or the `reply` in place of it.

    `briefly` is a recommendation that leaves room for another in the same breath.
    """

    shown: tuple[Sentence, ...]
    spoken: str
    is_recommendation: bool
    reply: str = ""
    briefly: str = ""


def realise(plan: ContentPlan, brief: Brief) -> Wording:
    """The words of a plan whose moves were checked."""
    setting = Setting(brief)
    # In the middle of a conversation it would be said again and again.
    opening = "" if brief.plan.said else OPENINGS[plan.tone]
    told = dict[str, Sentence]()  # what is not known of two products alike is said once
    for at, move in enumerate(plan.moves):
        for phrase in _phrases_of(move, setting, plan.moves[:at]):
            told.setdefault(phrase.text, Sentence(phrase.text, phrase.evidence_ids))
    shown = [*([Sentence(opening)] if opening else []), *told.values()]
    pick = next((move.doc_id for move in plan.moves if isinstance(move, Recommend)), "")
    aloud = replace(setting, is_aloud=True)
    spoken = spoken_recommendation(pick, setting) if pick else spoken_reply([*_for_the_ear(plan.moves, aloud)])
    asked_too = [*_for_the_ear([move for move in plan.moves if isinstance(move, Reply)], aloud)] if pick else []
    reply = spoken_reply(asked_too, most=REPLY_WORDS - RECOMMENDATION_WORDS) if asked_too else ""
    briefly = spoken_recommendation(pick, setting, RECOMMENDATION_WORDS // 2) if pick else ""
    return Wording(tuple(shown), spoken, is_recommendation=bool(pick), reply=reply, briefly=briefly)


def one_after_another(wordings: Sequence[Wording]) -> Wording:
    """The words of several plans as those of one, each sentence once; aloud the first of each that fits in a breath."""
    first, *rest = wordings
    if not rest:
        return first
    shown = dict.fromkeys(sentence for one in wordings for sentence in one.shown)
    # What is told with a "Yes" or a "No" is not told once more without it.
    told_so = {sentence.text.partition(": ")[2].casefold() for sentence in shown}
    shown = dict.fromkeys(sentence for sentence in shown if sentence.text.casefold() not in told_so)
    telling = ([one for one in wording.shown if one.text not in OPENINGS.values()][:1] for wording in wordings)
    heads = dict.fromkeys(one for sentences in telling for one in sentences if one in shown)
    spoken = spoken_reply([Phrase(one.text) for one in _silent_at_once([*heads])])
    return Wording(tuple(_silent_at_once([*shown])), spoken, first.is_recommendation)


_SILENT = "The listing doesn't say "


def _silent_at_once(sentences: Sequence[Sentence]) -> Iterator[Sentence]:
    """The sentences, those in a row that the listing is silent on as one: "… how big it is or what it is made of"."""
    for is_silent, run in groupby(sentences, lambda one: one.text.startswith(_SILENT)):
        first, *more = run
        if not (is_silent and more):
            yield from (first, *more)
            continue
        clauses = [one.text.removeprefix(_SILENT).rstrip(".") for one in (first, *more)]
        text = f"{_SILENT}{', '.join(clauses[:-1])} or {clauses[-1]}."
        yield Sentence(text, tuple(dict.fromkeys(name for one in (first, *more) for name in one.evidence_ids)))


def _for_the_ear(moves: Sequence[Move], setting: Setting) -> Iterator[Phrase]:
    for at, move in enumerate(moves):
        if isinstance(move, Total):  # the sum is said even where there is no breath left for its parts
            yield from (Phrase(re.sub(r": .*", ".", one.text)) for one in total(move, setting))
        elif isinstance(move, Reply):
            yield from replied(move, setting)
        elif isinstance(move, Compare):
            yield from spoken_comparison(move, setting, is_chosen=_is_chosen(moves[:at]))
        else:
            yield from _phrases_of(move, setting, moves[:at])


def _phrases_of(  # noqa: C901, PLR0911  (one line for each move)
    move: Move, setting: Setting, before: Sequence[Move]
) -> Iterable[Phrase]:
    """A move in words, behind those that come before it."""
    match move:
        case Recommend():
            return recommend(move, setting)
        case RunnerUp():
            return runner_up(move, setting, before)
        case Reply():
            return replied(move, setting)
        case Explain():
            return explain(move, setting)
        case Describe():
            return describe(move, setting, before)
        case Compare():
            return compare(move, setting, is_chosen=_is_chosen(before))
        case Best():
            return best(move, setting)
        case Total():
            return total(move, setting)
        case Quote():
            return quote(move, setting, before)
        case Caution():
            return caution(move, setting)
        case AskFor(slot):
            return (Phrase(QUESTIONS[slot]),)


def _is_chosen(before: Sequence[Move]) -> bool:
    return any(isinstance(move, Explain) for move in before)


def reasons_for(doc_id: str, brief: Brief) -> tuple[str, ...]:
    """Why a product is listed, a short line each: what was asked for and is so, the price, the rating, the age."""
    return tuple(dict.fromkeys(_reasons(doc_id, Setting(brief))))


def _reasons(doc_id: str, setting: Setting) -> Iterator[str]:
    met: Sequence[Fact] = setting.own(doc_id, "met")
    for phrase in met_phrases(met, setting.brief.facts, setting.pick(doc_id).product, ""):
        yield _line(phrase.text)
    price, kept = setting.own(doc_id, "price"), setting.own(doc_id, "within_budget")
    if price and kept:
        yield f"{phrase_of(price[0]).text}, {phrase_of(kept[0]).text}"
    for fact in setting.own(doc_id, "rating"):
        yield _line(phrase_of(fact).text)
    if not any(fact.is_wish("age") for fact in met):
        for fact in setting.own(doc_id, "age"):
            yield _line(phrase_of(fact).text)


def _line(text: str) -> str:
    return text[:1].upper() + text[1:]
