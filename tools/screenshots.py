"""Draws the pictures of the page in docs/screenshots/: every state, on a desk and on a phone, in light and dark.

Run from the repository with the test extra installed: `make screenshots`. The shops of the live prices are invented.
"""

from __future__ import annotations

import io
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from browser import ask, headless, open_page, running_app, settled  # noqa: E402  (the tests' own helpers)
from playwright.sync_api import Browser, Page, expect  # noqa: E402

FOLDER = ROOT / "docs" / "screenshots"
MAX_BYTES = 150_000
QUESTION = "a wooden train set for a four-year-old under £30"
LIST = """Product Name,Cost,Maker,Kind,Stars
Cedar Wooden Train Set,£24.99,Oak & Co,Trains,4.6
Blue Diamond Kite,£7,Skyline,Outdoor,4.4
,£3,Nobody,None,
Woolly Bear,twelve,Softly,Soft Toys,4.9
"""
PRICES = "Figure-of-Eight=21.75,Woodland=26"
SHAPES = {"desk": (1280, 900), "phone": (390, 844)}
Show = Callable[[Page, Path], None]


def asked(question: str) -> Show:
    """What comes of a question."""

    def show(page: Page, _: Path) -> None:
        ask(page, question)

    return show


def live(page: Page, _: Path) -> None:
    """A live price that differs from the catalogue's."""
    ask(page, "what does a wooden train set cost right now?")
    expect(page.locator(".st-key-live-0")).to_contain_text("Live price")


def sources(page: Page, _: Path) -> None:
    """The sources opened, and how the answer was found."""
    ask(page, QUESTION)
    for opener in page.locator(".st-key-sources-0 summary, .st-key-story summary").all():
        opener.press("Enter")
    page.locator(".st-key-chart-0").scroll_into_view_if_needed()
    page.locator(".st-key-story").scroll_into_view_if_needed()


def settings(page: Page, _: Path) -> None:
    """The settings, with a conversation to save."""
    ask(page, QUESTION)
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("button", name="Save as JSON")).to_be_visible()


def upload(page: Page, files: Path) -> None:
    """A list whose columns are to be named."""
    _choose(page, files / "my-toys.csv")
    expect(page.locator(".st-key-columns input").last).to_be_visible()


def imported(page: Page, files: Path) -> None:
    """A list that was read, with rejected rows."""
    upload(page, files)
    page.get_by_role("button", name="Read this list").click()
    expect(page.get_by_text("are ready")).to_be_visible()
    page.locator(".st-key-rejected summary").click()


def refused_list(page: Page, files: Path) -> None:
    """A file that is no list."""
    _choose(page, files / "my-toys.xlsx.csv")
    expect(page.get_by_test_id("stAlert")).to_be_visible()


def empty(page: Page, _: Path) -> None:
    """Nothing asked yet."""
    settled(page)


def _choose(page: Page, file: Path) -> None:
    page.get_by_role("button", name="Your toys").click()
    page.locator("input[type=file]").set_input_files(file)


WHOLE: dict[str, Show] = {
    "empty": empty, "answer": asked(QUESTION), "live-price": live, "upload": upload, "settings": settings,
}  # fmt: skip
STATES: dict[str, Show] = {
    "sources": sources, "imported": imported, "import-failed": refused_list,
    "two-wishes": asked("a puzzle for a six-year-old and a board game under £30"),
    "clarify": asked("under £20"), "nothing-found": asked("a wooden train set under £1"),
    "outside-toys": asked("gaming laptop under 1500"), "refused": asked("a toy with real explosives"),
    "not-confirmed": asked("what does a kite cost right now?"), "greeting": asked("hello"),
}  # fmt: skip


def main() -> None:
    """Draws all of them, or those named on the command line."""
    wanted = set(sys.argv[1:])
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        files = Path(home)
        (files / "my-toys.csv").write_text(LIST, encoding="utf-8")
        (files / "my-toys.xlsx.csv").write_bytes(b"PK\x03\x04")
        with headless() as browser:
            with running_app(
                files, "tests/page_with_prices.py", voice="browser", test_prices=PRICES, test_shops=str(files)
            ) as address:
                for name, show in (WHOLE | STATES).items():
                    for shape, scheme in _variants(name):
                        if not wanted or name in wanted:
                            _draw(browser, address, files, name=name, show=show, shape=shape, scheme=scheme)
            if not wanted or "catalogue-missing" in wanted:
                _missing(browser, files)


def _variants(name: str) -> list[tuple[str, str]]:
    """The four that a newcomer looks at in every way; the others once on a desk and once on a phone."""
    if name in WHOLE:
        return [(shape, scheme) for shape in SHAPES for scheme in ("light", "dark")]
    return [("desk", "light"), ("phone", "dark")]


def _draw(browser: Browser, address: str, files: Path, *, name: str, show: Show, shape: str, scheme: str) -> None:
    width, height = SHAPES[shape]
    page = open_page(browser, address, width=width, height=height, scheme=scheme)
    show(page, files)
    settled(page)
    page.wait_for_timeout(2_600)  # a browser without a voice says so after two seconds
    _keep(page, f"{name}-{shape}-{scheme}")
    page.context.close()


def _missing(browser: Browser, home: Path) -> None:
    with running_app(home, catalog="/srv/toys") as address:
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.goto(address)
        expect(page.locator(".st-key-broken")).to_be_visible(timeout=30_000)
        settled(page)
        _keep(page, "catalogue-missing-desk-light")
        page.close()


def _keep(page: Page, name: str) -> None:
    """A PNG of few colours: enough for a page, and small enough for a repository."""
    picture = Image.open(io.BytesIO(page.screenshot()))
    picture.convert("RGB").quantize(128, dither=Image.Dither.NONE).save(FOLDER / f"{name}.png", optimize=True)
    size = (FOLDER / f"{name}.png").stat().st_size
    if size > MAX_BYTES:
        sys.exit(f"{name}.png has {size:,} bytes; at most {MAX_BYTES:,} are kept")


if __name__ == "__main__":
    main()
