"""Real transformer models of a few thousand random weights, saved to disk: small enough to be made in a test."""

from __future__ import annotations

import string
from pathlib import Path
from typing import Any

import pytest


def save_tiny(folder: Path, architecture: str, seed: int = 1, **config: Any) -> Path:
    """A BERT of random weights that reads letter by letter; returns where it is."""
    torch = pytest.importorskip("torch")
    transformers = pytest.importorskip("transformers")
    folder.mkdir(parents=True)
    letters = string.ascii_lowercase + string.digits + string.punctuation
    pieces = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *letters, *(f"##{letter}" for letter in letters)]
    (folder / "vocab.txt").write_text("\n".join(pieces), encoding="utf-8")
    transformers.BertTokenizerFast(str(folder / "vocab.txt"), model_max_length=64).save_pretrained(folder)
    torch.manual_seed(seed)
    sizes = {"hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 32}
    given = {"max_position_embeddings": 64, "initializer_range": 0.5, **sizes, **config}
    getattr(transformers, architecture)(transformers.BertConfig(vocab_size=len(pieces), **given)).save_pretrained(
        folder
    )
    return folder


def save_tiny_encoder(folder: Path, seed: int = 1, hidden: int = 16) -> Path:
    """An encoder of texts, with vectors of `hidden` numbers."""
    return save_tiny(folder, "BertModel", seed, hidden_size=hidden)


def save_tiny_cross_encoder(folder: Path, architecture: str = "BertForSequenceClassification", **config: Any) -> str:
    """A cross-encoder that gives a pair of texts one number, unless told otherwise."""
    return str(save_tiny(folder, architecture, **{"num_labels": 1, **config}))
