"""The cards in a real browser: pictures, what is compared, where it is sold, sources at their words, and a phone."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from axe import grave
from browser import SCHEMES, ask, look, running_app, settled
from PIL import Image
from playwright.sync_api import Page, expect

from assistant import resources
from assistant.catalogue.importing import import_catalogue
from assistant.retrieval.embedding import OnnxEmbedder

pytestmark = [pytest.mark.browser, pytest.mark.long]

QUESTION = "the best rated wooden train under £40"
COLUMNS = ["id", "title", "brand", "category", "price", "currency", "rating", "rating_count", "age", "features",
           "description", "image_url", "product_url"]  # fmt: skip
BASKET = "https://shop.example/basket?add={id}"


class Pictures(BaseHTTPRequestHandler):
    """A picture at /red.png, bytes that are none at /broken.png, and a note of who asked for what."""

    asked: list[str]

    def do_GET(self) -> None:
        self.asked.append(self.path)
        out = io.BytesIO()
        Image.new("RGB", (640, 480), "red").save(out, "PNG")
        body = out.getvalue() if self.path == "/red.png" else b"\x89PNG broken"
        self.send_response(200)
        self.send_header("Content-Type", "image/png")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


@pytest.fixture(scope="module")
def server() -> Iterator[ThreadingHTTPServer]:
    Pictures.asked = []
    with ThreadingHTTPServer(("127.0.0.1", 0), Pictures) as server:
        Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        yield server
        server.shutdown()


@pytest.fixture(scope="module")
def address(home: Path, server: ThreadingHTTPServer) -> Iterator[str]:
    """A shop of four trains: with a picture, with a broken one, with a hostile address, and with none."""
    port = server.server_address[1]
    trains = (
        ("a/1", "Red Wooden Train", "30", 4.9, f"http://i.example:{port}/red.png", "https://shop.example/1"),
        ("2", "Broken Wooden Train", "20", 4.5, f"http://i.example:{port}/broken.png", ""),
        ("3", "Hostile Wooden Train", "15", 4.2, "http://169.254.169.254/latest", "javascript:alert(1)"),
        ("4", "Plain Wooden Train", "10", 4.0, "", ""),
    )
    source = home / "trains.csv"
    with source.open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(COLUMNS)
        for doc_id, title, cost, stars, image, url in trains:
            rows.writerow([doc_id, title, "Oak & Co", "Wooden Trains", cost, "GBP", stars, 400, "3-6",
                           "no batteries needed", "A train of wood.", image, url])  # fmt: skip
    import_catalogue(source, home / "trains", embedder=OnnxEmbedder(resources.MODEL, threads=2))
    with running_app(
        home, "tests/page_with_pictures.py", catalog=str(home / "trains"), voice="browser", test_port=str(port),
        basket_url=BASKET,
    ) as address:  # fmt: skip
        yield address


def test_pictures_come_through_us_and_a_drawing_stands_in_for_the_others(
    page: Page, server: ThreadingHTTPServer
) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    ask(page, QUESTION)
    own = page.locator('.st-key-shelf img[alt="Picture of Red Wooden Train"]')
    expect(own).to_be_visible()
    page.wait_for_function("(image) => image.complete", arg=own.element_handle())
    assert own.evaluate("image => [image.naturalWidth, image.naturalHeight]") == [300, 225]
    settled(page)
    assert page.locator('.st-key-shelf img[alt^="Picture of"]').count() == 1
    drawn = page.locator(".st-key-shelf img[alt='']")
    assert drawn.count() == 3
    assert all(page.evaluate("[...document.querySelectorAll('.st-key-shelf img')].map((image) => image.naturalWidth)"))
    assert [url for url in asked if "i.example" in url or "169.254" in url] == []
    assert sorted(Pictures.asked) == ["/broken.png", "/red.png"]


def test_the_pick_leads_to_the_shop_and_into_its_basket_and_nowhere_else(page: Page) -> None:
    ask(page, QUESTION)
    links = page.locator(".st-key-go-0 a")
    expect(links).to_have_text(["See it in the shop", "shopping_basketAdd to basket"])
    found = links.evaluate_all("links => links.map((link) => [link.href, link.target, link.rel])")
    assert [href for href, _, _ in found] == ["https://shop.example/1", "https://shop.example/basket?add=a%2F1"]
    assert {target for _, target, _ in found} == {"_blank"}
    assert all("noopener" in rel or "noreferrer" in rel for _, _, rel in found)
    page.locator(".st-key-shelf").get_by_role("button", name="Tell me more").nth(1).click()
    settled(page)
    assert page.locator('a[href^="javascript"]').count() == 0


def test_three_toys_are_ticked_and_set_side_by_side(page: Page) -> None:
    ask(page, QUESTION)
    boxes = page.locator(".st-key-shelf").get_by_role("checkbox", name="Compare")
    assert boxes.count() == 4
    for at in (0, 1, 2):
        page.locator(".st-key-shelf .stCheckbox label").nth(at).click()
        settled(page)
    expect(boxes.nth(3)).to_be_disabled()
    card = page.locator(".st-key-card-0")
    card.get_by_role("button", name="Compare these 3").click()
    expect(card).to_contain_text("Side by side")
    expect(card.locator("th")).to_have_count(4)
    expect(card).to_contain_text("The same for all: ")
    assert "Maker" not in card.locator("tbody").inner_text()


def test_a_mark_opens_its_source_at_the_words(page: Page) -> None:
    ask(page, QUESTION)
    source = page.locator(".st-key-source-0-1")
    assert source.locator("details[open]").count() == 0
    page.locator('.st-key-said a[href="#source-1"]').first.click()
    expect(source.locator("details[open]")).to_be_visible()
    expect(source.locator(".stMarkdownColoredBackground").first).to_be_in_viewport()
    assert "#source" not in page.url


def test_after_a_button_the_next_question_can_be_typed_at_once(page: Page) -> None:
    ask(page, QUESTION)
    page.get_by_role("button", name="Why this one?").click()
    expect(page.locator(".st-key-ask")).to_contain_text("Why this one?")
    settled(page)
    expect(page.get_by_test_id("stChatInputTextArea")).to_be_focused()


def test_the_focus_goes_along_into_another_view_and_back(page: Page) -> None:
    ask(page, QUESTION)
    page.get_by_role("button", name="Settings").click()
    expect(page.locator(".st-key-panel h1")).to_be_focused()
    page.get_by_role("button", name="Back to the toys").click()
    expect(page.get_by_test_id("stChatInputTextArea")).to_be_focused()


def test_who_starts_over_goes_on_at_the_question_box_and_hears_so(page: Page) -> None:
    ask(page, QUESTION)
    page.get_by_role("button", name="Start over").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".announcement")).to_have_text("A new conversation.")
    expect(page.get_by_test_id("stChatInputTextArea")).to_be_focused()


def test_what_a_tick_leads_to_stands_beside_it_and_is_read_out(page: Page) -> None:
    ask(page, QUESTION)
    boxes, beside = page.get_by_role("checkbox", name="Compare"), page.locator(".st-key-go-0")
    height = beside.evaluate("place => place.offsetHeight")
    for at, told in enumerate(("Tick one more to compare", "Compare these 2", "Compare these 3")):
        boxes.nth(at).focus()
        page.keyboard.press("Space")
        expect(beside).to_contain_text(told)
        expect(page.locator(".announcement")).to_have_text(told)
        settled(page)
    assert beside.evaluate("place => place.offsetHeight") == height
    boxes.first.focus()
    page.keyboard.press("Tab")
    expect(beside.get_by_role("button", name="Compare these 3")).to_be_focused()


def test_a_comparison_has_a_heading_and_its_rows_have_heads(page: Page) -> None:
    ask(page, QUESTION)
    page.get_by_role("button", name="Compare the first two").click()
    card = page.locator(".st-key-card-0")
    expect(card.get_by_role("heading", name="Side by side")).to_be_visible()
    expect(card.get_by_role("rowheader", name="Price", exact=True)).to_be_visible()


def test_what_can_be_asked_next_is_answered_by_the_listing(page: Page) -> None:
    ask(page, QUESTION)
    page.get_by_role("button", name="Does it need batteries?").click()
    expect(page.locator(".st-key-said")).to_contain_text("no batteries needed")
    settled(page)
    assert page.get_by_role("button", name="Does it need batteries?").count() == 0


# ── On a phone ───────────────────────────────────────────────────────────────────────────────────────────────────

SMALL = """
[...document.querySelectorAll("button, a[href], summary, label")].filter((part) => {
  const { width, height } = part.getBoundingClientRect();
  return part.checkVisibility() && width > 1 && Math.min(width, height) < 44;
}).filter((part) => !part.closest("p")).map((part) => part.ariaLabel || part.innerText)
"""


def below(page: Page, selector: str) -> float:
    box = page.locator(selector).first.bounding_box()
    assert box
    return box["y"] + box["height"]


def test_a_phone_shows_the_first_sentence_and_the_whole_card_at_once(page: Page) -> None:
    look(page, width=390, height=844)
    ask(page, QUESTION)
    box = page.locator(".st-key-question").bounding_box()
    assert box
    parts = [below(page, f".st-key-{part}") for part in ("ask", "lead", "card-0")]
    assert parts == sorted(parts)
    assert parts[-1] < box["y"] + 24  # the ground under the box fades out
    expect(page.locator(".st-key-lead")).to_contain_text("Wooden Train")


def test_thanks_leave_no_old_card_on_a_phone(page: Page) -> None:
    look(page, width=390, height=844)
    ask(page, QUESTION)
    ask(page, "thanks!")
    expect(page.locator(".st-key-said")).to_contain_text("Glad to help")
    expect(page.locator(".st-key-card-0")).to_be_hidden()
    look(page)
    expect(page.locator(".st-key-card-0")).to_be_visible()


@pytest.mark.parametrize("width", [320, 390])
def test_a_thumb_finds_everything_and_nothing_sticks_out(page: Page, width: int) -> None:
    look(page, width=width, height=640)
    assert page.evaluate(SMALL) == []
    ask(page, QUESTION)
    assert page.evaluate(SMALL) == []
    page.wait_for_function(f"document.querySelector('[data-testid=stMain]').scrollWidth <= {width}")
    for scheme in SCHEMES:
        look(page, width=width, height=640, scheme=scheme)
        assert grave(page) == []
    ask(page, "compare the first three")
    expect(page.locator(".st-key-card-0 th")).to_have_count(4)
    page.wait_for_function(f"document.querySelector('[data-testid=stMain]').scrollWidth <= {width}")
    page.wait_for_function(
        "((table) => table.getBoundingClientRect().right <= table.closest('[class*=st-key-card-]')"
        ".getBoundingClientRect().right)(document.querySelector('.st-key-card-0 table'))"
    )
