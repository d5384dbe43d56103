"""The response: the answers to all intents of a turn made into one value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import ROUND_DOWN, Decimal

from assistant.answering.answerer import CLOSING
from assistant.answering.markdown import render_markdown
from assistant.answering.response_document import build_document
from assistant.answering.saying.speaking import RECOMMENDATION_WORDS, REPLY_WORDS, spoken_word_count
from assistant.language.currencies import money
from assistant.matching.fit import SURE
from assistant.schema import (
    Answer,
    AnswerMeta,
    Constraints,
    Price,
    Response,
    ResponseStatus,
    Route,
    Turn,
)

NOTHING_UNDERSTOOD = Constraints()
NEW_PICK = "My new pick is on your screen."
_SORRY = "Sorry"


def finish(
    turn: Turn,
    route: Route,
    answers: Sequence[Answer],
    *,
    ledger: Constraints = NOTHING_UNDERSTOOD,
    timings: Mapping[str, float],
    warnings: Sequence[str],
) -> Response:
    """Everything a face needs, from the first answer that has a pick outwards.

    What is asked of a shown toy beside a new wish is answered in words: the toys are those of the wish. `ledger` is
    what was understood before, for a message that asks for nothing.
    """
    if any(answer.picks and answer.intent.searches for answer in answers):
        answers = [answer if answer.intent.searches else replace(answer, picks=()) for answer in answers]
    answers = [*(_beginning(route.told_first, answer) for answer in answers[:1]), *answers[1:]]
    document = build_document(turn, route, answers)
    told = (*warnings, *route.warnings, *in_all(answers))
    leading = next((answer for answer in answers if answer.picks), answers[0] if answers else None)
    return Response(
        status=_status(route, answers),
        final_answer=route.reply or "\n\n".join(answer.final_answer for answer in answers),
        spoken_answer=route.reply or _spoken(answers),
        top_pick=leading.picks[0] if leading and leading.picks else None,
        products=[pick for answer in answers for pick in answer.picks],
        citations=[citation for answer in answers for citation in answer.citations],
        answer_meta=leading.answer_meta if leading else AnswerMeta(),
        followups=list(leading.followups) if leading else [],
        errors=[error.message for answer in answers for error in answer.errors],
        warnings=list(dict.fromkeys((*told, *(w for answer in answers for w in answer.warnings)))),
        ledger=leading.intent.constraints if leading else ledger,
        route=route,
        plan=leading.plan if leading else None,
        retrieval_report=leading.pack.retrieval_report if leading else None,
        response_document=document,
        response_markdown=render_markdown(document),
        timings=dict(timings),
        answers=tuple(answers),
        turn=turn,
    )


def left_for_next(route: Route, answers: Sequence[Answer]) -> Sequence[Decimal | None]:
    """What the next wish may cost: of a sum for all its part of what the picks before it leave, then all of that."""
    intents = route.intents[len(answers) :]
    budget = intents[0].constraints.budget
    if budget is None or not budget.shared or budget.max is None:
        return (None,)
    left = max(budget.max - _sum_of(_shared(answers)), Decimal(0))
    sharing = 0 if intents[0].about else sum(1 for intent in intents if intent.constraints.budget == budget)
    return ((left / sharing).quantize(Decimal("0.01"), rounding=ROUND_DOWN), left) if sharing > 1 else (left,)


def in_all(answers: Sequence[Answer]) -> tuple[str, ...]:
    """What the picks come to together, where a sum was said for all of them."""
    prices = _shared(answers)
    if len(prices) < 2 or len({price.currency for price in prices}) > 1:
        return ()
    return (f"Together they come to {money(replace(prices[0], amount=_sum_of(prices)))}.",)


def _sum_of(prices: Sequence[Price]) -> Decimal:
    return sum((price.amount for price in prices), Decimal(0))


def _shared(answers: Sequence[Answer]) -> list[Price]:
    """The prices of the picks of wishes that share a sum."""
    picks = [
        answer.picks[0] for answer in answers
        if answer.picks and answer.intent.constraints.budget and answer.intent.constraints.budget.shared
    ]  # fmt: skip
    return [pick.price for pick in picks if pick.price]


def leads_nowhere(route: Route, answers: Sequence[Answer]) -> bool:
    """Whether a change of what is wanted found nothing that is surely it."""
    is_change = len(route.intents) == 1 and route.intents[0].act == "refine" and route.intents[0].refinement is None
    first = next(iter(answers), None)
    return is_change and (first is None or first.standing != "pick" or _right(answers) < SURE)


def is_likelier(answers: Sequence[Answer], others: Sequence[Answer]) -> bool:
    """Whether there is a Top Pick that is likely what was asked for, and likelier than that of others."""
    return _right(answers) >= max(SURE, _right(others))


def _right(answers: Sequence[Answer]) -> float:
    """How probably the first Top Pick is what was asked for; nothing of what is only near it."""
    first = next(iter(answers), None)
    if first is None or not first.picks or first.standing == "nearest":
        return 0.0
    return first.picks[0].scores.get("right", 1.0)


def _beginning(first: str, answer: Answer) -> Answer:
    """The answer behind what is told first; aloud too, where that fits in a breath."""
    told = answer.final_answer.startswith(first)  # nothing is, or it was told when the prices were first looked at
    if told or (first.startswith(_SORRY) and answer.final_answer.startswith(_SORRY)):  # nobody is sorry twice
        return answer
    spoken = f"{first} {answer.spoken_answer}"
    fits = spoken_word_count(spoken) <= REPLY_WORDS
    return replace(
        answer, final_answer=f"{first} {answer.final_answer}", spoken_answer=spoken if fits else answer.spoken_answer
    )


def _status(route: Route, answers: Sequence[Answer]) -> ResponseStatus:
    """Answered when any intent was; otherwise what the first one came to."""
    first = route.intents[0]
    if not answers:
        if first.intent_type == "out_of_domain":
            return "out_of_domain"
        return "greeting" if first.act == "greet" else "small_talk"
    statuses = [answer.status for answer in answers]
    return "answered" if "answered" in statuses else statuses[0]


def _spoken(answers: Sequence[Answer]) -> str:
    """All picks in one breath where they fit, if need be in brief, else the first; the closing sentence once.

    What is asked of a shown toy comes before them, and takes the place of the closing sentence.
    """
    replies = [answer.spoken_answer for answer in answers if not answer.intent.searches and not answer.recommendation]
    recommended = [answer.recommendation for answer in answers if answer.recommendation]
    if len(answers) == 1:
        return answers[0].spoken_answer
    if not recommended:
        return replies[0] if replies else next((one for one in answers if one.picks), answers[0]).spoken_answer
    briefly = [answer.recommended_briefly for answer in answers if answer.recommendation]
    breaths = (" ".join(recommended), " ".join(briefly))
    told = next((one for one in breaths if spoken_word_count(one) <= RECOMMENDATION_WORDS), recommended[0])
    if not replies:
        return f"{told} {CLOSING}"
    both = f"{replies[0]} {told}"
    return both if spoken_word_count(both) <= REPLY_WORDS else f"{replies[0]} {NEW_PICK}"
