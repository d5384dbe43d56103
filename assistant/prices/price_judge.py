"""A model reads what a shop's page says beside its price: that a piece was returned, or that half of it is missing.

It is asked last, where all else confirms, and can only take a price back. Where it is late or fails, what was read
without it stands. Page text is a stranger's: the answer is one of six words, so that nothing else can come of it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Literal

from pydantic import BaseModel

from assistant.errors import ModelError
from assistant.language.currencies import money
from assistant.prompts import prompt
from assistant.protocols import ChatModel
from assistant.schema import Message, Price, Product

# Of a page so many characters are read: about two thousand tokens.
MOST_CHARACTERS = 8_000
_REASONS = {
    "used": "its page says that it is used or not perfect",
    "part": "its page says that it is only a part",
    "other": "its page says that it is something else",
    "gone": "its page says that it can't be had today",
    "terms": "its page says that not everybody pays that price",
    "nothing": "",
}


class _Judged(BaseModel):
    against: Literal["used", "part", "other", "gone", "terms", "nothing"]


@dataclass(frozen=True, slots=True)
class ModelPriceJudge:
    """A `JudgesPrices`: any `ChatModel` reads the page as a careful buyer would."""

    model: ChatModel

    def objection(self, product: Product, price: Price, lines: Sequence[str]) -> str:
        """Why a price that a page states is not the one; empty where it is, or nobody can tell."""
        lengths = accumulate(len(line) + 1 for line in lines)
        read = [line for line, length in zip(lines, lengths, strict=True) if length <= MOST_CHARACTERS]
        toy = {"name": product.title, "maker": product.brand, "price": money(product.price) if product.price else ""}
        told = json.dumps({"toy": toy, "price": money(price), "lines": read}, ensure_ascii=False)
        system = f"{prompt('system')}\n\n{prompt('offer')}"
        try:
            return _REASONS[self.model.complete([Message("user", told)], _Judged, system=system).against]
        except ModelError:
            return ""
