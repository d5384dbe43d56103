"""Recordings made on the spot: spoken ones by eSpeak NG, and such as hold nothing to understand."""

from __future__ import annotations

import io
import shutil
import subprocess
import wave
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from assistant.speech.listening.audio import as_wav, read_speech
from assistant.speech.speaking.espeak import EspeakSynthesizer

QUESTION = "I want a wooden train set under thirty pounds"


def spoken(text: str, cache: Path) -> bytes:
    """A text as eSpeak NG says it, as WAV."""
    return EspeakSynthesizer(cache).synthesize(text).audio


def question(cache: Path, text: str = QUESTION) -> bytes:
    """A spoken question, by flite where it is installed, else by eSpeak NG; a moment of quiet before and after."""
    path = cache / "question.wav"
    if flite := shutil.which("flite"):
        subprocess.run([flite, "-voice", "rms", "-t", text, "-o", str(path)], check=True)
    else:
        path.write_bytes(spoken(text, cache))
    quiet = np.zeros(8_000, np.int16)
    return as_wav(np.concatenate((quiet, read_speech(path.read_bytes()), quiet)))


def wav_of(samples: NDArray[np.float64], rate_hz: int = 16_000, *, channels: int = 1) -> bytes:
    """Samples from -1 to 1 as a WAV file, the same in each channel."""
    buffer = io.BytesIO()
    scaled = np.repeat(np.clip(samples, -1, 1), channels)
    with wave.open(buffer, "wb") as file:
        file.setnchannels(channels)
        file.setsampwidth(2)
        file.setframerate(rate_hz)
        file.writeframes(np.round(scaled * (2**15 - 1)).astype("<i2").tobytes())
    return buffer.getvalue()


def silence(seconds: float = 2.0) -> bytes:
    """A quiet room: not nothing, but next to it."""
    return wav_of(np.random.default_rng(0).normal(0, 0.0004, round(seconds * 16_000)))


def noise(seconds: float = 2.0) -> bytes:
    """A loud hiss."""
    return wav_of(np.random.default_rng(0).normal(0, 0.1, round(seconds * 16_000)))


def in_noise(recording: bytes, decibels: float) -> bytes:
    """A recording with white noise so many decibels below it."""
    samples = read_speech(recording).astype(np.float64) / 32768
    power = np.mean(samples**2) / 10 ** (decibels / 10)
    return wav_of(samples + np.random.default_rng(0).normal(0, np.sqrt(power), len(samples)))


def syllables(seconds: float) -> NDArray[np.float64]:
    """A voice of sorts: a tone that swells and fades four times a second."""
    at = np.arange(round(seconds * 16_000)) / 16_000
    return np.asarray(0.4 * np.sin(2 * np.pi * 220 * at) * np.clip(np.sin(2 * np.pi * 4 * at), 0, 1))
