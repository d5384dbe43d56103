"""Texts as vectors, by the encoder that ships in `data/models/`, in ONNX Runtime.

A vector depends on its text and on nothing else: every text is encoded alone, without padding, by one thread, and many
texts are spread over several such threads. Batches would be up to a third faster, but their activations share a scale:
a text's vector would then change with its neighbours, and with it the order of the products.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from assistant.adapters.networks import WordTable, open_session, open_tokenizer

# The encoder reads 256 tokens, some 1,200 letters; a longer text is cut here, because splitting a megabyte into tokens
# that are then thrown away takes half a second.
MAX_CHARACTERS = 16_384
# One conversation asks for the same few texts again and again; a row is 1.5 kB.
CACHED_ROWS = 256


class OnnxEmbedder:
    """The encoder of one model folder, whose word vectors lie in `words` beside it; safe to use from several threads.

    `threads` texts are encoded at once. Raises `SettingsError` where a file is missing or cannot be read.
    """

    def __init__(self, folder: Path, threads: int) -> None:
        self._words = WordTable(folder.parent / "words")
        self._tokenizer = open_tokenizer(self._words.tokenizer)
        self._session = open_session(folder / "model.onnx")
        self._threads = threads
        self._row = lru_cache(maxsize=CACHED_ROWS)(self._encode)
        # Vectors are kept under this name: those of other weights are never compared with these.
        self.name = f"{folder.name}@{hashlib.blake2b((folder / 'model.onnx').read_bytes(), digest_size=4).hexdigest()}"
        self.dimension = int(self._session.get_outputs()[0].shape[1])

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row of unit length per text, in their order: (len(texts), dimension).

        A text is read up to the encoder's 256 tokens. The empty text has a vector too.
        """
        rows = np.empty((len(texts), self.dimension), dtype=np.float32)
        for number, row in enumerate(self._rows(texts)):
            rows[number] = row
        return rows

    def _rows(self, texts: Sequence[str]) -> Iterator[NDArray[np.float32]]:
        if len(texts) < 2 or self._threads == 1:
            yield from map(self._row, texts)
        else:
            with ThreadPoolExecutor(self._threads, "embed") as pool:
                yield from pool.map(self._row, texts)

    def _encode(self, text: str) -> NDArray[np.float32]:
        tokens = np.array([self._tokenizer.encode(readable(text)).ids], dtype=np.int64)
        inputs = {"words": self._words.vectors(tokens), "attention_mask": np.ones_like(tokens)}
        row: NDArray[np.float32] = self._session.run(None, inputs)[0][0]
        return row


def readable(text: str, most_characters: int = MAX_CHARACTERS) -> str:
    """The text's beginning, without halves of characters, which tokenizers refuse."""
    return text[:most_characters].encode("utf-8", "replace").decode("utf-8")
