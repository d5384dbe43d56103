"""Every value that flows through a turn, in the order it flows.

Frozen dataclasses inside the program; Pydantic only where data crosses a border (the response document). Money is
`Decimal` with an ISO 4217 currency, ages are in months, times are UTC. Unknown text is the empty string and unknown
quantities are `None`; neither is ever a guess. This is one file, longer than the others, because it is the one page
that every other module is read against.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel

# ── Catalogue ────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Price:
    """An amount of money: `amount` in major units (pounds, not pence) and an ISO 4217 `currency`."""

    amount: Decimal
    currency: str


@dataclass(frozen=True, slots=True)
class AgeRange:
    """Ages in months, both ends included; `None` is an open end."""

    min_months: int | None = None
    max_months: int | None = None


@dataclass(frozen=True, slots=True)
class PlayerRange:
    """How many can play, both ends included; `None` is an open end."""

    min: int | None = None
    max: int | None = None


@dataclass(frozen=True, slots=True)
class Review:
    """What one buyer wrote: shown and quoted as evidence, never indexed. `rating` is 0 to 5 stars or `None`."""

    title: str
    text: str
    rating: float | None = None
    date: str = ""


@dataclass(frozen=True, slots=True)
class Product:
    """One toy as its catalogue describes it; `id` is the catalogue's own and `category` a path, widest first."""

    id: str
    title: str
    brand: str = ""
    category: tuple[str, ...] = ()
    price: Price | None = None
    rating: float | None = None
    rating_count: int | None = None
    age: AgeRange | None = None
    players: PlayerRange | None = None
    pieces: int | None = None
    material: str = ""
    features: tuple[str, ...] = ()
    description: str = ""
    image_url: str = ""
    product_url: str = ""
    reviews: tuple[Review, ...] = ()
    stock_count: int | None = None
    model_number: str = ""
    gtin: str = ""


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of a product's text as it is indexed: `text` is what the encoder reads; reviews are never in it."""

    doc_id: str
    chunk_id: str
    text: str


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What the catalogue's own words are: the router's only knowledge of it.

    `brands` maps a brand's words (`language.text.brand_key`) to its name as written, `categories` a folded category
    name to its path, `document_frequency` a stem to the number of products whose title, brand or category holds it.
    `phrases` are pairs of neighbouring stems that several products' titles, brands or categories have ("trash pack").
    """

    size: int
    currency: str
    brands: Mapping[str, str] = field(default_factory=dict)
    categories: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    document_frequency: Mapping[str, int] = field(default_factory=dict)
    phrases: frozenset[str] = frozenset()


# ── Turn (intake) ────────────────────────────────────────────────────────────────────────────────────────────────

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
    """What the shopper said, redacted and annotated; `text` is the newest message and closes `messages`."""

    text: str
    session_id: str
    messages: tuple[Message, ...] = ()
    language: str = "en"
    locale: str = "en-GB"
    constraints: FormConstraints = FormConstraints()
    guardrails: Guardrails = Guardrails()
    current_turn_context: tuple[ContextUnit, ...] = ()


# ── Route (router) ───────────────────────────────────────────────────────────────────────────────────────────────

IntentType = Literal["greeting", "out_of_domain", "product_query"]
Act = Literal[
    "find", "refine", "explain", "compare", "details", "check_price", "greet", "thank", "help", "other"
]  # fmt: skip
Refinement = Literal["cheaper", "premium", "balanced"]


@dataclass(frozen=True, slots=True)
class Budget:
    """What the shopper will spend, both ends included; `each` says that it is per item."""

    min: Decimal | None = None
    max: Decimal | None = None
    currency: str = ""
    each: bool = False


@dataclass(frozen=True, slots=True)
class Constraints:
    """The ledger: what the shopper asked of the toy. Only the budget filters; the rest steers ranking."""

    budget: Budget | None = None
    age: AgeRange | None = None
    brand: str | None = None
    material: str | None = None
    category: str | None = None
    players: int | None = None
    pieces: int | None = None
    wanted: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Intent:
    """One wish of the message; `confidence` in the decision is 0 to 1, `leftover` are words that only rank.

    `for_adult` says that a grown-up is named ("for my grandad") and no age: toys for children come last.
    """

    text: str
    act: Act
    intent_type: IntentType
    product_type: str = ""
    constraints: Constraints = Constraints()
    needs_live_price: bool = False
    confidence: float = 1.0
    refinement: Refinement | None = None
    leftover: tuple[str, ...] = ()
    for_adult: bool = False


@dataclass(frozen=True, slots=True)
class Route:
    """One to three intents; `reply` is the final text of a message that needs no products."""

    intents: tuple[Intent, ...]
    reply: str = ""
    warnings: tuple[str, ...] = ()

    @property
    def intent_type(self) -> IntentType:
        """The type of the first intent."""
        return self.intents[0].intent_type

    @property
    def constraints(self) -> Constraints:
        """The constraints of the first intent."""
        return self.intents[0].constraints

    @property
    def needs_live_price(self) -> bool:
        """Whether any intent asks for a price of this moment."""
        return any(intent.needs_live_price for intent in self.intents)


# ── Plan (planner) ───────────────────────────────────────────────────────────────────────────────────────────────

Mode = Literal["bm25", "vector"]
Tool = Literal["rag.search", "web.search"]


@dataclass(frozen=True, slots=True)
class RetrievalMode:
    """One way to search: how many candidates to fetch, and the weight of its ranks in the fusion."""

    mode: Mode
    k: int
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Filters:
    """What a product must meet to be retrieved at all, bounds included; a price filter leaves out unpriced products.

    The engines apply prices and ids; `better_rated_than` is applied when evidence is selected.
    """

    min_price: Decimal | None = None
    max_price: Decimal | None = None
    currency: str = ""
    exclude_ids: frozenset[str] = frozenset()
    better_rated_than: float | None = None

    @property
    def by_price(self) -> bool:
        """Whether a price is needed."""
        return self.min_price is not None or self.max_price is not None


@dataclass(frozen=True, slots=True)
class AnswerRequirements:
    """The form of the answer."""

    format: Literal["card", "bullets", "text"] = "card"
    tone: str = "plain and warm"
    length: Literal["short", "medium", "long"] = "short"
    citation_style: Literal["numbered", "none"] = "numbered"


@dataclass(frozen=True, slots=True)
class Safety:
    """What the answer may contain."""

    sensitivity: Sensitivity = "none"
    pii_allowed: bool = False


@dataclass(frozen=True, slots=True)
class AcceptanceCriteria:
    """What evidence must cover before the answer counts as complete."""

    required: tuple[str, ...] = ()
    wished: tuple[str, ...] = ()
    min_confidence: float = 0.5


@dataclass(frozen=True, slots=True)
class Limits:
    """Hard caps, enforced before anything expensive runs."""

    max_rounds: int = 1
    max_docs: int = 8
    max_total_docs: int = 8
    max_chunks_per_doc: int = 4
    rerank_top_n: int = 50
    stop_confidence: float | None = 0.9
    max_no_new_rounds: int = 2


@dataclass(frozen=True, slots=True)
class Plan:
    """What will be done for one intent, and why; `shown` looks only at the products in `focus_ids`.

    `relaxed_type` is the kind of toy less its least important word, for a second round when the first finds nothing;
    `conceded` tells the shopper what was given up when nothing met the whole plan.
    """

    goal: str
    intent: Intent
    strategy: Literal["retrieve", "shown"] = "retrieve"
    focus_ids: tuple[str, ...] = ()
    tools: tuple[Tool, ...] = ("rag.search",)
    fields_needed: tuple[str, ...] = ()
    reason: str = ""
    conflict_policy: Literal["web_price_overwrites"] = "web_price_overwrites"
    query_variants: tuple[str, ...] = ()
    relaxed_type: str = ""
    must_preserve_terms: tuple[str, ...] = ()
    must_match_exactly: bool = False
    retrieval_modes: tuple[RetrievalMode, ...] = ()
    filters: Filters = Filters()
    answer_requirements: AnswerRequirements = AnswerRequirements()
    safety: Safety = Safety()
    acceptance_criteria: AcceptanceCriteria = AcceptanceCriteria()
    limits: Limits = Limits()
    conceded: str = ""


# ── Evidence (retriever) ─────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Query:
    """One query of one round, sent to one searcher; fetches at most `k` hits."""

    text: str
    mode: Mode
    k: int
    weight: float = 1.0
    round_id: int = 0
    filters: Filters = Filters()


@dataclass(frozen=True, slots=True)
class Hit:
    """What a searcher returns: identity and its own raw score, higher is better."""

    doc_id: str
    chunk_id: str
    score: float


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a candidate came from: which round, query and mode, at which rank (1 is best)."""

    round_id: int
    query: str
    mode: Mode
    rank: int


@dataclass(frozen=True, slots=True)
class Candidate:
    """A retrieved chunk of a product; `scores` keeps every score by name, `score` is the one it is ranked by."""

    product: Product
    doc_id: str
    chunk_id: str
    score: float
    scores: Mapping[str, float] = field(default_factory=dict)
    provenance: tuple[Provenance, ...] = ()


@dataclass(frozen=True, slots=True)
class Evidence:
    """A piece of text an answer may rest on; `metadata["section"]` names the part of the product it comes from."""

    evidence_id: str
    content: str
    source: str
    doc_id: str
    chunk_id: str
    metadata: Mapping[str, str] = field(default_factory=dict)
    scores: Mapping[str, float] = field(default_factory=dict)
    provenance: tuple[Provenance, ...] = ()


@dataclass(frozen=True, slots=True)
class Coverage:
    """Which criteria the evidence explicitly supports; `confidence` is 0 to 1."""

    covered: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    contradictions: tuple[str, ...] = ()
    confidence: float = 0.0


@dataclass(frozen=True, slots=True)
class RoundReport:
    """What one round asked, found before and after fusion and reranking, and selected."""

    round_id: int
    queries: tuple[Query, ...]
    found_raw: int
    found_merged: int
    found_reranked: int
    selected: tuple[str, ...]
    new_docs: int
    coverage: Coverage


@dataclass(frozen=True, slots=True)
class RetrievalReport:
    """Round by round, and why it stopped."""

    rounds: tuple[RoundReport, ...] = ()
    stop_reason: str = ""
    no_new_streak: int = 0


@dataclass(frozen=True, slots=True)
class NearestMiss:
    """The product that would have been chosen had one constraint been looser."""

    product: Product
    broken: Literal["budget_max", "budget_min", "material", "brand", "age"]


@dataclass(frozen=True, slots=True)
class EvidencePack:
    """All that an answer may rest on: ranked candidates, one a product, and their evidence.

    `relaxed_type` is set when nothing of the kind asked for was found and these are of a wider one.
    """

    candidates: tuple[Candidate, ...] = ()
    final_evidence: tuple[Evidence, ...] = ()
    coverage: Coverage = Coverage()
    retrieval_report: RetrievalReport = RetrievalReport()
    nearest_miss: NearestMiss | None = None
    relaxed_type: str = ""
    errors: tuple[str, ...] = ()


# ── Answer (answerer) ────────────────────────────────────────────────────────────────────────────────────────────


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


ClaimKind = Literal[
    "title", "brand", "price", "rating", "count", "age", "players", "pieces", "material", "feature", "attribute",
    "comparison", "wish",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Claim:
    """One fact as it is worded in a sentence, about one product, and the evidence that carries it.

    A `wish` is the exception: words of the shopper's that a sentence repeats to say that they are not met.
    """

    kind: ClaimKind
    value: str
    doc_id: str
    evidence_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence and every claim it makes; it stands or falls whole."""

    text: str
    claims: tuple[Claim, ...] = ()


@dataclass(frozen=True, slots=True)
class Draft:
    """What a goal solver writes, none of it verified yet: what is shown, what is said, and why each pick is good.

    The first sentence is the recommendation; `reasons` are by product id. A solver that finds nothing in the evidence
    to answer with says so with `status`.
    """

    shown: tuple[Sentence, ...]
    spoken: tuple[Sentence, ...]
    reasons: Mapping[str, tuple[Sentence, ...]] = field(default_factory=dict)
    status: Literal["success", "no-context"] = "success"


@dataclass(frozen=True, slots=True)
class Brief:
    """All that a goal solver or a helper is told; the picks are ranked, best first.

    For a solver there is always a pick; a helper may be asked where nothing was found. `message` is what the shopper
    said, redacted, and `wishes` are all that it asks for; `plan` is for one of them. `fitting` are the ids of the picks
    that meet every wish, `affordable` of those that keep a budget that was said.
    """

    plan: Plan
    picks: tuple[Pick, ...]
    evidence: tuple[Evidence, ...]
    coverage: Coverage
    nearest_miss: NearestMiss | None = None
    locale: str = "en-GB"
    message: str = ""
    wishes: tuple[Intent, ...] = ()
    fitting: frozenset[str] = frozenset()
    affordable: frozenset[str] = frozenset()


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
    """One goal solver asked for one intent; `removed` counts the sentences that evidence did not carry."""

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


AnswerStatus = Literal["answered", "no-context", "clarify", "refused", "plugin-error"]


@dataclass(frozen=True, slots=True)
class Answer:
    """The verified answer to one intent."""

    intent: Intent
    status: AnswerStatus
    final_answer: str
    spoken_answer: str
    picks: tuple[Pick, ...] = ()
    citations: tuple[Citation, ...] = ()
    answer_meta: AnswerMeta = AnswerMeta()
    followups: tuple[str, ...] = ()
    helpers: tuple[HelperInvocation, ...] = ()
    report: AnswerReport = AnswerReport()
    pack: EvidencePack = EvidencePack()
    plan: Plan | None = None
    warnings: tuple[str, ...] = ()
    errors: tuple[str, ...] = ()


# ── Response ─────────────────────────────────────────────────────────────────────────────────────────────────────


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


# ── Session ──────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Shown:
    """A product the shopper has seen, at the price it was shown with; `top` marks the Top Pick of its wish.

    `wish` counts the turn's intents from 0, `brand` is the product's.
    """

    doc_id: str
    price: Price | None
    rating: float | None
    top: bool = False
    wish: int = 0
    brand: str = ""


@dataclass(frozen=True, slots=True)
class SessionTurn:
    """One finished turn: what was said (redacted), what was understood, what was shown."""

    user: str
    assistant: str
    intents: tuple[Intent, ...] = ()
    shown: tuple[Shown, ...] = ()


@dataclass(frozen=True, slots=True)
class Feedback:
    """A thumb up or down for one answer, redacted words of the shopper's where they gave any, and what it was for."""

    liked: bool
    question: str
    doc_ids: tuple[str, ...] = ()
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Session:
    """A conversation so far, oldest turn first."""

    session_id: str
    turns: tuple[SessionTurn, ...] = ()
