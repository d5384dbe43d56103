"""Plugins run beside the turn: each within its time, none able to hold up or break the answer."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Sequence
from concurrent.futures import Future
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal, InvalidOperation
from functools import partial
from itertools import combinations

from assistant.adapters.resilience import LateError, outcome, start
from assistant.errors import PluginError
from assistant.language.text import ages, promotes
from assistant.protocols import Helper
from assistant.schema import Brief, HelperInvocation, HelperResult

MAX_SUMMARY_CHARS = 400
ROUNDINGS = (ROUND_DOWN, ROUND_HALF_UP)
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
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
    try:
        result = _result(helper, asked, begun + limit_s - time.perf_counter())
        took_ms = round((time.perf_counter() - begun) * 1000, 3)
        if result is None:
            return HelperInvocation(helper.name, "nothing", took_ms=took_ms)
        if problem := fault(result, brief):
            raise PluginError(problem)
        return HelperInvocation(
            helper.name, "success", " ".join(result.summary.split()), result.confidence, "", took_ms
        )
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        took_ms = round((time.perf_counter() - begun) * 1000, 3)
        why = str(error) if isinstance(error, PluginError) else "it failed"
        return HelperInvocation(
            helper.name, "error", warning=f"The helper {helper.name!r} was left out: {why}.", took_ms=took_ms
        )


def _result(helper: Helper, asked: Future[HelperResult | None] | None, left_s: float) -> HelperResult | None:
    """What a helper said in the time that is left; one that is late is remembered."""
    if asked is None:
        raise PluginError("it is still busy with an earlier question")
    try:
        return outcome(asked, left_s)
    except LateError:
        _left_behind[id(helper)] = asked
        raise PluginError("it took too long") from None


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
    strange = [number for number in _NUMBER.findall(result.summary) if _decimal(number) not in known]
    return f"it states a number that nothing here carries ({strange[0]})" if strange else ""


def _known_amounts(brief: Brief) -> frozenset[Decimal]:
    """The numbers of the message and of the evidence, and what comes of budgets and prices by simple sums."""
    wishes = (brief.plan.intent, *brief.wishes)
    texts = [brief.message, *(wish.text for wish in wishes), *(item.content for item in brief.evidence)]
    texts += [ages(wish.constraints.age) for wish in wishes if wish.constraints.age]
    known = {_decimal(number) for text in texts for number in _NUMBER.findall(text)}
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


def _decimal(number: str) -> Decimal | None:
    try:
        return Decimal(number.replace(",", "").rstrip("."))
    except InvalidOperation:
        return None
