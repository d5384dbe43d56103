"""Questions about one product: what they ask for, and what the catalogue says of it."""

from __future__ import annotations

import pytest
from builders import a_product
from hypothesis import given
from hypothesis import strategies as st

from assistant.answering.product_questions import (
    asked_material,
    asked_words,
    asks_for_reviews,
    is_unmentioned,
    lines_about,
)

HOUSE = a_product(
    title="Folding Dolls House", features=("Four rooms", "Two dolls included"), material="Wood",
    description="Closes into a case. Larger furniture will not fit.",
)  # fmt: skip


@pytest.mark.parametrize(
    ("message", "asked"),
    [
        ("does it come with furniture?", ["furniture"]), ("how many rooms does it have?", ["rooms"]),
        ("tell me more about the second one", []), ("is the dolls house any good?", []),
        ("does it need batteries or glue?", ["batteries", "glue"]),
    ],
)  # fmt: skip
def test_a_question_asks_for_what_it_names(message: str, asked: list[str]) -> None:
    assert asked_words(message, HOUSE) == asked


@pytest.mark.parametrize(
    ("message", "reviews"),
    [("what do people say about it?", True), ("any reviews?", True), ("is it for two people?", False)],
)
def test_a_question_for_reviews_is_known(message: str, reviews: bool) -> None:
    assert asks_for_reviews(message) is reviews


def test_the_catalogues_own_line_answers_a_feature_before_a_sentence() -> None:
    assert lines_about(HOUSE, "rooms") == [("Four rooms", "features")]
    assert lines_about(HOUSE, "furniture") == [("Larger furniture will not fit", "description")]
    assert lines_about(HOUSE, "batteries") == []


def test_what_nothing_mentions_is_unmentioned() -> None:
    assert is_unmentioned(HOUSE, "batteries")
    assert not is_unmentioned(HOUSE, "furniture")
    assert not is_unmentioned(HOUSE, "wooden")
    assert asked_material("is it made of wood?") == "wood"


@given(st.text(max_size=200))
def test_no_question_makes_it_raise(message: str) -> None:
    asked_words(message, HOUSE)
    asks_for_reviews(message)
