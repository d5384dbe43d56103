"""Vectors that need not be computed again: those of the catalogue in use, and those of an import that was interrupted.

A vector belongs to the text it was made from and to the encoder that made it; its key is a hash of both.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from assistant.catalogue import manifest
from assistant.catalogue.folder import VECTORS
from assistant.catalogue.vector_file import Vectors, map_vectors, read_chunks
from assistant.errors import CatalogueError
from assistant.protocols import Embedder

# Texts encoded between two writes of the checkpoint: about a second's work.
BATCH = 256


class Checkpoint:
    """Vectors of an import under way, in a file that is only ever appended to; each record carries its own checksum."""

    def __init__(self, folder: Path, dimension: int) -> None:
        self.path = folder / f".vectors-{dimension}.partial"
        self._record = np.dtype([("key", "V16"), ("crc", "<u4"), ("vector", "<f4", (dimension,))])
        self._rows = self._load()
        self._file = self.path.open("ab+")

    def _load(self) -> dict[bytes, int]:
        """The rows of whole records by key; what follows a torn one is cut off."""
        if not self.path.exists():
            return {}
        records = np.fromfile(self.path, self._record)
        good = [zlib.crc32(record["vector"].tobytes()) == int(record["crc"]) for record in records]
        whole = good.index(False) if False in good else len(good)
        with self.path.open("rb+") as file:
            file.truncate(whole * self._record.itemsize)
        return {record["key"].tobytes(): row for row, record in enumerate(records[:whole])}

    def __contains__(self, key: bytes) -> bool:
        return key in self._rows

    def __getitem__(self, key: bytes) -> Vectors:
        self._file.seek(self._rows[key] * self._record.itemsize)
        record = np.frombuffer(self._file.read(self._record.itemsize), self._record)
        vector: Vectors = record["vector"][0]
        return vector

    def add(self, keys: Sequence[bytes], vectors: Vectors) -> None:
        """Appends vectors and hands them to the system, where they outlive this process."""
        records = np.zeros(len(keys), self._record)
        records["key"] = np.frombuffer(b"".join(keys), "V16")
        records["crc"] = [zlib.crc32(vector.tobytes()) for vector in vectors]
        records["vector"] = vectors
        self._file.write(records.tobytes())
        self._file.flush()
        self._rows |= dict(zip(keys, range(len(self._rows), len(self._rows) + len(keys)), strict=True))

    def close(self) -> None:
        """Closes the file and leaves it for the next import."""
        self._file.close()

    def remove(self) -> None:
        """Closes and deletes the file, and those of other encoders: what counts is in the catalogue now."""
        self.close()
        for path in self.path.parent.glob(".vectors-*.partial"):
            path.unlink(missing_ok=True)


class VectorCache:
    """Gives the vector of every text and encodes only what is new; counts both."""

    def __init__(self, folder: Path, embedder: Embedder) -> None:
        self._embedder = embedder
        self._rows, self._previous = _previous(folder, embedder)
        self.checkpoint = Checkpoint(folder, embedder.dimension)
        self.embedded = 0
        self.reused = 0

    def vectors(self, texts: Sequence[str]) -> tuple[Vectors, list[bytes]]:
        """One row and one key a text: (len(texts), dimension)."""
        named = (f"{self._embedder.name}\0{text}" for text in texts)
        keys = [hashlib.blake2b(one.encode(), digest_size=16).digest() for one in named]
        keyed = zip(keys, texts, strict=True)
        new = {key: text for key, text in keyed if key not in self._rows and key not in self.checkpoint}
        self._encode(list(new), list(new.values()))
        self.embedded += len(new)
        self.reused += len(texts) - len(new)
        rows = [self._previous[self._rows[key]] if key in self._rows else self.checkpoint[key] for key in keys]
        return (np.stack(rows) if rows else np.zeros((0, self._embedder.dimension), np.float32)), keys

    def _encode(self, keys: list[bytes], texts: list[str]) -> None:
        for start in range(0, len(texts), BATCH):
            vectors = np.asarray(self._embedder.embed(texts[start : start + BATCH]), np.float32)
            if vectors.shape != (len(texts[start : start + BATCH]), self._embedder.dimension):
                raise CatalogueError(f"the encoder {self._embedder.name} gave vectors of shape {vectors.shape}")
            self.checkpoint.add(keys[start : start + BATCH], vectors)


def _previous(folder: Path, embedder: Embedder) -> tuple[dict[bytes, int], NDArray[np.float32]]:
    """The rows by key and the vectors of the catalogue in use; nothing where there is none that is whole and usable."""
    nothing: tuple[dict[bytes, int], NDArray[np.float32]] = ({}, np.zeros((0, embedder.dimension), np.float32))
    try:
        found = manifest.read(folder)
        if found.embedder != manifest.EmbedderInfo(embedder.name, embedder.dimension):
            return nothing
        manifest.verify(folder, found)
    except CatalogueError:
        return nothing
    vectors = folder / found.generation / VECTORS
    keys = read_chunks(vectors)["key"].to_pylist()
    return {key: row for row, key in enumerate(keys)}, map_vectors(vectors, embedder.dimension)
