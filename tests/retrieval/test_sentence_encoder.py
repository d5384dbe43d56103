"""Other encoders: what is said without torch, and that a real model, however tiny, fits the seam."""

from __future__ import annotations

import random
import shutil
import string
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from tiny_models import save_tiny_encoder

from assistant.catalogue.vector_cache import VectorCache
from assistant.errors import SettingsError
from assistant.protocols import Embedder
from assistant.retrieval.embedding import readable
from assistant.retrieval.sentence_encoder import BATCH, SentenceEncoder

TEXTS = ["wooden train set", "", "Soft teddy bear. " * 40, "chess", "Brettspiel für Kinder 🎲", "half a pair \ud83d"]
MODULES = ("assistant.retrieval.sentence_encoder", "assistant.retrieval.cross_encoder")


def test_the_modules_are_imported_without_torch() -> None:
    code = f"import {', '.join(MODULES)}, sys; print([n for n in ('torch', 'transformers') if n in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=300)
    assert (done.stdout, done.stderr) == ("[]\n", "")


def test_without_the_extra_one_line_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)  # as where it is not installed
    for model in (str(tmp_path), "a-model", "a-maker/a-model"):
        with pytest.raises(SettingsError, match=r"needs the extra `models`.*pip install") as caught:
            SentenceEncoder(model, threads=1)
        assert model in str(caught.value)
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "model", ["/no/such/model", "./model", "../model", "~/no/such/model", "~nobody/model", "a/b/c"]
)
def test_a_path_without_a_folder_is_said_before_anything_is_loaded(model: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(SettingsError, match=f"There is no model folder '{model}'"):
        SentenceEncoder(model, threads=1)


def test_a_file_is_no_model_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "model.safetensors").touch()
    with pytest.raises(SettingsError, match="There is no model folder"):
        SentenceEncoder("model.safetensors", threads=1)


def test_what_a_model_reads_is_text_of_bounded_length() -> None:
    assert readable("a\ud83db") == "a?b"
    assert readable("train set", 5) == "train"


# ── With torch ───────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save_tiny_encoder(tmp_path_factory.mktemp("encoder") / "tiny")


@pytest.fixture(scope="module")
def encoder(folder: Path) -> SentenceEncoder:
    pytest.importorskip("sentence_transformers")
    return SentenceEncoder(str(folder), threads=2)


@pytest.mark.models
def test_the_encoder_fits_its_seam(encoder: SentenceEncoder) -> None:
    seam: Embedder = encoder
    assert seam.dimension == 16
    assert seam.name.startswith("tiny@")


@pytest.mark.models
def test_rows_are_unit_vectors_of_single_precision_in_the_order_of_the_texts(encoder: SentenceEncoder) -> None:
    rows = encoder.embed(TEXTS)
    assert rows.shape == (len(TEXTS), 16)
    assert rows.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-5)
    np.testing.assert_allclose(encoder.embed(TEXTS[::-1]), rows[::-1], atol=1e-5)
    assert encoder.embed([]).shape == (0, 16)


@pytest.mark.models
def test_neighbours_in_a_batch_change_a_row_by_less_than_the_search_tells_apart(encoder: SentenceEncoder) -> None:
    random_words = random.Random(3)
    texts = ["".join(random_words.choices(string.ascii_lowercase + " ", k=k % 90)) for k in range(2 * BATCH + 5)]
    alone = np.concatenate([encoder.embed([text]) for text in texts])
    np.testing.assert_allclose(encoder.embed(texts), alone, atol=2e-6)
    assert np.unique(alone.round(4), axis=0).shape[0] > len(texts) // 2


@pytest.mark.models
def test_several_threads_get_what_one_gets(encoder: SentenceEncoder) -> None:
    alone = [encoder.embed([text]) for text in TEXTS]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda text: encoder.embed([text]), TEXTS * 10))
    for number, row in enumerate(together):
        np.testing.assert_array_equal(row, alone[number % len(TEXTS)])


@pytest.mark.models
def test_the_name_stays_with_the_weights_and_goes_with_them(
    folder: Path, encoder: SentenceEncoder, tmp_path: Path
) -> None:
    moved = SentenceEncoder(str(shutil.copytree(folder, tmp_path / "elsewhere" / "tiny")), threads=2)
    trained_on = SentenceEncoder(str(save_tiny_encoder(tmp_path / "again" / "tiny", seed=2)), threads=2)
    assert moved.name == encoder.name
    assert trained_on.name.startswith("tiny@")
    assert trained_on.name != encoder.name


@pytest.mark.models
def test_a_relative_path_has_the_name_of_its_folder(
    folder: Path, encoder: SentenceEncoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    assert SentenceEncoder(".", threads=2).name == encoder.name
    monkeypatch.chdir(folder.parent)
    assert SentenceEncoder("tiny", threads=2).name == encoder.name


@pytest.mark.models
def test_an_import_keeps_its_vectors_apart_from_those_of_other_weights(
    encoder: SentenceEncoder, tmp_path: Path
) -> None:
    other = SentenceEncoder(str(save_tiny_encoder(tmp_path / "other" / "tiny", seed=5)), threads=2)
    for name, made, expected in (("own", encoder, (2, 0)), ("own", encoder, (0, 2)), ("own", other, (2, 0))):
        (tmp_path / name).mkdir(exist_ok=True)
        cache = VectorCache(tmp_path / name, made)
        rows, _ = cache.vectors(TEXTS[:2])
        np.testing.assert_array_equal(rows, made.embed(TEXTS[:2]))
        assert (cache.embedded, cache.reused) == expected
        cache.checkpoint.close()


@pytest.mark.models
@pytest.mark.parametrize("damage", ["config.json", "model.safetensors"])
def test_a_damaged_folder_is_said_in_a_line(folder: Path, tmp_path: Path, damage: str) -> None:
    pytest.importorskip("sentence_transformers")
    broken = shutil.copytree(folder, tmp_path / "broken")
    for spoil in (lambda path: path.write_bytes(b"\x00 not what it was"), Path.unlink):
        spoil(broken / damage)
        with pytest.raises(SettingsError, match="cannot be used") as caught:
            SentenceEncoder(str(broken), threads=1)
        assert "\n" not in str(caught.value)
        assert str(broken) in str(caught.value)


@pytest.mark.models
def test_a_model_without_numbers_is_refused(folder: Path, tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    transformers = pytest.importorskip("transformers")
    broken = shutil.copytree(folder, tmp_path / "broken")
    model = transformers.BertModel.from_pretrained(broken)
    with torch.no_grad():
        model.embeddings.word_embeddings.weight.fill_(float("nan"))
    model.save_pretrained(broken)
    with pytest.raises(SettingsError, match="without a direction"):
        SentenceEncoder(str(broken), threads=1)


@pytest.mark.models
def test_a_name_that_cannot_be_fetched_is_said_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("sentence_transformers")
    import huggingface_hub

    # The environment's HF_HUB_OFFLINE=1, which was read when the library was imported.
    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_OFFLINE", True)
    with pytest.raises(SettingsError, match="'a-maker/a-model' cannot be used") as caught:
        SentenceEncoder("a-maker/a-model", threads=1)
    assert "\n" not in str(caught.value)
