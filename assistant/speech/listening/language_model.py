"""Which words follow which: a model of three words in a row, mixed from requests for toys and from general English.

Requests are counted and smoothed by absolute discounting with interpolation (Ney, Essen and Kneser, 1994); general
English comes as the probabilities of pairs. They are mixed linearly, general English the more the less often requests
hold the word before.
"""

from __future__ import annotations

import gzip
import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

START, END = "<s>", "</s>"
DISCOUNT = 0.8
# Chosen on requests other than the spoken questions: word error moves by less than 0.01 between a half and the double.
GENERAL_SHARE = 0.1
TRUST_AFTER = 30.0  # times that a word is seen in requests before they count as much as general English
_SEEN_TWICE = 2.0  # a run of three words counts from here on
_MOST_EXPLICIT = 0.99  # of what follows a word; the rest is for words that were never seen there
_LEAST = 1e-8

Shares = dict[str, float]
_Share = Callable[[str, str], float]  # of the second word after the first


@dataclass(frozen=True, slots=True)
class English:
    """General English: each common word's share, and what follows it."""

    words: Mapping[str, float]
    following: Mapping[str, Mapping[str, float]]


class Counts:
    """Words, pairs and runs of three, counted by weight."""

    def __init__(self) -> None:
        self.words: Counter[str] = Counter()
        self.following: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self.third: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)

    def add(self, sentence: Sequence[str], weight: float = 1) -> None:
        """Counts a sentence."""
        first, second = "", START
        for word in (*sentence, END):
            self.words[word] += weight  # type: ignore[assignment]
            self.following[second][word] += weight  # type: ignore[assignment]
            if first:
                self.third[first, second][word] += weight  # type: ignore[assignment]
            first, second = second, word


def read_english(path: Path) -> English:
    """What `tools/build_listening_data.py` wrote."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        size = int(file.readline())
        words = [file.readline().split() for _ in range(size)]
        following: defaultdict[str, Shares] = defaultdict(dict)
        for line in file:
            first, second, log = line.split()
            following[words[int(first)][0]][words[int(second)][0]] = 10 ** -float(log)
    return English({word: 10 ** -float(log) for word, log in words}, following)


def write_model(counts: Counts, english: English, path: Path) -> None:
    """Writes the mixture in the ARPA format."""
    singles = _singles(counts, english)
    pairs = {
        word: _capped(_followers(word, counts, english, singles))
        for word in sorted({*counts.following, *english.following} - {END})
    }
    pair_rest = {word: _rest(shares, singles.__getitem__) for word, shares in pairs.items()}

    def share(first: str, second: str) -> float:
        shares = pairs.get(first, {})
        return shares[second] if second in shares else pair_rest.get(first, 1.0) * singles[second]

    triples: dict[tuple[str, str], Shares] = {}
    for (first, second), seen in sorted(counts.third.items()):
        if shares := _capped(_thirds(second, seen, share)):
            triples[first, second] = shares
            pairs[first].setdefault(second, share(first, second))
    with path.open("w", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in _arpa(singles, pairs, pair_rest, triples, share))


def _singles(counts: Counts, english: English) -> Shares:
    """Each word's share of all words."""
    vocabulary = sorted({*counts.words, *english.words} - {START})
    total, general = counts.words.total(), sum(english.words.values())
    return {
        word: max(
            (1 - GENERAL_SHARE) * counts.words[word] / total + GENERAL_SHARE * english.words.get(word, 0) / general,
            _LEAST,
        )
        for word in vocabulary
    }


def _followers(word: str, counts: Counts, english: English, singles: Shares) -> Shares:
    """The shares of the words that follow one, both sources mixed."""
    seen: Mapping[str, float] = counts.following.get(word, {})
    general = english.following.get(word, {})
    total = sum(seen.values())
    general_share = max(GENERAL_SHARE, 1 - total / (total + TRUST_AFTER))
    left = min(1.0, DISCOUNT * len(seen) / total) if total else 1.0
    general_sum = sum(general.values())
    scale = min(1.0, _MOST_EXPLICIT / general_sum) if general_sum else 1.0
    free = max(1 - general_sum, 0.02)

    def own(follower: str) -> float:
        discounted = max(seen.get(follower, 0) - DISCOUNT, 0) / total if total else 0.0
        return discounted + left * singles[follower]

    def elsewhere(follower: str) -> float:
        return general[follower] * scale if follower in general else free * singles[follower]

    return {
        follower: (1 - general_share) * own(follower) + general_share * elsewhere(follower)
        for follower in sorted({*seen, *general})
    }


def _thirds(second: str, seen: Counter[str], share: _Share) -> Shares:
    """The shares of the words that follow two; those seen once are left to the pairs."""
    total = seen.total()
    left = min(1.0, DISCOUNT * len(seen) / total)
    return {
        third: (count - DISCOUNT) / total + left * share(second, third)
        for third, count in sorted(seen.items())
        if count >= _SEEN_TWICE
    }


def _capped(shares: Shares) -> Shares:
    total = sum(shares.values())
    return {word: share * min(1.0, _MOST_EXPLICIT / total) for word, share in shares.items()}


def _rest(shares: Shares, shorter: Callable[[str], float]) -> float:
    """By how much the shorter run's share is multiplied for a word that is not listed."""
    return (1 - sum(shares.values())) / max(1 - sum(map(shorter, shares)), 1e-6)


def _arpa(
    singles: Shares,
    pairs: Mapping[str, Shares],
    pair_rest: Mapping[str, float],
    triples: Mapping[tuple[str, str], Shares],
    share: _Share,
) -> Iterator[str]:
    sizes = (len(singles) + 1, *(sum(map(len, table.values())) for table in (pairs, triples)))
    yield "\\data\\"
    yield from (f"ngram {number}={size}" for number, size in enumerate(sizes, 1))
    yield "\n\\1-grams:"
    yield from _lines([(START, 0.0), *singles.items()], pair_rest)
    yield "\n\\2-grams:"
    for first in sorted(pairs):
        rests = {
            second: _rest(triples[first, second], partial(share, second))
            for second in pairs[first]
            if (first, second) in triples
        }
        yield from _lines(sorted(pairs[first].items()), rests, before=f"{first} ")
    yield "\n\\3-grams:"
    for (first, second), shares in triples.items():
        yield from _lines(shares.items(), {}, before=f"{first} {second} ")
    yield "\n\\end\\"


def _lines(shares: Iterable[tuple[str, float]], rests: Mapping[str, float], before: str = "") -> Iterator[str]:
    for word, share in shares:
        rest = f" {_log(rests[word]):.4f}" if word in rests else ""
        yield f"{_log(share) if share else -99:.4f} {before}{word}{rest}"


def _log(number: float) -> float:
    return math.log10(max(number, 1e-9))
