"""Typing errors forgiven: a word that the catalogue does not know becomes the one it was meant for, if there is one."""

from __future__ import annotations

from rapidfuzz import process
from rapidfuzz.distance import DamerauLevenshtein

from assistant.lexicon import FILLER, OTHER_STEMS, TOY_STEMS
from assistant.schema import Vocabulary
from assistant.text import stem, words

# Shorter words have too many neighbours one letter away.
MIN_LETTERS = 5
# One slip in a word of five to seven letters, two in a longer one.
MIN_SIMILARITY = 0.79


def corrected(text: str, vocabulary: Vocabulary) -> str:
    """The text with each unknown word replaced by the closest word of the catalogue that begins alike."""
    return " ".join(_correct(word, vocabulary) for word in words(text))


def _correct(word: str, vocabulary: Vocabulary) -> str:
    root = stem(word)
    known = root in vocabulary.document_frequency or root in TOY_STEMS or root in OTHER_STEMS or word in FILLER
    if known or len(root) < MIN_LETTERS or not root.isalpha():
        return word
    alike = [
        other for other in vocabulary.document_frequency if other[0] == root[0] and abs(len(other) - len(root)) <= 2
    ]
    found = process.extract(
        root, alike, scorer=DamerauLevenshtein.normalized_similarity, score_cutoff=MIN_SIMILARITY, limit=5
    )
    best = max(found, key=lambda hit: (round(hit[1], 6), vocabulary.document_frequency[hit[0]], hit[0]), default=None)
    return best[0] if best else word
