"""Trains data/models/relevance from data/training/searches.jsonl and requests.jsonl (`make train`).

Needs the extra `models`, and beside the project the lists that the requests were made to (`../shared/data`): products
are named by id, and their texts are joined here. Seeded: the same data give the same network on the same machine.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from build_words import published_folder
from pair_training import (
    GENTLER_RATE,
    MORE_EPOCHS,
    READ_TO_ROUND_BY,
    SEED,
    SHARED,
    TRAINING,
    PairModel,
    halfway,
    index_of,
    newest_hands,
    products_of,
    say,
    to_go_on_from,
    write,
)

from assistant import Assistant, Settings, resources
from assistant.adapters.networks import PairNetwork, WordTable
from assistant.language.text import fold
from assistant.retrieval.age_suitability import LearnedAges
from assistant.retrieval.embedding import OnnxEmbedder
from assistant.retrieval.learned_reranker import (
    FEATURES,
    MOST_TOKENS,
    MOST_TOKENS_OF_LONG,
    Named,
    bounded,
    features_of,
    probabilities,
    product_text,
)
from assistant.schema import Candidate, Price, Query
from assistant.understanding.grammars.audience import is_for_an_adult, read_age
from assistant.understanding.grammars.budgets import read_budget

SEARCHES, REQUESTS = TRAINING / "searches.jsonl", TRAINING / "requests.jsonl"
EPOCHS, LEARNING_RATE = 4, 1e-4
# Requests read in one step, and of each the products graded 2, 1 and 0; of what is near, and of what is wrong, the
# first come, all else is drawn anew in each pass.
AT_ONCE, TWOS, NEAR_ONES, WORST, ZEROS = 8, 3, 2, 2, 4
# Where it goes on, one in so many of the older hands' requests is read in a pass beside all of the newest.
ONE_OLDER_IN = 3
# Of requests that were written for one product: how many in all and in one step, how many others of like meaning beside
# it, and drawn from how many. Those that are nearly as like the request as the product itself may be right, too.
SEARCHES_READ, SEARCHES_AT_ONCE, OTHERS, NEAREST, NEARLY = 4_800, 12, 5, 16, 0.92
# Whose pools were drawn from a table of the list, lures and all, and not from what is found: what they say of how often
# a product is right holds for no search.
OF_A_TABLE = ("v", "w")
# How often a request is read as its fields in any order and not as it was written: a message that only goes on is.
AS_FIELDS = 0.35
# How often a product is read with words of the request written into its name (or its text, one time in so many), by its
# grade: whoever stuffs a name with what is asked for sells no more.
STUFFED, IN_ITS_TEXT = {0: 0.35, 1: 0.12, 2: 0.08}, 5
MOST_STUFFED, MOST_NAME_CHARACTERS = 14, 120
_TELLING = ("kind", "theme", "feature", "brand", "material", "colour")
_NO_WISH = frozenset({"budget", "recipient", "occasion", "superlative", "owns"})


@dataclass(frozen=True, slots=True)
class Graded:
    """A request with its graded products: (id, text, grade); `by` is whose it is."""

    by: str
    part: str
    catalogue: str
    text: str
    spans: dict[str, list[str]]
    products: tuple[tuple[str, str, int], ...]


def rows_of(path: Path) -> list[dict[str, Any]]:
    """The lines of a file of JSON lines."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def load(work: Path) -> list[Graded]:
    """Every request with its grades; what is over the budget without being right says nothing of what a toy is."""
    rows = rows_of(REQUESTS)
    shops = {name: products_of(name, work) for name in dict.fromkeys(row["catalogue"] for row in rows)}
    rows += list(_seed())
    found = []
    for row in rows:
        shop, limit = shops[row["catalogue"]], read_budget(row["text"].lower(), "")
        products = []
        for doc_id, grade in zip(row["pool"], map(int, row["grades"]), strict=True):
            product = shop.get(doc_id)
            if product and (grade == 2 or limit is None or _within(product.price, limit.budget.max)):
                products.append((doc_id, product_text(product), grade))
        found.append(Graded(row["by"], row["part"], row["catalogue"], row["text"], row["spans"], tuple(products)))
    return [one for one in found if one.products]


def _seed() -> Iterator[dict[str, Any]]:
    """The requests and grades that lie beside the lists."""
    path = SHARED / "grades_seed.jsonl"
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        row = json.loads(line)
        yield {
            "by": "", "part": "train", "catalogue": "toys_uk", "text": row["request"], "spans": {},
            "pool": list(row["grades"]), "grades": "".join(map(str, row["grades"].values())),
        }  # fmt: skip


def _within(price: Price | None, most: Any) -> bool:
    return most is None or (price is not None and price.amount <= most)


@dataclass(frozen=True, slots=True)
class Search:
    """A request that was written for one product, with that product's text and those of others like it."""

    part: str
    text: str
    product: str
    others: tuple[str, ...]


def load_searches(work: Path) -> list[Search]:
    """Every such request; the others are what the encoder finds nearest that is surely less like it."""
    embedder, found = OnnxEmbedder(resources.MODEL, threads=2), []
    by_shop: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in rows_of(SEARCHES):
        by_shop[row["catalogue"]].append(row)
    for name, rows in by_shop.items():
        shop = products_of(name, work)
        texts, place = [product_text(one) for one in shop.values()], {doc_id: at for at, doc_id in enumerate(shop)}
        sold = [row for row in rows if row["id"] in shop]
        likeness = embedder.embed([row["text"] for row in sold]) @ embedder.embed(texts).T
        for row, alike in zip(sold, likeness, strict=True):
            own = place[row["id"]]
            less = np.flatnonzero(alike < NEARLY * alike[own])
            nearest = less[np.argsort(-alike[less])[:NEAREST]]
            found.append(Search(row["part"], row["text"], texts[own], tuple(texts[at] for at in nearest)))
    return found


def train(
    searches: Sequence[Search], graded: Sequence[Graded], source: Path, after: Path | None
) -> dict[str, np.ndarray]:
    """The weights by name: two outputs, for "what was asked for" and for "at least near"; `after` where it goes on.

    First what was written for one product teaches to match; then grades teach what right is.
    """
    draw, begun, newest = random.Random(SEED), time.perf_counter(), newest_hands()
    epochs, rate = (MORE_EPOCHS, GENTLER_RATE) if after else (EPOCHS, LEARNING_RATE)
    passes: list[tuple[Sequence[Any], int, Callable[..., float]]] = []
    if not after:
        passes.append((draw.sample(searches, min(SEARCHES_READ, len(searches))), SEARCHES_AT_ONCE, _search_step))
    new = [one for one in graded if one.by.startswith(newest)]
    old = [one for one in graded if not one.by.startswith(newest)]
    for _ in range(epochs):
        older = draw.sample(old, len(old) // ONE_OLDER_IN) if newest else old
        passes.append(([*older, *new], AT_ONCE, _step))
    steps = sum(len(requests) // at_once for requests, at_once, _ in passes)
    model = PairModel(source, 2, MOST_TOKENS, rate, steps, after=after, most_of_long=MOST_TOKENS_OF_LONG)
    for number, (requests, at_once, step) in enumerate(passes, start=1):
        order = draw.sample(requests, len(requests))
        starts = range(0, len(order) - at_once + 1, at_once)
        total = sum(step(model, order[start : start + at_once], draw) for start in starts)
        say(f"pass {number}: loss {total / len(starts):.3f} after {time.perf_counter() - begun:.0f} s")
    return halfway(model.weights(), after)


def _search_step(model: PairModel, searches: Sequence[Search], draw: random.Random) -> float:
    """One step: each request's own product against others like it."""
    import torch  # noqa: PLC0415

    drawn = [(one, (one.product, *draw.sample(one.others, min(OTHERS, len(one.others))))) for one in searches]
    scores = _by_length(model, [(one.text, text) for one, texts in drawn for text in texts])[:, 0]
    counts = [len(texts) for _, texts in drawn]
    return model.learn(torch.stack([-torch.log_softmax(own, 0)[0] for own in scores.split(counts)]).mean())


def _step(model: PairModel, requests: Sequence[Graded], draw: random.Random) -> float:
    """One step: each product by itself, and the right ones of a request against the rest of its pool."""
    import torch  # noqa: PLC0415
    from torch.nn.functional import binary_cross_entropy_with_logits as apart  # noqa: PLC0415

    drawn = [_drawn(one, draw) for one in requests]
    pairs = [(wish, text) for wish, products in drawn for text, _ in products]
    grades = torch.tensor([grade for _, products in drawn for _, grade in products])
    logits = _by_length(model, pairs)
    loss = 2 * apart(logits[:, 0], (grades == 2).float()) + apart(logits[:, 1], (grades >= 1).float())
    counts, among = [len(products) for _, products in drawn], []
    for own, scores in zip(grades.split(counts), logits[:, 0].split(counts), strict=True):
        right = (own == 2).float()
        if right.any():
            among.append(-(torch.log_softmax(scores, 0) * right / right.sum()).sum())
    return model.learn(loss + 0.5 * torch.stack(among).mean() if among else loss)


def _drawn(one: Graded, draw: random.Random) -> tuple[str, list[tuple[str, int]]]:
    """The request as it is read this time, with some of what is right, near and wrong, some of that stuffed."""
    right, near, wrong = ([(text, grade) for _, text, grade in one.products if grade == own] for own in (2, 1, 0))
    rest = draw.sample(wrong[WORST:], min(ZEROS, len(wrong[WORST:])))
    drawn = [*draw.sample(right, min(TWOS, len(right))), *near[:NEAR_ONES], *wrong[:WORST], *rest]
    return as_read(one, draw), [
        (stuffed(text, one, draw) if draw.random() < STUFFED[grade] else text, grade) for text, grade in drawn
    ]


def stuffed(text: str, one: Graded, draw: random.Random) -> str:
    """A product's text with words of the request in its name, at either end or inside, or behind what it says."""
    said = [word for slot in _TELLING for word in one.spans.get(slot, ())]
    words = (" ".join(said) if said and draw.random() < 0.75 else one.text).split()[:MOST_STUFFED]
    name, *rest = text.split(" . ")
    if draw.randrange(IN_ITS_TEXT) == 0:
        return " . ".join((name, *rest, ". ".join([" ".join(words)] * draw.choice((1, 1, 2, 4)))))
    words = [word.title() for word in words] if draw.random() < 0.5 else words
    words = [draw.choice((",", "-", "|", "for", "/")), *words] if draw.random() < 0.3 else words
    before = name.split()
    at = draw.choice((len(before), len(before), len(before), 0, draw.randrange(len(before) + 1)))
    name = " ".join((*before[:at], *words * draw.choice((1, 1, 1, 2, 3)), *before[at:]))
    return " . ".join((name[:MOST_NAME_CHARACTERS], *rest))


def latest_first(graded: Sequence[Graded]) -> list[Graded]:
    """The requests with what was graded last in front: what the program itself had found for them."""
    return [replace(one, products=one.products[::-1]) for one in graded]


def as_read(one: Graded, draw: random.Random) -> str:
    """The request as it was written, or its fields in any order."""
    if not one.spans or draw.random() >= AS_FIELDS:
        return one.text
    parts = [
        f"{'not ' if name.startswith('refused') else 'age ' if name == 'age' else ''}{word}"
        for name, words in one.spans.items() if name not in _NO_WISH for word in words
    ]  # fmt: skip
    draw.shuffle(parts)
    return ", ".join(parts) or one.text


def _by_length(model: PairModel, pairs: Sequence[tuple[str, str]]) -> Any:
    """The logits in the order of the pairs, the shorter half read apart from the longer, so that less is padded."""
    import torch  # noqa: PLC0415

    order = sorted(range(len(pairs)), key=lambda at: len(pairs[at][0]) + len(pairs[at][1]))
    half = len(order) // 2
    read = torch.cat([model.logits([pairs[at] for at in some]) for some in (order[:half], order[half:]) if some])
    return read[torch.argsort(torch.tensor(order))]


@dataclass(frozen=True, slots=True)
class Judged:
    """What a probability rests on for a request's products, and their grades: (products, 6) and (products,)."""

    features: np.ndarray
    grades: np.ndarray


def judge(graded: Sequence[Graded], folder: Path, work: Path) -> list[Judged]:
    """The network's reading beside likeness in words and in meaning, as the reranker has them."""
    words, found = WordTable(resources.WORDS), []
    network = PairNetwork(folder, words, 2, MOST_TOKENS, MOST_TOKENS_OF_LONG)
    ages = LearnedAges(resources.AGES, words)
    by_shop: dict[str, list[Graded]] = defaultdict(list)
    for one in graded:
        by_shop[one.catalogue].append(one)
    for name, requests in by_shop.items():
        index = index_of(name, work)
        with Assistant.open(catalog=index, settings=Settings(sessions_url="sqlite://", live_prices=False)) as shop:
            for one in requests:
                candidates = _found(shop, one, ages)
                read = bounded(network, one.text, [text for _, text, _ in one.products], candidates)
                slot_words = {name: tuple(one.spans.get(name, ())) for name in ("theme", "brand", "kind")}
                named = Named((*slot_words["theme"], *slot_words["brand"]), slot_words["kind"])
                found.append(
                    Judged(
                        features_of(read, candidates, named),
                        np.array([grade for *_, grade in one.products]),
                    )
                )
    return found


def _found(shop: Assistant, one: Graded, ages: LearnedAges) -> list[Candidate]:
    """The request's products as the engines find them, and how well each suits the age that was said."""
    scores: dict[str, dict[str, float]] = {doc_id: {} for doc_id, *_ in one.products}
    for mode in ("vector", "bm25"):
        for hit in shop.searcher(mode).search(Query(one.text, mode, 400)):
            if hit.doc_id in scores:
                scores[hit.doc_id].setdefault(mode, hit.score)
    products, folded = shop.catalogue.products([doc_id for doc_id, *_ in one.products]), fold(one.text)
    if (said := read_age(folded)) or is_for_an_adult(folded):
        for product, suits in zip(products, ages.suit(products, said.age if said else None), strict=True):
            scores[product.id]["age"] = suits
    return [Candidate(product, product.id, "", 0.0, scores[product.id]) for product in products]


def calibrated(judged: Sequence[Judged]) -> dict[str, float]:
    """A logistic regression of "right" on the features (Platt, 1999), by Newton's method."""
    x = np.concatenate([np.column_stack([one.features, np.ones(len(one.grades))]) for one in judged])
    y = np.concatenate([one.grades == 2 for one in judged]).astype(float)
    weight, ridge = np.zeros(x.shape[1]), np.diag([1e-3] * len(FEATURES) + [0.0])
    for _ in range(50):
        p = 1 / (1 + np.exp(-x @ weight))
        gradient = x.T @ (p - y) + ridge @ weight
        weight -= np.linalg.solve((x.T * (p * (1 - p))) @ x + ridge, gradient)
    return dict(zip((*FEATURES, "constant"), (round(float(w), 4) for w in weight), strict=True))


def report(judged: Sequence[Judged], calibration: dict[str, float]) -> str:
    """How often a right product comes first in its pool, and how well the best tells what can be filled."""
    rows = [(np.array(probabilities(one.features, calibration)), one.grades) for one in judged]
    first = [grades[np.argmax(scores)] == 2 for scores, grades in rows if (grades == 2).any()]
    best = [(scores.max(), (grades == 2).any()) for scores, grades in rows]
    pairs = [(one, two) for one, fills in best if fills for two, other in best if not other]
    auc = np.mean([(one > two) + 0.5 * (one == two) for one, two in pairs]) if pairs else float("nan")
    probability = np.concatenate([scores for scores, _ in rows])
    right = np.concatenate([grades == 2 for _, grades in rows])
    edges = [0, 0.1, 0.3, 0.5, 0.7, 0.9, 1.01]
    bins = [(low, high, (probability >= low) & (probability < high)) for low, high in pairwise(edges)]
    diagram = ", ".join(
        f"{low:g}-{min(high, 1):g}: {right[m].mean():.2f} of {m.sum()}" for low, high, m in bins if m.any()
    )
    return f"a right one first {np.mean(first):.3f} of {len(first)}, filled or not AUC {auc:.3f}; said/so {diagram}"


def main() -> None:
    """Trains, unless only `--calibrate` is asked for, writes, calibrates on the part for choosing, and reports."""
    with TemporaryDirectory() as folder:
        work, parts = Path(folder), defaultdict(list)
        for one in load(work):
            parts[one.part].append(one)
        say(str({name: len(part) for name, part in parts.items()}))
        target = resources.RELEVANCE
        if "--calibrate" not in sys.argv:
            after, graded = to_go_on_from(target), parts["train"]
            searches = [] if after else [one for one in load_searches(work) if one.part == "train"]
            graded = latest_first(graded) if after else graded
            pairs = [(one.text, one.products[0][1]) for one in parts["choose"][:READ_TO_ROUND_BY]]
            write(train(searches, graded, published_folder(), after), target, "relevance", pairs)
        judged = judge([one for one in parts["choose"] if not one.by.startswith(OF_A_TABLE)], target, work)
        calibration = calibrated(judged)
        (target / "calibration.json").write_text(json.dumps(calibration, indent=1) + "\n", encoding="utf-8")
        say(report(judged, calibration))


if __name__ == "__main__":
    main()
