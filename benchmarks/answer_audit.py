"""What a thousand answers say and how long answering takes: wishes, and questions about what they found.

python -m benchmarks.answer_audit --catalog my-shop
"""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from assistant.assistant import Assistant
from assistant.settings import Settings
from benchmarks import DATA, command_line
from benchmarks.reading import faults

# Asked in turn about what each request found, three to a conversation.
FOLLOW_UPS = (
    "does it need batteries?", "compare the first two", "how big is it?", "why this one?",
    "is it ok for a two year old?", "what do people say about it?",
    "what comes in the box", "something cheaper", "tell me about the second one",
    "can you wash it?", "is it loud?", "how many pieces", "does it come ready assembled", "who makes it?",
    "is the first one easy enough for a beginner", "do you deliver to Wales?", "what's the difference between them",
)  # fmt: skip
TALKS, ASKED_EACH = 250, 3


@dataclass(frozen=True, slots=True)
class AnswerFigures:
    """Answers read, those that name no product, milliseconds of answering, and whatever no record carries."""

    answers: int
    empty: int
    p50_ms: float
    p95_ms: float
    wrong: tuple[str, ...]

    def lines(self) -> Iterator[str]:
        """The figures as text."""
        yield (
            f"{self.answers:,} answers, {self.empty} of them without a product: {len(self.wrong)} said what no record "
            f"carries; answering {self.p50_ms:.1f} ms p50, {self.p95_ms:.1f} ms p95"
        )
        yield from (f"  {line}" for line in self.wrong)


def measure_answers(shop: Assistant, requests: Sequence[str]) -> AnswerFigures:
    """One conversation a request, read by a reader that knows nothing of how answers are made."""
    took, unsupported, answers, empty = list[float](), list[str](), 0, 0
    for number, request in enumerate(requests):
        follow_ups = (FOLLOW_UPS[(number * ASKED_EACH + k) % len(FOLLOW_UPS)] for k in range(ASKED_EACH))
        for message in (request, *follow_ups):
            response = shop.ask(message, session_id=f"answers-{number}")
            answers += 1
            # What is refused or asked back takes no answering.
            took += [response.timings[stage] for stage in ("answerer",) if stage in response.timings]
            empty += not response.products
            unsupported += [f"{request} → {message}: {fault}" for fault in faults(response) if response.answers]
    p50, p95 = np.percentile(took, (50, 95)) if took else (0.0, 0.0)
    return AnswerFigures(answers, empty, float(p50), float(p95), tuple(unsupported))


def measure(asked: Namespace) -> AnswerFigures:
    """The figures for what the command line asks."""
    rows = (DATA / "shopping_requests.jsonl").read_text(encoding="utf-8").splitlines()
    requests = [json.loads(row)["text"] for row in rows][:TALKS]
    with Assistant.open(asked.catalog, Settings(sessions_url="sqlite://", live_prices=False)) as shop:
        return measure_answers(shop, requests)


def main(arguments: Sequence[str] | None = None) -> None:
    """`python -m benchmarks.answer_audit`; the exit status says whether anything was said that no record carries."""
    if command_line.run(command_line.options(__doc__), arguments, measure).wrong:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
