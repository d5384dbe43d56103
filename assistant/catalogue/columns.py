"""Columns of an Arrow file, made from and read into plain values.

Arrow's own converters load pandas, which costs half a second and 60 MB at the start of every answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

import numpy as np
import pyarrow as pa
from numpy.typing import ArrayLike, NDArray


def texts(values: Sequence[str]) -> pa.Array:
    """A column of text."""
    return _varied(pa.string(), [value.encode() for value in values])


def blobs(values: Sequence[bytes]) -> pa.Array:
    """A column of bytes."""
    return _varied(pa.binary(), values)


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


def _varied(kind: pa.DataType, values: Sequence[bytes]) -> pa.Array:
    offsets = np.fromiter(accumulate(map(len, values), initial=0), np.int32, len(values) + 1)
    return pa.Array.from_buffers(kind, len(values), [None, pa.py_buffer(offsets), pa.py_buffer(b"".join(values))])
