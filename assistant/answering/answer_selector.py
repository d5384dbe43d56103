"""Answer sentence selection, learned: which sentences of a listing answer a question, and what they say to it.

The network reads question and sentence together; its card in `data/models/answer-selection/` says from what it learned.
"""

from __future__ import annotations

from collections.abc import Sequence

from assistant.adapters.networks import Floats, PairNetwork, shares
from assistant.schema import Reading, Verdict

# The classes that the network tells apart, in the order of its outputs.
CLASSES: tuple[Verdict, ...] = ("unknown", "yes", "no", "value", "opinion")
# Tokens of two texts that its network reads together; what is longer is no sentence, and no name.
MOST_TOKENS = 96
_NOTHING = Reading("unknown", 0.0)


class OnnxAnswerSelector:
    """Answers by a network of two texts, whose first outputs are these classes."""

    def __init__(self, network: PairNetwork) -> None:
        self._network = network

    def select(self, question: str, sentences: Sequence[str]) -> list[Reading]:
        """One reading a sentence; where the verdict is unsure it is "value": the sentence then speaks for itself."""
        if not sentences:
            return []
        return [self._reading(row) for row in self._probabilities(question, sentences)]

    def logits(self, question: str, sentences: Sequence[str]) -> Floats:
        """What the network gives, before it is calibrated: (sentences, classes)."""
        return self._network.logits(question, sentences)[:, : len(CLASSES)]

    def _reading(self, row: Floats) -> Reading:
        answers, bars = float(1 - row[0]), self._network.calibration
        if answers < bars["answer"]:
            return _NOTHING
        best = 1 + int(row[1:].argmax())
        sure = float(row[best]) / max(answers, 1e-9)
        return Reading(CLASSES[best] if sure >= bars["verdict"] else "value", round(answers, 4))

    def _probabilities(self, question: str, sentences: Sequence[str]) -> Floats:
        """The probability of each class for each sentence: (sentences, classes)."""
        logits = self.logits(question, sentences) / self._network.calibration["temperature"]
        return shares(logits)
