"""Answerer: an `EvidencePack` becomes an `Answer`, in four nodes.

    answer_gate → compose_answer → postprocess_answer → finalize

It retrieves nothing and reranks nothing. A solver decides which facts are said; the words are the program's own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from assistant.adapters.plugin_runner import invoke
from assistant.answering.alternatives import cheapest
from assistant.answering.citing import Cited, cited, evidence_for, with_quotes
from assistant.answering.composing import SYMBOLIC, Composed, all_of, compose
from assistant.answering.fact_extraction import facts_of
from assistant.answering.notices import live_notice, notices_of, spoken_price
from assistant.answering.plan_check import checked
from assistant.answering.question_reading import readings_of, with_its_part
from assistant.answering.ranking import choose
from assistant.answering.saying.ordering import first_by_field
from assistant.answering.saying.phrases import Phrase, listed, quoted
from assistant.answering.saying.product_names import MOST_KIND_WORDS, as_called, kept_words, kind_by_name, name_of
from assistant.answering.saying.realiser import Wording, one_after_another, realise, reasons_for
from assistant.answering.saying.setting import Setting
from assistant.answering.solvers.symbolic import others
from assistant.language.currencies import money
from assistant.language.lexicon import ADJECTIVES, GENERIC
from assistant.language.text import fold, stems, words
from assistant.language.titles import is_plural
from assistant.matching.fit import SURE, is_under_three
from assistant.protocols import AnswerSelector, GoalSolver, Helper
from assistant.schema import (
    Act,
    Answer,
    AnswerMeta,
    AnswerReport,
    AnswerStatus,
    AskFor,
    Best,
    Brief,
    ContentPlan,
    Evidence,
    EvidencePack,
    Explain,
    FactKind,
    HelperInvocation,
    Intent,
    Move,
    Pick,
    Plan,
    Receipt,
    Recommend,
    RunnerUp,
    Sentence,
    Turn,
)

CLOSING = (
    "I've sent details and sources to your screen. If you'd like a cheaper, premium, or more balanced option, "
    "just let me know."
)
NOTHING_MATCHES = "Sorry, I couldn't find matching products."
# What is sold, but not said to be for the smallest, is not offered for them.
NOT_FOR_SO_YOUNG = "that I know to be for so young a child"
NOTHING_FOUND = f"{NOTHING_MATCHES} Try adjusting your budget or adding more details."
# Where no budget was given, none is to be adjusted: what is missing is said by its name, where it has one.
NOTHING_OF_THAT = f"{NOTHING_MATCHES} Try other words for it, or tell me more about it."
NOTHING_CALLED = "Sorry, I found no {} {}."
SEARCH_FAILED = (
    "Sorry, my search isn't working just now, so I can't tell you what there is. Please try again in a moment."
)
REFUSAL = "I can't help with that. I can help you find a toy or a game: tell me who it's for and what they enjoy."
CLARIFY_KIND = "Who is it for, how old are they, and what do they enjoy?"
CLARIFY_ADULT = "What do they like: a puzzle, a game, a model to build?"
CLARIFY_BUDGET = " And how much may it cost?"
FOLLOWUPS = ("Something cheaper", "Something premium", "More balanced", "Why this one?")
# What can be asked next of a pick: the kind of fact that answers it, and what a sentence of a listing has to name.
NEXT_QUESTIONS: tuple[tuple[str, FactKind, frozenset[str]], ...] = (
    ("Does it need batteries?", "line", frozenset(stems("batteries"))),
    ("How long does a game take?", "line", frozenset(stems("plays minutes"))),
    ("How big is it?", "size", frozenset()),
    ("What do buyers say?", "review", frozenset()),
    ("What is it made of?", "material", frozenset()),
)
MOST_SUGGESTED = 3
# Shown beside one another on a card and in a list; more would be a shelf, not a choice.
MAX_PICKS = 6
MOST_STARS = 5.0


@dataclass(frozen=True, slots=True)
class Gate:
    """Whether to answer, to ask, to refuse, or to say that there is nothing; `text` is final unless answering."""

    mode: Literal["answer", "clarify", "refuse", "nothing"]
    text: str = ""
    picks: tuple[Pick, ...] = ()


@dataclass(frozen=True, slots=True)
class AnswerTools:
    """What composes an answer: the answer selector, solvers in their order, helpers, and the seconds these may take."""

    selector: AnswerSelector
    solvers: tuple[GoalSolver, ...] = ()
    helpers: tuple[Helper, ...] = ()
    solver_limit_s: float = 8.0
    helper_limit_s: float = 1.0


@dataclass(frozen=True, slots=True)
class Asked:
    """What an answer is asked for with: the turn, all its wishes, where its citations begin, the web's receipts.

    `receipts` is None where the web is still to be asked; `now` tells how old they are. `decided` is what an earlier
    answer to the same wish says, where only its prices are looked at again.
    """

    turn: Turn
    currency: str
    wishes: Sequence[Intent] = ()
    first_citation: int = 1
    receipts: Mapping[str, Receipt] | None = None
    now: datetime | None = None
    decided: ContentPlan | None = None


def answer(plan: Plan, pack: EvidencePack, asked: Asked, answer_tools: AnswerTools) -> Answer:
    """The answer to one intent."""
    gate = answer_gate(plan, pack, receipts=asked.receipts or {})
    brief = brief_of(plan, pack, gate.picks, asked, answer_tools)
    invoked = invoke(
        answer_tools.helpers if gate.mode in ("answer", "nothing") else (), brief, limit_s=answer_tools.helper_limit_s
    )
    if gate.mode != "answer":
        return _closed(gate, plan, pack, asked, invoked)
    briefs = [replace(one, helped=invoked) for one in question_by_question(brief, answer_tools.selector)]
    parts = [compose_answer(one, answer_tools, asked, share=1 / len(briefs)) for one in briefs]
    composed = all_of(parts)
    if not composed.plan.moves:
        nothing = Gate("nothing", _nothing_text(plan, pack))
        return replace(_closed(nothing, plan, pack, asked, invoked), report=composed.report)
    wording = one_after_another([realise(part.plan, one) for part, one in zip(parts, briefs, strict=True)])
    text = postprocess_answer(wording, brief, asked, invoked)
    return finalize(text, composed, brief, pack, invoked)


def brief_of(plan: Plan, pack: EvidencePack, picks: tuple[Pick, ...], asked: Asked, answer_tools: AnswerTools) -> Brief:
    """All that a solver is told: the facts of the picks, and what they answer where something is asked of one."""
    brief = Brief(
        plan, picks, evidence_for(picks, pack), pack.coverage, pack.nearest_miss, asked.turn.locale, asked.turn.text,
        tuple(asked.wishes) or (plan.intent,), facts_of(picks, plan, pack.coverage.contradictions),
        session_id=asked.turn.session_id,
    )  # fmt: skip
    return _with_readings(brief, answer_tools.selector)


def _with_readings(brief: Brief, selector: AnswerSelector) -> Brief:
    """The brief with what the facts of the best pick answer to its question, where something is asked."""
    question = brief.plan.intent.question
    own = brief.facts_of(brief.picks[0].product.id) if brief.picks else []
    if not (question and own):
        return brief
    readings = readings_of(question, own, selector)
    return replace(brief, readings=with_its_part(readings, question, own, selector))


def question_by_question(brief: Brief, selector: AnswerSelector) -> Iterator[Brief]:
    """The brief for each question of the message and each toy that it is asked of; one where that is all it asks."""
    yield from _toy_by_toy(brief, selector)
    intent = brief.plan.intent
    for question in intent.question.more if intent.question else ():
        act: Act = "details" if intent.act == "compare" else intent.act  # the question beside a comparison
        plan = replace(brief.plan, intent=replace(intent, act=act, question=question))
        yield from _toy_by_toy(_with_readings(replace(brief, plan=plan), selector), selector)


def _toy_by_toy(brief: Brief, selector: AnswerSelector) -> Sequence[Brief]:
    """The brief for each toy that is asked about; one for all of them where the listings of none answer."""
    if not brief.asks_of_several:
        return (brief,)
    first, *others = (replace(brief, picks=(pick,)) for pick in brief.picks)  # the first was read already
    of_each = [first, *(_with_readings(replace(one, readings={}), selector) for one in others)]
    return of_each if brief.question.about != "toy" or any(one.readings for one in of_each) else (brief,)


def answer_gate(plan: Plan, pack: EvidencePack, *, receipts: Mapping[str, Receipt]) -> Gate:
    """Safety first, then whether the shopper said enough, then whether anything was found."""
    if plan.safety.sensitivity == "restricted":
        return Gate("refuse", REFUSAL)
    if _says_too_little(plan):
        asked = CLARIFY_ADULT + ("" if plan.intent.constraints.budget else CLARIFY_BUDGET)
        return Gate("clarify", asked if plan.intent.for_adult else CLARIFY_KIND)
    picks = choose(plan, pack.candidates, receipts)[:MAX_PICKS]
    if _is_only_of_what_nothing_is(plan) and all(pick.scores.get("right", 1.0) < SURE for pick in picks):
        picks = ()
    return Gate("answer", picks=picks) if picks else Gate("nothing", _nothing_text(plan, pack))


def _is_only_of_what_nothing_is(plan: Plan) -> bool:
    """Whether a wish says no more than what it is to be about, and no text of the shop has a word of that: "bluey"."""
    return not plan.theme_is_known and plan.intent.kinds == (plan.intent.theme,)


def _says_too_little(plan: Plan) -> bool:
    """Whether the message names neither a toy nor anything about the person or the toy."""
    intent, asked = plan.intent, plan.intent.constraints
    says_more = [part for part in intent.leftover if not GENERIC.issuperset(words(part))]  # "birthday" says nothing
    known = (
        intent.product_type, says_more, asked.age, asked.brand, asked.material, asked.category, asked.wanted,
        asked.players, asked.pieces, plan.must_preserve_terms,
    )  # fmt: skip
    return plan.strategy == "retrieve" and intent.refinement is None and not any(known)


def _nothing_text(plan: Plan, pack: EvidencePack) -> str:
    """The plain word that nothing fits, with the exact nearest miss where there is one."""
    if pack.errors and not pack.candidates:
        return SEARCH_FAILED
    miss = pack.nearest_miss
    if plan.intent.refinement:
        return _nothing_left(plan)
    if miss and miss.broken == "no_price":
        return (
            f"I found {name_of(miss.product, kept_words(plan))}, but no price for it, so I can't tell whether it fits."
        )
    if miss is None or miss.product.price is None:
        name, is_sold = kind_by_name(plan) or as_called(plan) or _kind_before(plan), pack.coverage.is_sold
        name = f"other {name}" if name and plan.was_found and plan.intent.turned_down else name
        fits = "that fit" if is_plural(name) else "that fits"
        fits = NOT_FOR_SO_YOUNG if is_under_three(plan.intent.constraints.age) else fits
        has_budget = plan.intent.constraints.budget is not None
        # Where a budget may be to blame, what may be a slip is not said back.
        if not name or (has_budget and is_sold and not plan.kind_is_known):
            return NOTHING_FOUND if has_budget else NOTHING_OF_THAT
        if has_budget and is_sold:
            return NOTHING_CALLED.format(name, fits)
        return NOTHING_CALLED.format(name, fits if is_sold else "here")
    asked = plan.intent.constraints
    material = ADJECTIVES.get(asked.material or "", asked.material)
    kind = " ".join(filter(None, (material, plan.intent.product_type or "toy")))
    brand = f"{asked.brand} " if asked.brand else ""
    name = name_of(miss.product, kept_words(plan))
    is_ = "are" if is_plural(kind) else "is"
    return f"{NOTHING_FOUND} The nearest {brand}{kind} I am sure of {is_} {money(miss.product.price)}. That is {name}."


def _kind_before(plan: Plan) -> str:
    """The kind that a message which goes on leaves as it was, with the material that it is to be of now."""
    kind, material = plan.intent.product_type, plan.intent.constraints.material or ""
    is_name = plan.intent.act == "refine" and 0 < len(kind.split()) <= MOST_KIND_WORDS
    return " ".join(filter(None, (ADJECTIVES.get(material, material), kind))) if is_name else ""


def _nothing_left(plan: Plan) -> str:
    word = {"cheaper": "cheaper", "premium": "both dearer and better rated", "balanced": "else"}
    what = word[plan.intent.refinement or "balanced"]
    return f"There is nothing {what} left that fits your other wishes. Change one of them and I'll look again."


def _closed(gate: Gate, plan: Plan, pack: EvidencePack, asked: Asked, invoked: Sequence[HelperInvocation]) -> Answer:
    """An answer without products: its text is fixed, what helpers found and what must be told stand beside it."""
    status: AnswerStatus = {"clarify": "clarify", "refuse": "refused"}.get(gate.mode, "no-context")  # type: ignore[assignment]
    notices = notices_of(plan, asked.turn, asked.currency)
    why = "the search failed" if gate.text == SEARCH_FAILED else "nothing in the catalogue fits"
    return Answer(
        intent=plan.intent,
        status=status,
        final_answer=" ".join((gate.text, *_helped(invoked), *notices)),
        spoken_answer=gate.text,
        answer_meta=AnswerMeta(
            coverage_confidence=pack.coverage.confidence,
            refusal=gate.mode == "refuse",
            asked_clarification=gate.mode == "clarify",
        ),
        helpers=tuple(invoked),
        report=AnswerReport(no_context="accepted", why=why) if gate.mode == "nothing" else AnswerReport(),
        pack=pack,
        plan=plan,
        warnings=(*_failed(invoked), *notices),
        errors=pack.errors,
    )


def _helped(invoked: Sequence[HelperInvocation]) -> list[str]:
    """What helpers found, each under its name."""
    return [
        f"{found.plugin[0].upper()}{found.plugin[1:]}: {found.summary}"
        for found in invoked
        if found.status == "success"
    ]


def _failed(invoked: Sequence[HelperInvocation]) -> list[str]:
    return [found.warning for found in invoked if found.warning]


def compose_answer(brief: Brief, answer_tools: AnswerTools, asked: Asked, share: float = 1.0) -> Composed:
    """What is said: decided already, or by the first solver whose plan stands, in its share of the solvers' time."""
    if asked.decided is not None and (stands := checked(asked.decided, brief)).removed == 0:
        return Composed(stands.plan, AnswerReport())
    return compose(brief, answer_tools.solvers, limit_s=answer_tools.solver_limit_s * share)


@dataclass(frozen=True, slots=True)
class Text:
    """The answer in its final form; `spoken` lacks the closing sentence that a recommendation ends with."""

    shown: Cited
    wording: Wording
    spoken: str
    notices: tuple[str, ...]
    evidence: tuple[Evidence, ...]


def postprocess_answer(wording: Wording, brief: Brief, asked: Asked, invoked: Sequence[HelperInvocation]) -> Text:
    """The plan in words: notices and helpers' results around it, sources numbered in order of use."""
    plan, top = brief.plan, brief.picks[0]
    form = plan.answer_requirements
    used = {name for sentence in wording.shown for name in sentence.evidence_ids}
    quotable = [fact for fact in brief.facts if fact.evidence_id in used and fact.kind in ("line", "review")]
    evidence = with_quotes(brief.evidence, quotable, {pick.product.id: pick.product for pick in brief.picks})
    notices = notices_of(plan, asked.turn, asked.currency)
    if plan.intent.needs_live_price:
        is_told = plan.intent.act == "check_price"  # who asks for the price hears that there is none
        notices.append(live_notice(top, asked.turn, asked.now, asked=asked.receipts is not None, is_told=is_told))
    *said, last = wording.shown
    asks_back = last.text.endswith("?")  # what is asked back comes last
    sentences = [
        *([Sentence(plan.conceded)] if plan.conceded else []), *said, *([] if asks_back else [last]),
        *(Sentence(line) for line in (*_helped(invoked), *notices)), *([last] if asks_back else []),
    ]  # fmt: skip
    shown = cited(
        sentences, evidence, first=asked.first_citation, with_marks=form.citation_style == "numbered",
        in_bullets=form.format == "bullets",
    )  # fmt: skip
    live = spoken_price(top, plan, asked.now) if plan.intent.needs_live_price else ""
    return Text(shown, wording, live or wording.spoken, tuple(notices), evidence)


def finalize(
    text: Text, composed: Composed, brief: Brief, pack: EvidencePack, invoked: Sequence[HelperInvocation]
) -> Answer:
    """Every field of the answer."""
    plan, moves, setting = brief.plan, composed.plan.moves, Setting(brief)
    asks = any(isinstance(move, AskFor) for move in moves) and not any(isinstance(move, Recommend) for move in moves)
    conceded = (plan.conceded,) if plan.conceded else ()
    picks = tuple(
        replace(
            pick,
            rank=rank,
            reasons=reasons_for(pick.product.id, brief),
            evidence_ids=tuple(item.evidence_id for item in text.evidence if item.doc_id == pick.product.id),
        )
        for rank, pick in enumerate(_as_told(setting, composed), start=1)
    )
    closes, first = text.wording.is_recommendation, picks[0].product.id
    return Answer(
        intent=plan.intent,
        status="answered",
        final_answer=text.shown.text,
        spoken_answer=f"{text.spoken} {text.wording.reply or CLOSING}" if closes else text.spoken,
        recommendation=text.spoken if closes else "",
        recommended_briefly=text.wording.briefly if closes else "",
        content=composed.plan,
        picks=picks,
        citations=text.shown.citations if plan.answer_requirements.citation_style == "numbered" else (),
        answer_meta=AnswerMeta(
            used_evidence_ids=tuple(citation.evidence_id for citation in text.shown.citations),
            coverage_confidence=pack.coverage.confidence,
            asked_clarification=asks,
        ),
        followups=(*_suggested(moves, picks, brief), *FOLLOWUPS),
        helpers=tuple(invoked),
        report=replace(composed.report, no_context="relaxed", why=plan.conceded) if conceded else composed.report,
        pack=replace(pack, final_evidence=text.evidence),
        plan=plan,
        warnings=(*composed.warnings, *_failed(invoked), *conceded, *text.notices),
        errors=pack.errors,
        standing=setting.standing(first) if closes else "pick",
        cheaper=saving.product.id if (saving := cheapest(brief)) else "",
    )


def _as_told(setting: Setting, composed: Composed) -> list[Pick]:
    """The picks in the order in which they are spoken of: "the third" is the same on the cards and in the text.

    A short answer leaves out what a longer one tells, and has the same cards.
    """
    moves, picks = composed.plan.moves, setting.brief.picks
    firsts = [first_by_field(move, setting) for move in moves if isinstance(move, Best)]
    told = [*firsts, *(move.doc_id for move in moves if isinstance(move, Recommend | Explain | RunnerUp))]
    is_by_rule = all(run.solver == SYMBOLIC.name for run in composed.report.runs if run.outcome == "used")
    if is_by_rule and any(isinstance(move, Recommend) for move in moves):
        told = [*firsts, picks[0].product.id, *(move.doc_id for move in others(setting.brief))]
    return sorted(picks, key=lambda pick: told.index(pick.product.id) if pick.product.id in told else len(told))


def _suggested(moves: Sequence[Move], picks: Sequence[Pick], brief: Brief) -> tuple[str, ...]:
    """What is one press away: questions that the pick's own listing answers and its card does not.

    Where it is asked what kind of toy is meant, the shelves of what was found instead.
    """
    if AskFor("kind") in moves:
        refused = [set(stems(kind)) for kind in brief.plan.intent.constraints.refused_kinds]
        shelves = dict.fromkeys(pick.product.category[-1] for pick in picks if pick.product.category)
        wanted = (shelf for shelf in shelves if not any(kind <= set(stems(shelf)) for kind in refused))
        return tuple(wanted)[:MOST_SUGGESTED]
    intent = brief.plan.intent
    if intent.act == "compare" or len(brief.wishes) > 1:
        return ()  # "it" would be either of two
    own = brief.facts_of(picks[0].product.id)
    asked = fold(intent.question.text).rstrip("?") if intent.question else ""
    known = {"material"} if intent.constraints.material else set()
    return tuple(
        question
        for question, kind, named in NEXT_QUESTIONS
        if fold(question).rstrip("?") != asked and kind not in known
        and any(fact.kind == kind and named <= set(stems(str(fact.value))) for fact in own)
    )[:MOST_SUGGESTED]  # fmt: skip


def conceded(left_out: Sequence[str]) -> str:
    """What is told where older wishes were given up because nothing met them beside the newest."""
    return f"I found nothing that has it all, so I left out {listed([Phrase(quoted(one)) for one in left_out]).text}."


def relaxed(plan: Plan) -> Plan | None:
    """The plan with one demand less, for when nothing was found; None where there is nothing to give up.

    "Premium" means dearer and better rated. Above five stars nothing is: there dearer alone is looked for.
    """
    floor = plan.filters.better_rated_than
    if plan.conceded or plan.intent.refinement != "premium" or floor is None or floor < MOST_STARS:
        return None
    concession = "That one has 5 stars already, so I looked only for what costs more."
    return replace(plan, filters=replace(plan.filters, better_rated_than=None), conceded=concession)
