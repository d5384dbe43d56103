"""Evidence: what of a product's text an answer may rest on, and what a set of it covers. Pure functions.

Every product gives a `listing` (its fields, each as the catalogue states it, machine-readable in `metadata`), its
`features`, the passage of its `description` that was found, and what buyers say.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from assistant.language.currencies import money
from assistant.language.lexicon import COLOURS
from assistant.language.text import ages, plain_speech, stems
from assistant.matching.checks import checks, holds_terms, of_brand
from assistant.matching.fit import RIGHT, SURE
from assistant.matching.kinds import MIN_NAMED_SHARE, is_called, type_match
from assistant.retrieval.contradictions import contradictions
from assistant.schema import Candidate, Contradiction, Coverage, Evidence, Plan, Product

# A passage long enough to hold a fact with its surroundings, short enough to be read as a source.
PASSAGE_CHARS = 1_000
MAX_REVIEWS = 2


def evidence_of(candidate: Candidate) -> tuple[Evidence, ...]:
    """The evidence one candidate brings, best supported first."""
    product = candidate.product
    parts = [("listing", listing(product), listing_facts(product))]
    if product.features:
        parts.append(("features", ". ".join(product.features) + ".", {}))
    if product.description:
        parts.append(("description", passage(product.description), {}))
    parts += [
        (f"review-{n}", review_text(product, n), {"date": review.date} if review.date else {})
        for n, review in enumerate(product.reviews[:MAX_REVIEWS])
    ]
    return tuple(
        Evidence(
            evidence_id=f"{product.id}#{section}",
            content=content,
            source=product.title,
            doc_id=product.id,
            chunk_id=candidate.chunk_id if section == "description" else f"{product.id}#{section}",
            metadata={"section": section.split("-")[0], "url": product.product_url, **facts},
            scores=candidate.scores,
            provenance=candidate.provenance,
        )
        for section, content, facts in parts
    )


def listing(product: Product) -> str:
    """The product's fields in one line, only those that the catalogue states."""
    price = f"Price {money(product.price)}" if product.price else ""
    rating = f"{product.rating:g} stars" if product.rating else ""
    ratings = "rating" if product.rating_count == 1 else "ratings"
    count = f" from {product.rating_count:,} {ratings}" if rating and product.rating_count else ""
    players = product.players
    seats = f"Players {players.min or 1} to {players.max}" if players and players.max else ""
    parts = (
        product.title, f"Brand {product.brand}" if product.brand else "", " > ".join(product.category), price,
        rating + count, f"For {ages(product.age)}" if product.age else "", seats,
        f"{product.pieces} pieces" if product.pieces else "",
        f"Material {product.material}" if product.material else "",
    )  # fmt: skip
    return ". ".join(part for part in parts if part) + "."


def listing_facts(product: Product) -> dict[str, str]:
    """The fields a claim may be checked against, as strings by name."""
    price, players = product.price, product.players
    facts = {
        "title": product.title, "brand": product.brand, "material": product.material,
        "price": price and str(price.amount), "currency": price and price.currency,
        "rating": product.rating and f"{product.rating:g}", "rating_count": product.rating_count,
        "age": product.age and ages(product.age), "pieces": product.pieces,
        "players": players and f"{players.min or ''}-{players.max or ''}",
    }  # fmt: skip
    return {name: str(value) for name, value in facts.items() if value}


def passage(description: str) -> str:
    """The beginning of a description, cut at a word."""
    if len(description) <= PASSAGE_CHARS:
        return description
    return description[:PASSAGE_CHARS].rsplit(" ", 1)[0] + " …"


def review_text(product: Product, number: int) -> str:
    """A buyer's words, as evidence shows them."""
    review = product.reviews[number]
    return passage(f"{review.title}: {review.text}" if review.title else review.text)


def is_of_kind(plan: Plan, candidate: Candidate) -> bool:
    """Whether the product is what was asked for: as the reranker read it, else by the catalogue's words."""
    if plan.intent.names_only_a_maker:
        return of_brand(candidate.product, plan.intent.constraints.brand or "") is True
    if "right" in candidate.scores:
        return candidate.scores["right"] >= RIGHT
    kind = type_match(plan.intent.kinds, candidate.product)
    return kind.head > 0 and kind.share >= MIN_NAMED_SHARE


def _is_surely_of_kind(plan: Plan, product: Product, right: float | None) -> bool:
    """Whether the catalogue calls it so, or the reranker is sure: less is not covered."""
    return is_called(plan.intent.kinds, product) or (right is not None and right >= SURE)


def without_twins(candidates: Iterable[Candidate]) -> list[Candidate]:
    """The candidates less those that differ from a better one by nothing but a colour, size or code."""
    seen: set[frozenset[str]] = set()
    kept = []
    for candidate in candidates:
        title = plain_speech(candidate.product.title)  # who shouts is no other toy for it
        name = frozenset(word for word in stems(title) if word.isalpha() and word not in _VARIANTS)
        if not name or name not in seen:
            seen.add(name)
            kept.append(candidate)
    return kept


_VARIANTS = COLOURS | frozenset(
    "multi multicolour colour color small medium large mini big assorted random new the a".split()
)


def grade(plan: Plan, candidates: Sequence[Candidate]) -> Coverage:
    """Rules: a criterion is covered when some selected product's evidence says so; contradicted when all say no.

    What the evidence of one product says differently is a contradiction too.
    """
    if not candidates:
        return Coverage(missing=(*plan.acceptance_criteria.required, *plan.acceptance_criteria.wished))
    verdicts: dict[str, list[bool | None]] = {}
    for candidate in candidates:
        for name in plan.acceptance_criteria.required:
            is_of = _is_surely_of_kind(plan, candidate.product, candidate.scores.get("right"))
            verdicts.setdefault(name, []).append(is_of or None)
        for term in plan.must_preserve_terms:
            verdicts.setdefault(f"term:{term}", []).append(holds_terms(candidate.product, (term,)) or None)
        for check in checks(plan.intent.constraints, candidate.product):
            name = check.kind if check.kind == "age" else f"{check.kind}:{check.asked}"
            verdicts.setdefault(name, []).append(check.met)
    covered = tuple(name for name, met in verdicts.items() if True in met)
    denied = tuple(Contradiction(name) for name, met in verdicts.items() if set(met) == {False})
    missing = tuple(name for name in verdicts if name not in covered)
    return Coverage(
        covered, missing, (*denied, *contradictions_in(candidates)),
        confidence=round(len(covered) / len(verdicts), 3) if verdicts else 1.0,
        quality=max((one.scores["right"] for one in candidates if "right" in one.scores), default=None),
    )  # fmt: skip


def contradictions_in(candidates: Iterable[Candidate]) -> tuple[Contradiction, ...]:
    """What the parts of a product give differently, of all candidates."""
    return tuple(found for one in candidates for found in contradictions(one.product, passage(one.product.description)))
