"""Who speaks: the first voice of a chain that can; where none can, the face falls back on the browser's own voice.

A new voice is one class with `synthesize` and one line in `synthesizer`.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from pathlib import Path

from assistant.errors import SpeechError
from assistant.protocols import Speech, Synthesizer
from assistant.settings import Settings
from assistant.speech import espeak
from assistant.speech.recordings import CACHE_FILES, Recordings
from assistant.speech.remote import OpenAISynthesizer, SpeechServer
from assistant.speech.waiting import Breaker, within

__all__ = ["CACHE_FILES", "Fetch", "GttsSynthesizer", "Voices", "accent", "synthesizer"]

TIMEOUT_S = 4.0  # an answer is three requests, half a second each on an ordinary line
_TLDS = {"AU": "com.au", "CA": "ca", "GB": "co.uk", "IE": "ie", "IN": "co.in", "NG": "com.ng", "ZA": "co.za"}

Fetch = Callable[[str, str, str], bytes]


def synthesizer(settings: Settings) -> Synthesizer | None:
    """The voices that the settings name, or `None` where the browser speaks or nobody does."""
    made = {"openai": _openai, "gtts": _gtts, "espeak": _espeak}
    wanted = made if settings.voice == "auto" else [name for name in made if name == settings.voice]
    voices = [voice for name in wanted if (voice := made[name](settings)) is not None]
    return Voices(voices) if voices else None


class Voices:
    """A chain of voices, the best first."""

    def __init__(self, voices: Sequence[Synthesizer]) -> None:
        self._voices = tuple(voices)

    def synthesize(self, text: str) -> Speech:
        """The text in the first voice that can say it; raises the last one's `SpeechError` when none can."""
        for voice in self._voices[:-1]:
            try:
                return voice.synthesize(text)
            except SpeechError:
                continue
        return self._voices[-1].synthesize(text)


def _openai(settings: Settings) -> Synthesizer | None:
    key = settings.speech_api_key.get_secret_value()
    if not settings.speech_model or not (settings.speech_base_url or key):
        return None
    server = SpeechServer(base_url=settings.speech_base_url, api_key=key, timeout_s=settings.speech_timeout_s)
    return OpenAISynthesizer(
        server,
        settings.home / "speech",
        model=settings.speech_model,
        voice=settings.speech_voice,
        locale=settings.locale,
    )


def _gtts(settings: Settings) -> Synthesizer:
    return GttsSynthesizer(settings.home / "speech", locale=settings.locale)


def _espeak(settings: Settings) -> Synthesizer | None:
    if not espeak.is_installed():
        return None
    return espeak.EspeakSynthesizer(settings.home / "speech", locale=settings.locale)


class GttsSynthesizer:
    """Google's voice as MP3, by the unofficial service behind its translation page; the words travel to Google.

    Recordings are kept by what is said. `fetch` takes the words, a language and a top-level domain and returns an MP3.
    """

    def __init__(
        self,
        cache: Path,
        *,
        locale: str = "en-GB",
        timeout_s: float = TIMEOUT_S,
        fetch: Fetch | None = None,
        breaker: Breaker | None = None,
    ) -> None:
        self._locale = locale
        self._language, self._tld = accent(locale)
        self._recordings = Recordings(cache, ".mp3", f"{self._language}\n{self._tld}")
        self._timeout_s = timeout_s
        self._fetch = fetch or _from_google
        self._breaker = breaker or Breaker()

    def synthesize(self, text: str) -> Speech:
        """The text, spoken; raises `SpeechError` when there is nothing to say or nobody to say it in time."""
        return Speech(self._recordings.get(text, self._locale, self._speak), "audio/mpeg")

    def _speak(self, words: str) -> bytes:
        if self._breaker.resting:
            raise SpeechError("The online voice could not be reached a moment ago; it is tried again in a few minutes.")
        try:
            audio = within(
                self._timeout_s, lambda: self._fetch(words, self._language, self._tld), who="The online voice"
            )
            if not audio:
                raise SpeechError("The online voice sent no sound.")
        except SpeechError:
            self._breaker.trip()
            raise
        return audio


def accent(locale: str) -> tuple[str, str]:
    """The language and top-level domain by which Google's voice takes on a locale's accent."""
    language, _, region = locale.replace("_", "-").partition("-")
    return (language.casefold() or "en"), _TLDS.get(region.upper(), "com")


def _from_google(words: str, language: str, tld: str) -> bytes:
    from gtts import gTTS  # noqa: PLC0415  (a third of a second that an offline start need not pay)

    buffer = io.BytesIO()
    gTTS(words, lang=language, tld=tld).write_to_fp(buffer)
    return buffer.getvalue()
