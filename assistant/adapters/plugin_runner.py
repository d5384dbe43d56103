"""Plugins run beside the turn: each within its time, none able to hold up or break the answer."""

from __future__ import annotations

import math
import re
import threading
import time
from collections.abc import Callable, Sequence
from contextvars import copy_context
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal, InvalidOperation
from functools import partial
from itertools import combinations
from queue import Empty, SimpleQueue
from typing import NoReturn, TypeVar

from assistant.errors import PluginError
from assistant.language.text import ages, promotes
from assistant.protocols import Helper
from assistant.schema import Brief, HelperInvocation, HelperResult

Result = TypeVar("Result")
Item = TypeVar("Item")
MAX_SUMMARY_CHARS = 400
ROUNDINGS = (ROUND_DOWN, ROUND_HALF_UP)
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_FORBIDDEN = re.compile(
    r"://|www\.|[<>`{}|\\^\[\]]|\b(?:is|are|it's) (?:completely |perfectly |quite )?safe\b", re.IGNORECASE
)
# A helper that ran out of its time and is still at work is not started again: hung ones would pile up.
_hung: set[int] = set()


def within(limit_s: float, work: Callable[[], Result]) -> Result:
    """What the work returns or raises, if that happens in time; raises `PluginError` when it does not."""
    return _started(work)(limit_s)


def _started(work: Callable[[], Result]) -> Callable[[float], Result]:
    """Starts the work; the function returned waits for it at most so many seconds."""
    outcome: SimpleQueue[tuple[Result | None, BaseException | None]] = SimpleQueue()
    context = copy_context()

    def run() -> None:
        try:
            outcome.put((context.run(work), None))
        except BaseException as error:
            outcome.put((None, error))

    threading.Thread(target=run, daemon=True).start()

    def wait(limit_s: float) -> Result:
        try:
            result, error = outcome.get(timeout=max(limit_s, 0.0))
        except Empty:
            raise PluginError("it took too long") from None
        if error is not None:
            raise error
        return result  # type: ignore[return-value]

    return wait


def handed_on(limit_s: float, work: Callable[[Callable[[Item], None]], Result], take: Callable[[Item], None]) -> Result:
    """What the work returns or raises in time; meanwhile what it hands on is taken here, in the caller's own thread.

    Raises `PluginError` when the time is over; what was taken until then stays taken.
    """
    items: SimpleQueue[tuple[Item | None, Callable[[], Result] | None]] = SimpleQueue()

    def run() -> None:
        try:
            result = work(lambda item: items.put((item, None)))
            items.put((None, lambda: result))
        except BaseException as error:
            items.put((None, partial(_raised, error)))

    threading.Thread(target=copy_context().run, args=(run,), daemon=True).start()
    until = time.perf_counter() + limit_s
    while True:
        try:
            item, end = items.get(timeout=max(until - time.perf_counter(), 0.0))
        except Empty:
            raise PluginError("it took too long") from None
        if end is not None:
            return end()
        take(item)  # type: ignore[arg-type]


def _raised(error: BaseException) -> NoReturn:
    raise error


def invoke(helpers: Sequence[Helper], brief: Brief, *, limit_s: float) -> tuple[HelperInvocation, ...]:
    """Asks all helpers at once and waits for each until the limit; what fails says so, and costs nothing else."""
    begun = time.perf_counter()
    waiting = [(helper, _asked(helper, brief)) for helper in helpers]
    return tuple(_invocation(helper, wait, brief, begun, limit_s) for helper, wait in waiting)


def _asked(helper: Helper, brief: Brief) -> Callable[[float], HelperResult | None]:
    """Starts the helper; the function returned waits for it, and remembers it when it is late."""
    done = threading.Event()

    def work() -> HelperResult | None:
        try:
            return helper.help(brief)
        finally:
            done.set()
            _hung.discard(id(helper))

    if id(helper) in _hung:
        return _busy
    wait = _started(work)

    def waited(limit_s: float) -> HelperResult | None:
        try:
            return wait(limit_s)
        finally:
            if not done.is_set():
                _hung.add(id(helper))

    return waited


def _busy(_: float) -> HelperResult | None:
    raise PluginError("it is still busy with an earlier question")


def _invocation(
    helper: Helper, wait: Callable[[float], HelperResult | None], brief: Brief, begun: float, limit_s: float
) -> HelperInvocation:
    try:
        result = wait(begun + limit_s - time.perf_counter())
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
    texts = [brief.message, *(wish.text for wish in (brief.plan.intent, *brief.wishes))]
    texts += [item.content for item in brief.evidence]
    known = {_decimal(number) for text in texts for number in _NUMBER.findall(text)}
    prices = [pick.price.amount for pick in brief.picks if pick.price]
    budgets = [
        amount for wish in (brief.plan.intent, *brief.wishes) if (budget := wish.constraints.budget)
        for amount in (budget.max, budget.min) if amount is not None
    ]  # fmt: skip
    for wish in (brief.plan.intent, *brief.wishes):
        if wish.constraints.age:
            known |= {_decimal(number) for number in _NUMBER.findall(ages(wish.constraints.age))}
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
