"""How the search keeps up while a catalogue grows; this takes many minutes."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from assistant.assistant import Assistant
from assistant.evaluation import plots
from assistant.interfaces.progress import progress_bar
from assistant.settings import Settings
from benchmarks import command_line
from benchmarks.growth.curves import growth_plot
from benchmarks.growth.steps import RUNS, SIZES, Growth, grow


def main(arguments: Sequence[str] | None = None) -> None:
    """`python -m benchmarks.growth`."""
    parser = command_line.options(__doc__)
    parser.add_argument("--size", type=int, action="append", help="grow to so many products; repeatable")
    parser.add_argument("--runs", type=int, default=RUNS, help="processes that are measured at each size")
    parser.add_argument("--plot", type=Path, help="also draw the figures into this SVG file")
    command_line.run(parser, arguments, _measured)


def _measured(asked: Namespace) -> Growth:
    if asked.plot:
        plots.check(asked.plot)
    settings = Settings()
    with Assistant.open(asked.catalog, settings) as shop:
        folder = Path(shop.catalogue.home)
    with progress_bar() as progress:
        growth = grow(folder, settings, asked.size or SIZES, runs=asked.runs, on_progress=progress)
    if asked.plot:
        plots.write(asked.plot, growth_plot(growth))
    return growth


if __name__ == "__main__":
    main()
