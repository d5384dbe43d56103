"""What is to be known about a catalogue in Milvus beside its products: rows of a partition of their own.

A row for each finished part of an import, the vocabulary in pieces, and the head, which is written last: what it names
is whole.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, replace

from pydantic import TypeAdapter, ValidationError

from assistant.catalogue import vocabulary as vocabularies
from assistant.catalogue.manifest import EmbedderInfo
from assistant.catalogue.milvus.milvus_rows import ABOUT, LONGEST, about_row, rows_condition
from assistant.catalogue.milvus.milvus_server import MilvusServer
from assistant.errors import CatalogueDamagedError, CatalogueVersionError
from assistant.schema import Vocabulary

VERSION = 1
_HEAD = "head"
_BATCH = 100


@dataclass(frozen=True, slots=True)
class Head:
    """What a collection holds: `rows` are those of its products, `pieces` those of its vocabulary."""

    version: int
    program: str
    embedder: EmbedderInfo
    currency: str
    counts: Mapping[str, int]
    source: str
    created: str
    digest: str
    rows: int
    pieces: int


_HEADS = TypeAdapter(Head)


@dataclass(frozen=True, slots=True)
class Shard:
    """One of so many parts of an import; numbers from 1."""

    number: int = 1
    of: int = 1

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"


def read_head(server: MilvusServer) -> Head | None:
    """The head of a collection; `None` where no import into it was ever finished."""
    found = _texts(server, _HEAD).get(_HEAD)
    if found is None:
        return None
    try:
        head = _HEADS.validate_json(found)
    except ValidationError as error:
        raise CatalogueDamagedError(f"{server.address} is damaged (its head); import the products again") from error
    if head.version != VERSION:
        raise CatalogueVersionError(
            f"{server.address} has format {head.version} and this program reads {VERSION}; import into a new collection"
        )
    return head


def read_vocabulary(server: MilvusServer, head: Head) -> Vocabulary:
    """The vocabulary that a head names; `CatalogueDamagedError` where a piece of it is missing."""
    ids = [_piece(head.digest, number) for number in range(head.pieces)]
    found: dict[str, str] = {}
    for start in range(0, len(ids), _BATCH):
        found |= _texts(server, *ids[start : start + _BATCH])
    if len(found) < len(ids):
        raise CatalogueDamagedError(f"{server.address} is damaged (its words); import the products again")
    packed = "".join(found[row_id] for row_id in ids)
    return vocabularies.loaded(zlib.decompress(base64.b85decode(packed)).decode())


def finished(server: MilvusServer, digest: str, of: int) -> dict[Shard, int]:
    """The parts of an import that are done, and how many rows each has."""
    shards = {_mark(digest, shard): shard for shard in (Shard(number, of) for number in range(1, of + 1))}
    return {shards[row_id]: int(text) for row_id, text in _texts(server, *shards).items()}


def unfinished(server: MilvusServer) -> str:
    """In words, how far the first import into a collection is."""
    rows = [row for page in server.pages("", ("id",), ABOUT) for row in page]
    shards = sorted(str(row["id"]).rpartition("-")[2].replace(".", "/") for row in rows if "done-" in row["id"])
    return f"of its parts only {', '.join(shards)} {'is' if len(shards) == 1 else 'are'} done" if shards else ""


def mark_finished(server: MilvusServer, digest: str, shard: Shard, rows: int, dimension: int) -> None:
    """Notes that a part of an import is done."""
    _write(server, {_mark(digest, shard): str(rows)}, dimension)


def publish(server: MilvusServer, head: Head, words: Vocabulary) -> None:
    """Makes a whole import the catalogue; `head.pieces` is set here. What belonged to another one is removed."""
    packed = base64.b85encode(zlib.compress(vocabularies.dumped(words).encode())).decode()
    pieces = [packed[start : start + LONGEST] for start in range(0, len(packed), LONGEST)]
    texts = {_piece(head.digest, number): piece for number, piece in enumerate(pieces)}
    _write(server, texts, head.embedder.dimension)
    _write(server, {_HEAD: _HEADS.dump_json(replace(head, pieces=len(pieces))).decode()}, head.embedder.dimension)
    stale = [row["id"] for page in server.pages("", ("id",), ABOUT) for row in page]
    stale = [row_id for row_id in stale if row_id != _HEAD and head.digest not in row_id]
    if stale:
        server.ask("delete", ids=stale, partition_name=ABOUT)


def _piece(digest: str, number: int) -> str:
    return f"words-{digest}-{number}"


def _mark(digest: str, shard: Shard) -> str:
    return f"done-{digest}-{shard.number}.{shard.of}"


def _texts(server: MilvusServer, *row_ids: str) -> dict[str, str]:
    rows = server.ask(
        "query", filter=rows_condition(row_ids), output_fields=["id", "product"], partition_names=[ABOUT],
        consistency_level="Strong",
    )  # fmt: skip
    return {row["id"]: row["product"] for row in rows}


def _write(server: MilvusServer, texts: Mapping[str, str], dimension: int) -> None:
    rows = [about_row(row_id, text, dimension) for row_id, text in texts.items()]
    for start in range(0, len(rows), _BATCH):
        server.ask("upsert", data=rows[start : start + _BATCH], partition_name=ABOUT)
