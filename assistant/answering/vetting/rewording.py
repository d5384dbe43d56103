"""Rewording: of a sentence that does not stand, the facts that do are said in the program's own words.

The ways to put a fact are without end; the facts are not. Of a sentence with a wrong figure, name or comparison nothing
is said again. What is written here is checked like all else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from assistant.answering.symbolic_solver import named, top_pick
from assistant.answering.vetting.claims import read, too_long
from assistant.answering.vetting.comparing import is_relation, restated, same_field
from assistant.answering.vetting.own_words import Setting
from assistant.answering.vetting.support import listed_facts, supported
from assistant.answering.wording import (
    Fact,
    age_fact,
    listed,
    pieces_fact,
    players_fact,
    price_fact,
    rating_with_count_fact,
    sentence_of,
)
from assistant.language.text import words
from assistant.language.titles import is_plural
from assistant.schema import Brief, Claim, Evidence, Pick, Sentence

# Words out of a text may miss it by an inch, and are left out; a figure or a name that is wrong is a lie.
_QUOTED = frozenset(("feature", "attribute", "material"))
_LISTED = re.compile(r",\s+(?:and\s+)?|\s+(?:and|or|&)\s+")
# A longer feature is a text of its own, not a fact in a list.
MOST_FEATURE_WORDS = 24
_CANONICAL: Mapping[str, Callable[[Pick], Fact | None]] = {
    "price": price_fact,
    "rating": lambda pick: rating_with_count_fact(pick.product),
    "age": lambda pick: age_fact(pick.product),
    "players": lambda pick: players_fact(pick.product),
    "pieces": lambda pick: pieces_fact(pick.product),
}
# The verb of each kind of fact, for one toy and for several, in the order in which they are said.
_VERBS = {
    ("is", "are"): ("material", "age", "players", "brand"),
    ("costs", "cost"): ("price",),
    ("has", "have"): ("rating", "pieces"),
}
# A product's facts by kind; a feature or a material has its words in its key, so that several have their places.
Facts = dict[tuple[str, str], Fact]
Parts = list[str | Fact]


class Rewording:
    """Says again what evidence carries of sentences that do not stand; what was said before is left out."""

    def __init__(self, brief: Brief, evidence: Mapping[str, Evidence], setting: Setting) -> None:
        self._brief, self._evidence, self._setting = brief, evidence, setting
        self._picks = {pick.product.id: pick for pick in brief.picks}

    def lead(self, sentence: Sentence) -> Sentence | None:
        """The recommendation with the facts of this one; None where it is about another, or deceives."""
        top = self._setting.top_id
        facts = self._facts(sentence, top, ())
        if not facts or set(facts) != {top}:
            return None
        price = price_fact(self._picks[top])
        known = [*facts[top].values()] or [*filter(None, (price,))]
        return self._standing(top_pick(self._name(top), known), top)

    def again(self, sentence: Sentence, subject: str, said: Sequence[Sentence]) -> tuple[Sentence, ...]:
        """What stands of the sentence and is new; `subject` is the product spoken about before it."""
        written: list[Sentence] = []
        for doc_id, known in (self._facts(sentence, subject, said) or {}).items():
            name = self._name(doc_id)
            for as_it, by_name in zip(_lines("It", known), _lines(name, known), strict=True):
                line = self._standing(sentence_of(*as_it), subject) if doc_id == subject else None
                if line := line or self._standing(sentence_of(*by_name), subject):
                    written.append(line)
                    subject = doc_id
        return tuple(written)

    def _name(self, doc_id: str) -> Fact:
        return named(self._brief, self._picks[doc_id])

    def _standing(self, sentence: Sentence, subject: str) -> Sentence | None:
        return None if read(sentence, self._evidence, self._setting, subject)[0] else sentence

    def _facts(self, sentence: Sentence, subject: str, said: Sequence[Sentence]) -> dict[str, Facts] | None:
        """The sentence's facts by product, as they are worded here, less those said before; None where it deceives."""
        if too_long(sentence):
            return None
        before = {(claim.doc_id, claim.kind, claim.value) for line in said for claim in line.claims}
        found: dict[str, Facts] = {}
        for claim in (part for whole in sentence.claims for part in self._parted(whole)):
            pick = self._picks.get(claim.doc_id)
            worded = self._worded(claim, pick, sentence, subject) if pick else None
            if worded is None:
                if claim.kind in _QUOTED:
                    continue
                return None
            key, fact = worded
            known = found.setdefault(claim.doc_id, {})
            if fact and not {(part.doc_id, part.kind, part.value) for part in fact.claims} <= before:
                known[key] = fact
        by_name = {doc_id for doc_id, kind, _ in before if kind == "title"}
        compared = {claim.doc_id for facts in found.values() for fact in facts.values() for claim in fact.claims}
        for doc_id, facts in found.items():
            if not facts and doc_id not in by_name | compared and (price := price_fact(self._picks[doc_id])):
                facts["price", ""] = price
        return found

    def _parted(self, claim: Claim) -> Sequence[Claim]:
        """What is listed in words out of a text, one by one, where the text does not have the list as it is."""
        parts = [part for part in _LISTED.split(claim.value) if part]
        if claim.kind not in _QUOTED or len(parts) < 2 or supported(claim, self._evidence):
            return (claim,)
        return [replace(claim, value=part) for part in parts]

    def _worded(
        self, claim: Claim, pick: Pick, sentence: Sentence, subject: str
    ) -> tuple[tuple[str, str], Fact | None] | None:
        """A claim's key and its fact, which a name has none of; None where it does not stand."""
        if claim.kind == "comparison" and is_relation(claim.value):
            return self._related(claim, sentence, subject)
        if not supported(claim, self._evidence):
            claim = replace(claim, kind="feature")
            if not supported(claim, self._evidence):
                return None
        if claim.kind in ("title", "comparison"):
            return (claim.kind, ""), None
        kind = {"count": "rating", "attribute": "feature"}.get(claim.kind, claim.kind)
        if kind == "brand":
            in_name = set(words(pick.product.brand)) <= set(words(self._name(claim.doc_id).text))
            by = f"by {pick.product.brand}"
            return (kind, ""), None if in_name else Fact(by, (replace(claim, value=by),))
        if kind in _CANONICAL:
            return (kind, ""), _CANONICAL[kind](pick)
        if kind == "material" and not claim.value.isupper():
            claim = replace(claim, value=claim.value.lower())
        is_short = len(claim.value.split()) <= MOST_FEATURE_WORDS
        return (kind, claim.value.lower()), Fact(claim.value, (claim,)) if is_short else None

    def _related(self, claim: Claim, sentence: Sentence, subject: str) -> tuple[tuple[str, str], Fact | None] | None:
        """A comparison with the other product that the sentence names or can only mean; no fact where it is unclear."""
        others = {other.doc_id for other in sentence.claims} - {claim.doc_id}
        meant = others or {subject, self._setting.top_id} - {claim.doc_id}
        mine = listed_facts(claim.doc_id, self._evidence)
        said = {
            doc_id: plain
            for doc_id in sorted(meant & set(self._picks))
            if (plain := restated(claim.value, mine, listed_facts(doc_id, self._evidence))) is not None
        }
        if len(others) == 1 and not said:
            return None
        if field := same_field(claim.value):
            return (field, ""), _CANONICAL[field](self._picks[claim.doc_id])
        if len(said) != 1 or "" in said.values():
            return ("comparison", ""), None
        ((other, plain),) = said.items()
        name = self._name(other)
        return ("comparison", plain), Fact(f"{plain} than {name.text}", (replace(claim, value=plain), *name.claims))


def _lines(who: str | Fact, facts: Facts) -> Iterator[Parts]:
    """What a toy is, costs and has, each group behind its verb; its features in the catalogue's words; comparisons."""
    verbs = [(of_several if _is_several(who) else of_one, kinds) for (of_one, of_several), kinds in _VERBS.items()]
    groups = [
        (verb, group)
        for verb, kinds in verbs
        if (group := [fact for kind in kinds for (of, _), fact in facts.items() if of == kind])
    ]
    if groups:
        parts: Parts = [who]
        for number, (verb, group) in enumerate(groups):
            joint = " " if number == 0 else " and " if number == len(groups) - 1 else ", "
            parts += [f"{joint}{verb} ", group[0], *(part for fact in group[1:] for part in (" and ", fact))]
        yield parts
    if features := [fact for (kind, _), fact in facts.items() if kind == "feature"]:
        lead: Parts = ["The listing says: "] if isinstance(who, str) else [who, ": "]
        yield lead + listed(features)
    for (kind, _), fact in facts.items():
        if kind == "comparison":
            yield [who, " are " if _is_several(who) else " is ", fact]


def _is_several(who: str | Fact) -> bool:
    return isinstance(who, Fact) and is_plural(who.text)
