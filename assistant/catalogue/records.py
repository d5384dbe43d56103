"""Products on disk: an Arrow file with a column to scan by, and each whole product as one cell.

The assistant reads products one by one and scans only their prices, so a product is one cell (JSON, absent fields left
out), which costs a tenth of gathering twenty columns. Columns are made from and read into plain values here: Arrow's
own converters load pandas, which costs half a second and 60 MB at the start of every answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing, suppress
from itertools import accumulate
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.ipc
from numpy.typing import ArrayLike, NDArray
from pydantic import TypeAdapter

from assistant.schema import Product

SCHEMA = pa.schema([("id", pa.string()), ("price", pa.float64()), ("product", pa.binary())])
_BATCH = 4096
_PRODUCT = TypeAdapter(Product)


def dump(product: Product) -> bytes:
    """A product as JSON; fields at their defaults are left out."""
    return _PRODUCT.dump_json(product, exclude_defaults=True)


def load(record: bytes) -> Product:
    """The product that `dump` wrote."""
    return _PRODUCT.validate_json(record)


class RecordWriter:
    """Writes (id, price or nan, dumped product) rows as they come, a batch at a time."""

    def __init__(self, path: Path) -> None:
        self._sink = pa.OSFile(str(path), "wb")
        self._file = pa.ipc.new_file(self._sink, SCHEMA)
        self._pending: list[tuple[str, float, bytes]] = []

    def add(self, doc_id: str, price: float, record: bytes) -> None:
        """Adds one row."""
        self._pending.append((doc_id, price, record))
        if len(self._pending) == _BATCH:
            self._flush()

    def _flush(self) -> None:
        ids, prices, products = zip(*self._pending, strict=True)
        arrays = [texts(ids), numbers(prices, pa.float64()), blobs(products)]
        self._file.write_batch(pa.record_batch(arrays, schema=SCHEMA))
        self._pending.clear()

    def close(self) -> None:
        """Writes what is pending and closes the file."""
        if self._pending:
            self._flush()
        with closing(self._sink):
            self._file.close()

    def abandon(self) -> None:
        """Closes the file as it is, on a full disk as well."""
        with suppress(OSError), closing(self._sink):
            self._file.close()


def read(path: Path) -> pa.Table:
    """The table of a file that a `RecordWriter` wrote, memory-mapped."""
    return pa.ipc.open_file(pa.memory_map(str(path))).read_all()


def gather(table: pa.Table, rows: Sequence[int]) -> list[Product]:
    """The products of these rows of a table, in this order.

    One by one: Arrow's `take` joins all pieces of a column first, a third of a gigabyte where there are a million rows.
    """
    column = table["product"]
    return [load(column[row].as_py()) for row in rows]


def texts(values: Sequence[str]) -> pa.Array:
    """A column of text."""
    return blobs([value.encode() for value in values], pa.string())


def blobs(values: Sequence[bytes], kind: pa.DataType | None = None) -> pa.Array:
    """A column of bytes, or of what they are."""
    offsets = np.fromiter(accumulate(map(len, values), initial=0), np.int32, len(values) + 1)
    buffers = [None, pa.py_buffer(offsets), pa.py_buffer(b"".join(values))]
    return pa.Array.from_buffers(kind or pa.binary(), len(values), buffers)


def keys(values: Sequence[bytes], width: int) -> pa.Array:
    """A column of bytes that all have one length."""
    return pa.Array.from_buffers(pa.binary(width), len(values), [None, pa.py_buffer(b"".join(values))])


def numbers(values: ArrayLike, kind: pa.DataType) -> pa.Array:
    """A column of numbers without gaps; nan stands for none."""
    array = np.ascontiguousarray(values, kind.to_pandas_dtype())
    return pa.Array.from_buffers(kind, len(array), [None, pa.py_buffer(array)])


def floats(column: pa.ChunkedArray) -> NDArray[np.float64]:
    """A column of doubles as one array."""
    parts = [
        np.frombuffer(chunk.buffers()[1], np.float64)[chunk.offset : chunk.offset + len(chunk)]
        for chunk in column.chunks
        if len(chunk)
    ]
    return np.concatenate(parts) if len(parts) > 1 else parts[0] if parts else np.empty(0)
