"""The catalogue's own words, counted while it is written."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Mapping
from itertools import pairwise
from typing import TypeVar

from pydantic import TypeAdapter

from assistant.language.text import brand_key, fold, stems
from assistant.schema import Product, Vocabulary

# Of the products that bear a brand's rarest word, the share that must be of the brand for it to count as a name.
NAME_SHARE = 0.2
# Two neighbouring words are a phrase where at least so many products have them; most pairs occur once.
MIN_PHRASE_PRODUCTS = 2
_PART = re.compile(r"[^\w\s'’&.-]+|\s[-–—]\s")
Key = TypeVar("Key", bound=Hashable)
_VOCABULARY = TypeAdapter(Vocabulary)


class VocabularyCounter:
    """Counts products one by one."""

    def __init__(self) -> None:
        self._size = 0
        self._brands: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._categories: defaultdict[str, Counter[tuple[str, ...]]] = defaultdict(Counter)
        self._stems: Counter[str] = Counter()
        self._phrases: Counter[str] = Counter()

    def add(self, product: Product) -> None:
        """Counts one product."""
        self._size += 1
        if brand := brand_key(product.brand):
            self._brands[brand][product.brand] += 1
        for depth, name in enumerate(product.category, 1):
            self._categories[fold(name)][product.category[:depth]] += 1
        self._stems.update(set(stems(" ".join((product.title, product.brand, *product.category)))))
        self._phrases.update(
            {phrase for text in (product.title, product.brand, *product.category) for phrase in _pairs(text)}
        )

    def vocabulary(self, currency: str) -> Vocabulary:
        """What was counted: the most frequent spelling of each brand, the most frequent path of each category."""
        return Vocabulary(
            size=self._size,
            currency=currency,
            brands={
                folded: _commonest(spellings)
                for folded, spellings in sorted(self._brands.items())
                if self._is_a_name(folded, spellings.total())
            },
            categories={folded: _commonest(paths) for folded, paths in sorted(self._categories.items())},
            document_frequency=dict(sorted(self._stems.items())),
            phrases=frozenset(phrase for phrase, count in self._phrases.items() if count >= MIN_PHRASE_PRODUCTS),
        )

    def _is_a_name(self, brand: str, products: int) -> bool:
        """Whether a brand's rarest word stands mostly on that brand's own products.

        A shop's list has makers called "Train" and "Game"; a shopper who says those words means no maker.
        """
        rarest = min((self._stems[word] for word in stems(brand)), default=0)
        return rarest > 0 and products >= NAME_SHARE * rarest


def _pairs(text: str) -> Iterator[str]:
    """Neighbouring stems of letters, within each part of a title."""
    for part in _PART.split(text):
        for first, second in pairwise(stems(part)):
            if first.isalpha() and second.isalpha():
                yield f"{first} {second}"


def _commonest(counts: Mapping[Key, int]) -> Key:
    """The key counted most often, the first in order of those, so that the order of rows changes nothing."""
    return min(counts, key=lambda key: (-counts[key], key))


def dumped(vocabulary: Vocabulary) -> str:
    """A vocabulary as JSON."""
    content = {name: getattr(vocabulary, name) for name in Vocabulary.__slots__}
    content["phrases"] = sorted(vocabulary.phrases)
    return json.dumps(content, ensure_ascii=False)


def loaded(text: str) -> Vocabulary:
    """The vocabulary that `dumped` made a text of."""
    return _VOCABULARY.validate_json(text)
