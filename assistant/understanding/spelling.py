"""Typing errors forgiven: a word that nobody knows becomes the one it was meant for, if there is one.

Three sorts of words are known: those that lead ("under", "something"), the catalogue's own, and its brands.
"""

from __future__ import annotations

import re
from functools import lru_cache

from rapidfuzz import process
from rapidfuzz.distance import OSA, DamerauLevenshtein

from assistant.language.lexicon import (
    FILLER,
    LEADING_WORDS,
    NO_SLIPS,
    OTHER_GOODS,
    OTHER_STEMS,
    SHORT_FORMS,
    TOY_STEMS,
    TOYS,
)
from assistant.language.text import stem, words
from assistant.schema import Vocabulary

# Shorter words have too many neighbours one letter away.
MIN_LETTERS = 5
# One slip in a word of five to seven letters, two in a longer one.
MIN_SIMILARITY = 0.79
# A brand of fewer letters has too many neighbours; of so many, two slips are forgiven.
MIN_BRAND_LETTERS, LONG_BRAND_LETTERS = 6, 9
_WORD = re.compile(r"[a-z][a-z'/]*[a-z]")


def mended(folded: str) -> str:
    """The message with short forms written out and slips in its leading words put right."""
    return _WORD.sub(lambda match: _mended(match.group()), folded)


@lru_cache(maxsize=8192)
def _mended(word: str) -> str:
    if word in SHORT_FORMS:
        return SHORT_FORMS[word]
    if len(word) < MIN_LETTERS or word in LEADING_WORDS or word in NO_SLIPS or _is_known(word):
        return word
    alike = [other for other in LEADING_WORDS if other[0] == word[0] and abs(len(other) - len(word)) <= 1]
    return next((other for other in alike if OSA.distance(word, other, score_cutoff=1) <= 1), word)


def _is_known(word: str) -> bool:
    root = stem(word)
    return word in FILLER or word in TOYS or word in OTHER_GOODS or root in TOY_STEMS or root in OTHER_STEMS


def meant_brand(tokens: tuple[str, ...], vocabulary: Vocabulary) -> str | None:
    """The key of the brand that one or two words were meant for, where a word of them is known to nobody."""
    if all(_is_known(word) or vocabulary.document_frequency.get(stem(word), 0) > 1 for word in tokens):
        return None
    typed = " ".join(tokens)
    slips = 2 if len(typed) >= LONG_BRAND_LETTERS else 1
    if len(typed) < MIN_BRAND_LETTERS or not typed.replace(" ", "").isalpha():
        return None
    most = len(typed) + slips
    alike = [
        key
        for key in vocabulary.brands
        if key[0] == typed[0] and MIN_BRAND_LETTERS <= len(key) <= most and key.count(" ") == len(tokens) - 1
    ]
    found = process.extractOne(typed, alike, scorer=OSA.distance, score_cutoff=slips)
    return str(found[0]) if found else None


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
