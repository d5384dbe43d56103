"""How rightly messages are read: what kind they are, and every constraint.

`data/README.md` says what the labels mean. Nothing here is measured on text that anything was made from.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from assistant.assistant import Assistant
from assistant.language.text import brand_key, fold, stems
from assistant.schema import Constraints, Intent, Vocabulary
from benchmarks import DATA

TOY_REQUESTS = DATA / "toy_requests.csv"
CONSTRAINT_REQUESTS = DATA / "constraint_requests.jsonl"


class Label(BaseModel):
    """What is right, as a file says it."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class BudgetLabel(Label):
    """The budget that was said; amounts in major units, `around` where it was about that much."""

    min: Decimal | None
    max: Decimal | None
    currency: str
    each: bool
    around: bool = False


class AgeLabel(Label):
    """The age that was said, in months."""

    min_months: int | None
    max_months: int | None


class Reading(Label):
    """What a right reading holds; nothing else may be read."""

    budget: BudgetLabel | None
    age: AgeLabel | None
    players: int | None
    pieces: int | None
    material: str | None
    brand: str | None
    refused: list[str]


class ConstraintRequest(Reading):
    """A message with its right reading."""

    text: str
    wanted_any: list[str] = []


@dataclass(frozen=True, slots=True)
class RoutingFigures:
    """Of the messages of each kind, the share that is taken for it; `misses` are the others."""

    recalls: dict[str, float]
    misses: tuple[str, ...]

    def lines(self) -> Iterator[str]:
        """The figures as text."""
        yield "own toy requests: recall " + ", ".join(f"{kind} {recall:.3f}" for kind, recall in self.recalls.items())
        yield from (f"  {line}" for line in self.misses)


@dataclass(frozen=True, slots=True)
class ConstraintFigures:
    """`exact` is the share of messages read rightly whole; `invented_budgets` those with a budget nobody said."""

    requests: int
    exact: float
    invented_budgets: tuple[str, ...]
    misses: tuple[str, ...]

    def lines(self) -> Iterator[str]:
        """The figures as text."""
        yield (
            f"constraints: {self.requests} messages, every one exactly right in {self.exact:.3f}, "
            f"{len(self.invented_budgets)} with an invented budget"
        )
        yield from (f"  {line}" for line in self.misses)


def load_constraint_requests(path: Path = CONSTRAINT_REQUESTS) -> list[ConstraintRequest]:
    """The project's own messages with constraints."""
    return [ConstraintRequest.model_validate(row) for row in rows_of(path)]


def rows_of(path: Path) -> Iterator[object]:
    """The objects of a file that has one a line."""
    return (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())


def measure_routing(shop: Assistant, path: Path = TOY_REQUESTS) -> RoutingFigures:
    """The kind of every message of a CSV file (`text`, and `intent_type` where they are not all toy requests)."""
    asked: dict[str, int] = {}
    right: dict[str, int] = {}
    misses = []
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            kind = row.get("intent_type", "product_query")
            found = shop.route(row["text"]).intent_type
            asked[kind] = asked.get(kind, 0) + 1
            right[kind] = right.get(kind, 0) + (found == kind)
            misses += [f"{row['text']}: taken for {found}"] if found != kind else []
    return RoutingFigures({kind: round(right[kind] / asked[kind], 4) for kind in asked}, tuple(misses))


def measure_constraints(shop: Assistant, requests: Iterable[ConstraintRequest]) -> ConstraintFigures:
    """Routes every message in a conversation of its own."""
    vocabulary = shop.catalogue.vocabulary
    judged = [(request, shop.route(request.text).intents) for request in requests]
    differences = [(request.text, _request_differences(request, intents, vocabulary)) for request, intents in judged]
    return ConstraintFigures(
        requests=len(judged),
        exact=round(sum(not found for _, found in differences) / len(judged), 4),
        invented_budgets=tuple(
            request.text
            for request, intents in judged
            if request.budget is None and any(intent.constraints.budget for intent in intents)
        ),
        misses=tuple(f"{text}: {', '.join(found)}" for text, found in differences if found),
    )


def _request_differences(request: ConstraintRequest, intents: Sequence[Intent], vocabulary: Vocabulary) -> list[str]:
    """What was read otherwise; a message of one wish that is cut in two, or taken for no toy, is read wrongly."""
    found = intents[0]
    differences = list(differences_of(request, found.constraints, vocabulary))
    if len(intents) > 1 or found.intent_type != "product_query":
        differences.append(f"{len(intents)} × {found.intent_type}")
    wanted = {word for feature in found.constraints.wanted for word in stems(feature)}
    if request.wanted_any and not any(set(stems(feature)) <= wanted for feature in request.wanted_any):
        differences.append(f"wanted {found.constraints.wanted}")
    return differences


def differences_of(right: Reading, found: Constraints, vocabulary: Vocabulary) -> Iterator[str]:
    """The fields in which a reading differs, each in a few words.

    A brand is expected where the catalogue has it: what it does not have, nobody can match. A sum without a currency
    is labelled in pounds, and is right in whatever the catalogue is priced in.
    """
    budget, age = right.budget, right.age
    currencies = {budget.currency, vocabulary.currency} if budget and budget.currency == "GBP" else set()
    found_budget = found.budget
    if found_budget and budget and found_budget.currency in currencies:
        found_budget = replace(found_budget, currency=budget.currency)
    # None is to be found where the catalogue does not know it and it was not read either.
    brand = right.brand if right.brand and (found.brand or brand_key(right.brand) in vocabulary.brands) else ""
    turned_down = (*found.refused, *found.refused_brands, *found.refused_kinds)
    pairs = (
        ("budget", found_budget and _values(found_budget, BudgetLabel), budget and _values(budget, BudgetLabel)),
        ("age", found.age and _values(found.age, AgeLabel), age and _values(age, AgeLabel)),
        ("players", found.players, right.players),
        ("pieces", found.pieces, right.pieces),
        ("material", found.material, right.material),
        ("brand", fold(found.brand or ""), fold(brand)),
        ("refused", sorted(_spelled(turned_down)), sorted(_spelled(right.refused))),
    )  # fmt: skip
    yield from (f"{name} {_plain(read)} for {_plain(label)}" for name, read, label in pairs if read != label)


def _values(reading: object, label: type[Label]) -> tuple[object, ...]:
    return tuple(getattr(reading, name) for name in label.model_fields)


def _spelled(phrases: Iterable[str]) -> set[str]:
    return {" ".join(stems(phrase)) for phrase in phrases}


def _plain(value: object) -> str:
    return "(" + ", ".join(map(str, value)) + ")" if isinstance(value, tuple | list) else str(value or "none")
