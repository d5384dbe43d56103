"""The page over a catalogue in Milvus whose server comes and goes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from browser import ask, headless, open_context, running_app, settled
from playwright.sync_api import expect

from assistant import Settings
from assistant.answering.answerer import SEARCH_FAILED
from assistant.wiring import make_catalogue
from benchmarks.milvus_process import MilvusLite

pytestmark = [pytest.mark.browser, pytest.mark.milvus]

TOYS = "Product Name,Cost,Maker\nGlass Marble Run,£9.50,Oak & Co\nBlue Kite,£7,Skyline\n"
PATIENCE_MS = 90_000


@pytest.fixture
def server(tmp_path: Path) -> Iterator[MilvusLite]:
    """A server with two toys in it, which is away."""
    for library in ("pymilvus", "milvus_lite"):
        pytest.importorskip(library, reason="needs the extra milvus, which make test-rest installs")
    (tmp_path / "toys.csv").write_text(TOYS, encoding="utf-8")
    server = MilvusLite(tmp_path / "data")
    server.start()
    columns = "title=Product Name,price=Cost,brand=Maker"
    settings = Settings(home=tmp_path / "home", listen="off", milvus_timeout_s=60)
    make_catalogue(tmp_path / "toys.csv", server.address("toys"), column_map=columns, settings=settings)
    server.kill()
    yield server
    server.kill()


def test_a_page_whose_catalogue_is_away_says_so_and_goes_on_by_itself(server: MilvusLite, tmp_path: Path) -> None:
    place = server.address("toys")
    with running_app(tmp_path, catalog=place, voice="off", listen="off") as address, headless() as browser:
        page = open_context(browser).new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.goto(address)
        expect(page.locator(".st-key-broken")).to_contain_text(
            "The search is unavailable just now", timeout=PATIENCE_MS
        )
        expect(page.locator(".st-key-broken")).not_to_contain_text("127.0.0.1")
        server.start()
        page.get_by_test_id("stChatInputTextArea").wait_for()
        settled(page)
        ask(page, "a kite under £10")
        expect(page.locator(".st-key-card-0")).to_contain_text("Blue Kite")
        server.kill()
        ask(page, "a marble run under £10")
        expect(page.locator(".st-key-talk")).to_contain_text(SEARCH_FAILED)
        server.start()
        for polite in ("", " please", " if you have one"):  # the first may come before it is connected again
            ask(page, f"a glass marble run{polite}")
            if "Marble Run" in page.locator(".st-key-card-0").inner_text():
                break
            page.wait_for_timeout(2_000)
        expect(page.locator(".st-key-card-0")).to_contain_text("Marble Run")
        assert "Traceback" not in (tmp_path / "app.log").read_text(encoding="utf-8")
