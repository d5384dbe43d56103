"""The whole page in a real browser: live prices, the shelf, thumbs, an own catalogue, settings, and for everybody."""

from __future__ import annotations

import json
import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from itertools import product
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from axe import grave
from browser import SCHEMES, ask, choose, look, open_tab, running_app, settled
from chat_server import chat_server
from playwright.sync_api import BrowserContext, Page, expect
from shop_files import Cell, workbook

from assistant.adapters.sessions import SqlSessionStore, sqlite_url
from assistant.interfaces.page.view import MOST_TURNS
from assistant.interfaces.page.visits import COOKIE, session_of
from assistant.schema import SessionTurn

pytestmark = pytest.mark.browser

QUESTION = "a wooden train set for a four-year-old under £30"
LIVE = "how much does a wooden train set for a four-year-old cost right now?"
TOYS = "Product Name,Cost,Maker\nGlass Marble Run,£9.50,Oak & Co\n,£3,Nobody\nBlue Kite,£7,Skyline\n"
PRICES = "Woodland=21.75,Little Loop=13"
KEY = "a-long-owners-word"
PATIENCE_S = 30.0
STOOD = """
(place) => new Promise((tell, fail) => {
  const seen = [];
  const look = () => {
    seen.push(document.querySelector(place)?.getBoundingClientRect().y);
    if (seen.length >= 30 && new Set(seen.slice(-30)).size === 1) tell(seen.at(-1));
    else if (seen.length > 1800) fail(new Error(`never at rest: ${seen.slice(-30)}`));
    else requestAnimationFrame(look);
  };
  look();
})
"""


@pytest.fixture(scope="module")
def shops(home: Path) -> Path:
    """A file: while it is there, the shops are open."""
    path = home / "open"
    path.touch()
    return path


@pytest.fixture(scope="module")
def address(home: Path, shops: Path) -> Iterator[str]:
    """The page in a town with shops."""
    with running_app(
        home, "tests/page_with_prices.py", voice="browser", test_prices=PRICES, test_shops=str(shops), owner_key=KEY
    ) as address:
        yield address


@pytest.fixture
def closed(shops: Path) -> Iterator[Path]:
    """The shops answer nobody until the file is there again."""
    shops.unlink()
    yield shops
    shops.touch()


@pytest.fixture
def toys(tmp_path: Path) -> Path:
    (tmp_path / "mine.csv").write_text(TOYS, encoding="utf-8")
    return tmp_path / "mine.csv"


@pytest.fixture(scope="module")
def answered(visitor: BrowserContext, address: str) -> Page:
    """A tab in which the question was answered, for tests that ask nothing more in it."""
    page = open_tab(visitor, address)
    ask(page, QUESTION)
    return page


def title_of(page: Page) -> str:
    return page.locator(".st-key-facts-0 h2").inner_text()


def top_of(page: Page, part: str) -> float:
    """Where a part stands once it has stood there for thirty frames: a busy machine lays a page out in few of them."""
    top: float = page.evaluate(STOOD, f".st-key-{part}")
    return top


# ── Live prices ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_card_comes_first_and_the_live_price_into_its_place(page: Page, closed: Path) -> None:
    page.get_by_text("Read aloud").click()
    settled(page)
    page.get_by_test_id("stChatInputTextArea").fill(LIVE)
    page.keyboard.press("Enter")
    live = page.locator(".st-key-live-0")
    expect(live).to_contain_text("Looking for its price in the shops")
    assert title_of(page).startswith("Woodland Halt")
    # Nothing is drawn after these.
    page.locator(".st-key-actions").get_by_role("button", name="Why this one?").wait_for()
    why, sources = top_of(page, "why-0"), top_of(page, "sources-0")
    assert page.evaluate("window.heard") == []
    closed.touch()
    expect(live).to_contain_text("Live price: £21.75 at toybarn.example")
    settled(page)
    assert closed.read_text(encoding="utf-8") == "asked\n"
    expect(live).to_contain_text("in stock · 4 minutes ago · the catalogue says £25.50")
    assert top_of(page, "why-0") == pytest.approx(why, abs=1)
    assert page.locator(".st-key-price-0").inner_text().startswith("£21.75")
    expect(live.get_by_role("link")).to_have_attribute("href", "https://toybarn.example/1")
    expect(page.locator(".st-key-said")).to_contain_text("£21.75 is the price at toybarn.example 4 minutes ago.")
    row = page.locator('[class*="st-key-row-0-"]').filter(has_text="Little Loop").first
    expect(row).to_contain_text(re.compile("£13.*live 4 min ago", re.DOTALL))
    assert top_of(page, "sources-0") == pytest.approx(sources, abs=1)
    page.wait_for_function("window.heard.length > 0")
    (spoken,) = page.evaluate("window.heard")
    assert "twenty-one pounds seventy-five at toybarn four minutes ago" in spoken


@pytest.mark.usefixtures("closed")
def test_a_question_need_not_wait_for_the_shops(page: Page) -> None:
    page.get_by_test_id("stChatInputTextArea").fill(LIVE)
    page.keyboard.press("Enter")
    expect(page.locator(".st-key-live-0")).to_contain_text("Looking for its price")
    ask(page, "a kite")
    expect(page.locator(".st-key-card-0 h2")).to_contain_text(re.compile("kite", re.IGNORECASE))


def test_a_click_asks_the_shops_and_no_question_does(page: Page) -> None:
    ask(page, QUESTION)
    live = page.locator(".st-key-live-0")
    expect(live).to_have_text(re.compile("Check live price"))
    page.get_by_role("button", name="Check live price").click()
    expect(live).to_contain_text("Live price: £21.75 at toybarn.example")


def test_a_price_that_is_not_confirmed_is_called_so(page: Page) -> None:
    ask(page, "what does a kite cost right now?")
    expect(page.locator(".st-key-live-0")).to_contain_text("not confirmed")
    expect(page.locator(".st-key-said")).to_contain_text("I couldn't confirm a live price just now.")


# ── The shelf ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_shelf_says_why_what_else_and_where_from(answered: Page) -> None:
    shelf = answered.locator(".st-key-shelf")
    for said in ("Why this one", "What would change it", "Runner-up", "Also good", "Price against rating", "Sources"):
        expect(shelf).to_contain_text(said)
    answered.get_by_text("Price against rating").click()
    expect(
        answered.locator('.st-key-chart-0 [aria-label^="Price against rating. 1. Woodland Halt"]').first
    ).to_be_visible()
    assert answered.locator(".st-key-chart-0 tbody tr").count() == 6
    first = answered.locator(".st-key-source-0-1")
    first.locator("summary").click()
    marks = first.locator("[data-testid=stMarkdownContainer] span[style*=background], .stMarkdownColoredBackground")
    expect(marks.first).to_be_visible()
    answered.get_by_text("How this was found").click()
    expect(answered.locator(".st-key-story")).to_contain_text("Round 1: searched")
    settled(answered)
    with answered.expect_download() as saved:
        answered.get_by_role("button", name="Save all of it as JSON").click()
    assert json.loads(Path(saved.value.path()).read_text(encoding="utf-8"))["messages"] == [QUESTION]


def test_tell_me_more_is_about_the_toy_it_stands_beside(page: Page) -> None:
    ask(page, QUESTION)
    row = page.locator(".st-key-row-0-1")
    name = row.get_by_test_id("stText").first.inner_text()
    top = title_of(page)
    row.get_by_role("button", name="Tell me more").click()
    expect(page.locator(".st-key-ask")).to_contain_text(f"Tell me more about {name}")
    settled(page)
    assert title_of(page) == name
    expect(page.locator(".st-key-facts-0")).to_contain_text("More about")
    expect(page.locator(".st-key-others-0")).to_contain_text(top)


def test_compare_sets_two_toys_side_by_side_and_a_chip_takes_its_part_back_in_words(page: Page) -> None:
    ask(page, QUESTION)
    page.get_by_role("button", name="Compare the first two").click()
    expect(page.locator(".st-key-card-0 th")).to_have_count(3)
    expect(page.locator(".st-key-card-0")).to_contain_text("Side by side")
    settled(page)
    chip = page.get_by_role("button", name="Take back: up to £30")
    chip.click()
    expect(page.locator(".st-key-ask")).to_contain_text("forget the budget")


def test_a_thumb_and_a_word_are_stored(answered: Page, home: Path) -> None:
    answered.locator(".st-key-thumbs button").first.click()
    word = answered.get_by_label("Why? (optional)")
    word.fill("just right, write to jo@home.example")
    word.press("Enter")
    # Nothing on the page changes with the word, so the store is asked until it is there.
    until = time.monotonic() + PATIENCE_S
    while not (rows := opinions(home)) or not rows[-1]["comment"]:
        assert time.monotonic() < until, rows
        answered.wait_for_timeout(100)
    assert [row["liked"] for row in rows[-2:]] == [True, True]
    assert rows[-1]["comment"] == "just right, write to [email]"


def test_a_thumb_that_was_given_is_there_after_a_reload(page: Page, home: Path) -> None:
    before = len(opinions(home))
    ask(page, QUESTION)
    page.get_by_role("radio", name="Thumbs down").click()
    expect(page.get_by_role("radio", name="Thumbs down")).to_be_checked()
    while len(opinions(home)) == before:
        page.wait_for_timeout(100)
    page.reload()
    expect(page.get_by_role("radio", name="Thumbs down")).to_be_checked()
    settled(page)
    page.get_by_role("radio", name="Thumbs down").click()
    expect(page.get_by_role("radio", name="Thumbs down")).not_to_be_checked()
    settled(page)
    assert len(opinions(home)) == before + 1


def test_in_a_long_conversation_no_answer_wears_the_thumb_of_another(page: Page, home: Path) -> None:
    ask(page, "hello")
    secret = next(cookie["value"] for cookie in page.context.cookies() if cookie.get("name") == COOKIE)
    session_id = session_of(secret, parse_qs(urlsplit(page.url).query)["c"][0])
    with closing(SqlSessionStore(sqlite_url(home / "sessions.db"))) as store:
        for number in range(MOST_TURNS):
            store.append(session_id, SessionTurn(f"hello {number}", "Hello."))
    page.reload()
    ask(page, QUESTION)
    page.get_by_role("radio", name="Thumbs up").click()
    expect(page.get_by_role("radio", name="Thumbs up")).to_be_checked()
    settled(page)
    ask(page, "a kite under £20")
    expect(page.get_by_role("radio", name="Thumbs up")).not_to_be_checked()


def opinions(home: Path) -> list[dict[str, Any]]:
    with sqlite3.connect(home / "sessions.db") as store:
        return [json.loads(row[0]) for row in store.execute("select content from feedback order by id")]


# ── An own catalogue, settings ───────────────────────────────────────────────────────────────────────────────────


def test_a_visitors_own_list_is_read_reported_and_asked_about(page: Page, toys: Path) -> None:
    page.get_by_role("button", name="Your toys").click()
    page.locator("input[type=file]").set_input_files(toys)
    expect(page.get_by_text("mine.csv: 3 rows, 3 columns")).to_be_visible()
    expect(page.locator(".st-key-columns input").first).to_have_value("Product Name")
    page.get_by_role("button", name="Read this list").click()
    expect(page.get_by_text("2 toys of mine.csv are ready.")).to_be_visible()
    expect(page.locator(".st-key-outcome")).to_contain_text("The rows that were rejected or repaired (1)")
    page.get_by_role("button", name="Ask about these toys").click()
    expect(page.locator(".st-key-box")).to_contain_text("2 toys of your list mine.csv")
    ask(page, "a marble run")
    assert title_of(page) == "Glass Marble Run"  # how it is given back, test_page_visits.py says


def test_a_shops_own_spreadsheet_answers_a_question_that_is_offered_for_it(page: Page, tmp_path: Path) -> None:
    pounds = '"£"#,##0.00'
    rows: list[list[Cell | None]] = [["Stock"], [], ["Our code", "What it is", "Shelf", "Sell at", "Ages"]]
    rows += [
        [at, f"{colour} Diamond Kite", "Kites", (7 + at, pounds), "6+"] for at, colour in enumerate(("Red", "Blue"))
    ]
    workbook(tmp_path / "stock.xlsx", {"Stock": rows})
    page.get_by_role("button", name="Your toys").click()
    page.locator("input[type=file]").set_input_files(tmp_path / "stock.xlsx")
    expect(page.get_by_label("Title")).to_have_value("What it is")
    expect(page.get_by_label("Price", exact=True)).to_have_value("Sell at")
    expect(page.locator(".st-key-preview")).to_contain_text("Red Diamond Kite£7Kitesages 6 and up")
    page.get_by_role("button", name="Read this list").click()
    expect(page.locator(".st-key-outcome code")).to_contain_text("import stock.xlsx --to my-shop --map")
    page.get_by_role("button", name="A kite under £10").click()
    expect(page.locator(".st-key-facts-0 h2")).to_contain_text("Diamond Kite")
    expect(page.locator(".st-key-box")).to_contain_text("2 toys of your list stock.xlsx")
    settled(page)
    page.get_by_role("button", name="Your toys").click()
    settled(page)
    page.get_by_role("button", name="Change the columns").click()
    expect(page.get_by_label("Title")).to_have_value("What it is")
    expect(page.get_by_role("button", name="Go back to the shop's toys")).to_be_visible()


def test_prices_that_cannot_be_read_are_told_and_another_column_can_be_chosen(page: Page, tmp_path: Path) -> None:
    (tmp_path / "mine.csv").write_text("Name,Price,Wert\nBlue Kite,ask us,9.50\nRag Doll,ask us,12\n", encoding="utf-8")
    page.get_by_role("button", name="Your toys").click()
    page.locator("input[type=file]").set_input_files(tmp_path / "mine.csv")
    expect(page.locator(".st-key-preview")).to_contain_text("None of these toys has a price that can be read.")
    page.get_by_role("button", name="Read this list").click()
    expect(page.locator(".st-key-outcome")).to_contain_text("None of them has a price.")
    settled(page)
    page.get_by_role("button", name="Change the columns").click()
    settled(page)
    choose(page, "Price", "Wert")
    expect(page.locator(".st-key-preview")).to_contain_text("The prices name no currency. Choose it above.")
    expect(page.get_by_role("button", name="Read this list")).to_be_disabled()
    choose(page, "Currency of the prices", "EUR (€)")
    expect(page.locator(".st-key-preview")).to_contain_text("€9.50")
    page.get_by_role("button", name="Read this list").click()
    expect(page.locator(".st-key-outcome code")).to_contain_text("--currency EUR --map title=Name,price=Wert")
    settled(page)
    page.get_by_role("button", name="Change the columns").click()
    expect(page.get_by_label("Price", exact=True)).to_have_value("Wert")
    expect(page.get_by_label("Currency of the prices")).to_have_value("EUR (€)")


def test_toys_without_a_price_are_counted_before_anybody_asks(page: Page, tmp_path: Path) -> None:
    rows = "".join(f"Kite {at},{'£9' if at % 2 else 'ask'}\n" for at in range(1, 9))
    (tmp_path / "half.csv").write_text(f"Name,Price\n{rows}", encoding="utf-8")
    page.get_by_role("button", name="Your toys").click()
    page.locator("input[type=file]").set_input_files(tmp_path / "half.csv")
    page.get_by_role("button", name="Read this list").click()
    expect(page.locator(".st-key-outcome")).to_contain_text("4 of them have no price that can be read")


def test_the_owner_sees_what_was_asked_and_nobody_else_does(page: Page, address: str) -> None:
    ask(page, "a kayak paddle")
    page.goto(f"{address}/?owner")
    settled(page)
    word = page.get_by_label("The owner's word")
    word.fill("not the word")
    word.press("Enter")
    expect(page.get_by_test_id("stAlert")).to_contain_text("That is not the word.")
    expect(page.get_by_text("kayak")).to_have_count(0)
    word.fill(KEY)
    word.press("Enter")
    expect(page.locator(".st-key-panel")).to_contain_text("Not in the shop")
    assert grave(page) == []
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save all of it as CSV").click()
    assert ",nothing,kayak paddle,a kayak paddle," in Path(saved.value.path()).read_text(encoding="utf-8")


def test_a_list_that_cannot_be_used_or_is_too_large_is_explained_and_changes_nothing(
    page: Page, tmp_path: Path
) -> None:
    (tmp_path / "bad.csv").write_bytes(b"PK\x03\x04")
    page.get_by_role("button", name="Your toys").click()
    page.locator("input[type=file]").set_input_files(tmp_path / "bad.csv")
    expect(page.get_by_test_id("stAlert")).to_contain_text("bad.csv is a zip archive")
    expect(page.get_by_test_id("stAlert")).to_contain_text("Questions are about the same toys as before.")
    (tmp_path / "big.csv").write_bytes(b"x" * 11_000_000)
    page.locator("input[type=file]").set_input_files(tmp_path / "big.csv")
    told = page.locator('.stFileChip [role="alert"]')
    expect(told).to_contain_text("must be 10.0MB or smaller")
    box = told.bounding_box()
    assert box
    assert box["height"] > 12  # Streamlit tells it only to those who are read to


def test_the_conversation_can_be_saved_and_deleted(page: Page, home: Path) -> None:
    ask(page, QUESTION)
    page.get_by_role("button", name="Settings").click()
    with page.expect_download() as markdown:
        page.get_by_role("button", name="Save as Markdown").click()
    assert QUESTION in Path(markdown.value.path()).read_text(encoding="utf-8")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as JSON").click()
    told = json.loads(Path(saved.value.path()).read_text(encoding="utf-8"))
    assert told["turns"][0]["question"] == QUESTION
    page.get_by_role("button", name="Delete it").click()
    page.get_by_role("button", name="Delete for good").click()
    expect(page.get_by_test_id("stToast")).to_contain_text("The conversation is deleted.")
    expect(page.locator(".st-key-examples")).to_be_visible()
    with sqlite3.connect(home / "sessions.db") as store:
        left = store.execute("select count(*) from turns where session_id = ?", (told["session"],)).fetchone()
    assert left == (0,)


@pytest.mark.long
def test_a_model_that_is_switched_off_is_asked_by_nobody(visitor: BrowserContext, home: Path, shops: Path) -> None:
    told: dict[str, Any] = {"test_prices": PRICES, "test_shops": str(shops), "voice": "browser", "model_name": "m"}
    with (
        chat_server([]) as chat,
        running_app(home, "tests/page_with_prices.py", model_base_url=chat.base_url, **told) as address,
    ):
        page = open_tab(visitor, address)
        expect(page.locator(".st-key-box")).not_to_contain_text("No model")
        page.get_by_role("button", name="Settings").click()
        page.get_by_text("Let a language model help to read and choose").click()
        settled(page)
        page.get_by_role("button", name="Back to the toys").click()
        ask(page, LIVE)
        expect(page.locator(".st-key-said")).to_contain_text("£21.75 is the price at toybarn.example")
        assert chat.asked == []
        page.close()


def test_live_prices_can_be_switched_off_for_the_visit(page: Page) -> None:
    page.get_by_role("button", name="Settings").click()
    page.get_by_text("Look for live prices when I ask for one").click()
    settled(page)
    page.get_by_role("button", name="Back to the toys").click()
    ask(page, LIVE)
    expect(page.locator(".st-key-live-0")).to_have_count(0)


# ── For everybody ────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.long
def test_nothing_on_the_page_shuts_anybody_out(page: Page, toys: Path) -> None:
    fair(page, "the empty page")
    ask(page, LIVE)
    expect(page.locator(".st-key-live-0")).to_contain_text("Live price: £21.75")
    for part in page.locator(".st-key-shelf details").all():
        settled(page)  # a key that is pressed while the page is redrawn is lost, and one pressed twice shuts again
        part.locator("summary").press("Enter")
        expect(part).to_have_attribute("open", "")
    fair(page, "an answer")
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("button", name="Save as JSON")).to_be_visible()
    fair(page, "the settings")
    page.get_by_role("button", name="Your toys").click()
    page.locator("input[type=file]").set_input_files(toys)
    expect(page.get_by_text("3 rows")).to_be_visible()
    fair(page, "the upload")
    page.get_by_role("button", name="Read this list").click()
    expect(page.get_by_text("are ready")).to_be_visible()
    fair(page, "the import's report")


def fair(page: Page, what: str) -> None:
    """What is on the page shuts nobody out, on a desk and on a phone, by day and by night."""
    for scheme, width in product(SCHEMES, (1280, 390)):
        look(page, width=width, scheme=scheme)
        if found := grave(page):  # what lasts counts: for a moment the page has the colours of day and night
            page.wait_for_timeout(2_000)
            found = grave(page)
        assert found == [], f"{what}, {width} pixels wide, {scheme}"


def test_the_keyboard_alone_is_enough(page: Page) -> None:
    box = page.get_by_test_id("stChatInputTextArea")
    box.focus()
    page.keyboard.type(QUESTION)
    page.keyboard.press("Enter")
    expect(page.locator(".st-key-facts-0 h2")).to_be_visible()
    settled(page)
    told = page.locator("[role=status][aria-live=polite]")  # to those who listen
    expect(told.first).to_contain_text("Woodland Halt Wooden Train Set")
    reached = tabbed(page, 60)
    for name in ("Cheaper", "Compare", "Check live price", "Tell me more", "Settings", "Your toys", "Start over"):
        assert any(name in label for label in reached), (name, reached)
    assert any("Take back" in label for label in reached)


def tabbed(page: Page, presses: int) -> list[str]:
    """The names of what the tab key leads to."""
    found = []
    for _ in range(presses):
        page.keyboard.press("Tab")
        found.append(
            page.evaluate(
                "(document.activeElement?.ariaLabel || document.activeElement?.innerText || "
                "document.activeElement?.tagName || '').slice(0, 60)"
            )
        )
    return found


def test_a_narrow_phone_needs_no_sideways_scrolling_anywhere(page: Page) -> None:
    look(page, width=360, height=740)
    ask(page, QUESTION)
    for view in ("Settings", "Your toys"):
        # What lasts counts: on a busy machine a page may be too wide for a moment while it is laid out.
        page.wait_for_function("document.querySelector('[data-testid=stMain]').scrollWidth <= 360")
        page.wait_for_function(
            "[...document.querySelectorAll('.st-key-tools button')]"
            ".every((button) => button.getBoundingClientRect().right <= 360)"
        )
        # While the page is drawn anew the bar may stand there twice for a moment.
        page.get_by_role("button", name=view).first.click()
        settled(page)


@pytest.mark.long
def test_a_bad_setting_is_one_clear_line_on_the_page(visitor: BrowserContext, home: Path) -> None:
    with running_app(home, threads="many") as address:
        page = visitor.new_page()
        page.goto(address)
        expect(page.locator(".st-key-broken")).to_contain_text("ASSISTANT_THREADS cannot be used")
        page.close()
