"""Support: whether a piece of evidence says what a claim says. Pure functions, one a kind of claim.

A number is that field of that product's listing and no other; a name keeps its words in their order; a feature stands
in the product's own text, with every denial around it. What buyers wrote and what a shop shouts carry no claim.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal, InvalidOperation
from functools import lru_cache

from assistant.answering.vetting.forms import age_span, in_figures, seats
from assistant.answering.wording import DENIES
from assistant.language.currencies import amount_of
from assistant.language.lexicon import MATERIAL_WORDS, MATERIALS
from assistant.language.text import fold, promotes, words
from assistant.matching.checks import text_states
from assistant.schema import Claim, Evidence

_NUMBER = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?")
_ANY_WORD = re.compile(r"[^\W_]+")
# What stands behind one of these in a title is another thing's name.
_OTHERS_FOLLOW = frozenset("for with fits fit compatible suits from by like inspired style".split())
# Behind a thing's name, these say that it is not there.
_NOT_THERE = frozenset("no not without separately required needed extra excluded optional free none sold".split())
_CLAUSE = re.compile(r"[.!;|•\n]+(?:\s|$)|,\s|\s[-–—]\s|\s(?:and|but)\s")
# Beside letters, these may stand in any wording; other signs only where the evidence has them.
_PLAIN_SIGNS = frozenset(" .,:;'’‘\"()-–—/&!")
_EXTREMES = re.compile(
    r"price matters most|(?:the )?(?P<low>cheapest|lowest priced?|lowest-priced|least expensive)(?P<scope>.*)"
    r"|(?:the )?(?:best[ -]rated|best rating|highest[ -]rated|highest rating)(?P<scope2>.*)"
)
_SCOPES = frozenset(("", "of these", "of those", "here", "of the ones here", "of them", "on the list", "of the list"))
# What the program itself never says of a toy, whoever wrote it: that is not for a shop's text to promise.
_PROMISES = re.compile(
    r"\bsafe(?:ly|ty)?\b|\bharmless\b|\bdoctor|\bmedical|\bcures?\b|\bnumber (?:one|1)\b", re.IGNORECASE
)
# Stars, counts and opinions come from the rating alone, whatever a seller writes of them.
_OPINIONS = re.compile(
    r"\b(?:\d[\d.,]*|one|two|three|four|five)[ -]stars?\b"
    r"|\b(?:rated|ratings?|reviews?|reviewers?|buyers?|customers?|shoppers)\b"
    r"|\b(?:loved|bought|trusted|chosen|recommended) by\b",
    re.IGNORECASE,
)
_MONEY = re.compile(r"[£$€¥]|\b(?:gbp|usd|eur|pounds?|dollars?|euros?|quid|pence|cents?)\b", re.IGNORECASE)


def supported(claim: Claim, evidence: Mapping[str, Evidence]) -> bool:
    """Whether some cited evidence of the claim's own product says so."""
    cited = [
        evidence[name] for name in claim.evidence_ids if name in evidence and evidence[name].doc_id == claim.doc_id
    ]
    if claim.kind == "comparison":
        return bool(cited) and _is_extreme(claim, evidence)
    if claim.kind == "material":
        return any(_material(claim.value, item, evidence) for item in cited)
    check = _CHECKS.get(claim.kind)
    return check is not None and any(
        check(claim.value, item) for item in cited if item.metadata.get("section") != "review"
    )


def title_fits(value: str, evidence: Mapping[str, Evidence], doc_id: str, *, whole: bool = False) -> bool:
    """Whether the words name the product, or are its whole title."""
    titles = [
        item.metadata["title"] for item in evidence.values() if item.doc_id == doc_id and "title" in item.metadata
    ]
    return any(fold(title) == fold(value) if whole else _in_order(value, title) for title in titles)


def listed_facts(doc_id: str, evidence: Mapping[str, Evidence]) -> dict[str, str]:
    """A product's listing as it is shown: a live price stands in for the catalogue's."""
    own = [item.metadata for item in evidence.values() if item.doc_id == doc_id]
    listed: Mapping[str, str] = next((facts for facts in own if facts.get("section") == "listing"), {})
    return {**listed, **next((facts for facts in own if facts.get("section") == "live"), {})}


def _amount(text: str) -> Decimal | None:
    match = _NUMBER.search(text)
    try:
        return Decimal(match.group().replace(",", "")) if match else None
    except InvalidOperation:
        return None


def _price(value: str, item: Evidence) -> bool:
    facts = item.metadata
    if "price" not in facts:
        return False
    exact = amount_of(Decimal(facts["price"]), facts.get("currency", ""))
    return value.removesuffix(".00") == exact if "." not in exact else value == exact


def _number(name: str, units: str) -> Callable[[str, Evidence], bool]:
    """A check that the claim is that fact of the listing, a number and its unit and nothing else."""
    form = re.compile(rf"(?:{_NUMBER.pattern})(?:[ -](?:{units}))?", re.IGNORECASE)

    def check(value: str, item: Evidence) -> bool:
        value = in_figures(fold(value).replace("single ", "1 "))
        stated, said = item.metadata.get(name), _amount(value)
        return stated is not None and said is not None and bool(form.fullmatch(value)) and Decimal(stated) == said

    return check


def _title(value: str, item: Evidence) -> bool:
    return _in_order(value, item.metadata.get("title", ""))


def _in_order(value: str, title: str) -> bool:
    """Whether the words stand in the title in this order; dropping words is allowed, adding or undenying is not."""
    said, named = _ANY_WORD.findall(fold(value)), _ANY_WORD.findall(fold(title))
    at, spots = 0, []
    for word in said:
        if word not in named[at:]:
            return False
        at = named.index(word, at) + 1
        spots.append(at - 1)
    if not said or not _signs_stand(value, title):
        return False
    dropped = [at for at in range(spots[-1]) if at not in spots]
    if any(named[at] in DENIES for at in dropped):
        return False
    # Only words from behind "for" or "with" are another thing's name.
    border = next((at for at, word in enumerate(named) if at and word in _OTHERS_FOLLOW), len(named))
    return spots[0] < border


def _signs_stand(value: str, text: str) -> bool:
    """Whether every sign in the words that could state something stands in the text as well."""
    return all(char.isalnum() or char.isspace() or char in _PLAIN_SIGNS or char in text for char in value)


def _brand(value: str, item: Evidence) -> bool:
    said, brand = fold(value).removeprefix("by ").removeprefix("from "), fold(item.metadata.get("brand", ""))
    return bool(brand) and said in (brand, f"{brand}'s")


def _age(value: str, item: Evidence) -> bool:
    """Whether it is the maker's age, however it is written; an open end stays open, an end stays an end."""
    said = age_span(fold(value))
    return said is not None and said == age_span(fold(item.metadata.get("age", "-")))


def _players(value: str, item: Evidence) -> bool:
    low, _, high = item.metadata.get("players", "").partition("-")
    said = seats(fold(value))
    if said is None or not high:
        return False
    return said[1] == int(high) and (said[0] is None or str(said[0]) == low)


def _material(value: str, item: Evidence, evidence: Mapping[str, Evidence]) -> bool:
    """Whether the product is stated to be of it: by its own field where the catalogue has one, else by its text."""
    if item.metadata.get("section") == "review":
        return False
    material = MATERIALS.get(fold(value), fold(value))
    if not re.fullmatch(r"[a-z-]+(?: [a-z-]+)?", material):
        return False
    names = MATERIAL_WORDS.get(material, (material,))
    own = [found.metadata["material"] for found in evidence.values()
           if found.doc_id == item.doc_id and "material" in found.metadata]  # fmt: skip
    return any(text_states(own[0] if own else item.content, name) for name in names)


def _feature(value: str, item: Evidence) -> bool:
    return text_carries(value, item.content)


@lru_cache(maxsize=512)
def text_carries(value: str, content: str) -> bool:
    """Whether a product's own text states these words with the same denials around them; "&" is "and".

    An answer says a feature in several places, so that each is read once.
    """
    value, content = value.replace(" & ", " and "), content.replace(" & ", " and ")
    if promotes(value) or any(said.search(value) for said in (_PROMISES, _OPINIONS, _MONEY)):
        return False
    if not _signs_stand(value, content):
        return False
    lines = (fold(line).strip(" .") for line in content.split(". "))
    if fold(value).strip(" .") in lines:
        return not set(words(value)) <= _NOT_THERE
    if any(char.isdigit() for char in value) and fold(value) not in fold(content):
        return False
    return text_states(content, value) and not any(_taken_back(value, clause) for clause in _clauses(content))


def _clauses(text: str) -> Iterator[str]:
    return (clause for clause in _CLAUSE.split(fold(text)) if clause)


def _taken_back(value: str, clause: str) -> bool:
    """Whether the clause goes on to say that what it names is not there: "Batteries: not included"."""
    said, there = words(value), words(clause)
    spots = [at for at in range(len(there) - len(said) + 1) if there[at : at + len(said)] == said]
    return any(_NOT_THERE & set(there[at + len(said) : at + len(said) + 4]) for at in spots) if said else False


def _is_extreme(claim: Claim, evidence: Mapping[str, Evidence]) -> bool:
    """Whether the product is the cheapest, or the best rated, of all that was retrieved, and no more is said."""
    match = _EXTREMES.fullmatch(fold(claim.value).strip())
    if match is None or (match["scope"] or match["scope2"] or "").strip() not in _SCOPES:
        return False
    by_price = bool(match["low"]) or "price" in match.group()
    name, best = ("price", min) if by_price else ("rating", max)
    values = {item.doc_id: Decimal(item.metadata[name]) for item in evidence.values() if name in item.metadata}
    return claim.doc_id in values and values[claim.doc_id] == best(values.values())


_CHECKS: Mapping[str, Callable[[str, Evidence], bool]] = {
    "title": _title,
    "brand": _brand,
    "price": _price,
    "rating": _number("rating", r"stars?(?: out of (?:5|five))?|out of (?:5|five)(?: stars)?"),
    "count": _number("rating_count", "ratings?|reviews?|buyers?|customers?|shoppers?|reviewers?|people"),
    "age": _age,
    "players": _players,
    "pieces": _number("pieces", "pieces?|parts?"),
    "feature": _feature,
    "attribute": _feature,
}
