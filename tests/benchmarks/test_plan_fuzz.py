"""The benchmark of random plans, and the reader that it trusts: neither may miss a lie."""

from __future__ import annotations

import pytest
from composed import a_brief

from benchmarks.plan_fuzz import measure_plans
from benchmarks.reading import strange


def test_whatever_a_plan_holds_nothing_but_facts_is_said() -> None:
    figures = measure_plans([a_brief()], plans=600, seed=3)
    assert (figures.plans, figures.wrong) == (600, ())
    assert 0 < figures.stood < figures.moves


@pytest.mark.parametrize(
    "lie",
    [
        "City Train Set is £4 cheaper.", "It costs £0.99.", "Buyers give it 4.8 stars.", "It has 45 pieces.",
        "Buyers give it 4.7 stars from 133 ratings.", "It is for ages 1 and up.", "The listing says “Award-winning”.",
        "See https://evil.example", "<b>Buy it</b>",
    ],
)  # fmt: skip
def test_the_reader_finds_what_no_record_carries(lie: str) -> None:
    assert strange(lie, a_brief())


def test_the_reader_leaves_alone_what_is_true() -> None:
    said = "City Train Set is £5 cheaper (£19.99 against £24.99). Farm Wooden Train Set has 4.7 stars from 132 ratings."
    assert strange(said, a_brief()) == []
