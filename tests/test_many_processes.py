"""The set-up of compose.many.yaml without containers: two processes of the page, nginx and a real PostgreSQL."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import psutil
import pytest
from front import front

from assistant import Settings
from assistant.adapters.sessions import SqlSessionStore
from assistant.interfaces.page.visits import COOKIE, is_name, session_of
from benchmarks.visitors import Browser, Visit, ask, come_back, crowd, page_running, question_of

pytestmark = pytest.mark.long
VISITORS, QUESTIONS = 25, 4


@pytest.fixture
def pages(demo_folder: Path, postgres: str, tmp_path: Path) -> Iterator[list[tuple[int, int]]]:
    """Two processes with one store of conversations, which they both find empty: their ports and process ids."""
    with ExitStack() as running:
        yield [running.enter_context(page_running(demo_folder, Settings(), postgres, tmp_path)) for _ in ("one", "two")]


def session_id(visitor: Browser) -> str:
    (name,) = (part.removeprefix("c=") for part in visitor.query.lstrip("?").split("&") if part.startswith("c="))
    assert is_name(name)
    return session_of(visitor.cookie.removeprefix(f"{COOKIE}="), name)


def led_to(log: Path) -> Counter[str]:
    """How many web sockets were led to which page."""
    return Counter(re.findall(r"^/_stcore/stream\S* (\S+)$", log.read_text(encoding="utf-8"), re.MULTILINE))


def test_25_visitors_who_switch_between_two_processes_lose_no_turn_and_see_no_other_s(
    pages: list[tuple[int, int]], tmp_path: Path
) -> None:
    """nginx leads them as it likes here: each page that is loaded anew comes from one process or the other."""
    with front(tmp_path, [port for port, _ in pages], sticky=False) as (port, log):
        seen = crowd([port], VISITORS, QUESTIONS, 0.0, moves=True)
        assert [len(one.turns_s) for one in seen] == [QUESTIONS] * VISITORS
        assert [line for one in seen for line in (*one.errors, *one.crossed, *one.lost)] == []
    led = led_to(log)
    assert len(led) == 2
    assert min(led.values()) > VISITORS


def test_who_leaves_in_the_middle_of_an_answer_finds_it_once_at_the_other_process(
    pages: list[tuple[int, int]], postgres: str
) -> None:
    (one, _), (other, _) = pages
    with closing(Browser()) as visitor, closing(SqlSessionStore(postgres)) as store:
        visitor.open(one)
        visitor.send(question_of(1, 0))
        while not (store.owed(session_id(visitor)) or store.load(session_id(visitor)).turns):
            time.sleep(0.01)
        texts = visitor.open(other)
        assert question_of(1, 0) in texts
        assert any("Top pick" in text for text in texts)
        assert question_of(1, 0) in visitor.open(one)
        assert [turn.user for turn in store.load(session_id(visitor)).turns] == [question_of(1, 0)]


def test_what_was_deleted_through_one_process_is_gone_from_the_other(
    pages: list[tuple[int, int]], postgres: str
) -> None:
    with closing(Browser()) as visitor, closing(SqlSessionStore(postgres)) as store:
        visitor.open(pages[0][0])
        visitor.run(question_of(1, 0))
        store.forget(session_id(visitor))
        assert question_of(1, 0) not in visitor.open(pages[0][0])


def test_a_browser_stays_with_one_process_until_that_stops(pages: list[tuple[int, int]], tmp_path: Path) -> None:
    ports = {f"127.0.0.1:{port}": pid for port, pid in pages}
    with front(tmp_path, [port for port, _ in pages]) as (port, log), closing(Browser()) as visitor:
        visit = Visit()
        visitor.open(port)
        for turn in range(3):
            ask(visitor, visit, 0, turn, 0.0)
            come_back(visitor, visit, 0, turn, port)
        (mine,) = led_to(log)
        psutil.Process(ports[mine]).kill()
        come_back(visitor, visit, 0, 2, port)
        ask(visitor, visit, 0, 3, 0.0)
        come_back(visitor, visit, 0, 3, port)
        assert (visit.errors, visit.crossed, visit.lost) == ([], [], [])
    (other,) = ports.keys() - {mine}
    assert other in log.read_text(encoding="utf-8")
