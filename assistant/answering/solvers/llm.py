"""The model's solver: a chat model decides which facts matter to this shopper, and writes none of the words."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from assistant.answering.question_reading import statement
from assistant.answering.saying.phrases import phrase_of
from assistant.answering.saying.setting import Setting
from assistant.prompts import prompt
from assistant.protocols import ChatModel
from assistant.schema import (
    AskedSlot,
    AskFor,
    Brief,
    Caution,
    Compare,
    ContentPlan,
    Describe,
    Explain,
    Fact,
    Message,
    Move,
    Quote,
    Recommend,
    Reply,
    RunnerUp,
    Tone,
    Total,
    Verdict,
    Wish,
)

# The prompt stays small: so many products, and of each but the first so few of its own sentences.
MOST_PRODUCTS, MOST_LINES_OF_OTHERS = 4, 2


class _WrittenMove(BaseModel):
    model_config = ConfigDict(extra="forbid")

    move: Literal[
        "recommend", "runner_up", "reply", "explain", "describe", "compare", "total", "quote", "caution", "ask"
    ]
    product: str = ""
    products: list[str] = []
    counts: list[int] = []
    facts: list[str] = []
    verdict: Literal["yes", "no", "value", "opinion", "unknown", ""] = ""
    slot: Literal["kind", "age", "budget", ""] = ""


class _WrittenPlan(BaseModel):
    model_config = ConfigDict(extra="forbid")

    tone: Tone = "plain"
    moves: list[_WrittenMove] = []


@dataclass(frozen=True, slots=True)
class LlmSolver:
    """Plans by a chat model, from facts with short ids."""

    model: ChatModel
    name: str = "llm"

    def solve(self, brief: Brief) -> ContentPlan:
        """The model's moves; raises `ModelError` when none came in time."""
        request = Message("user", json.dumps(_model_input(brief), ensure_ascii=False))
        system = f"{prompt('system')}\n\n{prompt('answerer')}"
        written = self.model.complete([request], _WrittenPlan, system=system)
        ids = {f"p{place}": pick.product.id for place, pick in enumerate(brief.picks, start=1)}
        return ContentPlan(tuple(_move(move, ids) for move in written.moves), written.tone)


def _model_input(brief: Brief) -> dict[str, Any]:
    """What the model is told: the wish, what is missing, and every fact with its id."""
    intent, setting = brief.plan.intent, Setting(brief)
    asked = brief.question
    return {
        "act": intent.act,
        "said": brief.plan.earlier_messages,
        "message": brief.message,
        "question": asked.text if intent.question and asked.about != "description" else "",
        "goal": brief.plan.goal,
        "missing": _missing(brief),
        "coverage": brief.coverage.confidence,
        "products": [
            {
                "id": f"p{place}",
                "name": setting.name(pick.product.id).text,
                "facts": dict(_facts(brief, pick.product.id, first=place == 1)),
            }
            for place, pick in enumerate(brief.picks[:MOST_PRODUCTS], start=1)
        ],
        "helpers": [found.summary for found in brief.helped if found.status == "success"],
        "length": brief.plan.answer_requirements.length,
    }


def _missing(brief: Brief) -> list[str]:
    """What was asked for and the first product is not known to have."""
    asked = brief.own(brief.picks[0].product.id, "unmet", "unknown")
    return [_read(fact) for fact in asked if isinstance(fact.value, Wish)]


def _facts(brief: Brief, doc_id: str, *, first: bool) -> Iterable[tuple[str, str]]:
    """A product's facts by id, as they read; of another than the first only its figures and a few sentences."""
    lines = 0
    for fact in brief.facts_of(doc_id):
        if fact.kind in ("line", "review"):
            lines += 1
            if not first and lines > MOST_LINES_OF_OTHERS:
                continue
        yield fact.fact_id, _read(fact) + _stars(brief, fact)


def _stars(brief: Brief, fact: Fact) -> str:
    """How many stars the buyer gave whose sentence it is: praise in a bad review is none."""
    if fact.kind != "review":
        return ""
    number = int(fact.section.removeprefix("review-"))
    reviews = next(pick.product.reviews for pick in brief.picks if pick.product.id == fact.doc_id)
    stars = reviews[number].rating
    return f" (gave {stars:g} of 5 stars)" if stars else ""


def _read(fact: Fact) -> str:
    if isinstance(fact.value, Wish):
        unit = " months" if fact.value.kind == "age" else ""
        return f"{fact.kind}: {fact.value.kind} {fact.value.asked}{unit}"
    return statement(fact) or phrase_of(fact).text


def _move(written: _WrittenMove, ids: Mapping[str, str]) -> Move:
    """The move with the products' own ids; what it names that was not given is left to the check."""
    doc_id, facts = ids.get(written.product, ""), tuple(written.facts)
    several = tuple(ids.get(name, "") for name in written.products)
    verdict: Verdict = written.verdict or "value"
    slot: AskedSlot = written.slot or "kind"
    moves: dict[str, Move] = {
        "recommend": Recommend(doc_id, facts),
        "runner_up": RunnerUp(doc_id, facts),
        "reply": Reply(doc_id, verdict, facts),
        "explain": Explain(doc_id, facts),
        "describe": Describe(doc_id, facts),
        "compare": Compare(several),
        "total": Total(several, tuple(written.counts)),
        "quote": Quote(doc_id, facts),
        "caution": Caution(doc_id, facts),
        "ask": AskFor(slot),
    }
    return moves[written.move]
