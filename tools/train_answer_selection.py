"""Trains data/models/answer-selection from data/training/questions.jsonl and names.jsonl (`make train`).

One network has both tasks, so that the second costs no space: what a statement says to a question, and whether a shop's
name is a product's. Needs the extra `models`, and beside the project the lists that the data are about
(`../shared/data`): they name products by id, and their texts are joined here. Seeded: the same data give the same
network on the same machine. `--more` goes on from the network there is, on all names and some of the questions.
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
from pair_training import READ_TO_ROUND_BY, SEED, TRAINING, PairModel, products_of, say, to_go_on_from, write

from assistant import resources
from assistant.adapters.name_reader import NameReader
from assistant.adapters.networks import PairNetwork, WordTable
from assistant.answering.answer_selector import CLASSES, OnnxAnswerSelector
from assistant.answering.answer_selector import MOST_TOKENS as MOST_READ
from assistant.answering.fact_extraction import facts_of
from assistant.answering.question_reading import statement
from assistant.prices.identity.as_read import catalogue_name
from assistant.schema import Fact, Intent, Pick, Plan, Product

QUESTIONS, NAMES = TRAINING / "questions.jsonl", TRAINING / "names.jsonl"
EPOCHS, BATCH, LEARNING_RATE = 4, 64, 7e-5
# Going on: passes over the names, and the share of the questions that each pass repeats, so that none are forgotten.
EPOCHS_MORE, SHARE_MORE = 2, 0.1
NAMES_BATCH = 32
# Sentences that do not answer, for each question and epoch: of the same listing, and of any other.
OF_THE_SAME, OF_OTHERS = 8, 1
MOST_TOKENS = 80
# The share of other products' names that may pass, before numbers and makers have their say.
MOST_FALSE = 0.025
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


@dataclass(frozen=True, slots=True)
class Named:
    """A product's name in the catalogue and one of a shop, and whether they are of the same product."""

    part: str
    ours: str
    theirs: str
    same: bool


def key_of(fact: Fact) -> str:
    """How the data name a statement: a field by its kind, a sentence by the hash of its words."""
    if fact.kind not in ("line", "review"):
        return fact.kind
    return hashlib.sha1(" ".join(str(fact.value).split()).lower().encode(), usedforsecurity=False).hexdigest()[:10]


def load(work: Path) -> tuple[list[Asked], list[Named]]:
    """Every question whose product is there, joined with what is stated of it, and every pair of names."""
    questions, names = (
        [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()] for file in (QUESTIONS, NAMES)
    )
    products = {name: products_of(name, work) for name in dict.fromkeys(row["catalogue"] for row in questions)}
    asked = (_asked(row, products[row["catalogue"]].get(row["id"])) for row in questions)
    named = (_named(row, products[row["catalogue"]].get(row["id"])) for row in names)
    return [one for one in asked if one is not None], [one for one in named if one is not None]


def _named(row: dict[str, Any], product: Product | None) -> Named | None:
    return Named(row["part"], catalogue_name(product), row["name"], row["same"]) if product else None


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


def train(asked: Sequence[Asked], named: Sequence[Named], source: Path, after: Path | None) -> dict[str, np.ndarray]:
    """The weights by name; `after` is the network to go on from."""
    import torch  # noqa: PLC0415
    from torch.nn.functional import binary_cross_entropy_with_logits, cross_entropy  # noqa: PLC0415

    draw = random.Random(SEED)
    epochs, share = (EPOCHS_MORE, SHARE_MORE) if after else (EPOCHS, 1.0)
    of_questions = len(pairs(asked, random.Random(1))) * share // BATCH
    steps = epochs * int(of_questions + len(named) // NAMES_BATCH)
    model = PairModel(source, len(CLASSES) + 1, MOST_TOKENS, LEARNING_RATE, steps, after=after)
    weights, begun = torch.tensor(WEIGHTS), time.perf_counter()
    for epoch in range(epochs):
        again = draw.sample(list(asked), int(len(asked) * share))
        batches: list[tuple[bool, list[tuple[str, str, int]]]] = [
            *((False, batch) for batch in _batches(pairs(again, draw), draw, BATCH)),
            *((True, batch) for batch in _batches(either_way(named, draw), draw, NAMES_BATCH)),
        ]
        draw.shuffle(batches)
        losses: dict[bool, list[float]] = {False: [], True: []}
        for of_names, batch in batches:
            logits = model.logits([(text, other) for text, other, _ in batch])
            wanted = torch.tensor([number for *_, number in batch])
            loss = (
                binary_cross_entropy_with_logits(logits[:, -1], wanted.float())
                if of_names
                else cross_entropy(logits[:, :-1], wanted, weight=weights)
            )
            losses[of_names].append(model.learn(loss))
        of_each = ", ".join(f"{np.mean(losses[kind]):.3f}" for kind in (False, True))
        say(f"epoch {epoch + 1}: loss {of_each} after {time.perf_counter() - begun:.0f} s")
    return model.weights()


def either_way(named: Sequence[Named], draw: random.Random) -> list[tuple[str, str, int]]:
    """One epoch of names: either may stand first."""
    found = [(one.ours, one.theirs, int(one.same)) for one in named]
    return [(b, a, same) if draw.random() < 1 / 2 else (a, b, same) for a, b, same in found]


def _batches(found: list[tuple[str, str, int]], draw: random.Random, size: int) -> list[list[tuple[str, str, int]]]:
    """Pairs of like length together, so that little is padded; the batches in any order."""
    draw.shuffle(found)
    found.sort(key=lambda pair: len(pair[0]) + len(pair[1]))
    batches = [found[start : start + size] for start in range(0, len(found), size)]
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


def read(asked: Sequence[Asked], network: PairNetwork) -> list[np.ndarray]:
    """The logits of every statement of every question, the answering ones first."""
    selector = OnnxAnswerSelector(network)
    return [selector.logits(one.question, [*one.answers, *one.others]) for one in asked]


def bar_for_names(named: Sequence[Named], network: PairNetwork) -> float:
    """The least probability at which no more than `MOST_FALSE` of the names of others pass."""
    others = sorted(said for said, one in zip(read_names(named, network), named, strict=True) if not one.same)
    return others[-1 - int(MOST_FALSE * len(others))] + 1e-4


def read_names(named: Sequence[Named], network: PairNetwork) -> list[float]:
    """How probably each two names are of the same product."""
    reader = NameReader(network)
    return [reader.probability(one.ours, one.theirs) for one in named]


def main() -> None:
    """Trains, writes, calibrates on the part for choosing, and reports on the part for reporting where there is one."""
    parts: dict[str, tuple[list[Asked], list[Named]]] = defaultdict(lambda: ([], []))
    with TemporaryDirectory() as work:
        asked, named = load(Path(work))
    for question in asked:
        parts[question.part][0].append(question)
    for pair in named:
        parts[pair.part][1].append(pair)
    say(str({name: (len(part[0]), len(part[1])) for name, part in parts.items()}))
    target = resources.ANSWER_SELECTION
    after = to_go_on_from(target)
    pairs = [(one.question, [*one.answers, *one.others][0]) for one in parts["choose"][0][:READ_TO_ROUND_BY]]
    write(train(*parts["train"], published_folder(), after), target, "answer-selection", pairs)
    network = PairNetwork(target, WordTable(resources.WORDS), 2, MOST_READ)
    bars = calibrated(parts["choose"][0], read(parts["choose"][0], network))
    bars["same"] = bar_for_names(parts["choose"][1], network)
    (target / "calibration.json").write_text(json.dumps(bars, indent=1) + "\n", encoding="utf-8")
    for line in report(parts, network, bars):
        say(line)


def report(
    parts: dict[str, tuple[list[Asked], list[Named]]], network: PairNetwork, bars: dict[str, float]
) -> Iterator[str]:
    """How the network does on the parts that it did not learn from."""
    for name in ("choose", "report"):
        asked, named = parts[name]
        if asked:
            rows = [softmax(row / bars["temperature"]) for row in read(asked, network)]
            yield f"{name}: {len(rows)} questions, {outcome(asked, rows, bars).line()}"
        if named:
            passed = [said >= bars["same"] for said in read_names(named, network)]
            for same in (True, False):
                of = [ok for ok, one in zip(passed, named, strict=True) if one.same == same]
                yield f"{name}: {sum(of)} of {len(of)} names of {'the same' if same else 'another'} product pass"


if __name__ == "__main__":
    main()
