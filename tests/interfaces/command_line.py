"""The command line as a shopper types it: in this process where that is enough, as a process of its own where not."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from assistant.interfaces.cli import main

COMMAND = (sys.executable, "-m", "assistant.interfaces.cli")
REAL_TIMEOUT_S = 60

CLOSING = (
    "I've sent details and sources to your screen. If you'd like a cheaper, premium, or more balanced option, "
    "just let me know."
)
NO_CONTEXT = "The session context and persistent KB do not contain enough evidence to answer this intent."


@dataclass(frozen=True, slots=True)
class Ran:
    """What a command printed and how it ended."""

    code: int
    out: str
    err: str


def run(*arguments: str | Path, stdin: str = "", **environment: str) -> Ran:
    """The command in this process: everything but the start of the interpreter is what a shopper gets."""
    out, err = io.StringIO(), io.StringIO()
    with (
        pytest.MonkeyPatch.context() as patch,
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        patch.setattr(sys, "argv", ["assistant", *map(str, arguments)])
        patch.setattr(sys, "stdin", io.StringIO(stdin))
        for name, value in environment.items():
            patch.setenv(name, value)
        with pytest.raises(SystemExit) as stopped:
            main()
    return Ran(int(stopped.value.code or 0), out.getvalue(), err.getvalue())


def run_real(*arguments: str | Path | bytes, stdin: bytes = b"", **environment: str) -> Ran:
    """The command as a process of its own, started away from the repository."""
    done = subprocess.run(
        [*COMMAND, *arguments], input=stdin, capture_output=True, env=os.environ | environment, cwd=os.environ["HOME"],
        timeout=REAL_TIMEOUT_S, check=False,
    )  # fmt: skip
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


def refused(ran: Ran) -> str:
    """The one clear line with which a command ended; fails on anything else."""
    assert ran.code != 0, ran
    lines = ran.err.splitlines()
    assert len(lines) == 1, ran.err
    assert len(lines[0]) > 15, ran.err
    assert "Traceback" not in ran.err + ran.out
    assert "went wrong inside" not in ran.err
    assert ran.out == ""
    return lines[0]
