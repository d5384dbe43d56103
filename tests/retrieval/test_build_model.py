"""How the shipped encoder is made, and that the shipped files are what the script makes."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from network_graph import Graph, linear, quantise

ROOT = Path(__file__).resolve().parents[2]
MODEL = ROOT / "data" / "models" / "all-MiniLM-L6-v2"


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("build_model_under_test", ROOT / "tools" / "build_model.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


def test_rounding_errs_by_half_a_step_at_most() -> None:
    blocks = np.random.default_rng(5).normal(size=(7, 3, 64)).astype(np.float32) * np.logspace(-4, 2, 7)[:, None, None]
    steps, scales = quantise(blocks)
    assert steps.dtype == np.int8
    assert scales.shape == (7, 3, 1)
    assert np.abs(steps.astype(int)).max(axis=-1).tolist() == [[127] * 3] * 7
    assert (np.abs(steps * scales - blocks) <= scales * 0.501).all()


def test_a_row_of_zeros_stays_zero(script: ModuleType) -> None:
    steps, scales = quantise(np.zeros((2, 64), dtype=np.float32))
    assert not (steps * scales).any()


def test_layers_side_by_side_keep_their_weights_and_biases() -> None:
    random = np.random.default_rng(6)
    names = ("query", "key")
    weights = {f"{name}.weight": random.normal(size=(5, 128)).astype(np.float32) for name in names}
    biases = {f"{name}.bias": random.normal(size=5).astype(np.float32) for name in names}
    graph = Graph(weights | biases)
    assert linear(graph, "x", "both", *names) == "both"
    stored, scales = graph.tensors["both.steps"].astype(np.float32), graph.tensors["both.scales"]
    restored = ((stored - 128) * scales[..., None]).reshape(10, 128)
    np.testing.assert_allclose(restored, np.concatenate([weights["query.weight"], weights["key.weight"]]), atol=0.02)
    np.testing.assert_array_equal(graph.tensors["both.bias"], np.concatenate(list(biases.values())))


def test_the_check_reads_many_different_texts(script: ModuleType) -> None:
    texts = script.check_texts()
    assert len(set(texts)) == len(texts) >= 200
    assert min(map(len, texts)) < 5
    assert max(len(text.split()) for text in texts) > script.MAX_TOKENS


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


def test_a_model_too_far_from_the_original_is_refused(script: ModuleType) -> None:
    assert "mean 0.9950" in script.figures(np.array([0.992, 0.998]))
    for found in ([0.999, 0.97], [0.999, np.nan]):
        with pytest.raises(SystemExit, match="too far from the original"):
            script.figures(np.array(found))


def test_the_card_describes_the_shipped_file(script: ModuleType) -> None:
    card = (MODEL / "README.md").read_text(encoding="utf-8")
    assert hashlib.sha256((MODEL / "model.onnx").read_bytes()).hexdigest() in card
    assert script.WEIGHTS_SHA256 in card
    assert "Apache License" in (MODEL / "LICENSE").read_text(encoding="utf-8")


def test_the_shipped_tokenizer_cuts_and_does_not_pad(script: ModuleType) -> None:
    tokenizer = json.loads((MODEL.parent / "words" / "tokenizer.json").read_text(encoding="utf-8"))
    assert tokenizer["truncation"]["max_length"] == script.MAX_TOKENS
    assert tokenizer["padding"] is None


@pytest.mark.models
def test_the_script_makes_the_shipped_files_byte_for_byte(script: ModuleType, tmp_path: Path) -> None:
    pytest.importorskip("onnx")
    pytest.importorskip("safetensors")
    pytest.importorskip(script.PACKAGE)
    script.write_model(script.published_folder(), tmp_path)
    for name in (f"{MODEL.name}/model.onnx", "words/tokenizer.json", "words/steps.npy", "words/scales.npy"):
        assert (tmp_path / name).read_bytes() == (MODEL.parent / name).read_bytes()


@pytest.mark.models
@pytest.mark.filterwarnings("ignore")  # torch and transformers deprecate parts of themselves
def test_the_shipped_model_agrees_with_sentence_transformers(script: ModuleType) -> None:
    pytest.importorskip("sentence_transformers")
    found = script.cosines(script.published_folder(), MODEL.parent, script.check_texts())
    assert found.mean() >= 0.99
    assert found.min() >= 0.98
