"""How words sound: by the dictionary of the pocketsphinx package, else by their parts, else letter by letter."""

from __future__ import annotations

import gzip
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from assistant import resources

_VARIANT = re.compile(r"\(\d+\)$")
_PADDING = "..."
# Letters before and after that may decide how a letter sounds, narrow to wide.
_WIDTHS = ((0, 0), (0, 1), (1, 1), (1, 2), (2, 2), (2, 3), (3, 3))
_SHORTEST_PART = 3
_HISSING, _VOICELESS = frozenset("S Z SH ZH CH JH".split()), frozenset("P T K F TH".split())

Dictionary = Mapping[str, Sequence[str]]


def read_dictionary() -> dict[str, list[str]]:
    """The package's dictionary: each word's ways of being said, as sounds between blanks."""
    from pocketsphinx import get_model_path  # noqa: PLC0415  (only who listens needs it)

    pronunciations: defaultdict[str, list[str]] = defaultdict(list)
    with Path(get_model_path("en-us/cmudict-en-us.dict")).open(encoding="utf-8") as file:
        for line in file:
            word, _, sounds = line.rstrip("\n").partition(" ")
            pronunciations[_VARIANT.sub("", word)].append(sounds)
    return dict(pronunciations)


def pronounced(word: str, dictionary: Dictionary) -> list[str]:
    """The ways a word is said."""
    if known := dictionary.get(word):
        return list(known)
    if word.endswith("'s"):
        return [_with_s(sounds) for sounds in pronounced(word.removesuffix("'s"), dictionary)]
    return _by_parts(word, dictionary) or [_by_letters(word)]


def _with_s(sounds: str) -> str:
    last = sounds.rsplit(" ", 1)[-1]
    return f"{sounds} {'IH Z' if last in _HISSING else 'S' if last in _VOICELESS else 'Z'}"


def _by_parts(word: str, dictionary: Dictionary) -> list[str]:
    """A compound by its two words, the longer first one before others: "big" and "jigs"."""
    for at in range(len(word) - _SHORTEST_PART, _SHORTEST_PART - 1, -1):
        first, second = dictionary.get(word[:at]), dictionary.get(word[at:])
        if first and second:
            return [f"{first[0]} {second[0]}"]
    return []


def _by_letters(word: str) -> str:
    rules = _letter_rules()
    letters = [letter for letter in word if letter.isalpha()]
    plain = "".join(letters)
    wide_first = (reversed(contexts(plain, at)) for at in range(len(plain)))
    sounds = (next((rules[found] for found in wider if found in rules), "") for wider in wide_first)
    return " ".join(filter(None, sounds)) or "AH"


@cache
def _letter_rules() -> Mapping[str, str]:
    with gzip.open(resources.SPEECH / "letters.txt.gz", "rt", encoding="utf-8") as file:
        return dict(line.rstrip("\n").split("\t") for line in file)


def contexts(word: str, at: int) -> list[str]:
    """A letter in its surroundings, narrow to wide."""
    padded, middle = f"{_PADDING}{word}{_PADDING}", at + len(_PADDING)
    return [
        f"{padded[middle - before : middle]}|{padded[middle]}|{padded[middle + 1 : middle + 1 + after]}"
        for before, after in _WIDTHS
    ]


def narrower(context: str) -> Iterator[str]:
    """The surroundings of a letter that lie within these, wide to narrow."""
    before, letter, after = context.split("|")
    for fewer_before, fewer_after in reversed(_WIDTHS[: _WIDTHS.index((len(before), len(after)))]):
        yield f"{before[len(before) - fewer_before :]}|{letter}|{after[:fewer_after]}"
