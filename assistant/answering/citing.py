"""The sources of an answer: the evidence that its sentences rest on, numbered in the order of use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from assistant.language.currencies import money
from assistant.schema import Citation, Evidence, EvidencePack, Fact, Pick, Product, Sentence

# Enough around a quoted sentence to read it in its place.
_AROUND = 400


def evidence_for(picks: Sequence[Pick], pack: EvidencePack) -> tuple[Evidence, ...]:
    """The evidence of the picks and of the nearest miss alone, and a receipt for every live price."""
    shown = {pick.product.id for pick in picks} | ({pack.nearest_miss.product.id} if pack.nearest_miss else set())
    live = (_receipt(pick) for pick in picks if pick.receipt)
    return (*(item for item in pack.final_evidence if item.doc_id in shown), *live)


def _receipt(pick: Pick) -> Evidence:
    assert pick.receipt is not None  # noqa: S101  (the caller has seen it)
    receipt, name = pick.receipt, f"{pick.product.id}#live"
    price = {"price": str(receipt.price.amount), "currency": receipt.price.currency}
    fetched = {"fetched_at": f"{receipt.fetched_at:%Y-%m-%dT%H:%M:%SZ}"}
    content = f"{money(receipt.price)} at {receipt.shop}"
    return Evidence(name, content, receipt.url, pick.product.id, name, {"section": "live", **price, **fetched})


def with_quotes(
    evidence: Sequence[Evidence], facts: Sequence[Fact], products: Mapping[str, Product]
) -> tuple[Evidence, ...]:
    """The evidence, with the passages that hold quoted sentences which it does not have yet."""
    found = {item.evidence_id: item for item in evidence}
    for fact in facts:
        known = found.get(fact.evidence_id)
        holds_it = known is not None and str(fact.value) in known.content
        if not holds_it and fact.doc_id in products:
            found[fact.evidence_id] = _passage(fact, products[fact.doc_id])
    return tuple(found.values())


def _passage(fact: Fact, product: Product) -> Evidence:
    """The part of the product's text that a quoted sentence stands in."""
    text = str(fact.value)
    if fact.section == "description":
        at = product.description.find(text)
        text = product.description[max(0, at - _AROUND) : at + len(text) + _AROUND]
    elif fact.section == "features":
        text = ". ".join(product.features)
    elif fact.section.startswith("review-"):
        review = product.reviews[int(fact.section.removeprefix("review-"))]
        text = f"{review.title}: {review.text}" if review.title else review.text
    metadata = {"section": fact.section.split("-")[0], "url": product.product_url}
    return Evidence(fact.evidence_id, text, product.title, product.id, fact.evidence_id, metadata)


@dataclass(frozen=True, slots=True)
class Cited:
    """The text of an answer with the marks of its sources, and the sources."""

    text: str
    citations: tuple[Citation, ...]


def cited(
    sentences: Sequence[Sentence], evidence: Sequence[Evidence], *, first: int, with_marks: bool, in_bullets: bool
) -> Cited:
    """The sentences as one text; sources are numbered from `first` in the order of use."""
    available, numbers = {item.evidence_id: item for item in evidence}, dict[str, int]()
    lines = []
    for sentence in sentences:
        for name in sentence.evidence_ids:
            if name in available:
                numbers.setdefault(name, first + len(numbers))
        lines.append(_marked(sentence, numbers) if with_marks else sentence.text)
    text = "\n".join(f"- {line}" for line in lines) if in_bullets else " ".join(lines)
    return Cited(text, tuple(_citation(available[name], number) for name, number in numbers.items()))


def _marked(sentence: Sentence, numbers: Mapping[str, int]) -> str:
    """The sentence with the numbers of its sources before its full stop."""
    own = sorted({numbers[name] for name in sentence.evidence_ids if name in numbers})
    marks = "".join(f"[{number}]" for number in own)
    if not marks:
        return sentence.text
    ends = sentence.text.endswith(".")
    return f"{sentence.text.removesuffix('.')} {marks}." if ends else f"{sentence.text} {marks}"


def _citation(item: Evidence, number: int) -> Citation:
    url = item.source if item.metadata.get("section") == "live" else item.metadata.get("url", "")
    return Citation(number, item.evidence_id, item.source, item.content, item.doc_id, url)
