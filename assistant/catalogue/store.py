"""The catalogue, opened for answering."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from pathlib import Path

import pyarrow as pa

from assistant.catalogue import manifest, records, vocabulary
from assistant.catalogue.folder import BM25, PRODUCTS, VECTORS, VOCABULARY
from assistant.catalogue.manifest import Manifest
from assistant.errors import CatalogueDamagedError
from assistant.schema import Product, Vocabulary

_PRODUCTS_IN_MEMORY = 2048


class CatalogueStore:
    """Products by id out of a memory-mapped file; a product becomes an object when somebody asks for it."""

    def __init__(self, generation: Path, found: Manifest, table: pa.Table) -> None:
        self.manifest = found
        self.folder = generation.parent
        self.bm25_folder = generation / BM25
        self.vectors_folder = generation / VECTORS
        self.vocabulary: Vocabulary = vocabulary.loaded((generation / VOCABULARY).read_text(encoding="utf-8"))
        self._table = table
        self._product = lru_cache(_PRODUCTS_IN_MEMORY)(self._read)

    @classmethod
    def open(cls, folder: Path) -> CatalogueStore:
        """Opens and verifies the catalogue in a folder.

        `CatalogueMissingError`, `CatalogueVersionError` or `CatalogueDamagedError` where that is not possible.
        """
        found = manifest.read(folder)
        try:
            return cls._verified(folder, found)
        except CatalogueDamagedError:
            newer = manifest.read(folder)
            if newer.generation == found.generation:
                raise
            return cls._verified(folder, newer)  # an import replaced the catalogue in between

    @classmethod
    def _verified(cls, folder: Path, found: Manifest) -> CatalogueStore:
        manifest.verify(folder, found)
        generation = folder / found.generation
        return cls(generation, found, records.read(generation / PRODUCTS))

    def __len__(self) -> int:
        """How many products there are."""
        return int(self._table.num_rows)

    def products(self, doc_ids: Sequence[str]) -> list[Product]:
        """The products with these ids, in this order; an unknown id raises `KeyError`."""
        return [self._product(doc_id) for doc_id in doc_ids]

    @property
    def home(self) -> str:
        """The folder, however it was named."""
        return str(self.folder.resolve())

    @property
    def digest(self) -> str:
        """What tells these products from any others."""
        return self.manifest.files[f"{self.manifest.generation}/{PRODUCTS}"].sha256[:16]

    @cached_property
    def ids(self) -> list[str]:
        """Every product's id, in order."""
        ids: list[str] = self._table["id"].to_pylist()
        return ids

    def sample(self, most: int) -> list[Product]:
        """All products where there are no more than `most`, else every second, third or so on."""
        return self.products(self.ids[:: -(-len(self) // most) or 1])

    @cached_property
    def _row_of(self) -> dict[str, int]:
        return {doc_id: row for row, doc_id in enumerate(self.ids)}

    def _read(self, doc_id: str) -> Product:
        return records.load(self._table["product"][self._row_of[doc_id]].as_py())
