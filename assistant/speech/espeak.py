"""eSpeak NG: speaks on this machine, with no network (extra `voice`)."""

from __future__ import annotations

import ctypes
import importlib.util
import io
import threading
import wave
from pathlib import Path
from typing import Any

from assistant.errors import SpeechError
from assistant.protocols import Speech
from assistant.speech.recordings import Recordings

PACKAGE = "espeakng_loader"
WORDS_PER_MINUTE = 175  # eSpeak's own; a title and a price are followed well at it
_SYNCHRONOUS, _KEEP_RUNNING = 2, 0x8000  # the library would else end the program that cannot find its voices
_RATE, _UTF8, _PER_CALL = 1, 1, 4096
_LONGEST_PATH = 150  # the library copies the path into 160 bytes
_one_at_a_time = threading.Lock()  # the library has one voice for the whole process

_Heard = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.c_void_p)


def is_installed() -> bool:
    """Whether the extra is there."""
    return importlib.util.find_spec(PACKAGE) is not None


class EspeakSynthesizer:
    """A voice of eSpeak NG as WAV, kept by what is said."""

    def __init__(self, cache: Path, *, locale: str = "en-GB") -> None:
        self._locale = locale
        self._recordings = Recordings(cache, ".wav", f"espeak\n{locale}\n{WORDS_PER_MINUTE}")

    def synthesize(self, text: str) -> Speech:
        """The text, spoken; raises `SpeechError` when there is nothing to say or the library is not usable."""
        return Speech(self._recordings.get(text, self._locale, self._speak), "audio/wav")

    def _speak(self, words: str) -> bytes:
        with _one_at_a_time:
            library, rate_hz = _opened()
            samples = bytearray()

            def hear(sound: Any, count: int, _events: object) -> int:
                if sound and count > 0:
                    samples.extend(ctypes.string_at(sound, count * 2))
                return 0

            listener = _Heard(hear)  # by a name of its own, because the library keeps only the address
            library.espeak_SetSynthCallback(listener)
            if library.espeak_SetVoiceByName(self._locale.replace("_", "-").casefold().encode()):
                library.espeak_SetVoiceByName(b"en-gb")
            library.espeak_SetParameter(_RATE, WORDS_PER_MINUTE, 0)
            told = words.encode()
            library.espeak_Synth(told, len(told) + 1, 0, 1, 0, _UTF8, None, None)
        if not samples:
            raise SpeechError("The built-in voice made no sound.")
        return _wav(bytes(samples), rate_hz)


_open: list[tuple[Any, int]] = []


def _opened() -> tuple[Any, int]:
    """The library, made ready once per process, and its rate in hertz."""
    if not _open:
        try:
            import espeakng_loader  # noqa: PLC0415  (an extra)

            library, voices = ctypes.CDLL(espeakng_loader.get_library_path()), Path(espeakng_loader.get_data_path())
        except (ImportError, OSError) as error:
            raise SpeechError("The built-in voice is not installed. Add the extra: pip install '.[voice]'") from error
        if len(str(voices)) > _LONGEST_PATH:
            raise SpeechError("The built-in voice lies in a folder whose name is too long for it.")
        rate_hz = library.espeak_Initialize(_SYNCHRONOUS, 0, str(voices).encode(), _KEEP_RUNNING)
        if rate_hz <= 0:
            raise SpeechError("The built-in voice could not be started.")
        _open.append((library, rate_hz))
    return _open[0]


def _wav(samples: bytes, rate_hz: int) -> bytes:
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate_hz)
        file.writeframes(samples)
    return buffer.getvalue()
