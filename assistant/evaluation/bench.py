"""How fast and how large the program is: a turn stage by stage, search, import, start and memory."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from assistant.assistant import Assistant
from assistant.evaluation import product_lists
from assistant.evaluation.answering import PERCENTILES, Answering, Percentiles, measure_answering, measure_starts
from assistant.evaluation.plots import bench_plot
from assistant.evaluation.processes import load
from assistant.protocols import Store
from assistant.settings import Settings
from assistant.wiring import OnProgress, make_catalogue

RUNS, STARTS = 3, 5
# Enough rows for a steady rate, few enough to encode in seconds.
IMPORTED = 1_000


@dataclass(frozen=True, slots=True)
class ImportFigures:
    """Two imports of one file, from its first byte to the finished catalogue: the second has all vectors already."""

    rows: int
    texts: int
    first_s: float
    again_s: float


@dataclass(frozen=True, slots=True)
class BenchReport(Answering):
    """What was measured: milliseconds by stage and percentile, seconds and megabytes; each is the median of runs."""

    runs: int
    imports: ImportFigures
    start_to_first_answer_s: float
    machine: str

    def as_text(self) -> str:
        """The report as a table."""
        sample = self.imports
        return "\n".join(
            (
                f"{self.products:,} products, {self.turns} warm turns in each of {self.runs} processes, no model, "
                f"no network, {self.machine}",
                f"{'':22}" + "".join(f"{f'p{p} ms':>10}" for p in PERCENTILES),
                *self._latencies(),
                f"process start to first answer  {self.start_to_first_answer_s:.2f} s (median of {STARTS})",
                f"memory of the answering process  {self.memory_mb:.0f} MB",
                f"import of {sample.rows:,} of its products without their reviews: "
                f"{sample.rows / sample.first_s:,.0f} rows/s with {sample.texts:,} texts encoded, "
                f"{sample.rows / sample.again_s:,.0f} rows/s with all vectors reused",
            )
        )

    def as_plot(self) -> str:
        """The latencies as a picture (SVG)."""
        title = f"{self.products:,} products, {self.machine}: the stages of a turn, and a search alone"
        return bench_plot(title, {**self.stages_ms, "search": self.search_ms})

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
    catalog: Path | str | None, settings: Settings, *, runs: int = RUNS, on_progress: OnProgress | None = None
) -> BenchReport:
    """Measures the catalogue in a folder, or the demo catalogue, with everything warm."""
    tell = on_progress or (lambda _step, _done, _total: None)
    with Assistant.open(catalog, settings, on_progress=on_progress) as shop:
        store = shop.catalogue
    tell("answering", 0, 3)
    answered = measure_answering(catalog, settings, runs)
    tell("starting", 1, 3)
    start_s = measure_starts(catalog, settings, STARTS)
    tell("importing", 2, 3)
    imports = measure_import(store, settings)
    return BenchReport(**asdict(answered), runs=runs, imports=imports, start_to_first_answer_s=start_s, machine=load())


def measure_import(store: Store, settings: Settings) -> ImportFigures:
    """Imports a sample of a catalogue's products twice into a folder that is removed again."""
    sample = store.sample(IMPORTED)
    with tempfile.TemporaryDirectory(prefix="toy-shopping-assistant-bench-") as work:
        source, to = Path(work) / "products.csv", Path(work) / "catalogue"
        product_lists.write(source, sample)
        first, again = (make_catalogue(source, to, settings=settings) for _ in range(2))
    return ImportFigures(first.rows_read, first.embedded, round(first.seconds, 3), round(again.seconds, 3))
