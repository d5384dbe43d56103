"""What the pictures of the page show: each state, and how a visitor gets there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from browser import ask, settled
from playwright.sync_api import Page, expect

QUESTION = "a wooden train set for a four-year-old under £30"
LIST = """Product Name,Cost,Maker,Kind,Stars
Cedar Wooden Train Set,£24.99,Oak & Co,Trains,4.6
Blue Diamond Kite,£7,Skyline,Outdoor,4.4
,£3,Nobody,None,
Woolly Bear,twelve,Softly,Soft Toys,4.9
"""
PRICES = "Figure-of-Eight=21.75,Brackenfield=26.75,Woodland=26"
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


def thinking(page: Page, _: Path) -> None:
    """The step that is under way, while a slow model words the answer."""
    _send(page, QUESTION)
    page.locator(".st-key-step").get_by_text("Choosing").wait_for()
    page.wait_for_timeout(600)  # it shows itself only when there is something to wait for


def without_model(page: Page, _: Path) -> None:
    """The answer where the model gave none in time."""
    ask(page, QUESTION)


def denied(page: Page, _: Path) -> None:
    """The microphone pressed where the browser does not give it."""
    page.get_by_test_id("stChatInputMicButton").click()
    page.get_by_text("The browser keeps the microphone").wait_for()


def spoken(page: Page, files: Path) -> None:
    """A question that was spoken, and its answer being read aloud."""
    _say(page, files)
    page.locator(".st-key-card-0 h2").wait_for()
    page.get_by_text("Speaking").wait_for()


def to_correct(page: Page, files: Path) -> None:
    """What was heard, waiting to be corrected."""
    page.get_by_role("button", name="Settings").click()
    page.get_by_text("Let me correct what was heard").click()
    page.get_by_role("button", name="Back to the toys").click()
    _say(page, files)
    page.get_by_role("textbox", name="What you said").wait_for()


def silent(page: Page, _: Path) -> None:
    """A recording in which nobody speaks."""
    _say(page, None)
    page.get_by_text("too short").wait_for()


def importing(page: Page, files: Path) -> None:
    """A long list being read."""
    _choose(page, files / "long.csv")
    page.get_by_role("button", name="Read this list").click()
    page.get_by_text("Learning the toys").wait_for()
    page.wait_for_timeout(1_000)


def _send(page: Page, question: str) -> None:
    page.get_by_test_id("stChatInputTextArea").fill(question)
    page.keyboard.press("Enter")


def _say(page: Page, files: Path | None) -> None:
    page.context.grant_permissions(["microphone"])
    page.get_by_test_id("stChatInputMicButton").click()
    page.get_by_test_id("stChatInputApproveButton").wait_for()
    page.wait_for_timeout(4_000 if files else 100)
    page.get_by_test_id("stChatInputApproveButton").click()


# What a newcomer looks at, in every shape and by day and by night; the others once on a desk and once on a phone.
WHOLE = frozenset({"empty", "answer", "live-price", "upload", "settings"})
STATES: dict[str, Show] = {
    "empty": empty, "answer": asked(QUESTION), "live-price": live, "upload": upload,
    "sources": sources, "imported": imported, "import-failed": refused_list, "importing": importing,
    "two-wishes": asked("a puzzle for a six-year-old and a board game under £30"),
    "clarify": asked("under £20"), "nothing-found": asked("a wooden train set under £1"),
    "outside-toys": asked("gaming laptop under 1500"), "refused": asked("a toy with real explosives"),
    "not-confirmed": asked("what does a kite cost right now?"), "greeting": asked("hello"),
}  # fmt: skip
# Where eSpeak NG speaks and PocketSphinx listens.
ALONE: dict[str, Show] = {
    "settings": settings, "microphone-denied": denied, "spoken": spoken, "transcript": to_correct, "not-heard": silent,
}  # fmt: skip
# Where a model is named that does not answer in time.
SLOW_MODEL: dict[str, Show] = {"thinking": thinking, "model-unavailable": without_model}
# What passes is not waited for.
PASSING = frozenset({"thinking", "importing", "microphone-denied", "spoken"})
