"""Many visitors at once: starts the page, speaks to it as browsers do, and measures what each of them sees.

A visitor is a web socket that sends what a browser sends and reads all that comes back; a turn lasts from the question
to the last thing drawn. Each asks with amounts that nobody else uses, so that a word from another visit gives itself
away. The page runs in a process of its own, without a model, the network or a voice.
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
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Barrier
from typing import TYPE_CHECKING, Protocol

from assistant.errors import AssistantError
from assistant.evaluation.answering import percentiles
from assistant.evaluation.processes import load
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
_STATUS = "/proc/{pid}/status"


@dataclass
class Visit:
    """What one visitor saw: seconds a turn, and whatever was wrong."""

    turns_s: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    crossed: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class VisitorsReport:
    """What so many visitors saw; megabytes are the page's process, after a quarter of the turns and at the end."""

    visitors: int
    questions: int
    pause_s: float
    turns: int
    turn_ms: dict[str, float]
    turn_cpu_ms: float
    errors: list[str]
    crossed: list[str]
    first_answer_s: float
    memory_one_mb: float
    memory_early_mb: float
    memory_mb: float
    machine: str

    def lines(self) -> Iterator[str]:
        """The report as text."""
        times = ", ".join(f"{name} {ms:,.0f} ms" for name, ms in self.turn_ms.items())
        pause = f"{self.pause_s:g} s to read between questions" if self.pause_s else "no pause between questions"
        yield f"{self.visitors} visitors at once, {self.questions} questions each, {pause}, {self.machine}"
        for name, figure in (
            ("turn as the visitor sees it", times),
            ("processor time of a turn", f"{self.turn_cpu_ms:.0f} ms"),
            ("errors", f"{len(self.errors)}"),
            ("words from another's visit", f"{len(self.crossed)}"),
            ("page start to first answer", f"{self.first_answer_s:.1f} s"),
            ("memory with one visitor", f"{self.memory_one_mb:.0f} MB"),
            ("memory after a quarter", f"{self.memory_early_mb:.0f} MB"),
            (f"memory after {self.turns:,} turns", f"{self.memory_mb:.0f} MB"),
        ):
            yield f"{name:32}{figure}"
        yield from (f"  {line}" for line in (*self.errors[:5], *self.crossed[:5]))


def measure_visitors(
    catalog: Path | None, settings: Settings, *, visitors: int, questions: int, pause_s: float = 0.0,
    on_progress: OnProgress | None = None,
) -> VisitorsReport:  # fmt: skip
    """Lets so many visitors ask so many questions at once; raises `AssistantError` where the page cannot start."""
    started = time.perf_counter()
    with (
        tempfile.TemporaryDirectory(prefix="toy-shopping-assistant-visitors-") as home,
        _page(catalog, settings, Path(home)) as (port, pid),
    ):
        first = Visit()
        with _visit(port) as one:
            ask(one, first, visitors, 0, 0.0)
        first_s, one_mb = time.perf_counter() - started, _memory_mb(pid)
        together, early, cpu_s = Barrier(visitors), max(1, questions // 4), _cpu_s(pid)
        seen = [Visit() for _ in range(visitors)]
        early_mb: list[float] = []

        def visit(number: int) -> None:
            with _visit(port) as socket_:
                together.wait()
                manner = random.Random(number)
                time.sleep(manner.uniform(0, pause_s))
                for turn in range(questions):
                    ask(socket_, seen[number], number, turn, manner.uniform(0.5, 1.5) * pause_s)
                    if turn + 1 == early and number == 0:
                        early_mb.append(_memory_mb(pid))
                    if on_progress and number == 0:
                        on_progress("asking", turn + 1, questions)

        with ThreadPoolExecutor(visitors) as crowd:
            list(crowd.map(visit, range(visitors)))
        memory, cpu_s = _memory_mb(pid), _cpu_s(pid) - cpu_s
    all_s = [seconds for one in seen for seconds in one.turns_s]
    return VisitorsReport(
        visitors=visitors, questions=questions, pause_s=pause_s, turns=len(all_s),
        turn_ms=percentiles(seconds * 1000 for seconds in all_s),
        turn_cpu_ms=round(cpu_s * 1000 / max(1, len(all_s)), 1),
        errors=[line for one in (first, *seen) for line in one.errors],
        crossed=[line for one in seen for line in one.crossed],
        first_answer_s=round(first_s, 2), memory_one_mb=round(one_mb, 1),
        memory_early_mb=round(early_mb[0], 1), memory_mb=round(memory, 1), machine=load(),
    )  # fmt: skip


class Drawn(Protocol):
    """A page that answers a question with every text that it draws."""

    def run(self, question: str = "") -> list[str]:
        """Those texts."""


@dataclass
class _Page:
    """One visitor's connection, and what a browser would remember of the page."""

    socket: ClientConnection
    box: str = ""
    query: str = ""

    def run(self, question: str = "") -> list[str]:
        """Sends a question, or nothing to open the page; returns every text that was drawn until it was done."""
        from streamlit.proto.BackMsg_pb2 import BackMsg  # noqa: PLC0415

        message = BackMsg()
        message.rerun_script.query_string = self.query
        if question:
            state = message.rerun_script.widget_states.widgets.add()
            state.id, state.chat_input_value.data = self.box, question
        self.socket.send(message.SerializeToString())
        return list(self._drawn())

    def _drawn(self) -> Iterator[str]:
        from streamlit.proto.ForwardMsg_pb2 import ForwardMsg  # noqa: PLC0415

        while True:
            message = ForwardMsg()
            message.ParseFromString(self.socket.recv(timeout=ANSWER_S))
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


def ask(page: Drawn, visit: Visit, number: int, turn: int, pause_s: float) -> None:
    """One question with this visitor's own amount, and a look at all that came back."""
    if pause_s and turn:
        time.sleep(pause_s)
    pounds, pence = 20 + number, turn % 90 + 10
    question = f"a {KINDS[turn % len(KINDS)]} under £{pounds}.{pence}"
    begun = time.perf_counter()
    try:
        texts = page.run(question)
    except Exception as error:  # whatever stops a visitor is a finding, not the end of the measurement
        visit.errors.append(f"visitor {number}, turn {turn + 1}: {type(error).__name__}: {error}")
        return
    visit.turns_s.append(time.perf_counter() - begun)
    drawn = "\n".join(texts)
    answered = "Top pick" in drawn or "Nothing fits yet" in drawn
    if "Traceback" in drawn or f"up to £{pounds}\\.{pence}" not in drawn or not answered:
        visit.errors.append(f"visitor {number}, turn {turn + 1}: {question!r} was not answered")
    budgets = {int(found[1]) for line in texts if "up to" in line for found in _AMOUNT.finditer(line)}
    visit.crossed += [f"visitor {number}, turn {turn + 1}: saw £{other}" for other in budgets - {pounds}]


@contextmanager
def _visit(port: int) -> Iterator[_Page]:
    """A visitor on the page, which has drawn itself once."""
    from websockets.sync.client import connect  # noqa: PLC0415
    from websockets.typing import Origin, Subprotocol  # noqa: PLC0415

    address = f"127.0.0.1:{port}"
    with connect(
        f"ws://{address}/_stcore/stream",
        subprotocols=[Subprotocol("streamlit")],
        origin=Origin(f"http://{address}"),
        max_size=None,
        proxy=None,
    ) as socket_:
        page = _Page(socket_)
        page.run()
        yield page


@contextmanager
def _page(catalog: Path | None, settings: Settings, home: Path) -> Iterator[tuple[int, int]]:
    """The page in a process of its own: its port and its process id."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    folder = catalog or settings.catalog
    own = {
        "ASSISTANT_HOME": str(settings.home), "ASSISTANT_SESSIONS_URL": f"sqlite:///{home / 'sessions.db'}",
        "ASSISTANT_VOICE": "off", "ASSISTANT_LIVE_PRICES": "0", "ASSISTANT_CATALOG": str(folder or ""),
    }  # fmt: skip
    clean = {name: text for name, text in os.environ.items() if not name.startswith("ASSISTANT_")}
    command = [sys.executable, "-m", "streamlit", "run", str(PAGE), "--server.headless", "true", "--server.address",
               "127.0.0.1", "--server.port", str(port)]  # fmt: skip
    with (
        (home / "page.log").open("wb") as log,
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


def _cpu_s(pid: int) -> float:
    """The seconds of a processor that a process has taken; nan where the system does not say."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
    except OSError:
        return float("nan")
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _memory_mb(pid: int) -> float:
    """The memory that a process holds now; nan where the system does not say."""
    try:
        lines: Sequence[str] = Path(_STATUS.format(pid=pid)).read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:
        return float("nan")
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS")), float("nan"))


def main(arguments: Sequence[str] | None = None) -> None:
    """`python -m benchmarks.visitors`."""
    parser = command_line.options(__doc__)
    parser.add_argument("--visitors", type=int, default=25, help="how many at once")
    parser.add_argument("--questions", type=int, default=10, help="how many each visitor asks")
    parser.add_argument("--pause", type=float, default=5.0, help="seconds a visitor reads between questions")
    command_line.run(parser, arguments, _measured)


def _measured(asked: Namespace) -> VisitorsReport:
    with progress_bar() as progress:
        return measure_visitors(
            asked.catalog, Settings(), visitors=asked.visitors, questions=asked.questions, pause_s=asked.pause,
            on_progress=progress,
        )  # fmt: skip


if __name__ == "__main__":
    main()
