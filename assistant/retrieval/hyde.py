"""Words to search by, from a model: only where the first round of a search covered too little, and never a filter."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from pydantic import BaseModel

from assistant.errors import ModelError
from assistant.language.text import fold, promotes
from assistant.prompts import prompt
from assistant.protocols import ChatModel
from assistant.schema import Message, Plan

MAX_VARIANTS, MAX_VARIANT_WORDS, MAX_HYDE_WORDS = 3, 12, 60


class _Proposed(BaseModel):
    """What the model may propose; what else it says is left out."""

    query_variants: list[str] = []
    hyde: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ModelHyDE:
    """A `HyDE` over any `ChatModel`; a model that fails, shouts or drops a term that must stay proposes nothing."""

    model: ChatModel

    def imagine(self, plan: Plan) -> list[str]:
        """Texts to search by besides the plan's own."""
        model_input = {
            "said": plan.earlier_messages,
            "wish": plan.intent.text,
            "product_type": plan.intent.product_type,
            "tried": list(plan.query_variants),
            "must_preserve_terms": list(plan.must_preserve_terms),
            "must_match_exactly": plan.must_match_exactly,
        }
        asked = Message("user", json.dumps(model_input, ensure_ascii=False))
        try:
            proposed = self.model.complete([asked], _Proposed, system=f"{prompt('system')}\n\n{prompt('planner')}")
        except ModelError:
            return []
        return list(dict.fromkeys(_usable(proposed, plan)))


def _usable(proposed: _Proposed, plan: Plan) -> Iterator[str]:
    """What is short, plain and keeps every term that must be kept."""
    variants = ((text, MAX_VARIANT_WORDS) for text in proposed.query_variants[:MAX_VARIANTS])
    for text, most in (*variants, (proposed.hyde, MAX_HYDE_WORDS)):
        said = " ".join(text.split())
        keeps = all(fold(term) in fold(text) for term in plan.must_preserve_terms)
        is_plain = 0 < len(said.split()) <= most and not promotes(text)
        if keeps and is_plain and said not in plan.query_variants:
            yield said
