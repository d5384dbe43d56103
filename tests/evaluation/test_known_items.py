"""What known-item retrieval is compared with: fusion by ranks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.evaluation.known_items import reciprocal_rank_fusion

RANKING = st.lists(st.sampled_from("abcdefgh"), unique=True, max_size=8)


@pytest.mark.parametrize(
    ("rankings", "fused"),
    [
        ([["a", "x"], ["b", "x"]], ["x", "a", "b"]),  # what both hold comes before the first of either
        ([["b"], ["a"]], ["a", "b"]),
        ([["b", "a", "c"]], ["b", "a", "c"]),
        ([[], []], []),
        ([], []),
    ],
)
def test_ranks_are_summed_by_their_reciprocals(rankings: list[list[str]], fused: list[str]) -> None:
    assert reciprocal_rank_fusion(rankings) == fused


@given(st.lists(RANKING, max_size=4))
def test_the_order_of_the_lists_changes_nothing(rankings: list[list[str]]) -> None:
    assert reciprocal_rank_fusion(rankings) == reciprocal_rank_fusion(rankings[::-1])
