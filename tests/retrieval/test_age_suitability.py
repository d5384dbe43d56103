"""For which ages a toy is welcome, by the weights that ship."""

from __future__ import annotations

from pathlib import Path

import pytest
from builders import a_product, age

from assistant import resources
from assistant.adapters.networks import WordTable
from assistant.errors import SettingsError
from assistant.retrieval.age_suitability import LearnedAges
from assistant.schema import AgeRange

AGES = LearnedAges(resources.AGES, WordTable(resources.WORDS))


def suits(title: str, asked: AgeRange | None) -> float:
    (probability,) = AGES.suit([a_product(title=title, category=(), description="", age=None)], asked)
    return probability


@pytest.mark.parametrize(
    ("title", "welcome", "others"),
    [
        ("Soft Baby Rattle", age(0, 1), age(12, 12)),
        ("1000 Piece Jigsaw Puzzle", None, age(4, 4)),
        ("Plastic Model Kit 1:72 Panzer Tank", age(14, 14), age(3, 3)),
        ("My First Wooden Stacking Blocks", age(2, 2), age(14, 14)),
        ("Pretend Play Kitchen Set", age(4, 4), None),
    ],
)
def test_what_a_thing_is_tells_for_whom_it_is(title: str, welcome: AgeRange | None, others: AgeRange | None) -> None:
    assert suits(title, welcome) > 0.5 > suits(title, others)


def test_several_years_are_the_mean_of_each_and_an_open_end_is_the_year_that_is_named() -> None:
    title = "Wooden Train Set"
    assert min(suits(title, age(3, 3)), suits(title, age(9, 9))) < suits(title, age(3, 9))
    assert suits(title, age(9, None)) == suits(title, age(9, 9))


def test_a_makers_age_is_believed_where_it_says_both_from_and_to() -> None:
    games = [a_product(title="Heavy Strategy Game", age=stated) for stated in (age(3, 6), age(3, None), age(5, 6))]
    believed, *others = AGES.suit(games, age(4, 4))
    assert believed == 1.0
    assert max(others) < 0.5


def test_missing_weights_are_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="is missing; install the program anew"):
        LearnedAges(tmp_path, WordTable(resources.WORDS)).suit([a_product()], None)
