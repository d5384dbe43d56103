"""Numbers as people say them."""

from __future__ import annotations

import re
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.language.numbers import NOTE, NUMBER, value_of


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("5", "5"), ("19.99", "19.99"), ("1,500", "1500"), ("1,234,567", "1234567"), ("0.5", "0.5"), ("007", "7"),
        ("one", "1"), ("nineteen", "19"), ("twenty", "20"), ("thirty-five", "35"), ("thirty five", "35"),
        ("fourty two", "42"), ("hundred", "100"), ("a hundred", "100"), ("two hundred", "200"),
        ("two hundred and fifty", "250"), ("one hundred and one", "101"), ("three thousand", "3000"),
        ("twelve hundred", "1200"), ("2 1/2", "2.5"), ("2 and a half", "2.5"), ("two and a half", "2.5"),
        ("two-and-a-half", "2.5"), ("thirty-five and a half", "35.5"), ("1,500 1/2", "1500.5"),
    ],
)  # fmt: skip
def test_a_number_is_read_whole_and_exactly(said: str, value: str) -> None:
    match = re.fullmatch(NUMBER, said)
    assert match, f"{said!r} is not one number"
    assert value_of(said) == Decimal(value)


@pytest.mark.parametrize("text", ["someone", "stone", "tent", "often", "weighty", "nineteenth", "", "a", "twentyish"])
def test_words_that_only_contain_a_number_are_none(text: str) -> None:
    assert not re.search(NUMBER, text)


@pytest.mark.parametrize(("said", "value"), [("fiver", "5"), ("tenner", "10")])
def test_a_note_has_a_value_and_is_no_number(said: str, value: str) -> None:
    assert re.fullmatch(NOTE, said)
    assert not re.search(NUMBER, said)
    assert value_of(said) == value_of(f"a {said}") == Decimal(value)


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("two and a halfpenny", ["two"]), ("2 1/24 scale", ["2", "1", "24"]), ("half", []), ("two and a", ["two"]),
        ("2 1/2 to 3", ["2 1/2", "3"]), ("one and a half or two", ["one and a half", "two"]),
    ],
)  # fmt: skip
def test_a_half_belongs_to_the_number_before_it(text: str, numbers: list[str]) -> None:
    assert re.findall(NUMBER, text) == numbers


def test_a_number_is_never_taken_from_the_middle_of_another() -> None:
    assert [match.group() for match in re.finditer(NUMBER, "10,50 and 1.999 and 12345")] == ["10", "1.99", "12345"]


def test_a_compound_is_never_split_into_two_numbers() -> None:
    assert [match.group() for match in re.finditer(NUMBER, "thirty-five to fifty-six")] == ["thirty-five", "fifty-six"]


@given(st.integers(0, 10**9))
def test_digits_with_thousands_separators_mean_the_same(number: int) -> None:
    assert value_of(f"{number:,}") == value_of(str(number)) == number


@given(st.text(max_size=60))
def test_whatever_matches_has_a_value_that_is_not_negative(text: str) -> None:
    assert all(value_of(match.group()) >= 0 for match in re.finditer(NUMBER, text))
