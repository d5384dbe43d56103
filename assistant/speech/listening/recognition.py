"""Who listens: the first recogniser of a chain that can.

A new recogniser is one class with `name` and `transcribe`, and one line in `transcriber`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

from assistant.errors import SpeechError
from assistant.protocols import Transcriber, Transcript
from assistant.schema import Vocabulary
from assistant.settings import Settings
from assistant.speech.listening.audio import read_speech
from assistant.speech.listening.sphinx import SphinxTranscriber
from assistant.speech.listening.whisper import WhisperTranscriber
from assistant.speech.remote import OpenAITranscriber, speech_server


def transcriber(settings: Settings, vocabulary: Vocabulary, lexicon: Callable[[], Path]) -> Listeners | None:
    """The recognisers that the settings name, or `None` where nobody listens.

    `lexicon` makes or finds what PocketSphinx needs of the catalogue; it is called at the first recording.
    """
    if settings.listen == "off":
        return None
    language = settings.locale.replace("_", "-").partition("-")[0].casefold() or "en"
    hints, server = _hints(vocabulary), speech_server(settings)
    better: list[Transcriber] = []
    if settings.listen in {"auto", "openai"} and server and settings.transcription_model:
        better.append(OpenAITranscriber(server, model=settings.transcription_model, language=language, hints=hints))
    if settings.listen in {"auto", "whisper"} and find_spec("faster_whisper"):
        model, threads = settings.whisper_model, settings.threads
        better.append(WhisperTranscriber(model=model, language=language, hints=hints, threads=threads))
    return Listeners([*better, SphinxTranscriber(lexicon)])


class Listeners:
    """A chain of recognisers, the best first; the last one always listens."""

    def __init__(self, listeners: Sequence[Transcriber]) -> None:
        self._listeners = tuple(listeners)

    @property
    def name(self) -> str:
        """The one that is asked first."""
        return self._listeners[0].name

    def load(self) -> None:
        """Makes PocketSphinx ready where it is asked first; raises `SpeechError`."""
        first = self._listeners[0]
        if isinstance(first, SphinxTranscriber):
            first.load()

    def transcribe(self, wav: bytes) -> Transcript:
        """What the first that can makes of a recording; one in which nobody speaks is not handed on."""
        read_speech(wav)
        for listener in self._listeners[:-1]:
            with suppress(SpeechError):
                return listener.transcribe(wav)
        return self._listeners[-1].transcribe(wav)


def _hints(vocabulary: Vocabulary) -> list[str]:
    """The brands, the rarest words last: those that the most products bear come first."""
    frequency = vocabulary.document_frequency
    return sorted(vocabulary.brands.values(), key=lambda brand: (-frequency.get(brand.casefold(), 0), brand))
