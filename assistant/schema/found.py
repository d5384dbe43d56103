"""What was found, and how: the retriever."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from assistant.schema.plans import Filters, Mode
from assistant.schema.products import AgeRange, PlayerRange, Product


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


Section = Literal["listing", "title", "features", "description"]


@dataclass(frozen=True, slots=True)
class Stated:
    """What one part of a product says: its `listing` is its fields, without the title."""

    section: Section
    value: AgeRange | PlayerRange | int


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Something of which a product's parts give different values; without a product, a wish that every product denies.

    `about` is a criterion ("material:wood"), or of one product "age", "players" or "pieces".
    """

    about: str
    doc_id: str = ""
    stated: tuple[Stated, ...] = ()


@dataclass(frozen=True, slots=True)
class Coverage:
    """Which criteria the evidence explicitly supports; `confidence` is 0 to 1.

    `quality` is how probably the best of what was found is what was asked for, 0 to 1; None where none was read.
    `is_sold` is false where no toy of the whole list has the kind's words in its name, its maker or its shelf.
    """

    covered: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    contradictions: tuple[Contradiction, ...] = ()
    confidence: float = 0.0
    quality: float | None = None
    is_sold: bool = True


@dataclass(frozen=True, slots=True)
class RoundReport:
    """What one round asked, found before and after fusion and reranking, and selected with which scores."""

    round_id: int
    queries: tuple[Query, ...]
    found_raw: int
    found_merged: int
    found_reranked: int
    selected: tuple[str, ...]
    new_docs: int
    coverage: Coverage
    scores: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class RetrievalReport:
    """Round by round, and why it stopped."""

    rounds: tuple[RoundReport, ...] = ()
    stop_reason: str = ""
    no_new_streak: int = 0


@dataclass(frozen=True, slots=True)
class NearestMiss:
    """The product that would have been chosen had the budget been looser."""

    product: Product
    broken: Literal["budget_max", "budget_min", "no_price"]


@dataclass(frozen=True, slots=True)
class Fault:
    """What went wrong in a stage, and what it was: nothing that is caught costs more than what it would have found."""

    stage: str
    code: Literal["empty plan", "search failed", "reranking failed", "grading failed"]
    message: str
    severity: Literal["warning", "error"] = "warning"


@dataclass(frozen=True, slots=True)
class EvidencePack:
    """All that an answer may rest on: ranked candidates, one a product, and their evidence."""

    candidates: tuple[Candidate, ...] = ()
    final_evidence: tuple[Evidence, ...] = ()
    coverage: Coverage = Coverage()
    retrieval_report: RetrievalReport = RetrievalReport()
    nearest_miss: NearestMiss | None = None
    errors: tuple[Fault, ...] = ()
