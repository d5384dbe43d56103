"""Trains data/models/answer-selection from data/training/questions.jsonl (`make train`).

Needs the extra `models`, and beside the project the lists that the questions are about (`../shared/data`): the
questions name products by id, and their texts are joined here. Seeded: the same data give the same network on the same
machine.
"""

from __future__ import annotations

import hashlib
import json
import random
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from build_words import published_folder
from pair_training import SEED, TRAINING, PairModel, products_of, say, write

from assistant import resources
from assistant.adapters.networks import WordTable
from assistant.answering.answer_selector import CLASSES, OnnxAnswerSelector
from assistant.answering.fact_extraction import facts_of
from assistant.answering.question_reading import statement
from assistant.schema import Fact, Intent, Pick, Plan, Product

QUESTIONS = TRAINING / "questions.jsonl"
EPOCHS, BATCH, LEARNING_RATE = 4, 64, 7e-5
# Sentences that do not answer, for each question and epoch: of the same listing, and of any other.
OF_THE_SAME, OF_OTHERS = 8, 1
MOST_TOKENS = 80
# A yes or a no is worth more than the rest, because a wrong one is worst.
WEIGHTS = (1.0, 1.2, 1.2, 1.0, 1.0)


@dataclass(frozen=True, slots=True)
class Asked:
    """A question about a product with the statements that answer it and those that do not."""

    part: str
    question: str
    verdict: str
    answers: tuple[str, ...]
    others: tuple[str, ...]


def key_of(fact: Fact) -> str:
    """How the data name a statement: a field by its kind, a sentence by the hash of its words."""
    if fact.kind not in ("line", "review"):
        return fact.kind
    return hashlib.sha1(" ".join(str(fact.value).split()).lower().encode(), usedforsecurity=False).hexdigest()[:10]


def load(work: Path) -> list[Asked]:
    """Every question whose product is there, joined with what is stated of it."""
    rows = [json.loads(line) for line in QUESTIONS.read_text(encoding="utf-8").splitlines()]
    products = {name: products_of(name, work) for name in dict.fromkeys(row["catalogue"] for row in rows)}
    asked = (_asked(row, products[row["catalogue"]].get(row["id"])) for row in rows)
    return [one for one in asked if one is not None]


def _asked(row: dict[str, Any], product: Product | None) -> Asked | None:
    if product is None:
        return None
    plan = Plan("train", Intent("", "details", "product_query"))
    statements = [(key_of(fact), statement(fact)) for fact in facts_of([Pick(product, product.price, 1, 1.0)], plan)]
    stated = [(key, text) for key, text in statements if text and key != "stock"]
    answers = tuple(text for key, text in stated if key in row["sentences"])
    if row["verdict"] != "unknown" and not answers:
        return None
    others = tuple(text for key, text in stated if key not in row["sentences"])
    return Asked(row["part"], row["question"], row["verdict"], answers, others)


def pairs(asked: Sequence[Asked], draw: random.Random) -> list[tuple[str, str, int]]:
    """One epoch: every answering statement with its class, and statements that do not answer."""
    elsewhere = [text for one in asked for text in one.others]
    found = []
    for one in asked:
        found += [(one.question, text, CLASSES.index(one.verdict)) for text in one.answers]
        same = draw.sample(one.others, min(OF_THE_SAME, len(one.others)))
        found += [(one.question, text, 0) for text in (*same, *draw.choices(elsewhere, k=OF_OTHERS))]
    return found


def train(asked: Sequence[Asked], source: Path) -> dict[str, np.ndarray]:
    """The weights by name."""
    import torch  # noqa: PLC0415
    from torch.nn.functional import cross_entropy  # noqa: PLC0415

    draw = random.Random(SEED)
    steps = EPOCHS * len(pairs(asked, random.Random(1))) // BATCH
    model = PairModel(source, len(CLASSES), MOST_TOKENS, LEARNING_RATE, steps)
    weights, begun = torch.tensor(WEIGHTS), time.perf_counter()
    for epoch in range(EPOCHS):
        batches = _batches(pairs(asked, draw), draw)
        total = 0.0
        for batch in batches:
            logits = model.logits([(question, text) for question, text, _ in batch])
            wanted = torch.tensor([number for *_, number in batch])
            total += model.learn(cross_entropy(logits, wanted, weight=weights))
        say(f"epoch {epoch + 1}: loss {total / len(batches):.3f} after {time.perf_counter() - begun:.0f} s")
    return model.weights()


def _batches(found: list[tuple[str, str, int]], draw: random.Random) -> list[list[tuple[str, str, int]]]:
    """Pairs of like length together, so that little is padded; the batches in any order."""
    draw.shuffle(found)
    found.sort(key=lambda pair: len(pair[0]) + len(pair[1]))
    batches = [found[start : start + BATCH] for start in range(0, len(found), BATCH)]
    draw.shuffle(batches)
    return batches


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the network answers questions at some bars, as shares of all questions (`silent` of the unanswerable).

    `false` is a wrong yes or no, `off_topic` a quotation that does not answer.
    """

    bars: dict[str, float]
    right: float
    silent: float
    false: float
    off_topic: float

    @property
    def worth(self) -> float:
        """What the bars are chosen by: better silent than beside the point, and far better than false."""
        return self.right - 3 * self.false - self.off_topic

    def line(self) -> str:
        """In a line."""
        return (
            f"right {self.right:.3f}, silent where the text is {self.silent:.3f}, false yes or no {self.false:.3f}, "
            f"beside the point {self.off_topic:.3f}"
        )


def outcome(asked: Sequence[Asked], rows: Sequence[np.ndarray], bars: dict[str, float]) -> Outcome:
    """What is answered at these bars; a statement that answers may be quoted in place of a yes or a no."""
    right = silent = unknown = false = off_topic = 0
    for one, row in zip(asked, rows, strict=True):
        best = int(np.argmax(1 - row[:, 0]))
        verdict = _verdict(row[best], bars)
        answers = best < len(one.answers)
        is_decided = verdict in ("yes", "no")
        good = verdict == one.verdict or (answers and verdict != "unknown" and not is_decided)
        right += good and (answers or one.verdict == "unknown")
        unknown += one.verdict == "unknown"
        silent += one.verdict == "unknown" and verdict == "unknown"
        false += is_decided and (verdict != one.verdict or not answers)
        off_topic += verdict in ("value", "opinion") and not answers
    count = len(asked)
    return Outcome(bars, right / count, silent / max(unknown, 1), false / count, off_topic / count)


def _verdict(row: np.ndarray, bars: dict[str, float]) -> str:
    answers = 1 - row[0]
    if answers < bars["answer"]:
        return "unknown"
    best = 1 + int(np.argmax(row[1:]))
    return CLASSES[best] if row[best] / answers >= bars["verdict"] else "value"


def calibrated(asked: Sequence[Asked], logits: Sequence[np.ndarray]) -> dict[str, float]:
    """The temperature of least loss, and the bars of most worth."""
    temperatures = np.linspace(0.6, 3.0, 25)
    losses = [sum(_loss(one, row / t) for one, row in zip(asked, logits, strict=True)) for t in temperatures]
    temperature = float(temperatures[int(np.argmin(losses))])
    rows = [softmax(row / temperature) for row in logits]
    found = [
        outcome(asked, rows, {"temperature": temperature, "answer": float(a), "verdict": float(v)})
        for a in np.arange(0.2, 0.96, 0.05)
        for v in np.arange(0.5, 0.96, 0.05)
    ]
    return max(found, key=lambda one: one.worth).bars


def _loss(one: Asked, row: np.ndarray) -> float:
    wanted = [CLASSES.index(one.verdict)] * len(one.answers) + [0] * len(one.others)
    return float(-np.log(softmax(row)[range(len(wanted)), wanted] + 1e-9).sum())


def softmax(logits: np.ndarray) -> np.ndarray:
    """Probabilities by row."""
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    probabilities: np.ndarray = powers / powers.sum(axis=1, keepdims=True)
    return probabilities


def read(asked: Sequence[Asked], folder: Path) -> list[np.ndarray]:
    """The logits of every statement of every question, the answering ones first."""
    selector = OnnxAnswerSelector(folder, WordTable(resources.WORDS), threads=2)
    return [selector.logits(one.question, [*one.answers, *one.others]) for one in asked]


def main() -> None:
    """Trains, writes, calibrates on the part for choosing, and reports on the part for reporting where there is one."""
    parts: dict[str, list[Asked]] = defaultdict(list)
    with TemporaryDirectory() as work:
        for one in load(Path(work)):
            parts[one.part].append(one)
    say(str({name: len(part) for name, part in parts.items()}))
    target = resources.ANSWER_SELECTION
    write(train(parts["train"], published_folder()), target, "answer-selection")
    bars = calibrated(parts["choose"], read(parts["choose"], target))
    (target / "calibration.json").write_text(json.dumps(bars, indent=1) + "\n", encoding="utf-8")
    for line in report(parts, target, bars):
        say(line)


def report(parts: dict[str, list[Asked]], folder: Path, bars: dict[str, float]) -> Iterator[str]:
    """How the network does on the parts that it did not learn from."""
    for name in ("choose", "report"):
        if parts[name]:
            rows = [softmax(row / bars["temperature"]) for row in read(parts[name], folder)]
            yield f"{name}: {len(rows)} questions, {outcome(parts[name], rows, bars).line()}"


if __name__ == "__main__":
    main()
