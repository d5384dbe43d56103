"""Builds data/models/domain from the examples in tools/domain_examples.csv, and says how well it does.

Kernel ridge regression (Saunders et al., 1998) onto one column a kind, +1 or -1: the kernel is a Gaussian of the
distance between two texts' vectors plus the inner product of their hashed words. It is solved in one step, without a
random start, so that the same examples give the same model, and its errors on examples left out follow from the same
inverse.
"""

from __future__ import annotations

import csv
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from assistant import resources
from assistant.retrieval.embedding import OnnxEmbedder
from assistant.understanding.budgets import without_money
from assistant.understanding.classifier import FILE, KINDS, DomainModel, Speller, Weights, buckets, packed, softmax
from assistant.understanding.slots import plain

ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = ROOT / "tools" / "domain_examples.csv"
OWN_REQUESTS = ROOT / "benchmarks" / "data" / "toy_requests.csv"
TARGET = resources.DATA / "models" / "domain"

# Chosen by the error on examples left out.
DIMENSIONS = 128  # of the encoder's 384; 96 lose one in a hundred, all of them win nothing
FLATTENING = 0.3  # power by which the wide directions are narrowed: they tell the manner rather than the matter
WIDTH = 2.0
GRAM_WEIGHT = 0.5
GRAM_BUCKETS = 4096
RIDGE = 0.3
FOLDS = 5
SEED = 0

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Examples:
    """Texts as the router hands them over, and the number of each one's kind."""

    texts: list[str]
    kinds: NDArray[np.intp]

    @property
    def targets(self) -> Floats:
        """+1 in the column of the example's kind, -1 elsewhere: (n, kinds)."""
        return np.where(np.eye(len(KINDS))[self.kinds] > 0, 1, -1).astype(np.float32)


def read_examples(path: Path, *, text: str = "text", kind: str = "label") -> Examples:
    """The rows of a CSV file; a file without a column of kinds holds toy requests only."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    kinds = [KINDS.index(row.get(kind, KINDS[0])) for row in rows]
    return Examples([without_money(plain(row[text])) for row in rows], np.array(kinds, dtype=np.intp))


def make_speller(examples: Examples, tokenizer: Tokenizer) -> Speller:
    """Words of the examples, but for those that occur once, in a toy request, and are no English to the encoder."""
    english = {word for word in tokenizer.get_vocab() if word.isalpha() and word.isascii() and len(word) > 2}
    counts = Counter(word for text in examples.texts for word in _letters(text))
    elsewhere = {
        word for text, kind in zip(examples.texts, examples.kinds, strict=True) if kind for word in _letters(text)
    }
    meant = [word for word, count in counts.items() if count > 1 or word in english or word in elsewhere]
    return Speller.of(sorted(meant, key=lambda word: (-counts[word], word)), frozenset(english))


def _letters(text: str) -> list[str]:
    return [word for word in text.replace("-", " ").split() if word.isalpha() and word.isascii()]


def make_space(vectors: Floats) -> tuple[Floats, Floats]:
    """The widest directions of the examples (principal components, not centred), and where their mean lies."""
    spread, found = np.linalg.eigh(vectors.T @ vectors / len(vectors))
    spread, found = spread[::-1][:DIMENSIONS], found[:, ::-1][:, :DIMENSIONS]
    scale = spread ** (-FLATTENING / 2)
    scale *= np.sqrt(spread.sum() / (scale**2 * spread).sum())
    directions = (found * scale).astype(np.float16).astype(np.float32)
    return directions, (vectors @ directions).mean(axis=0)


def gram_matrix(texts: Sequence[str]) -> Floats:
    """The hashed words of each text: (n, buckets)."""
    matrix = np.zeros((len(texts), GRAM_BUCKETS), dtype=np.float32)
    for row, text in zip(matrix, texts, strict=True):
        for bucket, count in buckets(text, GRAM_BUCKETS).items():
            row[bucket] = count
    return matrix


def gaussian(points: Floats) -> Floats:
    """The likeness of every two points, 0 to 1: (n, n)."""
    norms = np.square(points).sum(axis=1)
    likeness: Floats = np.exp(-WIDTH * np.maximum(norms[:, None] + norms - 2 * points @ points.T, 0))
    return likeness


@dataclass(frozen=True, slots=True)
class Fit:
    """The weights, and each example's sums from a fit without it, and from one without its fold."""

    weights: Weights
    left_out: Floats
    cross_validated: Floats


def fit(examples: Examples, readable: Sequence[str], vectors: Floats) -> Fit:
    """Solves the regression; what an example gets from a fit without it follows from the diagonal of the inverse.

    Rasmussen and Williams, 2006, "Gaussian processes for machine learning", section 5.4.2; for a fold, from its block.
    """
    directions, centre = make_space(vectors)
    points, grams = vectors @ directions - centre, gram_matrix(readable)
    kernel = gaussian(points) + GRAM_WEIGHT * (grams @ grams.T) + 1
    kernel[np.diag_indices_from(kernel)] += RIDGE
    inverse = np.linalg.inv(kernel)
    votes = inverse @ examples.targets
    weights = Weights(
        directions,
        centre,
        points,
        votes,
        (np.float32(GRAM_WEIGHT) * (grams.T @ votes)).astype(np.float32),
        votes.sum(axis=0),
        WIDTH,
        sharpness=1.0,
    )
    left_out = examples.targets - votes / np.diag(inverse)[:, None]
    sharp = replace(weights, sharpness=best_sharpness(left_out, examples.kinds))
    return Fit(sharp, left_out, examples.targets - _by_folds(inverse, votes))


def _by_folds(inverse: Floats, votes: Floats) -> Floats:
    residuals = np.empty_like(votes)
    for fold in np.array_split(np.random.default_rng(SEED).permutation(len(votes)), FOLDS):
        residuals[fold] = np.linalg.solve(inverse[np.ix_(fold, fold)], votes[fold])
    return residuals


def best_sharpness(sums: Floats, kinds: NDArray[np.intp]) -> float:
    """The factor under which the left-out examples' probabilities are the most honest (the least log loss)."""

    def loss(factor: float) -> float:
        probabilities = softmax(factor * sums)[np.arange(len(kinds)), kinds]
        return float(-np.log(np.maximum(probabilities, 1e-12)).mean())

    return float(min(np.arange(0.5, 6.01, 0.1), key=loss))


def _recalls(sums: Floats, examples: Examples) -> dict[str, float]:
    """The share of each kind whose sum is the highest."""
    right = sums.argmax(axis=1) == examples.kinds
    return {name: float(right[examples.kinds == i].mean()) for i, name in enumerate(KINDS) if i in examples.kinds}


def measured(model: DomainModel, examples: Examples) -> dict[str, float]:
    """The share of each kind that the model alone finds."""
    found = [list(model.probabilities(text).values()) for text in examples.texts]
    return _recalls(np.array(found, dtype=np.float32), examples)


def card(examples: Examples, result: Fit, rows: Sequence[tuple[str, dict[str, float]]], size: int) -> str:
    """The model's README."""
    counts = {name: int((examples.kinds == i).sum()) for i, name in enumerate(KINDS)}
    lines = [
        f"| {name} | " + " | ".join(f"{found[kind]:.3f}" if kind in found else "" for kind in KINDS) + " |"
        for name, found in rows
    ]
    return CARD.format(
        total=len(examples.texts), table="\n".join(lines), size=size / 1000, dimensions=DIMENSIONS,
        sharpness=result.weights.sharpness, **counts,
    )  # fmt: skip


CARD = """# Toys or not

Says whether a message asks for toys (`product_query`), for anything else (`out_of_domain`), or only greets
(`greeting`), as three probabilities.

- **Form**: one file of arrays (`model.npz`, {size:,.0f} kB), read with numpy by `understanding/classifier.py`.
- **How it decides**: a message is compared with {total:,} examples; each votes for its kind, the closer the more (a
  Gaussian of the distance between the encoder's vectors, in their {dimensions} widest directions), and each word, pair
  of words and run of four letters votes too. Words that nobody knows are put right first where one known word is a
  single slip away. Sums become probabilities by a softmax with factor {sharpness:.1f}.
- **Trained on** `tools/domain_examples.csv`, written by hand for this project: {product_query:,} toy requests,
  {out_of_domain:,} requests for other goods and to other assistants, {greeting:,} greetings. No list of products, no
  log of anybody's messages, and none of the data that it is measured on. English; greetings in a few other languages.
- **Method**: kernel ridge regression, solved in one step, without a random start. Licence: the project's.
- **Known limits**: one bare word that names an animal or a colour can be a toy or a lamp; the model guesses.
- **Rebuilt** by `python tools/build_domain_model.py`, in a minute.

The share of each kind found by the model alone, without the router's rules:

| measured on | product_query | out_of_domain | greeting |
|---|---|---|---|
{table}

The examples are harder than requests are: many stand for a kind of toy that no other example names, or set a toy word
in other goods on purpose.
"""


def main(measure: Sequence[str]) -> None:
    """Trains, writes the model and its card, and measures it on further CSV files (`text`, `intent_type`)."""
    embedder = OnnxEmbedder(resources.MODEL, threads=2)
    examples = read_examples(EXAMPLES)
    speller = make_speller(examples, Tokenizer.from_file(str(resources.WORDS / "tokenizer.json")))
    readable = [speller.corrected(text) for text in examples.texts]
    result = fit(examples, readable, embedder.embed(readable))
    TARGET.mkdir(parents=True, exist_ok=True)
    np.savez(TARGET / FILE, allow_pickle=False, **packed(result.weights, speller))
    model = DomainModel.open(TARGET, embedder)
    rows = [
        (f"the examples, each by the other {FOLDS - 1} of {FOLDS} parts", _recalls(result.cross_validated, examples)),
        ("the examples, each by all others", _recalls(result.left_out, examples)),
        ("own toy requests, not trained on", measured(model, read_examples(OWN_REQUESTS))),
    ]
    rows += [(Path(path).stem, measured(model, read_examples(Path(path), kind="intent_type"))) for path in measure]
    text = card(examples, result, rows, (TARGET / FILE).stat().st_size)
    (TARGET / "README.md").write_text(text, encoding="utf-8")
    sys.stdout.write(text)


if __name__ == "__main__":
    main(sys.argv[1:])
