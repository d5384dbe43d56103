"""Toys, other goods or a greeting: how a message reads, by its likeness to examples written for this project.

Two things vote. Every example votes for its kind, the more the closer its meaning is to the message's (a Gaussian of
the distance between their vectors); and so does every word, pair of words and run of four letters that the examples
taught. The sums become probabilities. `tools/build_domain_model.py` writes the folder that is read here.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import process
from rapidfuzz.distance import OSA

from assistant.errors import SettingsError
from assistant.language.text import stem, words
from assistant.protocols import Embedder

KINDS = ("product_query", "out_of_domain", "greeting")
FILE = "model.npz"
# Messages of one conversation are judged more than once: whole, and wish by wish.
CACHED_TEXTS = 256
# Shorter words have too many neighbours one slip away.
MIN_LETTERS = 5
RUN = 4
# Where half a byte ends, in standard deviations: 99 of 100 numbers of a normal distribution lie within.
SPREAD = 2.5

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Speller:
    """Puts right a word that nobody knows where a known one is a single slip away.

    A slip is a letter too many, missing, wrong, or swapped with the next. `meant` are the words a slip can have been
    meant for, the commonest first; `known` are all words that are right as they are.
    """

    meant: Mapping[str, Sequence[str]]
    known: frozenset[str]

    @classmethod
    def of(cls, meant: Sequence[str], known: frozenset[str]) -> Self:
        """A speller whose words are found by their first letter, which people get right."""
        by_letter: dict[str, list[str]] = {}
        for word in meant:
            by_letter.setdefault(word[0], []).append(word)
        return cls(by_letter, known.union(meant))

    def knows(self, word: str) -> bool:
        """Whether a folded word, or its singular, is right as it is."""
        return word in self.known or stem(word) in self.known

    def corrected(self, text: str) -> str:
        """The words of a text, each put right, joined by spaces."""
        return " ".join(map(self.word, words(text)))

    def word(self, word: str) -> str:
        """The word, or the one it was meant for."""
        if len(word) < MIN_LETTERS or not word.isalpha() or self.knows(word):
            return word
        choices = self.meant.get(word[0], ())
        found = process.extractOne(word, choices, scorer=OSA.distance, score_cutoff=1)
        return str(found[0]) if found else word


@dataclass(frozen=True, slots=True)
class Weights:
    """What was learnt; n examples and d dimensions left of the encoder's.

    `directions` (encoder's dimension, d) and `centre` (d) turn a vector into the examples' space, `examples` (n, d) are
    their points, `votes` (n, kinds) and `gram_votes` (buckets, kinds) what each adds to the kinds' sums, which begin at
    `bias` (kinds). `width` is the Gaussian's factor, `sharpness` turns sums into logarithms of odds.
    """

    directions: Floats
    centre: Floats
    examples: Floats
    votes: Floats
    gram_votes: Floats
    bias: Floats
    width: float
    sharpness: float


class DomainModel:
    """The model of one folder, read with the encoder it was made for; safe to use from several threads."""

    def __init__(self, weights: Weights, speller: Speller, embedder: Embedder) -> None:
        self._weights = weights
        self._speller = speller
        self._embedder = embedder
        self._norms = np.square(weights.examples).sum(axis=1)
        self._judged = lru_cache(maxsize=CACHED_TEXTS)(self._judge)

    @classmethod
    def open(cls, folder: Path, embedder: Embedder) -> Self:
        """The model in a folder; raises `SettingsError` where it is missing or made for another encoder."""
        try:
            with np.load(folder / FILE, allow_pickle=False) as file:
                content = {name: file[name] for name in file.files}
            weights, speller = unpacked(content), _speller(content)
        except Exception as error:  # a damaged archive raises whatever its decoder meets
            raise SettingsError(
                f"The model {folder / FILE} cannot be read ({error}); install the program anew."
            ) from error
        if weights.directions.shape[0] != embedder.dimension:
            raise SettingsError(f"The model {folder / FILE} was made for another encoder than {embedder.name}.")
        return cls(weights, speller, embedder)

    def probabilities(self, text: str) -> dict[str, float]:
        """How likely the folded text is a `product_query`, `out_of_domain` or a `greeting`; they add up to 1."""
        return dict(zip(KINDS, self._judged(text), strict=True))

    def knows(self, word: str) -> bool:
        """Whether a folded word is one of English or of the examples, a slip forgiven; numbers tell nothing."""
        return self._speller.knows(self._speller.word(word))

    def _judge(self, text: str) -> tuple[float, ...]:
        readable = self._speller.corrected(text)
        weights = self._weights
        point = self._embedder.embed([readable])[0] @ weights.directions - weights.centre
        distances = self._norms - 2 * (weights.examples @ point) + point @ point
        sums = np.exp(-weights.width * distances) @ weights.votes + weights.bias
        return tuple(softmax(weights.sharpness * (sums + gram_vector(readable, weights.gram_votes))).tolist())


def softmax(sums: NDArray[Any]) -> NDArray[Any]:
    """Probabilities along the last axis."""
    raised = np.exp(sums - sums.max(axis=-1, keepdims=True))
    shares: NDArray[Any] = raised / raised.sum(axis=-1, keepdims=True)
    return shares


def buckets(text: str, size: int) -> dict[int, float]:
    """The text's words, pairs of words and runs of four letters, hashed to buckets; together of length 1.

    Half of the hashes count downwards, so that two that meet in a bucket cancel out on average (Weinberger et al.,
    2009, "Feature hashing for large scale multitask learning").
    """
    counts: dict[int, float] = {}
    for gram in _grams(text):
        code = zlib.crc32(gram.encode())
        counts[code % size] = counts.get(code % size, 0.0) + (1.0 if code >> 31 else -1.0)
    length = sum(count * count for count in counts.values()) ** 0.5 or 1.0
    return {bucket: count / length for bucket, count in counts.items()}


def gram_vector(text: str, gram_votes: Floats) -> Floats:
    """What the text's buckets add to each kind."""
    found = buckets(text, len(gram_votes))
    rows = gram_votes[np.fromiter(found, dtype=np.intp, count=len(found))]
    added: Floats = np.fromiter(found.values(), dtype=np.float32, count=len(found)) @ rows
    return added


def _grams(text: str) -> set[str]:
    found = words(text)
    pairs = (f"{first} {second}" for first, second in zip(["^", *found], [*found, "$"], strict=True))
    runs = (f"<{word}>"[at : at + RUN] for word in found for at in range(len(word) + 3 - RUN))
    return {*(f"w:{word}" for word in found), *(f"p:{pair}" for pair in pairs), *(f"r:{run}" for run in runs)}


def packed(weights: Weights, speller: Speller) -> dict[str, NDArray[Any]]:
    """The arrays of the file: examples in half bytes, 16 steps over each dimension's spread."""
    spread = SPREAD * weights.examples.std(axis=0)
    low, step = weights.examples.mean(axis=0) - spread, 2 * spread / 15
    codes = np.clip(np.round((weights.examples - low) / step), 0, 15).astype(np.uint8)
    half = {name: getattr(weights, name).astype(np.float16) for name in ("directions", "votes", "gram_votes")}
    meant = [word for group in speller.meant.values() for word in group]
    return half | {
        "codes": codes[:, ::2] << 4 | codes[:, 1::2],
        "low": low,
        "step": step,
        "centre": weights.centre,
        "bias": weights.bias,
        "factors": np.array([weights.width, weights.sharpness]),
        "meant": _bytes(meant),
        "known": _bytes(sorted(speller.known.difference(meant))),
    }


def unpacked(content: Mapping[str, NDArray[Any]]) -> Weights:
    """The weights that `packed` wrote, as they are used."""
    codes = np.stack([content["codes"] >> 4, content["codes"] & 15], axis=-1).reshape(len(content["codes"]), -1)
    width, sharpness = content["factors"].tolist()
    single = {
        name: content[name].astype(np.float32) for name in ("directions", "centre", "votes", "gram_votes", "bias")
    }
    examples = (content["low"] + codes * content["step"]).astype(np.float32)
    return Weights(**single, examples=examples, width=width, sharpness=sharpness)


def _bytes(lines: Sequence[str]) -> NDArray[np.uint8]:
    return np.frombuffer(zlib.compress("\n".join(lines).encode(), 9), dtype=np.uint8)


def _speller(content: Mapping[str, NDArray[Any]]) -> Speller:
    meant, known = (zlib.decompress(content[name].tobytes()).decode().split("\n") for name in ("meant", "known"))
    return Speller.of(meant, frozenset(known))
