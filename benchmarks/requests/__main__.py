"""Own requests: the products found, and how messages, constraints and conversations are understood."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from assistant.assistant import Assistant
from assistant.settings import Settings
from benchmarks import command_line
from benchmarks.requests.readings import (
    ConstraintFigures,
    RoutingFigures,
    load_constraint_requests,
    measure_constraints,
    measure_routing,
)
from benchmarks.requests.scripted_talks import ConversationFigures, load_conversations, measure_conversations
from benchmarks.requests.shopping import ShoppingFigures, load_requests, measure_shopping


@dataclass(frozen=True, slots=True)
class RequestFigures:
    """Every figure that was measured."""

    shopping: ShoppingFigures
    routing: RoutingFigures
    constraints: ConstraintFigures
    conversations: ConversationFigures

    def lines(self) -> Iterator[str]:
        """The figures as text."""
        for part in (self.shopping, self.routing, self.constraints, self.conversations):
            yield from part.lines()


def measure(catalog: Path | None, settings: Settings) -> RequestFigures:
    """Measures the catalogue in a folder, or the demo catalogue."""
    with Assistant.open(catalog, settings) as shop:
        return RequestFigures(
            measure_shopping(shop, load_requests()),
            measure_routing(shop),
            measure_constraints(shop, load_constraint_requests()),
            measure_conversations(shop, load_conversations()),
        )


def main(arguments: Sequence[str] | None = None) -> None:
    """`python -m benchmarks.requests`."""
    command_line.run(command_line.options(__doc__), arguments, lambda asked: measure(asked.catalog, Settings()))


if __name__ == "__main__":
    main()
