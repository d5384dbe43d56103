"""How conversations go: what stands after each turn, what comes of it, and whether a refinement keeps its word.

`data/README.md` says what the labels mean.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal
from uuid import uuid4

from assistant.assistant import Assistant
from assistant.language.text import stems
from assistant.schema import Constraints, Pick, Refinement, Response, Vocabulary
from assistant.understanding.state import dialogue_state
from benchmarks import DATA
from benchmarks.requests.readings import Label, Reading, differences_of, rows_of

CONVERSATIONS = DATA / "conversations.jsonl"
# What a turn of a conversation comes to, by the response's status.
_OUTCOMES = {"answered": "answer", "no-context": "answer"}


class LedgerLabel(Reading):
    """What is understood after a turn; `type_any` are words of which the kind of toy must hold one."""

    type_any: list[str]


class ScriptedTurn(Label):
    """A message in a conversation, and what must be so after it."""

    say: str
    ledger: LedgerLabel
    expect: Literal["answer", "small_talk", "greeting", "out_of_domain", "clarify"]
    refinement: Refinement | None = None
    same_pick: bool = False


class Conversation(Label):
    """Messages of one shopper, in order."""

    turns: list[ScriptedTurn]


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

    def lines(self) -> Iterator[str]:
        """The figures as text."""
        yield (
            f"conversations: {self.conversations} with {self.turns} turns, {len(self.wrong_ledgers)} wrong in the "
            f"ledger, {len(self.wrong_outcomes)} in the outcome, {len(self.repeated)} Top Picks repeated, "
            f"{len(self.wrong_side)} on the wrong side of the price"
        )
        yield from (f"  {line}" for line in self.faults)


def load_conversations(path: Path = CONVERSATIONS) -> list[Conversation]:
    """The project's own conversations."""
    return [Conversation.model_validate(row) for row in rows_of(path)]


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
        # What only stood in a list may yet be picked: the card may have named it as the cheaper one.
        self.seen |= {pick.product.id for pick in response.products[:1]}
        self.last = response.top_pick or self.last

    def _judge_ledger(self, turn: ScriptedTurn, response: Response) -> None:
        wishes = dialogue_state.last_product_intents(self.shop.session(self.session_id))
        intent = wishes[0] if wishes else None
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
        shown, before = (pick.product.id if pick else None for pick in (response.top_pick, self.last))
        if turn.same_pick and shown != before:
            self._fault("wrong_outcomes", turn, "another Top Pick")

    def _judge_refinement(self, turn: ScriptedTurn, response: Response) -> None:
        if turn.refinement is None:
            return
        for pick in response.products:
            if pick.product.id in self.seen:
                self._fault("repeated", turn, pick.product.title)
            if not _is_on_the_right_side(pick, self.last, turn.refinement):
                self._fault("wrong_side", turn, f"{pick.product.title} at {pick.price}")

    def _fault(self, kind: str, turn: ScriptedTurn, what: str) -> None:
        self.faults.setdefault(kind, []).append(f"{self.name}, {turn.say!r}: {what}")


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
