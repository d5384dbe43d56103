"""Answerer: an `EvidencePack` becomes an `Answer`, in four nodes.

    answer_gate → compose_answer → postprocess_answer → finalize

It retrieves nothing and reranks nothing. Whatever a solver writes is checked sentence by sentence; what does not stand
is removed whole, and the facts in it that do are said in the program's own words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from assistant.adapters.plugin_runner import invoke
from assistant.answering.composing import Composed, compose
from assistant.answering.ranking import choose
from assistant.answering.wording import SPOKEN_WORDS, UNSAYABLE, kind_phrase, short_title, spoken_word_count
from assistant.language.currencies import SYMBOLS, amount_of, money
from assistant.prices import policy
from assistant.protocols import GoalSolver, Helper
from assistant.schema import (
    Answer,
    AnswerMeta,
    AnswerReport,
    AnswerStatus,
    Brief,
    Citation,
    Evidence,
    EvidencePack,
    HelperInvocation,
    Intent,
    Pick,
    Plan,
    Receipt,
    Sentence,
    Turn,
)

CLOSING = (
    "I've sent details and sources to your screen. If you'd like a cheaper, premium, or more balanced option, "
    "just let me know."
)
NOTHING_FOUND = "Sorry, I couldn't find matching products. Try adjusting your budget or adding more details."
SEARCH_FAILED = (
    "Sorry, my search isn't working just now, so I can't tell you what there is. Please try again in a moment."
)
REFUSAL = "I can't help with that. I can help you find a toy or a game: tell me who it's for and what they enjoy."
PRIVATE = "I removed private details from your message; you don't need to share them."
CLARIFY_KIND = "What kind of toy is it for, and how old is the child?"
CLARIFY_ADULT = "What do they like: a puzzle, a game, a model to build? And how much may it cost?"
# What is said of a live price that was asked for: before the web was asked, without success, and not allowed to.
NOT_YET = "I haven't confirmed a live price yet. The price shown is from the catalogue."
NOT_CONFIRMED = "I couldn't confirm a live price just now. The price shown is from the catalogue."
NOT_ALLOWED = "I didn't look on the web, as you asked. The price shown is from the catalogue."
FOLLOWUPS = ("Something cheaper", "Something premium", "More balanced", "Why this one?")
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
class Authors:
    """Who writes an answer: goal solvers in the order they are asked, helpers, and the seconds either may take."""

    solvers: tuple[GoalSolver, ...] = ()
    helpers: tuple[Helper, ...] = ()
    solver_limit_s: float = 8.0
    helper_limit_s: float = 1.0


def answer(
    plan: Plan,
    pack: EvidencePack,
    *,
    turn: Turn,
    authors: Authors,
    receipts: Mapping[str, Receipt] | None,
    currency: str,
    wishes: Sequence[Intent] = (),
    first_citation: int = 1,
    now: datetime | None = None,
    tell: Callable[[str], None] | None = None,
) -> Answer:
    """The verified answer to one intent of `wishes`; its citations are numbered from `first_citation`.

    `tell` hears the text of an answer with products in pieces, each as soon as it is known to stand.

    `receipts` is None where the web is still to be asked; `now` tells how old they are, and is when they were fetched
    where it is not given.
    """
    gate = answer_gate(plan, pack, turn=turn, receipts=receipts or {})
    brief = Brief(
        plan, gate.picks, _evidence_for(gate.picks, pack), pack.coverage, pack.nearest_miss, turn.locale, turn.text,
        tuple(wishes) or (plan.intent,),
    )  # fmt: skip
    helpers = authors.helpers if gate.mode in ("answer", "nothing") else ()
    invoked = invoke(helpers, brief, limit_s=authors.helper_limit_s)
    if gate.mode != "answer":
        return _closed(gate, plan, pack, turn, invoked)
    lead = _lead(plan, pack)
    if tell and lead:
        tell(lead)
    lines = Lines(plan, brief.evidence, first_citation)
    composed = compose_answer(
        plan, pack, gate.picks, brief=brief, solvers=authors.solvers, limit_s=authors.solver_limit_s,
        pass_on=(lambda sentence: tell(lines.add(sentence))) if tell else None,
    )  # fmt: skip
    notices = _notices(plan, turn, currency)
    if plan.intent.needs_live_price:
        notices.append(_live_notice(gate.picks[0], turn, now, asked=receipts is not None))
    text = postprocess_answer(composed, plan, first_citation)
    if plan.intent.needs_live_price and (said := _spoken_price(gate.picks[0], plan, now)):
        text = replace(text, spoken=f"{said} {CLOSING}")
    text = replace(text, shown=lead + text.shown)
    if tell and (rest := _rest(text, invoked, notices)):
        tell(rest)
    return finalize(text, composed, gate.picks, plan, pack, notices=notices, invoked=invoked)


def answer_gate(plan: Plan, pack: EvidencePack, *, turn: Turn, receipts: Mapping[str, Receipt]) -> Gate:
    """Safety first, then whether the shopper said enough, then whether anything was found."""
    if turn.guardrails.sensitivity == "restricted":
        return Gate("refuse", REFUSAL)
    if _says_too_little(plan):
        return Gate("clarify", CLARIFY_ADULT if plan.intent.for_adult else CLARIFY_KIND)
    picks = choose(plan, pack.candidates, receipts)[:MAX_PICKS]
    return Gate("answer", picks=picks) if picks else Gate("nothing", _nothing_text(plan, pack))


def _says_too_little(plan: Plan) -> bool:
    """Whether the message names neither a toy nor anything about the person or the toy."""
    intent, asked = plan.intent, plan.intent.constraints
    known = (
        intent.product_type, intent.leftover, asked.age, asked.brand, asked.material, asked.category, asked.wanted,
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
    if miss is None or miss.product.price is None:
        return NOTHING_FOUND
    end = {"budget_max": "cheapest", "budget_min": "most expensive"}.get(miss.broken)
    kind = kind_phrase(plan.intent.product_type, plan.intent.constraints.material)
    brand = f"{plan.intent.constraints.brand} " if plan.intent.constraints.brand else ""
    return f"{NOTHING_FOUND} The {end} {brand}{kind} is {money(miss.product.price)}." if end else NOTHING_FOUND


def _nothing_left(plan: Plan) -> str:
    word = {"cheaper": "cheaper", "premium": "both dearer and better rated", "balanced": "else"}
    what = word[plan.intent.refinement or "balanced"]
    return f"There is nothing {what} left that fits your other wishes. Change one of them and I'll look again."


def _closed(gate: Gate, plan: Plan, pack: EvidencePack, turn: Turn, invoked: Sequence[HelperInvocation]) -> Answer:
    """An answer without products: its text is fixed, what helpers found and what must be told stand beside it."""
    status: AnswerStatus = {"clarify": "clarify", "refuse": "refused"}.get(gate.mode, "no-context")  # type: ignore[assignment]
    notices = [PRIVATE] if turn.guardrails.pii_present else []
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


def compose_answer(
    plan: Plan,
    pack: EvidencePack,
    picks: Sequence[Pick],
    *,
    brief: Brief,
    solvers: Sequence[GoalSolver],
    limit_s: float,
    pass_on: Callable[[Sentence], None] | None = None,
) -> Composed:
    """A verified draft: the first solver's that stands, else the symbolic one."""
    told = replace(brief, plan=plan, picks=tuple(picks), evidence=_evidence_for(picks, pack))
    return compose(told, solvers, limit_s=limit_s, relaxed=bool(pack.relaxed_type), pass_on=pass_on)


def _evidence_for(picks: Sequence[Pick], pack: EvidencePack) -> tuple[Evidence, ...]:
    """The evidence of the picks and of the nearest miss alone, and a receipt for every live price."""
    shown = {pick.product.id for pick in picks} | ({pack.nearest_miss.product.id} if pack.nearest_miss else set())
    live = [
        Evidence(
            evidence_id=f"{pick.product.id}#live",
            content=f"{money(pick.receipt.price)} at {pick.receipt.shop}",
            source=pick.receipt.url,
            doc_id=pick.product.id,
            chunk_id=f"{pick.product.id}#live",
            metadata={
                "section": "live", "price": str(pick.receipt.price.amount), "currency": pick.receipt.price.currency
            },
        )
        for pick in picks
        if pick.receipt
    ]  # fmt: skip
    return (*(item for item in pack.final_evidence if item.doc_id in shown), *live)


@dataclass(frozen=True, slots=True)
class Text:
    """The answer in its final form."""

    shown: str
    spoken: str
    citations: tuple[Citation, ...]


class Lines:
    """Sentences in their final form, one after the other: numbered sources, a bullet where one is wanted, no fences."""

    def __init__(self, plan: Plan, evidence: Sequence[Evidence], first_citation: int) -> None:
        form = plan.answer_requirements
        self._with_marks, self._in_bullets = form.citation_style == "numbered", form.format == "bullets"
        self._available, self._first = {item.evidence_id: item for item in evidence}, first_citation
        self.numbers: dict[str, int] = {}
        self._begun = False

    def add(self, sentence: Sentence) -> str:
        """The sentence with what stands between it and the one before it."""
        for name in (name for claim in sentence.claims for name in claim.evidence_ids):
            if name in self._available and name not in self.numbers:
                self.numbers[name] = self._first + len(self.numbers)
        line = _marked(sentence, self.numbers) if self._with_marks else sentence.text
        between = ("\n" if self._in_bullets else " ") if self._begun else ""
        self._begun = True
        return between + ("- " if self._in_bullets else "") + re.sub(r"`{3,}", "", line)

    def citations(self) -> tuple[Citation, ...]:
        """The sources in the order of their numbers."""
        return tuple(_citation(self._available[name], number) for name, number in self.numbers.items())


def postprocess_answer(composed: Composed, plan: Plan, first_citation: int = 1) -> Text:
    """Citations numbered in order of use, the closing sentence spoken, code fences gone."""
    lines = Lines(plan, composed.evidence, first_citation)
    shown = "".join(lines.add(sentence) for sentence in composed.draft.shown)
    spoken = " ".join((*(sentence.text for sentence in composed.draft.spoken), CLOSING))
    return Text(shown, spoken, lines.citations())


def _marked(sentence: Sentence, numbers: Mapping[str, int]) -> str:
    """The sentence with the numbers of its sources before its full stop."""
    own = sorted({numbers[name] for claim in sentence.claims for name in claim.evidence_ids if name in numbers})
    marks = "".join(f"[{number}]" for number in own)
    return f"{sentence.text.removesuffix('.')} {marks}." if marks else sentence.text


def _citation(item: Evidence, number: int) -> Citation:
    url = item.source if item.metadata.get("section") == "live" else item.metadata.get("url", "")
    return Citation(number, item.evidence_id, item.source, item.content, item.doc_id, url)


def finalize(
    text: Text,
    composed: Composed,
    picks: Sequence[Pick],
    plan: Plan,
    pack: EvidencePack,
    *,
    notices: Sequence[str],
    invoked: Sequence[HelperInvocation] = (),
) -> Answer:
    """Every field of the answer."""
    reasons = composed.draft.reasons
    finished = tuple(
        replace(
            pick,
            reasons=tuple(sentence.text for sentence in reasons.get(pick.product.id, ())),
            evidence_ids=tuple(item.evidence_id for item in composed.evidence if item.doc_id == pick.product.id),
        )
        for pick in picks
    )
    return Answer(
        intent=plan.intent,
        status="answered",
        final_answer=text.shown + _rest(text, invoked, notices),
        spoken_answer=text.spoken,
        picks=finished,
        citations=text.citations if plan.answer_requirements.citation_style == "numbered" else (),
        answer_meta=AnswerMeta(
            used_evidence_ids=tuple(citation.evidence_id for citation in text.citations),
            coverage_confidence=pack.coverage.confidence,
        ),
        followups=FOLLOWUPS,
        helpers=tuple(invoked),
        report=_with_relaxation(composed.report, plan, pack),
        pack=replace(pack, final_evidence=composed.evidence),
        plan=plan,
        warnings=(*composed.warnings, *_failed(invoked), *filter(None, (_conceded(plan, pack),)), *notices),
        errors=pack.errors,
    )


def _conceded(plan: Plan, pack: EvidencePack) -> str:
    """What was given up because nothing met the whole wish: said before anything that was found instead."""
    if plan.conceded or not pack.relaxed_type:
        return plan.conceded
    return f"I found no {plan.intent.product_type}, so I looked for “{pack.relaxed_type}” instead."


def _lead(plan: Plan, pack: EvidencePack) -> str:
    """What was given up, with what stands between it and the first sentence."""
    conceded = _conceded(plan, pack)
    return conceded and conceded + ("\n" if plan.answer_requirements.format == "bullets" else " ")


def _rest(text: Text, invoked: Sequence[HelperInvocation], notices: Sequence[str]) -> str:
    """What stands behind a solver's sentences: what helpers found and what must be told."""
    between = "\n" if "\n" in text.shown else " "
    return "".join(f"{between}{line}" for line in (*_helped(invoked), *notices))


def _with_relaxation(report: AnswerReport, plan: Plan, pack: EvidencePack) -> AnswerReport:
    """The report, and that the plan was relaxed where it was."""
    if plan.conceded:
        return replace(report, no_context="relaxed", why=plan.conceded)
    if pack.relaxed_type:
        why = f"nothing is a {plan.intent.product_type}, so {pack.relaxed_type} was looked for"
        return replace(report, no_context="relaxed", why=why)
    return report


def relaxed(plan: Plan) -> Plan | None:
    """The plan with one demand less, for when nothing was found; None where there is nothing to give up.

    "Premium" means dearer and better rated. Above five stars nothing can be: there dearer alone is looked for.
    """
    floor = plan.filters.better_rated_than
    if plan.conceded or plan.intent.refinement != "premium" or floor is None or floor < MOST_STARS:
        return None
    said = "Nothing can be rated above 5 stars, so I looked only for what costs more."
    return replace(plan, filters=replace(plan.filters, better_rated_than=None), conceded=said)


def _notices(plan: Plan, turn: Turn, currency: str) -> list[str]:
    """What the shopper must be told beside the recommendation: fixed sentences, not a solver's."""
    notices = []
    budget = plan.intent.constraints.budget
    amount = (budget.max if budget.max is not None else budget.min) if budget else None
    if budget and amount is not None and budget.currency not in ("", currency):
        notices.append(
            f"Prices here are in {SYMBOLS.get(currency, currency)} and I don't convert money: "
            f"I took {amount_of(amount, budget.currency)} as {amount_of(amount, currency)}."
        )
    if turn.guardrails.pii_present:
        notices.append(PRIVATE)
    return notices


def _live_notice(top: Pick, turn: Turn, now: datetime | None, *, asked: bool) -> str:
    """Whether the price is of this moment, and how it differs from the catalogue's."""
    if top.receipt is None:
        if turn.constraints.no_external:
            return NOT_ALLOWED
        return NOT_CONFIRMED if asked else NOT_YET
    live, listed = top.receipt.price, top.product.price
    differs = f" The catalogue says {money(listed)}." if listed and listed != live else ""
    when = policy.ago(top.receipt.fetched_at, now or top.receipt.fetched_at)
    return f"{money(live)} is the price at {top.receipt.shop} {when}.{differs}"


def _spoken_price(top: Pick, plan: Plan, now: datetime | None) -> str:
    """The pick and its live price as they are said; empty where there is none or it takes too long to say."""
    if top.receipt is None:
        return ""
    price = policy.spoken(top.receipt, now or top.receipt.fetched_at)
    for most in (6, 5, 4, 3):
        said = f"{short_title(top.product.title, plan.intent.product_type, max_words=most)}, {price}."
        if spoken_word_count(said) <= SPOKEN_WORDS and not UNSAYABLE.search(said):
            return said
    return ""
