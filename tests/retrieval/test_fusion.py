"""Fusing ranked lists: pure, exact, and blind to the order of its input."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from assistant.retrieval.fusion import standard_scores, z_score_fusion

SCORES = st.dictionaries(st.sampled_from("abcdefgh"), st.floats(-100, 100), max_size=8)
WEIGHT = st.sampled_from([0.5, 1.0, 2.0])


def test_ties_are_broken_by_id() -> None:
    assert list(z_score_fusion([({"b": 1.0, "a": 1.0}, 1.0)])) == ["a", "b"]


def test_nothing_fuses_to_nothing() -> None:
    assert z_score_fusion([]) == {}
    assert z_score_fusion([({}, 1.0)]) == {}


@given(st.lists(st.tuples(SCORES, WEIGHT), max_size=4))
def test_the_order_of_the_scores_changes_nothing(rankings: list[tuple[dict[str, float], float]]) -> None:
    turned = [(dict(reversed(scores.items())), weight) for scores, weight in rankings]
    assert z_score_fusion(rankings) == pytest.approx(z_score_fusion(turned))


@given(SCORES)
@example({"a": -100.0, "b": -99.99999999999999})
def test_standard_scores_have_mean_nought_and_keep_the_order(scores: dict[str, float]) -> None:
    standard = standard_scores(scores)
    assert set(standard) == set(scores)
    assert sum(standard.values()) == pytest.approx(0, abs=1e-6)
    assert all(standard[a] <= standard[b] + 1e-9 for a in scores for b in scores if scores[a] <= scores[b])


def test_an_id_that_a_list_does_not_hold_gets_its_lowest_score() -> None:
    fused = z_score_fusion([({"a": 2.0, "b": 0.0}, 1.0), ({"c": 5.0, "b": 1.0}, 1.0)])
    assert fused == pytest.approx({"a": 0.0, "b": -2.0, "c": 0.0})


def test_the_size_of_raw_scores_does_not_matter() -> None:
    small = z_score_fusion([({"a": 0.9, "b": 0.5}, 1.0), ({"b": 3.0, "a": 1.0}, 0.5)])
    large = z_score_fusion([({"a": 900.0, "b": 500.0}, 1.0), ({"b": 3.0, "a": 1.0}, 0.5)])
    assert list(small) == list(large) == ["a", "b"]
