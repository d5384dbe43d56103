"""Precision at three: of the first three products shown for a request, how many have what a right answer must have."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from assistant.assistant import Assistant
from assistant.language.text import stems
from assistant.schema import Product
from benchmarks import DATA

REQUESTS = DATA / "shopping_requests.jsonl"
SHOWN = 3


class Must(BaseModel):
    """What a right product has; words of a group are alternatives. `data/README.md` says where each is looked for."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    type_any: list[list[str]]
    not_any: list[str] = []
    brand: str = ""
    min_price: Decimal | None = None
    max_price: Decimal | None = None
    age_months: int | None = None
    players: int | None = None
    pieces: tuple[int, int] | None = None
    material_any: list[str] = []


class ShoppingRequest(BaseModel):
    """A request, and what a right answer to it must have."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    text: str
    must: Must
    catalogue: str


@dataclass(frozen=True, slots=True)
class ShoppingFigures:
    """`precision_at_3` counts a place that is left empty as wrong; `misses` are the requests with a wrong place."""

    requests: int
    precision_at_3: float
    top_pick_right: float
    misses: tuple[str, ...]

    def lines(self) -> Iterator[str]:
        """The figures as text."""
        yield (
            f"shopping requests: {self.requests}, precision at 3 {self.precision_at_3:.3f}, "
            f"Top Pick right {self.top_pick_right:.3f}"
        )
        yield from (f"  {line}" for line in self.misses)


def load_requests(path: Path = REQUESTS) -> list[ShoppingRequest]:
    """The project's own requests."""
    return [ShoppingRequest.model_validate(json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]


def measure_shopping(shop: Assistant, requests: Iterable[ShoppingRequest]) -> ShoppingFigures:
    """Asks every request in a conversation of its own."""
    judged = [(request, _judge(shop, request)) for request in requests]
    places = [right for _, verdicts in judged for right in verdicts]
    return ShoppingFigures(
        requests=len(judged),
        precision_at_3=round(sum(places) / len(places), 4),
        top_pick_right=round(sum(verdicts[0] for _, verdicts in judged) / len(judged), 4),
        misses=tuple(
            f"{request.text} ({sum(verdicts)} of {SHOWN})" for request, verdicts in judged if not all(verdicts)
        ),
    )


def _judge(shop: Assistant, request: ShoppingRequest) -> list[bool]:
    shown = [pick.product for pick in shop.ask(request.text).products[:SHOWN]]
    return [is_right(request.must, product) for product in shown] + [False] * (SHOWN - len(shown))


def is_right(must: Must, product: Product) -> bool:
    """Whether a product has everything that a right answer must have."""
    head = f"{_spelled(product.title)}|{_spelled(' '.join(product.category))}"
    whole = f"{head}|{_spelled(product.description)}"
    maker = f"{_spelled(product.brand)}|{_spelled(product.title)}"
    return (
        _is_priced_right(must, product)
        and _suits(must, product)
        and (not must.brand or _spelled(must.brand) in maker)
        and all(_has_any(group, whole) for group in must.type_any)
        and not _has_any(must.not_any, head)
        and (not must.material_any or _has_any(must.material_any, f"{whole}|{_spelled(product.material)}"))
    )


def _spelled(text: str) -> str:
    """The text's stems between spaces, so that a phrase is found as whole words only."""
    return f" {' '.join(stems(text))} "


def _has_any(phrases: Sequence[str], words: str) -> bool:
    return any(_spelled(phrase) in words for phrase in phrases)


def _is_priced_right(must: Must, product: Product) -> bool:
    if must.min_price is None and must.max_price is None:
        return True
    low, high = must.min_price or Decimal(0), must.max_price or Decimal("Infinity")
    return product.price is not None and low <= product.price.amount <= high


def _suits(must: Must, product: Product) -> bool:
    """Whether the counts and the age fit; what the catalogue does not state is no hindrance, but for the pieces."""
    low, high = must.pieces or (0, 0)
    age, players = product.age, product.players
    return (
        (must.pieces is None or low <= (product.pieces or -1) <= high)
        and (must.age_months is None or age is None or _holds(age.min_months, age.max_months, must.age_months))
        and (must.players is None or players is None or _holds(players.min, players.max, must.players))
    )


def _holds(low: int | None, high: int | None, number: int) -> bool:
    return (low or 0) <= number <= (high or number)
