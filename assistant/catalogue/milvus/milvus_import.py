"""Importing a list, or one of several parts of it, into a collection of Milvus, while that answers.

Every machine reads the whole list, which is quick, so that all know the same words; it encodes and writes only the
products of its own part, which is slow. What is there already and has not changed is left alone, so an import that was
stopped goes on where it stopped. The last part to be done makes the list the catalogue.
"""

from __future__ import annotations

import hashlib
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from math import isnan
from pathlib import Path

from assistant.catalogue import folder, manifest, records
from assistant.catalogue.generation import comparable_price
from assistant.catalogue.importing import STAGED, ImportReport, OpenedList, report_of
from assistant.catalogue.milvus.milvus_about import VERSION, Head, Shard, finished, mark_finished, publish
from assistant.catalogue.milvus.milvus_rows import (
    ABOUT,
    ITEMS,
    SLOTS,
    VECTOR,
    MilvusRow,
    check_collection,
    collection_of,
    rows_condition,
    rows_of,
    slot_of,
)
from assistant.catalogue.milvus.milvus_server import MilvusServer
from assistant.catalogue.staging import RejectsFile, Staged
from assistant.catalogue.vocabulary import VocabularyCounter
from assistant.errors import SourceError
from assistant.protocols import Embedder
from assistant.schema import Product, Vocabulary

# Products that are encoded and written together.
_BATCH = 200
_DELETED_AT_ONCE = 1_000


def shard_of(text: str) -> Shard:
    """The part that `--shard 2/8` names; the whole list where the text is empty."""
    number, slash, of = text.partition("/")
    if not text:
        return Shard()
    if slash and number.isdecimal() and of.isdecimal() and 1 <= int(number) <= int(of) <= SLOTS:
        return Shard(int(number), int(of))
    raise SourceError(f"--shard {text!r} cannot be read; write it as 2/8, the second of eight parts ({SLOTS} at most)")


def import_into_milvus(
    rows: OpenedList, server: MilvusServer, embedder: Embedder, shard: Shard, work: Path
) -> ImportReport:
    """Brings a part of a collection up to date; rejected rows are written to a file in the folder `work`.

    Raises `CatalogueError` with one clear line.
    """
    started = time.perf_counter()
    folder.prepare(work)
    with folder.locked(work), tempfile.TemporaryDirectory(dir=work, prefix=".staged-") as scratch:
        rejects = RejectsFile(work)
        try:
            staged = rows.stage(Path(scratch) / STAGED, rejects)
            loading = _Loading(server, embedder, shard, rows, staged, Path(scratch) / STAGED)
            loading.run()
        except BaseException:
            rejects.abandon()
            raise
        counted = (loading.with_price, loading.embedded, loading.reused)
        return report_of(staged, counted, rows.opened.repairs, rejects.publish(), time.perf_counter() - started)


@dataclass
class _Loading:
    """One part of an import."""

    server: MilvusServer
    embedder: Embedder
    shard: Shard
    rows: OpenedList
    staged: Staged
    path: Path
    embedded: int = 0
    reused: int = 0
    with_price: int = 0
    # The rows of this part that are there and not yet seen in the list: their content's key and their text's.
    _there: dict[str, tuple[str, str]] = field(default_factory=dict)

    def run(self) -> None:
        """Writes what is new or has changed and removes what is gone; the last part makes the list the catalogue."""
        head, words = self._counted()
        self.with_price = head.counts["with_price"]
        self._prepare(head.counts["products"])
        self._there = self._found()
        batches = self.staged.batches(self.path, _BATCH, self.rows.progress)
        rows = sum(self._bring_up_to_date(batch, head.currency) for batch in batches)
        gone = list(self._there)
        for start in range(0, len(gone), _DELETED_AT_ONCE):
            self.server.ask("delete", ids=gone[start : start + _DELETED_AT_ONCE], partition_name=ITEMS)
        self.server.ask("flush")
        mark_finished(self.server, head.digest, self.shard, rows, self.embedder.dimension)
        parts = finished(self.server, head.digest, self.shard.of)
        if len(parts) == self.shard.of:
            publish(self.server, replace(head, rows=sum(parts.values())), words)
        self.rows.progress("indexing", self.staged.taken, self.staged.taken)

    def _counted(self) -> tuple[Head, Vocabulary]:
        """What is to be known of the whole list: the same on every machine."""
        words, digest, priced = VocabularyCounter(), hashlib.blake2b(digest_size=8), 0
        currency = self.staged.currency
        for batch in self.staged.batches(self.path, _BATCH):
            for product in batch:
                words.add(product)
                digest.update(records.dump(product))
                priced += not isnan(comparable_price(product, currency))
        head = Head(
            version=VERSION,
            program=manifest.PROGRAM,
            embedder=manifest.EmbedderInfo(self.embedder.name, self.embedder.dimension),
            currency=currency,
            counts={"products": self.staged.taken, "with_price": priced},
            source=self.rows.source.name,
            created=datetime.now(UTC).isoformat(timespec="seconds"),
            digest=digest.hexdigest(),
            rows=0,
            pieces=0,
        )
        return head, words.vocabulary(currency)

    def _prepare(self, products: int) -> None:
        """Makes the collection where there is none; another machine may do so at the same moment."""
        if self.server.address.is_file:
            Path(self.server.address.uri).absolute().parent.mkdir(parents=True, exist_ok=True)
        if not self.server.ask("has_collection"):
            self.server.ask("create_collection", **collection_of(self.embedder.dimension, products))
        check_collection(self.server.ask("describe_collection"), self.embedder.name, self.embedder.dimension)
        if not self.server.ask("has_partition", partition_name=ABOUT):
            self.server.ask("create_partition", partition_name=ABOUT)

    def _found(self) -> dict[str, tuple[str, str]]:
        condition = f"slot in {[slot for slot in range(SLOTS) if self._is_ours(slot)]}" if self.shard.of > 1 else ""
        pages = self.server.pages(condition, ("id", "key", "text_key"), ITEMS)
        return {row["id"]: (row["key"], row["text_key"]) for page in pages for row in page}

    def _is_ours(self, slot: int) -> bool:
        return slot % self.shard.of == self.shard.number - 1

    def _bring_up_to_date(self, products: Sequence[Product], currency: str) -> int:
        """Writes the rows of products that are new or have changed; returns how many rows of this part they have."""
        ours = [product for product in products if self._is_ours(slot_of(product.id))]
        rows = [
            row for product in ours for row in rows_of(product, comparable_price(product, currency), self.embedder.name)
        ]
        there = {row.row_id: self._there.pop(row.row_id, ("", "")) for row in rows}
        changed = [row for row in rows if there[row.row_id][0] != row.fields["key"]]
        same_text = [row.row_id for row in changed if there[row.row_id][1] == row.fields["text_key"]]
        vectors = self._kept_vectors(same_text) | self._new_vectors([r for r in changed if r.row_id not in same_text])
        if changed:
            self.server.ask("upsert", data=[{**row.fields, VECTOR: vectors[row.row_id]} for row in changed])
        self.reused += len(rows) - len(changed) + len(same_text)
        return len(rows)

    def _kept_vectors(self, row_ids: Sequence[str]) -> dict[str, list[float]]:
        """Vectors that are there already: a price changes more often than a text."""
        if not row_ids:
            return {}
        rows = self.server.ask(
            "query", filter=rows_condition(row_ids), output_fields=["id", VECTOR], partition_names=[ITEMS]
        )
        return {row["id"]: list(row[VECTOR]) for row in rows}

    def _new_vectors(self, rows: Sequence[MilvusRow]) -> dict[str, list[float]]:
        if not rows:
            return {}
        vectors = self.embedder.embed([row.text for row in rows])
        self.embedded += len(rows)
        return {row.row_id: vector.tolist() for row, vector in zip(rows, vectors, strict=True)}
