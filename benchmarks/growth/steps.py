"""How the search keeps up while a catalogue grows to a million products.

The products are variants of the catalogue's own; what is made up about them is said with the figures. Each size is a
catalogue on disk like any other, removed again before the next is made.
"""

from __future__ import annotations

import math
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from assistant import resources
from assistant.catalogue.store import CatalogueStore
from assistant.catalogue.vector_file import Vectors, index_recipe, map_vectors, read_chunks
from assistant.evaluation.answering import ASKED, Answering, Percentiles, measure_answering, measure_starts
from assistant.evaluation.processes import load
from assistant.retrieval.embedding import OnnxEmbedder
from assistant.retrieval.vectors import VectorSearcher
from assistant.schema import Hit
from assistant.settings import Settings
from assistant.wiring import OnProgress
from benchmarks.growth.growing import Grown, grow_catalogue
from benchmarks.growth.varied_catalogue import MOST_NOISE, MOST_SHARE, likeness, seeds

SIZES = (10_000, 100_000, 1_000_000)
RUNS = 3
AT = 10
Nearest = Callable[[Vectors, int], Sequence[Hit]]
# Of the exact order so much is kept that chunks of one product and equal scores do not use it up.
_DEPTH = 64
_BLOCK_ROWS = 16_384
_DIGITS = 6
HOW = (
    f"Products varied from the catalogue's own: up to {MOST_SHARE:.0%} of a title's words are another product's of the "
    "category, ids and prices are new, reviews left out.",
    "Their texts were not encoded, which would take hours: each vector lies between those two products' vectors, moved "
    f"by seeded noise of up to {MOST_NOISE:g}. Questions are encoded for real, and search and memory are those of the "
    "program itself.",
)


@dataclass(frozen=True, slots=True)
class Step:
    """One size: milliseconds by percentile, seconds, megabytes; recall as a share of the exact ten nearest."""

    products: int
    chunks: int
    index: str
    recall_at_10: float
    search_ms: Percentiles
    search_cpu_ms: Percentiles
    vector_ms: Percentiles
    bm25_ms: Percentiles
    turn_ms: Percentiles
    memory_mb: float
    start_to_first_answer_s: float
    import_s: float
    import_memory_mb: float
    disk_mb: float
    load: str


@dataclass(frozen=True, slots=True)
class Growth:
    """The sizes, and how like their nearest and tenth nearest neighbours real and varied vectors are."""

    steps: tuple[Step, ...]
    likeness: dict[str, tuple[float, float]]
    how: tuple[str, ...] = HOW

    def lines(self) -> Iterator[str]:
        """A table of the sizes under what is made up about them."""
        real, varied = self.likeness["real"], self.likeness["varied"]
        like = (
            f"Likeness (median cosine) to the nearest and the tenth nearest neighbour: real {real[0]:.2f} and "
            f"{real[1]:.2f}, varied {varied[0]:.2f} and {varied[1]:.2f}, as many of each."
        )
        yield from (*self.how, like)
        for name, show in _ROWS:
            yield f"{name:32}" + "".join(f"{show(step):>20}" for step in self.steps)
        if self.steps[0].products < self.steps[-1].products:
            search, turn = (self.power(times) for times in ("search_ms", "turn_ms"))
            yield f"From first to last (p95) a search takes longer by the power {search:.2f} of the products,"
            yield f"a whole turn by the power {turn:.2f}."

    def power(self, times: Literal["search_ms", "turn_ms"]) -> float:
        """The exponent by which a time grows from the first size to the last: 1 is in step with the catalogue."""
        first, last = self.steps[0], self.steps[-1]
        longer: float = getattr(last, times)["p95"] / getattr(first, times)["p95"]
        return math.log(longer) / math.log(last.products / first.products)


def _p50_p95(values: Percentiles) -> str:
    return f"{values['p50']:.1f} / {values['p95']:.1f}"


_ROWS: tuple[tuple[str, Callable[[Step], str]], ...] = (
    ("products", lambda step: f"{step.products:,}"),
    ("index", lambda step: step.index),
    ("recall@10 against exact", lambda step: f"{step.recall_at_10:.4f}"),
    ("search, p50 / p95 ms", lambda step: _p50_p95(step.search_ms)),
    ("  of a processor", lambda step: _p50_p95(step.search_cpu_ms)),
    ("  vectors alone, encoded", lambda step: _p50_p95(step.vector_ms)),
    ("  words alone", lambda step: _p50_p95(step.bm25_ms)),
    ("whole turn, p50 / p95 ms", lambda step: _p50_p95(step.turn_ms)),
    ("memory of the answering process", lambda step: f"{step.memory_mb:,.0f} MB"),
    ("start to first answer", lambda step: f"{step.start_to_first_answer_s:.1f} s"),
    ("import without encoding", lambda step: f"{step.import_s:,.0f} s"),
    ("memory of the import", lambda step: f"{step.import_memory_mb:,.0f} MB"),
    ("catalogue on disk", lambda step: f"{step.disk_mb:,.0f} MB"),
    ("machine", lambda step: step.load),
)


def grow(
    source: Path, settings: Settings, sizes: Sequence[int] = SIZES, *, runs: int = RUNS, on_progress: OnProgress | None
) -> Growth:
    """Measures catalogues of these sizes, made of variants of the products of the catalogue in `source`."""
    steps = []
    for done, size in enumerate(sizes):
        if on_progress:
            on_progress(f"growing to {size:,}", done, len(sizes))
        steps.append(_step(source, settings, size, runs))
    return Growth(tuple(steps), likeness(seeds(source)))


def _step(source: Path, settings: Settings, size: int, runs: int) -> Step:
    with tempfile.TemporaryDirectory(prefix="toy-shopping-assistant-growth-") as work:
        folder = Path(work) / "catalogue"
        grown = grow_catalogue(source, folder, size)
        recall = _measure_recall(CatalogueStore.open(folder).vectors_folder)
        answered = measure_answering(folder, settings, runs)
        return _described(grown, answered, recall, measure_starts(folder, settings, runs))


def _described(grown: Grown, answered: Answering, recall: float, start_s: float) -> Step:
    return Step(
        products=grown.products,
        chunks=grown.chunks,
        index=index_recipe(grown.chunks),
        recall_at_10=recall,
        search_ms=answered.search_ms,
        search_cpu_ms=answered.search_cpu_ms,
        vector_ms=answered.engines_ms["vector"],
        bm25_ms=answered.engines_ms["bm25"],
        turn_ms=answered.stages_ms["total"],
        memory_mb=answered.memory_mb,
        start_to_first_answer_s=start_s,
        import_s=grown.import_s,
        import_memory_mb=grown.import_memory_mb,
        disk_mb=grown.disk_mb,
        load=load(),
    )


def _measure_recall(folder: Path) -> float:
    embedder = OnnxEmbedder(resources.MODEL, threads=1)
    return recall_at_10(folder, VectorSearcher.open(folder, embedder).nearest, embedder.embed(ASKED))


def recall_at_10(folder: Path, nearest: Nearest, asked: Vectors) -> float:
    """How many of the ten products that are truly nearest to a question a search finds: the mean over questions."""
    shares = [
        len(exact & {hit.doc_id for hit in nearest(vector[None], AT)}) / len(exact)
        for vector, exact in zip(asked, exact_nearest(folder, asked), strict=True)
    ]
    return round(float(np.mean(shares)), 4)


def exact_nearest(folder: Path, asked: Vectors) -> list[frozenset[str]]:
    """The ten nearest products of every question, found by comparing it with every vector, 32 bits a number."""
    vectors, chunks = map_vectors(folder, asked.shape[1]), read_chunks(folder)
    found = [_best(asked, vectors[start : start + _BLOCK_ROWS], start) for start in range(0, len(vectors), _BLOCK_ROWS)]
    scores, rows = (np.concatenate(parts, axis=1) for parts in zip(*found, strict=True))
    return [_products(chunks, *question) for question in zip(scores, rows, strict=True)]


def _best(asked: Vectors, block: Vectors, start: int) -> tuple[Vectors, NDArray[np.int64]]:
    """The scores and rows of a block's best for each question: (questions, at most `_DEPTH`) each."""
    scores: Vectors = np.round(asked @ block.T, _DIGITS)
    depth = min(_DEPTH, len(block))
    best = np.argpartition(-scores, depth - 1, axis=1)[:, :depth]
    return np.take_along_axis(scores, best, axis=1), best + start


def _products(chunks: Any, scores: Vectors, rows: NDArray[np.int64]) -> frozenset[str]:
    """The ten best products of these rows; equal scores count in the order of chunk ids, as in the program."""
    best = rows[np.argsort(-scores, kind="stable")[: 2 * _DEPTH]].tolist()
    scored = dict(zip(rows.tolist(), scores.tolist(), strict=True))
    doc_ids = {row: chunks["doc_id"][row].as_py() for row in best}
    ranked = sorted(best, key=lambda row: (-scored[row], f"{doc_ids[row]}#{chunks['number'][row].as_py()}"))
    return frozenset(list(dict.fromkeys(doc_ids[row] for row in ranked))[:AT])
