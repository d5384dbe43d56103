"""A recording as the recognisers take it, and a plain word about one that holds nothing to recognise.

Only WAV is taken, as the page's microphone gives it: 16 bits a sample, any rate, one or more channels.
"""

from __future__ import annotations

import io
import struct
import wave

import numpy as np
from numpy.typing import NDArray

from assistant.errors import SpeechError

RATE_HZ = 16_000
SHORTEST_S, LONGEST_S = 0.3, 30.0
LARGEST_BYTES = 32_000_000
_FRAME_S = 0.03
_SILENT_DB = -55.0  # of full scale; a quiet room before a cheap microphone is at -60, a whisper at -45
_STEADY_DB = 9.0  # from the soft to the loud frames of a fan or a hiss; speech swings by 25 and more

Samples = NDArray[np.int16]


def read_speech(recording: bytes) -> Samples:
    """One channel at 16 kHz of a WAV file in which somebody seems to speak; `SpeechError` says what is wrong."""
    samples = _at_rate(*_decoded(recording))
    seconds = len(samples) / RATE_HZ
    if seconds < SHORTEST_S:
        raise SpeechError("The recording is too short. Press the microphone, speak, and then press the tick.")
    if seconds > LONGEST_S:
        raise SpeechError(
            f"That was more than {LONGEST_S:.0f} seconds of talk. Say what you are after in a sentence or two."
        )
    levels = _levels_db(samples)
    if np.percentile(levels, 95) < _SILENT_DB:
        raise SpeechError("I heard nothing. Check that the microphone is on, and say it again.")
    if np.percentile(levels, 95) - np.percentile(levels, 5) < _STEADY_DB:
        raise SpeechError("I heard only noise. Move closer to the microphone, and say it again.")
    return samples


def as_wav(samples: Samples | bytes, rate_hz: int = RATE_HZ) -> bytes:
    """One channel of 16 bits a sample as a WAV file."""
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate_hz)
        file.writeframes(samples if isinstance(samples, bytes) else samples.tobytes())
    return buffer.getvalue()


def wav_seconds(recording: bytes) -> float:
    """How long a WAV file plays."""
    with wave.open(io.BytesIO(recording)) as file:
        return float(file.getnframes() / file.getframerate())


def _decoded(recording: bytes) -> tuple[NDArray[np.float64], int]:
    """The mean of the channels, from -1 to 1, and the rate in hertz."""
    if not recording:
        raise SpeechError("The recording is empty. Press the microphone, speak, and then press the tick.")
    if len(recording) > LARGEST_BYTES:
        raise SpeechError("The recording is too long. Say what you are after in a sentence or two.")
    if not (recording[:4] == b"RIFF" and recording[8:12] == b"WAVE"):
        raise SpeechError("This is no recording that can be read. Only WAV recordings are understood.")
    try:
        with wave.open(io.BytesIO(recording)) as file:
            channels, width, rate_hz = file.getnchannels(), file.getsampwidth(), file.getframerate()
            data = file.readframes(file.getnframes())
    except (wave.Error, EOFError, ValueError, RuntimeError, struct.error) as error:
        raise SpeechError("The recording is damaged. Please record it again.") from error
    if not rate_hz or width != 2:
        raise SpeechError("The recording is damaged, or not of 16 bits a sample. Please record it again.")
    whole = len(data) // (channels * width) * channels * width
    return np.frombuffer(data[:whole], "<i2").reshape(-1, channels).mean(axis=1) / 32768, rate_hz


def _at_rate(samples: NDArray[np.float64], rate_hz: int) -> Samples:
    """The samples at 16 kHz, at most twice as many as are taken; what lies above 8 kHz is cut off in the spectrum."""
    samples = samples[: round(2 * LONGEST_S * rate_hz)]
    if rate_hz != RATE_HZ and len(samples):
        wanted = max(1, round(len(samples) / rate_hz * RATE_HZ))
        # The inverse crops the spectrum, or fills it up with noughts.
        samples = np.fft.irfft(np.fft.rfft(samples), wanted) * (wanted / len(samples))
    return np.clip(np.round(samples * 32768), -32768, 32767).astype(np.int16)


def _levels_db(samples: Samples) -> NDArray[np.float64]:
    """How loud each frame is, in decibels of full scale."""
    size = int(_FRAME_S * RATE_HZ)
    frames = samples[: len(samples) // size * size].reshape(-1, size).astype(np.float64) / 32768
    return np.asarray(10 * np.log10(np.mean(frames**2, axis=1) + 1e-10))
