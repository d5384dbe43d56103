"""A model says which of the found products are what was asked for; it adds none, and exact checks stand as they were.

It is asked after the learned reranker, whose reading stands where the model is late or fails. What it answers are the
numbers of products that it was given, so that nothing but those can come of it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from pydantic import BaseModel

from assistant.errors import ModelError
from assistant.language.currencies import money
from assistant.language.text import ages
from assistant.matching.fit import NEAR, RIGHT
from assistant.prompts import prompt
from assistant.protocols import ChatModel
from assistant.retrieval.learned_reranker import product_text
from assistant.schema import Candidate, Intent, Message, Plan, Product

# Products that it reads, and characters of each one's text: about three thousand tokens.
MOST_JUDGED, TEXT_CHARACTERS = 30, 300
# How probably what it names first is what was asked for, and each behind it. The first leads where no superlative asks
# for another order; behind the second place ratings and prices decide as they do without a model.
FIRST, A_PLACE, LEAST = 0.95, 0.1, 0.75
# What it names near is not what was asked for, and what it does not name is not even that.
AS_NEAR, AS_NOTHING = (RIGHT + NEAR) / 2, NEAR / 2


class _Judged(BaseModel):
    right: list[int]
    near: list[int]


@dataclass(frozen=True, slots=True)
class ModelJudge:
    """A `Reranker` behind another one: any `ChatModel` reads the best of its order."""

    model: ChatModel

    def rerank(self, plan: Plan, candidates: Sequence[Candidate]) -> list[Candidate]:
        """The candidates by the model's judgement, `scores["right"]` set anew; as they came where it gave none."""
        read, rest = candidates[:MOST_JUDGED], candidates[MOST_JUDGED:]
        if not read:
            return []
        request = Message("user", json.dumps(_model_input(plan, read), ensure_ascii=False))
        try:
            judged = self.model.complete([request], _Judged, system=f"{prompt('system')}\n\n{prompt('judge')}")
        except ModelError:
            return list(candidates)
        if not {*judged.right, *judged.near} <= set(range(1, len(read) + 1)):  # it speaks of other products than these
            return list(candidates)
        likely = dict.fromkeys(judged.near, AS_NEAR)
        likely |= {at: max(FIRST - A_PLACE * place, LEAST) for place, at in enumerate(dict.fromkeys(judged.right))}
        odds = [likely.get(at, AS_NOTHING) for at in range(1, len(read) + 1)]
        found = [
            replace(one, score=right, scores={**one.scores, "right": right, "judged": right, "rerank": right})
            for one, right in zip(read, odds, strict=True)
        ]
        return [*sorted(found, key=lambda one: (-one.score, one.doc_id)), *(replace(one, score=0.0) for one in rest)]


def _model_input(plan: Plan, read: Sequence[Candidate]) -> dict[str, Any]:
    """The shopper's words and those that the wish rests on, what it became, and the products by number."""
    intent, asked = plan.intent, plan.intent.constraints
    wish = {
        "kind": intent.product_type,
        "wanted": [*intent.leftover, *asked.wanted],
        "refused": [*asked.refused, *asked.refused_kinds, *asked.refused_brands],
        "brand": asked.brand,
        "material": asked.material,
        "age": ages(asked.age) if asked.age else "",
        "players": asked.players,
        "pieces": asked.pieces,
        "budget": _budget(intent),
        "for_adult": intent.for_adult,
    }
    products = {str(at): _read(one.product) for at, one in enumerate(read, start=1)}
    stated = {slot: value for slot, value in wish.items() if value}
    return {"said": plan.earlier_messages, "message": intent.text, "wish": stated, "products": products}


def _budget(intent: Intent) -> str:
    budget = intent.constraints.budget
    if budget is None:
        return ""
    about = "about " if budget.around else ""
    return f"{about}{budget.min or 0} to {budget.max or 'any'} {budget.currency}"


def _read(product: Product) -> str:
    price = money(product.price) if product.price else "no price"
    rating = f"{product.rating:g} stars ({product.rating_count or 1})" if product.rating else "no ratings"
    return f"{product_text(product, TEXT_CHARACTERS)} | {price}, {rating}"
