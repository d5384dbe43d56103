"""The commands of the README and the guides, and a folder in which they can be run as they stand.

A fence of `console` holds commands behind `$ `, each followed by what it prints. `python tests/docs_commands.py` runs
them and writes what they print now into the pages.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import shop_files

ROOT = Path(__file__).resolve().parents[1]
PAGES = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md")))
LIMIT_S = 120
# What this machine cannot do, and what stands for it.
NOT_HERE = {
    r"assistant (?:import|ask) .* milvus://\S+": "needs Milvus; tests/catalogue/test_milvus.py does it with a real one",
    "assistant evaluate": "takes a while; test_cli.py runs it",
    "git clone": "the repository is already here",
    "docker": "needs a Docker daemon; test_package.py runs the image's own command without one",
    "ollama": "a model's server is played by tests/chat_server.py",
    "python -m benchmarks": "takes minutes; tests/benchmarks runs each in small",
    "pip install": "installs from a registry; test_docs_plugins.py puts the same files in place",
    "vllm": "a model's server is played by tests/chat_server.py",
}
_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# What the shell finds first: the program of this checkout under the names by which the pages call it.
_PROGRAM = """#!/bin/sh
PYTHONPATH="{root}" exec "{python}" -m assistant.interfaces.cli "$@"
"""
# CI itself makes the others; `make run` opens a page for good, so one question is asked of what it would open.
_MAKE = """#!/bin/sh
for target in "$@"; do env -u MAKEFLAGS -u MAKELEVEL "{make}" --dry-run -C "{root}" "$target" >/dev/null || exit 2; done
case "$1" in run) PYTHONPATH="{root}" exec "{python}" -m assistant.interfaces.cli search toy -k 1 >/dev/null;; esac
"""


@dataclass(frozen=True, slots=True)
class Command:
    """One command of a page, with what the page says that it prints."""

    page: Path
    number: int
    text: str
    output: str

    @property
    def not_here(self) -> str:
        """Why it cannot be run here, or the empty string."""
        words = re.sub(r"^(?:\w+=\S+ )+", "", self.text)
        return next((why for start, why in NOT_HERE.items() if re.match(rf"(?:\S*/)?{start}\b", words)), "")


def fences(page: Path, language: str) -> list[str]:
    """The blocks of a page in one language."""
    return [text for found, text in _FENCE.findall(page.read_text(encoding="utf-8")) if found == language]


def commands(page: Path) -> Iterator[Command]:
    """The commands of a page, in order."""
    number = 0
    for block in fences(page, "console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            lines = part.splitlines(keepends=True)
            last = next(at for at, line in enumerate(lines) if not line.endswith("\\\n"))
            yield Command(page, number, "".join(lines[: last + 1]).strip(), "".join(lines[last + 1 :]))
            number += 1


def prepared(folder: Path) -> dict[str, str]:
    """Puts a shop's files and the program into a folder; the environment in which its commands run."""
    shop_files.write_all(folder)
    program, make = folder / ".venv" / "bin" / "assistant", folder / ".shims" / "make"
    for path in (program, make):
        path.parent.mkdir(parents=True, exist_ok=True)
    program.write_text(_PROGRAM.format(root=ROOT, python=sys.executable), encoding="utf-8")
    make.write_text(_MAKE.format(root=ROOT, python=sys.executable, make=shutil.which("make")), encoding="utf-8")
    for path in (program, make):
        path.chmod(0o755)
    search = os.pathsep.join((str(make.parent), str(program.parent), os.environ["PATH"]))
    return {**os.environ, "PATH": search, "COLUMNS": "200"}


def run(text: str, folder: Path, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """A command as a shell of its own runs it."""
    return subprocess.run(
        ["bash", "-euo", "pipefail", "-c", text], cwd=folder, env=environment, capture_output=True, text=True,
        timeout=LIMIT_S, check=False, stdin=subprocess.DEVNULL,
    )  # fmt: skip


def agrees(output: str, printed: str) -> bool:
    """Whether a page still says what is printed; `...` in the page stands for anything."""
    return re.fullmatch(re.escape(output).replace(re.escape("..."), ".*"), printed) is not None


def rewrite(page: Path, environment: dict[str, str], folder: Path) -> None:
    """Writes what the commands of a page print today under those that show anything."""
    source = page.read_text(encoding="utf-8")
    for command in commands(page):
        if command.not_here:
            continue
        printed = run(command.text, folder, environment).stdout
        if command.output and not agrees(command.output, printed):
            source = source.replace(f"$ {command.text}\n{command.output}", f"$ {command.text}\n{printed}")
    page.write_text(source, encoding="utf-8")


if __name__ == "__main__":
    for each in PAGES:
        with tempfile.TemporaryDirectory() as made:
            rewrite(each, prepared(Path(made)), Path(made))
