"""The real page in a real browser: starts the app on a free port and a headless Chromium to look at it."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()
START_S = 60
PATIENCE_S = 30
# A machine that does other things as well may take this long for what takes a moment.
expect.set_options(timeout=30_000)
# A headless browser has no voices; what was handed to `speak` can be seen all the same. And it is noted when the page
# last changed: a page is finished when its program has run and nothing has moved since.
LISTEN = """
window.heard = [];
window.speechSynthesis.speak = (words) => { window.heard.push(words.text); };
window.changed = performance.now();
new MutationObserver(() => { window.changed = performance.now(); }).observe(
  document, { subtree: true, childList: true, attributes: true, characterData: true });
"""
Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
_GROUNDS: dict[Scheme, str] = {"light": "rgb(255, 253, 249)", "dark": "rgb(27, 24, 21)"}
FINISHED = """
() => new Promise((tell) => requestIdleCallback(() => tell(
  document.querySelector('[data-test-script-state="notRunning"]') &&
  !document.querySelector('[data-stale="true"]') &&
  !document.querySelector('.st-key-step') &&
  performance.now() - window.changed > 120
), { timeout: 500 }))
"""
UNREST = """
() => [document.querySelector("[data-test-script-state]")?.dataset.testScriptState, performance.now() - window.changed,
  ...[...document.querySelectorAll('[data-stale="true"]')].map((part) => part.className)].join(", ")
"""


def chromium() -> str:
    """The browser's executable; skips the test where there is none, and fails it in CI."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if found := shutil.which(name):
            return found
    if os.environ.get("CI"):
        pytest.fail("No Chromium: CI must look at the page (Debian's package is called chromium).")
    pytest.skip("No Chromium on this machine, so the page was not looked at.")


@contextmanager
def headless(*flags: str) -> Iterator[Browser]:
    """A headless Chromium, with further flags where a test needs some."""
    executable = chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=[*FLAGS, *flags])
        yield browser
        browser.close()


@contextmanager
def headless_beside(browser: Browser, *flags: str) -> Iterator[Browser]:
    """Another Chromium while one is open, with flags of its own."""
    other = browser.browser_type.launch(executable_path=chromium(), args=[*FLAGS, *flags])
    yield other
    other.close()


@contextmanager
def running_app(
    home: Path, script: str = "app.py", *, python: str = sys.executable, root: Path = ROOT, **settings: str
) -> Iterator[str]:
    """The address of the app, started for this test alone with these settings (`ASSISTANT_…` without the prefix).

    Another `script` is a page of the tests, another `python` brings its own libraries, another `root` its own copy of
    the program.
    """
    address = f"http://127.0.0.1:{free_port()}"
    clean = {name: value for name, value in os.environ.items() if not name.startswith("ASSISTANT_")}
    own = {f"ASSISTANT_{name.upper()}": value for name, value in {"home": str(home), **settings}.items()}
    with (home / "app.log").open("w") as log, subprocess.Popen(
        [python, "-m", "streamlit", "run", script, "--server.headless", "true",
         "--server.address", "127.0.0.1", "--server.port", address.rsplit(":", 1)[1]],
        cwd=root, env=clean | _paths(root, script) | own, stdout=log, stderr=subprocess.STDOUT,
    ) as process:  # fmt: skip
        try:
            _wait_for(address, process, home / "app.log")
            yield address
        finally:
            process.terminate()


def open_page(
    browser: Browser, address: str, *, width: int = 1280, height: int = 900, scheme: str = "light", patience_s: int = 60
) -> Page:
    """A visitor of their own on the page, which has finished drawing itself."""
    context = open_context(browser, width=width, height=height, scheme=scheme)
    return open_tab(context, address, patience_s=patience_s)


def open_context(browser: Browser, *, width: int = 1280, height: int = 900, scheme: str = "light") -> BrowserContext:
    """A browser of its own, which keeps the page's scripts from one tab to the next."""
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if scheme == "dark" else "light",
        reduced_motion="reduce",
    )
    context.add_init_script(LISTEN)
    return context


def open_tab(context: BrowserContext, address: str, *, patience_s: int = 60) -> Page:
    """A visit in a tab of its own."""
    page = context.new_page()
    page.set_default_timeout(patience_s * 1000)
    return visit(page, address)


def visit(page: Page, address: str) -> Page:
    """The page at an address, which has finished drawing itself; without a conversation in it, a new visit begins."""
    page.goto(address)
    page.get_by_test_id("stChatInputTextArea").wait_for()
    settled(page)
    return page


def look(page: Page, *, width: int = 1280, height: int = 900, scheme: Scheme = "light") -> None:
    """Lets an open page be seen in another shape, by day or by night."""
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    expect(page.locator(".stApp")).to_have_css("background-color", _GROUNDS[scheme])
    settled(page)


def ask(page: Page, question: str) -> None:
    """Types a question, sends it, and waits for its answer."""
    page.get_by_test_id("stChatInputTextArea").fill(question)
    page.keyboard.press("Enter")
    page.locator(".st-key-ask").get_by_text(question, exact=True).wait_for()
    settled(page)


def choose(page: Page, label: str, option: str) -> None:
    """Chooses from a list. A press that takes no time would be let go on the list that opens under it.

    A list that is drawn anew while it is pressed closes with nothing chosen, and is pressed again.
    """
    field = page.get_by_label(label, exact=True)
    for _ in range(3):
        field.click(delay=100)
        page.get_by_role("option", name=option).click(delay=100)
        settled(page)
        if field.input_value() == option:
            return


def settled(page: Page) -> None:
    """Waits until the page has nothing left to do: a click sets it going before anything else is looked at."""
    until = time.monotonic() + PATIENCE_S
    # `wait_for_function` takes a promise for the truth, whatever it will tell.
    while not page.evaluate(FINISHED):
        if time.monotonic() > until:
            pytest.fail(f"The page never came to rest: {page.evaluate(UNREST)}")
        page.wait_for_timeout(20)


def _paths(root: Path, script: str) -> dict[str, str]:
    """Where a page of the tests finds the program and the tests' helpers; the program's own page needs no word."""
    return {} if script == "app.py" else {"PYTHONPATH": f"{root}{os.pathsep}{root / 'tests'}"}


def free_port() -> int:
    """A port on which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _wait_for(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + START_S
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with urllib.request.urlopen(f"{address}/_stcore/health", timeout=1):
                return
        except OSError:
            time.sleep(0.1)
    pytest.fail(f"The app did not start:\n{log.read_text()[-2000:]}")
