"""What shoppers see and hear when the model does its worst, and its honest best."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from assistant.interfaces.progress import progress_bar
from assistant.settings import Settings
from benchmarks import command_line
from benchmarks.attacks.worst_answers import TURNS, measure_answers


def main(arguments: Sequence[str] | None = None) -> None:
    """`python -m benchmarks.attacks`; a broken promise is an error, so that a pipeline can see it."""
    parser = command_line.options(__doc__)
    parser.add_argument("--turns", type=int, default=TURNS, help="turns against the hostile model")
    asked = parser.parse_args(arguments)
    with command_line.errors_in_one_line(), progress_bar() as progress:
        figures = measure_answers(asked.catalog, Settings(), turns=asked.turns, on_progress=progress)
    print(figures.as_json() if asked.json else figures.as_text())
    sys.exit(not figures.is_good)


if __name__ == "__main__":
    main()
