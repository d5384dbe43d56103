"""The second pass of an import: the products in order of their ids, written to the store and both engines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isnan, nan
from pathlib import Path

from assistant.catalogue import records, vocabulary
from assistant.catalogue.bm25_file import Bm25Writer
from assistant.catalogue.chunking import chunks
from assistant.catalogue.folder import BM25, PRODUCTS, VECTORS, VOCABULARY
from assistant.catalogue.vector_cache import VectorCache
from assistant.catalogue.vector_file import VectorWriter
from assistant.protocols import Embedder
from assistant.schema import Product

# Products between two reports of progress; their chunks are encoded together.
_BATCH = 100


@dataclass(frozen=True, slots=True)
class Built:
    """What was written: products, of them with a price in the catalogue's currency, and chunks."""

    products: int
    with_price: int
    chunks: int


class Builder:
    """Writes a generation, product by product in order of their ids."""

    def __init__(
        self, generation: Path, currency: str, cache: VectorCache, embedder: Embedder, *, brief: bool = False
    ) -> None:
        self._generation, self._currency, self._cache = generation, currency, cache
        self._brief = brief
        self._records = records.RecordWriter(generation / PRODUCTS)
        self._bm25 = Bm25Writer(generation / BM25)
        self._vectors = VectorWriter(generation / VECTORS, embedder.name, embedder.dimension)
        self._words = vocabulary.VocabularyCounter()
        self._products = self._with_price = 0

    def add(self, products: Sequence[Product]) -> None:
        """Adds products."""
        prices = [comparable_price(product, self._currency) for product in products]
        for product, price in zip(products, prices, strict=True):
            self._records.add(product.id, price, records.dump(product))
            self._bm25.add(product, price)
            self._words.add(product)
        self._add_chunks(products, prices)
        self._products += len(products)
        self._with_price += sum(not isnan(price) for price in prices)

    def _add_chunks(self, products: Sequence[Product], prices: Sequence[float]) -> None:
        priced = zip(products, prices, strict=True)
        found = [(chunk, price) for product, price in priced for chunk in chunks(product, brief=self._brief)]
        vectors, keys = self._cache.vectors([chunk.text for chunk, _ in found])
        self._vectors.add([chunk for chunk, _ in found], vectors, keys, [price for _, price in found])

    def close(self) -> Built:
        """Finishes every file."""
        self._records.close()
        self._bm25.close()
        self._vectors.close()
        words = vocabulary.dumped(self._words.vocabulary(self._currency))
        (self._generation / VOCABULARY).write_text(words, encoding="utf-8")
        return Built(self._products, self._with_price, self._vectors.count)

    def abandon(self) -> None:
        """Closes the files as they are, so that their folder can be removed."""
        self._records.abandon()
        self._bm25.abandon()
        self._vectors.abandon()


def build(builder: Builder, staged: Path, order: Sequence[int], progress: Callable[[str, int, int], None]) -> Built:
    """Writes the staged products in this order; progress is counted in products."""
    table = records.read(staged)
    try:
        for start in range(0, len(order), _BATCH):
            progress("indexing", start, len(order))
            builder.add(records.gather(table, order[start : start + _BATCH]))
        built = builder.close()
    except BaseException:
        builder.abandon()
        raise
    progress("indexing", len(order), len(order))
    return built


def comparable_price(product: Product, currency: str) -> float:
    """The price in the catalogue's currency; nan where there is none, for no budget can be compared with it."""
    return float(product.price.amount) if product.price and product.price.currency == currency else nan
