"""Small builders of the values that flow through a turn, with defaults that a test overrides where it matters."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

from assistant.language.text import brand_key
from assistant.retrieval.evidence import evidence_of
from assistant.schema import (
    AgeRange,
    Budget,
    Candidate,
    Constraints,
    Coverage,
    EvidencePack,
    Intent,
    Plan,
    Price,
    Product,
    Receipt,
    RetrievalMode,
    Session,
    SessionTurn,
    Shown,
    Turn,
    Vocabulary,
)

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)


def price(amount: str | Decimal | None, currency: str = "GBP") -> Price | None:
    return None if amount is None else Price(Decimal(amount), currency)


def a_product(
    doc_id: str = "p1", title: str = "Farm Wooden Train Set", cost: str | None = "24.99", **fields: Any
) -> Product:
    return Product(doc_id, title, price=price(cost), **fields)


def a_candidate(product: Product | None = None, score: float = 1.0, **scores: float) -> Candidate:
    product = product or a_product()
    return Candidate(product, product.id, f"{product.id}#0", score, scores)


def age(low: int | None, high: int | None) -> AgeRange:
    """Years, as people say them."""
    return AgeRange(None if low is None else low * 12, None if high is None else high * 12)


def up_to(amount: str | int, currency: str = "GBP") -> Budget:
    return Budget(max=Decimal(amount), currency=currency)


def an_intent(product_type: str = "train set", text: str = "a train set", **fields: Any) -> Intent:
    names = Constraints.__slots__
    asked = Constraints(**{name: fields.pop(name) for name in list(fields) if name in names})
    return Intent(
        text, **{"act": "find", "intent_type": "product_query", **fields}, product_type=product_type, constraints=asked
    )


def a_plan(intent: Intent | None = None, **fields: Any) -> Plan:
    intent = intent or an_intent()
    modes = (RetrievalMode("bm25", 60), RetrievalMode("vector", 60))
    given = {"query_variants": (intent.product_type or intent.text,), "retrieval_modes": modes, **fields}
    return Plan(goal="test", intent=intent, **given)


def a_pack(*candidates: Candidate, **fields: Any) -> EvidencePack:
    evidence = tuple(item for candidate in candidates for item in evidence_of(candidate))
    given = {"coverage": Coverage(confidence=1.0), **fields}
    return EvidencePack(candidates=tuple(candidates), final_evidence=evidence, **given)


def a_turn(text: str = "a train set", **fields: Any) -> Turn:
    return Turn(text, "s1", **fields)


def a_receipt(amount: str, currency: str = "GBP", shop: str = "toybarn.example") -> Receipt:
    return Receipt(
        price=Price(Decimal(amount), currency), shop=shop, url=f"https://{shop}/1", fetched_at=NOW,
        expires_at=NOW + timedelta(minutes=10), identity_score=0.95, identity_reasons=("title",), method="json-ld",
    )  # fmt: skip


def a_session(*turns: SessionTurn) -> Session:
    return Session("s1", turns)


def a_shown_turn(intent: Intent | None = None, shown: Sequence[Shown] = ()) -> SessionTurn:
    intent = intent or an_intent()
    return SessionTurn(intent.text, "an answer", (intent,), tuple(shown))


def shown(doc_id: str, amount: str | None, rating: float | None = None, *, top: bool = False) -> Shown:
    return Shown(doc_id, price(amount), rating, top)


def a_vocabulary(*brands: str, words: str = "train puzzle doll game") -> Vocabulary:
    frequency = dict.fromkeys(words.split(), 100)
    return Vocabulary(10_000, "GBP", {brand_key(brand): brand for brand in brands}, {}, frequency)
