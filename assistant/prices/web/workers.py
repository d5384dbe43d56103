"""Work done side by side that nobody waits for longer than they said.

Threads are daemons: one that hangs in a name look-up neither holds the answer back nor keeps the program from ending.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from threading import BoundedSemaphore, Thread
from typing import TypeVar

from assistant.errors import PriceError

Result = TypeVar("Result")

# Hung threads must not pile up: with all slots taken, new work is refused, and the answer is "not confirmed". Pages
# have slots of their own, so that products that wait for their search cannot keep one another from reading.
PRODUCTS = BoundedSemaphore(32)
PAGES = BoundedSemaphore(64)


def start(task: Callable[[], Result], slots: BoundedSemaphore = PRODUCTS) -> Future[Result]:
    """Starts a task in its own thread; refused work is a future that has already failed with `PriceError`."""
    future: Future[Result] = Future()
    if not slots.acquire(blocking=False):
        future.set_exception(PriceError("too many live prices are under way"))
        return future

    def run() -> None:
        try:
            future.set_result(task())
        # Whatever went wrong belongs to whoever asks for the result.
        except BaseException as error:
            future.set_exception(error)
        finally:
            slots.release()

    Thread(target=run, name="live-price", daemon=True).start()
    return future
