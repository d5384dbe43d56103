"""A reranker that reads wish and product together: a sentence-transformers cross-encoder; needs the extra `models`.

It decides the order. How probably each candidate is what was asked for, as the built-in reranker read it, stays with
it, because later stages read it. Fifty products take even a small model seconds on two cores: this is for owners with a
graphics card, or with time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assistant.adapters.networks import logistic
from assistant.catalogue.chunking import chunks
from assistant.errors import SettingsError
from assistant.protocols import Reranker
from assistant.retrieval.embedding import readable
from assistant.retrieval.sentence_encoder import load_model, unusable
from assistant.schema import Candidate, Plan, Product

BATCH = 32
# Cross-encoders read 512 tokens, wish and product together; the wish must not leave the product without room.
MAX_QUERY_CHARACTERS, MAX_PRODUCT_CHARACTERS = 512, 2048
# What transformers calls a model with a part that scores; from the weights of any other it would make one up.
_SCORING = "ForSequenceClassification"


class CrossEncoderReranker:
    """Ranks by a cross-encoder, from a folder or by a model hub's name; safe to use from several threads.

    `base` adds the scores that later stages read; `threads` is how many torch may use in this process. Raises
    `SettingsError` where the extra `models` is missing or the model cannot be used or is no cross-encoder.
    """

    def __init__(self, model: str, base: Reranker, threads: int) -> None:
        self._base = base
        self._model = load_model("CrossEncoder", model, threads)
        self._lock = Lock()
        from torch.nn import Identity  # noqa: PLC0415

        self._as_it_is = Identity()  # the model's own squashing is left out
        self._check(model)

    def rerank(self, plan: Plan, candidates: Sequence[Candidate]) -> list[Candidate]:
        """The candidates, best first, ties in order of `doc_id`; `score` and `scores["rerank"]` are 0 to 1.

        They grow with the model's raw score alone, so they order the candidates of one wish; they are no probabilities.
        """
        if not candidates:
            return []
        query = readable(next(iter(plan.query_variants), plan.intent.text), MAX_QUERY_CHARACTERS)
        # The base's order does not depend on that of the input, and so neither do the batches.
        based = self._base.rerank(plan, candidates)
        texts = [product_text(candidate.product) for candidate in based]
        # Twins are read once: in two batches their scores could differ in the last digit.
        distinct = list(dict.fromkeys(texts))
        scores = dict(zip(distinct, logistic(self._raw_scores(query, distinct)).tolist(), strict=True))
        scored = [
            replace(candidate, score=scores[text], scores={**candidate.scores, "rerank": scores[text]})
            for candidate, text in zip(based, texts, strict=True)
        ]
        return sorted(scored, key=lambda candidate: (-candidate.score, candidate.doc_id))

    def _raw_scores(self, query: str, texts: Sequence[str]) -> NDArray[np.float64]:
        """The model's score of each text, higher is better: (len(texts),), before any squashing of the model's own."""
        pairs = [(query, text) for text in texts]
        with self._lock:
            found = self._model.predict(pairs, batch_size=BATCH, activation_fn=self._as_it_is, show_progress_bar=False)
        return np.asarray(found, dtype=np.float64)

    def _check(self, model: str) -> None:
        """Sees once that the model gives a text one number, and that it learned to."""
        try:
            scores = self._raw_scores("train set", ["Farm Wooden Train Set"])
        except Exception as error:  # torch, transformers and the model's own parts raise what they like
            raise unusable(model, error) from error
        if scores.shape != (1,) or not np.isfinite(scores).all() or not _learned_to_score(self._model):
            raise SettingsError(
                f"The model {model!r} is no cross-encoder that learned to give one score; name one that is."
            )


def product_text(product: Product) -> str:
    """What the model reads of a product: what the encoder reads of it first, description last."""
    return readable(chunks(product)[0].text, MAX_PRODUCT_CHARACTERS)


def _learned_to_score(model: Any) -> bool:
    """Whether the part that scores came with the weights: that of a plain encoder is random, and says so nowhere."""
    made, saved = type(model.model).__name__, model.config.architectures or ()
    return not made.endswith(_SCORING) or any(name.endswith(_SCORING) for name in saved)
