"""Rerankers: a closer look at each of the best candidates."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from assistant.language.lexicon import FILLER
from assistant.language.text import stems
from assistant.matching import TEENAGE_MONTHS, Check, checks, fields_of, place_of, type_match
from assistant.retrieval.fusion import standard_scores
from assistant.schema import Candidate, Plan, Product, Vocabulary

# How the text's likeness is put together: a listwise softmax regression over 527 development queries (a buyer's review
# must find its product), five-fold cross-validated MRR@10 0.42 against 0.36 for the fused scores alone.
WORDS_WEIGHT, MEANING_WEIGHT, BOTH_WEIGHT, COVER_WEIGHT = 0.54, 9.5, 1.2, 14.6
# Shares of the score when a kind of toy was named. Likeness and kind count alike; wishes decide between equals.
LIKENESS_SHARE, TYPE_SHARE, WISH_SHARE = 0.35, 0.45, 0.20
# Of the kind's part: how many of its words are found, and whether they stand together as a name.
FOUND_SHARE, PHRASE_SHARE = 0.7, 0.3
# What is left of it when the noun itself is not found; in full when the title has it.
HEAD_FLOOR = 0.6
# What the catalogue says nothing of may be so: worth less than a yes, more than a no.
UNKNOWN_WORTH = 0.4
# For a child under three an unknown age is a risk: toys with small parts are for three and over.
SMALL_CHILD_MONTHS, UNKNOWN_SAFETY_WORTH, UNKNOWN_SAFETY = 36, 0.1, 0.85
ACCESSORY_FACTOR = 0.6
# What a grown-up is not given: a toy that its maker means for children alone, or for small ones first.
FOR_CHILDREN, FOR_SMALL_ONES, SCHOOL_MONTHS = 0.5, 0.8, 72
# Without a stated age these are not for a child before school, nor is a puzzle of more pieces for each year of life.
MANY_PIECES_A_YEAR, _FOR_LONGER_HEADS = 25, frozenset(stems("teaser iq adult"))
# What a shopper would send back: the wrong age, the wrong maker, the wrong material; less so what is not known.
UNMET: Mapping[tuple[str, bool | None], float] = {
    ("age", False): 0.4,
    ("brand", False): 0.5,
    ("material", False): 0.5,
    ("material", None): 0.85,
    ("pieces", False): 0.6,
    ("pieces", None): 0.75,
    ("players", False): 0.6,
}
# What a product loses that has none of the words said beside the kind ("a banner for a 60th birthday").
BESIDE_COST = 0.2
_FILLER = frozenset(stem for word in FILLER for stem in stems(word))


@dataclass(frozen=True, slots=True)
class FeatureReranker:
    """Ranks by features that can be read off the product: every part explainable, nothing learned but four weights."""

    vocabulary: Vocabulary

    def rerank(self, plan: Plan, candidates: Sequence[Candidate]) -> list[Candidate]:
        """The candidates, best first; `scores` gains `likeness`, `type`, `wishes`, `beside`, `rerank`, all 0 to 1."""
        if not candidates:
            return []
        asked = plan.intent
        # A named kind is compared alone: its material, brand and the like are wishes, judged apart.
        # A message that only goes on ("max 20 quid") says nothing of it: what it goes on from does.
        named = asked.product_type or (asked.leftover and asked.act == "refine")
        text = " ".join((asked.product_type, *asked.leftover)) if named else asked.text
        likeness = self._likeness(text, candidates)
        scored = [_scored(plan, candidate, likeness[candidate.doc_id]) for candidate in candidates]
        return sorted(scored, key=lambda candidate: (-candidate.score, candidate.doc_id))

    def _likeness(self, text: str, candidates: Sequence[Candidate]) -> dict[str, float]:
        """How like the text each candidate is, the best 1 and the worst 0."""
        by_words = {c.doc_id: c.scores["bm25"] for c in candidates if "bm25" in c.scores}
        standard = standard_scores(by_words)
        worst_words = min(standard.values(), default=0.0)
        worst_meaning = min((c.scores["vector"] for c in candidates if "vector" in c.scores), default=0.0)
        weigh = _cover(text, self.vocabulary)
        raw = {
            candidate.doc_id: WORDS_WEIGHT * standard.get(candidate.doc_id, worst_words)
            + MEANING_WEIGHT * candidate.scores.get("vector", worst_meaning)
            + BOTH_WEIGHT * ("bm25" in candidate.scores and "vector" in candidate.scores)
            + COVER_WEIGHT * weigh(candidate)
            for candidate in candidates
        }
        low, high = min(raw.values()), max(raw.values())
        return {doc_id: (score - low) / (high - low) if high > low else 1.0 for doc_id, score in raw.items()}


def _cover(text: str, vocabulary: Vocabulary) -> Callable[[Candidate], float]:
    """The share of the text's words that a candidate's text holds, 0 to 1, each by how rare it is in the catalogue."""
    asked = [word for word in dict.fromkeys(stems(text)) if word not in _FILLER]
    rarity = {word: _rarity(word, vocabulary.document_frequency, vocabulary.size) for word in asked}
    total = sum(rarity.values())

    def cover(candidate: Candidate) -> float:
        fields = fields_of(candidate.product)
        held = sum(weight for word, weight in rarity.items() if word in fields.words)
        return held / total if total else 0.0

    return cover


def _rarity(word: str, frequency: Mapping[str, int], size: int) -> float:
    """The inverse document frequency of Spärck Jones (1972), smoothed."""
    return math.log((size + 1) / (frequency.get(word, 0) + 0.5))


def _scored(plan: Plan, candidate: Candidate, likeness: float) -> Candidate:
    kind = type_match(plan.intent.product_type, candidate.product)
    of_kind = (FOUND_SHARE * kind.share + PHRASE_SHARE * kind.phrase) * (HEAD_FLOOR + (1 - HEAD_FLOOR) * kind.head)
    of_kind *= ACCESSORY_FACTOR if kind.accessory else 1.0
    verdicts = checks(plan.intent.constraints, candidate.product)
    wishes = wish_share(verdicts)
    beside = beside_share(plan.intent.leftover, candidate.product)
    score = LIKENESS_SHARE * likeness + TYPE_SHARE * of_kind + WISH_SHARE * wishes
    score = round(score * fit_factor(plan, candidate.product, verdicts, beside), 9)
    parts = {"likeness": likeness, "type": of_kind, "wishes": wishes, "beside": beside, "rerank": score}
    return replace(candidate, score=score, scores={**candidate.scores, **parts})


def fit_factor(plan: Plan, product: Product, verdicts: Sequence[Check], beside: float) -> float:
    """What is left of a score after all that the product is not and should be, 0 to 1; `beside` is its share."""
    for_whom = _childish_factor(plan, product) * _too_hard_factor(plan, product)
    return for_whom * _unmet_factor(verdicts) * (1 - BESIDE_COST * (1 - beside))


def beside_share(leftover: Sequence[str], product: Product) -> float:
    """The share of the words said beside the kind that the product's text has, 0 to 1; 1 where none were said."""
    asked = [word for part in leftover for word in stems(part) if word not in _FILLER]
    return fmean(place_of(word, product) for word in asked) if asked else 1.0


def wish_share(verdicts: Sequence[Check]) -> float:
    """How far the wishes are met, 0 to 1: met counts one, unknown a part, unmet nothing; 1 when none was made."""
    if not verdicts:
        return 1.0
    return sum(_worth(check) for check in verdicts) / len(verdicts)


def _childish_factor(plan: Plan, product: Product) -> float:
    """What is left of a score where a grown-up is to have what its maker means for children, 0 to 1."""
    stated = product.age
    if not plan.intent.for_adult or stated is None:
        return 1.0
    if stated.max_months and stated.max_months < TEENAGE_MONTHS:
        return FOR_CHILDREN
    return FOR_SMALL_ONES if stated.min_months is not None and stated.min_months < SCHOOL_MONTHS else 1.0


def _too_hard_factor(plan: Plan, product: Product) -> float:
    """What is left of a score where a small child is to have what states no age and is made for longer heads."""
    asked, fields = plan.intent.constraints.age, fields_of(product)
    if not asked or not asked.max_months or asked.max_months >= SCHOOL_MONTHS or product.age:
        return 1.0
    most = MANY_PIECES_A_YEAR * asked.max_months / 12
    is_hard = _FOR_LONGER_HEADS & (fields.title | fields.category) or (product.pieces or 0) > most
    return FOR_CHILDREN if is_hard else 1.0


def _unmet_factor(verdicts: Sequence[Check]) -> float:
    """What is left of a score after the wishes that are not met, 0 to 1."""
    risky = any(check.met is None and _is_small_child(check) for check in verdicts)
    return math.prod(UNMET.get((check.kind, check.met), 1.0) for check in verdicts) * (UNKNOWN_SAFETY if risky else 1.0)


def _is_small_child(check: Check) -> bool:
    return check.kind == "age" and check.asked.isdigit() and int(check.asked) < SMALL_CHILD_MONTHS


def _worth(check: Check) -> float:
    if check.met is None:
        return UNKNOWN_SAFETY_WORTH if _is_small_child(check) else UNKNOWN_WORTH
    return float(check.met)
