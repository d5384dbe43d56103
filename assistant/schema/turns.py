"""What the shopper said: intake."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

AnswerFormat = Literal["card", "bullets"]
AnswerLength = Literal["short", "medium", "long"]
Sensitivity = Literal["none", "sensitive", "restricted"]


@dataclass(frozen=True, slots=True)
class Message:
    """One message of the conversation, already redacted."""

    role: Literal["user", "assistant"]
    content: str


@dataclass(frozen=True, slots=True)
class FormConstraints:
    """What the shopper asked about the form of the answer."""

    no_code: bool = False
    no_citations: bool = False
    no_external: bool = False
    format: AnswerFormat = "card"
    length: AnswerLength = "medium"


@dataclass(frozen=True, slots=True)
class Guardrails:
    """How careful the answer must be, and whether private data was found (and redacted) in the message."""

    sensitivity: Sensitivity = "none"
    pii_present: bool = False


@dataclass(frozen=True, slots=True)
class ContextUnit:
    """One thing the shopper told us, such as "child is 4"; `score` is its relevance, 0 to 1."""

    unit_id: str
    text: str
    score: float = 1.0


@dataclass(frozen=True, slots=True)
class Turn:
    """What the shopper said, redacted and annotated; `text` is the newest message and closes `messages`.

    `asked` is what is left of it without words on how to answer ("in bullet points").
    """

    text: str
    session_id: str
    asked: str = ""
    messages: tuple[Message, ...] = ()
    language: str = "en"
    locale: str = "en-GB"
    constraints: FormConstraints = FormConstraints()
    guardrails: Guardrails = Guardrails()
    current_turn_context: tuple[ContextUnit, ...] = ()
