"""The encoder: what a vector depends on, what it is like, and what happens where the model is damaged."""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from assistant.errors import SettingsError
from assistant.protocols import Embedder
from assistant.retrieval.embedding import OnnxEmbedder

ROOT = Path(__file__).resolve().parents[2]
MODEL = ROOT / "data" / "models" / "encoder"
TEXTS = [
    "wooden train set",
    "a wooden train set for a four-year-old under £30",
    "teddy bear",
    "Soft plush teddy bear, 30 cm, washable. For babies from birth. Soft Toys > Teddy Bears",
    "jigsaw puzzle of a castle with 1000 pieces " * 6,
    "chess",
    "",
    "Brettspiel für die ganze Familie 🎲",
]


@pytest.fixture(scope="module")
def embedder() -> OnnxEmbedder:
    return OnnxEmbedder(MODEL, threads=2)


def test_the_encoder_fits_its_seam(embedder: OnnxEmbedder) -> None:
    seam: Embedder = embedder
    assert re.fullmatch("encoder@[0-9a-f]{8}", seam.name)
    assert seam.dimension == 384


def test_other_weights_go_by_another_name(embedder: OnnxEmbedder, tmp_path: Path) -> None:
    shutil.copytree(MODEL.parent / "words", tmp_path / "words")
    shutil.copytree(MODEL, tmp_path / "encoder")
    assert OnnxEmbedder(tmp_path / "encoder", threads=1).name == embedder.name
    with (tmp_path / "encoder" / "model.onnx").open("ab") as model:
        model.write(b"\x72\x02\x0a\x00")  # one more field of metadata, which changes nothing that is computed
    assert OnnxEmbedder(tmp_path / "encoder", threads=1).name != embedder.name


def test_rows_are_unit_vectors_of_single_precision(embedder: OnnxEmbedder) -> None:
    rows = embedder.embed(TEXTS)
    assert rows.shape == (len(TEXTS), 384)
    assert rows.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-5)


def test_no_texts_are_no_rows(embedder: OnnxEmbedder) -> None:
    rows = embedder.embed([])
    assert rows.shape == (0, 384)
    assert rows.dtype == np.float32


def test_a_vector_depends_on_its_text_alone(embedder: OnnxEmbedder) -> None:
    together = embedder.embed(TEXTS)
    order = random.Random(7).sample(range(len(TEXTS)), len(TEXTS))
    fresh = OnnxEmbedder(MODEL, threads=3)
    np.testing.assert_array_equal(fresh.embed([TEXTS[number] for number in order]), together[order])
    one_thread = OnnxEmbedder(MODEL, threads=1)
    for text, row in zip(TEXTS, together, strict=True):
        np.testing.assert_array_equal(one_thread.embed([text])[0], row)


def test_callers_at_the_same_time_do_not_disturb_each_other(embedder: OnnxEmbedder) -> None:
    texts = [f"{text} {number}" for number, text in enumerate(TEXTS * 4)]
    with ThreadPoolExecutor(4) as pool:
        rows = list(pool.map(lambda text: embedder.embed([text])[0], texts))
    np.testing.assert_array_equal(np.stack(rows), OnnxEmbedder(MODEL, threads=1).embed(texts))


def test_a_caller_may_change_the_rows_it_was_given(embedder: OnnxEmbedder) -> None:
    first = embedder.embed(["kite"])
    kept = first.copy()
    first[:] = 0
    np.testing.assert_array_equal(embedder.embed(["kite"]), kept)


@pytest.mark.parametrize(
    ("text", "near", "far"),
    [
        ("wooden train set", "Brio railway starter pack made of wood", "princess dress-up costume"),
        ("something cuddly for a baby", "soft plush teddy bear", "radio controlled racing car"),
        ("game for the whole family", "board game for 2 to 6 players", "acrylic paint brushes"),
        ("jigsaw", "puzzle with 500 pieces", "water pistol"),
    ],
)
def test_texts_alike_in_meaning_are_nearer(embedder: OnnxEmbedder, text: str, near: str, far: str) -> None:
    asked, alike, unlike = embedder.embed([text, near, far])
    assert float(asked @ alike) > float(asked @ unlike)


def test_a_text_is_read_up_to_256_tokens(embedder: OnnxEmbedder) -> None:
    # Each repetition is two tokens, and the marks at both ends are two more: 127 repetitions fill the encoder.
    full, longer, shorter = embedder.embed(["train set " * 127, "train set " * 50_000, "train set " * 126])
    np.testing.assert_array_equal(full, longer)
    assert not np.array_equal(full, shorter)


@pytest.mark.parametrize("text", ["", " \n\t", "パズル", "🧸🧩", "\x00", "\ud83d cut in the middle", "<b>£9.99</b>"])
def test_any_string_has_a_vector(embedder: OnnxEmbedder, text: str) -> None:
    row = embedder.embed([text])[0]
    assert np.isfinite(row).all()
    assert np.linalg.norm(row) == pytest.approx(1, abs=1e-5)


def test_case_and_accents_do_not_matter(embedder: OnnxEmbedder) -> None:
    plain, marked = embedder.embed(["playmobil cafe", "PLAYMOBIL Café"])
    np.testing.assert_array_equal(plain, marked)


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json", "steps.npy", "scales.npy"])
@pytest.mark.parametrize("damage", ["missing", "empty", "cut"])
def test_a_damaged_model_is_named_in_one_line(tmp_path: Path, name: str, damage: str) -> None:
    for folder in (MODEL, MODEL.parent / "words"):
        shutil.copytree(folder, tmp_path / folder.name)
    file = next(tmp_path.rglob(name))
    content = file.read_bytes()
    file.unlink()
    if damage != "missing":
        file.write_bytes(content[: len(content) // 2] if damage == "cut" else b"")
    with pytest.raises(SettingsError, match=name) as caught:
        OnnxEmbedder(tmp_path / MODEL.name, threads=1)
    assert "\n" not in str(caught.value)
    assert "install the program anew" in str(caught.value)


def test_encoding_never_imports_torch() -> None:
    program = (
        "import sys; from pathlib import Path; from assistant.retrieval.embedding import OnnxEmbedder;"
        "OnnxEmbedder(Path(sys.argv[1]), threads=1).embed(['kite']);"
        "print(sorted({'torch', 'transformers', 'sentence_transformers'} & sys.modules.keys()))"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    command = [sys.executable, "-c", program, str(MODEL)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment, timeout=300)
    assert (done.returncode, done.stdout, done.stderr) == (0, "[]\n", "")
