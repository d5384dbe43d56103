"""The second pass of an import: the products in order of their ids, written to the store and both engines."""

from __future__ import annotations

from collections.abc import Iterator
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


def build(
    generation: Path,
    products: Iterator[list[Product]],
    currency: str,
    cache: VectorCache,
    embedder: Embedder,
    *,
    brief: bool,
) -> dict[str, int]:
    """Writes a generation of these products, which come some at a time in order of their ids.

    Returns how many products there are, how many of them with a price in the catalogue's currency, and how many chunks.
    """
    stored = records.RecordWriter(generation / PRODUCTS)
    by_word = Bm25Writer(generation / BM25)
    by_meaning = VectorWriter(generation / VECTORS, embedder.name, embedder.dimension)
    words = vocabulary.VocabularyCounter()
    written = with_price = 0
    try:
        for batch in products:
            prices = [comparable_price(product, currency) for product in batch]
            priced = list(zip(batch, prices, strict=True))
            for product, price in priced:
                stored.add(product.id, price, records.dump(product))
                by_word.add(product, price)
                words.add(product)
            found = [(chunk, price) for product, price in priced for chunk in chunks(product, brief=brief)]
            vectors, keys = cache.vectors([chunk.text for chunk, _ in found])
            by_meaning.add([chunk for chunk, _ in found], vectors, keys, [price for _, price in found])
            written += len(batch)
            with_price += sum(not isnan(price) for price in prices)
        for writer in (stored, by_word, by_meaning):
            writer.close()
    except BaseException:
        for writer in (stored, by_word, by_meaning):  # so that their folder can be removed
            writer.abandon()
        raise
    counted = vocabulary.dumped(words.vocabulary(currency))
    (generation / VOCABULARY).write_text(counted, encoding="utf-8")
    return {"products": written, "with_price": with_price, "chunks": by_meaning.count}


def comparable_price(product: Product, currency: str) -> float:
    """The price in the catalogue's currency; nan where there is none, for no budget can be compared with it."""
    return float(product.price.amount) if product.price and product.price.currency == currency else nan
