"""Rerankers: a closer look at each of the best candidates."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from assistant.language.lexicon import FILLER
from assistant.language.text import stems
from assistant.matching.checks import checks
from assistant.matching.fields import fields_of
from assistant.matching.fit import beside_share, fit_factor, wish_share
from assistant.matching.kinds import type_match
from assistant.retrieval.fusion import standard_scores
from assistant.schema import Candidate, Plan, Vocabulary

# How the text's likeness is put together: a listwise softmax regression over 527 development queries (a buyer's review
# must find its product), five-fold cross-validated MRR@10 0.42 against 0.36 for the fused scores alone.
WORDS_WEIGHT, MEANING_WEIGHT, BOTH_WEIGHT, COVER_WEIGHT = 0.54, 9.5, 1.2, 14.6
# Shares of the score when a kind of toy was named. Likeness and kind count alike; wishes decide between equals.
LIKENESS_SHARE, TYPE_SHARE, WISH_SHARE = 0.35, 0.45, 0.20
# Of the kind's part: how many of its words are found, and whether they stand together as a name.
FOUND_SHARE, PHRASE_SHARE = 0.7, 0.3
# What is left of it when the noun itself is not found; in full when the title has it.
HEAD_FLOOR = 0.6
ACCESSORY_FACTOR = 0.6
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
    kind = type_match(plan.intent.kinds, candidate.product)
    of_kind = (FOUND_SHARE * kind.share + PHRASE_SHARE * kind.phrase) * (HEAD_FLOOR + (1 - HEAD_FLOOR) * kind.head)
    of_kind *= ACCESSORY_FACTOR if kind.accessory else 1.0
    verdicts = checks(plan.intent.constraints, candidate.product)
    wishes = wish_share(verdicts)
    beside = beside_share(plan.intent.leftover, candidate.product)
    score = LIKENESS_SHARE * likeness + TYPE_SHARE * of_kind + WISH_SHARE * wishes
    score = round(score * fit_factor(plan, candidate.product, verdicts, beside), 9)
    parts = {"likeness": likeness, "type": of_kind, "wishes": wishes, "beside": beside, "rerank": score}
    return replace(candidate, score=score, scores={**candidate.scores, **parts})
