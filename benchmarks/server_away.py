"""What shoppers are told while a catalogue's Milvus server is away, and how soon they are answered when it is back.

A list is imported into milvus-lite, whose server is killed and started again in the middle of 200 questions. It needs
the extra `milvus`.
"""

from __future__ import annotations

import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path

from assistant import resources
from assistant.answering.answerer import SEARCH_FAILED
from assistant.assistant import Assistant
from assistant.errors import AssistantError, CatalogueAwayError
from assistant.evaluation.questions import QUESTIONS
from assistant.settings import Settings
from assistant.wiring import make_catalogue
from benchmarks import command_line
from benchmarks.milvus_process import MilvusLite

ASKED, KILLED_AT, STARTED_AT = 200, 60, 100
# Between two questions while the server starts: what shoppers leave, and so that few are spent on it.
PAUSE_S = 0.25


@dataclass(frozen=True, slots=True)
class Away:
    """How the questions ended, by when they were asked; seconds from when the server listens to the first answer."""

    products: int
    outcomes: dict[str, dict[str, int]]
    back_s: float
    slowest_while_away_s: float

    def lines(self) -> Iterator[str]:
        """The figures as text."""
        yield f"{self.products:,} products in milvus-lite, {ASKED} questions or more"
        for when, ended in self.outcomes.items():
            yield f"  {when:8}" + ", ".join(f"{count} {how}" for how, count in ended.items())
        yield f"answered {self.back_s:.1f} s after the server was back"
        yield f"the slowest word while it was away took {self.slowest_while_away_s:.1f} s"


@dataclass
class _Asking:
    """Asks one question after the other in one conversation each, and keeps what came of it."""

    shop: Assistant
    ended: dict[str, Counter[str]] = field(default_factory=dict)
    slowest_s: float = 0.0
    asked: int = 0
    _questions: Iterator[str] = field(default_factory=lambda: cycle(QUESTIONS))

    def ask(self, when: str) -> bool:
        """Whether the next question got an answer of its own."""
        start = time.perf_counter()
        how = self._outcome(next(self._questions))
        self.asked += 1
        self.ended.setdefault(when, Counter())[how] += 1
        if when == "away":
            self.slowest_s = max(self.slowest_s, time.perf_counter() - start)
        return how == "answered"

    def _outcome(self, question: str) -> str:
        try:
            reply = self.shop.ask(question)
        except CatalogueAwayError:
            return "told that the search is unavailable"
        except AssistantError as error:
            return f"told: {error}"
        except Exception as error:
            return f"broken by {type(error).__name__}"
        return "told that the search is unavailable" if SEARCH_FAILED in reply.final_answer else "answered"


def measure_away(source: Path) -> Away:
    """Imports a list, asks, kills the server, starts it again and asks on."""
    with tempfile.TemporaryDirectory(prefix="toy-shopping-assistant-away-") as work:
        settings = Settings(home=Path(work) / "home", live_prices=False, listen="off", model_name="")
        server = MilvusLite(Path(work) / "data")
        server.start()
        try:
            place = server.address("toys")
            make_catalogue(source, place, settings=settings)
            with Assistant.open(place, settings) as shop:
                return _asked(shop, server)
        finally:
            server.kill()


def _asked(shop: Assistant, server: MilvusLite) -> Away:
    asking = _Asking(shop)
    while asking.asked < KILLED_AT:
        asking.ask("before")
    server.kill()
    while asking.asked < STARTED_AT:
        asking.ask("away")
    server.begin()
    while not server.listens():
        asking.ask("away")
        time.sleep(PAUSE_S)
    start = time.perf_counter()
    while not asking.ask("coming"):
        time.sleep(PAUSE_S)
    back_s = time.perf_counter() - start
    while asking.asked < ASKED:
        asking.ask("after")
    outcomes = {when: dict(ended) for when, ended in asking.ended.items()}
    return Away(len(shop.catalogue), outcomes, round(back_s, 2), round(asking.slowest_s, 2))


def main(arguments: Sequence[str] | None = None) -> None:
    """`python -m benchmarks.server_away`."""
    parser = command_line.options(__doc__, catalogue=False)
    parser.add_argument(
        "--list", type=Path, default=resources.DEMO_CATALOGUE, help="the toys to import; without it, the demo's"
    )
    command_line.run(parser, arguments, lambda asked: measure_away(asked.list))


if __name__ == "__main__":
    main()
