"""Plugins run beside the turn: each within its time, none able to hold up or break the answer."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, wait
from dataclasses import replace
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal
from functools import partial
from itertools import combinations

from assistant.adapters.resilience import start
from assistant.errors import PluginError
from assistant.language.numbers import NUMBER, value_of
from assistant.language.text import ages, fold, promotes
from assistant.protocols import Helper
from assistant.schema import Brief, HelperInvocation, HelperResult

MAX_SUMMARY_CHARS = 400
ROUNDINGS = (ROUND_DOWN, ROUND_HALF_UP)
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_IN_WORDS = re.compile(rf"(?!\d){NUMBER}")
_FORBIDDEN = re.compile(
    r"://|www\.|[<>`{}|\\^\[\]]|\b(?:is|are|it's) (?:completely |perfectly |quite )?safe\b", re.IGNORECASE
)
# A helper that ran out of its time and is still at work is not started again: hung ones would pile up.
_left_behind: dict[int, Future[HelperResult | None]] = {}


def invoke(helpers: Sequence[Helper], brief: Brief, *, limit_s: float) -> tuple[HelperInvocation, ...]:
    """Asks all helpers at once and waits for each until the limit; what fails says so, and costs nothing else."""
    begun = time.perf_counter()
    asked = [(helper, None if _is_hung(helper) else start(partial(helper.help, brief))) for helper in helpers]
    return tuple(_invocation(helper, future, brief, begun, limit_s) for helper, future in asked)


def _is_hung(helper: Helper) -> bool:
    return (earlier := _left_behind.get(id(helper))) is not None and not earlier.done()


def _invocation(
    helper: Helper, asked: Future[HelperResult | None] | None, brief: Brief, begun: float, limit_s: float
) -> HelperInvocation:
    told = HelperInvocation(helper.name, "nothing")
    try:
        result = _result(helper, asked, begun + limit_s - time.perf_counter())
        if result is not None:
            if problem := fault(result, brief):
                raise _LeftOutError(problem)
            said = " ".join(result.summary.split())
            told = HelperInvocation(helper.name, "success", said, result.confidence)
    except Exception as error:
        why = str(error) if isinstance(error, _LeftOutError) else "it failed"
        told = HelperInvocation(helper.name, "error", warning=f"The helper {helper.name!r} was left out: {why}.")
    return replace(told, took_ms=round((time.perf_counter() - begun) * 1000, 3))


class _LeftOutError(PluginError):
    """What is said of a helper in our own words: one may raise any other error, with any text."""


def _result(helper: Helper, asked: Future[HelperResult | None] | None, left_s: float) -> HelperResult | None:
    """What a helper said in the time that is left; one that is late is remembered."""
    if asked is None:
        raise _LeftOutError("it is still busy with an earlier question")
    if not wait([asked], max(left_s, 0.0)).done:
        _left_behind[id(helper)] = asked
        raise _LeftOutError("it took too long")
    if asked.exception() is not None:  # whatever it is: even an exit ends nobody's turn
        raise _LeftOutError("it failed")
    return asked.result()


def fault(result: HelperResult, brief: Brief) -> str:
    """Why a helper's result cannot be shown; empty when it can."""
    if not isinstance(result, HelperResult) or not isinstance(result.summary, str) or not result.summary.strip():
        return "it gave no result that can be read"
    if result.confidence is not None and not (
        isinstance(result.confidence, int | float) and math.isfinite(result.confidence) and 0 <= result.confidence <= 1
    ):
        return "its confidence is not between 0 and 1"
    if len(result.summary) > MAX_SUMMARY_CHARS or _FORBIDDEN.search(result.summary) or promotes(result.summary):
        return "it said what no helper may say"
    known = _known_amounts(brief)
    strange = next((number for number, value in _numbers(result.summary) if value not in known), "")
    return f"it states a number that nothing here carries ({strange})" if strange else ""


def _known_amounts(brief: Brief) -> frozenset[Decimal]:
    """The numbers of the message and of the evidence, and what comes of budgets and prices by simple sums."""
    wishes = (brief.plan.intent, *brief.wishes)
    texts = [brief.message, *(wish.text for wish in wishes), *(item.content for item in brief.evidence)]
    texts += [ages(wish.constraints.age) for wish in wishes if wish.constraints.age]
    known = {value for text in texts for _, value in _numbers(text)}
    prices = [pick.price.amount for pick in brief.picks if pick.price]
    budgets = [
        amount for wish in wishes if (budget := wish.constraints.budget)
        for amount in (budget.max, budget.min) if amount is not None
    ]  # fmt: skip
    counts = [Decimal(count) for count in range(1, 21)]
    cent = Decimal("0.01")
    known |= {*prices, *budgets, *(budget - price for budget in budgets for price in prices)}
    known |= {(budget / count).quantize(cent, way) for budget in budgets for count in counts for way in ROUNDINGS}
    known |= {first + second for first, second in combinations(prices, 2)}
    known |= {Decimal(len(brief.wishes)), Decimal(2), Decimal(3)}
    return frozenset(number for number in known if number is not None)


def _numbers(text: str) -> Iterator[tuple[str, Decimal | None]]:
    """The numbers of a text as they stand in it, in digits or in words, each with its value; "this one" is none."""
    yield from ((number, Decimal(number.replace(",", ""))) for number in _NUMBER.findall(text))
    yield from ((number, value_of(number)) for number in _IN_WORDS.findall(fold(text)) if number != "one")
