"""A shelf of two toys and its answers, shared by the tests of the answerer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Any

from builders import a_candidate, a_pack, a_plan, a_product, a_turn, age, an_intent, up_to
from fakes import WordSelector

from assistant.answering.answerer import AnswerTools, Asked, answer, answer_gate, brief_of
from assistant.protocols import GoalSolver, Helper
from assistant.schema import Answer, Brief, EvidencePack, Filters, Intent, Plan, Question, Receipt, Review, Turn

TRAIN = a_product(
    "p1", "Farm Wooden Train Set", "24.99", brand="Brio", rating=4.7, rating_count=132, age=age(3, 6),
    pieces=46, material="Wood", features=("No batteries needed",), product_url="https://shop.example/p1",
    description="The track can be laid as an oval or as a figure of eight. Wipe it clean with a damp cloth.",
    reviews=(Review("Lovely", "My son plays with it every day. The paint is chipping already.", 4.0),),
)  # fmt: skip
OTHER = a_product(
    "p2", "City Train Set", "19.99", brand="Zoom", rating=4.0, rating_count=30, features=("Flashing lights",)
)
SHELF = a_pack(a_candidate(TRAIN), a_candidate(OTHER, 0.5))
ASKED = Asked(a_turn(), "GBP", receipts={})


def answer_tools(*solvers: GoalSolver, helpers: tuple[Helper, ...] = (), limit_s: float = 8.0) -> AnswerTools:
    return AnswerTools(WordSelector(), solvers, helpers, solver_limit_s=limit_s)


def answered(
    plan: Plan | Intent | None = None,
    pack: EvidencePack = SHELF,
    *,
    solver: GoalSolver | None = None,
    helpers: tuple[Helper, ...] = (),
    turn: Turn | None = None,
    receipts: Mapping[str, Receipt] | None = None,
    first_citation: int = 1,
    limit_s: float = 8.0,
) -> Answer:
    plan = plan if isinstance(plan, Plan) else a_plan(plan or an_intent())
    asked = replace(ASKED, turn=turn or a_turn(), receipts=receipts or {}, first_citation=first_citation)
    return answer(plan, pack, asked, answer_tools(*([solver] if solver else []), helpers=helpers, limit_s=limit_s))


def a_brief(intent: Intent | None = None, pack: EvidencePack = SHELF, **plan: Any) -> Brief:
    """What a solver is told of the shelf."""
    planned = a_plan(intent or an_intent(), **plan)
    picks = answer_gate(planned, pack, receipts={}).picks
    return brief_of(planned, pack, picks, replace(ASKED, turn=a_turn(planned.intent.text)), answer_tools())


def asking(text: str, about: str = "toy", **numbers: Any) -> Intent:
    """A question about the first toy of the shelf."""
    asked = an_intent(**numbers).constraints
    return an_intent(text=text, act="details", question=Question(text, about, asked))  # type: ignore[arg-type]


BUDGET = a_plan(an_intent(budget=up_to(30)), filters=Filters(max_price=Decimal(30)))
SYMBOLIC = answered()
