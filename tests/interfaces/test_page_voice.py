"""The page by voice: a microphone that plays a spoken question, and an answer that is heard. No key, no network."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import recordings_made
from axe import grave
from browser import ask, choose, headless, headless_beside, open_page, running_app, settled
from playwright.sync_api import Browser, Page, expect
from recordings_made import QUESTION, in_noise, silence, spoken
from speech_server import speech_server

from assistant import Settings
from assistant.speech.listening.audio import wav_seconds

pytestmark = [pytest.mark.browser, pytest.mark.long]
log = logging.getLogger(__name__)
# When what happened, by the page's own clock: from the recording's end to the answer's first sound.
STOPWATCH = """
window.at = {};
const note = (stage) => { window.at[stage] ??= performance.now(); };
const shown = (place, text) => document.querySelector(place)?.innerText.includes(text);
document.addEventListener("click", (event) => {
  if (!event.target.closest?.('[data-testid="stChatInputApproveButton"]')) return;
  window.at = {};
  note("tick");
}, true);
new MutationObserver(() => {
  if (!window.at.tick) return;
  if (document.querySelector('[data-test-script-state="running"]')) note("handed over");
  if (shown(".st-key-ask", "train set")) note("understood");
  if (shown(".st-key-card-0", "Top pick")) note("card");
}).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
const play = HTMLMediaElement.prototype.play;
HTMLMediaElement.prototype.play = function () {
  window.player = this;
  this.addEventListener("playing", () => note("sound"), { once: true });
  return play.call(this);
};
0
"""


@pytest.fixture(scope="module")
def address(home: Path) -> Iterator[str]:
    """The page on this machine alone: PocketSphinx listens, eSpeak NG speaks."""
    with running_app(home, voice="espeak", listen="sphinx") as address:
        yield address


@pytest.fixture(scope="module")
def question(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The spoken question."""
    folder = tmp_path_factory.mktemp("spoken")
    (folder / "heard.wav").write_bytes(recordings_made.question(folder))
    return folder / "heard.wav"


@pytest.fixture(scope="module")
def speaker(question: Path) -> Iterator[Browser]:
    """A browser whose microphone hears the question each time it is opened."""
    with headless(*heard_by_the_microphone(question)) as browser:
        yield browser


@pytest.fixture
def page(speaker: Browser, address: str) -> Iterator[Page]:
    """A visitor who may speak, and whose page knows what happened when."""
    with speaking(speaker, address) as page:
        yield page


def heard_by_the_microphone(recording: Path) -> tuple[str, ...]:
    return (
        "--use-fake-ui-for-media-stream",
        "--use-fake-device-for-media-stream",
        f"--use-file-for-fake-audio-capture={recording}%noloop",
    )


@contextmanager
def speaking(browser: Browser, address: str) -> Iterator[Page]:
    page = open_page(browser, address)
    page.context.grant_permissions(["microphone"], origin=address)
    page.evaluate(STOPWATCH)
    yield page
    page.context.close()


def say(page: Page, seconds: float) -> None:
    """Speaks for so long, and hands it over."""
    page.get_by_test_id("stChatInputMicButton").click()
    page.get_by_test_id("stChatInputApproveButton").wait_for()
    page.wait_for_timeout(seconds * 1000)
    page.get_by_test_id("stChatInputApproveButton").click()


def test_a_spoken_question_gets_a_card_and_a_voice_and_can_be_corrected(page: Page, question: Path) -> None:
    expect(page.locator(".st-key-box")).to_contain_text("Listens: PocketSphinx on this machine")
    say(page, wav_seconds(question.read_bytes()))
    expect(page.locator(".st-key-heard")).to_contain_text("Heard by PocketSphinx")
    expect(page.locator(".st-key-ask")).to_contain_text("train set under thirty pounds")
    expect(page.locator(".st-key-card-0")).to_contain_text("Top pick")
    expect(page.locator(".st-key-chips")).to_contain_text("up to £30")
    page.wait_for_function("window.at.sound")
    settled(page)
    log.info("from the question's end: %s", stages(page))
    assert page.evaluate("window.player.duration") < 15
    page.wait_for_function("window.player.currentTime > 0.3")
    # The press itself stops it: nothing is waited for, neither the page nor its server.
    stop = page.get_by_role("button", name="Stop")
    assert stop.evaluate("button => { button.click(); return window.player.paused }")
    page.get_by_role("button", name="Play").click()
    page.wait_for_function("!window.player.paused")
    page.get_by_test_id("stChatInputTextArea").press_sequentially("so")
    assert page.evaluate("window.player.paused")
    page.get_by_role("button", name="Play").click()
    page.wait_for_function("!window.player.paused")
    page.get_by_text("Read aloud").click()
    assert page.evaluate("window.player.paused")
    settled(page)
    assert page.locator(".st-key-ask").count() == 1  # drawn again, not asked again
    assert list(page.evaluate("window.at")) == ["tick", "handed over", "understood", "card", "sound"]
    page.get_by_role("button", name="Correct it").click()
    box = page.get_by_role("textbox", name="What you said")
    expect(box).to_have_value(re.compile("train set under thirty pounds"))
    box.fill("a jigsaw under ten pounds")
    box.press("Enter")
    expect(page.locator(".st-key-ask")).to_contain_text("a jigsaw under ten pounds")
    settled(page)
    assert page.locator('[data-testid="stChatMessage"]').count() == 1  # in the wrong question's place, not after it
    page.reload()
    expect(page.locator(".st-key-ask")).to_contain_text("a jigsaw under ten pounds")
    assert page.locator('[data-testid="stChatMessage"]').count() == 1


def stages(page: Page) -> str:
    """The seconds from the question's end to each stage; `pytest --log-cli-level=info` shows them."""
    at = page.evaluate("window.at")
    return ", ".join(f"{stage} {(ms - at['tick']) / 1000:.2f} s" for stage, ms in at.items() if stage != "tick")


def test_what_was_heard_can_be_corrected_before_it_is_asked(page: Page, question: Path) -> None:
    page.get_by_role("button", name="Settings").click()
    page.get_by_text("Let me correct what was heard").click()
    page.get_by_role("button", name="Back to the toys").click()
    say(page, wav_seconds(question.read_bytes()))
    box = page.get_by_role("textbox", name="What you said")
    box.wait_for()
    assert page.locator(".st-key-ask").count() == 0
    box.fill("a jigsaw under ten pounds")
    page.get_by_test_id("stFormSubmitButton").get_by_role("button").click()
    expect(page.locator(".st-key-ask")).to_contain_text("a jigsaw under ten pounds")
    expect(page.locator(".st-key-chips")).to_contain_text("up to £10")


def test_another_voice_speaks_when_it_is_chosen(page: Page) -> None:
    page.get_by_role("button", name="Settings").click()
    settled(page)
    choose(page, "Who reads aloud", "English (Scotland), this machine")
    sound = page.locator("audio.sound")
    expect(sound).to_have_attribute("data-made", re.compile("Scotland"))
    page.get_by_role("button", name="Back to the toys").click()
    page.get_by_text("Read aloud").click()
    ask(page, QUESTION)
    page.wait_for_function("window.at.sound || window.player?.currentTime > 0")
    expect(sound).to_have_attribute("data-made", re.compile("Scotland"))
    expect(sound).to_have_attribute("src", re.compile("^data:audio/wav;base64,"))


def test_silence_is_a_plain_word(speaker: Browser, address: str, tmp_path: Path) -> None:
    recording = tmp_path / "silence.wav"
    recording.write_bytes(silence(1))
    microphone = heard_by_the_microphone(recording)
    with headless_beside(speaker, *microphone) as browser, speaking(browser, address) as page:
        say(page, 1)
        expect(page.locator(".st-key-heard")).to_contain_text("I heard nothing")
        assert page.locator(".st-key-ask").count() == 0


def test_a_question_in_noise_is_asked_back(speaker: Browser, address: str, question: Path, tmp_path: Path) -> None:
    recording = tmp_path / "noisy.wav"
    recording.write_bytes(in_noise(question.read_bytes(), 16))
    microphone = heard_by_the_microphone(recording)
    with headless_beside(speaker, *microphone) as browser, speaking(browser, address) as page:
        say(page, wav_seconds(recording.read_bytes()))
        expect(page.locator(".st-key-heard")).to_contain_text("I could not hear you well enough. Say it again")
        assert page.locator(".st-key-ask").count() == 0


def test_a_microphone_that_is_denied_is_explained(speaker: Browser, address: str) -> None:
    with headless_beside(speaker, "--use-fake-device-for-media-stream") as browser:
        page = open_page(browser, address)
        page.get_by_test_id("stChatInputMicButton").click()
        expect(page.get_by_text("The browser keeps the microphone from this page.")).to_be_visible()
        assert grave(page) == []


def test_a_speech_server_listens_and_speaks(home: Path, speaker: Browser) -> None:
    with speech_server() as server:
        server.always = QUESTION
        server.audio = spoken("Here it is", home)
        chosen: dict[str, Any] = {
            "transcription_model": "listener",
            "speech_model": "speaker",
            "speech_base_url": server.base_url,
        }
        with running_app(home, **chosen) as address, speaking(speaker, address) as page:
            expect(page.locator(".st-key-box")).to_contain_text("Listens: listener on a speech server")
            say(page, 1)
            expect(page.locator(".st-key-ask")).to_contain_text(QUESTION)
            expect(page.locator(".st-key-card-0")).to_contain_text("Top pick")
            page.wait_for_function("window.at.sound")
        assert server.transcribed[0]["model"] == "listener"
        assert Settings().speech_voice == server.spoken[-1]["voice"]
