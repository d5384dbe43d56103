"""Fusing ranked lists into one: pure functions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean, pstdev

# Scores that differ by a smaller share of their mean are one score, rounded: adding up tells no less apart.
LEAST_APART = 1e-12


def z_score_fusion(rankings: Sequence[tuple[Mapping[str, float], float]]) -> Mapping[str, float]:
    """Scores by id, best first: the weighted sum over (scores, weight) rankings of each score's standard score.

    Unlike ranks, scores tell how much better the first is than the second. An id that a ranking does not hold gets that
    ranking's lowest score. Ties are broken by id.
    """
    identities = {identity for scores, _ in rankings for identity in scores}
    fused = dict.fromkeys(identities, 0.0)
    for scores, weight in rankings:
        standard = standard_scores(scores)
        lowest = min(standard.values(), default=0.0)
        for identity in identities:
            fused[identity] += weight * standard.get(identity, lowest)
    return dict(sorted(fused.items(), key=lambda item: (-round(item[1], 9), item[0])))


def standard_scores(scores: Mapping[str, float]) -> dict[str, float]:
    """Each score's distance from the mean in standard deviations; all zero where they do not differ."""
    if not scores:
        return {}
    mean, deviation = fmean(scores.values()), pstdev(scores.values())
    differ = deviation > abs(mean) * LEAST_APART
    return {identity: (score - mean) / deviation if differ else 0.0 for identity, score in scores.items()}
