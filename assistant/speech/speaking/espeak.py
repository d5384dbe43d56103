"""eSpeak NG: speaks on this machine, with no network (extra `voice`)."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Sequence
from functools import cache, cached_property, partial
from itertools import count, takewhile
from pathlib import Path
from typing import Any

from assistant.errors import SpeechError
from assistant.protocols import Speech, Voice
from assistant.speech.listening.audio import as_wav
from assistant.speech.speaking.recordings import WAV, Recordings

WORDS_PER_MINUTE = 175  # eSpeak's own; a title and a price are followed well at it
_SYNCHRONOUS, _KEEP_RUNNING = 2, 0x8000  # the library would else end the program that cannot find its voices
_RATE, _UTF8 = 1, 1
_LONGEST_PATH = 150  # the library copies the path into 160 bytes
_one_at_a_time = threading.Lock()  # the library has one voice for the whole process

_PREFIX = "espeak:"
_UNUSUAL = frozenset({"English (Shavian alphabet)"})  # reads an alphabet that no toy is described in

_Heard = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.c_void_p)


class EspeakSynthesizer:
    """The voices of eSpeak NG for a locale's language, as WAV, kept by what is said."""

    def __init__(self, cache: Path, *, locale: str = "en-GB") -> None:
        self._locale = locale
        self._recordings = Recordings(cache, WAV, locale)

    @cached_property
    def voices(self) -> Sequence[Voice]:
        """The accents that are installed for the language; none where the library is not usable."""
        language = self._locale.replace("_", "-").partition("-")[0].casefold()
        try:
            with _one_at_a_time:
                names = _installed(_opened()[0], language)
        except SpeechError:
            return ()
        return tuple(Voice(f"{_PREFIX}{name}", name, "this machine") for name in names)

    def synthesize(self, text: str, voice_id: str = "") -> Speech:
        """The text, spoken; raises `SpeechError` when there is nothing to say or the library is not usable."""
        chosen = voice_id.startswith(_PREFIX)
        name = voice_id.removeprefix(_PREFIX) if chosen else self._locale.replace("_", "-").casefold()
        sound = f"espeak\n{name if chosen else self._locale}\n{WORDS_PER_MINUTE}"
        return self._recordings.get(text, sound, partial(self._speak, name=name))

    def _speak(self, words: str, name: str) -> bytes:
        with _one_at_a_time:
            library, rate_hz = _opened()
            samples = bytearray()

            def hear(sound: Any, count: int, _events: object) -> int:
                if sound and count > 0:
                    samples.extend(ctypes.string_at(sound, count * 2))
                return 0

            listener = _Heard(hear)  # by a name of its own, because the library keeps only the address
            library.espeak_SetSynthCallback(listener)
            if library.espeak_SetVoiceByName(name.encode()):
                library.espeak_SetVoiceByName(b"en-gb")
            library.espeak_SetParameter(_RATE, WORDS_PER_MINUTE, 0)
            encoded = words.encode()
            library.espeak_Synth(encoded, len(encoded) + 1, 0, 1, 0, _UTF8, None, None)
        if not samples:
            raise SpeechError("The built-in voice made no sound.")
        return as_wav(bytes(samples), rate_hz)


class _Described(ctypes.Structure):
    """The head of the library's `espeak_VOICE`: `languages` is a list of a priority byte and a name each."""

    _fields_ = (("name", ctypes.c_char_p), ("languages", ctypes.c_void_p), ("identifier", ctypes.c_char_p))


def _installed(library: Any, language: str) -> list[str]:
    """The names of the voices whose first language is this one or an accent of it."""
    library.espeak_ListVoices.restype = ctypes.POINTER(ctypes.POINTER(_Described))
    listed = library.espeak_ListVoices(None)
    described = [voice.contents for voice in takewhile(bool, (listed[at] for at in count()))]
    spoken = {voice.name.decode(errors="replace"): ctypes.string_at(voice.languages + 1) for voice in described}
    own = (name for name, tag in spoken.items() if tag.decode(errors="replace").partition("-")[0] == language)
    return sorted(name for name in own if name not in _UNUSUAL)


@cache
def _opened() -> tuple[Any, int]:
    """The library, made ready once per process, and its rate in hertz."""
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
    return library, rate_hz
