"""More products than there are: the catalogue's own ones, varied, the same ones every time.

A variant is a product with some words of its title replaced by words of another product of the same category, a new id
and a new price. To encode hundreds of thousands of texts takes hours, so its vector is made up as well: on the way from
the one product's vector to the other's, as far as the words went, and a little aside. `likeness` says how well that
imitates real texts.
"""

from __future__ import annotations

import re
import zlib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import numpy as np

from assistant.catalogue.store import CatalogueStore
from assistant.catalogue.vector_file import Vectors, map_vectors, read_chunks
from assistant.schema import Price, Product

# Tuned by `likeness` on 10,000 real toys: at most half of a title's words are another's, and the noise is at most half
# as long as a vector.
MOST_SHARE = 0.5
MOST_NOISE = 0.5
# More products to vary would make the variants no more varied, only slower to make.
MOST_SEEDS = 20_000
# The text of a variant bears its number, and with it where its vector comes from.
_NUMBER = re.compile(r"\bArticle V(\d{8})\b")
_SAMPLE = 1_000
_CENT = Decimal("0.01")


class Variants:
    """Varies products, which come with a vector each: (products, dimension)."""

    def __init__(self, products: Sequence[Product], vectors: Vectors) -> None:
        self._products, self.vectors = products, vectors
        groups: defaultdict[tuple[str, ...], list[int]] = defaultdict(list)
        for number, product in enumerate(products):
            groups[product.category[:2]].append(number)
        self._group = [groups[product.category[:2]] for product in products]

    @classmethod
    def of(cls, store: CatalogueStore) -> Variants:
        """Varies the products of a catalogue by the vectors of their first chunks."""
        chunks = read_chunks(store.vectors_folder)
        firsts = np.flatnonzero(chunks["number"].to_numpy() == 0)
        firsts = firsts[:: -(-len(firsts) // MOST_SEEDS)]
        ids = [chunks["doc_id"][int(row)].as_py() for row in firsts]
        return cls(store.products(ids), map_vectors(store.vectors_folder, store.manifest.embedder.dimension)[firsts])

    def products(self, count: int) -> Iterator[Product]:
        """The first so many variants, made one by one."""
        return map(self.product, range(count))

    def product(self, number: int) -> Product:
        """The variant of this number, from 0."""
        one, other, share = self._origin(number)
        chosen = np.random.default_rng((number, 1))
        product = self._products[one]
        return replace(
            product,
            id=f"v{number:08d}",
            title=_crossed(product.title.split(), self._products[other].title.split(), share, chosen),
            price=product.price and _varied(product.price, chosen),
            description=f"Article V{number:08d}. {product.description}".strip(),
            reviews=(),
        )

    def vector(self, text: str) -> Vectors:
        """The vector of a variant's text, of unit length: (dimension,); the same text has the same vector.

        A further chunk does not bear the number: its vector is that of some variant.
        """
        digest = zlib.crc32(text.encode())
        found = _NUMBER.search(text)
        one, other, share = self._origin(int(found[1]) if found else digest)
        chosen = np.random.default_rng((digest, 2))
        noise = chosen.standard_normal(self.vectors.shape[1], np.float32) / np.sqrt(self.vectors.shape[1])
        varied = (1 - share) * self.vectors[one] + share * self.vectors[other]
        varied += chosen.uniform(0, MOST_NOISE) * noise
        unit: Vectors = (varied / np.linalg.norm(varied)).astype(np.float32)
        return unit

    def _origin(self, number: int) -> tuple[int, int, float]:
        """Which product is varied, by which other one of its category, and how far."""
        chosen = np.random.default_rng((number, 0))
        one = number % len(self._products)
        group = self._group[one]
        return one, group[int(chosen.integers(len(group)))], float(chosen.uniform(0, MOST_SHARE))


class VariedEmbedder:
    """Gives variants' texts their made-up vectors, under the name of the encoder that made the real ones."""

    def __init__(self, variants: Variants, name: str) -> None:
        self._variants = variants
        self.name, self.dimension = name, variants.vectors.shape[1]

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One row of unit length per text: (len(texts), dimension)."""
        return np.stack([self._variants.vector(text) for text in texts])


def likeness(variants: Variants) -> dict[str, tuple[float, float]]:
    """How like their nearest and tenth nearest neighbours vectors are, real and varied ones, as many of each.

    Medians of the cosine over a sample.
    """
    count = len(variants.vectors)
    varied = np.stack([variants.vector(f"Article V{number:08d}") for number in range(count)])
    return {"real": _neighbours(variants.vectors), "varied": _neighbours(varied)}


def _neighbours(vectors: Vectors) -> tuple[float, float]:
    step = max(len(vectors) // _SAMPLE, 1)
    # The most similar vector is the sampled one itself.
    cosines = -np.sort(-(vectors[::step] @ vectors.T), axis=1)
    nearest, tenth = np.median(cosines[:, [min(rank, len(vectors) - 1) for rank in (1, 10)]], axis=0)
    return round(float(nearest), 3), round(float(tenth), 3)


def _crossed(words: Sequence[str], others: Sequence[str], share: float, chosen: np.random.Generator) -> str:
    """A title, of whose words about this share are replaced by words of another."""
    replaced = chosen.random(len(words)) < share
    others = others or words
    return " ".join(
        others[int(chosen.integers(len(others)))] if other else word
        for word, other in zip(words, replaced, strict=True)
    )


def _varied(price: Price, chosen: np.random.Generator) -> Price:
    factor = Decimal(f"{chosen.uniform(0.5, 1.5):.4f}")
    return replace(price, amount=max((price.amount * factor).quantize(_CENT), _CENT))


def seeds(folder: Path) -> Variants:
    """The variants of the catalogue in a folder."""
    return Variants.of(CatalogueStore.open(folder))
