"""A catalogue in Milvus, opened for answering: products by id in one request, its words as the import left them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

from assistant.catalogue.manifest import EmbedderInfo
from assistant.catalogue.milvus.milvus_about import Head, read_head, read_vocabulary, unfinished
from assistant.catalogue.milvus.milvus_rows import ITEMS, SLOTS, check_collection, first_row, rows_condition, unpacked
from assistant.catalogue.milvus.milvus_server import MilvusServer
from assistant.errors import CatalogueDamagedError, CatalogueVersionError
from assistant.protocols import Embedder
from assistant.schema import Product, Vocabulary

_MOST_AT_ONCE = 1_000
# A list that grows or shrinks overnight is half in for a while; one that lost more than this is not whole.
_WHOLE = 0.9


class MilvusStore:
    """Products of one collection; each is as it is in Milvus at the moment when it is asked for."""

    def __init__(self, server: MilvusServer, head: Head, vocabulary: Vocabulary) -> None:
        self.server, self.head = server, head
        self.vocabulary = vocabulary

    @classmethod
    def open(cls, server: MilvusServer, embedder: Embedder) -> MilvusStore:
        """Opens a collection; raises `CatalogueError`.

        That is `CatalogueAwayError` where the server does not answer, `CatalogueMissingError` where it has no such
        collection, `CatalogueVersionError` where that was made for something else or with another encoder, and
        `CatalogueDamagedError` where only a part of an import is in it.
        """
        if server.address.is_file and not Path(server.address.uri).exists():
            raise server.missing()
        check_collection(server.ask("describe_collection"), embedder.name, embedder.dimension)
        head = read_head(server)
        if head is None:
            raise _half(server, unfinished(server))
        if head.embedder != EmbedderInfo(embedder.name, embedder.dimension):
            raise CatalogueVersionError(
                f"{server.address} was made with the encoder {head.embedder.name}, not {embedder.name}; import it again"
            )
        rows = int(
            server.ask("query", filter="slot >= 0", output_fields=["count(*)"], partition_names=[ITEMS])[0]["count(*)"]
        )
        if rows < _WHOLE * head.rows:
            raise _half(server, f"{rows:,} of {head.rows:,} rows are there")
        return cls(server, head, read_vocabulary(server, head))

    def __len__(self) -> int:
        """How many products there were after the last import."""
        return self.head.counts["products"]

    @property
    def home(self) -> str:
        """Its address."""
        return str(self.server.address)

    @property
    def digest(self) -> str:
        """What tells these products from any others."""
        return self.head.digest

    @property
    def ids(self) -> list[str]:
        """Every product's id, in order; of ten million that takes minutes."""
        pages = self.server.pages("number == 0", ("doc_id",), ITEMS)
        return sorted(str(row["doc_id"]) for page in pages for row in page)

    def products(self, doc_ids: Sequence[str]) -> list[Product]:
        """The products with these ids, in this order; an unknown id raises `KeyError`."""
        found: dict[str, Product] = {}
        for start in range(0, len(doc_ids), _MOST_AT_ONCE):
            condition = rows_condition([first_row(doc_id) for doc_id in doc_ids[start : start + _MOST_AT_ONCE]])
            rows = self.server.ask("query", filter=condition, output_fields=["product"], partition_names=[ITEMS])
            found |= {product.id: product for product in (unpacked(row["product"]) for row in rows)}
        return [found[doc_id] for doc_id in doc_ids]

    def sample(self, most: int) -> list[Product]:
        """All products where there are no more than `most`, else those of some of the parts that a list has."""
        slots = SLOTS if len(self) <= most else max(1, math.floor(SLOTS * most / len(self)))
        pages = self.server.pages(f"number == 0 and slot < {slots}", ("product",), ITEMS)
        return sorted((unpacked(row["product"]) for page in pages for row in page), key=lambda product: product.id)


def _half(server: MilvusServer, why: str) -> CatalogueDamagedError:
    told = f" ({why})" if why else ""
    return CatalogueDamagedError(
        f"the import into {server.address} was not finished{told}; run it again, it goes on where it stopped"
    )
