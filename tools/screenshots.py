"""Draws the pictures of the page in docs/screenshots/: every state, on a desk and on a phone, in light and dark.

Run from the repository with the test extra installed: `make screenshots`. The shops of the live prices are invented.
"""

from __future__ import annotations

import io
import shutil
import sys
import tempfile
from collections.abc import Collection, Mapping
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from browser import headless, open_context, open_page, running_app, settled  # noqa: E402  (the tests' own helpers)
from chat_server import chat_server, stalls  # noqa: E402
from page_states import ALONE, LIST, PASSING, PRICES, SLOW_MODEL, STATES, WHOLE, Show  # noqa: E402
from playwright.sync_api import Browser, Page, expect  # noqa: E402
from recordings_made import question  # noqa: E402

from assistant import resources  # noqa: E402

FOLDER = ROOT / "docs" / "screenshots"
MAX_BYTES = 150_000
BROKEN = {"catalogue-missing", "catalogue-damaged"}
SHAPES = {"desk": (1280, 900), "phone": (390, 844)}


def main() -> None:
    """Draws all of them, or those named on the command line."""
    wanted = set(sys.argv[1:]) or {*STATES, *ALONE, *SLOW_MODEL, *BROKEN}
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home, headless(*_microphone(Path(home))) as browser:
        files = Path(home)
        _write_lists(files)
        with running_app(
            files, "tests/page_with_prices.py", test_prices=PRICES, test_shops=home, voice="browser"
        ) as address:
            _draw_all(browser, address, files, _wanted(STATES, wanted))
        with running_app(files, voice="espeak", listen="sphinx") as address:
            _draw_all(browser, address, files, _wanted(ALONE, wanted))
        with (
            chat_server([stalls(60)]) as model,
            running_app(
                files, voice="off", model_base_url=model.base_url, model_name="slow", model_timeout_s="6"
            ) as address,
        ):
            _draw_all(browser, address, files, _wanted(SLOW_MODEL, wanted))
        for name in BROKEN & wanted:
            _broken(browser, files, name)


def _microphone(home: Path) -> tuple[str, ...]:
    """A microphone that hears a question; the browser gives it to those who may have it."""
    recording = home / "question.wav"
    recording.write_bytes(question(home))
    return "--use-fake-device-for-media-stream", f"--use-file-for-fake-audio-capture={recording}%noloop"


def _write_lists(files: Path) -> None:
    (files / "my-toys.csv").write_text(LIST, encoding="utf-8")
    (files / "my-toys.xlsx.csv").write_bytes(b"PK\x03\x04")
    rows = (f"Wooden Train Set Number {number},£{number % 40 + 5}" for number in range(2_900))
    (files / "long.csv").write_text("\n".join(("title,price", *rows)), encoding="utf-8")


def _wanted(states: Mapping[str, Show], wanted: Collection[str]) -> dict[str, Show]:
    return {name: show for name, show in states.items() if name in wanted}


def _draw_all(browser: Browser, address: str, files: Path, states: Mapping[str, Show]) -> None:
    for name, show in states.items():
        for shape, scheme in _variants(name):
            width, height = SHAPES[shape]
            page = open_page(browser, address, width=width, height=height, scheme=scheme)
            show(page, files)
            if name not in PASSING:
                settled(page)
                page.wait_for_timeout(2_600)  # a browser without a voice says so after two seconds
            _keep(page, f"{name}-{shape}-{scheme}")
            page.context.close()


def _variants(name: str) -> list[tuple[str, str]]:
    """The shapes and schemes in which a state is drawn."""
    if name in WHOLE:
        return [(shape, scheme) for shape in SHAPES for scheme in ("light", "dark")]
    return [("desk", "light"), ("phone", "dark")]


def _broken(browser: Browser, home: Path, name: str) -> None:
    """A page without its catalogue: it is not there, or not what was imported."""
    folder = Path("/srv/toys")
    if name == "catalogue-damaged":
        folder = home / "toys"
        shutil.copytree(resources.DEMO_INDEX, folder, dirs_exist_ok=True)
        products = next(folder.rglob("products.arrow"))
        products.write_bytes(products.read_bytes()[:-1])
    with running_app(home, catalog=str(folder)) as address:
        for shape, scheme in _variants(name):
            width, height = SHAPES[shape]
            context = open_context(browser, width=width, height=height, scheme=scheme)
            page = context.new_page()
            page.goto(address)
            expect(page.locator(".st-key-broken")).to_be_visible()
            settled(page)
            _keep(page, f"{name}-{shape}-{scheme}")
            context.close()


def _keep(page: Page, name: str) -> None:
    """A PNG of few colours: enough for a page, and small enough for a repository."""
    picture = Image.open(io.BytesIO(page.screenshot()))
    picture.convert("RGB").quantize(128, dither=Image.Dither.NONE).save(FOLDER / f"{name}.png", optimize=True)
    size = (FOLDER / f"{name}.png").stat().st_size
    if size > MAX_BYTES:
        sys.exit(f"{name}.png has {size:,} bytes; at most {MAX_BYTES:,} are kept")


if __name__ == "__main__":
    main()
