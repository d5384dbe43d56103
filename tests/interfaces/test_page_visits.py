"""Whose conversation the page shows: reloads, tabs, Back and Forward, other browsers, links, and a stopped server."""

from __future__ import annotations

import re
import sqlite3
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import browser as browsers
import psutil
import pytest
from browser import ask, free_port, open_context, open_tab, running_app, settled, visit
from chat_server import chat_server, stalls
from playwright.sync_api import Browser, BrowserContext, Page, expect

from assistant.interfaces.page.visits import COOKIE, list_of
from assistant.interfaces.serve import HEADERS

pytestmark = pytest.mark.browser

QUESTION = "a wooden train set for a four-year-old under £30"
LATER = "a kite under £20"
FOLLOWING = "does it need batteries?"
TOYS = "id,title,price,currency\n1,Secret Glass Marble Run,9.50,GBP\n2,Blue Kite,7,GBP\n"


@pytest.fixture(scope="module")
def address(home: Path) -> Iterator[str]:
    with running_app(home, voice="browser") as address:
        yield address


@pytest.fixture(scope="module")
def elsewhere(browser: Browser) -> Iterator[Page]:
    """A tab in another browser, which keeps the page's scripts from one visit to the next."""
    context = open_context(browser)
    page = context.new_page()
    page.set_default_timeout(60_000)
    yield page
    context.close()


@pytest.fixture
def stranger(elsewhere: Page) -> Page:
    """Somebody else's browser, in which nobody was before."""
    elsewhere.context.clear_cookies()
    return elsewhere


def bring(page: Page, folder: Path) -> None:
    """Brings a list of two toys and goes on to ask about it."""
    (folder / "mine.csv").write_text(TOYS, encoding="utf-8")
    if page.locator("input[type=file]").count() == 0:
        page.get_by_role("button", name="Your toys").click()
    page.locator("input[type=file]").set_input_files(folder / "mine.csv")
    page.get_by_role("button", name="Read this list").click()
    page.get_by_role("button", name="Ask about these toys").click()


def test_an_address_opened_elsewhere_shows_no_conversation_and_no_list(
    page: Page, stranger: Page, tmp_path: Path
) -> None:
    bring(page, tmp_path)
    ask(page, "a marble run")
    expect(page.locator(".st-key-facts-0 h2")).to_have_text("Secret Glass Marble Run")
    visit(stranger, page.url)
    expect(stranger.locator(".st-key-examples")).to_be_visible()
    expect(stranger.locator(".st-key-box")).to_contain_text("invented for this demonstration")
    ask(stranger, LATER)
    page.reload()
    expect(page.locator(".st-key-ask")).to_contain_text("a marble run")
    expect(page.locator(".st-key-earlier")).to_have_count(0)
    expect(page.locator(".st-key-box")).to_contain_text("2 toys of your list mine.csv")


def test_giving_an_own_list_back_goes_on_with_the_talk_before_and_back_leads_to_the_list(
    page: Page, tmp_path: Path
) -> None:
    ask(page, LATER)
    before = page.locator(".st-key-facts-0 h2").inner_text()
    bring(page, tmp_path)
    ask(page, "a marble run")
    page.reload()
    settled(page)
    page.get_by_role("button", name="Your toys").click()
    expect(page.locator(".st-key-outcome")).to_contain_text("2 toys of mine.csv are ready.")
    settled(page)
    page.get_by_role("button", name="Go back to the shop's toys").click()
    expect(page).not_to_have_url(re.compile("list="))
    settled(page)
    page.get_by_role("button", name="Toy shop assistant").click()
    expect(page.locator(".st-key-box")).to_contain_text("invented for this demonstration")
    expect(page.locator(".st-key-facts-0 h2")).to_have_text(before)
    for _ in range(3):
        settled(page)
        page.go_back()
    expect(page.locator(".st-key-box")).to_contain_text("2 toys of your list mine.csv")
    expect(page.locator(".st-key-ask")).to_contain_text("a marble run")


def test_a_list_that_is_gone_is_spoken_of_and_never_exchanged_unseen(page: Page, tmp_path: Path) -> None:
    """As after the program was started anew, or where another process serves the visitor now."""
    ask(page, "a marble run")
    settled(page)
    secret = next(cookie["value"] for cookie in page.context.cookies() if cookie.get("name") == COOKIE)
    name = parse_qs(urlsplit(page.url).query)["c"][0]
    page.goto(f"{page.url}&list={list_of(secret, name)}")
    gone = page.locator(".st-key-panel")
    expect(gone).to_contain_text("The list that you brought isn't here any more.")
    expect(gone).to_contain_text("a marble run")
    assert page.get_by_test_id("stChatInputTextArea").count() == 0
    page.get_by_role("button", name="Choose the list again").click()
    expect(page.locator("input[type=file]")).to_be_attached()
    settled(page)
    page.go_back()
    page.get_by_role("button", name="Ask about the shop's toys").click()
    expect(page.locator(".st-key-examples")).to_be_visible()
    expect(page.locator(".st-key-box")).to_contain_text("invented for this demonstration")
    settled(page)
    page.go_back()
    page.get_by_role("button", name="Choose the list again").click()
    expect(page.locator("input[type=file]")).to_be_attached()
    bring(page, tmp_path)
    settled(page)
    page.get_by_role("button", name="Your toys").click()
    page.get_by_role("button", name="Go back to the shop's toys").click()
    settled(page)
    page.get_by_role("button", name="Back to the toys").click()
    expect(page.locator(".st-key-box")).to_contain_text("invented for this demonstration")
    expect(page.locator(".st-key-examples")).to_be_visible()  # and no talk about another list


@pytest.mark.long
def test_a_server_that_is_stopped_leaves_no_list_behind(
    visitor: BrowserContext, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    with running_app(home, voice="off") as address:
        page = open_tab(visitor, address)
        bring(page, tmp_path)
        expect(page.locator(".st-key-box")).to_contain_text("2 toys of your list mine.csv")
        assert list(tmp_path.glob("toy-shop-visitors-*/*/list"))
    assert not list(tmp_path.glob("toy-shop-visitors-*"))
    page.close()


@pytest.mark.parametrize("adopted", ["s=" + "0" * 32, "c=" + "0" * 32, "shared=nothing"])
def test_an_id_in_an_address_is_not_taken_over(stranger: Page, address: str, adopted: str, home: Path) -> None:
    visit(stranger, f"{address}/?{adopted}")
    before = kept_in(home)
    ask(stranger, "hello")
    assert re.search(r"[?&]c=[0-9a-f]{8}(&|$)", stranger.url)
    kept = kept_in(home)
    assert len(kept - before) == 1
    assert not any(found in stranger.url or found in adopted for found in kept)


def kept_in(home: Path) -> set[str]:
    """The ids of all conversations that have a turn."""
    with sqlite3.connect(home / "sessions.db") as store:
        return {found for (found,) in store.execute("select session_id from turns")}


def test_the_secret_is_out_of_reach_and_in_no_address(page: Page, address: str) -> None:
    ask(page, QUESTION)
    (given,) = (cookie for cookie in page.context.cookies() if cookie["name"] == COOKIE)
    assert (given["httpOnly"], given["sameSite"]) == (True, "Lax")
    assert given["value"] not in page.url + page.content() + page.evaluate("document.cookie")


def test_what_is_asked_before_the_answer_is_there_is_answered_after_it(page: Page) -> None:
    for question in (QUESTION, LATER):
        page.get_by_test_id("stChatInputTextArea").fill(question)
        page.keyboard.press("Enter")
        page.locator(".st-key-talk").get_by_text(question, exact=True).wait_for()
    settled(page)
    expect(page.locator(".st-key-earlier")).to_contain_text(QUESTION)
    expect(page.locator(".st-key-ask")).to_contain_text(LATER)


def test_each_of_two_tabs_goes_on_from_what_it_shows(page: Page, visitor: BrowserContext) -> None:
    ask(page, QUESTION)
    other = open_tab(visitor, page.url)
    expect(other.locator(".st-key-ask")).to_contain_text(QUESTION)
    ask(other, LATER)
    ask(page, FOLLOWING)
    assert page.url != other.url
    for tab, asked, about in ((page, FOLLOWING, "Train Set"), (other, LATER, "Kite")):
        for _ in range(2):
            expect(tab.locator(".st-key-ask")).to_contain_text(asked)
            expect(tab.locator(".st-key-facts-0 h2")).to_contain_text(about)
            expect(tab.locator(".st-key-earlier")).to_contain_text(QUESTION)
            tab.reload()
            settled(tab)
    expect(page.locator(".st-key-talk")).not_to_contain_text(LATER)
    expect(other.locator(".st-key-talk")).not_to_contain_text(FOLLOWING)
    other.close()


@pytest.mark.long
def test_back_and_forward_lead_through_the_page_and_never_empty_it(page: Page) -> None:
    ask(page, QUESTION)
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("button", name="Share")).to_be_visible()
    page.get_by_role("button", name="Your toys").click()
    expect(page.locator("input[type=file]")).to_be_attached()
    settled(page)
    page.go_back()
    expect(page.get_by_role("button", name="Share")).to_be_visible()
    settled(page)
    page.go_back()
    expect(page.locator(".st-key-ask")).to_contain_text(QUESTION)
    settled(page)
    page.go_forward()
    expect(page.get_by_role("button", name="Share")).to_be_visible()
    settled(page)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as Markdown").click()
    assert QUESTION in Path(saved.value.path()).read_text(encoding="utf-8")
    page.go_back()
    settled(page)
    page.go_back()  # to the address without a conversation, as it was typed
    settled(page)
    expect(page.locator(".st-key-ask")).to_contain_text(QUESTION)


def test_back_finds_the_conversation_before_starting_over_and_does_not_read_it_again(page: Page) -> None:
    page.get_by_text("Read aloud").click()
    settled(page)
    ask(page, QUESTION)
    page.wait_for_function("window.heard.length === 1")
    page.get_by_role("button", name="Start over").click()
    expect(page.locator(".st-key-examples")).to_be_visible()
    settled(page)
    page.go_back()
    expect(page.locator(".st-key-ask")).to_contain_text(QUESTION)
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    settled(page)
    assert len(page.evaluate("window.heard")) == 1
    page.go_forward()
    expect(page.locator(".st-key-examples")).to_be_visible()


@pytest.mark.long
def test_what_is_shared_can_be_read_by_others_until_it_is_deleted(page: Page, stranger: Page) -> None:
    ask(page, QUESTION)
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Share").click()
    link = page.locator(".stCode code").inner_text()
    expect(page.get_by_role("button", name="Copy to clipboard")).to_have_css("visibility", "visible")
    stranger.goto(link)
    shown = stranger.locator(".st-key-panel")
    expect(shown).to_contain_text(QUESTION)
    expect(shown.locator(".st-key-facts-0 h2")).to_contain_text("Train Set")
    expect(shown.get_by_role("button", name="Ask for a toy yourself")).to_be_visible()
    assert stranger.get_by_test_id("stChatInputTextArea").count() == 0
    assert shown.get_by_role("button").all_inner_texts() == ["Ask for a toy yourself"]
    page.get_by_role("button", name="Delete it").click()
    page.get_by_role("button", name="Delete for good").click()
    expect(page.locator(".st-key-examples")).to_be_visible()
    stranger.reload()
    expect(shown).to_contain_text("There is nothing here any more")
    stranger.get_by_role("button", name="Ask for a toy yourself").click()
    expect(stranger.locator(".st-key-examples")).to_be_visible()


@pytest.mark.long
def test_a_stopped_server_is_spoken_of_in_the_shop_s_words_and_its_question_is_answered_afterwards(
    browser: Browser, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = free_port()
    monkeypatch.setattr(browsers, "free_port", lambda: port)
    context = open_context(browser)
    with (
        chat_server([stalls(60)]) as chat,
        running_app(home, voice="browser", model_base_url=chat.base_url, model_name="m") as address,
    ):
        page = open_tab(context, address)
        page.get_by_test_id("stChatInputTextArea").fill(QUESTION)
        page.keyboard.press("Enter")
        page.locator(".st-key-step").wait_for()
        while not chat.asked:
            page.wait_for_timeout(50)
        (server,) = (
            process for process in psutil.Process().children()
            if {"streamlit", str(port)} <= set(process.cmdline())
        )  # fmt: skip
        server.kill()
        expect(page.locator(".away")).to_be_visible()
        expect(page.get_by_test_id("stDialog")).to_be_attached()
        expect(page.get_by_test_id("stDialog")).to_be_hidden()
    with running_app(home, voice="browser"):
        expect(page.locator(".st-key-facts-0 h2")).to_contain_text("Train Set")
        expect(page.locator(".st-key-ask")).to_contain_text(QUESTION)
        expect(page.locator(".away")).to_be_hidden()
        page.get_by_test_id("stChatInputTextArea").fill(LATER)
    expect(page.locator(".away")).to_be_visible()
    with running_app(home, voice="browser"):
        expect(page.locator(".away")).to_be_hidden()
        settled(page)
        expect(page.get_by_test_id("stChatInputTextArea")).to_have_value(LATER)
        page.get_by_test_id("stChatInputTextArea").press("Enter")
        expect(page.locator(".st-key-ask")).to_contain_text(LATER)
        expect(page.locator(".st-key-earlier")).to_contain_text(QUESTION)
    context.close()


def test_the_server_says_what_a_page_may_do_and_shows_its_figures_to_nobody(
    visitor: BrowserContext, address: str
) -> None:
    headers = visitor.request.get(address, headers={"Accept": "text/html"}).headers
    assert {name: headers[name.lower()] for name in HEADERS} == HEADERS
    assert headers["cache-control"] == "private, no-cache"
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(f"{address}/_stcore/metrics")
