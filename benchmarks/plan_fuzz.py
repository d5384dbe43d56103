"""Whatever a solver returns, nothing is said but facts of the product named: random and broken plans over real toys.

python -m benchmarks.plan_fuzz --catalog my-shop --plans 100000
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from assistant.answering.answerer import AnswerTools, Asked, answer_gate, brief_of
from assistant.answering.plan_check import checked
from assistant.answering.saying.realiser import realise
from assistant.assistant import Assistant
from assistant.schema import (
    AskFor,
    Best,
    Brief,
    Caution,
    Compare,
    ContentPlan,
    Describe,
    Explain,
    Quote,
    Recommend,
    Reply,
    RunnerUp,
    Total,
)
from assistant.settings import Settings
from assistant.wiring import build_selector
from benchmarks import command_line
from benchmarks.reading import strange

PLANS = 100_000
# None of these may ever be read in an answer.
LIES = (
    "£0.99", "It is free", "dishwasher safe", "<b>Buy</b>", "https://evil.example", "award-winning", "p1.price2",
    "toy of the year", "comes with a display stand", "a year to return it", "arrives within a month",
    "suitable from birth",
)  # fmt: skip
ASKED = (
    ("a wooden train set under £30", "does it need batteries?"), ("a board game for 4 players", "can 8 play it?"),
    ("a doll for a 5 year old", "compare the first two"), ("lego for a nine year old", "why this one?"),
    ("a jigsaw with 1000 pieces", "how big is it?"), ("a remote control car under £40", "what do people say about it?"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class PlanFigures:
    """How many plans were tried, how many moves of them stood, and each sentence that said what it may not."""

    plans: int
    moves: int
    stood: int
    wrong: tuple[str, ...]

    def lines(self) -> Iterator[str]:
        """The figures as text."""
        yield (
            f"{self.plans:,} plans with {self.moves:,} moves, of which {self.stood:,} stood: {len(self.wrong)} "
            "sentences said what no fact carries"
        )
        yield from (f"  {line}" for line in self.wrong)


def measure_plans(briefs: Sequence[Brief], plans: int, seed: int = 1) -> PlanFigures:
    """Random plans over briefs, the same ones for each seed."""
    draw, moves, stood, unsupported = Random(seed), 0, 0, list[str]()
    for number in range(plans):
        brief = briefs[number % len(briefs)]
        plan = ContentPlan(tuple(_move(brief, draw) for _ in range(draw.randint(0, 9))), _value(brief, draw))
        stands = checked(plan, brief)
        moves, stood = moves + len(plan.moves), stood + len(stands.plan.moves)
        wording = realise(stands.plan, brief)
        text = " ".join((*(sentence.text for sentence in wording.shown), wording.spoken))
        unsupported += [f"{lie!r} in {text!r}" for lie in LIES if lie in text]
        unsupported += strange(text, brief)
    return PlanFigures(plans, moves, stood, tuple(unsupported[:20]))


def _move(brief: Brief, draw: Random) -> Any:
    """A move of any kind with arguments of any kind, most of them as they should be."""
    kinds: tuple[Any, ...] = (
        Recommend, RunnerUp, Explain, Describe, Quote, Caution, Reply, Compare, Best, Total, AskFor, None
    )  # fmt: skip
    kind = draw.choice(kinds)
    if kind is None:
        return _value(brief, draw)
    verdict = draw.choice(("yes", "no", "value", "opinion", "unknown", _value(brief, draw)))
    arguments = {
        AskFor: (_value(brief, draw),),
        Compare: (_several(brief, draw),),
        Best: (_products(brief, draw), draw.choice(("cheapest", "best rated", "most pieces", _value(brief, draw)))),
        Total: (_products(brief, draw), tuple(draw.randint(1, 3) for _ in range(draw.randint(0, 4)))),
        Reply: (_product(brief, draw), verdict, _several(brief, draw)),
    }
    return kind(*arguments.get(kind, (_product(brief, draw), _several(brief, draw))))


def _product(brief: Brief, draw: Random) -> Any:
    return draw.choice(brief.picks).product.id if draw.random() < 0.8 else _value(brief, draw)


def _products(brief: Brief, draw: Random) -> Any:
    return tuple(_product(brief, draw) for _ in range(draw.randint(0, 4)))


def _several(brief: Brief, draw: Random) -> Any:
    if draw.random() < 0.05:
        return _value(brief, draw)
    return tuple(_value(brief, draw) for _ in range(draw.randint(0, 12)))


def _value(brief: Brief, draw: Random) -> Any:
    """An id of a fact, mostly; else a product, a lie, or what is no text at all."""
    chance = draw.random()
    if chance < 0.7:
        return draw.choice(brief.facts).fact_id
    if chance < 0.8:
        return draw.choice(brief.picks).product.id
    return draw.choice((*LIES, None, 7, 1.5, True, b"p1.price", ["p1.price"], {"p1": 1}, "", "p1", "\x00", "x" * 9999))


def briefs_of(shop: Assistant, answer_tools: AnswerTools) -> list[Brief]:
    """What solvers are told in a few short conversations."""
    found = []
    for number, talk in enumerate(ASKED):
        for message in talk:
            response = shop.ask(message, session_id=f"plans-{number}")
            for answer in response.answers:
                if answer.plan and answer.picks and response.turn:
                    asked = Asked(response.turn, shop.catalogue.vocabulary.currency, receipts={})
                    picks = answer_gate(answer.plan, answer.pack, receipts={}).picks
                    found.append(brief_of(answer.plan, answer.pack, picks, asked, answer_tools))
    return found


def measure(asked: Namespace) -> PlanFigures:
    """The figures for what the command line asks."""
    settings = Settings(sessions_url="sqlite://", live_prices=False)
    with Assistant.open(asked.catalog, settings) as shop:
        return measure_plans(briefs_of(shop, AnswerTools(build_selector(settings))), asked.plans)


def main(arguments: Sequence[str] | None = None) -> None:
    """`python -m benchmarks.plan_fuzz`; the exit status says whether anything strange was said."""
    parser = command_line.options(__doc__)
    parser.add_argument("--plans", type=int, default=PLANS)
    if command_line.run(parser, arguments, measure).wrong:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
