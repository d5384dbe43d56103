"""What PocketSphinx needs to know of a catalogue: a language model and a dictionary, made once and kept beside it."""

from __future__ import annotations

import hashlib
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from assistant import resources
from assistant.errors import SpeechError
from assistant.language.text import fold
from assistant.schema import Product
from assistant.speech.listening.language_model import END, START, Counts, English, read_english, write_model
from assistant.speech.listening.pronunciation import pronounced, read_dictionary
from assistant.speech.speaking.spoken_form import say

FORMAT = 1
SENTENCES = 15_000
MODEL, DICTIONARY, KEY = "model.arpa", "words.dict", "key"
# A name of the catalogue counts as this many requests, in all at most so many.
_NAME_WEIGHT, _ALL_NAMES_WEIGHT = 2.0, 8_000.0
_EXAMPLE_WEIGHT = 4.0
_MOST_WORDS = 5_000  # of the catalogue, the most frequent
_LONGEST_NAME = 3  # words of a title's end that a shopper may say for the toy
_MOST_BRANDS = 400
_WORD = re.compile(r"[a-z]+(?:'[a-z]+)*")
_SLOT = re.compile(r"\{(\w+)\}")
_ARTICLE = re.compile(r"\ban? (?=([a-z]))")


def lexicon_of(products: Callable[[], Iterable[Product]], key: str, folders: Sequence[Path]) -> Path:
    """The first folder that has both files for a catalogue with this key, or can take them.

    `SpeechError` where none can.
    """
    key = f"{FORMAT}-{key}-{_digest(resources.SPEECH)}"
    for folder in folders:
        with suppress(OSError):
            is_whole = (folder / MODEL).is_file() and (folder / DICTIONARY).is_file()
            if is_whole and (folder / KEY).read_text("utf-8") == key:
                return folder
    for folder in folders:
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            _write(products(), key, folder)
            return folder
    raise SpeechError("What is said cannot be understood here, because the words to listen for cannot be saved.")


def spoken_words(text: str) -> list[str]:
    """The words of a text as they are said, folded and without punctuation: "£5" is "five pounds"."""
    return _WORD.findall(fold(say(text)).replace("-", " "))


def _write(products: Iterable[Product], key: str, folder: Path) -> None:
    """Writes both files and then the key that says that they are whole."""
    counts, english = _counted(products), read_english(resources.SPEECH / "english.txt.gz")
    with TemporaryDirectory(prefix=".", dir=folder) as work:
        parts = Path(work)
        write_model(counts, english, parts / MODEL)
        (parts / DICTIONARY).write_text("".join(_entries(counts, english)), encoding="utf-8")
        (parts / KEY).write_text(key, encoding="utf-8")
        (folder / KEY).unlink(missing_ok=True)
        for name in (MODEL, DICTIONARY, KEY):
            (parts / name).replace(folder / name)


def _entries(counts: Counts, english: English) -> Iterator[str]:
    dictionary = read_dictionary()
    for word in sorted({*counts.words, *english.words} - {START, END}):
        for number, sounds in enumerate(pronounced(word, dictionary), 1):
            yield f"{word}{f'({number})' if number > 1 else ''} {sounds}\n"


def _counted(products: Iterable[Product]) -> Counts:
    """Requests of the grammar, examples, and the catalogue's own names."""
    names, brands = _names(products)
    examples = [line.split() for line in (resources.SPEECH / "examples.txt").read_text(encoding="utf-8").splitlines()]
    rules = _read_rules(resources.SPEECH / "requests.txt")
    short = [" ".join(example) for example in examples if len(example) <= _LONGEST_NAME]
    ends = [" ".join(name[-length:]) for name in names for length in range(1, _LONGEST_NAME + 1)]
    # Two toys in three are such as anybody may ask for, one is the catalogue's.
    step = max(1, 2 * len(ends) // max(len(short), 1))
    rules |= {"toy": [*short, *ends[::step]], "brand": brands or short}
    counts = Counts()
    for sentence in _sentences(rules, SENTENCES):
        counts.add(sentence)
    for example in examples:
        counts.add(example, _EXAMPLE_WEIGHT)
    for name in names:
        counts.add(name, min(_NAME_WEIGHT, _ALL_NAMES_WEIGHT / len(names)))
    return counts


def _read_rules(path: Path) -> dict[str, list[str]]:
    """The rules of a grammar file, which says itself how it is written: a name, and its alternatives."""
    lines = (line for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#"))
    named = (line.partition(":") for line in lines)
    return {name: [alternative.strip() for alternative in rest.split("|")] for name, _, rest in named}


def _sentences(rules: Mapping[str, Sequence[str]], count: int) -> Iterator[list[str]]:
    """So many requests, as words; the same ones each time."""
    draw = random.Random(0)  # noqa: S311  (a choice of sentences is no secret)

    def filled(name: str) -> str:
        return _SLOT.sub(lambda slot: filled(slot[1]), draw.choice(rules[name]))

    for _ in range(count):
        yield _ARTICLE.sub(lambda match: "an " if match[1] in "aeio" else "a ", filled("request")).split()


def _names(products: Iterable[Product]) -> tuple[list[list[str]], list[str]]:
    """The titles, categories and short features of a catalogue as words, and its commonest brands."""
    texts: Counter[str] = Counter()
    brands: Counter[str] = Counter()
    for product in products:
        texts.update((product.title, product.brand, *product.category[-2:], *product.features))
        brands[product.brand] += 1
    spoken = {text: spoken_words(text) for text in sorted(texts)}
    frequency = Counter(word for text, words in spoken.items() for word in set(words) for _ in range(texts[text]))
    known = {word for word, _ in sorted(frequency.items(), key=lambda item: (-item[1], item[0]))[:_MOST_WORDS]}
    common = sorted(brands, key=lambda brand: (-brands[brand], brand))[:_MOST_BRANDS]
    names = [words for words in spoken.values() if words and known.issuperset(words)]
    return names, list(filter(None, (" ".join(spoken[brand]) for brand in common)))


def _digest(folder: Path) -> str:
    digest = hashlib.sha256()
    for path in sorted(folder.glob("*.txt*")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]
