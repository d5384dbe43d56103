"""Builds what the recogniser knows of English beyond a catalogue, in data/speech, from the pocketsphinx package.

- english.txt.gz: common words, and the pairs of words that the package's own general model finds likely.
- letters.txt.gz: how letters sound in their surroundings, learned from the package's dictionary; it pronounces what the
  dictionary does not have, such as a brand.
- examples.txt: the toy requests among tools/domain_examples.csv, as they are said.
"""

from __future__ import annotations

import csv
import gzip
import math
import re
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from assistant import resources
from assistant.speech.listening.pronunciation import contexts, narrower, read_dictionary
from assistant.speech.listening.recogniser_data import spoken_words
from benchmarks.listening import load_questions

ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = ROOT / "tools" / "domain_examples.csv"
TARGET = resources.SPEECH
COMMON_WORDS = 4_000
# A pair counts when it makes up at least this share of all pairs.
LEAST_SHARE = 2e-7
ROUNDS = 4
MOST_SOUNDS = 2  # of one letter: the x of "box"
SEVERAL = 2
ALIKE = 4
LEAST_SEEN = 4  # times that a surrounding is seen before it overrules a shorter one
_PLAIN = re.compile(r"[a-z]+(?:'[a-z]+)*")

Pair = tuple[str, str]


def examples(texts: Sequence[Sequence[str]], dictionary: Mapping[str, Sequence[str]]) -> list[str]:
    """The texts that hold no typing error (each word is in the dictionary, or several texts have it).

    What is like one of the spoken questions is left out, because those are there to measure with.
    """
    texts_with = Counter(word for words in texts for word in set(words))
    asked = {run for question in load_questions() for run in runs(spoken_words(question))}
    good = (words for words in texts if all(word in dictionary or texts_with[word] >= SEVERAL for word in words))
    return list(dict.fromkeys(" ".join(words) for words in good if words and asked.isdisjoint(runs(words))))


def runs(words: Sequence[str]) -> set[tuple[str, ...]]:
    """All runs of so many words that an example has in common with a question only by being like it."""
    return {tuple(words[at : at + ALIKE]) for at in range(len(words) - ALIKE + 1)}


def write_gzip(name: str, lines: Iterable[str]) -> None:
    """A text file of the target, packed the same way each time."""
    lines = list(lines)  # first, so that nobody finds half a file for long
    with (TARGET / name).open("wb") as raw, gzip.GzipFile(fileobj=raw, mode="wb", mtime=0, filename="") as file:
        file.write("".join(f"{line}\n" for line in lines).encode())


def general_arpa(path: Path) -> None:
    """Writes the package's general model as text, as far as its pairs; longer runs it cannot write."""
    code = (
        "import sys; from pocketsphinx import Config, LogMath, NGramModel, get_model_path as at\n"
        # The library keeps pointers to both, so neither may go before the model does.
        "config, logs = Config(lm=None, dict=None, hmm=None), LogMath(1.0001)\n"
        "model = NGramModel(config, logs, at('en-us/en-us.lm.bin'))\n"
        "model.write(sys.argv[1], NGramModel.str_to_type('arpa'))"
    )
    # In a process of its own, because the library crashes once it comes to the triples.
    subprocess.run([sys.executable, "-c", code, str(path)], check=False)  # noqa: S603


def general_model(path: Path) -> tuple[dict[str, float], dict[Pair, float]]:
    """The probabilities of words, and of words after others."""
    words: dict[str, float] = {}
    pairs: dict[Pair, float] = {}
    with path.open(encoding="utf-8") as file:
        for line in file:
            match line.rstrip("\n").split("\t"):
                case [log, word, _]:
                    words[word] = 10 ** float(log)
                case [log, first, second, _]:
                    pairs[first, second] = 10 ** float(log)
    if not 0.9 < sum(words.values()) < 1.1:
        raise SystemExit(f"The shares of all words in {path} add up to {sum(words.values()):g}; build it again.")
    return words, pairs


def english(path: Path, own: set[str], dictionary: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """A line a word with its share, then a line a pair: the numbers of its words and its probability, as -log10."""
    words, pairs = general_model(path)
    sayable = [word for word in words if word in dictionary and _PLAIN.fullmatch(word)]
    common = sorted(sayable, key=lambda word: (-words[word], word))[:COMMON_WORDS]
    kept = ["<s>", "</s>", *sorted({*common, *(own & set(sayable))})]
    numbers = {word: number for number, word in enumerate(kept)}
    likely = sorted(
        (numbers[first], numbers[second], -math.log10(share))
        for (first, second), share in pairs.items()
        if first in numbers and second in numbers and share * (0.1 if first == "<s>" else words[first]) >= LEAST_SHARE
    )
    yield str(len(kept))
    yield from (f"{word} {-math.log10(words.get(word, 1e-9)):.3f}" for word in kept)
    yield from (f"{first} {second} {log:.2f}" for first, second, log in likely)


def aligned(word: str, sounds: Sequence[str], likelihood: Mapping[Pair, float]) -> list[str] | None:
    """The sounds of each letter, nought to two, that are likeliest together; None where there is no such reading."""
    best: dict[int, tuple[float, list[str]]] = {0: (0.0, [])}
    for letter in word:
        step: dict[int, tuple[float, list[str]]] = {}
        for at, (score, chunks) in best.items():
            for taken in range(min(MOST_SOUNDS, len(sounds) - at) + 1):
                chunk = " ".join(sounds[at : at + taken])
                new = score + math.log(likelihood.get((letter, chunk), 1e-6))
                if at + taken not in step or new > step[at + taken][0]:
                    step[at + taken] = (new, [*chunks, chunk])
        best = step
    return best[len(sounds)][1] if len(sounds) in best else None


def letters(dictionary: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """A line a surrounding of a letter and its sounds, wherever a shorter surrounding would say it otherwise."""
    sample = {word: ways[0].split() for word, ways in dictionary.items() if word.isascii() and word.isalpha()}
    likelihood: dict[Pair, float] = {}
    for word, sounds in sample.items():  # at first: sounds lie along the word in step with the letters
        for at, letter in enumerate(word):
            sound = sounds[at * len(sounds) // len(word)]
            likelihood[letter, sound] = likelihood.get((letter, sound), 0) + 1
            likelihood[letter, ""] = likelihood.get((letter, ""), 0) + 0.2
    readings: dict[str, list[str]] = {}
    for _ in range(ROUNDS):
        totals: defaultdict[str, float] = defaultdict(float)
        for (letter, _), count in likelihood.items():
            totals[letter] += count
        shares = {pair: count / totals[pair[0]] for pair, count in likelihood.items()}
        found = {word: aligned(word, sounds, shares) for word, sounds in sample.items()}
        readings = {word: chunks for word, chunks in found.items() if chunks}
        counted = Counter(pair for word, chunks in readings.items() for pair in zip(word, chunks, strict=True))
        likelihood = {pair: float(count) for pair, count in counted.items()}
    yield from _rules(readings)


def _rules(readings: Mapping[str, list[str]]) -> Iterator[str]:
    seen: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for word, chunks in readings.items():
        for at, chunk in enumerate(chunks):
            for context in contexts(word, at):
                seen[context][chunk] += 1
    rules: dict[str, str] = {}
    for context in sorted(seen, key=lambda context: (len(context), context)):
        chunk, count = min(seen[context].items(), key=lambda item: (-item[1], item[0]))
        if count >= LEAST_SEEN and chunk != _parent(context, rules):
            rules[context] = chunk
    yield from (f"{context}\t{chunk}" for context, chunk in rules.items())


def _parent(context: str, rules: Mapping[str, str]) -> str | None:
    """What the longest shorter surrounding says."""
    return next((rules[found] for found in narrower(context) if found in rules), None)


def main() -> None:
    """Writes every file."""
    TARGET.mkdir(parents=True, exist_ok=True)
    with EXAMPLES.open(encoding="utf-8", newline="") as file:
        wanted = [row["text"] for row in csv.DictReader(file) if row["label"] != "out_of_domain"]
    dictionary = read_dictionary()
    lines = examples([spoken_words(text) for text in wanted], dictionary)
    (TARGET / "examples.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    arpa = ROOT / "out" / "general.arpa"
    arpa.parent.mkdir(exist_ok=True)
    general_arpa(arpa)
    own = set((TARGET / "requests.txt").read_text(encoding="utf-8").split()) | set(" ".join(lines).split())
    write_gzip("english.txt.gz", english(arpa, own, dictionary))
    write_gzip("letters.txt.gz", letters(dictionary))


if __name__ == "__main__":
    main()
