"""Spoken texts kept on disk, so that what was said once is not made again."""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from assistant.errors import SpeechError
from assistant.protocols import Speech
from assistant.speech.speaking.spoken_form import say

WAV, MP3 = "audio/wav", "audio/mpeg"
CACHE_FILES = 500  # some 60 kB each as MP3: thirty megabytes
_LONGEST = 2_000  # characters; a spoken answer has some 250


class Recordings:
    """At most `CACHE_FILES` recordings of one kind."""

    def __init__(self, folder: Path, media_type: str, locale: str) -> None:
        self._folder, self._media_type, self._locale = folder, media_type, locale
        self._suffix = ".wav" if media_type == WAV else ".mp3"

    def get(self, text: str, voice: str, speak: Callable[[str], bytes]) -> Speech:
        """The recording of a text, made by `speak` where there is none; `SpeechError` when there is nothing to say.

        `voice` is all that makes one sound unlike another.
        """
        words = say(text, self._locale)[:_LONGEST]
        if not any(char.isalnum() for char in words):
            raise SpeechError("There is nothing to say.")
        key = hashlib.sha256(f"{voice}\n{words}".encode()).hexdigest()[:32]
        path, audio = self._folder / f"{key}{self._suffix}", b""
        with suppress(OSError):
            audio = path.read_bytes()
            os.utime(path)  # marks it as used
        if not audio:
            audio = speak(words)
            self._keep(path, audio)
        return Speech(audio, self._media_type)

    def _keep(self, path: Path, audio: bytes) -> None:
        """Keeps a recording, whole or not at all; a disk that cannot take it costs the next listener a moment."""
        part = path.with_suffix(f".{threading.get_ident()}.part")
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            part.write_bytes(audio)
            part.replace(path)
            kept = sorted(self._folder.glob(f"*{self._suffix}"), key=lambda file: file.stat().st_mtime)
            for old in kept[:-CACHE_FILES]:
                old.unlink(missing_ok=True)
        except OSError:
            with suppress(OSError):
                part.unlink()
