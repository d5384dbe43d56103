"""Piper's own package loads a voice file and speaks; the file here is a real ONNX model that hums."""

from __future__ import annotations

import base64
import json
import string
import zlib
from importlib.util import find_spec
from pathlib import Path

import pytest

from assistant.errors import SpeechError
from assistant.settings import Settings
from assistant.speech.listening.audio import wav_seconds
from assistant.speech.speaking.piper_voice import PiperSynthesizer
from assistant.speech.speaking.synthesis import Voices, synthesizer

# Takes what a voice of Piper takes, and gives 256 samples of a tone for each sound to be spoken.
HUM = (
    "eNpdkM1KAzEUhed2Mm08pdqGFgfd6KxkHsGFQl0IA27aXTcSS+wUxszQSenPm+jK5/MlNJm0UAyEcM/JPXz3cn7/E2KEaKmrtRFRnctKJdHUPbiD"
    "rxGWWoloXq61SdrP0uRqlXbB5HZZx8E3tTCEdxHmZSVIJ+HLusAV2F6tSpAGq42qREuaJJpIvVCIYQtB24Q9ydqkZ2iZMiaXNQBtwVbSKEE7H9QF"
    "7QTtk3C61M7fg+WyeBe08X4M2rgA0S7Xxs6RdCaqIRfMWPR00O+M3QwZp8AfL1nYjAcHLRVWaoCtFpxqjv2k9bxP44YvY1+fnw++djwZs/ZjmnJm"
    "uyxOdnPs+f/+Hs4sPm7+Aj3eEXYNnBDaDc6u0Wuc10LphclrAXD7g7kfsyHa9VwWyqvUqOHbLQ7zi0uMrDpo0o7Xpn6MGYJ+7w/wv2Ye"
)


@pytest.fixture
def voice_file(tmp_path: Path) -> Path:
    """The two files of a voice."""
    path = tmp_path / "en_GB-hum-low.onnx"
    path.write_bytes(zlib.decompress(base64.b64decode(HUM)))
    sounds = {sound: [at] for at, sound in enumerate(f"_^$ {string.ascii_lowercase}")}
    config = {
        "audio": {"sample_rate": 16_000}, "espeak": {"voice": "en-us"}, "phoneme_type": "espeak", "num_speakers": 1,
        "num_symbols": len(sounds), "phoneme_id_map": sounds,
    }  # fmt: skip
    path.with_name(f"{path.name}.json").write_text(json.dumps(config), encoding="utf-8")
    return path


def test_a_voice_is_loaded_and_speaks_by_pipers_own_code(voice_file: Path, tmp_path: Path) -> None:
    pytest.importorskip("piper", reason="needs the extra: pip install '.[piper]'")
    made = synthesizer(Settings(home=tmp_path, voice="piper", piper_voice=voice_file))
    assert isinstance(made, Voices)
    (voice,) = made.voices
    assert (voice.voice_id, voice.where) == ("piper:en_GB-hum-low", "this machine")
    short, long = (made.synthesize(text) for text in ("a kite", "a kite for a windy day by the sea at £12.99"))
    assert short.media_type == "audio/wav"
    assert 0.1 < wav_seconds(short.audio) < wav_seconds(long.audio)
    assert made.synthesize("a kite") == short


def test_what_is_no_voice_is_said_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "broken.onnx").write_bytes(b"no model")
    for file in ("broken.onnx", "not-there.onnx"):
        with pytest.raises(SpeechError, match=r"cannot be used\. A voice of Piper is two files"):
            PiperSynthesizer(tmp_path, tmp_path / file).synthesize("a kite")


def test_piper_speaks_only_where_its_package_and_a_voice_are(voice_file: Path, tmp_path: Path) -> None:
    assert synthesizer(Settings(home=tmp_path, voice="piper")) is None
    made = synthesizer(Settings(home=tmp_path, voice="piper", piper_voice=voice_file))
    assert (made is not None) is (find_spec("piper") is not None)
