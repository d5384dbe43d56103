"""The index of words on disk, as tantivy writes it: one field for each part of a product.

Products are written in one order by one thread into one segment, so that the order of the rows in a shop's file
changes no result.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

import tantivy

from assistant.language.text import fold, plainly
from assistant.schema import Product

FIELDS = ("title", "brand", "category", "details", "description")
TOKENIZER = "folded_english"
# tantivy's smallest heap for a writer is 15 MB; this one holds 500,000 short products in one segment.
_HEAP_BYTES = 200_000_000
_LONGEST_WORD = 60
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_PIECES = re.compile(r"(?<=\d)[ -]?(?:pieces?|pcs?)(?![a-z0-9])")


@cache
def analyzer() -> tantivy.TextAnalyzer:
    """How a text becomes terms, for products and queries alike."""
    builder = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.simple())
    return builder.filter(tantivy.Filter.remove_long(_LONGEST_WORD)).filter(tantivy.Filter.stemmer("english")).build()


def _schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("doc_id", stored=True, tokenizer_name="raw", index_option="basic")
    builder.add_float_field("price", indexed=True, fast=True)
    for name in FIELDS:
        builder.add_text_field(name, tokenizer_name=TOKENIZER, index_option="freq")
    return builder.build()


def field_texts(product: Product) -> dict[str, str]:
    """The text of each field, folded, so that "Pokémon" meets "pokemon"."""
    product = plainly(product)
    texts = {
        "title": product.title,
        "brand": product.brand,
        "category": " ".join(product.category),
        "details": " ".join((product.material, product.model_number, *product.features)),
        "description": product.description,
    }
    return {name: plain(text) for name, text in texts.items()}


def plain(text: str) -> str:
    """A text folded, with numbers and pieces written in one way: "1,000pcs" and "1000-Piece" are "1000 piece"."""
    return _PIECES.sub(" piece", _THOUSANDS.sub("", fold(text)))


class Bm25Writer:
    """Writes an index into an empty folder; give it the products in order of their ids."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True)
        with _on_disk():
            index = tantivy.Index(_schema(), path=str(folder), reuse=False)
            index.register_tokenizer(TOKENIZER, analyzer())
            self._writer = index.writer(heap_size=_HEAP_BYTES, num_threads=1)

    def add(self, product: Product, price: float) -> None:
        """Adds a product; `price` is in the catalogue's currency, nan where there is none."""
        document = tantivy.Document()
        document.add_text("doc_id", product.id)
        if not math.isnan(price):
            document.add_float("price", price)
        for name, text in field_texts(product).items():
            if text:
                document.add_text(name, text)
        with _on_disk():
            self._writer.add_document(document)

    def close(self) -> None:
        """Makes what was added permanent."""
        with _on_disk():
            self._writer.commit()
            self._writer.wait_merging_threads()

    def abandon(self) -> None:
        """Ends the writer's threads without keeping anything."""
        with suppress(Exception):  # it may have ended already, of whatever it failed at
            self._writer.rollback()
            self._writer.wait_merging_threads()


@contextmanager
def _on_disk() -> Iterator[None]:
    """What tantivy does on disk; its failures, which it raises as `ValueError`, as `OSError`."""
    try:
        yield
    except ValueError as error:
        raise OSError(str(error)) from error
