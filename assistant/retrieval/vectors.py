"""Search by meaning: the inner product of unit vectors, in FAISS.

Up to 100,000 chunks every vector is compared; above that only those in the likeliest lists. Equal scores are settled by
chunk id, so that the order of the rows in a shop's file changes no result; equal vectors are in one list, so all of
them are found or none.
"""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from assistant.catalogue import records
from assistant.catalogue.vector_file import META, Vectors, faiss, open_index, read_chunks
from assistant.errors import CatalogueDamagedError, CatalogueVersionError
from assistant.protocols import Embedder
from assistant.schema import Filters, Hit, Query

# A score's further digits are the arithmetic of the machine, not likeness.
_DIGITS = 6
# More than are asked for are fetched: several chunks may belong to one product, and equal scores must be told apart.
_SPARE = 16
# One list in so many is looked at, and no more than these. Of 500,000 varied toys' vectors the ten nearest to a
# shopper's question are then found at 0.998, at 0.986 with a quarter of that; of a million at 0.9987, in 3.1 ms, and
# at 0.9994 in 5.7 with one list in eight.
_LISTS_A_PROBE, _MOST_LISTS = 8, 128
_NO_FILTERS = Filters()


def probes(lists: int, share: float) -> int:
    """How many of the lists to look at when a filter leaves this share of the vectors, above 0 and up to 1.

    As many vectors are compared as without a filter, so that a tight budget loses none.
    """
    return min(lists, math.ceil(min(lists / _LISTS_A_PROBE, _MOST_LISTS) / share))


class VectorSearcher:
    """Searches vectors that `VectorWriter` wrote; one hit a product, under its best chunk."""

    def __init__(self, embedder: Embedder, index: Any, chunks: pa.Table) -> None:
        self._embedder, self._index = embedder, index
        self._doc_ids, self._numbers = chunks["doc_id"], chunks["number"]
        self._prices = records.floats(chunks["price"])

    @classmethod
    def open(cls, folder: Path, embedder: Embedder) -> VectorSearcher:
        """Opens the vectors in a folder.

        `CatalogueVersionError` where another encoder made the vectors, `CatalogueDamagedError` where there are none.
        """
        try:
            meta = json.loads((folder / META).read_text(encoding="utf-8"))
            if (meta["embedder"], meta["dimension"]) != (embedder.name, embedder.dimension):
                raise CatalogueVersionError(
                    f"the catalogue was made with the encoder {meta['embedder']}, not {embedder.name}; import it again"
                )
            return cls(embedder, open_index(folder, embedder.dimension), read_chunks(folder))
        except (OSError, ValueError, KeyError, RuntimeError) as error:
            raise CatalogueDamagedError(f"the vectors in {folder} cannot be read; import the products again") from error

    def search(self, query: Query) -> list[Hit]:
        """At most `query.k` products inside `query.filters`, best first, equal scores in order of chunk id."""
        if query.k < 1 or not query.text.strip():
            return []
        return self.nearest(self._embedder.embed([query.text]), query.k, query.filters)

    def nearest(self, vector: Vectors, k: int, filters: Filters = _NO_FILTERS) -> list[Hit]:
        """As `search`, for a vector (1, dimension) that is there already."""
        parameters = self._parameters(filters)
        if parameters is None:
            return []
        fetch = k + _SPARE + len(filters.exclude_ids)
        while True:
            found = self._fetch(vector, fetch, parameters)
            by_product: dict[str, Hit] = {}
            for hit in found:
                by_product.setdefault(hit.doc_id, hit)
            best = [hit for doc_id, hit in by_product.items() if doc_id not in filters.exclude_ids]
            if len(found) < fetch or (len(best) >= k and found[-1].score < best[k - 1].score):
                return best[:k]
            fetch *= 2  # too few products among the chunks, or the last place is shared by more than were fetched

    def _parameters(self, filters: Filters) -> Any:
        """How FAISS is to search within these filters; `None` where nothing is left to search."""
        selector, share = None, 1.0
        if filters.by_price:
            # Chunks of products without a price are within no range.
            low = -math.inf if filters.min_price is None else float(filters.min_price)
            high = math.inf if filters.max_price is None else float(filters.max_price)
            inside = (self._prices >= low) & (self._prices <= high)
            selector = faiss.IDSelectorBitmap(np.packbits(inside, bitorder="little"))
            share = np.count_nonzero(inside) / max(len(inside), 1)
        if not share:
            return None
        if isinstance(self._index, faiss.IndexIVF):
            return faiss.SearchParametersIVF(sel=selector, nprobe=probes(self._index.nlist, share))
        return faiss.SearchParameters(sel=selector)

    def _fetch(self, vector: Vectors, fetch: int, parameters: Any) -> list[Hit]:
        # Two threads on two busy cores wait for each other ten times as long as one takes. OpenMP keeps this number for
        # each thread, and a server asks from many.
        faiss.omp_set_num_threads(1)
        scores, rows = self._index.search(vector, fetch, params=parameters)
        found = [(int(row), float(score)) for score, row in zip(scores[0], rows[0], strict=True) if row >= 0]
        ids = ((self._doc_ids[row].as_py(), self._numbers[row].as_py(), score) for row, score in found)
        hits = [Hit(doc_id, f"{doc_id}#{number}", round(score, _DIGITS)) for doc_id, number, score in ids]
        return sorted(hits, key=lambda hit: (-hit.score, hit.chunk_id))
