"""Patience with what may fail or never answer: one circuit breaker, and one way to wait for work no longer than said.

Work runs in daemon threads: one that hangs holds back neither the answer nor the end of the program. Nothing here
knows what the work is; whoever waits gives the limits and finds the words for a failure.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import wait as wait_for
from contextvars import copy_context
from dataclasses import dataclass, field
from threading import BoundedSemaphore, Lock, Thread
from typing import TypeVar

Result = TypeVar("Result")


class LateError(Exception):
    """Work was not done in the time it was given; it may still be under way."""


class BusyError(Exception):
    """Work was not started, because too much of its kind is under way."""


@dataclass
class Breaker:
    """Leaves alone what failed `max_failures` times in a row; after a rest one caller may try, until it is known how.

    `clock` gives seconds and never goes back. Safe to use from many threads.
    """

    max_failures: int
    rest_s: float
    clock: Callable[[], float] = time.monotonic
    _failures: int = 0
    _rests_until: float = 0.0
    _lock: Lock = field(default_factory=Lock)

    @property
    def rests(self) -> bool:
        """Whether nobody may ask it now; unlike `may_ask` this takes nobody's try."""
        with self._lock:
            return self._failures >= self.max_failures and self.clock() < self._rests_until

    def may_ask(self) -> bool:
        """Whether it may be asked now."""
        with self._lock:
            if self._failures < self.max_failures:
                return True
            now = self.clock()
            if now < self._rests_until:
                return False
            self._rests_until = now + self.rest_s
            return True

    def note(self, *, failed: bool) -> None:
        """Notes how asking ended."""
        with self._lock:
            self._failures = self._failures + 1 if failed else 0
            self._rests_until = self.clock() + self.rest_s


def start(work: Callable[[], Result], slots: BoundedSemaphore | None = None) -> Future[Result]:
    """Starts work in a thread of its own; whatever it raises belongs to whoever asks for its result.

    With `slots`, hung work cannot pile up: when all are taken, the future has already failed with `BusyError`.
    """
    future: Future[Result] = Future()
    if slots is not None and not slots.acquire(blocking=False):
        future.set_exception(BusyError("too much is under way"))
        return future

    def run() -> None:
        try:
            future.set_result(work())
        except BaseException as error:
            future.set_exception(error)
        finally:
            if slots is not None:
                slots.release()

    Thread(target=copy_context().run, args=(run,), daemon=True).start()
    return future


def outcome(future: Future[Result], limit_s: float) -> Result:
    """What started work returns or raises, if that happens within so many seconds; raises `LateError` otherwise."""
    # Not `result(timeout)`: its TimeoutError could as well be the work's own.
    if not wait_for([future], timeout=max(limit_s, 0.0)).done:
        raise LateError
    return future.result()


def within(limit_s: float, work: Callable[[], Result]) -> Result:
    """What the work returns or raises, if that happens within so many seconds; raises `LateError` otherwise."""
    return outcome(start(work), limit_s)
