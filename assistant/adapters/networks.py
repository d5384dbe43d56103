"""Small networks on this machine: ONNX Runtime and the tokenizer, loaded in one place."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assistant.errors import SettingsError

Floats = NDArray[np.floating[Any]]
# A text of so many words tells a story; a shorter one is a request.
LONG_TEXT = 15


def logistic(logits: Floats) -> Floats:
    """The probability of each of several independent yes-or-no outcomes, without overflow."""
    probabilities: Floats = np.exp(-np.logaddexp(0, -logits))
    return probabilities


def shares(logits: Floats) -> Floats:
    """The probability of each of several classes, row by row (softmax)."""
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    probabilities: Floats = powers / powers.sum(axis=1, keepdims=True)
    return probabilities


@contextmanager
def _readable(path: Path) -> Iterator[None]:
    """Raises `SettingsError` where the file that is loaded inside is missing or cannot be read."""
    if not path.is_file():
        raise SettingsError(f"The model's file {path} is missing; install the program anew.")
    try:
        yield
    except Exception as error:  # both libraries raise bare Exceptions
        raise SettingsError(f"The model's file {path} cannot be read ({error}); install the program anew.") from error


def open_tokenizer(path: Path) -> Any:
    """The tokenizer in a file; raises `SettingsError` where it is missing or cannot be read."""
    with _readable(path):
        # Imported where it is used, as below: a command that encodes nothing need not wait for it.
        from tokenizers import Tokenizer  # noqa: PLC0415

        return Tokenizer.from_file(str(path))


def open_session(path: Path, threads: int = 1) -> Any:
    """The network in a file, run by so many threads; raises `SettingsError` as above."""
    with _readable(path):
        import onnxruntime  # noqa: PLC0415

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
        # Patterns are kept for each length of text, and save nothing where texts are encoded alone.
        options.enable_mem_pattern = False
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_EXTENDED
        # Merging additions into SkipLayerNormalization, which is several times slower, would lose what the rest gains.
        return onnxruntime.InferenceSession(
            str(path), options, providers=["CPUExecutionProvider"], disabled_optimizers=["SkipLayerNormFusion"]
        )


def read_arrays(path: Path) -> dict[str, NDArray[np.float32]]:
    """The arrays in a file, by name; raises `SettingsError` as above."""
    with _readable(path), np.load(path) as arrays:
        return dict(arrays)


class WordTable:
    """The vectors of all word pieces, which every network here begins with: int8 steps and a scale for each row.

    `tokenizer` is the file of the tokenizer whose word pieces they are. Raises `SettingsError` where a file is missing
    or cannot be read.
    """

    def __init__(self, folder: Path) -> None:
        self.tokenizer = folder / "tokenizer.json"
        with _readable(steps := folder / "steps.npy"):
            self._steps: NDArray[np.int8] = np.load(steps, mmap_mode="r")
        with _readable(scales := folder / "scales.npy"):
            self._scales: NDArray[np.float32] = np.load(scales)

    def vectors(self, ids: NDArray[np.int64]) -> NDArray[np.float32]:
        """The vectors of word pieces: (texts, tokens) to (texts, tokens, dimension)."""
        rows: NDArray[np.float32] = self._steps[ids] * self._scales[ids]
        return rows


def network_inputs(words: WordTable, encoded: Any) -> dict[str, Floats | NDArray[np.int64]]:
    """What a network that reads pairs is given for one that the tokenizer has cut: inputs by name, a batch of one."""
    ids, kinds, mask = (np.array([row], np.int64) for row in (encoded.ids, encoded.type_ids, encoded.attention_mask))
    return {"words": words.vectors(ids), "segments": kinds, "attention_mask": mask}


def is_long(text: str) -> bool:
    """Whether a text tells so much that in the tokens of a short one half of it would be lost."""
    return len(text.split()) >= LONG_TEXT


class _Network:
    """A network that reads two texts together, in one folder: `model.onnx` is loaded by the first use.

    Safe to use from several threads; `most_tokens` is the length at which both texts together are cut.
    """

    def __init__(self, folder: Path, words: WordTable, most_tokens: int, session_threads: int = 1) -> None:
        self._folder, self._words, self._most_tokens = folder, words, most_tokens
        self._session_threads = session_threads

    def _read(self, encoded: Any) -> NDArray[np.float32]:
        given: NDArray[np.float32] = self._session.run(None, network_inputs(self._words, encoded))[0]
        return given

    @cached_property
    def _session(self) -> Any:
        return open_session(self._folder / "model.onnx", threads=self._session_threads)

    @cached_property
    def _tokenizer(self) -> Any:
        return self._cutting_at(self._most_tokens)

    def _cutting_at(self, most_tokens: int) -> Any:
        tokenizer = open_tokenizer(self._words.tokenizer)
        tokenizer.no_padding()
        tokenizer.enable_truncation(most_tokens)
        return tokenizer


class PairNetwork(_Network):
    """A network that judges two texts, and how sure it may be taken to be.

    Each pair is read alone, a few at the same time: nothing is padded, and what one gets does not depend on others.
    With a long text a pair may have `most_of_long` tokens.
    """

    def __init__(
        self, folder: Path, words: WordTable, threads: int, most_tokens: int, most_of_long: int | None = None
    ) -> None:
        super().__init__(folder, words, most_tokens)
        self._readers = ThreadPoolExecutor(threads, thread_name_prefix="reader")
        self._most_of_long = most_of_long or most_tokens

    def logits(self, text: str, others: Sequence[str]) -> NDArray[np.float32]:
        """What the network gives for the text with each of the others, before it is calibrated: (others, outputs)."""
        tokenizer = self._tokenizer_of_long if is_long(text) else self._tokenizer
        encoded = tokenizer.encode_batch([(text, other) for other in others])
        _ = self._session  # loaded once, before several ask for it
        return np.concatenate(list(self._readers.map(self._read, encoded)))

    @cached_property
    def _tokenizer_of_long(self) -> Any:
        is_other = self._most_of_long != self._most_tokens
        return self._cutting_at(self._most_of_long) if is_other else self._tokenizer

    @cached_property
    def calibration(self) -> dict[str, float]:
        """The numbers in `calibration.json`, by name."""
        numbers: dict[str, float] = json.loads((self._folder / "calibration.json").read_text(encoding="utf-8"))
        return numbers


class TokenNetwork(_Network):
    """A network that classifies each token of a text, given another as context; one call takes all its threads."""

    def logits(self, text: str, context: str) -> tuple[Any, NDArray[np.float32]]:
        """The tokens of both texts, as the tokenizer gives them, and the outputs for each: (tokens, outputs)."""
        encoded = self._tokenizer.encode(text, context)
        return encoded, self._read(encoded)[0]

    @cached_property
    def common_words(self) -> tuple[str, ...]:
        """The words that are one piece each: the commonest of the language."""
        return tuple(sorted(word for word in self._tokenizer.get_vocab() if word.isalpha() and word.isascii()))
