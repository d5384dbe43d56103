"""One browser and one page at a time for all that is looked at: tests share what takes seconds to start."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser import chromium, headless, open_context, visit
from playwright.sync_api import Browser, BrowserContext, Page


@pytest.fixture(scope="module")
def home(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home in which the demo catalogue is made already, as on a second start."""
    chromium()
    demo_folder: Path = request.getfixturevalue("demo_folder")
    return copied_home(demo_folder, tmp_path_factory.mktemp("home"))


def copied_home(demo_folder: Path, home: Path) -> Path:
    """The demo's index in another home."""
    shutil.copytree(demo_folder, home / demo_folder.name)
    return home


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The browser, closed with its module: a driver that is left open keeps other tests from running an event loop."""
    with headless() as running:
        yield running


@pytest.fixture(scope="module")
def visitor(browser: Browser) -> Iterator[BrowserContext]:
    """A browser that has loaded the page's scripts before."""
    context = open_context(browser)
    yield context
    context.close()


@pytest.fixture(scope="module")
def tab(visitor: BrowserContext) -> Page:
    """A tab in which one visit follows another: a new one would take a second to load the page's scripts."""
    page = visitor.new_page()
    page.set_default_timeout(60_000)
    return page


@pytest.fixture
def page(tab: Page, address: str) -> Page:
    """A new visit at the module's `address`, on a desk and by day."""
    tab.set_viewport_size({"width": 1280, "height": 900})
    tab.emulate_media(color_scheme="light", reduced_motion="reduce")
    return visit(tab, address)
