"""Claims: whether evidence carries a sentence. Pure, deterministic, no model.

A sentence stands when every claim it declares is supported by evidence it cites, every claim is worded in it, and what
is left beside the claims is glue: words that join, point and hedge, and state nothing. Otherwise it goes, whole.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal, InvalidOperation

from assistant.lexicon import MATERIAL_WORDS, MATERIALS
from assistant.schema import Claim, Evidence, Sentence
from assistant.search.matching import text_states
from assistant.text import amount_of, fold, words

_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_NEGATIONS = frozenset("no not without non never isn't doesn't don't cannot can't won't nor neither".split())
# Words of any script: a title may be in one that the stems do not know.
_ANY_WORD = re.compile(r"[^\W_]+")
# What may stand beside the claims of a sentence: it joins, points or hedges, and states nothing about a product.
GLUE = frozenset(
    """
    a an the and or but so of in on at to from by for with as is it its it's this that these those there here which my i
    i'd i've you your you'd we me one ones both also too just only still then than if when while because since
    top pick picks choice choose chose chosen recommend recommendation suggest go went would could can may might should
    runner runner-up up second next other others another alternative alternatively option options instead
    best fit fits suit suits match matches closest came come comes close near asked ask wanted looking after need
    most matters matter more much about around cost costs costing price priced rated rating has have having had made
    makes make be been are was will do does get gets give gives given say says said tell tells know known stand stands
    start starts begin begins within under over budget limit range want prefer like well right good
    catalogue catalog listing list maker shop mention mentions doesn't don't isn't aren't didn't not no nothing none
    many how what whether who why whose age ages piece pieces player players play material brand wish wishes
    source sources details screen bit little each per plus
    """.split()
)
# A sentence that only says what is not so, or not known, may repeat the shopper's own words.
_DISCLAIMS = re.compile(r"\b(?:doesn't|does not|isn't|is not|gives no|you asked for|ones start at|ones begin at)\b")


def verified(sentences: Iterable[Sentence], evidence: Mapping[str, Evidence]) -> tuple[Sentence, ...]:
    """The sentences that stand."""
    return tuple(sentence for sentence in sentences if not problems(sentence, evidence))


def problems(sentence: Sentence, evidence: Mapping[str, Evidence]) -> tuple[str, ...]:
    """What is wrong with a sentence; nothing when it stands."""
    text = fold(sentence.text)
    found = []
    rest = text
    for claim in sorted(sentence.claims, key=lambda claim: -len(claim.value)):
        value = fold(claim.value)
        if not (_DISCLAIMS.search(text) if claim.kind == "wish" else supported(claim, evidence)):
            found.append(f"not supported: {claim.kind} {claim.value!r}")
        if value not in text:
            found.append(f"not worded: {claim.value!r}")
        elif claim.kind != "wish" and _is_denied(value, text, sentence.claims):
            found.append(f"denied: {claim.value!r}")
        rest = rest.replace(value, " ") if value else rest
    found += [f"number without a claim: {number}" for number in _NUMBER.findall(rest)]
    found += [f"word without a claim: {word}" for word in words(rest) if word not in GLUE and not _NUMBER.match(word)]
    return tuple(found)


def _is_denied(value: str, text: str, claims: Iterable[Claim]) -> bool:
    """Whether a negation stands right before a claim's words, other claims' words aside."""
    before = text.partition(value)[0] if value else ""
    for other in claims:
        before = before.replace(fold(other.value), " . ") if other.value else before
    return bool(_NEGATIONS & set(words(before.rpartition(".")[2])[-2:]))


def supported(claim: Claim, evidence: Mapping[str, Evidence]) -> bool:
    """Whether some cited evidence of the claim's own product says so."""
    cited = [
        evidence[name] for name in claim.evidence_ids if name in evidence and evidence[name].doc_id == claim.doc_id
    ]
    if claim.kind == "comparison":
        return bool(cited) and _is_extreme(claim, evidence)
    check = _CHECKS.get(claim.kind)
    return check is not None and any(check(claim.value, item) for item in cited)


def _amount(text: str) -> Decimal | None:
    match = _NUMBER.search(text)
    try:
        return Decimal(match.group().replace(",", "")) if match else None
    except InvalidOperation:
        return None


def _price(value: str, item: Evidence) -> bool:
    facts = item.metadata
    return "price" in facts and value == amount_of(Decimal(facts["price"]), facts.get("currency", ""))


def _number(name: str, units: str) -> Callable[[str, Evidence], bool]:
    """A check that the claim is that fact of the listing, a number and its unit and nothing else."""
    form = re.compile(rf"{_NUMBER.pattern}(?: (?:{units}))?", re.IGNORECASE)

    def check(value: str, item: Evidence) -> bool:
        stated, said = item.metadata.get(name), _amount(value)
        return stated is not None and said is not None and bool(form.fullmatch(value)) and Decimal(stated) == said

    return check


def _title(value: str, item: Evidence) -> bool:
    """Whether the words stand in the title in this order; dropping words is allowed, adding is not."""
    said, title = _ANY_WORD.findall(fold(value)), iter(_ANY_WORD.findall(fold(item.metadata.get("title", ""))))
    return bool(said) and all(word in title for word in said)


def _brand(value: str, item: Evidence) -> bool:
    return fold(value).removeprefix("by ") == fold(item.metadata.get("brand", ""))


def _age(value: str, item: Evidence) -> bool:
    return fold(value).removeprefix("for ") == fold(item.metadata.get("age", "-"))


def _players(value: str, item: Evidence) -> bool:
    low, _, high = item.metadata.get("players", "").partition("-")
    form = rf"{low} to {high}" if low and low != high else high if low else f"up to {high}"
    return bool(high) and bool(re.fullmatch(rf"(?:for )?{form} players?", fold(value)))


def _material(value: str, item: Evidence) -> bool:
    material = MATERIALS.get(fold(value), fold(value))
    names = MATERIAL_WORDS.get(material, (material,))
    stated = item.metadata.get("material")
    return any(text_states(stated or item.content, name) for name in names)


def _feature(value: str, item: Evidence) -> bool:
    """Whether a line of the evidence is these words, or states them together with the same negations around them."""
    lines = (fold(line).strip(" .") for line in item.content.split(". "))
    return fold(value) in lines or text_states(item.content, value)


def _is_extreme(claim: Claim, evidence: Mapping[str, Evidence]) -> bool:
    """Whether the product is the cheapest, or the best rated, of all whose listing is evidence."""
    name, best = ("price", min) if "price" in claim.value else ("rating", max)
    values = {item.doc_id: Decimal(item.metadata[name]) for item in evidence.values() if name in item.metadata}
    return claim.doc_id in values and values[claim.doc_id] == best(values.values())


_CHECKS: Mapping[str, Callable[[str, Evidence], bool]] = {
    "title": _title,
    "brand": _brand,
    "price": _price,
    "rating": _number("rating", "stars?"),
    "count": _number("rating_count", "ratings?"),
    "age": _age,
    "players": _players,
    "pieces": _number("pieces", "pieces?"),
    "material": _material,
    "feature": _feature,
    "attribute": _feature,
}
