"""The catalogue's own words, counted while it is written."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping
from pathlib import Path
from typing import TypeVar

from assistant.schema import Product, Vocabulary
from assistant.text import brand_key, fold, stems

# Of the products that bear a brand's rarest word, the share that must be of the brand for it to count as a name.
NAME_SHARE = 0.2
Key = TypeVar("Key", bound=Hashable)
_NO_BRANDS = frozenset({"", "unknown", "generic", "unbranded", "no brand", "n/a", "na", "none", "various", "other"})


class VocabularyCounter:
    """Counts products one by one."""

    def __init__(self) -> None:
        self._size = 0
        self._brands: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._categories: defaultdict[str, Counter[tuple[str, ...]]] = defaultdict(Counter)
        self._stems: Counter[str] = Counter()

    def add(self, product: Product) -> None:
        """Counts one product."""
        self._size += 1
        brand = brand_key(product.brand)
        if brand and fold(product.brand) not in _NO_BRANDS:
            self._brands[brand][product.brand] += 1
        for depth, name in enumerate(product.category, 1):
            self._categories[fold(name)][product.category[:depth]] += 1
        self._stems.update(set(stems(" ".join((product.title, product.brand, *product.category)))))

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
        )

    def _is_a_name(self, brand: str, products: int) -> bool:
        """Whether a brand's rarest word stands mostly on that brand's own products.

        A shop's list has makers called "Train" and "Game"; a shopper who says those words means no maker.
        """
        rarest = min((self._stems[word] for word in stems(brand)), default=0)
        return rarest > 0 and products >= NAME_SHARE * rarest


def _commonest(counts: Mapping[Key, int]) -> Key:
    """The key counted most often, the first in order of those, so that the order of rows changes nothing."""
    return min(counts, key=lambda key: (-counts[key], key))


def save(vocabulary: Vocabulary, path: Path) -> None:
    """Writes a vocabulary as JSON."""
    content = {name: getattr(vocabulary, name) for name in Vocabulary.__slots__}
    path.write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")


def load(path: Path) -> Vocabulary:
    """Reads what `save` wrote."""
    content = json.loads(path.read_text(encoding="utf-8"))
    content["categories"] = {name: tuple(names) for name, names in content["categories"].items()}
    return Vocabulary(**content)
