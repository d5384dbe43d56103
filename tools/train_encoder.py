"""Tunes data/models/encoder for toys (`make train`): reviews and requests find their products.

Contrastive, with the other products of a batch as the wrong ones (van den Oord et al., 2018, "Representation learning
with contrastive predictive coding") and one that was graded 0. Needs the extra `models` and `../shared/data`. Seeded.
How the graph is written and rounded is said in `network_graph.py`; pooling and normalisation are inside it.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from build_words import published_folder
from network_graph import HIDDEN, Array, Graph, block, counted, placed, total, write_rounded
from numpy.typing import NDArray
from pair_training import LAYERS, LISTS, READ_TO_ROUND_BY, SEED, PairModel, products_of, say
from train_reranker import SEARCHES, Graded, as_read, load, rows_of

from assistant import resources
from assistant.adapters.networks import WordTable, open_tokenizer
from assistant.catalogue.chunking import chunks
from assistant.retrieval.embedding import OnnxEmbedder
from assistant.schema import Product

EPOCHS, BATCH, LEARNING_RATE, MOST_TOKENS = 1, 32, 3e-5, 96
# How far apart likenesses of 1 and 0 lie in the loss.
SCALE = 20.0
# Right products of one graded request.
RIGHT_ONES = 3
LEAST_REVIEW, MOST_REVIEW = 25, 400
# Reviews of every fourth product are for the report alone.
ONE_IN = 4
MIN_MEAN_COSINE = 0.99


@dataclass(frozen=True, slots=True)
class Pair:
    """What somebody says, the text of the product that it is about, and perhaps the text of one that it is not."""

    query: str
    doc_id: str
    text: str
    negative: str = ""


Shops = Mapping[str, Mapping[str, Product]]


def indexed(one: Product) -> str:
    """How a product's text begins where it is searched."""
    return chunks(one)[0].text


def reviews(shop: Mapping[str, Product], *, held_out: bool) -> Iterator[tuple[str, str]]:
    """What buyers wrote, each with the product's id."""
    for doc_id, one in shop.items():
        if (int(doc_id[:6], 16) % ONE_IN == 0) == held_out:
            texts = (" ".join(f"{review.title}. {review.text}".split())[:MOST_REVIEW] for review in one.reviews)
            yield from ((text, doc_id) for text in texts if len(text) >= LEAST_REVIEW)


def searches(shops: Shops, part: str) -> Iterator[tuple[str, str, str]]:
    """What somebody wrote who wants one product, with its list and its id."""
    for row in rows_of(SEARCHES):
        if row["part"] == part and row["id"] in shops[row["catalogue"]]:
            yield row["text"], row["catalogue"], row["id"]


def pairs(shops: Shops, graded: Sequence[Graded], draw: random.Random) -> Iterator[Pair]:
    """Reviews, requests written for one product, and graded requests with what is right and wrong for them."""
    toys = shops["toys_uk"]
    yield from (Pair(review, doc_id, indexed(toys[doc_id])) for review, doc_id in reviews(toys, held_out=False))
    # Of products whose reviews are for the report, nothing is learned by another road.
    unseen = {doc_id for _, doc_id in reviews(toys, held_out=True)}
    for text, name, doc_id in searches(shops, "train"):
        if doc_id not in unseen:
            yield Pair(text, doc_id, indexed(shops[name][doc_id]))
    for request in graded:
        shop = shops[request.catalogue]
        right, negatives = ([doc_id for doc_id, _, grade in request.products if grade == wanted] for wanted in (2, 0))
        for doc_id in draw.sample(right, min(RIGHT_ONES, len(right))):
            other = indexed(shop[draw.choice(negatives)]) if negatives else ""
            yield Pair(as_read(request, draw), doc_id, indexed(shop[doc_id]), other)


def train(found: Sequence[Pair], source: Path) -> PairModel:
    """The encoder, tuned."""
    draw, begun, order = random.Random(SEED), time.perf_counter(), list(found)
    steps = len(order) // BATCH
    model = PairModel(source, 1, MOST_TOKENS, LEARNING_RATE, EPOCHS * steps)
    for epoch in range(EPOCHS):
        draw.shuffle(order)
        losses = [_step(model, order[at * BATCH : (at + 1) * BATCH]) for at in range(steps)]
        say(f"epoch {epoch + 1}: loss {np.mean(losses):.3f} after {time.perf_counter() - begun:.0f} s")
    return model


def _step(model: PairModel, batch: Sequence[Pair]) -> float:
    """One step: each query is drawn to its own product, and to no other of the batch."""
    import torch  # noqa: PLC0415

    texts = [one.text for one in batch] + [one.negative for one in batch if one.negative]
    likeness = SCALE * model.vectors([one.query for one in batch]) @ model.vectors(texts).T
    twins = [[one.doc_id == other.doc_id and at != place for place, other in enumerate(batch)]
             for at, one in enumerate(batch)]  # fmt: skip
    mask = torch.zeros(len(batch), len(texts), dtype=torch.bool)
    mask[:, : len(batch)] = torch.tensor(twins)
    own = torch.arange(len(batch))
    return model.learn(torch.nn.functional.cross_entropy(likeness.masked_fill(mask, -1e4), own))


def encoder(weights: Mapping[str, Array]) -> Graph:
    """Make the whole graph: the mean of the token vectors, of unit length (a sum points the same way as a mean)."""
    graph = Graph(weights)
    mask = graph.node("Cast", ["attention_mask"], "mask.int", to=6)
    column = counted(graph)
    x = placed(graph, "words", "attention_mask")
    for number in range(LAYERS):
        x = block(graph, x, f"encoder.layer.{number}.", mask)
    graph.node("LpNormalization", [total(graph, x, column)], "embedding", axis=-1, p=2)
    return graph


def write_encoder(weights: Mapping[str, Array], target: Path, read: Sequence[str]) -> None:
    """Write the graph, rounded as suits texts that it is to `read`.

    (batch, tokens, 384) word vectors and (batch, tokens) mask in, (batch, 384) unit rows out.
    """
    inputs: dict[str, list[str | int]] = {
        "words": ["batch", "tokens", HIDDEN], "attention_mask": ["batch", "tokens"]
    }  # fmt: skip
    target.mkdir(parents=True, exist_ok=True)
    words = WordTable(resources.WORDS)
    tokens = (np.array([one.ids]) for one in open_tokenizer(words.tokenizer).encode_batch(list(read)))
    given = ({"words": words.vectors(ids), "attention_mask": np.ones_like(ids)} for ids in tokens)
    made: list[str | int] = ["batch", HIDDEN]
    write_rounded(encoder(weights), target.name, inputs, ("embedding", made), read=given, target=target / "model.onnx")


def check_texts() -> list[str]:
    """Make some 300 product phrases and questions, from one word to more than 256 tokens long."""
    makes = ("wooden", "plush", "die-cast", "glow-in-the-dark", "magnetic", "remote controlled")
    things = ("train set", "teddy bear", "fire engine", "jigsaw puzzle with 500 pieces", "doll's house", "chess board")
    ages = ("for a two-year-old", "ages 3 and up", "for grown-ups", "from 18 months")
    tails = ("under £20", "", "with batteries included. Safe, washable and easy to store in its own box.")
    titles = [" ".join(parts).strip() for parts in product(makes, things, ages, tails)][::2]
    asks = ("Do you have a {} {}?", "I'm looking for a {} {} as a birthday present", "{} {} cheaper than $35, please")
    questions = [ask.format(make, thing) for ask, make, thing in product(asks, makes, things)]
    paragraphs = [". ".join(titles[start : start + size]) for start, size in ((0, 5), (40, 10), (80, 20), (10, 60))]
    return [
        *titles,
        *questions,
        *paragraphs,
        "Brettspiel für die ganze Familie",
        "パズル 🧩 1000",
        "ok",
        "LEGO-42 (2+)",
    ]


def report(folder: Path, shops: Shops, graded: Sequence[Graded]) -> Iterator[str]:
    """How often a request for choosing has a right product among the first, and how high a review has its own."""
    embedder = OnnxEmbedder(folder, threads=2)
    rows = {name: (list(shop), embedder.embed([indexed(one) for one in shop.values()])) for name, shop in shops.items()}
    places = []
    for one in graded:
        right = {doc_id for doc_id, _, grade in one.products if grade == 2}
        if right:
            places.append(_place(one.text, right, *rows[one.catalogue], embedder))
    shares = ", ".join(f"{np.mean([place <= most for place in places]):.3f} in {most}" for most in (1, 12, 24, 50))
    yield f"a right one first and among the first: {shares} of {len(places)}"
    found = [_place(review, {doc_id}, *rows["toys_uk"], embedder)
             for review, doc_id in reviews(shops["toys_uk"], held_out=True)]  # fmt: skip
    mrr = np.mean([1 / place if place <= 10 else 0.0 for place in found])
    yield f"reviews of products that were held out: MRR@10 {mrr:.3f} of {len(found)}"
    found = [_place(text, {doc_id}, *rows[name], embedder) for text, name, doc_id in searches(shops, "choose")]
    mrr = np.mean([1 / place if place <= 10 else 0.0 for place in found])
    yield f"requests for one product that were held out: MRR@10 {mrr:.3f} of {len(found)}"


def _place(query: str, right: set[str], ids: Sequence[str], rows: NDArray[np.float32], embedder: OnnxEmbedder) -> int:
    order = np.argsort(-(rows @ embedder.embed([query])[0]))
    return next(place for place, at in enumerate(order, start=1) if ids[at] in right)


def main() -> None:
    """Trains, writes, proves the written close to the trained, and reports."""
    import torch  # noqa: PLC0415

    with TemporaryDirectory() as folder:
        work, graded = Path(folder), load(Path(folder))
        shops = {name: products_of(name, work) for name in ("demo", *LISTS)}
        kept = [one for one in graded if one.part == "train"]
        model = train(list(pairs(shops, kept, random.Random(SEED))), published_folder())
        asked = [one.text for one in kept[:READ_TO_ROUND_BY]]
        sold = [indexed(one) for one in list(shops["demo"].values())[:READ_TO_ROUND_BY]]
        write_encoder(model.weights(), resources.MODEL, asked + sold)
        texts = check_texts()
        with torch.no_grad():
            trained: Any = torch.cat([model.evaluated().vectors([text]) for text in texts]).numpy()
        cosine = float((trained * OnnxEmbedder(resources.MODEL, threads=1).embed(texts)).sum(axis=1).mean())
        say(f"cosine to the trained weights {cosine:.4f}, asked {MIN_MEAN_COSINE}")
        for line in report(resources.MODEL, shops, [one for one in graded if one.part == "choose"]):
            say(line)


if __name__ == "__main__":
    main()
