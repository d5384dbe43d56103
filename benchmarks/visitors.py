"""Many visitors at once: starts the page, speaks to it as browsers do, and measures what each of them sees.

A visitor is a web socket that sends what a browser sends and reads all that comes back; a turn lasts from the question
to the last thing drawn. Each asks with amounts that nobody else uses, so that a word from another visit gives itself
away. The page runs in a process of its own, without a model, the network or a voice; in several, where that is asked
for, which share one store of conversations, and each visitor loads the page anew from the next one after each answer.
"""

from __future__ import annotations

import os
import random
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from math import nan
from pathlib import Path
from threading import Barrier
from typing import TYPE_CHECKING, Protocol

from assistant.errors import AssistantError
from assistant.evaluation.answering import percentiles
from assistant.evaluation.processes import load
from assistant.interfaces.page.cards import KICKERS
from assistant.interfaces.page.visits import COOKIE, secret_of
from assistant.interfaces.progress import progress_bar
from assistant.settings import Settings
from assistant.wiring import OnProgress
from benchmarks import command_line

if TYPE_CHECKING:
    from websockets.sync.client import ClientConnection

PAGE = Path(__file__).resolve().parents[1] / "app.py"
START_S, ANSWER_S = 60.0, 60.0
KINDS = ("wooden train set", "jigsaw puzzle", "board game", "kite", "teddy bear", "doll", "marble run", "craft kit",
         "card game", "hand puppet")  # fmt: skip
_AMOUNT = re.compile(r"£(\d+)\\?\.(\d\d)")
_PROCESS = "/proc/{pid}/{what}"


@dataclass
class Visit:
    """What one visitor saw: seconds a turn, and whatever was wrong."""

    turns_s: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    crossed: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)


# What stands over a card, and in its place where there is none.
_HEADLINES = (*KICKERS.values(), "Nothing fits yet")


@dataclass(frozen=True, slots=True)
class VisitorsReport:
    """What so many visitors saw; megabytes are the page's, after a quarter of the turns and at the end."""

    pages: int
    visitors: int
    questions: int
    pause_s: float
    turns: int
    turn_ms: dict[str, float]
    turn_cpu_ms: float
    errors: list[str]
    crossed: list[str]
    lost: list[str]
    first_answer_s: float
    memory_one_mb: float
    memory_early_mb: float
    memory_mb: float
    machine: str

    def lines(self) -> Iterator[str]:
        """The report as text."""
        times = ", ".join(f"{name} {ms:,.0f} ms" for name, ms in self.turn_ms.items())
        pause = f"{self.pause_s:g} s to read between questions" if self.pause_s else "no pause between questions"
        pages = f", {self.pages} processes" if self.pages > 1 else ""
        yield f"{self.visitors} visitors at once{pages}, {self.questions} questions each, {pause}, {self.machine}"
        for name, figure in (
            ("turn as the visitor sees it", times),
            ("processor time of a turn", f"{self.turn_cpu_ms:.0f} ms"),
            ("errors", f"{len(self.errors)}"),
            ("words from another's visit", f"{len(self.crossed)}"),
            ("turns lost on the way", f"{len(self.lost)}"),
            ("page start to first answer", f"{self.first_answer_s:.1f} s"),
            ("memory with one visitor", f"{self.memory_one_mb:.0f} MB"),
            ("memory after a quarter", f"{self.memory_early_mb:.0f} MB"),
            (f"memory after {self.turns:,} turns", f"{self.memory_mb:.0f} MB"),
        ):
            yield f"{name:32}{figure}"
        yield from (f"  {line}" for line in (*self.errors[:5], *self.crossed[:5], *self.lost[:5]))


def measure_visitors(
    catalog: Path | None, settings: Settings, *, visitors: int, questions: int, pause_s: float = 0.0, pages: int = 1,
    on_progress: OnProgress | None = None,
) -> VisitorsReport:  # fmt: skip
    """Lets so many visitors ask so many questions at once; raises `AssistantError` where the page cannot start."""
    started = time.perf_counter()
    with (
        tempfile.TemporaryDirectory(prefix="toy-shopping-assistant-visitors-") as home,
        ExitStack() as running,
    ):
        store = f"sqlite:///{Path(home) / 'sessions.db'}"
        opened = [running.enter_context(page_running(catalog, settings, store, Path(home))) for _ in range(pages)]
        doors, pids = [port for port, _ in opened], [pid for _, pid in opened]
        first = Visit()
        with closing(Browser()) as one:
            one.open(doors[0])
            ask(one, first, visitors, 0, 0.0)
        first_s, one_mb = time.perf_counter() - started, _memory_mb(pids)
        early, early_mb, cpu_s = max(1, questions // 4), [nan], _cpu_s(pids)

        def told(turn: int) -> None:
            if turn == early:
                early_mb.append(_memory_mb(pids))
            if on_progress:
                on_progress("asking", turn, questions)

        seen = crowd(doors, visitors, questions, pause_s, moves=pages > 1, on_turn=told)
        memory, cpu_s = _memory_mb(pids), _cpu_s(pids) - cpu_s
    all_s = [seconds for one in seen for seconds in one.turns_s]
    return VisitorsReport(
        pages=pages, visitors=visitors, questions=questions, pause_s=pause_s, turns=len(all_s),
        turn_ms=percentiles(seconds * 1000 for seconds in all_s),
        turn_cpu_ms=round(cpu_s * 1000 / max(1, len(all_s)), 1),
        errors=[line for one in (first, *seen) for line in one.errors],
        crossed=[line for one in seen for line in one.crossed],
        lost=[line for one in seen for line in one.lost],
        first_answer_s=round(first_s, 2), memory_one_mb=round(one_mb, 1),
        memory_early_mb=round(early_mb[-1], 1), memory_mb=round(memory, 1), machine=load(),
    )  # fmt: skip


def crowd(
    doors: Sequence[int], visitors: int, questions: int, pause_s: float, *, moves: bool,
    on_turn: Callable[[int], None] = lambda _turn: None,
) -> list[Visit]:  # fmt: skip
    """What so many visitors see who come at once; those who move load the page anew, by the next door, after an answer.

    `on_turn` hears of the turns of the first of them.
    """
    together, seen = Barrier(visitors), [Visit() for _ in range(visitors)]

    def visit(number: int) -> None:
        with closing(Browser()) as page:
            page.open(doors[number % len(doors)])
            together.wait()
            manner = random.Random(number)
            time.sleep(manner.uniform(0, pause_s))
            for turn in range(questions):
                ask(page, seen[number], number, turn, manner.uniform(0.5, 1.5) * pause_s)
                if number == 0:
                    on_turn(turn + 1)
                if moves:
                    come_back(page, seen[number], number, turn, doors[(number + turn + 1) % len(doors)])

    with ThreadPoolExecutor(visitors) as pool:
        list(pool.map(visit, range(visitors)))
    return seen


class Drawn(Protocol):
    """A page that answers a question with every text that it draws."""

    def run(self, question: str = "") -> list[str]:
        """Those texts."""


@dataclass
class Browser:
    """One visitor's connection, and what a browser would remember of the page: its cookie and its address."""

    cookie: str = field(default_factory=lambda: f"{COOKIE}={secret_of('')}")
    box: str = ""
    query: str = ""
    _socket: ClientConnection | None = None
    _opened: ExitStack = field(default_factory=ExitStack)

    def open(self, port: int) -> list[str]:
        """Loads the page anew; returns every text that was drawn until it was done."""
        from websockets.sync.client import connect  # noqa: PLC0415
        from websockets.typing import Origin, Subprotocol  # noqa: PLC0415

        self.close()
        address = f"127.0.0.1:{port}"
        self._socket = self._opened.enter_context(
            connect(
                f"ws://{address}/_stcore/stream",
                subprotocols=[Subprotocol("streamlit")],
                origin=Origin(f"http://{address}"),
                additional_headers={"Cookie": self.cookie},
                max_size=None,
                proxy=None,
            )
        )
        return self.run()

    def close(self) -> None:
        """Leaves the page."""
        self._opened.close()

    def run(self, question: str = "") -> list[str]:
        """Sends a question, or nothing to open the page; returns every text that was drawn until it was done."""
        self.send(question)
        return list(self._drawn())

    def send(self, question: str = "") -> None:
        """Sends a question, or nothing to open the page, and waits for nothing."""
        from streamlit.proto.BackMsg_pb2 import BackMsg  # noqa: PLC0415

        message = BackMsg()
        message.rerun_script.query_string = self.query
        if question:
            state = message.rerun_script.widget_states.widgets.add()
            state.id, state.chat_input_value.data = self.box, question
        self._connected.send(message.SerializeToString())

    @property
    def _connected(self) -> ClientConnection:
        if self._socket is None:
            raise AssistantError("The page was not opened yet.")
        return self._socket

    def _drawn(self) -> Iterator[str]:
        from streamlit.proto.ForwardMsg_pb2 import ForwardMsg  # noqa: PLC0415

        while True:
            message = ForwardMsg()
            message.ParseFromString(self._connected.recv(timeout=ANSWER_S))
            kind = message.WhichOneof("type")
            if kind == "script_finished":
                return
            if kind == "page_info_changed":
                self.query = message.page_info_changed.query_string
            if kind == "delta":
                yield from self._texts(message.delta.new_element)

    def _texts(self, element: object) -> Iterator[str]:
        kind = element.WhichOneof("type")  # type: ignore[attr-defined]
        if kind == "chat_input":
            self.box = element.chat_input.id  # type: ignore[attr-defined]
        elif kind in ("text", "markdown", "heading", "alert"):
            yield getattr(element, kind).body
        elif kind == "exception":
            yield f"Traceback {element.exception.message}"  # type: ignore[attr-defined]
        elif kind == "button":
            yield element.button.label  # type: ignore[attr-defined]


def question_of(number: int, turn: int) -> str:
    """A question with this visitor's own amount."""
    return f"a {KINDS[turn % len(KINDS)]} under £{_pounds(number)}.{_pence(turn)}"


def _pounds(number: int) -> int:
    return 20 + number


def _pence(turn: int) -> int:
    return turn % 90 + 10


def ask(page: Drawn, visit: Visit, number: int, turn: int, pause_s: float) -> None:
    """One question with this visitor's own amount, and a look at all that came back."""
    if pause_s and turn:
        time.sleep(pause_s)
    question, pounds, pence = question_of(number, turn), _pounds(number), _pence(turn)
    begun = time.perf_counter()
    try:
        texts = page.run(question)
    except Exception as error:  # whatever stops a visitor is a finding, not the end of the measurement
        visit.errors.append(f"visitor {number}, turn {turn + 1}: {type(error).__name__}: {error}")
        return
    visit.turns_s.append(time.perf_counter() - begun)
    drawn = "\n".join(texts)
    if "Traceback" in drawn or f"up to £{pounds}\\.{pence}" not in drawn or not _answered(texts):
        visit.errors.append(f"visitor {number}, turn {turn + 1}: {question!r} was not answered")
    visit.crossed += _crossed(texts, number, turn)


def come_back(page: Browser, visit: Visit, number: int, turn: int, port: int) -> None:
    """Loads the page anew, and looks whether all is there that this visitor has asked, and nothing of another's."""
    try:
        texts = page.open(port)
    except Exception as error:  # see `ask`
        visit.errors.append(f"visitor {number}, after turn {turn + 1}: {type(error).__name__}: {error}")
        return
    asked = [question_of(number, before) for before in range(turn + 1)]
    visit.lost += [f"visitor {number}, after turn {turn + 1}: {one!r} is gone" for one in asked if one not in texts]
    if not _answered(texts):
        visit.lost.append(f"visitor {number}, after turn {turn + 1}: the newest answer is gone")
    visit.crossed += _crossed(texts, number, turn)


def _answered(texts: Sequence[str]) -> bool:
    """Whether a card is drawn, or that there is none."""
    return any(headline in text for text in texts for headline in _HEADLINES)


def _crossed(texts: Sequence[str], number: int, turn: int) -> list[str]:
    """The amounts of other visitors among what was drawn."""
    budgets = {int(found[1]) for line in texts if "up to" in line for found in _AMOUNT.finditer(line)}
    return [f"visitor {number}, turn {turn + 1}: saw £{other}" for other in budgets - {_pounds(number)}]


@contextmanager
def page_running(catalog: Path | None, settings: Settings, store: str, logs: Path) -> Iterator[tuple[int, int]]:
    """The page in a process of its own, with its conversations in `store`: its port and its process id."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    folder = catalog or settings.catalog
    own = {
        "ASSISTANT_HOME": str(settings.home), "ASSISTANT_SESSIONS_URL": store,
        "ASSISTANT_VOICE": "off", "ASSISTANT_LIVE_PRICES": "0", "ASSISTANT_CATALOG": str(folder or ""),
    }  # fmt: skip
    clean = {name: text for name, text in os.environ.items() if not name.startswith("ASSISTANT_")}
    command = [sys.executable, "-m", "streamlit", "run", str(PAGE), "--server.headless", "true", "--server.address",
               "127.0.0.1", "--server.port", str(port)]  # fmt: skip
    with (
        (logs / f"page-{port}.log").open("wb") as log,
        subprocess.Popen(  # noqa: S603  (our own interpreter and page)
            command, cwd=PAGE.parent, env=clean | own, stdout=log, stderr=subprocess.STDOUT
        ) as process,
    ):
        try:
            _wait(port, process)
            yield port, process.pid
        finally:
            process.terminate()


def _wait(port: int, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + START_S
    while time.monotonic() < until and process.poll() is None:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=1):
                return
        except OSError:
            time.sleep(0.05)
    raise AssistantError("The page did not start. Run `make run` to see why.")


def _cpu_s(pids: Sequence[int]) -> float:
    """The seconds of a processor that processes have taken; nan where the system does not say."""
    fields = [_told(pid, "stat").rpartition(")")[2].split() for pid in pids]
    ticks = [int(field[11]) + int(field[12]) if field else nan for field in fields]
    return sum(ticks) / os.sysconf("SC_CLK_TCK")


def _memory_mb(pids: Sequence[int]) -> float:
    """The memory that processes hold now; nan where the system does not say."""
    found = [re.search(r"^VmRSS:\s+(\d+)", _told(pid, "status"), re.MULTILINE) for pid in pids]
    return sum(int(held[1]) / 1024 if held else nan for held in found)


def _told(pid: int, what: str) -> str:
    """What the system says of a process; empty where it does not."""
    try:
        return Path(_PROCESS.format(pid=pid, what=what)).read_text(encoding="ascii", errors="replace")
    except OSError:
        return ""


def main(arguments: Sequence[str] | None = None) -> None:
    """`python -m benchmarks.visitors`."""
    parser = command_line.options(__doc__)
    parser.add_argument("--visitors", type=int, default=25, help="how many at once")
    parser.add_argument("--questions", type=int, default=10, help="how many each visitor asks")
    parser.add_argument("--pages", type=int, default=1, help="processes of the page that the visitors switch between")
    parser.add_argument("--pause", type=float, default=5.0, help="seconds a visitor reads between questions")
    command_line.run(parser, arguments, _measured)


def _measured(asked: Namespace) -> VisitorsReport:
    with progress_bar() as progress:
        return measure_visitors(
            asked.catalog, Settings(), visitors=asked.visitors, questions=asked.questions, pause_s=asked.pause,
            pages=asked.pages, on_progress=progress,
        )  # fmt: skip


if __name__ == "__main__":
    main()
