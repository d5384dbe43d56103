"""Whether two names are one product's, learned from pairs of a catalogue's names and shops'.

Its network has this task beside another; the card in `data/models/answer-selection/` says from what it learned.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from assistant.adapters.networks import PairNetwork, logistic


@dataclass(frozen=True, slots=True)
class NameReader:
    """Reads two names by a network of two texts, whose last output says whether they are of the same product."""

    network: PairNetwork

    @property
    def bar(self) -> float:
        """The probability from which on they are taken for it: so high that few names of others reach it."""
        return self.network.calibration["same"]

    def probability(self, ours: str, theirs: str) -> float:
        """How probably both are names of one product, 0 to 1: the same whichever stands first."""
        return _probability(self.network, ours, theirs)


@lru_cache(maxsize=1_024)  # a page names its product in its data, its metadata and its heading
def _probability(network: PairNetwork, ours: str, theirs: str) -> float:
    logits = [network.logits(a, [b])[0, -1] for a, b in ((ours, theirs), (theirs, ours))]
    return float(logistic(np.array(sum(logits) / 2)))
