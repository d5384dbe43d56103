"""A model's reading of a message that the rules are unsure of, held against the message.

The rules' reading stands wherever it says something. The model may add what the message carries, word for word and
number for number, and may say that the message asks for no toy; it can neither turn a request outside toys into a
product query nor add a sum, a name or a wish that nobody said.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from assistant.errors import ModelError
from assistant.language.lexicon import MATERIALS
from assistant.language.numbers import NUMBER, value_of
from assistant.language.text import brand_key, fold, stems
from assistant.prompts import prompt
from assistant.protocols import ChatModel
from assistant.schema import AgeRange, Budget, Constraints, Intent, Message, Route, Turn, Vocabulary
from assistant.understanding.budgets import names_money
from assistant.understanding.router import OUT_OF_DOMAIN, SURE
from assistant.understanding.slots import plain

Currency = Literal["GBP", "USD", "EUR"]


class _Read(BaseModel):
    model_config = ConfigDict(extra="ignore")


class _Budget(_Read):
    min: Decimal | None = None
    max: Decimal | None = None
    currency: Currency | None = None
    each: bool = False


class _Age(_Read):
    min_months: int | None = Field(None, ge=0, le=1440)
    max_months: int | None = Field(None, ge=0, le=1440)


class _Constraints(_Read):
    budget: _Budget | None = None
    age: _Age | None = None
    brand: str | None = None
    material: str | None = None
    category: str | None = None
    players: int | None = None
    pieces: int | None = None
    wanted: list[str] = []
    refused: list[str] = []


class ModelReading(_Read):
    """What the model fills in for one wish."""

    intent_type: Literal["greeting", "out_of_domain", "product_query"]
    product_type: str = ""
    constraints: _Constraints = _Constraints()
    needs_live_price: bool = False
    confidence: float = Field(0.5, ge=0, le=1)


def reread(route: Route, turn: Turn, *, model: ChatModel, vocabulary: Vocabulary) -> Route:
    """The route, with its unsure product query read again by a model; the route itself where that fails."""
    if not is_unsure(route):
        return route
    asked = Message("user", json.dumps({"message": turn.text}, ensure_ascii=False))
    try:
        reading = model.complete([asked], ModelReading, system=f"{prompt('system')}\n\n{prompt('router')}")
    except ModelError as error:
        return replace(route, warnings=(*route.warnings, str(error)))
    return merged(route, reading, vocabulary)


def is_unsure(route: Route) -> bool:
    """Whether the rules took the message for one new wish, and are unsure of it."""
    first = route.intents[0]
    is_one_wish = len(route.intents) == 1 and not route.reply and first.act == "find"
    return is_one_wish and bool(first.product_type) and first.confidence < SURE


def merged(route: Route, reading: ModelReading, vocabulary: Vocabulary) -> Route:
    """The rules' reading with what the model adds to it and the message carries."""
    intent = route.intents[0]
    if reading.intent_type == "out_of_domain":
        outside = Intent(intent.text, "other", "out_of_domain", intent.product_type, confidence=reading.confidence)
        return Route((outside,), reply=OUT_OF_DOMAIN, warnings=route.warnings)
    if reading.intent_type == "greeting":  # rules know a greeting; this one asked for something
        return route
    said = _Said(plain(intent.text))
    kind = reading.product_type if said.has_words(reading.product_type) else ""
    read = replace(
        intent.of((kind.lower(),)) if kind else intent,
        constraints=said.added(intent.constraints, reading.constraints, vocabulary),
        confidence=max(intent.confidence, reading.confidence),
    )
    return replace(route, intents=(read,))


class _Said:
    """A message, asked whether it carries what somebody says that it says."""

    def __init__(self, folded: str) -> None:
        self._folded = folded
        self._stems = set(stems(folded))
        self._numbers = {value_of(match.group()) for match in re.finditer(NUMBER, folded)}

    def has_words(self, text: str | None) -> bool:
        """Whether every word of a text is the message's."""
        return bool(text) and set(stems(text or "")) <= self._stems

    def has_numbers(self, numbers: Sequence[Decimal | int | None]) -> bool:
        """Whether there is a number, and all are the message's."""
        said = [Decimal(number) for number in numbers if number is not None]
        return bool(said) and all(number in self._numbers for number in said)

    def added(self, known: Constraints, read: _Constraints, vocabulary: Vocabulary) -> Constraints:
        """What the rules know, and in the places they left empty what the model read and the message carries."""
        brand = vocabulary.brands.get(brand_key(read.brand or "")) if self.has_words(read.brand) else None
        wanted = [word for word in read.wanted if self.has_words(word)]
        return Constraints(
            budget=known.budget or self._budget(read.budget, vocabulary.currency),
            age=known.age or self._age(read.age),
            brand=known.brand or brand,
            material=known.material or self._material(read.material),
            category=known.category or self._category(read.category, vocabulary),
            players=known.players or (read.players if self.has_numbers([read.players]) else None),
            pieces=known.pieces or (read.pieces if self.has_numbers([read.pieces]) else None),
            wanted=known.wanted or tuple(word for word in wanted if word not in known.refused),
            refused=known.refused or tuple(word for word in read.refused if self._is_turned_down(word)),
            refused_brands=known.refused_brands,
        )

    def _budget(self, read: _Budget | None, currency: str) -> Budget | None:
        """A sum needs its numbers and a word of money; without either nobody said it."""
        if read is None or not self.has_numbers([read.min, read.max]) or not names_money(self._folded):
            return None
        low, high = read.min, read.max
        if low is not None and high is not None and low > high:
            low, high = high, low
        return Budget(low, high, read.currency or currency, each=read.each)

    def _age(self, read: _Age | None) -> AgeRange | None:
        """Months or years, as the message has them; an end may be the one just below: "under 5" is to 59 months."""
        if read is None:
            return None
        ends = [end for end in (read.min_months, read.max_months) if end is not None]
        if not ends or not all(self._is_an_age(end) for end in ends):
            return None
        low, high = read.min_months, read.max_months
        return None if low is not None and high is not None and low > high else AgeRange(low, high)

    def _is_an_age(self, months: int) -> bool:
        return any(Decimal(m) in self._numbers or Decimal(m) / 12 in self._numbers for m in (months, months + 1))

    def _material(self, read: str | None) -> str | None:
        words = [word for word in re.findall(r"[a-z-]+", self._folded) if word in MATERIALS]
        return next((MATERIALS[word] for word in words if read and MATERIALS[word] == MATERIALS.get(read, read)), None)

    def _category(self, read: str | None, vocabulary: Vocabulary) -> str | None:
        path = vocabulary.categories.get(fold(read or "")) if self.has_words(read) else None
        return path[-1] if path else None

    def _is_turned_down(self, word: str) -> bool:
        """Whether the word stands behind a denial; what stands there by itself is wanted."""
        denied = rf"(?:\b(?:no|not|non|without|never|nothing|hates?|avoid)\b|n't\b).*\b{re.escape(word.lower())}"
        return self.has_words(word) and bool(re.search(denied, self._folded))
