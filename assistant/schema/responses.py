"""What a turn gives to whoever asked; Pydantic where it leaves as JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel

from assistant.schema.answers import Answer, AnswerMeta, Citation, Pick, Receipt
from assistant.schema.found import RetrievalReport
from assistant.schema.plans import Plan
from assistant.schema.products import Product
from assistant.schema.routes import Constraints, Route
from assistant.schema.turns import Turn


class _Document(BaseModel):
    """Base of what leaves as JSON: camelCase names, nothing unexpected, nothing changed after the fact."""

    model_config = ConfigDict(
        alias_generator=to_camel, populate_by_name=True, serialize_by_alias=True, extra="forbid", frozen=True
    )


class DocumentUnit(_Document):
    """A context unit as the document shows it."""

    unit_id: str
    text: str


class SessionSource(_Document):
    """Something said earlier in the session that bears on this intent."""

    unit_id: str
    score: float
    unit: DocumentUnit


class KbUnit(_Document):
    """An evidence text with what the catalogue says of the product it belongs to."""

    text: str
    source: str
    section: str
    title: str
    price: str | None = None
    currency: str | None = None
    url: str | None = None


class KbSource(_Document):
    """A piece of the catalogue that the answer rests on; `source_id` is the product's id."""

    source_id: str
    unit_id: str
    score: float
    unit: KbUnit


class ResponseGroup(_Document):
    """The outcome of one intent; `intent_ref` counts from 0."""

    intent_ref: int
    act: str
    intent: str
    status: Literal["answered", "no-context", "plugin-error"]
    current_turn_context: list[DocumentUnit] = []
    session_sources: list[SessionSource] = []
    kb_sources: list[KbSource] = []
    plugin_output: dict[str, Any] | None = None
    answer_markdown: str
    warnings: list[str] = []


class ResponseDocument(_Document):
    """The structured answer: one group an intent, the same envelope whichever solver wrote it."""

    session_id: str
    groups: list[ResponseGroup]


ResponseStatus = Literal[
    "answered", "no-context", "clarify", "refused", "plugin-error", "greeting", "out_of_domain", "small_talk"
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Response:
    """Everything a face needs to show one turn; `timings` are milliseconds per stage and `total`."""

    status: ResponseStatus
    final_answer: str
    spoken_answer: str
    top_pick: Pick | None
    products: list[Pick]
    citations: list[Citation]
    answer_meta: AnswerMeta
    followups: list[str]
    errors: list[str]
    warnings: list[str]
    ledger: Constraints
    route: Route
    plan: Plan | None
    retrieval_report: RetrievalReport | None
    response_document: ResponseDocument
    response_markdown: str
    timings: dict[str, float]
    answers: tuple[Answer, ...] = ()
    turn: Turn | None = None

    @property
    def wants_live_price(self) -> bool:
        """Whether a plan asks the web: the prices are the catalogue's until `Assistant.live_prices` has looked."""
        plans = (answer.plan for answer in self.answers if answer.picks)
        return any(plan is not None and "web.search" in plan.tools for plan in plans)


@dataclass(frozen=True, slots=True)
class PriceCheck:
    """A product of the catalogue and the receipt of its live price, where one could be confirmed."""

    product: Product
    receipt: Receipt | None = None
