"""A recording is read whatever its shape, and one that holds nothing gets a plain word."""

from __future__ import annotations

import struct

import numpy as np
import pytest
from recordings_made import noise, silence, syllables, wav_of

from assistant.errors import SpeechError
from assistant.speech.listening.audio import as_wav, read_speech, wav_seconds


@pytest.mark.parametrize("channels", [1, 2])
def test_every_number_of_channels_reads_the_same(channels: int) -> None:
    wanted = syllables(1.0)
    assert read_speech(wav_of(wanted, channels=channels)) / 32768 == pytest.approx(wanted, abs=0.001)


@pytest.mark.parametrize("rate_hz", [8_000, 22_050, 44_100, 48_000])
def test_every_rate_keeps_length_and_pitch(rate_hz: int) -> None:
    at = np.arange(rate_hz) / rate_hz
    tone = 0.4 * np.sin(2 * np.pi * 1000 * at) * np.clip(np.sin(2 * np.pi * 4 * at), 0, 1)
    read = read_speech(wav_of(tone, rate_hz))
    assert len(read) == pytest.approx(16_000, abs=2)
    assert np.argmax(np.abs(np.fft.rfft(read))) == pytest.approx(1000, abs=8)
    assert np.max(np.abs(read)) / 32768 == pytest.approx(0.4, abs=0.02)


def test_what_is_above_hearing_does_not_fold_back() -> None:
    at = np.arange(48_000) / 48_000
    read = read_speech(wav_of(np.sin(2 * np.pi * 15_000 * at) * 0.5 + np.interp(at, np.arange(16_000) / 16_000,
                              syllables(1.0)), 48_000))  # fmt: skip
    spectrum = np.abs(np.fft.rfft(read))
    assert spectrum[1000] < spectrum[220] / 100


def test_writing_what_was_read_changes_nothing() -> None:
    read = read_speech(wav_of(syllables(1.0)))
    assert np.array_equal(read_speech(as_wav(read)), read)
    assert wav_seconds(as_wav(read)) == 1.0


FLOAT_WAV = (
    b"RIFF\x00\x01\x00\x00WAVEfmt " + struct.pack("<IHHIIHH", 16, 3, 1, 16_000, 64_000, 4, 32) + b"data\x00\x00\x00\x00"
)


@pytest.mark.parametrize(
    ("recording", "said"),
    [
        (b"", "empty"),
        (silence(), "heard nothing"),
        (wav_of(np.zeros(32_000)), "heard nothing"),
        (noise(), "only noise"),
        (wav_of(syllables(0.1)), "too short"),
        (wav_of(np.zeros(0)), "too short"),
        (wav_of(syllables(60.0)), "more than 30 seconds"),
        (wav_of(syllables(31.0)), "more than 30 seconds"),
        (b"OggS" + bytes(100), "no recording that can be read. Only WAV"),
        (wav_of(syllables(1.0))[:30], "damaged"),
        (b"RIFF\xff\xff\xff\xffWAVE" + bytes(range(256)), "damaged"),
        (FLOAT_WAV, "damaged"),
        (bytes(33_000_000), "too long"),
    ],
    ids=[
        "empty", "silence", "zeros", "noise", "a-click", "no-samples", "sixty-seconds", "thirty-one", "ogg", "cut",
        "broken", "float", "huge",
    ],
)  # fmt: skip
def test_what_cannot_be_understood_gets_a_plain_word(recording: bytes, said: str) -> None:
    with pytest.raises(SpeechError, match=said) as found:
        read_speech(recording)
    assert str(found.value).endswith(".")


@pytest.mark.parametrize("cut", range(0, 400, 7))
def test_no_damage_is_more_than_a_word(cut: int) -> None:
    whole = bytearray(wav_of(syllables(0.5)))
    whole[cut % 44] ^= 0xFF
    for recording in (bytes(whole), bytes(whole[: 44 + cut])):
        try:
            read_speech(recording)
        except SpeechError:
            continue
