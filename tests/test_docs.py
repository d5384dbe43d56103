"""The guides say what works: every command in them is run, every link leads somewhere, and a feed gets to the page."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
import shop_files
from browser import ask, headless, open_page, running_app
from chat_server import chat_server, says
from docs_commands import PAGES, ROOT, Command, agrees, commands, fences, prepared, run
from playwright.sync_api import expect

from assistant import Settings
from assistant.catalogue.formats.own import FIELDS

GUIDES = ROOT / "docs"
NAMES = [page.relative_to(ROOT).as_posix() for page in PAGES]
FEED_COMMANDS = 5
FIRST_ANSWER_S = 60
# Pages that name a model's server, which is here one of our own.
SERVERS = re.compile(r"https://api\.openai\.com|http://localhost:\d+")
_LINK = re.compile(r"\[[^\]]+\]\(([^)#]+)(?:#[^)]*)?\)")


def _works_as_written(command: Command, folder: Path, environment: dict[str, str]) -> None:
    if command.not_here:
        return
    done = run(command.text, folder, environment)
    assert done.returncode == 0, f"{command.text}\n{done.stderr}"
    if command.output:
        assert agrees(command.output, done.stdout), (
            f"{command.page.name} says\n{command.output}\nbut `{command.text}` prints\n{done.stdout}\n"
            "Run `python tests/docs_commands.py` to write that into the page."
        )


@pytest.mark.long
@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_every_command_of_a_page_works_as_written(page: Path, demo_folder: Path, tmp_path: Path) -> None:
    environment = prepared(tmp_path)
    with chat_server([says("{}")]) as server:
        for command in commands(page):
            text = SERVERS.sub(server.base_url.removesuffix("/v1"), command.text)
            _works_as_written(Command(page, command.number, text, command.output), tmp_path, environment)
        if page.name == "model.md":
            assert len(server.asked) >= 3, "each kind of server was asked"


def test_no_block_of_commands_is_overlooked() -> None:
    """A fence without `$ ` would be shown as commands and never be run."""
    for page in PAGES:
        for block in fences(page, "console"):
            assert block.startswith("$ "), f"{page.name}: {block}"
        for language in ("sh", "bash", "shell"):
            assert fences(page, language) == [], page.name


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_links_lead_somewhere(page: Path) -> None:
    targets = _LINK.findall(page.read_text(encoding="utf-8"))
    gone = [target for target in targets if "://" not in target and not (page.parent / target).exists()]
    assert gone == []


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_files_that_a_page_names_are_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    folders = r"assistant|benchmarks|tests|tools|data|docs|prompts|\.streamlit|\.github"
    named = re.findall(rf"`((?:{folders})/[\w./*-]*)`", text)
    kept_out = {".streamlit/secrets.toml"}
    assert [name for name in named if name not in kept_out and not list(ROOT.glob(name.rstrip("/")))] == []


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_settings_that_a_page_names_exist(page: Path) -> None:
    named = set(re.findall(r"\bASSISTANT_([A-Z_]+[A-Z])\b", page.read_text(encoding="utf-8")))
    assert {name.lower() for name in named} <= set(Settings.model_fields)


def test_every_guide_is_in_the_list_of_guides() -> None:
    listed = set(_LINK.findall((GUIDES / "README.md").read_text(encoding="utf-8")))
    assert {page.name for page in GUIDES.glob("*.md")} - {"README.md"} == listed


def test_the_fields_of_a_csv_are_all_named() -> None:
    said = (GUIDES / "catalogue.md").read_text(encoding="utf-8")
    assert [field for field in FIELDS if f"`{field}`" not in said] == []


def test_python_in_the_guides_runs(demo_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for page in PAGES:
        for block in fences(page, "python"):
            exec(compile(block, str(page), "exec"), {"__name__": "docs"})


@pytest.mark.long
@pytest.mark.browser
def test_a_feed_of_a_thousand_items_gets_to_an_answering_page(demo_folder: Path, tmp_path: Path) -> None:
    """Word for word the guide's commands; only `make run` is the page on a free port, which is then asked."""
    environment = prepared(tmp_path)
    shop_files.merchant_xml(tmp_path / "feed.xml", 1000)
    guide = GUIDES / "catalogue.md"
    first = [Command(guide, at, text, "") for at, text in enumerate(fences(guide, "console")[0].split("$ ")[1:])]
    steps = [command.text.strip() for command in first]
    assert len(steps) <= FEED_COMMANDS
    assert (steps[0], steps[-1]) == ("make setup", "ASSISTANT_CATALOG=my-shop make run")
    for step in steps[1:-1]:
        done = run(step, tmp_path, environment)
        assert done.returncode == 0, done.stderr
        assert re.search(r"1,000 products taken\n", done.stdout)
    started = time.monotonic()
    with running_app(tmp_path, catalog=str(tmp_path / "my-shop"), voice="off") as address, headless() as browser:
        page = open_page(browser, address)
        ask(page, "a blue kite under £30")
        expect(page.locator(".st-key-card-0")).to_contain_text("Kite")
        assert time.monotonic() - started < FIRST_ANSWER_S
