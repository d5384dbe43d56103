"""The page with a language model: what it writes is shown as it comes, once it is known to stand."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest
from browser import running_app, settled, visit
from playwright.sync_api import Page, expect

from benchmarks.attacks.honest import honest
from benchmarks.attacks.server import Behaviour, Caller, hostile_server, pieces_of, send_pieces

pytestmark = pytest.mark.browser


def half_then_wait(go_on: threading.Event) -> Behaviour:
    """A model that writes half of an honest answer, and the rest when it may."""

    def slow(caller: Caller, _: threading.Event) -> None:
        frames = pieces_of(honest(caller.told, Random(0)).text)
        send_pieces(caller, frames[: len(frames) // 2])
        go_on.wait(30)
        for frame in frames[len(frames) // 2 :]:
            caller.wfile.write(frame)

    return slow


@dataclass
class SlowPage:
    """A page whose model stops half-way until it may go on."""

    page: Page
    go_on: threading.Event


@pytest.fixture
def slow(tab: Page, home: Path) -> Iterator[SlowPage]:
    go_on = threading.Event()
    with hostile_server() as model:
        model.play(half_then_wait(go_on), is_writer=False, seed=0)
        with running_app(
            home, voice="off", model_base_url=model.base_url, model_name="slow", model_timeout_s="60"
        ) as address:
            yield SlowPage(visit(tab, address), go_on)


def test_what_stands_of_a_models_answer_is_shown_before_the_rest_is_written(slow: SlowPage) -> None:
    page, go_on = slow.page, slow.go_on
    page.get_by_test_id("stChatInputTextArea").fill("a kite for windy days")
    page.keyboard.press("Enter")
    begun = page.locator(".st-key-step")
    expect(begun).to_contain_text("Kite")
    first = begun.inner_text().splitlines()[-1]
    go_on.set()
    settled(page)
    expect(page.locator(".st-key-said")).to_contain_text(first.split("[")[0].strip())


@pytest.mark.parametrize("text", ["a kite for windy days", "hello, a teddy bear please"])
def test_a_page_that_is_loaded_anew_in_the_middle_of_an_answer_has_it_in_the_end(slow: SlowPage, text: str) -> None:
    page, go_on = slow.page, slow.go_on
    page.get_by_test_id("stChatInputTextArea").fill(text)
    page.keyboard.press("Enter")
    expect(page.locator(".st-key-step")).to_be_visible()
    page.reload()
    go_on.set()
    expect(page.locator(".st-key-ask")).to_contain_text(text)
    settled(page)
    expect(page.locator(".st-key-card-0 h2")).to_be_visible()
    expect(page.locator(".st-key-earlier").get_by_text(text)).to_have_count(0)
