"""How the encoder and the word vectors are made, and that the shipped files are what the scripts make."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from network_graph import Graph, linear

from assistant.retrieval.embedding import OnnxEmbedder

ROOT = Path(__file__).resolve().parents[2]
MODELS = ROOT / "data" / "models"


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("build_words_under_test", ROOT / "tools" / "build_words.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


def test_rounding_errs_by_half_a_step_at_most(script: ModuleType) -> None:
    blocks = np.random.default_rng(5).normal(size=(7, 3, 64)).astype(np.float32) * np.logspace(-4, 2, 7)[:, None, None]
    steps, scales = script.quantise(blocks)
    assert steps.dtype == np.int8
    assert scales.shape == (7, 3, 1)
    assert np.abs(steps.astype(int)).max(axis=-1).tolist() == [[127] * 3] * 7
    assert (np.abs(steps * scales - blocks) <= scales * 0.501).all()


def test_a_row_of_zeros_stays_zero(script: ModuleType) -> None:
    steps, scales = script.quantise(np.zeros((2, 64), dtype=np.float32))
    assert not (steps * scales).any()


def test_layers_side_by_side_keep_their_weights_and_biases() -> None:
    random = np.random.default_rng(6)
    names = ("query", "key")
    weights = {f"{name}.weight": random.normal(size=(5, 128)).astype(np.float32) for name in names}
    biases = {f"{name}.bias": random.normal(size=5).astype(np.float32) for name in names}
    graph = Graph(weights | biases)
    assert linear(graph, "x", "both", *names) == "both"
    together = np.concatenate([weights["query.weight"], weights["key.weight"]])
    np.testing.assert_array_equal(graph.tensors["both.weight"], together.T)
    np.testing.assert_array_equal(graph.tensors["both.bias"], np.concatenate(list(biases.values())))


def test_a_missing_package_is_said_in_a_line(script: ModuleType) -> None:
    with pytest.raises(SystemExit, match="not_a_package is not installed"):
        script.published_folder("not_a_package")


def test_other_weights_are_refused(script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "other_weights" / "model"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").touch()
    (folder / "model.safetensors").write_bytes(b"weights")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(SystemExit, match="is not the published file"):
        script.published_folder("other_weights")
    assert script.published_folder("other_weights", hashlib.sha256(b"weights").hexdigest()) == folder


def test_the_card_says_whose_weights_these_were() -> None:
    assert "Apache-2.0" in (MODELS / "encoder" / "README.md").read_text(encoding="utf-8")
    assert "Apache License" in (MODELS / "encoder" / "LICENSE").read_text(encoding="utf-8")


def test_the_shipped_tokenizer_cuts_and_does_not_pad(script: ModuleType) -> None:
    tokenizer = json.loads((MODELS / "words" / "tokenizer.json").read_text(encoding="utf-8"))
    assert tokenizer["truncation"]["max_length"] == script.MAX_TOKENS
    assert tokenizer["padding"] is None


@pytest.mark.models
def test_the_script_makes_the_shipped_words_byte_for_byte(script: ModuleType, tmp_path: Path) -> None:
    pytest.importorskip("safetensors")
    pytest.importorskip(script.PACKAGE)
    script.write_words(script.published_folder(), tmp_path)
    for name in ("tokenizer.json", "steps.npy", "scales.npy"):
        assert (tmp_path / name).read_bytes() == (MODELS / "words" / name).read_bytes()


@pytest.mark.models
@pytest.mark.filterwarnings("ignore")  # torch and transformers deprecate parts of themselves
def test_the_graph_computes_what_sentence_transformers_does(script: ModuleType, tmp_path: Path) -> None:
    sentence_transformers = pytest.importorskip("sentence_transformers")
    load_file = pytest.importorskip("safetensors.numpy").load_file
    from train_encoder import check_texts, write_encoder

    source, texts = script.published_folder(), check_texts()
    assert max(len(text.split()) for text in texts) > script.MAX_TOKENS
    (tmp_path / "words").symlink_to(MODELS / "words")
    write_encoder(load_file(source / "model.safetensors"), tmp_path / "encoder", texts)
    original = sentence_transformers.SentenceTransformer(str(source), device="cpu").encode(
        texts, normalize_embeddings=True
    )
    found = (original * OnnxEmbedder(tmp_path / "encoder", threads=1).embed(texts)).sum(axis=1)
    assert found.mean() >= 0.99
    assert found.min() >= 0.98
