"""What will be done for an intent: the planner."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from assistant.schema.routes import Intent
from assistant.schema.turns import AnswerFormat, AnswerLength, ContextUnit, Sensitivity

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

    format: AnswerFormat = "card"
    length: AnswerLength = "medium"
    citation_style: Literal["numbered", "none"] = "numbered"


@dataclass(frozen=True, slots=True)
class Safety:
    """How careful the answer must be: what is restricted is refused. Private data never comes this far."""

    sensitivity: Sensitivity = "none"


@dataclass(frozen=True, slots=True)
class AcceptanceCriteria:
    """What evidence must cover before the answer counts as complete."""

    required: tuple[str, ...] = ()
    wished: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Limits:
    """Hard caps, enforced before anything expensive runs."""

    max_rounds: int = 1
    max_docs: int = 8
    max_total_docs: int = 8
    rerank_top_n: int = 50
    stop_confidence: float | None = 0.9
    max_no_new_rounds: int = 1
    max_price: Decimal | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """What will be done for one intent, and why; `shown` looks only at the products in `focus_ids`.

    Where it retrieves, `focus_ids` are what was shown for the wish already: shown again, in their order. `named_id` was
    named for it before, and leads where it is found again.

    `said` are the earlier messages that the wish rests on, each with the share of it that it said; `was_found` says
    that the kind was found before.

    `verbatim_query` is the message as it was typed where it is a whole wish: the first round searches for it too.
    `relaxed_kinds` are the kinds of toy less their least important word, for a second round when the first finds
    nothing; `kind_is_known` where the shop's texts use its noun, `theme_is_known` where they have what the toy is to be
    about; `conceded` tells the shopper what was given up when nothing met the whole plan.
    """

    goal: str
    intent: Intent
    strategy: Literal["retrieve", "shown"] = "retrieve"
    focus_ids: tuple[str, ...] = ()
    named_id: str = ""
    said: tuple[ContextUnit, ...] = ()
    was_found: bool = False
    tools: tuple[Tool, ...] = ("rag.search",)
    fields_needed: tuple[str, ...] = ()
    reason: str = ""
    conflict_policy: Literal["web_price_overwrites"] = "web_price_overwrites"
    query_variants: tuple[str, ...] = ()
    relaxed_kinds: tuple[str, ...] = ()
    kind_is_known: bool = False
    theme_is_known: bool = True
    verbatim_query: str = ""
    must_preserve_terms: tuple[str, ...] = ()
    must_match_exactly: bool = False
    retrieval_modes: tuple[RetrievalMode, ...] = ()
    filters: Filters = Filters()
    answer_requirements: AnswerRequirements = AnswerRequirements()
    safety: Safety = Safety()
    acceptance_criteria: AcceptanceCriteria = AcceptanceCriteria()
    limits: Limits = Limits()
    conceded: str = ""

    @property
    def earlier_messages(self) -> list[str]:
        """What was said before that the wish rests on, in the order in which it was said."""
        return [unit.text for unit in reversed(self.said)]
