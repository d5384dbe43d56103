"""Who speaks: gTTS where the network lets it; where nobody can, the face falls back on the browser's own voice.

A new voice is one class with `synthesize` and one line in `synthesizer`.
"""

from __future__ import annotations

import hashlib
import io
import os
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue

from assistant.errors import SpeechError
from assistant.protocols import Speech, Synthesizer
from assistant.settings import Settings
from assistant.speech.words import say

CACHE_FILES = 500  # some 60 kB each: thirty megabytes
REST_S = 300.0
TIMEOUT_S = 4.0  # an answer is three requests, half a second each on an ordinary line
_TLDS = {"AU": "com.au", "CA": "ca", "GB": "co.uk", "IE": "ie", "IN": "co.in", "NG": "com.ng", "ZA": "co.za"}
_LONGEST = 2_000  # characters; a spoken answer has some 250

Fetch = Callable[[str, str, str], bytes]


def synthesizer(settings: Settings) -> Synthesizer | None:
    """The voice that the settings name, or `None` where the browser speaks or nobody does."""
    if settings.voice in {"browser", "off"}:
        return None
    return GttsSynthesizer(settings.home / "speech", locale=settings.locale)


class Breaker:
    """Remembers a failure for a while, so that only one answer in that while waits for a voice that is away."""

    def __init__(self, *, rest_s: float = REST_S, clock: Callable[[], float] = time.monotonic) -> None:
        self._rest_s = rest_s
        self._clock = clock
        self._until = float("-inf")

    @property
    def resting(self) -> bool:
        """Whether it is too early to try again."""
        return self._clock() < self._until

    def trip(self) -> None:
        """Notes a failure."""
        self._until = self._clock() + self._rest_s


class GttsSynthesizer:
    """Google's voice as MP3, by the unofficial service behind its translation page; the words travel to Google.

    Recordings are cached on disk by what is said, at most `CACHE_FILES` of them. `fetch` takes the words, a language
    and a top-level domain and returns an MP3.
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
        self._cache = cache
        self._locale = locale
        self._language, self._tld = accent(locale)
        self._timeout_s = timeout_s
        self._fetch = fetch or _from_google
        self._breaker = breaker or Breaker()

    def synthesize(self, text: str) -> Speech:
        """The text, spoken; raises `SpeechError` when there is nothing to say or nobody to say it in time."""
        words = say(text, self._locale)[:_LONGEST]
        if not any(char.isalnum() for char in words):
            raise SpeechError("There is nothing to say.")
        path = self._cache / f"{self._key(words)}.mp3"
        return Speech(_read(path) or self._speak(words, path), "audio/mpeg")

    def _key(self, words: str) -> str:
        return hashlib.sha256("\n".join((self._language, self._tld, words)).encode()).hexdigest()[:32]

    def _speak(self, words: str, path: Path) -> bytes:
        if self._breaker.resting:
            raise SpeechError("The online voice could not be reached a moment ago; it is tried again in a few minutes.")
        try:
            audio = _within(self._timeout_s, lambda: self._fetch(words, self._language, self._tld))
        except SpeechError:
            self._breaker.trip()
            raise
        _keep(path, audio)
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


def _within(timeout_s: float, work: Callable[[], bytes]) -> bytes:
    """What `work` returns; `SpeechError` when it fails or is not done in time.

    gTTS limits each request at best and the whole never, so it runs in a thread that may be left behind.
    """
    outcome: SimpleQueue[bytes | Exception] = SimpleQueue()
    threading.Thread(target=_attempt, args=(work, outcome), daemon=True).start()
    try:
        result = outcome.get(timeout=timeout_s)
    except Empty:
        raise SpeechError(f"The online voice did not answer within {timeout_s:g} seconds.") from None
    if isinstance(result, Exception):
        raise SpeechError("The online voice could not be reached.") from result
    if not result:
        raise SpeechError("The online voice sent no sound.")
    return result


def _attempt(work: Callable[[], bytes], outcome: SimpleQueue[bytes | Exception]) -> None:
    try:
        outcome.put(work())
    except Exception as error:  # gTTS raises AssertionError, ValueError and whatever its HTTP client does
        outcome.put(error)


def _read(path: Path) -> bytes:
    """A cached recording, marked as used; empty when there is none."""
    try:
        audio = path.read_bytes()
        os.utime(path)
    except OSError:
        return b""
    return audio


def _keep(path: Path, audio: bytes) -> None:
    """Caches a recording, whole or not at all. A disk that cannot take it costs the next listener a moment, no more."""
    part = path.with_suffix(f".{threading.get_ident()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(audio)
        part.replace(path)
        for old in sorted(path.parent.glob("*.mp3"), key=lambda file: file.stat().st_mtime)[:-CACHE_FILES]:
            old.unlink(missing_ok=True)
    except OSError:
        with suppress(OSError):
            part.unlink()
