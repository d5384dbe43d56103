"""faster-whisper: listens on this machine with a model that its hub keeps, or that lies in a folder (extra `voice`)."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from concurrent.futures import Future
from statistics import fmean
from typing import Any

import numpy as np

from assistant.adapters.resilience import start
from assistant.errors import SpeechError
from assistant.protocols import Transcript
from assistant.speech.listening.audio import read_speech

# exp(-1): Whisper's own code takes what it heard for failed where the mean log probability of a token is below -1.
UNSURE_BELOW = 0.37


class WhisperTranscriber:
    """A Whisper model. It may have to be fetched, so it is loaded in the background and another listens meanwhile."""

    def __init__(self, *, model: str, language: str, hints: Sequence[str] = (), threads: int = 2) -> None:
        self.name = f"Whisper ({model}) on this machine"
        self._model_name, self._language, self._threads = model, language, threads
        self._hint = ", ".join(hints[:40]) or None
        self._loading: Future[Any] | None = None
        self._one_at_a_time = threading.Lock()

    def transcribe(self, wav: bytes) -> Transcript:
        """What was said; `SpeechError` as long as the model is not there."""
        samples = read_speech(wav)
        with self._one_at_a_time:
            segments, _ = self._ready().transcribe(
                samples.astype(np.float32) / 32768, language=self._language, initial_prompt=self._hint, beam_size=1,
                word_timestamps=True,
            )  # fmt: skip
            found = list(segments)
        text = " ".join(segment.text.strip() for segment in found)
        if not any(char.isalnum() for char in text):
            raise SpeechError("I could not make out any words. Say it again, or type it.")
        sure = [(word.word.strip(" ,.?!"), word.probability) for segment in found for word in segment.words or ()]
        unsure = tuple(dict.fromkeys(word for word, share in sure if share < UNSURE_BELOW))
        return Transcript(text, self.name, fmean(share for _, share in sure) if sure else None, unsure)

    def _ready(self) -> Any:
        self._loading = self._loading or start(self._loaded)
        if not self._loading.done():
            raise SpeechError(f"{self.name} is still being loaded.")
        try:
            return self._loading.result()
        except Exception as error:  # the hub's client raises whatever its HTTP client does
            raise SpeechError(f"{self.name} could not be loaded.") from error

    def _loaded(self) -> Any:
        """The model; one that is not on this machine is fetched from its hub."""
        from faster_whisper import WhisperModel  # noqa: PLC0415  (an extra)

        return WhisperModel(self._model_name, device="cpu", compute_type="int8", cpu_threads=self._threads)
