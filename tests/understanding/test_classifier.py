"""The model that tells toys from the rest: probabilities, typing errors, a damaged file."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant import resources
from assistant.errors import SettingsError
from assistant.retrieval.embedding import OnnxEmbedder
from assistant.understanding.classifier import DomainModel


@pytest.fixture(scope="module")
def embedder() -> OnnxEmbedder:
    return OnnxEmbedder(resources.MODEL, threads=1)


@pytest.fixture(scope="module")
def model(embedder: OnnxEmbedder) -> DomainModel:
    return DomainModel.open(resources.DOMAIN_MODEL, embedder)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("a wooden train set for my nephew", "product_query"), ("men's running shoes size 10", "out_of_domain"),
        ("what's the weather like tomorrow", "out_of_domain"), ("good morning to you", "greeting"),
    ],
)  # fmt: skip
def test_the_likeliest_kind_is_the_right_one(model: DomainModel, text: str, kind: str) -> None:
    likely = model.probabilities(text)
    assert max(likely, key=lambda name: likely[name]) == kind
    assert sum(likely.values()) == pytest.approx(1.0, abs=1e-5)


def test_a_nonsense_word_is_unknown_and_a_slip_is_not(model: DomainModel) -> None:
    assert not model.knows("zzzz")
    assert model.knows("puzzel")


def test_a_damaged_model_says_what_to_do(embedder: OnnxEmbedder, tmp_path: Path) -> None:
    (tmp_path / "model.npz").write_bytes(b"not an archive")
    with pytest.raises(SettingsError, match="install the program anew"):
        DomainModel.open(tmp_path, embedder)
