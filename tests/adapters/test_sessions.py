"""Conversations in a database: kept whole, kept apart, and lost only on request."""

from __future__ import annotations

import sqlite3
import stat
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path

import pytest

from assistant.adapters.sessions import IN_MEMORY, SqlSessionStore, check_session_id, sqlite_url
from assistant.errors import SessionError
from assistant.protocols import SessionStore
from assistant.schema import AgeRange, Budget, Constraints, Feedback, Intent, Price, Session, SessionTurn, Shown

THREADS, TURNS = 8, 25
TURN = SessionTurn(
    user="a wooden train set for a four-year-old under £30 – “quickly”",
    assistant="Cedar Train is my top pick: £24.99 [1].",
    intents=(
        Intent(
            "a wooden train set under £30",
            "find",
            "product_query",
            "train set",
            Constraints(
                Budget(Decimal("0.10"), Decimal("30.00"), "GBP", each=True), AgeRange(48, None), material="wood",
                wanted=("bridge",), refused=("batteries",),
            ),
            needs_live_price=True,
            confidence=0.95,
            refinement="cheaper",
            leftover=("quickly",),
        ),
    ),
    shown=(
        Shown("toy-1", Price(Decimal("24.99"), "GBP"), 4.6, top=True),
        Shown("toy-2", None, None),
    ),
)  # fmt: skip


@pytest.fixture(params=["file", "memory", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[SqlSessionStore]:
    if request.param == "postgres":
        opened = SqlSessionStore(str(request.getfixturevalue("postgres")))
    else:
        opened = SqlSessionStore(sqlite_url(tmp_path / "deep" / "s.db") if request.param == "file" else IN_MEMORY)
    yield opened
    for name in ("s1", "s2", "shared", *(f"s{thread}" for thread in range(THREADS))):
        opened.forget(name)
    opened.close()


@pytest.fixture
def file_store(tmp_path: Path) -> Iterator[Callable[[], SqlSessionStore]]:
    """Opens the same file again and again."""
    opened: list[SqlSessionStore] = []

    def again() -> SqlSessionStore:
        opened.append(SqlSessionStore(sqlite_url(tmp_path / "s.db")))
        return opened[-1]

    yield again
    for one in opened:
        one.close()


def said(number: int) -> SessionTurn:
    return SessionTurn(f"question {number}", f"answer {number}")


def corrupt(path: Path, content: str) -> None:
    with sqlite3.connect(path) as database:
        database.execute("update turns set content = ?", (content,))
    database.close()


def test_a_turn_comes_back_as_it_was(store: SessionStore) -> None:
    store.append("s1", TURN)
    assert store.load("s1") == Session("s1", (TURN,))


def test_an_unknown_conversation_is_an_empty_one(store: SessionStore) -> None:
    assert store.load("nobody") == Session("nobody")
    assert store.forget("nobody") == 0


def test_turns_keep_their_order_and_conversations_stay_apart(store: SessionStore) -> None:
    for number in range(5):
        store.append("s1" if number % 2 else "s2", said(number))
    assert [turn.user for turn in store.load("s1").turns] == ["question 1", "question 3"]
    assert [turn.user for turn in store.load("s2").turns] == ["question 0", "question 2", "question 4"]


def test_the_newest_turn_can_be_put_right_and_no_other(store: SqlSessionStore) -> None:
    store.append("a", TURN)
    right = replace(TURN, assistant="At £23.50.")
    store.amend("a", right)
    assert store.load("a").turns == (right,)
    store.append("a", SessionTurn("thanks", "You're welcome."))
    store.amend("a", TURN)
    store.amend("nobody", TURN)
    assert [turn.assistant for turn in store.load("a").turns] == ["At £23.50.", "You're welcome."]
    assert store.load("nobody").turns == ()


def test_the_newest_turn_can_be_taken_back_and_no_other(store: SqlSessionStore) -> None:
    store.append("heard", TURN)
    thanks = SessionTurn("thanks", "You're welcome.")
    store.append("heard", thanks)
    for session_id, message in (("heard", TURN.user), ("other", "thanks"), ("heard", "thank you")):
        store.take_back(session_id, message)
    assert store.load("heard").turns == (TURN, thanks)
    store.take_back("heard", "thanks")
    assert store.load("heard").turns == (TURN,)


def test_opinions_are_kept_with_their_conversation_and_forgotten_with_it(store: SqlSessionStore) -> None:
    up, down = Feedback(True, "a train", ("p1",)), Feedback(False, "a kite", ("p2",), "too dear")
    store.append("s1", TURN)
    for feedback in (up, down):
        store.rate("s1", feedback)
    store.rate("s2", down)
    assert store.opinions("s1") == [up, down]
    assert store.forget("s1") == 1
    assert store.opinions("s1") == []
    assert store.opinions("s2") == [down]


def test_all_that_is_kept_can_be_read_in_the_order_in_which_it_was_said(tmp_path: Path) -> None:
    now = [datetime(2026, 11, 2, tzinfo=UTC)]
    store = SqlSessionStore(sqlite_url(tmp_path / "s.db"), clock=lambda: now[0])
    opinion = Feedback(False, "a kite", ("p2",), "too dear", "/shop")
    store.append("s1", said(1))
    now[0] += timedelta(days=1)
    store.rate("s2", opinion)
    now[0] += timedelta(days=1)
    store.append("s2", replace(TURN, outcomes=("nearest",), catalogue="/shop"))
    kept = store.history()
    assert [(one.session_id, one.at.day, one.said) for one in kept] == [
        ("s1", 2, said(1)), ("s2", 3, opinion), ("s2", 4, replace(TURN, outcomes=("nearest",), catalogue="/shop")),
    ]  # fmt: skip
    assert all(one.at.tzinfo is UTC for one in kept)
    store.close()


def test_what_an_older_version_kept_is_read(tmp_path: Path) -> None:
    old = SqlSessionStore(sqlite_url(tmp_path / "old.db"))
    with sqlite3.connect(tmp_path / "old.db") as raw:
        raw.execute(
            "insert into turns (session_id, created_at, content) values ('s', '2026-01-02 03:04:05', ?)",
            ('{"user": "a kite", "assistant": "Here."}',),
        )
    assert [one.said for one in old.history()] == [SessionTurn("a kite", "Here.")]
    old.close()


def test_forgetting_deletes_one_conversation_and_counts_it(store: SessionStore) -> None:
    for number in range(3):
        store.append("s1", said(number))
    store.append("s2", said(9))
    assert store.forget("s1") == 3
    assert store.load("s1").turns == ()
    assert store.forget("s1") == 0
    assert store.load("s2").turns == (said(9),)


def test_many_threads_lose_nothing(store: SqlSessionStore) -> None:
    """The full load, 10,000 turns in 100 sessions, is `python -m benchmarks.storing`."""

    def talk(thread: int) -> int:
        for number in range(TURNS):
            store.append(f"s{thread}", said(number))
            store.append("shared", said(thread * TURNS + number))
        return len(store.load(f"s{thread}").turns)

    with ThreadPoolExecutor(THREADS) as pool:
        assert list(pool.map(talk, range(THREADS))) == [TURNS] * THREADS
    for thread in range(THREADS):
        assert store.load(f"s{thread}").turns == tuple(said(number) for number in range(TURNS))
    assert sorted(turn.user for turn in store.load("shared").turns) == sorted(
        f"question {number}" for number in range(THREADS * TURNS)
    )


@pytest.mark.parametrize(("keep_days", "left"), [(0, ["old", "new"]), (30, ["new"])])
def test_what_is_too_old_is_deleted_when_the_store_is_opened(tmp_path: Path, keep_days: int, left: list[str]) -> None:
    now = datetime(2026, 11, 21, tzinfo=UTC)
    url = sqlite_url(tmp_path / "s.db")
    for days, user in ((31, "old"), (29, "new")):
        before = SqlSessionStore(url, clock=lambda days=days: now - timedelta(days=days))  # type: ignore[misc]
        before.append("s1", SessionTurn(user, "answer"))
        before.close()
    store = SqlSessionStore(url, keep_days=keep_days, clock=lambda: now)
    assert [turn.user for turn in store.load("s1").turns] == left
    store.close()


def test_a_program_that_runs_for_weeks_deletes_what_has_become_too_old(tmp_path: Path) -> None:
    today = [datetime(2026, 11, 1, tzinfo=UTC)]
    store = SqlSessionStore(sqlite_url(tmp_path / "s.db"), keep_days=7, clock=lambda: today[0])
    store.append("s1", said(1))
    today[0] += timedelta(days=8)
    store.append("s2", said(2))
    assert (store.load("s1").turns, store.load("s2").turns) == ((), (said(2),))
    store.close()


def test_two_programs_share_a_file(file_store: Callable[[], SqlSessionStore]) -> None:
    first, second = file_store(), file_store()
    first.append("s1", said(1))
    second.append("s1", said(2))
    assert first.load("s1").turns == second.load("s1").turns == (said(1), said(2))
    assert second.forget("s1") == 2
    assert first.load("s1").turns == ()


def test_programs_that_start_at_once_all_find_the_store(tmp_path: Path) -> None:
    """As the page and the command line may on a fresh machine."""
    ready = threading.Barrier(4, timeout=5)

    def start_and_talk(number: int) -> None:
        path = tmp_path / str(number // 4) / "s.db"
        path.parent.mkdir(exist_ok=True)
        ready.wait()
        store = SqlSessionStore(sqlite_url(path))
        store.append("s1", said(number))
        store.close()

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(start_and_talk, range(40))) == [None] * 40
    for folder in tmp_path.iterdir():
        store = SqlSessionStore(sqlite_url(folder / "s.db"))
        assert len(store.load("s1").turns) == 4
        store.close()


def test_processes_that_start_at_once_share_a_new_postgres(postgres: str) -> None:
    """As two processes of the page do on the first day of a server; one must not find the other's table half made."""
    import psycopg
    from sqlalchemy import make_url

    ready = threading.Barrier(4, timeout=20)

    def start_and_talk(number: int) -> None:
        ready.wait()
        store = SqlSessionStore(make_url(postgres).set(database=f"shop{number // 4}"))
        store.append("s1", said(number))
        store.close()

    with psycopg.connect(postgres, autocommit=True) as server, ThreadPoolExecutor(4) as pool:
        for number in range(3):
            server.execute(f"create database shop{number}")
        assert list(pool.map(start_and_talk, range(12))) == [None] * 12


def test_a_conversation_outlives_the_program(file_store: Callable[[], SqlSessionStore]) -> None:
    first = file_store()
    first.append("s1", TURN)
    first.close()
    assert file_store().load("s1").turns == (TURN,)


@pytest.mark.parametrize("content", ["", "{", "[]", '{"user": "no answer"}', '{"user": 1, "assistant": []}'])
def test_a_turn_that_cannot_be_read_is_said_and_can_be_forgotten(
    content: str, file_store: Callable[[], SqlSessionStore], tmp_path: Path
) -> None:
    store = file_store()
    store.append("s1", TURN)
    corrupt(tmp_path / "s.db", content)
    with pytest.raises(SessionError, match="cannot be read"):
        store.load("s1")
    assert store.forget("s1") == 1
    assert store.load("s1").turns == ()


def test_a_table_that_is_gone_is_said(file_store: Callable[[], SqlSessionStore], tmp_path: Path) -> None:
    store = file_store()
    with sqlite3.connect(tmp_path / "s.db") as database:
        database.execute("drop table turns")
    database.close()
    with pytest.raises(SessionError, match="cannot be read"):
        store.load("s1")
    with pytest.raises(SessionError, match="cannot be stored"):
        store.append("s1", TURN)
    with pytest.raises(SessionError, match="cannot be deleted"):
        store.forget("s1")


@pytest.mark.parametrize(
    "url",
    ["", "nonsense", "nonsense://x", "sqlite:////nowhere/at/all/s.db", "postgresql://shop:secret@db:port/shop",
     "postgresql://shop:p@secret:x@db:port/shop"],
)  # fmt: skip
def test_an_address_that_leads_nowhere_is_said_in_one_line(url: str) -> None:
    with pytest.raises(SessionError, match="cannot be opened") as raised:
        SqlSessionStore(url)
    assert "\n" not in str(raised.value)
    assert "secret" not in str(raised.value)


@pytest.mark.parametrize("url", ["sqlite:///:memory:", "sqlite:///", "sqlite:///file:x?mode=memory&uri=true"])
def test_a_store_in_memory_is_one_for_all_threads_and_makes_no_file(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    store = SqlSessionStore(url)
    with ThreadPoolExecutor(1) as other:
        other.submit(store.append, "s1", TURN).result()
    assert store.load("s1").turns == (TURN,)
    store.close()
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_no_database_is_said_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    path.write_bytes(b"my shopping list" * 64)
    with pytest.raises(SessionError, match="cannot be opened"):
        SqlSessionStore(sqlite_url(path))
    assert path.read_bytes() == b"my shopping list" * 64


def test_a_path_with_marks_that_mean_something_in_an_address(tmp_path: Path) -> None:
    path = tmp_path / "50% off? #1" / "s.db"
    store = SqlSessionStore(sqlite_url(path))
    store.append("s1", TURN)
    store.close()
    assert stat.S_ISREG(path.stat().st_mode)


def test_nobody_else_on_the_machine_reads_what_was_said(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    path.touch(mode=0o644)  # as an earlier version left it
    store = SqlSessionStore(sqlite_url(path))
    store.append("s1", TURN)
    modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()}
    store.close()
    assert set(modes) >= {"s.db", "s.db-wal"}
    assert set(modes.values()) == {0o600}


def test_a_message_is_owed_until_it_is_answered_or_forgotten(store: SqlSessionStore) -> None:
    store.owe("s1", "a train")
    store.owe("s1", "a kite")
    assert (store.owed("s1"), store.owed("s2")) == ("a kite", "")
    store.owe("s1", "")
    assert store.owed("s1") == ""
    store.owe("s1", "a kite")
    store.forget("s1")
    assert store.owed("s1") == ""


def test_of_those_who_take_up_the_same_message_one_gets_it(store: SqlSessionStore) -> None:
    store.owe("s1", "a kite")
    with ThreadPoolExecutor(THREADS) as pool:
        assert sum(pool.map(lambda _: store.owe("s1", ""), range(THREADS))) == 1


def test_a_message_that_has_just_come_may_still_be_being_answered_elsewhere(tmp_path: Path) -> None:
    now = datetime(2026, 3, 1, tzinfo=UTC)
    here = SqlSessionStore(sqlite_url(tmp_path / "s.db"), clock=lambda: now)
    here.owe("s1", "a kite")
    for later_s, owed in ((0, ""), (7, ""), (8, "a kite")):
        there = SqlSessionStore(sqlite_url(tmp_path / "s.db"), clock=lambda s=later_s: now + timedelta(seconds=s))  # type: ignore[misc]
        assert (there.owed("s1"), there.owed("s1", for_s=8)) == ("a kite", owed)
        there.close()
    here.close()


@pytest.mark.parametrize("name", ["a", "A1", "x" * 64, "0b8f0a.2_3-4"])
def test_names_that_are_sessions(name: str) -> None:
    assert check_session_id(name) == name


@pytest.mark.parametrize("name", ["", " ", "-a", ".a", "_a", "a b", "a/b", "a\n", "é", "x" * 65, "a;b", "../a"])
def test_names_that_are_not(name: str) -> None:
    with pytest.raises(SessionError, match="session id"):
        check_session_id(name)
