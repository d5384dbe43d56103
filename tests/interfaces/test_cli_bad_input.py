"""Bad input on the command line: one clear line, a non-zero exit, no traceback, and nothing lost."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from command_line import COMMAND, Ran, refused, run, run_real

from assistant import resources
from assistant.catalogue import manifest
from assistant.interfaces import cli

pytestmark = pytest.mark.usefixtures("nobody_listens")

QUESTION = "a wooden train set under £30"
TOYS = """title,price,rating,rating_count,category
Cedar Wooden Train Set,£24.99,4.6,210,Trains
Little Loop Wooden Train Set,£17.50,4.2,80,Trains
Steel Express Train Set,£39,4.8,12,Trains
Blue Diamond Kite,£7,4.4,31,Outdoor
Woolly Bear,£12.25,4.9,400,Soft Toys
"""
GIGANTIC = 50 * 1024 * 1024
IMPORT_STARTS_S = 30


def content_of(folder: Path) -> dict[str, str]:
    """Every file that the catalogue consists of, by its content."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix != ".lock"
    }


@pytest.fixture
def catalogue(catalogue_of: Callable[[str], Path], tmp_path: Path) -> Path:
    """A copy of a small catalogue, with the file it was imported from beside it."""
    return Path(shutil.copytree(catalogue_of(TOYS).parent, tmp_path / "shop")) / "catalogue"


def import_again(folder: Path) -> Ran:
    return run("import", folder.parent / "toys.csv", "--to", folder)


def answer(folder: Path) -> str:
    ran = run("ask", QUESTION, "--catalog", folder)
    assert ran.code == 0, ran
    assert "TOP PICK" in ran.out
    return ran.out


# ── Questions ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_question_that_cannot_be_read(demo_folder: Path, session_id: str) -> None:
    """One of each sort; which texts are of it, `test_intake.py` says."""
    for text, said in (("", "empty"), ("a" * 20_000, "20,000 char"), ("?!…", "no words"), ("a\x00train", "control")):
        assert said in refused(run("ask", text, "--catalog", demo_folder, "--session", session_id))
    assert run("forget", session_id, "--catalog", demo_folder).out == "0 turns deleted.\n"


@pytest.mark.parametrize("name", ["../../etc", "-x"])
def test_a_session_that_is_no_name(demo_folder: Path, name: str) -> None:
    for command in (("ask", QUESTION), ("chat",)):
        assert "session id" in refused(run(*command, f"--session={name}", "--catalog", demo_folder))
    assert "session id" in refused(run("forget", "--catalog", demo_folder, "--", name))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("buy", "a train"), "No such command"),
        (("ask",), "text"),
        (("ask", "a", "b"), "b"),
        (("ask", "train", "--colour", "red"), "--colour"),
        (("search", "train", "-k", "0"), "-k"),
        (("search", "train", "-k", "many"), "-k"),
        (("search", "train", "--max-price", "cheap"), "--max-price"),
        (("search", "train", "--max-price", "-1"), "--max-price"),
        (("search", "train", "--max-price", "nan"), "--max-price"),
        (("import", "toys.csv"), "--to"),
        (("speak", "hello"), "-o"),
    ],
)
def test_a_command_line_that_makes_no_sense(arguments: tuple[str, ...], said: str) -> None:
    ran = run(*arguments)
    assert ran.code == 2
    assert said in refused(ran)
    assert ran.err.endswith(". Try --help.\n")


def test_no_command_at_all_is_met_with_the_help() -> None:
    ran = run()
    assert ran.code == 2
    assert "import" in ran.out
    assert ran.err == "Name a command. Try --help.\n"


def test_a_real_process_says_it_in_one_line_too() -> None:
    assert "no words" in refused(run_real("ask", b"\xff\xfe"))


# ── Settings ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "command", ["ask", "chat", "search", "import", "speak", "forget", "insights", "evaluate", "bench"]
)
def test_a_setting_without_a_usable_value(command: str, demo_folder: Path, tmp_path: Path) -> None:
    arguments: dict[str, tuple[str | Path, ...]] = {
        "ask": ("ask", "kite"),
        "search": ("search", "kite"),
        "import": ("import", resources.DEMO_CATALOGUE, "--to", tmp_path / "out"),
        "speak": ("speak", "hello", "-o", tmp_path / "x.mp3"),
        "forget": ("forget", "s1"),
    }
    ran = run(*arguments.get(command, (command,)), ASSISTANT_CATALOG=str(demo_folder), ASSISTANT_THREADS="two")
    assert "ASSISTANT_THREADS" in refused(ran)
    assert list(tmp_path.iterdir()) == []


def test_insights_into_a_file_that_cannot_be_written(demo_folder: Path, tmp_path: Path) -> None:
    assert "Choose another file with --csv" in refused(run("insights", "--catalog", demo_folder, "--csv", tmp_path))


@pytest.mark.parametrize("key", ["short", "eleven-char"])
def test_an_owners_word_that_is_soon_guessed(key: str) -> None:
    assert "ASSISTANT_OWNER_KEY" in refused(run("ask", "kite", ASSISTANT_OWNER_KEY=key))


def test_a_session_store_that_is_not_there(demo_folder: Path) -> None:
    ran = run("ask", "kite", "--catalog", demo_folder, ASSISTANT_SESSIONS_URL="nonsense://x")
    assert "session store" in refused(ran)


def test_a_damaged_session_file_costs_the_memory_and_not_the_answer(
    demo_folder: Path, tmp_path: Path, session_id: str
) -> None:
    (tmp_path / "sessions.db").write_bytes(b"this is no database" * 100)
    ran = run("ask", "kite", "--catalog", demo_folder, "--session", session_id, ASSISTANT_HOME=str(tmp_path))
    assert ran.code == 0
    assert "TOP PICK" in ran.out
    assert "Note: Conversations cannot be saved here" in ran.out
    assert (tmp_path / "sessions.db").read_bytes().startswith(b"this is no database")


def test_a_turn_in_the_store_that_cannot_be_read(demo_folder: Path, tmp_path: Path, session_id: str) -> None:
    there = {"ASSISTANT_HOME": str(tmp_path)}
    assert run("ask", "kite", "--catalog", demo_folder, "--session", session_id, **there).code == 0
    with sqlite3.connect(tmp_path / "sessions.db") as database:
        database.execute("update turns set content = '{\"user\": 3}'")
    database.close()
    ran = run("ask", "kite", "--catalog", demo_folder, "--session", session_id, **there)
    assert "TOP PICK" in ran.out
    assert "Note: The conversation cannot be read" in ran.out
    assert run("forget", session_id, "--catalog", demo_folder, **there).out == "2 turns deleted.\n"


def test_empty_variables_are_as_good_as_none(demo_folder: Path) -> None:
    empty = {f"ASSISTANT_{name}": "" for name in ("CATALOG", "SESSIONS_URL", "THREADS", "VOICE", "MODEL_BASE_URL")}
    assert "TOP PICK" in run("ask", "kite", **empty).out


# ── Speech ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "said", "voice"),
    [
        ("A wooden train.", "could not be reached", "gtts"),
        ("A wooden train.", "switched off", "off"),
        ("A wooden train.", "ASSISTANT_VOICE", "browser"),
        ("", "nothing to say", "auto"),
        ("***", "nothing to say", "auto"),
    ],
)
def test_speech_that_cannot_be_had(tmp_path: Path, text: str, said: str, voice: str) -> None:
    ran = run("speak", text, "-o", tmp_path / "x.mp3", ASSISTANT_VOICE=voice, ASSISTANT_HOME=str(tmp_path / "home"))
    assert said in refused(ran)
    assert not (tmp_path / "x.mp3").exists()


# ── Files to import ──────────────────────────────────────────────────────────────────────────────────────────────


def _files(folder: Path) -> dict[str, Path]:
    folder.mkdir()
    contents: dict[str, bytes] = {
        "empty": b"",
        "only spaces": b" \n \n",
        "only a header": b"title,price\n",
        "no title column": b"colour,weight\nred,3\n",
        "no usable row": b"title,price\n,3\n  ,4\n",
        "a picture": b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR",
        "a workbook": b"PK\x03\x04\x14\x00\x06\x00",
        "binary": bytes(range(256)) * 16,
        "utf-16": "title,price\nTräin,£3\n".encode("utf-16"),
        "damaged utf-8": "title,price\nTräin,£3\n".encode() + b"Bear \xff\xfe,\xa34\n",
        "a web page": b"<!DOCTYPE html><html><body>Please sign in</body></html>",
        "json that is none": b'{"title": "Train"\n',
        "prices without a currency": b"title,price\nTrain,3.50\nBear,4\n",
        "half a packed file": b"\x1f\x8b\x08\x00\x00\x00\x00\x00",
    }
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    return {name: folder / name for name in contents} | {"missing": folder / "missing.csv", "a folder": folder}


SAID = {
    "missing": "does not exist",
    "a folder": "is a folder",
    "empty": "is empty",
    "only spaces": "column names",
    "only a header": "no products",
    "no title column": "title",
    "no usable row": "no title",
    "a picture": "a picture",
    "a workbook": "workbook",
    "binary": "not a text file",
    "utf-16": "UTF-16",
    "damaged utf-8": "line 3",
    "a web page": "",
    "json that is none": "",
    "prices without a currency": "--currency",
    "half a packed file": "",
}


@pytest.mark.parametrize("name", SAID)
def test_a_file_that_cannot_be_imported_leaves_the_catalogue_as_it_was(
    name: str, catalogue: Path, tmp_path: Path
) -> None:
    file = _files(tmp_path / "files")[name]
    before = content_of(catalogue)
    line = refused(run("import", file, "--to", catalogue))
    assert SAID[name] in line
    assert str(file) in line or name == "no title column"
    assert before.items() <= content_of(catalogue).items()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--map", "title"), "--map"),
        (("--map", "title=,price=price"), "--map"),
        (("--map", "title=Nowhere"), "Nowhere"),
        (("--map", "title=title,price=title,title=price"), "--map"),
        (("--map", "titel=title"), "titel"),
        (("--map", "=title"), "--map"),
        (("--map", "title=title,,price=price"), "--map"),
    ],
)
def test_a_map_that_fits_nothing(arguments: tuple[str, ...], said: str, catalogue: Path) -> None:
    before = content_of(catalogue)
    assert said in refused(run("import", catalogue.parent / "toys.csv", "--to", catalogue, *arguments))
    assert before.items() <= content_of(catalogue).items()


def test_megabytes_in_the_only_row(catalogue: Path, tmp_path: Path) -> None:
    file = tmp_path / "huge.csv"
    file.write_bytes(b"title,description\nTrain," + b"x" * 2 * 1024 * 1024 + b"\n")
    before = content_of(catalogue)
    assert "longer than" in refused(run("import", file, "--to", catalogue))
    assert before.items() <= content_of(catalogue).items()


@pytest.mark.long
def test_fifty_megabytes_in_one_of_many_rows_cost_that_row_alone(tmp_path: Path) -> None:
    file = tmp_path / "huge.csv"
    file.write_bytes(
        b'title,price\nBlue Kite,\xc2\xa33\n"' + (b"x" * 99 + b"\n") * (GIGANTIC // 100) + b'",4\nRed Kite,\xc2\xa35\n'
    )
    ran = run("import", file, "--to", tmp_path / "out")
    assert ran.code == 0, ran
    assert "2 products taken" in ran.out
    assert "1 rejected" in ran.out
    assert "Red Kite" in run("search", "kite", "--catalog", tmp_path / "out").out


@pytest.mark.parametrize("where", ["a file", "other files"])
def test_a_folder_that_is_not_for_catalogues(where: str, tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "todo.txt").write_text("keep me")
    to = tmp_path / "notes" / "todo.txt" if where == "a file" else tmp_path / "notes"
    assert str(to) in refused(run("import", resources.DEMO_CATALOGUE, "--to", to))
    assert content_of(tmp_path / "notes") == {"todo.txt": hashlib.sha256(b"keep me").hexdigest()}


# ── Catalogue folders ────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "command", [("ask", QUESTION), ("search", "train"), ("chat",), ("forget", "s1"), ("insights",), ("bench",)]
)
def test_a_catalogue_that_is_not_there(command: tuple[str, ...], tmp_path: Path) -> None:
    for nowhere in (tmp_path / "none", tmp_path):
        assert f"no catalogue in {nowhere}" in refused(run(*command, "--catalog", nowhere))
    (tmp_path / "file").touch()
    refused(run(*command, "--catalog", tmp_path / "file"))


def sealed_files(folder: Path) -> list[str]:
    return sorted(json.loads((folder / manifest.NAME).read_text())["files"])


def test_a_manifest_that_is_gone_broken_or_of_another_version(catalogue: Path) -> None:
    answered, path = answer(catalogue), catalogue / manifest.NAME
    whole = path.read_bytes()
    later = json.dumps(json.loads(whole) | {"version": manifest.VERSION + 1}).encode()
    for content, said in ((later, f"format {manifest.VERSION + 1}"), (whole[:90], "damaged"), (None, "no catalogue")):
        if content is None:
            path.unlink()
        else:
            path.write_bytes(content)
        assert said in refused(run("ask", QUESTION, "--catalog", catalogue))
        assert import_again(catalogue).code == 0
    assert answer(catalogue) == answered


def test_a_damaged_catalogue_is_mended_by_importing_again(catalogue: Path) -> None:
    answered = answer(catalogue)
    names = sealed_files(catalogue)
    for name in names:
        (catalogue / name).write_bytes(b"nonsense")
    line = refused(run("ask", QUESTION, "--catalog", catalogue))
    assert "damaged" in line
    assert any(name in line for name in names)
    assert import_again(catalogue).code == 0
    assert answer(catalogue) == answered


# ── Interrupted imports ──────────────────────────────────────────────────────────────────────────────────────────


def _many_toys(path: Path) -> Path:
    rows = (f"Kite Number {number} of the {number % 97} Winds,£{number % 50 + 1}\n" for number in range(6_000))
    path.write_text("title,price\n" + "".join(rows), encoding="utf-8")
    return path


def _interrupted(file: Path, to: Path, how: signal.Signals) -> Ran:
    """An import stopped as soon as it writes."""
    process = subprocess.Popen(
        [*COMMAND, "import", str(file), "--to", str(to)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=os.environ,
        # Tests that run in the background of a shell inherit that Ctrl+C is ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509  (no thread of ours runs)
    )  # fmt: skip
    deadline = time.monotonic() + IMPORT_STARTS_S
    while process.poll() is None and time.monotonic() < deadline and not (to / "generation-2").exists():
        time.sleep(0.005)
    time.sleep(0.3)
    process.send_signal(how)
    out, err = process.communicate(timeout=300)
    return Ran(process.returncode, out.decode(), err.decode())


@pytest.mark.parametrize("how", [pytest.param(signal.SIGKILL, marks=pytest.mark.long), signal.SIGINT])
def test_an_interrupted_import_leaves_the_old_catalogue_answering(
    how: signal.Signals, catalogue: Path, tmp_path: Path
) -> None:
    before, answered = content_of(catalogue), answer(catalogue)
    ran = _interrupted(_many_toys(tmp_path / "many.csv"), catalogue, how)
    if how is signal.SIGINT:
        assert (ran.code, ran.err) == (130, "Stopped.\n")
    else:
        assert ran.code == -signal.SIGKILL
    assert before.items() <= content_of(catalogue).items()
    assert answer(catalogue) == answered
    again = import_again(catalogue)
    assert again.code == 0, again
    assert answer(catalogue) == answered
    assert len(list(catalogue.glob("generation-*"))) == 1


def test_a_library_that_was_interrupted_is_a_stop_too() -> None:
    def interrupted() -> None:
        raise RuntimeError("KeyboardInterrupt: ")

    assert cli._guarded(interrupted) == 130
