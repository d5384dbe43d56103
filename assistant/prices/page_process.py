"""Reading pages in processes of their own, because only a process can be stopped.

Nothing stops a parser at work on a hostile page from within: libxml2 alone takes minutes over a tag of enough
attributes. A process is made when the first page is fetched, wakes while that page travels, reads any number of pages,
and ends when its page takes too long, when nobody needs it for a minute, or with this one. It is a plain child with our
module search path: `multiprocessing` would run the caller's script again, which under Streamlit is Streamlit.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from threading import BoundedSemaphore, Lock, Timer
from typing import IO, cast
from weakref import finalize

from pydantic import TypeAdapter

from assistant.adapters.resilience import LateError, outcome, start, within
from assistant.prices.pages.page_reading import PageReading, read_page
from assistant.prices.ports import FetchError

# The slowest honest page of 2 MB takes 0.4 s here; so many are read at once, and a process nobody needs goes.
READ_S, PLACES, IDLE_S = 2.0, 2, 60.0
# A page of 2 MB and its tree take 60 MB, the program itself 40. Windows has no such limit, macOS does not keep it.
MEMORY_BYTES = 512 * 1024 * 1024
_CODE = "import sys; sys.path[:] = {path!r}; from assistant.prices.page_process import serve; serve()"
_NO_WINDOW = getattr(subprocess, "CREATE_NO_WINDOW", 0)
_READING = TypeAdapter(PageReading)


class _Worker:
    """A process that reads pages, one at a time; it says a line when it is awake, and one for each page."""

    def __init__(self) -> None:
        command = [sys.executable, "-I", "-c", _CODE.format(path=sys.path)]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(  # noqa: S603  (our own interpreter and module)
            command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, creationflags=_NO_WINDOW
        )
        self._in, self._out = cast(IO[bytes], self._process.stdin), cast(IO[bytes], self._process.stdout)
        self.awake: Future[bytes] = start(self._out.readline)

    @property
    def lives(self) -> bool:
        """Whether the process has not ended."""
        return self._process.poll() is None

    def ask(self, order: bytes) -> bytes:
        """The line with which a page is answered; empty where the process ended over it."""
        self._in.write(order)
        self._in.flush()
        return self._out.readline()

    def end(self) -> None:
        """Stops the process, whatever it is doing."""
        self._process.kill()
        self._process.wait()
        self._out.close()
        with suppress(OSError):  # what was being written to it
            self._in.close()


@dataclass
class PageReader:
    """Reads pages, each within `limit_s` seconds and the memory of a process; for any number of threads."""

    limit_s: float = READ_S
    _workers: list[_Worker] = field(default_factory=list)
    _free: list[_Worker] = field(default_factory=list)
    _places: BoundedSemaphore = field(default_factory=lambda: BoundedSemaphore(PLACES))
    _lock: Lock = field(default_factory=Lock)

    def __post_init__(self) -> None:
        finalize(self, _end, self._workers)

    def prepare(self) -> None:
        """Lets a process wake up, so that it is ready when a page has come."""
        with self._lock, suppress(OSError):  # why it cannot is said when there is a page to be read
            self._bury()
            if not self._free and len(self._workers) < PLACES:
                self._free.append(self._started())

    def read(self, body: bytes, *, charset: str, now: datetime, timeout_s: float, is_cut: bool = False) -> PageReading:
        """What a page states, as `read_page` reads it; `FetchError` where that costs too much or fails."""
        ends_at = time.monotonic() + timeout_s
        order = {"charset": charset, "now": now.isoformat(), "is_cut": is_cut, "bytes": len(body)}
        with self._worker(timeout_s) as worker:
            try:
                outcome(worker.awake, ends_at - time.monotonic())
            except LateError as error:
                raise FetchError("no page can be read yet") from error
            if (left_s := ends_at - time.monotonic()) <= 0:
                raise FetchError("there is no time left to read the page")
            try:
                ask = partial(worker.ask, json.dumps(order).encode() + b"\n" + body)
                return _READING.validate_json(within(min(self.limit_s, left_s), ask))
            except (LateError, OSError, ValueError) as error:
                worker.end()
                raise FetchError("the page takes too much to read") from error

    @contextmanager
    def _worker(self, timeout_s: float) -> Iterator[_Worker]:
        """A process that nobody else uses meanwhile."""
        if not self._places.acquire(timeout=max(0.0, timeout_s)):
            raise FetchError("other pages are being read")
        try:
            worker = self._taken()
            try:
                yield worker
            finally:
                with self._lock:
                    self._free.append(worker)
        finally:
            self._places.release()

    def _taken(self) -> _Worker:
        with self._lock:
            self._bury()
            try:
                return self._free.pop() if self._free else self._started()
            except OSError as error:
                raise FetchError("no process can be started to read pages") from error

    def _started(self) -> _Worker:
        self._workers.append(_Worker())
        return self._workers[-1]

    def _bury(self) -> None:
        """Forgets the processes that have ended, and closes what led to them."""
        _end(worker for worker in self._workers if not worker.lives)
        for workers in (self._workers, self._free):
            workers[:] = [worker for worker in workers if worker.lives]


def _end(workers: Iterable[_Worker]) -> None:
    for worker in workers:
        worker.end()


# One for the process, shared by every price source.
PROCESS_READER = PageReader()


def serve() -> None:
    """The other side: reads pages from standard input until there are no more, or none for a minute."""
    _limit_memory()
    orders, answers = sys.stdin.buffer, sys.stdout.buffer
    answers.write(b"\n")
    answers.flush()
    while order := _next(orders):
        said = json.loads(order)
        page = orders.read(said["bytes"])
        now = datetime.fromisoformat(said["now"])
        reading = read_page(page, charset=said["charset"], now=now, is_cut=said["is_cut"])
        answers.write(_READING.dump_json(reading) + b"\n")
        answers.flush()


def _next(orders: IO[bytes]) -> bytes:
    idle = Timer(IDLE_S, os._exit, (0,))
    idle.daemon = True
    idle.start()
    line = orders.readline()
    idle.cancel()
    return line


def _limit_memory() -> None:
    try:
        import resource  # noqa: PLC0415  (Windows has none)
    except ModuleNotFoundError:
        return
    with suppress(OSError, ValueError):  # a system that refuses leaves the deadline and the page's own bounds
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
