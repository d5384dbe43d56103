"""What is answered, and what it rests on: the answerer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from assistant.schema.content_plan import ContentPlan
from assistant.schema.facts import Fact, FactKind, Reading
from assistant.schema.found import Coverage, Evidence, EvidencePack, Fault, NearestMiss
from assistant.schema.plans import Plan
from assistant.schema.products import Price, Product
from assistant.schema.routes import Intent, Question


@dataclass(frozen=True, slots=True)
class Receipt:
    """Proof of a live price: no receipt, no live price."""

    price: Price
    shop: str
    url: str
    fetched_at: datetime
    expires_at: datetime
    identity_score: float
    identity_reasons: tuple[str, ...]
    method: str
    availability: str = ""


@dataclass(frozen=True, slots=True)
class Pick:
    """A recommended product: `price` is the one shown, `receipt` is there when that price is live."""

    product: Product
    price: Price | None
    rank: int
    score: float
    receipt: Receipt | None = None
    scores: Mapping[str, float] = field(default_factory=dict)
    reasons: tuple[str, ...] = ()
    evidence_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of an answer, and the ids of the evidence that carries it."""

    text: str
    evidence_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Brief:
    """All that a goal solver or a helper is told; the picks are ranked, best first.

    For a solver there is always a pick; a helper may be asked where nothing was found. `message` is what the shopper
    said, redacted, and `wishes` are all that it asks for; `plan` is for one of them. `facts` are all that may be said,
    and `readings` are what they answer to a question, by fact id, the surest first. `helped` is what helpers found.
    """

    plan: Plan
    picks: tuple[Pick, ...]
    evidence: tuple[Evidence, ...]
    coverage: Coverage
    nearest_miss: NearestMiss | None = None
    locale: str = "en-GB"
    message: str = ""
    wishes: tuple[Intent, ...] = ()
    facts: tuple[Fact, ...] = ()
    readings: Mapping[str, Reading] = field(default_factory=dict)
    session_id: str = ""
    helped: tuple[HelperInvocation, ...] = ()

    def own(self, doc_id: str, *kinds: FactKind) -> list[Fact]:
        """A product's facts of these kinds, in the order of the kinds."""
        return [fact for kind in kinds for fact in self.facts_of(doc_id) if fact.kind == kind]

    def facts_of(self, doc_id: str) -> list[Fact]:
        """All of a product's facts."""
        return [fact for fact in self.facts if fact.doc_id == doc_id]

    @property
    def question(self) -> Question:
        """What is asked of the shown products; a description where nothing in particular is."""
        return self.plan.intent.question or Question(self.message, "description")

    @property
    def stays(self) -> bool:
        """Whether its wish stays as it was beside one that has changed, so that its pick needs no more than a word."""
        intent = self.plan.intent
        is_as_it_was = bool(intent.about) and intent.searches and not (intent.refinement or intent.question)
        return is_as_it_was and any(one.searches and not one.about for one in self.wishes)

    @property
    def asks_of_several(self) -> bool:
        """Whether one question is asked of several of the shown products: "do any of these need batteries"."""
        intent = self.plan.intent
        asked = intent.question is not None and intent.question.about in ("toy", "safety", "opinions")
        return intent.act == "details" and len(intent.about) > 1 and asked


@dataclass(frozen=True, slots=True)
class HelperResult:
    """What a helper plugin found out; `confidence` is 0 to 1 where it is known."""

    plugin: str
    summary: str
    confidence: float | None = None


@dataclass(frozen=True, slots=True)
class HelperInvocation:
    """One helper asked for one intent: what came of it, in how many milliseconds, and what to tell when it failed."""

    plugin: str
    status: Literal["success", "nothing", "error"]
    summary: str = ""
    confidence: float | None = None
    warning: str = ""
    took_ms: float = 0.0


@dataclass(frozen=True, slots=True)
class SolverRun:
    """One goal solver asked for one intent; `removed` counts the moves that its facts did not carry."""

    solver: str
    outcome: Literal["used", "no-context", "rejected", "error"]
    why: str = ""
    removed: int = 0
    took_ms: float = 0.0


@dataclass(frozen=True, slots=True)
class AnswerReport:
    """Who wrote the answer, and what was done where nothing was found: accepted, relaxed, or a heavier solver asked."""

    runs: tuple[SolverRun, ...] = ()
    no_context: Literal["", "accepted", "relaxed", "heavier solver"] = ""
    why: str = ""

    @property
    def solver(self) -> str:
        """The solver whose words are shown; empty where the text is fixed."""
        return next((run.solver for run in self.runs if run.outcome == "used"), "")


@dataclass(frozen=True, slots=True)
class Citation:
    """A numbered source: `quote` is the evidence text, `url` the product page where the catalogue has one."""

    number: int
    evidence_id: str
    source: str
    quote: str
    doc_id: str
    url: str = ""


@dataclass(frozen=True, slots=True)
class AnswerMeta:
    """What the answer rests on and what kind of answer it is."""

    answer_version: str = "1"
    used_evidence_ids: tuple[str, ...] = ()
    coverage_confidence: float = 0.0
    refusal: bool = False
    asked_clarification: bool = False


# A pick is put forward as what was asked for, as what may be, as what lacks something of it, or as only near it.
Standing = Literal["pick", "guess", "closest", "nearest"]
AnswerStatus = Literal["answered", "no-context", "clarify", "refused", "plugin-error"]


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to one intent.

    `content` is the plan that its words were made from, `recommendation` what is spoken of a pick before the closing
    sentence, and `recommended_briefly` that beside another. `standing` is what the first pick is put forward as.
    `cheaper` is the id of the cheapest pick below the first that lacks nothing of what was asked; empty where none is.
    """

    intent: Intent
    status: AnswerStatus
    final_answer: str
    spoken_answer: str
    recommendation: str = ""
    recommended_briefly: str = ""
    content: ContentPlan = ContentPlan()
    picks: tuple[Pick, ...] = ()
    citations: tuple[Citation, ...] = ()
    answer_meta: AnswerMeta = AnswerMeta()
    followups: tuple[str, ...] = ()
    helpers: tuple[HelperInvocation, ...] = ()
    report: AnswerReport = AnswerReport()
    pack: EvidencePack = EvidencePack()
    plan: Plan | None = None
    warnings: tuple[str, ...] = ()
    errors: tuple[Fault, ...] = ()
    standing: Standing = "pick"
    cheaper: str = ""
