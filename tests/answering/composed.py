"""A shelf of two toys and its answers, shared by the tests of the answerer."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

from builders import a_candidate, a_pack, a_plan, a_product, a_turn, age, an_intent, up_to

from assistant.answering.answerer import Authors, answer
from assistant.protocols import GoalSolver, Helper
from assistant.schema import (
    Answer,
    Claim,
    EvidencePack,
    Filters,
    Intent,
    Plan,
    Receipt,
    Sentence,
    Turn,
)

TRAIN = a_product(
    "p1", "Farm Wooden Train Set", "24.99", brand="Brio", rating=4.7, rating_count=132, age=age(3, 6),
    pieces=46, material="Wood",
    features=("No batteries needed",), product_url="https://shop.example/p1",
)  # fmt: skip
OTHER = a_product(
    "p2", "City Train Set", "19.99", brand="Zoom", rating=4.0, rating_count=3, features=("Flashing lights",)
)
SHELF = a_pack(a_candidate(TRAIN), a_candidate(OTHER, 0.5))


def answered(
    plan: Plan | Intent | None = None,
    pack: EvidencePack = SHELF,
    *,
    solver: GoalSolver | None = None,
    helpers: tuple[Helper, ...] = (),
    turn: Turn | None = None,
    receipts: Mapping[str, Receipt] | None = None,
    first_citation: int = 1,
) -> Answer:
    plan = plan if isinstance(plan, Plan) else a_plan(plan or an_intent())
    return answer(
        plan, pack, turn=turn or a_turn(), authors=Authors((solver,) if solver else (), helpers),
        receipts=receipts or {}, currency="GBP",
        first_citation=first_citation,
    )  # fmt: skip


def claim(kind: str, value: str, *sections: str, doc_id: str = "p1") -> Claim:
    return Claim(kind, value, doc_id, tuple(f"{doc_id}#{section}" for section in sections or ("listing",)))  # type: ignore[arg-type]


def said(text: str, *claims: Claim) -> Sentence:
    return Sentence(text, claims)


TITLE = claim("title", "Farm Wooden Train Set")
TRUE = said("Farm Wooden Train Set costs £24.99.", TITLE, claim("price", "£24.99"))
ALOUD = said("Farm Wooden Train Set, £24.99.", TITLE, claim("price", "£24.99"))
BUDGET = a_plan(an_intent(budget=up_to(30)), filters=Filters(max_price=Decimal(30)))
SYMBOLIC = answered()
