"""A listing whose own parts disagree is noticed; what a size, a pack or a part of the set explains is not."""

from __future__ import annotations

from typing import Any

import pytest
from builders import a_candidate, a_plan, a_product, age

from assistant.retrieval.contradictions import contradictions
from assistant.retrieval.evidence import grade
from assistant.schema import Candidate, PlayerRange, Product, Stated


def found(product: Product) -> dict[str, list[tuple[str, object]]]:
    return {
        one.about: [(part.section, part.value) for part in one.stated]
        for one in contradictions(product, product.description)
    }


@pytest.mark.parametrize(
    ("about", "fields", "stated"),
    [
        (
            "age",
            {"age": age(3, None), "description": "Suitable for ages 8 years and up. Not for under 3s."},
            [("listing", age(3, None)), ("description", age(8, None))],
        ),
        (
            "age",
            {"title": "Tiger Costume Age 2-3", "age": age(3, None)},
            [("listing", age(3, None)), ("title", age(2, 3))],
        ),
        (
            "age",
            {"age": age(3, 6), "features": ("For ages 10+",), "description": "Ages 8 and up."},
            [("listing", age(3, 6)), ("features", age(10, None)), ("description", age(8, None))],
        ),
        (
            "players",
            {"players": PlayerRange(2, 4), "features": ("For 2-6 players",)},
            [("listing", PlayerRange(2, 4)), ("features", PlayerRange(2, 6))],
        ),
        (
            "pieces",
            {"pieces": 25, "description": "Set up a stall with this 23 piece set."},
            [("listing", 25), ("description", 23)],
        ),
        (
            "pieces",
            {"title": "Train Set (50 Pieces)", "pieces": 30, "features": ("Contains 46 pieces",)},
            [("listing", 30), ("title", 50), ("features", 46)],
        ),
    ],
)
def test_what_the_parts_of_a_listing_say_differently_is_noticed(
    about: str, fields: dict[str, Any], stated: list[tuple[str, object]]
) -> None:
    assert found(a_product(**fields)) == {about: stated}


@pytest.mark.parametrize(
    "fields",
    [
        {"age": age(3, 6), "description": "For ages 3 and up."},  # lists fill in the oldest age
        {"title": "Pirate Costume Age 5-6", "age": age(3, None)},  # its size
        {"age": age(8, None), "description": "Warning: not for ages 3 and under."},
        {"age": age(1, 3), "description": "Suitable for children up to age 3."},
        {"title": "4 Player Game", "players": PlayerRange(2, 4)},
        {"pieces": 2000, "description": "This four 500 piece puzzle pack is by Trevor Mitchell."},
        {"pieces": 32, "description": "Box contains 17 pieces of curved track and 2 pieces of straight track."},
        {"pieces": 121, "description": "A table with three bins and a 120 piece train set."},
        {"pieces": 60, "features": ("Includes 24 pieces of track",)},
        {"title": "Wooden Train Set", "material": "Plastic"},
    ],
)
def test_what_can_be_explained_is_no_contradiction(fields: dict[str, Any]) -> None:
    assert found(a_product(**{"title": "Train Set", **fields})) == {}


def test_only_what_the_evidence_shows_counts_and_not_a_half_of_it() -> None:
    toy = a_product(age=age(3, None), description="Rocks gently. Suitable for ages 18 months and up.")
    assert contradictions(toy, toy.description)
    for passage in ("Rocks gently. …", "Rocks gently. Suitable for ages 18 …"):
        assert contradictions(toy, passage) == ()


def test_the_coverage_names_the_product_and_all_that_it_says() -> None:
    toys: list[Candidate] = [
        a_candidate(a_product("p1", age=age(3, None), description="Ages 8 and up.")),
        a_candidate(a_product("p2")),
    ]
    (one,) = grade(a_plan(), toys).contradictions
    assert (one.doc_id, one.about) == ("p1", "age")
    assert one.stated == (Stated("listing", age(3, None)), Stated("description", age(8, None)))
