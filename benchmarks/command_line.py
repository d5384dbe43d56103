"""What every `python -m benchmarks.NAME` has in common: its options, text or JSON, and one line for what is amiss."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, ClassVar, Protocol, TypeVar

from assistant.errors import AssistantError


class Figures(Protocol):
    """A dataclass of what was measured."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    def lines(self) -> Iterator[str]:
        """The figures as text."""


Measured = TypeVar("Measured", bound=Figures)


def options(about: str | None, *, catalogue: bool = True) -> ArgumentParser:
    """A parser of `--json` and, where there is something to ask, of `--catalog`."""
    parser = ArgumentParser(description=(about or "").splitlines()[0])
    if catalogue:
        parser.add_argument("--catalog", type=Path, help="folder of an imported catalogue; without it, the demo's")
    parser.add_argument("--json", action="store_true", help="print JSON instead of text")
    return parser


def run(parser: ArgumentParser, arguments: Sequence[str] | None, measure: Callable[[Namespace], Measured]) -> Measured:
    """Measures what the arguments (of the process, where they are None) ask for, and prints it.

    An expected error ends the process with its one line.
    """
    asked = parser.parse_args(arguments)
    try:
        figures = measure(asked)
    except AssistantError as error:
        raise SystemExit(str(error)) from error
    print(json.dumps(asdict(figures), indent=2, ensure_ascii=False) if asked.json else "\n".join(figures.lines()))
    return figures
