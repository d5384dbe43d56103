"""How fast and how large the process is that answers: measured inside it, again and again in new ones."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from assistant.assistant import Assistant
from assistant.evaluation.processes import alone, measured, peak_memory_mb
from assistant.evaluation.questions import PRODUCT_TYPES, QUESTIONS
from assistant.schema import Mode, Query
from assistant.settings import Settings

# Each question is asked in several words, because the encoder remembers texts it has seen.
MANNERS = (
    "{}", "{} please", "I'd like {}", "red {}", "have you got {} that is fun", "small {}", "the best {}", "blue {}",
)  # fmt: skip
ASKED = tuple(manner.format(question) for manner in MANNERS for question in QUESTIONS)
PERCENTILES = (50, 95, 99)
# As many hits as the assistant itself fetches from each engine.
DEPTH = 50
_FIRST_ANSWER = "import sys; from assistant.interfaces.cli import main; sys.argv[0] = 'assistant'; main()"

Percentiles = Mapping[str, float]
MODES: tuple[Mode, ...] = ("bm25", "vector")


@dataclass(frozen=True, slots=True)
class Answering:
    """Milliseconds by percentile ("p50"), and megabytes.

    `search_ms` is a whole search: the question encoded, both engines, fusion and reranking; `search_cpu_ms` is what it
    took of a processor, whatever else the machine did. `engines_ms` are the engines alone, encoding included.
    """

    products: int
    turns: int
    stages_ms: Mapping[str, Percentiles]
    engines_ms: Mapping[str, Percentiles]
    search_ms: Percentiles
    search_cpu_ms: Percentiles
    memory_mb: float


def measure_answering(catalog: Path | str | None, settings: Settings, runs: int) -> Answering:
    """The medians over so many processes, one after the other; the memory is the largest."""
    with tempfile.TemporaryDirectory(prefix="toy-shopping-assistant-bench-") as home:
        each = [measured(answering, catalog, alone(settings, Path(home))) for _ in range(runs)]
    return replace(Answering(**_middle([asdict(run) for run in each])), memory_mb=max(run.memory_mb for run in each))


def measure_starts(catalog: Path | str | None, settings: Settings, starts: int) -> float:
    """Seconds from the start of the command line to its first answer: the median of so many processes."""
    with tempfile.TemporaryDirectory(prefix="toy-shopping-assistant-bench-") as home:
        variables = {"ASSISTANT_HOME": str(settings.home), "ASSISTANT_SESSIONS_URL": f"sqlite:///{Path(home) / 's.db'}"}
        where = ["--catalog", str(catalog)] if catalog else []
        command = [sys.executable, "-c", _FIRST_ANSWER, "ask", *where, QUESTIONS[0]]
        start = partial(subprocess.run, command, check=True, stdout=subprocess.DEVNULL, env=os.environ | variables)
        return round(median(_timed_ms(start)[0] for _ in range(starts)) / 1000, 3)


def answering(catalog: Path | str | None, settings: Settings) -> Answering:
    """The figures of this process, which should be a new one."""
    with Assistant.open(catalog, settings) as shop:
        for kind in PRODUCT_TYPES:
            shop.ask(kind)
        turns = [shop.ask(text).timings for text in ASKED]
        # Other words each time: a text that the encoder remembers would not be encoded.
        searches = [_timed_ms(partial(shop.search, f"{text} new")) for text in ASKED]
        return Answering(
            products=len(shop.catalogue),
            turns=len(turns),
            stages_ms={name: percentiles(turn[name] for turn in turns if name in turn) for name in turns[0]},
            engines_ms={mode: percentiles(_engine_ms(shop, mode)) for mode in MODES},
            search_ms=percentiles(wall for wall, _ in searches),
            search_cpu_ms=percentiles(cpu for _, cpu in searches),
            memory_mb=round(peak_memory_mb(), 1),
        )


def _engine_ms(shop: Assistant, mode: Mode) -> list[float]:
    search = shop.searcher(mode).search
    return [_timed_ms(partial(search, Query(f"{text} toy", mode, DEPTH)))[0] for text in ASKED]


def _timed_ms(act: Callable[[], object]) -> tuple[float, float]:
    """How long it took by the clock and of a processor."""
    clock, processor = time.perf_counter(), time.thread_time()
    act()
    return (time.perf_counter() - clock) * 1000, (time.thread_time() - processor) * 1000


def percentiles(values: Iterable[float]) -> dict[str, float]:
    """The percentiles of many values by name."""
    array = np.fromiter(values, float)
    return {f"p{p}": round(float(np.percentile(array, p)), 3) for p in PERCENTILES}


def _middle(values: Sequence[Any]) -> Any:
    """The median of several figures, name by name where they have names."""
    if isinstance(values[0], Mapping):
        return {name: _middle([value[name] for value in values]) for name in values[0]}
    return median(values)
