"""What is kept of a conversation."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from assistant.schema.products import Price
from assistant.schema.routes import Intent
from assistant.schema.turns import ContextUnit


@dataclass(frozen=True, slots=True)
class Shown:
    """A product the shopper has seen, at the price it was shown with; `top` marks the Top Pick of its wish.

    `wish` counts the turn's wishes from 0, or what it asks where it has none; `brand` is the product's. `cheaper_id`
    is what was named beside a Top Pick for whom price matters most, `cheaper` its price.
    """

    doc_id: str
    price: Price | None
    rating: float | None
    top: bool = False
    wish: int = 0
    brand: str = ""
    cheaper: Price | None = None
    cheaper_id: str = ""


@dataclass(frozen=True, slots=True)
class Reference:
    """What of a conversation an intent goes on from.

    `about` are the ids of the shown products that it is about, `pick` is the Top Pick last shown for it;
    `said` are the earlier messages that what is wanted rests on, the newest first, each with the share of it that it
    said; `was_found` says that the last search for this kind found it.
    """

    about: tuple[str, ...] = ()
    pick: Shown | None = None
    said: tuple[ContextUnit, ...] = ()
    was_found: bool = False


# What came of a wish or question: a toy or an answer, only the nearest toy, no toy at all, or a listing that is silent.
Outcome = Literal["answered", "nearest", "nothing", "not listed", "refused", "asked back"]


@dataclass(frozen=True, slots=True)
class SessionTurn:
    """One finished turn: what was said (redacted), what was understood, what was shown.

    `outcomes` are what came of the intents, in their order; `catalogue` is the folder of the catalogue that answered.
    """

    user: str
    assistant: str
    intents: tuple[Intent, ...] = ()
    shown: tuple[Shown, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    catalogue: str = ""


@dataclass(frozen=True, slots=True)
class Feedback:
    """A thumb up or down for one answer, redacted words of the shopper's where they gave any, and what it was for."""

    liked: bool
    question: str
    doc_ids: tuple[str, ...] = ()
    comment: str = ""
    catalogue: str = ""


@dataclass(frozen=True, slots=True)
class Session:
    """A conversation so far, oldest turn first."""

    session_id: str
    turns: tuple[SessionTurn, ...] = ()


@dataclass(frozen=True, slots=True)
class Kept:
    """A turn or an opinion as the store has it, with its conversation and the time (UTC)."""

    session_id: str
    at: datetime
    said: SessionTurn | Feedback
