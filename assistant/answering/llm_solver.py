"""The model's solver: a chat model words the answer, within what the evidence says.

It may choose its words, not its facts: every fact is a claim with evidence, and the same checks that the symbolic
answer passes take out what is not carried. The reasons on the card stay the symbolic ones.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from assistant.answering.partial_json import ShownReader
from assistant.answering.symbolic_solver import SymbolicSolver, named, notes
from assistant.answering.wording import (
    SPOKEN_WORDS,
    age_fact,
    brand_fact,
    pieces_fact,
    players_fact,
    price_fact,
    rating_with_count_fact,
)
from assistant.errors import ModelError, NoStreamError
from assistant.language.currencies import amount_of
from assistant.language.text import ages
from assistant.matching.checks import for_age
from assistant.prompts import prompt
from assistant.protocols import ChatModel, StreamingModel
from assistant.schema import Brief, Claim, Draft, Message, Pick, Sentence

# A choice, its runner-up and what else was close: more would be a list, which the page shows beside the answer.
MAX_PRODUCTS = 4


class _WrittenClaim(BaseModel):
    model_config = ConfigDict(extra="ignore")

    kind: Literal[
        "title", "brand", "price", "rating", "count", "age", "players", "pieces", "material", "feature", "comparison"
    ]
    value: str
    doc_id: str
    evidence_ids: list[str]


class _WrittenSentence(BaseModel):
    model_config = ConfigDict(extra="ignore")

    text: str
    claims: list[_WrittenClaim]


class _Written(BaseModel):
    """What the model fills in."""

    model_config = ConfigDict(extra="ignore")

    shown: list[_WrittenSentence]
    spoken: _WrittenSentence


@dataclass(frozen=True, slots=True)
class LlmSolver:
    """A `GoalSolver` over any `ChatModel`; raises `ModelError` when the model gives nothing usable in time."""

    model: ChatModel
    name: str = "llm"

    def solve(self, brief: Brief) -> Draft:
        """The model's sentences with their claims, none of it verified."""
        return _draft(self.model.complete([_asked(brief)], _Written, system=_told()), brief)

    def write(self, brief: Brief, hand_on: Callable[[Sentence], None]) -> Draft:
        """The same, each sentence handed on as soon as it is whole; what came before a failure stands alone."""
        if not isinstance(self.model, StreamingModel):
            return self.solve(brief)
        reader, shown, full = ShownReader(), list[Sentence](), _full_ids(brief)
        try:
            for piece in self.model.stream([_asked(brief)], _Written, system=_told()):
                for sentence in _whole(reader.feed(piece), full):
                    shown.append(sentence)
                    hand_on(sentence)
            return _draft(_Written.model_validate_json(reader.whole), brief)
        except (ModelError, ValidationError) as error:
            if shown:
                return Draft(tuple(shown), (), SymbolicSolver().solve(brief).reasons)
            if isinstance(error, ModelError) and not isinstance(error, NoStreamError):
                raise
        return self.solve(brief)


def _told() -> str:
    return f"{prompt('system')}\n\n{prompt('answerer').replace('{spoken_words}', str(SPOKEN_WORDS))}"


def _asked(brief: Brief) -> Message:
    return Message("user", json.dumps(material_of(brief), ensure_ascii=False))


def _whole(objects: Iterable[dict[str, Any]], full: Mapping[str, str]) -> Iterator[Sentence]:
    """The objects that are sentences; raises `ValidationError` at the first that is none."""
    return (_sentence(_WrittenSentence.model_validate(written), full) for written in objects)


def draft_of(text: str, brief: Brief) -> Draft:
    """The draft that a model's JSON stands for; raises `ValueError` where it is none."""
    return _draft(_Written.model_validate_json(text), brief)


def _draft(written: _Written, brief: Brief) -> Draft:
    full = _full_ids(brief)
    return Draft(
        shown=tuple(_sentence(sentence, full) for sentence in written.shown),
        spoken=(_sentence(written.spoken, full),),
        reasons=SymbolicSolver().solve(brief).reasons,
        status="success" if written.shown else "no-context",
    )


def _short_ids(brief: Brief) -> dict[str, str]:
    """Names that cost a model next to nothing to repeat, by the ids of the products and of their evidence."""
    docs = dict.fromkeys((*(pick.product.id for pick in brief.picks), *(item.doc_id for item in brief.evidence)))
    short = {doc_id: f"p{number}" for number, doc_id in enumerate(docs, start=1)}
    parts = {item.evidence_id: item.evidence_id.replace(item.doc_id, short[item.doc_id], 1) for item in brief.evidence}
    return short | parts


def _full_ids(brief: Brief) -> dict[str, str]:
    return {short: full for full, short in _short_ids(brief).items()}


def material_of(brief: Brief) -> dict[str, Any]:
    """What the model may know: the goal, the wish, the form, facts and evidence by id; no report, no conversation."""
    form, intent, ids = brief.plan.answer_requirements, brief.plan.intent, _short_ids(brief)
    return {
        "goal": brief.plan.goal,
        "wish": intent.text,
        "top_pick": ids[brief.picks[0].product.id],
        "literal_terms": list(brief.plan.must_preserve_terms),
        "shopper": _shopper(brief, ids),
        "said_by_the_program": [note.text for note in notes(brief)],
        "form": {"format": form.format, "tone": form.tone, "length": form.length, "locale": brief.locale},
        "products": [_facts(brief, pick, ids) for pick in brief.picks[:MAX_PRODUCTS]],
        "catalogue_data": [
            {"evidence_id": ids[item.evidence_id], "doc_id": ids[item.doc_id], "data": item.content}
            for item in brief.evidence
        ],
    }


def _shopper(brief: Brief, ids: Mapping[str, str]) -> dict[str, Any]:
    """What was asked for in figures, and which products keep it."""
    asked = brief.plan.intent.constraints
    high = asked.budget.max if asked.budget else None
    currency = asked.budget.currency if asked.budget else ""
    shown = next((pick.price.currency for pick in brief.picks if pick.price), "")
    return {
        "budget": amount_of(high, currency or shown) if high is not None else "",
        "within_budget": [ids[p.product.id] for p in brief.picks if p.product.id in brief.affordable],
        "age": ages(asked.age) if asked.age else "",
        "for_this_age": [ids[p.product.id] for p in brief.picks if asked.age and for_age(p.product, asked.age)],
        "fits_every_wish": [ids[p.product.id] for p in brief.picks if p.product.id in brief.fitting],
    }


def _facts(brief: Brief, pick: Pick, ids: Mapping[str, str]) -> dict[str, Any]:
    """A product's facts as they are worded, each ready to be a claim."""
    product = pick.product
    worded = (
        named(brief, pick), price_fact(pick), rating_with_count_fact(product), brand_fact(product),
        age_fact(product), pieces_fact(product), players_fact(product),
    )  # fmt: skip
    claims = [claim for fact in worded if fact for claim in fact.claims]
    return {
        "doc_id": ids[product.id],
        "rank": pick.rank,
        "facts": [
            {
                "kind": claim.kind,
                "value": claim.value,
                "evidence_ids": [ids.get(name, name) for name in claim.evidence_ids],
            }
            for claim in claims
        ],
    }


def _sentence(written: _WrittenSentence, full: Mapping[str, str]) -> Sentence:
    """The sentence about products by their full ids; an id that was not given stays, and carries nothing."""
    claims = (
        Claim(c.kind, c.value, full.get(c.doc_id, c.doc_id), tuple(full.get(name, name) for name in c.evidence_ids))
        for c in written.claims
    )
    return Sentence(" ".join(written.text.split()), tuple(claims))
