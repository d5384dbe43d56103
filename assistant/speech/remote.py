"""Speech from other machines: patience with them, and any OpenAI-compatible address through the `openai` SDK."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from pathlib import Path
from textwrap import shorten
from typing import TYPE_CHECKING, TypeVar

from assistant.adapters.resilience import Breaker, LateError, within
from assistant.errors import SpeechError
from assistant.protocols import Speech, Transcript, Voice
from assistant.speech.listening.audio import as_wav, read_speech
from assistant.speech.speaking.recordings import MP3, Recordings

if TYPE_CHECKING:
    from openai import OpenAI

    from assistant.settings import Settings

Result = TypeVar("Result")
# What a transcription model takes as the words before: a list of names makes it spell them so.
_LONGEST_HINT = 600  # characters; the models read some 224 tokens
_MOST_SPOKEN = 2_000
_PREFIX = "openai:"
# One failure, and for so long nobody else waits for a voice that is away.
MAX_FAILURES, REST_S = 1, 300.0


def in_time(work: Callable[[], Result], who: str, *, timeout_s: float, breaker: Breaker) -> Result:
    """What `work` returns; `SpeechError` when it fails, is not done in time, or failed a moment ago.

    Libraries limit each request at best and the whole never.
    """
    if not breaker.may_ask():
        raise SpeechError(f"{who} could not be reached a moment ago; it is tried again in a few minutes.")
    try:
        result = within(timeout_s, work)
    except LateError:
        breaker.note(failed=True)
        raise SpeechError(f"{who} did not answer within {timeout_s:g} seconds.") from None
    except Exception as error:  # gTTS raises AssertionError, ValueError and whatever its HTTP client does
        breaker.note(failed=True)
        raise SpeechError(f"{who} could not be reached.") from error
    breaker.note(failed=False)
    return result


class SpeechServer:
    """The address, and the rests between attempts; the client is made at the first request."""

    def __init__(self, *, base_url: str, api_key: str, timeout_s: float, breaker: Breaker | None = None) -> None:
        self._base_url, self._api_key, self._timeout_s = base_url, api_key, timeout_s
        self._breaker = breaker or Breaker(MAX_FAILURES, REST_S)

    def ask(self, request: Callable[[OpenAI], Result]) -> Result:
        """What a request returns within the time limit; `SpeechError` when nothing usable comes."""
        return in_time(
            lambda: request(self._client), "The speech server", timeout_s=self._timeout_s, breaker=self._breaker
        )

    @cached_property
    def _client(self) -> OpenAI:
        from openai import OpenAI  # noqa: PLC0415  (half a second that nobody waits who does not speak)

        return OpenAI(
            base_url=self._base_url or None, api_key=self._api_key or "none", max_retries=0, timeout=self._timeout_s
        )


def speech_server(settings: Settings) -> SpeechServer | None:
    """The server that the settings name; `None` where they name none."""
    address, key = settings.speech_base_url, settings.speech_api_key.get_secret_value()
    if not (address or key):
        return None
    return SpeechServer(base_url=address, api_key=key, timeout_s=settings.speech_timeout_s)


class OpenAITranscriber:
    """A transcription model; the catalogue's brands tell it how to spell what it hears."""

    def __init__(self, server: SpeechServer, *, model: str, language: str, hints: Sequence[str] = ()) -> None:
        self.name = f"{model} on a speech server"
        self._server, self._model, self._language = server, model, language
        self._hint = shorten(", ".join(hints), _LONGEST_HINT, placeholder="")

    def transcribe(self, wav: bytes) -> Transcript:
        """What was said; the recording leaves this machine."""
        recording = as_wav(read_speech(wav))
        text = self._server.ask(
            lambda client: (
                client.audio.transcriptions.create(
                    model=self._model,
                    file=("question.wav", recording, "audio/wav"),
                    language=self._language,
                    prompt=self._hint,
                ).text
            )
        )
        if not isinstance(text, str) or not any(char.isalnum() for char in text):
            raise SpeechError("I could not make out any words. Say it again, or type it.")
        return Transcript(" ".join(text.split()), self.name)


class OpenAISynthesizer:
    """A speech model's voices as MP3, kept by what is said; the words leave this machine.

    The first of `voices` speaks where none is chosen.
    """

    def __init__(self, server: SpeechServer, cache: Path, *, model: str, voices: Sequence[str], locale: str) -> None:
        self._server, self._model, self._names = server, model, tuple(voices)
        self._recordings = Recordings(cache, MP3, locale)

    @property
    def voices(self) -> Sequence[Voice]:
        """The voices that the owner has named, or the service's own."""
        return tuple(Voice(f"{_PREFIX}{name}", name.capitalize(), "the speech server") for name in self._names)

    def synthesize(self, text: str, voice_id: str = "") -> Speech:
        """The text, spoken."""
        name = voice_id.removeprefix(_PREFIX)
        name = name if name in self._names else self._names[0]
        sound = "\n".join(("openai", self._model, name))
        return self._recordings.get(text, sound, partial(self._fetch, name=name))

    def _fetch(self, words: str, name: str) -> bytes:
        audio = self._server.ask(
            lambda client: (
                client.audio.speech.create(
                    model=self._model,
                    voice=name,
                    input=words[:_MOST_SPOKEN],
                    response_format="mp3",
                ).content
            )
        )
        if not audio:
            raise SpeechError("The speech server sent no sound.")
        return audio
