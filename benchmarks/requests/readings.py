"""How rightly messages are read: what kind they are, every constraint, and whole conversations turn by turn.

`data/README.md` says what the labels mean. Nothing here is measured on text that anything was made from.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Literal
from uuid import uuid4

from pydantic import BaseModel, ConfigDict

from assistant.assistant import Assistant
from assistant.language.text import brand_key, fold, stems
from assistant.schema import Constraints, Intent, Pick, Refinement, Response, Vocabulary
from assistant.understanding import dialogue_state
from benchmarks import DATA

TOY_REQUESTS = DATA / "toy_requests.csv"
CONSTRAINT_REQUESTS = DATA / "constraint_requests.jsonl"
CONVERSATIONS = DATA / "conversations.jsonl"
# What a turn of a conversation comes to, by the response's status.
_OUTCOMES = {"answered": "answer", "no-context": "answer"}


class _Label(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class BudgetLabel(_Label):
    """The budget that was said; amounts in major units."""

    min: Decimal | None
    max: Decimal | None
    currency: str
    each: bool


class AgeLabel(_Label):
    """The age that was said, in months."""

    min_months: int | None
    max_months: int | None


class Reading(_Label):
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


class StandingLedger(Reading):
    """What is understood after a turn; `type_any` are words of which the kind of toy must hold one."""

    type_any: list[str]


class ScriptedTurn(_Label):
    """A message in a conversation, and what must be so after it."""

    say: str
    ledger: StandingLedger
    expect: Literal["answer", "small_talk", "greeting", "out_of_domain", "clarify"]
    refinement: Refinement | None = None
    same_pick: bool = False


class Conversation(_Label):
    """Messages of one shopper, in order."""

    turns: list[ScriptedTurn]


@dataclass(frozen=True, slots=True)
class RoutingFigures:
    """Of the messages of each kind, the share that is taken for it; `misses` are the others."""

    recalls: dict[str, float]
    misses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ConstraintFigures:
    """`exact` is the share of messages read rightly whole; `invented_budgets` those with a budget nobody said."""

    requests: int
    exact: float
    invented_budgets: tuple[str, ...]
    misses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ConversationFigures:
    """What went wrong over so many turns: each line names the conversation, the message and the difference."""

    conversations: int
    turns: int
    wrong_ledgers: tuple[str, ...] = ()
    wrong_outcomes: tuple[str, ...] = ()
    repeated: tuple[str, ...] = ()
    wrong_side: tuple[str, ...] = ()

    @property
    def faults(self) -> tuple[str, ...]:
        """Everything that went wrong."""
        return (*self.wrong_ledgers, *self.wrong_outcomes, *self.repeated, *self.wrong_side)


def load_constraint_requests(path: Path = CONSTRAINT_REQUESTS) -> list[ConstraintRequest]:
    """The project's own messages with constraints."""
    return [ConstraintRequest.model_validate(row) for row in _rows(path)]


def load_conversations(path: Path = CONVERSATIONS) -> list[Conversation]:
    """The project's own conversations."""
    return [Conversation.model_validate(row) for row in _rows(path)]


def _rows(path: Path) -> Iterator[object]:
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
    said = found.budget
    if said and budget and said.currency in currencies:
        said = type(said)(said.min, said.max, budget.currency, said.each)
    brand = _brand_to_find(right.brand, found.brand, vocabulary)
    pairs = (
        ("budget", said and _values(said, BudgetLabel), budget and _values(budget, BudgetLabel)),
        ("age", found.age and _values(found.age, AgeLabel), age and _values(age, AgeLabel)),
        ("players", found.players, right.players),
        ("pieces", found.pieces, right.pieces),
        ("material", found.material, right.material),
        ("brand", fold(found.brand or ""), fold(brand or "")),
        ("refused", sorted(_spelled((*found.refused, *found.refused_brands))), sorted(_spelled(right.refused))),
    )  # fmt: skip
    yield from (f"{name} {_plain(read)} for {_plain(label)}" for name, read, label in pairs if read != label)


def _values(said: object, label: type[_Label]) -> tuple[object, ...]:
    return tuple(getattr(said, name) for name in label.model_fields)


def _brand_to_find(label: str | None, found: str | None, vocabulary: Vocabulary) -> str | None:
    """The brand of the label; none where the catalogue does not know it and it was not read either."""
    return label if label and (found or brand_key(label) in vocabulary.brands) else None


def _spelled(phrases: Iterable[str]) -> set[str]:
    return {" ".join(stems(phrase)) for phrase in phrases}


def _plain(value: object) -> str:
    return "(" + ", ".join(map(str, value)) + ")" if isinstance(value, tuple | list) else str(value or "none")


@dataclass(slots=True)
class _Talk:
    """A conversation as it goes on: what was shown for the wish, and the Top Pick last seen."""

    shop: Assistant
    session_id: str
    name: str
    seen: set[str] = field(default_factory=set)
    last: Pick | None = None
    faults: dict[str, list[str]] = field(default_factory=dict)

    def say(self, turn: ScriptedTurn) -> None:
        response = self.shop.ask(turn.say, session_id=self.session_id)
        self._judge_ledger(turn, response)
        self._judge_outcome(turn, response)
        self._judge_refinement(turn, response)
        if response.route.intents[0].act == "find" and response.products:
            self.seen.clear()
        self.seen |= {pick.product.id for pick in response.products}
        self.last = response.top_pick or self.last

    def _judge_ledger(self, turn: ScriptedTurn, response: Response) -> None:
        standing = dialogue_state.last_product_intents(self.shop.session(self.session_id))
        intent = standing[0] if standing else None
        found = intent.constraints if intent else Constraints()
        for difference in differences_of(turn.ledger, found, self.shop.catalogue.vocabulary):
            self._fault("wrong_ledgers", turn, difference)
        kind = stems(intent.product_type) if intent else []
        if turn.ledger.type_any and not {*stems(" ".join(turn.ledger.type_any))} & {*kind, *stems(found.brand or "")}:
            self._fault("wrong_ledgers", turn, f"type {' '.join(kind) or 'none'}")
        if response.ledger != found:
            self._fault("wrong_ledgers", turn, "the response says otherwise")

    def _judge_outcome(self, turn: ScriptedTurn, response: Response) -> None:
        outcome = _OUTCOMES.get(response.status, response.status)
        if outcome != turn.expect:
            self._fault("wrong_outcomes", turn, f"{outcome} for {turn.expect}")
        if turn.same_pick and not _is_same(response.top_pick, self.last):
            self._fault("wrong_outcomes", turn, "another Top Pick")

    def _judge_refinement(self, turn: ScriptedTurn, response: Response) -> None:
        if turn.refinement is None:
            return
        if not response.products and self.last is None:
            return
        for pick in response.products:
            if pick.product.id in self.seen:
                self._fault("repeated", turn, pick.product.title)
            if not _is_on_the_right_side(pick, self.last, turn.refinement):
                self._fault("wrong_side", turn, f"{pick.product.title} at {pick.price}")

    def _fault(self, kind: str, turn: ScriptedTurn, what: str) -> None:
        self.faults.setdefault(kind, []).append(f"{self.name}, {turn.say!r}: {what}")


def _is_same(one: Pick | None, other: Pick | None) -> bool:
    return (one.product.id if one else None) == (other.product.id if other else None)


def _is_on_the_right_side(pick: Pick, last: Pick | None, refinement: Refinement) -> bool:
    if refinement == "balanced" or last is None or last.price is None:
        return True
    if pick.price is None:
        return False
    ahead = pick.price.amount - last.price.amount
    return ahead < 0 if refinement == "cheaper" else ahead > 0


def measure_conversations(shop: Assistant, conversations: Sequence[Conversation]) -> ConversationFigures:
    """Holds every conversation whose brands the catalogue knows, each in a session that is forgotten again."""
    faults: dict[str, list[str]] = {}
    held = [talk for talk in enumerate(conversations, start=1) if _is_known(talk[1], shop.catalogue.vocabulary)]
    for number, conversation in held:
        talk = _Talk(shop, uuid4().hex, f"conversation {number}")
        for turn in conversation.turns:
            talk.say(turn)
        shop.forget(talk.session_id)
        for kind, lines in talk.faults.items():
            faults.setdefault(kind, []).extend(lines)
    turns = sum(len(conversation.turns) for _, conversation in held)
    return ConversationFigures(len(held), turns, **{kind: tuple(lines) for kind, lines in faults.items()})


def _is_known(conversation: Conversation, vocabulary: Vocabulary) -> bool:
    brands = {word for turn in conversation.turns for word in stems(turn.ledger.brand or "")}
    return all(word in vocabulary.document_frequency for word in brands)
