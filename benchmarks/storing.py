"""Whether the session store loses anything when many write at once."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from assistant.adapters.sessions import SqlSessionStore, sqlite_url
from assistant.protocols import SessionStore
from assistant.schema import SessionTurn
from benchmarks import command_line

TURNS, SESSIONS, THREADS = 10_000, 100, 8


@dataclass(frozen=True, slots=True)
class StoreFigures:
    """How many turns were written by how many threads, how many could not be read again, and how long it took."""

    turns: int
    sessions: int
    threads: int
    lost: int
    seconds: float

    def lines(self) -> Iterator[str]:
        """The figures as text."""
        yield (
            f"session store: {self.turns:,} turns in {self.sessions} sessions from {self.threads} threads, "
            f"{self.lost} lost, {self.turns / self.seconds:,.0f} turns/s"
        )


def measure_store(
    store: SessionStore, *, turns: int = TURNS, sessions: int = SESSIONS, threads: int = THREADS
) -> StoreFigures:
    """Writes so many turns, any thread to any session, and reads every session again; then forgets them."""
    names = [f"bench-{number}" for number in range(sessions)]

    def write(first: int) -> None:
        for number in range(first, turns, threads):
            store.append(names[number % sessions], SessionTurn(f"question {number}", "answer"))

    start = time.perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(write, range(threads)))
    seconds = time.perf_counter() - start
    found = {turn.user for name in names for turn in store.load(name).turns}
    for name in names:
        store.forget(name)
    return StoreFigures(turns, sessions, threads, turns - len(found), round(seconds, 3))


def main(arguments: Sequence[str] | None = None) -> None:
    """`python -m benchmarks.storing`: with SQLite in a folder that is removed again."""
    parser = command_line.options(__doc__, catalogue=False)
    parser.add_argument("--turns", type=int, default=TURNS, help="how many turns are written")
    command_line.run(parser, arguments, lambda asked: _measured(asked.turns))


def _measured(turns: int) -> StoreFigures:
    with tempfile.TemporaryDirectory(prefix="toy-shopping-assistant-storing-") as work:
        store = SqlSessionStore(sqlite_url(Path(work) / "sessions.db"))
        try:
            return measure_store(store, turns=turns)
        finally:
            store.close()


if __name__ == "__main__":
    main()
