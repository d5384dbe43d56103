"""Vectors on disk: chunks in an Arrow file, a row of numbers for each, and an index where one is worth its while."""

from __future__ import annotations

import importlib
import json
import math
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.ipc
from numpy.typing import NDArray

from assistant.catalogue import records
from assistant.schema import Chunk

# FAISS's type stubs describe the C++ library, not what its Python wrapper accepts.
faiss: Any = importlib.import_module("faiss")

Vectors = NDArray[np.float32]

EXACT_UP_TO = 100_000
CHUNKS, VECTORS, INDEX, META = "chunks.arrow", "vectors.f32", "index.faiss", "meta.json"
KEY_BYTES = 16
SCHEMA = pa.schema(
    [("doc_id", pa.string()), ("number", pa.int32()), ("price", pa.float64()), ("key", pa.binary(KEY_BYTES))]
)
_BLOCK_ROWS = 8192
# FAISS asks for 39 at least.
_TRAINING_ROWS_A_LIST = 64


def index_recipe(count: int, exact_up_to: int = EXACT_UP_TO) -> str:
    """FAISS's name for the index of so many vectors: exact while that is quick, inverted lists above.

    FAISS advises lists of between one and four times the square root of the count; four take three times as long to
    train as two and find no more. Half-precision numbers take half the memory and change no rank that bytes do not
    change forty times as often (recall@10 0.998 against 0.987).
    """
    return "Flat" if count <= exact_up_to else f"IVF{round(2 * math.sqrt(count))},SQfp16"


class VectorWriter:
    """Writes chunks and their vectors into a new folder; give it the products in order of their ids."""

    def __init__(self, folder: Path, embedder_name: str, dimension: int, *, exact_up_to: int = EXACT_UP_TO) -> None:
        folder.mkdir(parents=True)
        self._exact_up_to = exact_up_to
        self._folder, self._dimension, self.count = folder, dimension, 0
        meta = {"embedder": embedder_name, "dimension": dimension}
        (folder / META).write_text(json.dumps(meta), encoding="utf-8")
        self._vectors = (folder / VECTORS).open("wb")
        self._sink = pa.OSFile(str(folder / CHUNKS), "wb")
        self._chunks = pa.ipc.new_file(self._sink, SCHEMA)

    def add(self, chunks: Sequence[Chunk], vectors: Vectors, keys: Sequence[bytes], prices: Sequence[float]) -> None:
        """Adds chunks: one row of `vectors`, one content key and one price (nan where none) each."""
        numbers = [int(chunk.chunk_id.rpartition("#")[2]) for chunk in chunks]
        arrays = [
            records.texts([chunk.doc_id for chunk in chunks]),
            records.numbers(numbers, pa.int32()),
            records.numbers(prices, pa.float64()),
            records.keys(keys, KEY_BYTES),
        ]
        self._chunks.write_batch(pa.record_batch(arrays, schema=SCHEMA))
        np.ascontiguousarray(vectors, dtype="<f4").tofile(self._vectors)
        self.count += len(chunks)

    def close(self) -> None:
        """Closes the files and builds the index where one is worth its while."""
        self._close_files()
        recipe = index_recipe(self.count, self._exact_up_to)
        if recipe != "Flat":
            _build(recipe, self._folder, self.count, self._dimension)

    def abandon(self) -> None:
        """Closes the files as they are, on a full disk as well."""
        with suppress(OSError):
            self._close_files()

    def _close_files(self) -> None:
        with closing(self._vectors), closing(self._sink):
            self._chunks.close()


def read_chunks(folder: Path) -> pa.Table:
    """The chunks of a folder in order of their vectors, memory-mapped; columns as in `SCHEMA`."""
    return records.read(folder / CHUNKS)


def map_vectors(folder: Path, dimension: int) -> Vectors:
    """All vectors of a folder, memory-mapped: (chunks, dimension)."""
    return np.memmap(folder / VECTORS, dtype="<f4", mode="r").reshape(-1, dimension)


def _blocks(folder: Path, dimension: int) -> Iterator[Vectors]:
    with (folder / VECTORS).open("rb") as file:
        while (block := np.fromfile(file, dtype="<f4", count=_BLOCK_ROWS * dimension)).size:
            yield block.reshape(-1, dimension)


def open_index(folder: Path, dimension: int) -> Any:
    """The index of a folder: the one that was built, else every vector compared."""
    if (folder / INDEX).exists():
        return faiss.read_index(str(folder / INDEX))
    index = faiss.IndexFlatIP(dimension)
    for block in _blocks(folder, dimension):
        index.add(block)
    return index


def _build(recipe: str, folder: Path, count: int, dimension: int) -> None:
    """Trains and writes an index; the same vectors give the same file, whatever the number of threads."""
    index = faiss.index_factory(dimension, recipe, faiss.METRIC_INNER_PRODUCT)
    index.train(_sample(folder, dimension, step=max(count // (_TRAINING_ROWS_A_LIST * index.nlist), 1)))
    for block in _blocks(folder, dimension):
        index.add(block)
    try:
        faiss.write_index(index, str(folder / INDEX))
    except RuntimeError as error:
        raise OSError(str(error)) from error


def _sample(folder: Path, dimension: int, step: int) -> Vectors:
    """Every `step`-th vector, read block by block, so that the others take no memory."""
    return np.concatenate(
        [block[-number * _BLOCK_ROWS % step :: step].copy() for number, block in enumerate(_blocks(folder, dimension))]
    )
