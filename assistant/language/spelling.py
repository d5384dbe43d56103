"""Typing errors forgiven: a word that nobody knows becomes the one it was meant for, if there is one.

Two sorts of words are known: those that lead to a number ("under", "pounds"), and the catalogue's own. What is English
is no slip, though the catalogue may not have it: a dustbin is no Dustin. The dictionary of English has names as well.
"""

from __future__ import annotations

import mmap
import re
from collections.abc import Collection, Mapping
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path

from rapidfuzz import process
from rapidfuzz.distance import OSA, DamerauLevenshtein

from assistant.language.lexicon import GENERIC, LEADING_WORDS, NO_SLIPS, SHORT_FORMS, is_a_colour
from assistant.language.text import stem, words
from assistant.schema import Vocabulary

# Shorter words have too many neighbours one letter away.
MIN_LETTERS, SHORT = 5, 4
# One slip in a word of five to seven letters, two in a longer one.
MIN_SIMILARITY = 0.79
# So much is enough where the first letters are right ("dinosor", "dinosoar").
FIRST_LETTERS, SIMILAR_BEGINNING = 4, 0.74
# A word that a list has so seldom may be a slip of one that it has so much oftener.
MOST_SLIPS, OFTENER = 3, 50
# Of a word that is two written together each has so many letters, and a list has it in so many products.
LEAST_PART, OFTEN = 3, 60
_LONG_WORD = re.compile(rf"(?<![\w'’-])[A-Za-z]{{{MIN_LETTERS},}}(?![\w'’-])")
_WORD = re.compile(r"[a-z][a-z'/]*[a-z]")
# "Girly" is no slip of "girl".
_DERIVED = frozenset("y ish er est ier iest like".split())
_THOUSANDS = re.compile(r"(?<![\w.])(\d{1,3})k\b")  # "under 1k"
_VOWEL = re.compile("[aeiouy]")
_DOUBLED = re.compile(r"(.)\1+")


def mended(folded: str) -> str:
    """The message with short forms written out and slips in its leading words put right."""
    return _WORD.sub(lambda match: _mended(match.group()), _THOUSANDS.sub(r"\g<1>000", folded))


@lru_cache(maxsize=8192)
def _mended(word: str) -> str:
    if word in SHORT_FORMS:
        return SHORT_FORMS[word]
    if len(word) < MIN_LETTERS or word in LEADING_WORDS or word in NO_SLIPS:
        return word
    alike = [other for other in LEADING_WORDS if other[0] == word[0] and abs(len(other) - len(word)) <= 1]
    return next((other for other in alike if OSA.distance(word, other, score_cutoff=1) <= 1), word)


def corrected(text: str, unknown: Collection[str], vocabulary: Vocabulary) -> str:
    """The text with each unknown word as the closest one that begins alike, of the catalogue's and of general ones."""
    return " ".join(_correct(word, vocabulary) if word in unknown else word for word in words(text))


def spelt(text: str, vocabulary: Vocabulary) -> str:
    """A text as it stands, but for its slips: "does it need batterys?" needs batteries."""
    return _LONG_WORD.sub(lambda match: _spelt(match.group(), vocabulary), text)


def _spelt(word: str, vocabulary: Vocabulary) -> str:
    # A name is no slip; without its dictionary nothing is known of English.
    if word[0].isupper() or is_english(word) or not is_english("batteries"):
        return word
    found = _correct(word.lower(), vocabulary)
    if found == word.lower() or not is_english(found):
        return word
    is_plural = word.endswith("s") and not found.endswith("s")
    return f"{found[:-1]}ies" if is_plural and found.endswith("y") else f"{found}{'s' * is_plural}"


def _correct(word: str, vocabulary: Vocabulary) -> str:
    root, counts = stem(word), vocabulary.document_frequency
    # A list has slips of its own: "figurs".
    is_slip_there = 0 < counts.get(root, 0) <= MOST_SLIPS and len(root) >= MIN_LETTERS and not is_english(word)
    if (root in counts and not is_slip_there) or root in GENERIC:
        # "Batterys" has the right beginning only.
        return root if not is_english(word) and is_english(root) else word
    if word.endswith("ey") and stem(word[:-1]) in counts and not is_a_colour(word[:-1]):  # "sciencey"; Bluey is a dog
        return word[:-1]
    base = word.removesuffix("y")
    if base != word and base[-2:-1] == base[-1:] and is_english(base[:-1]) and not is_english(word):
        return word  # "spinny" is made of "spin", and no slip of "skinny"
    sound = _sound(root)
    if len(root) == SHORT and not is_english(word):  # so short that only a vowel may be another: "beeds", "kyte"
        sounds_so = [other for other in counts if len(other) == SHORT and _sound(other) == sound]
        return max(sounds_so, key=lambda other: (counts[other], other), default=word)
    if len(root) < MIN_LETTERS or not root.isalpha():
        return word
    if parts := _written_together(root, counts):
        return parts
    alike = [
        other for other in (*counts, *GENERIC)
        if other[0] == root[0] and abs(len(other) - len(root)) <= 2
        and (not is_slip_there or counts.get(other, 0) > OFTENER * counts[root])
    ]  # fmt: skip
    likely = process.extract(
        root, alike, scorer=DamerauLevenshtein.normalized_similarity, score_cutoff=SIMILAR_BEGINNING, limit=5
    )
    may_differ = not is_english(word)
    beginning = root[:FIRST_LETTERS]
    found = [
        hit for hit in likely
        if hit[1] >= MIN_SIMILARITY
        or (may_differ and (hit[0].startswith(beginning) or _sound(hit[0]) == sound))  # "dinasour"
    ]  # fmt: skip
    best = max(
        found, key=lambda hit: (round(hit[1], 6), _is_slip(root, hit[0]), counts.get(hit[0], 0), hit[0]), default=None
    )
    if (
        best is None
        or (len(root) <= SHORT + 2 and counts.get(best[0], 0) <= MOST_SLIPS and not is_english(best[0]))
        or word.removeprefix(best[0]) in _DERIVED
        or (is_english(word) and not (_is_slip(root, best[0]) and is_english(best[0])))
    ):
        return word
    return best[0]


def _sound(word: str) -> str:
    """The word with every vowel as the same one, so that only the consonants tell."""
    return _VOWEL.sub("a", word)


def _written_together(root: str, counts: Mapping[str, int]) -> str:
    """The two words of a list that somebody wrote as one, "trainset"; empty where it is no such."""
    if is_english(root):
        return ""
    parts = ((root[:at], root[at:]) for at in range(LEAST_PART, len(root) - LEAST_PART + 1))
    often = [pair for pair in parts if all(counts.get(part, 0) >= OFTEN and is_english(part) for part in pair)]
    return " ".join(max(often, key=lambda pair: min(counts[part] for part in pair))) if often else ""


def _is_slip(typed: str, meant: str) -> bool:
    """Whether letters changed places or one was doubled or not: the dictionary has names, and Castel is one."""
    return sorted(typed) == sorted(meant) or _DOUBLED.sub(r"\1", typed) == _DOUBLED.sub(r"\1", meant)


@lru_cache(maxsize=8192)
def is_english(word: str) -> bool:
    """Whether the pronouncing dictionary that PocketSphinx brings (CMU's, 126,000 words) has the word."""
    return _dictionary().find(f"\n{word.lower()} ".encode()) >= 0


@cache
def _dictionary() -> mmap.mmap | bytes:
    """The dictionary's file, a word a line before how it is said; empty where the package is not there."""
    spec = find_spec("pocketsphinx")
    path = Path(spec.origin or "").parent / "model" / "en-us" / "cmudict-en-us.dict" if spec else None
    if path is None or not path.exists():
        return b""
    with path.open("rb") as file:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
