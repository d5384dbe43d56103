"""Patience with what may never answer: a time limit, and a rest after a failure."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import TypeVar

from assistant.errors import SpeechError

REST_S = 300.0

Result = TypeVar("Result")


class Breaker:
    """Remembers a failure for a while, so that only one answer in that while waits for a voice that is away."""

    def __init__(self, *, rest_s: float = REST_S, clock: Callable[[], float] = time.monotonic) -> None:
        self._rest_s = rest_s
        self._clock = clock
        self._until = float("-inf")

    @property
    def resting(self) -> bool:
        """Whether it is too early to try again."""
        return self._clock() < self._until

    def trip(self) -> None:
        """Notes a failure."""
        self._until = self._clock() + self._rest_s


def within(timeout_s: float, work: Callable[[], Result], who: str) -> Result:
    """What `work` returns; `SpeechError` when it fails or is not done in time.

    Libraries limit each request at best and the whole never, so it runs in a thread that may be left behind.
    """
    outcome: SimpleQueue[tuple[Result | None, Exception | None]] = SimpleQueue()
    threading.Thread(target=_attempt, args=(work, outcome), daemon=True).start()
    try:
        result, error = outcome.get(timeout=timeout_s)
    except Empty:
        raise SpeechError(f"{who} did not answer within {timeout_s:g} seconds.") from None
    if error is not None:
        raise SpeechError(f"{who} could not be reached.") from error
    return result  # type: ignore[return-value]


def _attempt(work: Callable[[], Result], outcome: SimpleQueue[tuple[Result | None, Exception | None]]) -> None:
    try:
        outcome.put((work(), None))
    except Exception as error:  # gTTS raises AssertionError, ValueError and whatever its HTTP client does
        outcome.put((None, error))
