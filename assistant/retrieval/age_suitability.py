"""For which ages a toy is welcome, read from its words: of the real toys a list states it for one in nine.

Its card in `data/models/ages/` says from what it learned. A maker's age from one year to another is believed; "3+",
which stands on nearly everything, says for whom a toy is too dangerous and little of whom it is for.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assistant.adapters.networks import WordTable, logistic, open_tokenizer, read_arrays
from assistant.retrieval.learned_reranker import MOST_TOKENS, product_text
from assistant.schema import AgeRange, Product

WEIGHTS = "weights.npz"
# Products whose ages are remembered.
_REMEMBERED = 4_096
_GROWN_UP = 40.0  # years


class LearnedAges:
    """One hidden layer over the mean of a product's word vectors, loaded by the first use."""

    def __init__(self, folder: Path, words: WordTable) -> None:
        self._folder, self._words = folder, words
        # The probability for each of the ages that the network knows.
        self._row = lru_cache(maxsize=_REMEMBERED)(lambda product: self.of_mean(self.mean_of(product)))

    def suit(self, products: Sequence[Product], age: AgeRange | None) -> list[float]:
        """How probably each product is welcome to somebody of this age, a grown-up where it is `None`: 0 to 1.

        Of several years the mean.
        """
        at, asked = self._weights["ages"], _years(age)
        return [
            1.0 if _is_stated(product, asked) else float(np.interp(asked, at, self._row(product)).mean())
            for product in products
        ]

    def mean_of(self, product: Product) -> NDArray[np.float32]:
        """The mean of a product's word vectors, which needs no weights: (dimension,)."""
        tokens = np.array([self._tokenizer.encode(product_text(product)).ids], np.int64)
        mean: NDArray[np.float32] = self._words.vectors(tokens)[0].mean(axis=0)
        return mean

    def of_mean(self, mean: NDArray[np.float32]) -> NDArray[np.float32]:
        """The probability for each of the ages: (dimension,) to (ages,)."""
        one = self._weights
        hidden = np.maximum((mean - one["mean"]) / one["spread"] @ one["first"] + one["first_constant"], 0)
        odds: NDArray[np.float32] = logistic(hidden @ one["second"] + one["second_constant"]).astype(np.float32)
        return odds

    @cached_property
    def _weights(self) -> dict[str, NDArray[np.float32]]:
        return read_arrays(self._folder / WEIGHTS)

    @cached_property
    def _tokenizer(self) -> Any:
        tokenizer = open_tokenizer(self._words.tokenizer)
        tokenizer.enable_truncation(MOST_TOKENS)
        return tokenizer


def _is_stated(product: Product, asked: NDArray[np.float64]) -> bool:
    """Whether the maker's age has both ends, and all that is asked for is between them."""
    stated = product.age
    if stated is None or stated.min_months is None or stated.max_months is None:
        return False
    return bool(stated.min_months <= asked.min() * 12 and asked.max() * 12 <= stated.max_months)


def _years(age: AgeRange | None) -> NDArray[np.float64]:
    """The ages that are asked for, in years; of an open end the one that is named."""
    ends = [months / 12 for months in (age.min_months, age.max_months) if months is not None] if age else [_GROWN_UP]
    return np.linspace(min(ends), max(ends), 5 if len(set(ends)) > 1 else 1)
