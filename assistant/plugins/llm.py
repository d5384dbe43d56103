"""The model's solver: a chat model words the answer, within what the evidence says.

It may choose its words, not its facts: every fact is a claim with evidence, and the same checks that the symbolic
answer passes take out what is not carried. The reasons on the card stay the symbolic ones.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from assistant.plugins.symbolic import SymbolicSolver
from assistant.prompts import prompt
from assistant.protocols import ChatModel
from assistant.schema import Brief, Claim, Draft, Message, Sentence
from assistant.wording import SPOKEN_WORDS

# What fits into small models beside the instructions; the best evidence comes first.
MAX_EVIDENCE_CHARS = 6_000


class _WrittenClaim(BaseModel):
    model_config = ConfigDict(extra="ignore")

    kind: Literal["title", "brand", "price", "rating", "count", "age", "players", "pieces", "material", "feature"]
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
        told = f"{prompt('system')}\n\n{prompt('answerer').replace('{spoken_words}', str(SPOKEN_WORDS))}"
        asked = Message("user", json.dumps(_material(brief), ensure_ascii=False))
        written = self.model.complete([asked], _Written, system=told)
        return Draft(
            shown=tuple(_sentence(sentence) for sentence in written.shown),
            spoken=(_sentence(written.spoken),),
            reasons=SymbolicSolver().solve(brief).reasons,
        )


def _material(brief: Brief) -> dict[str, Any]:
    """What the model may know: the goal, the wish, the form, and evidence by id; no report, no conversation."""
    evidence, left = [], MAX_EVIDENCE_CHARS
    for item in brief.evidence:
        left -= len(item.content)
        if left < 0:
            break
        evidence.append({"evidence_id": item.evidence_id, "doc_id": item.doc_id, "text": item.content})
    form = brief.plan.answer_requirements
    return {
        "goal": brief.plan.goal,
        "wish": brief.plan.intent.text,
        "top_pick": brief.picks[0].product.id,
        "ranked": [pick.product.id for pick in brief.picks],
        "form": {"tone": form.tone, "length": form.length, "locale": brief.locale},
        "evidence": evidence,
    }


def _sentence(written: _WrittenSentence) -> Sentence:
    claims = (Claim(c.kind, c.value, c.doc_id, tuple(c.evidence_ids)) for c in written.claims)
    return Sentence(" ".join(written.text.split()), tuple(claims))
