"""Opening the assistant once for all visitors of the page, each of whom may watch how far it is.

The very first start makes the demo's index, which takes seconds. That happens in a thread of its own: whoever comes
meanwhile waits for the same work and sees the same progress.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from threading import Lock
from typing import Generic, TypeVar

Opened = TypeVar("Opened")
OnProgress = Callable[[str, int, int], None]
POLL_S = 0.1
# Reading the list is quick; nearly all of the time goes into the step that encodes it.
_LONG_STEP = "indexing"


class Doorway(Generic[Opened]):
    """Opens by a function that tells its progress; what fails is tried again by the next visitor."""

    def __init__(self, opens: Callable[[OnProgress], Opened]) -> None:
        self._opens = opens
        self._threads = ThreadPoolExecutor(1, thread_name_prefix="opening")
        self._lock = Lock()
        self._future: Future[Opened] | None = None
        self._share = 0.0

    def opened(self, watch: Callable[[float], object]) -> Opened:
        """What was opened; until then `watch` is told the share that is done, from 0 to 1."""
        future = self._begun()
        while not wait([future], POLL_S).done:
            watch(self._share)
        return future.result()

    def _begun(self) -> Future[Opened]:
        with self._lock:
            if self._future is None or (self._future.done() and self._future.exception()):
                self._share = 0.0
                self._future = self._threads.submit(self._opens, self._note)
            return self._future

    def _note(self, step: str, done: int, total: int) -> None:
        if step == _LONG_STEP and total:
            self._share = min(done / total, 1.0)
