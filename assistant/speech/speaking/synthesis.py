"""Who speaks: the first voice of a chain that can; where none can, the face falls back on the browser's own voice.

A new voice is one class with `synthesize` and one line in `synthesizer`.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from assistant.adapters.resilience import Breaker
from assistant.errors import SpeechError
from assistant.protocols import Speech, Synthesizer, Voice
from assistant.settings import Settings
from assistant.speech.remote import MAX_FAILURES, REST_S, OpenAISynthesizer, in_time, speech_server
from assistant.speech.speaking.espeak import EspeakSynthesizer
from assistant.speech.speaking.piper_voice import PiperSynthesizer
from assistant.speech.speaking.recordings import MP3, Recordings

TIMEOUT_S = 4.0  # an answer is three requests, half a second each on an ordinary line
_TLDS = {"AU": "com.au", "CA": "ca", "GB": "co.uk", "IE": "ie", "IN": "co.in", "NG": "com.ng", "ZA": "co.za"}
# The accents of English that the service is documented to have.
_ENGLISH = {
    "com.au": "Australia", "ca": "Canada", "co.uk": "Great Britain", "co.in": "India", "ie": "Ireland",
    "com.ng": "Nigeria", "co.za": "South Africa", "com": "America",
}  # fmt: skip
_PREFIX = "gtts:"
# The voices that every speech model of OpenAI's own service has.
OPENAI_VOICES = ("alloy", "ash", "coral", "echo", "fable", "nova", "onyx", "sage", "shimmer")

Fetch = Callable[[str, str, str], bytes]


def synthesizer(settings: Settings) -> Synthesizer | None:
    """The voices that the settings name, or `None` where the browser speaks or nobody does."""
    cache, locale, server = settings.home / "speech", settings.locale, speech_server(settings)
    voices: dict[str, Synthesizer] = {}  # the best first
    if server and settings.speech_model:
        named = [name for part in settings.speech_voice.split(",") if (name := part.strip())] or [OPENAI_VOICES[0]]
        # The owner's first; of another server only those that the owner has named are known.
        names = list(dict.fromkeys((*named, *(() if settings.speech_base_url else OPENAI_VOICES))))
        voices["openai"] = OpenAISynthesizer(server, cache, model=settings.speech_model, voices=names, locale=locale)
    if settings.piper_voice and find_spec("piper"):
        voices["piper"] = PiperSynthesizer(cache, settings.piper_voice, locale=locale)
    voices["gtts"] = GttsSynthesizer(cache, locale=locale)
    if find_spec("espeakng_loader"):
        voices["espeak"] = EspeakSynthesizer(cache, locale=locale)
    chosen = [voice for name, voice in voices.items() if settings.voice in {"auto", name}]
    return Voices(chosen) if chosen else None


class Voices:
    """A chain of synthesizers, the best first."""

    def __init__(self, synthesizers: Sequence[Synthesizer]) -> None:
        self._synthesizers = tuple(synthesizers)

    @property
    def voices(self) -> Sequence[Voice]:
        """All that can be chosen among, in the order of the chain."""
        return tuple(voice for synthesizer in self._synthesizers for voice in synthesizer.voices)

    def synthesize(self, text: str, voice_id: str = "") -> Speech:
        """The text by the first that can say it, whoever has the chosen voice before the others.

        Raises the last one's `SpeechError` when none can.
        """
        *others, last = sorted(self._synthesizers, key=lambda one: voice_id not in {v.voice_id for v in one.voices})
        for one in others:
            with suppress(SpeechError):
                return one.synthesize(text, voice_id)
        return last.synthesize(text, voice_id)


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
        self._language, self._tld = accent(locale)
        self._recordings = Recordings(cache, MP3, locale)
        self._timeout_s = timeout_s
        self._fetch = fetch or _from_google
        self._breaker = breaker or Breaker(MAX_FAILURES, REST_S)

    @property
    def voices(self) -> Sequence[Voice]:
        """The accents of English; other languages have one voice."""
        if self._language != "en":
            return ()
        return tuple(Voice(f"{_PREFIX}{tld}", f"English ({place})", "Google") for tld, place in _ENGLISH.items())

    def synthesize(self, text: str, voice_id: str = "") -> Speech:
        """The text, spoken; raises `SpeechError` when there is nothing to say or nobody to say it in time."""
        tld = voice_id.removeprefix(_PREFIX)
        tld = tld if tld in _ENGLISH and self._language == "en" else self._tld
        sound = f"{self._language}\n{tld}"
        return self._recordings.get(text, sound, partial(self._speak, tld=tld))

    def _speak(self, words: str, tld: str) -> bytes:
        work = partial(self._fetch, words, self._language, tld)
        audio = in_time(work, "The online voice", timeout_s=self._timeout_s, breaker=self._breaker)
        if not audio:
            raise SpeechError("The online voice sent no sound.")
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
