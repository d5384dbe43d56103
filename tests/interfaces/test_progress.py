"""The progress bar: drawn where somebody looks, silent elsewhere."""

from __future__ import annotations

import os
import pty
import re
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, suppress
from pathlib import Path

import pytest
from command_line import COMMAND

from assistant.interfaces.progress import progress_bar


@contextmanager
def terminal() -> Iterator[Callable[[], str]]:
    """A terminal in place of standard error; the value reads what it was told, without its control sequences."""
    reading, writing = pty.openpty()
    os.set_blocking(reading, False)

    def drawn() -> str:
        stream.flush()
        told = b""
        with suppress(BlockingIOError):
            while piece := os.read(reading, 65_536):
                told += piece
        return re.sub(r"\x1b\[[?\d;]*[A-Za-z]", "", told.decode())

    with os.fdopen(writing, "w") as stream, redirect_stderr(stream):
        yield drawn
    os.close(reading)


def fail_at_once() -> None:
    with progress_bar() as progress:
        progress("reading", 1, 10)
        raise RuntimeError("disk")


def test_a_terminal_sees_a_bar_for_every_step() -> None:
    with terminal() as drawn:
        with progress_bar() as progress:
            for done in (0, 5, 10):
                progress("reading", done, 10)
            progress("indexing", 3, 0)
        text = drawn()
    assert "reading" in text
    assert "10/10" in text
    assert "indexing" in text
    assert "3/?" in text


def test_nothing_is_drawn_before_something_happens() -> None:
    with terminal() as drawn:
        with progress_bar():
            pass
        assert drawn() == ""


def test_a_bar_is_put_away_when_the_work_fails() -> None:
    with terminal() as drawn:
        with pytest.raises(RuntimeError, match="disk"):
            fail_at_once()
        assert "1/10" in drawn()
        with progress_bar() as progress:
            progress("again", 1, 1)
        text = drawn()
    assert "again" in text
    assert "reading" not in text


def test_where_no_one_looks_nothing_is_written(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_bar() as progress:
        progress("reading", 10, 10)
    assert capsys.readouterr() == ("", "")


def drawn_until_closed(terminal: int) -> Iterator[str]:
    """What is drawn, read as it comes: a terminal that nobody reads holds its writer up once it is full."""
    with os.fdopen(terminal, "rb", buffering=0) as stream, suppress(OSError):
        while piece := stream.read(4_096):
            yield piece.decode(errors="replace")


def test_an_import_in_a_terminal_shows_how_far_it_is(tmp_path: Path) -> None:
    (tmp_path / "toys.csv").write_text("title,price\nBlue Kite,£3\n", encoding="utf-8")
    reading, writing = pty.openpty()
    with subprocess.Popen(
        [*COMMAND, "import", str(tmp_path / "toys.csv"), "--to", str(tmp_path / "out")],
        stdout=subprocess.PIPE, stderr=writing, env=os.environ | {"TERM": "xterm", "ASSISTANT_LISTEN": "off"},
    ) as running:  # fmt: skip
        os.close(writing)
        text = "".join(drawn_until_closed(reading))
        out, _ = running.communicate()
    assert running.returncode == 0
    assert "reading" in text
    assert "indexing" in text
    assert b"1 products taken" in out
    assert b"reading" not in out
