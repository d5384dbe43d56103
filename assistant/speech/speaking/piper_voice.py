"""Piper: a natural voice on this machine, with no network; its package comes with the extra `piper`."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from assistant.errors import SpeechError
from assistant.protocols import Speech, Voice
from assistant.speech.listening.audio import as_wav
from assistant.speech.speaking.recordings import WAV, Recordings

_PREFIX = "piper:"


class PiperSynthesizer:
    """The voice in a file of the owner's, as WAV, kept by what is said; it is loaded when it first speaks."""

    def __init__(self, cache: Path, file: Path, *, locale: str = "en-GB") -> None:
        self._file = file
        self._recordings = Recordings(cache, WAV, locale)
        self._one_at_a_time = threading.Lock()

    @property
    def voices(self) -> Sequence[Voice]:
        """The one in the file."""
        return (Voice(f"{_PREFIX}{self._file.stem}", f"Piper, {self._file.stem}", "this machine"),)

    def synthesize(self, text: str, voice_id: str = "") -> Speech:  # noqa: ARG002  (it has but one)
        """The text, spoken; raises `SpeechError` when there is nothing to say or the file is no voice."""
        return self._recordings.get(text, f"piper\n{self._file}", self._speak)

    def _speak(self, words: str) -> bytes:
        try:
            with self._one_at_a_time:
                parts = list(self._voice.synthesize(words))
        except Exception as error:  # ONNX Runtime and the package raise their own for a file that is no voice
            raise SpeechError(
                f"{self._file} cannot be used. A voice of Piper is two files: NAME.onnx and NAME.onnx.json."
            ) from error
        if not parts:
            raise SpeechError("Piper made no sound.")
        return as_wav(b"".join(part.audio_int16_bytes for part in parts), parts[0].sample_rate)

    @cached_property
    def _voice(self) -> Any:
        from piper import PiperVoice  # noqa: PLC0415  (an extra)

        return PiperVoice.load(self._file)
