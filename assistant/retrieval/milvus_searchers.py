"""Search by words and by meaning in a Milvus collection, within the budget, which Milvus itself applies.

Its scores never meet those of another engine: what fuses and reranks goes by how far they lie apart.
"""

from __future__ import annotations

from collections.abc import Sequence

from assistant.catalogue.milvus.milvus_rows import condition_of, words_field
from assistant.catalogue.milvus.milvus_server import MilvusServer, Row
from assistant.protocols import Embedder
from assistant.retrieval.bm25 import WEIGHTS, query_stems
from assistant.schema import Hit, Query

# A score's further digits are the arithmetic of the machine, not likeness.
_DIGITS = 6
# More than are asked for are fetched: several chunks may belong to one product, and equal scores must be told apart.
_SPARE = 16
# Of each field the best so many are added up. Of the ten that the embedded index finds among 10,000 toys, 7.3 are found
# with 60, 9.3 with 250 or 500 and 9.5 with 1,000; with 500 a review finds its toy among a hundred 0.025 less often than
# there, with 1,000 only 0.008.
_DEPTH = 1_000
_WEIGHTS = {words_field(name): weight for name, weight in WEIGHTS.items()}


class MilvusWords:
    """BM25 over weighted fields; one hit a product, under its first chunk."""

    def __init__(self, server: MilvusServer) -> None:
        self._server = server

    def search(self, query: Query) -> list[Hit]:
        """At most `query.k` products inside `query.filters`, best first, equal scores in order of chunk id."""
        text = " ".join(query_stems(query.text))
        if not text or query.k < 1:
            return []
        limit = query.k + _SPARE
        depth = max(_DEPTH, 2 * limit)
        return _hits(self._server.by_words(text, _WEIGHTS, limit, depth, condition_of(query.filters)))[: query.k]


class MilvusVectors:
    """The inner product of unit vectors; one hit a product, under its best chunk."""

    def __init__(self, server: MilvusServer, embedder: Embedder) -> None:
        self._server, self._embedder = server, embedder

    def search(self, query: Query) -> list[Hit]:
        """At most `query.k` products inside `query.filters`, best first, equal scores in order of chunk id."""
        if query.k < 1 or not query.text.strip():
            return []
        vector, fetch = self._embedder.embed([query.text])[0].tolist(), query.k + _SPARE
        while True:
            found = self._server.by_vector(vector, fetch, condition_of(query.filters))
            best = {hit.doc_id: hit for hit in reversed(_hits(found))}
            if len(found) < fetch or len(best) >= query.k:
                return sorted(best.values(), key=_place)[: query.k]
            fetch *= 2  # too few products among the chunks


def _hits(found: Sequence[tuple[Row, float]]) -> list[Hit]:
    hits = [Hit(row["doc_id"], f"{row['doc_id']}#{row['number']}", round(score, _DIGITS)) for row, score in found]
    return sorted(hits, key=_place)


def _place(hit: Hit) -> tuple[float, str]:
    return -hit.score, hit.chunk_id
