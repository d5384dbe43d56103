"""What is said, and who says it when the network fails."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

from assistant.adapters.resilience import Breaker
from assistant.errors import SpeechError
from assistant.protocols import Speech, Voice
from assistant.settings import Settings
from assistant.speech.speaking.espeak import EspeakSynthesizer
from assistant.speech.speaking.recordings import CACHE_FILES
from assistant.speech.speaking.spoken_form import cardinal, say
from assistant.speech.speaking.synthesis import OPENAI_VOICES, GttsSynthesizer, Voices, accent, synthesizer

CLOSING = (
    "I've sent details and sources to your screen. If you'd like a cheaper, premium, or more balanced option, "
    "just let me know."
)


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("£24.99", "twenty-four pounds ninety-nine"),
        ("£1", "one pound"),
        ("£0.99", "ninety-nine pence"),
        ("£0.01", "one penny"),
        ("£20.05", "twenty pounds and five pence"),
        ("£1,299.99", "one thousand two hundred and ninety-nine pounds ninety-nine"),
        ("$5", "five dollars"),
        ("$0.50", "fifty cents"),
        ("12.50 EUR", "twelve euros fifty"),
        ("£20-£30", "twenty pounds to thirty pounds"),
        ("It costs £24.99.", "It costs twenty-four pounds ninety-nine."),
    ],
)
def test_money_is_said_in_words(written: str, spoken: str) -> None:
    assert say(written) == spoken


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("4.6 stars from 132 ratings", "four point six stars from one hundred and thirty-two ratings"),
        ("★ 4.7", "four point seven stars"),
        ("4.0 stars", "four stars"),
        ("46 pieces", "forty-six pieces"),
        ("10,000 pieces", "ten thousand pieces"),
        ("ages 3–6", "ages three to six"),
        ("ages 3+", "ages three and up"),
        ("36 months - 6 years", "thirty-six months to six years"),
        ("a 2-in-1 set", "a two-in-one set"),
        ("1:24 scale", "one to twenty-four scale"),
        ("30 x 20 cm", "thirty by twenty centimetres"),
        ("new in 2014", "new in 2014"),
    ],
)
def test_numbers_are_said_in_words(written: str, spoken: str) -> None:
    assert say(written) == spoken


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("**Bold**, _soft_ and `code`", "Bold, soft and code"),
        ("It is wooden [1][2], for ages 3 [1, 3].", "It is wooden, for ages three."),
        ("See [the shop](https://shop.example/a?b=(1)) now", "See the shop now"),
        ("See https://shop.example/a now", "See now"),
        ("Write to sales@shop.example today", "Write to today"),
        ("# Heading\n- first\n- second", "Heading. first. second"),
        ("Hornby R4410A Coach (R4410A)", "Hornby Coach"),
        ("LEGO 75192 Falcon", "LEGO Falcon"),
        ("Barbie® & Ken™", "Barbie and Ken"),
        ("<img src=x onerror=alert(1)> Ball", "Ball"),
        ("```\ncode\n``` done", "done"),
    ],
)
def test_marks_addresses_and_codes_are_not_said(written: str, spoken: str) -> None:
    assert say(written) == spoken


def test_the_closing_sentence_is_said_word_for_word() -> None:
    assert say(CLOSING) == CLOSING
    assert say(f"A fine train, £5 [1]. {CLOSING}").endswith(CLOSING)


def test_saying_what_was_said_changes_nothing() -> None:
    once = say("Farm Set R4410A: £24.99, 4.6 stars (132 ratings), ages 3-6 [1]. **Good**")
    assert say(once) == once


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (0, "zero"),
        (19, "nineteen"),
        (20, "twenty"),
        (99, "ninety-nine"),
        (100, "one hundred"),
        (1_001, "one thousand and one"),
        (12_345, "twelve thousand three hundred and forty-five"),
        (1_000_000, "one million"),
    ],
)
def test_cardinals(number: int, words: str) -> None:
    assert cardinal(number) == words


def test_americans_leave_out_the_and() -> None:
    assert say("132 pieces", "en-US") == "one hundred thirty-two pieces"


@pytest.mark.parametrize(
    ("locale", "expected"),
    [
        ("en-GB", ("en", "co.uk")),
        ("en_US", ("en", "com")),
        ("en-AU", ("en", "com.au")),
        ("de", ("de", "com")),
        ("", ("en", "com")),
    ],
)
def test_the_accent_follows_the_locale(locale: str, expected: tuple[str, str]) -> None:
    assert accent(locale) == expected


class Line:
    """Stands for the far end of the line: what it was asked, and what it does about it."""

    def __init__(self, audio: bytes = b"ID3 sound", error: Exception | None = None) -> None:
        self.asked: list[tuple[str, str, str]] = []
        self.audio = audio
        self.error = error

    def __call__(self, words: str, language: str, tld: str) -> bytes:
        self.asked.append((words, language, tld))
        if self.error:
            raise self.error
        return self.audio


def test_speech_is_fetched_once_and_kept(tmp_path: Path) -> None:
    line = Line()
    first = GttsSynthesizer(tmp_path / "cache", fetch=line).synthesize("£5 [1]")
    again = GttsSynthesizer(tmp_path / "cache", fetch=line).synthesize("five pounds")
    assert first == again
    assert (first.audio, first.media_type) == (b"ID3 sound", "audio/mpeg")
    assert line.asked == [("five pounds", "en", "co.uk")]


def test_another_accent_is_another_recording(tmp_path: Path) -> None:
    line = Line()
    GttsSynthesizer(tmp_path, fetch=line).synthesize("Hello")
    GttsSynthesizer(tmp_path, fetch=line, locale="en-US").synthesize("Hello")
    assert [asked[2] for asked in line.asked] == ["co.uk", "com"]


def test_the_cache_is_bounded_and_drops_the_oldest(tmp_path: Path) -> None:
    for number in range(CACHE_FILES):
        (tmp_path / f"{number}.mp3").write_bytes(b"old")
    GttsSynthesizer(tmp_path, fetch=Line()).synthesize("Hello")
    kept = list(tmp_path.iterdir())
    assert len(kept) == CACHE_FILES
    assert sum(file.read_bytes() == b"ID3 sound" for file in kept) == 1


def test_a_cache_that_cannot_be_written_costs_nothing_but_time(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert GttsSynthesizer(tmp_path / "file", fetch=Line()).synthesize("Hello").audio == b"ID3 sound"


@pytest.mark.parametrize("error", [OSError("no route"), ValueError("language"), AssertionError(), RuntimeError()])
def test_whatever_fails_is_a_plain_word(tmp_path: Path, error: Exception) -> None:
    with pytest.raises(SpeechError, match="could not be reached"):
        GttsSynthesizer(tmp_path, fetch=Line(error=error)).synthesize("Hello")


def test_silence_is_a_failure(tmp_path: Path) -> None:
    with pytest.raises(SpeechError, match="no sound"):
        GttsSynthesizer(tmp_path, fetch=Line(audio=b"")).synthesize("Hello")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("text", ["", "  ", "[1]", "***", "https://shop.example"])
def test_nothing_to_say(tmp_path: Path, text: str) -> None:
    line = Line()
    with pytest.raises(SpeechError, match="nothing to say"):
        GttsSynthesizer(tmp_path, fetch=line).synthesize(text)
    assert not line.asked


def test_a_line_that_hangs_is_given_up_in_time(tmp_path: Path) -> None:
    hang = threading.Event()

    def fetch(words: str, language: str, tld: str) -> bytes:
        hang.wait(5)
        return b"late"

    start = time.monotonic()
    with pytest.raises(SpeechError, match=r"within 0\.1 seconds"):
        GttsSynthesizer(tmp_path, fetch=fetch, timeout_s=0.1).synthesize("Hello")
    assert time.monotonic() - start < 2
    hang.set()


def test_after_a_failure_the_line_rests_but_the_cache_speaks(tmp_path: Path) -> None:
    now = 0.0
    line = Line()
    voice = GttsSynthesizer(tmp_path, fetch=line, breaker=Breaker(1, 60, lambda: now))
    voice.synthesize("kept")
    line.error = OSError("gone")
    with pytest.raises(SpeechError, match="could not be reached"):
        voice.synthesize("one")
    with pytest.raises(SpeechError, match="tried again"):
        voice.synthesize("two")
    assert len(line.asked) == 2
    assert voice.synthesize("kept").audio
    now, line.error = 61.0, None
    assert voice.synthesize("two").audio


@pytest.mark.parametrize(("voice", "online"), [("auto", True), ("gtts", True), ("browser", False), ("off", False)])
def test_the_settings_choose_who_speaks(tmp_path: Path, voice: str, online: bool) -> None:
    chosen = synthesizer(Settings.model_validate({"voice": voice, "home": tmp_path}))
    assert (chosen is not None) == online
    assert not list(tmp_path.iterdir())


# ── A choice of voices ───────────────────────────────────────────────────────────────────────────────────────────


def test_a_chosen_accent_is_spoken_and_kept_apart(tmp_path: Path) -> None:
    line = Line()
    voice = GttsSynthesizer(tmp_path, fetch=line)
    irish = next(one.voice_id for one in voice.voices if one.name == "English (Ireland)")
    voice.synthesize("Hello")
    voice.synthesize("Hello", irish)
    voice.synthesize("Hello", "gtts:evil.example")
    voice.synthesize("Hello", "espeak:English (Scotland)")
    assert [asked[2] for asked in line.asked] == ["co.uk", "ie"]


def test_a_language_with_one_voice_offers_none_to_choose(tmp_path: Path) -> None:
    assert GttsSynthesizer(tmp_path, fetch=Line(), locale="de-DE").voices == ()


def test_the_built_in_voices_are_those_that_are_installed(tmp_path: Path) -> None:
    voice = EspeakSynthesizer(tmp_path)
    names = [one.name for one in voice.voices]
    assert {"English (Scotland)", "English (America)"} <= set(names)
    assert all(name.startswith("English") and "Shavian" not in name for name in names)
    sounds = {voice.synthesize("Good morning", one.voice_id).audio for one in voice.voices}
    assert len(sounds) == len(names)
    assert EspeakSynthesizer(tmp_path, locale="de-DE").voices == (
        Voice("espeak:German", "German", "this machine"),
    )  # fmt: skip


def test_another_language_leaves_no_trace_in_the_next_recording(tmp_path: Path) -> None:
    before = EspeakSynthesizer(tmp_path / "one").synthesize("Good morning").audio
    EspeakSynthesizer(tmp_path / "one", locale="de-DE").synthesize("Guten Morgen")
    after = EspeakSynthesizer(tmp_path / "two").synthesize("Good morning").audio
    assert len(after) == pytest.approx(len(before), rel=0.01)


class Speaks:
    """A synthesizer with voices of its own, which may be away."""

    def __init__(self, name: str, *, away: bool = False) -> None:
        self.voices = (Voice(f"{name}:one", "One", name), Voice(f"{name}:two", "Two", name))
        self._name, self._away = name, away

    def synthesize(self, text: str, voice_id: str = "") -> Speech:
        """Says who speaks in which voice."""
        if self._away:
            raise SpeechError("away")
        return Speech(f"{self._name} {voice_id} {text}".encode(), "audio/wav")


def test_who_has_the_chosen_voice_speaks_first_and_the_others_after_it() -> None:
    chain = Voices([Speaks("a"), Speaks("b"), Speaks("c")])
    assert [voice.voice_id for voice in chain.voices] == ["a:one", "a:two", "b:one", "b:two", "c:one", "c:two"]
    assert chain.synthesize("hello").audio == b"a  hello"
    assert chain.synthesize("hello", "c:two").audio == b"c c:two hello"
    assert chain.synthesize("hello", "gone:one").audio == b"a gone:one hello"
    assert Voices([Speaks("a"), Speaks("b", away=True)]).synthesize("hello", "b:one").audio == b"a b:one hello"
    with pytest.raises(SpeechError):
        Voices([Speaks("a", away=True), Speaks("b", away=True)]).synthesize("hello", "b:one")


@pytest.mark.parametrize(
    ("chosen", "server", "offered"),
    [
        ("alloy", "", ["Alloy", "Ash"]),
        ("nova", "", ["Nova", "Alloy"]),
        ("af_sky, bm_lewis", "http://127.0.0.1:9/v1", ["Af_sky", "Bm_lewis"]),
        (" ", "http://127.0.0.1:9/v1", ["Alloy"]),
    ],
)
def test_a_speech_server_has_the_voices_that_are_known_of_it(
    tmp_path: Path, chosen: str, server: str, offered: list[str]
) -> None:
    settings = Settings.model_validate(
        {
            "voice": "openai", "home": tmp_path, "speech_model": "speaker", "speech_voice": chosen,
            "speech_base_url": server, "speech_api_key": "key",
        }
    )  # fmt: skip
    speaks = synthesizer(settings)
    assert speaks
    assert [voice.name for voice in speaks.voices][: len(offered)] == offered
    assert len(speaks.voices) == (len(offered) if server else len(OPENAI_VOICES))
