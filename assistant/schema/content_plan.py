"""The content plan: what an answer says, as moves over facts. Solvers return it, the realiser makes words of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from assistant.schema.facts import Verdict
from assistant.schema.routes import Superlative

Tone = Literal["plain", "warm", "sympathetic", "festive", "brief"]
AskedSlot = Literal["kind", "age", "budget"]


@dataclass(frozen=True, slots=True)
class Recommend:
    """The Top Pick, because of these facts."""

    doc_id: str
    because: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RunnerUp:
    """Another product of the list, and what sets it apart."""

    doc_id: str
    because: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to the question that was asked, with the facts that carry it."""

    doc_id: str
    verdict: Verdict
    facts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Explain:
    """Why a product was chosen."""

    doc_id: str
    because: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Describe:
    """What is known of a product."""

    doc_id: str
    facts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Compare:
    """What differs between products, and what they have in common."""

    doc_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Best:
    """Which of several products is the first by a field."""

    doc_ids: tuple[str, ...]
    by: Superlative


@dataclass(frozen=True, slots=True)
class Total:
    """What several products cost together, or several of one; `counts` has how many of each, where not one."""

    doc_ids: tuple[str, ...]
    counts: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Quote:
    """A sentence of the listing or of a buyer, word for word."""

    doc_id: str
    facts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Caution:
    """What was asked for and is not so, or is not known."""

    doc_id: str
    facts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AskFor:
    """One thing that would help to choose."""

    slot: AskedSlot


Move = Recommend | RunnerUp | Reply | Explain | Describe | Compare | Best | Total | Quote | Caution | AskFor


@dataclass(frozen=True, slots=True)
class ContentPlan:
    """What an answer says, in this order; with no moves, that nothing in the evidence answers the wish."""

    moves: tuple[Move, ...] = ()
    tone: Tone = "plain"
