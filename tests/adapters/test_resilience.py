"""One breaker and one deadline: what fails is left alone for a while, and nobody waits longer than they said."""

from __future__ import annotations

from contextvars import ContextVar
from threading import BoundedSemaphore, Event

import pytest

from assistant.adapters.resilience import Breaker, BusyError, LateError, outcome, start, within

SAID: ContextVar[str] = ContextVar("SAID", default="")
PATIENT_S = 10.0


class Time:
    """A clock that moves only when somebody says so."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def a_breaker() -> tuple[Breaker, Time]:
    time = Time()
    return Breaker(max_failures=3, rest_s=60, clock=time), time


# ── The breaker ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_it_opens_after_so_many_failures_in_a_row() -> None:
    breaker, _ = a_breaker()
    for _ in range(3):
        assert breaker.may_ask()
        breaker.note(failed=True)
    assert not breaker.may_ask()


def test_a_success_between_two_failures_begins_the_count_anew() -> None:
    breaker, _ = a_breaker()
    for failed in (True, True, False, True, True):
        breaker.note(failed=failed)
    assert breaker.may_ask()


def test_after_a_rest_one_caller_may_try_and_the_others_wait_for_the_outcome() -> None:
    breaker, time = a_breaker()
    for _ in range(3):
        breaker.note(failed=True)
    time.seconds = 59.9
    assert not breaker.may_ask()
    assert breaker.rests
    time.seconds = 60
    assert [breaker.rests, breaker.may_ask(), breaker.may_ask(), breaker.rests] == [False, True, False, True]


def test_a_failed_try_costs_another_rest_from_then_on() -> None:
    breaker, time = a_breaker()
    for _ in range(3):
        breaker.note(failed=True)
    time.seconds = 61
    assert breaker.may_ask()
    time.seconds = 70
    breaker.note(failed=True)
    time.seconds = 129
    assert not breaker.may_ask()
    time.seconds = 130
    assert breaker.may_ask()


def test_a_try_that_succeeds_closes_it() -> None:
    breaker, time = a_breaker()
    for _ in range(3):
        breaker.note(failed=True)
    time.seconds = 61
    assert breaker.may_ask()
    breaker.note(failed=False)
    assert [breaker.may_ask(), breaker.may_ask()] == [True, True]


def test_a_try_whose_outcome_never_comes_does_not_close_the_way_for_good() -> None:
    breaker, time = a_breaker()
    for _ in range(3):
        breaker.note(failed=True)
    time.seconds = 61
    assert breaker.may_ask()
    time.seconds = 121
    assert breaker.may_ask()


# ── Work against a deadline ──────────────────────────────────────────────────────────────────────────────────────


def test_work_done_in_time_gives_its_result() -> None:
    assert within(PATIENT_S, lambda: 3) == 3
    assert within(PATIENT_S, lambda: None) is None


@pytest.mark.parametrize("error", [ZeroDivisionError("x"), TimeoutError("its own"), SystemExit(2), RecursionError()])
def test_what_the_work_raises_is_raised_where_somebody_waits(error: BaseException) -> None:
    def fails() -> None:
        raise error

    with pytest.raises(type(error)) as raised:
        within(PATIENT_S, fails)
    assert raised.value is error


@pytest.mark.parametrize("limit_s", [0.05, 0.0, -1.0])
def test_work_that_hangs_is_left_behind(limit_s: float) -> None:
    hold = Event()
    with pytest.raises(LateError):
        within(limit_s, lambda: hold.wait(PATIENT_S))
    hold.set()


def test_work_sees_what_its_caller_set() -> None:
    token = SAID.set("an account")
    assert within(PATIENT_S, SAID.get) == "an account"
    SAID.reset(token)


def test_started_work_can_be_waited_for_again_after_it_was_late() -> None:
    hold = Event()
    future = start(lambda: hold.wait(PATIENT_S))
    with pytest.raises(LateError):
        outcome(future, 0.01)
    hold.set()
    assert outcome(future, PATIENT_S)


def test_with_all_slots_taken_work_is_refused_and_later_taken_again() -> None:
    hold, slots = Event(), BoundedSemaphore(2)
    running = [start(lambda: hold.wait(PATIENT_S), slots) for _ in range(3)]
    with pytest.raises(BusyError):
        outcome(running[2], PATIENT_S)
    hold.set()
    assert all(outcome(future, PATIENT_S) for future in running[:2])
    assert slots.acquire(timeout=PATIENT_S)  # given back, also by work that failed
    assert isinstance(start(lambda: 1 / 0, slots).exception(PATIENT_S), ZeroDivisionError)
    assert slots.acquire(timeout=PATIENT_S)
