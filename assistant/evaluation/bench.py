"""How fast and how large the program is: a turn stage by stage, search, import, start and memory, and growth."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from assistant.adapters.sessions import SqlSessionStore, sqlite_url
from assistant.assistant import Assistant
from assistant.catalogue.store import CatalogueStore
from assistant.evaluation import product_lists
from assistant.evaluation.answering import PERCENTILES, Answering, Percentiles, measure_answering, measure_starts
from assistant.evaluation.plots import bench_plot
from assistant.evaluation.processes import load
from assistant.settings import Settings
from assistant.wiring import make_catalogue
from benchmarks.growth.steps import Growth, grow
from benchmarks.storing import StoreFigures, measure_store

RUNS, STARTS = 3, 5
# Enough rows for a steady rate, few enough to encode in seconds.
IMPORTED = 1_000

OnProgress = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class ImportFigures:
    """Two imports of one file of `rows` products, from its first byte to the finished catalogue.

    In the first every text was encoded, in the second every vector was there already.
    """

    rows: int
    texts: int
    first_s: float
    again_s: float

    def as_text(self) -> str:
        """The rates."""
        return (
            f"import of {self.rows:,} of its products without their reviews: {self.rows / self.first_s:,.0f} rows/s "
            f"with {self.texts:,} texts encoded, {self.rows / self.again_s:,.0f} rows/s with all vectors reused"
        )


@dataclass(frozen=True, slots=True)
class BenchReport:
    """What was measured: milliseconds by stage and percentile, seconds and megabytes; each is the median of runs."""

    products: int
    turns: int
    runs: int
    stages_ms: Mapping[str, Percentiles]
    engines_ms: Mapping[str, Percentiles]
    search_ms: Percentiles
    search_cpu_ms: Percentiles
    imports: ImportFigures
    start_to_first_answer_s: float
    memory_mb: float
    storing: StoreFigures
    machine: str
    growth: Growth | None = None

    def as_json(self) -> str:
        """The report as JSON."""
        return json.dumps(asdict(self), indent=2)

    def as_text(self) -> str:
        """The report as a table."""
        return "\n".join(
            (
                f"{self.products:,} products, {self.turns} warm turns in each of {self.runs} processes, no model, "
                f"no network, {self.machine}",
                f"{'':22}" + "".join(f"{f'p{p} ms':>10}" for p in PERCENTILES),
                *self._latencies(),
                f"process start to first answer  {self.start_to_first_answer_s:.2f} s (median of {STARTS})",
                f"memory of the answering process  {self.memory_mb:.0f} MB",
                self.imports.as_text(),
                self.storing.as_text(),
                *((self.growth.as_text(),) if self.growth else ()),
            )
        )

    def as_plot(self) -> str:
        """The report as a picture (SVG)."""
        latencies = {**self.stages_ms, "search": self.search_ms}
        title = f"{self.products:,} products, {self.machine}: the stages of a turn, and a search alone"
        return bench_plot(title, latencies, self.growth)

    def _latencies(self) -> Iterator[str]:
        rows: Mapping[str, Percentiles] = {
            **self.stages_ms,
            **{f"{name} alone": values for name, values in self.engines_ms.items()},
            "search": self.search_ms,
            "search, of a processor": self.search_cpu_ms,
        }
        for name, values in rows.items():
            yield f"{name:22}" + "".join(f"{values[f'p{p}']:10.2f}" for p in PERCENTILES)


def bench(
    catalog: Path | None,
    settings: Settings,
    *,
    runs: int = RUNS,
    sizes: Sequence[int] = (),
    on_progress: OnProgress | None = None,
) -> BenchReport:
    """Measures the catalogue in a folder, or the demo catalogue, with everything warm; and growth to these sizes."""
    tell = on_progress or _nobody
    with Assistant.open(catalog, settings, on_progress=on_progress) as shop:
        store = shop.catalogue
    tell("answering", 0, 3)
    answered = measure_answering(catalog, settings, runs)
    tell("starting", 1, 3)
    start_s = measure_starts(catalog, settings, STARTS)
    tell("importing", 2, 3)
    report = _report(answered, runs, start_s, measure_import(store, settings), _measure_storing())
    if not sizes:
        return report
    return replace(report, growth=grow(store.vectors_folder.parents[1], settings, sizes, runs=runs, on_progress=tell))


def _measure_storing() -> StoreFigures:
    with tempfile.TemporaryDirectory(prefix="toy-shopping-assistant-bench-") as work:
        store = SqlSessionStore(sqlite_url(Path(work) / "sessions.db"))
        try:
            return measure_store(store)
        finally:
            store.close()


def _report(
    answered: Answering, runs: int, start_s: float, imports: ImportFigures, storing: StoreFigures
) -> BenchReport:
    return BenchReport(
        products=answered.products,
        turns=answered.turns,
        runs=runs,
        stages_ms=answered.stages_ms,
        engines_ms=answered.engines_ms,
        search_ms=answered.search_ms,
        search_cpu_ms=answered.search_cpu_ms,
        imports=imports,
        start_to_first_answer_s=start_s,
        memory_mb=answered.memory_mb,
        storing=storing,
        machine=load(),
    )


def measure_import(store: CatalogueStore, settings: Settings) -> ImportFigures:
    """Imports a sample of a catalogue's products twice into a folder that is removed again."""
    sample = store.products(store.ids[:: -(-len(store) // IMPORTED)])
    with tempfile.TemporaryDirectory(prefix="toy-shopping-assistant-bench-") as work:
        source, to = Path(work) / "products.csv", Path(work) / "catalogue"
        product_lists.write(source, sample)
        first, again = (make_catalogue(source, to, settings=settings) for _ in range(2))
    return ImportFigures(first.rows_read, first.embedded, round(first.seconds, 3), round(again.seconds, 3))


def _nobody(_step: str, _done: int, _total: int) -> None:
    """Tells nobody."""
