"""The page as a visitor has it: the real app in a real browser, on the demo catalogue and on a hostile one."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest
from browser import ask, look, open_page, open_tab, running_app, settled, visit
from playwright.sync_api import Browser, BrowserContext, Page, expect

from assistant import Assistant, Settings, resources
from assistant.catalogue.importing import import_catalogue
from assistant.retrieval.embedding import OnnxEmbedder
from assistant.speech.speaking.synthesis import GttsSynthesizer

pytestmark = pytest.mark.browser

QUESTION = "a wooden train set for a four-year-old under £30"
CLOSING = "If you'd like a cheaper, premium, or more balanced option, just let me know."
HOSTILE = (
    "Train <img src=x onerror=alert(1)> [x](javascript:alert(1)) ![i](https://e.example/p.png) $x^2$ :red[hot] "
    ":material/delete: :smile: `code` **bold** https://e.example www.e.example"
)


@pytest.fixture(scope="module")
def address(home: Path) -> Iterator[str]:
    with running_app(home, voice="browser") as address:
        yield address


@pytest.fixture(scope="module")
def beside(home: Path) -> Iterator[str]:
    """Another program over the same home, whose voice is the online one."""
    with running_app(home, voice="gtts") as address:
        yield address


@pytest.fixture(scope="module")
def answered(visitor: BrowserContext, address: str) -> Page:
    """A tab in which the question was answered, for tests that leave it as it is."""
    page = open_tab(visitor, address)
    ask(page, QUESTION)
    return page


def price_of(page: Page) -> Decimal:
    return Decimal(page.locator(".st-key-price-0").get_by_test_id("stText").first.inner_text().removeprefix("£"))


def title_of(page: Page) -> str:
    return page.locator(".st-key-facts-0 h2").inner_text()


def test_a_question_is_answered_on_one_card(answered: Page) -> None:
    expect(answered.locator(".st-key-card-0")).to_contain_text("Top pick")
    assert 0 < price_of(answered) <= 30
    assert "train" in title_of(answered).lower()
    assert answered.locator(".st-key-facts-0").get_by_text("★").is_visible()
    expect(answered.locator(".st-key-why-0 li").first).to_be_visible()
    expect(answered.locator(".st-key-sources-0")).to_contain_text("[1]")
    expect(answered.locator(".st-key-said")).to_contain_text("[1]")
    expect(answered.locator(".st-key-chips button p").last).to_have_text("up to £30")


def test_nothing_beside_the_pick_is_over_the_budget(answered: Page) -> None:
    rows = answered.locator('[class*="st-key-row-"][class*="-price"]')
    expect(rows.first).to_be_visible()
    prices = rows.all_inner_texts()
    assert all(Decimal(text.split("\n")[0].removeprefix("£")) <= 30 for text in prices)


def test_the_empty_page_says_what_it_is_and_offers_questions(page: Page) -> None:
    expect(page.locator(".st-key-box")).to_contain_text("invented for this demonstration")
    expect(page.locator(".st-key-box")).to_contain_text("No model")
    buttons = page.locator(".st-key-examples button")
    assert buttons.count() == 4
    buttons.first.click()
    expect(page.locator(".st-key-card-0 h2")).to_be_visible()


def test_the_buttons_do_what_saying_them_does_and_the_last_leaves_an_empty_page(page: Page) -> None:
    ask(page, QUESTION)
    before, first = price_of(page), title_of(page)
    page.get_by_role("button", name="Cheaper").click()
    expect(page.locator(".st-key-ask")).to_contain_text("cheaper")
    settled(page)
    assert price_of(page) < before
    assert title_of(page) != first
    expect(page.locator(".st-key-earlier")).to_contain_text(QUESTION)
    conversation = page.url
    page.get_by_role("button", name="Start over").click()
    expect(page.locator(".st-key-examples")).to_be_visible()
    settled(page)
    assert page.url != conversation
    assert page.locator(".st-key-card-0").count() == 0


def test_cheaper_is_offered_only_where_it_leads_to_something_right(page: Page) -> None:
    ask(page, "wooden chess set")
    expect(page.get_by_role("button", name="Premium")).to_be_visible()
    assert page.get_by_role("button", name="Cheaper").count() == 0


def test_words_alone_need_no_card_nothing_found_recommends_nothing_and_two_wishes_are_two_cards(page: Page) -> None:
    ask(page, "🎲🎲")
    expect(page.get_by_test_id("stAlert")).to_be_visible()
    for question in ("hello", "gaming laptop under 1500"):
        ask(page, question)
        expect(page.locator(".st-key-said")).to_contain_text("toy")
        assert page.locator(".st-key-card-0").count() == 0
    ask(page, "a wooden train set under £1")
    expect(page.locator(".st-key-said")).to_contain_text("Sorry, I couldn't find matching products.")
    expect(page.locator(".st-key-card-0")).to_contain_text("Nothing fits yet")
    assert page.locator(".st-key-pick-0").count() == 0
    ask(page, "a puzzle for a six-year-old and a board game under £30")
    expect(page.locator(".st-key-card-0")).to_contain_text("Puzzle")
    expect(page.locator(".st-key-card-1")).to_contain_text("Board game")


def test_a_typed_question_is_answered_in_silence_until_asked_then_said_once_and_a_missing_voice_is_told(
    page: Page,
) -> None:
    ask(page, QUESTION)
    assert page.evaluate("window.heard") == []
    page.get_by_text("Read aloud").click()
    page.wait_for_function("window.heard.length > 0")
    expect(page.get_by_text("This browser has no voice.")).to_be_visible()
    settled(page)
    page.get_by_text("Read aloud").click()
    settled(page)
    page.get_by_text("Read aloud").click()
    settled(page)
    (spoken,) = page.evaluate("window.heard")
    assert spoken.endswith(CLOSING)
    assert not re.search(r"[£$\[\]*_]|\d", spoken)
    page.get_by_role("button", name="Play").click()
    assert page.evaluate("window.heard") == [spoken, spoken]


TWO_VOICES = """
const names = { Daniel: "en-GB", Kate: "en-GB", Amelie: "fr-FR" };
window.speechSynthesis.getVoices = () => Object.entries(names).map(([name, lang]) => ({ name, lang }));
Object.defineProperty(SpeechSynthesisUtterance.prototype, "voice", { set(voice) { this.named = voice.name; } });
window.speechSynthesis.speak = (words) => { window.heard.push([words.named, words.rate.toFixed(1), words.text]); };
"""


def test_a_voice_of_the_browser_can_be_chosen_and_its_speed(visitor: BrowserContext, address: str) -> None:
    page = visitor.new_page()
    page.set_default_timeout(60_000)
    page.add_init_script(TWO_VOICES)
    visit(page, address)
    page.get_by_role("button", name="Settings").click()
    settled(page)
    page.get_by_label("Who reads aloud").click(delay=100)
    expect(page.get_by_role("option")).to_have_text(["Automatic", "Daniel, this browser", "Kate, this browser"])
    page.get_by_role("option", name="Kate").click(delay=100)
    expect(page.get_by_label("Who reads aloud")).to_have_value("Kate, this browser")
    settled(page)
    page.get_by_role("slider").press("ArrowRight")
    # The slider tells the server only once it has rested.
    for _ in range(20):
        settled(page)
        page.get_by_role("button", name="Play").click()
        if page.evaluate("window.heard.at(-1)[1]") == "1.1":
            break
    assert page.evaluate("window.heard.at(-1)") == ["Kate", "1.1", "This is how your answers will sound."]
    page.evaluate("window.heard.length = 0")
    page.get_by_role("button", name="Back to the toys").click()
    settled(page)  # a press on the way there is lost
    page.get_by_text("Read aloud").click()
    settled(page)
    ask(page, QUESTION)
    page.wait_for_function("window.heard.length > 0")
    assert page.evaluate("window.heard[0].slice(0, 2)") == ["Kate", "1.1"]
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_label("Who reads aloud")).to_have_value("Kate, this browser")
    page.close()


@pytest.mark.long
def test_a_recording_plays_where_the_online_voice_gave_one(visitor: BrowserContext, beside: str, home: Path) -> None:
    with Assistant.open(settings=Settings(home=home)) as shop:
        spoken = shop.ask(QUESTION).spoken_answer
    GttsSynthesizer(home / "speech", fetch=lambda *_: b"ID3 a recording").synthesize(spoken)
    page = open_tab(visitor, beside)
    ask(page, QUESTION)
    expect(page.locator("audio.sound")).not_to_have_attribute("src", re.compile("data"))
    page.get_by_role("button", name="Play").click()
    expect(page.locator("audio.sound")).to_have_attribute("src", re.compile("^data:audio/mpeg;base64,"))
    page.close()


def test_a_reload_keeps_the_conversation_and_stays_silent_until_asked(answered: Page) -> None:
    title = title_of(answered)
    answered.reload()
    expect(answered.locator(".st-key-ask")).to_contain_text(QUESTION)
    expect(answered.locator(".st-key-facts-0 h2")).to_have_text(title)
    expect(answered.locator(".st-key-sources-0")).to_contain_text("[1]")
    settled(answered)
    assert answered.evaluate("window.heard") == []
    answered.get_by_role("button", name="Play").click()
    assert len(answered.evaluate("window.heard")) == 1


@pytest.mark.long
def test_a_conversation_outlives_the_program(visitor: BrowserContext, page: Page, beside: str) -> None:
    ask(page, QUESTION)
    later = open_tab(visitor, f"{beside}/?{page.url.split('?')[1]}")
    expect(later.locator(".st-key-ask")).to_contain_text(QUESTION)
    expect(later.locator(".st-key-facts-0 h2")).to_have_text(title_of(page))
    later.close()


def test_private_data_is_not_shown_again(page: Page) -> None:
    page.get_by_test_id("stChatInputTextArea").fill("a wooden train set, write to jo@home.example")
    page.keyboard.press("Enter")
    expect(page.locator(".st-key-ask")).to_contain_text("[email]")
    settled(page)
    page.reload()
    expect(page.locator(".st-key-ask")).to_contain_text("[email]")
    assert "jo@home.example" not in page.locator(".st-key-room").inner_text()


def test_a_first_visit_is_light_and_shows_nothing_of_another_s(browser: Browser, answered: Page, address: str) -> None:
    other = open_page(browser, address)
    sizes = "[...performance.getEntriesByType('resource'), ...performance.getEntriesByType('navigation')]"
    assert 0 < other.evaluate(f"{sizes}.reduce((sum, entry) => sum + entry.transferSize, 0)") < 2_500_000
    expect(other.locator(".st-key-examples")).to_be_visible()
    assert QUESTION not in other.locator(".st-key-talk").inner_text()
    assert answered.url != other.url
    other.context.close()


def test_a_phone_needs_no_sideways_scrolling_and_sees_first_what_was_asked_for(page: Page) -> None:
    look(page, width=390, height=844)
    widths = [_widest(page)]
    ask(page, QUESTION)
    widths.append(_widest(page))
    assert max(widths) <= 390
    order = [_top(page, f".st-key-{part}") for part in ("ask", "lead", "card-0", "actions", "others-0", "sources-0")]
    assert order == sorted(order)
    ask(page, "how much would I have left of my £30?")
    order = [_top(page, f".st-key-{part}") for part in ("ask", "words", "card-0", "others-0")]
    assert order == sorted(order)
    assert _top(page, ".st-key-facts-0") < 844


def _widest(page: Page) -> int:
    widths: list[int] = page.evaluate(
        "[document.documentElement, document.querySelector('[data-testid=stMain]')].map((part) => part.scrollWidth)"
    )
    return max(widths)


def _top(page: Page, selector: str) -> float:
    box = page.locator(selector).bounding_box()
    assert box
    return box["y"]


@pytest.fixture(scope="module")
def hostile(home: Path) -> Iterator[str]:
    source = home / "hostile.csv"
    with source.open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(
            ["id", "title", "brand", "category", "price", "currency", "rating", "rating_count", "description"]
        )
        rows.writerow(["1", HOSTILE, "<b>Maker</b>", "Trains", "12.00", "GBP", "4.5", "10", f"A train. {HOSTILE}"])
        rows.writerow(["2", f"Second {HOSTILE}", "", "Trains", "14.00", "GBP", "4.0", "3", "Another train."])
    import_catalogue(source, home / "hostile", embedder=OnnxEmbedder(resources.MODEL, threads=2))
    with running_app(home, catalog=str(home / "hostile"), voice="browser") as address:
        yield address


def test_text_of_the_catalogue_stays_text(visitor: BrowserContext, hostile: str) -> None:
    page = open_tab(visitor, hostile)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.evaluate("window.alerts = []; window.alert = (text) => window.alerts.push(text); 0")
    ask(page, "a train")
    ask(page, HOSTILE)
    ask(page, "a train")
    shown = page.locator(".st-key-room").inner_text().replace("\u2060", "")
    for piece in (
        "<img src=x onerror=alert(1)>",
        "[x](javascript:alert(1))",
        "$x^2$",
        ":red[hot]",
        ":smile:",
        "**bold**",
    ):
        assert piece in shown
    assert page.locator('.st-key-room a:not([href^="#source-"])').count() == 0
    assert (
        page.locator(".st-key-room .katex, .st-key-room code, .st-key-room p [data-testid=stIconMaterial]").count() == 0
    )
    assert page.locator('.st-key-room img[src*="e.example"], .st-key-room img[src="x"]').count() == 0
    assert [url for url in asked if "e.example" in url] == []
    assert page.evaluate("window.alerts") == []
    page.close()


@pytest.mark.long
def test_a_missing_catalogue_is_explained(visitor: BrowserContext, home: Path) -> None:
    with running_app(home, catalog=str(home / "nowhere")) as address:
        page = visitor.new_page()
        page.goto(address)
        expect(page.locator(".st-key-broken")).to_contain_text("nowhere")
        expect(page.get_by_text("Opening the catalogue")).to_have_count(0)
        assert page.get_by_test_id("stChatInputTextArea").count() == 0
        page.close()
