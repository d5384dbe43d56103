"""PocketSphinx: listens on this machine, with no key and no network, for the words of one catalogue."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterable
from functools import cached_property
from pathlib import Path
from statistics import fmean
from typing import Any

from assistant.errors import SpeechError
from assistant.protocols import Transcript
from assistant.speech.listening.audio import read_speech
from assistant.speech.listening.recogniser_data import DICTIONARY, MODEL

# Measured on spoken questions (docs/voice.md).
LEAST_CONFIDENCE = 0.5
UNSURE_BELOW = 0.2
NOISY = "I could not hear you well enough. Say it again, closer to the microphone or where it is quieter, or type it."
# Silence, noise and breath are heard as such; a second way to say a word has its number behind it.
_NO_WORD, _WAY = re.compile(r"[<\[+]"), re.compile(r"\(\d+\)$")


class SphinxTranscriber:
    """`lexicon` makes or finds the folder of model and dictionary; it is called by `load` or at the first recording."""

    name = "PocketSphinx on this machine"

    def __init__(self, lexicon: Callable[[], Path]) -> None:
        self._lexicon = lexicon
        self._one_at_a_time = threading.Lock()

    def transcribe(self, wav: bytes) -> Transcript:
        """What was said, as far as the catalogue's words go."""
        samples = read_speech(wav)
        with self._one_at_a_time:
            decoder = self._decoder
            decoder.reinit_feat()  # what it learned of the last recording's noise would change how this one is heard
            decoder.start_utt()
            decoder.process_raw(samples.tobytes(), full_utt=True)
            decoder.end_utt()
            heard, sure = decoder.hyp(), _sureness(decoder.seg() or ())
        if heard is None or not heard.hypstr.strip() or not sure:
            raise SpeechError("I could not make out any words. Say it again, or type it.")
        confidence = fmean(share for _, share in sure)
        if confidence < LEAST_CONFIDENCE:
            raise SpeechError(NOISY)
        unsure = dict.fromkeys(word for word, share in sure if share < UNSURE_BELOW)
        return Transcript(_written(heard.hypstr), self.name, round(confidence, 3), tuple(unsure))

    def load(self) -> None:
        """Makes ready to listen, so that the first recording need not wait for it; raises `SpeechError`."""
        with self._one_at_a_time:
            _ = self._decoder

    @cached_property
    def _decoder(self) -> Any:
        from pocketsphinx import Decoder, get_model_path  # noqa: PLC0415  (loaded at the first recording)

        folder = self._lexicon()
        try:
            return Decoder(
                hmm=get_model_path("en-us/en-us"),
                lm=str(folder / MODEL),
                dict=str(folder / DICTIONARY),
                loglevel="FATAL",
            )
        except (RuntimeError, ValueError) as error:
            raise SpeechError("What is said cannot be understood here just now. Please type it.") from error


def _sureness(segments: Iterable[Any]) -> list[tuple[str, float]]:
    """Each word that was heard, and its posterior probability in the lattice of all that it may have been."""
    return [(_WAY.sub("", one.word), min(1.0, one.prob)) for one in segments if not _NO_WORD.match(one.word)]


def _written(words: str) -> str:
    """What was heard, as a person would write it."""
    text = re.sub(r"\bi(?=$|[ '])", "I", words.strip())
    return text[:1].upper() + text[1:]
