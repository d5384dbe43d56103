"""Ages, players and comparisons in the ways people write them."""

from __future__ import annotations

import pytest

from assistant.answering.vetting.comparing import is_relation, relates
from assistant.answering.vetting.forms import age_span, seats, spelled


@pytest.mark.parametrize(
    "text",
    [
        "for ages 3 and up",
        "ages 3 and up",
        "3+",
        "from age 3",
        "from the age of three",
        "three and up",
        "age 3 or over",
        "children aged 3 and over",
        "3 years and up",
        "three-year-olds and up",
        "36 months and up",
        "3 years+",
    ],
)
def test_an_open_age_in_other_words_is_the_same(text: str) -> None:
    assert age_span(text) == (36.0, None)


@pytest.mark.parametrize("text", ["for ages 3 to 8", "3-8 years", "between three and eight", "children aged 3 to 8"])
def test_a_range_in_other_words_is_the_same(text: str) -> None:
    assert age_span(text) == (36.0, 96.0)


@pytest.mark.parametrize(
    "text", ["", "3", "age 3", "under 3", "over 3", "3 and up for girls", "ages", "3 or 4 players"]
)
def test_what_is_no_open_age_is_not_read_as_one(text: str) -> None:
    assert age_span(text) != (36.0, None)


def test_players_are_read_with_both_ends_or_the_most() -> None:
    assert seats("for 2 to 4 players") == seats("two to four players") == seats("2-4 people") == (2, 4)
    assert seats("up to 4 players") == (None, 4)
    assert seats("for 1 player") == (1, 1)
    assert seats("2 to 4 stars") is None


def test_numbers_are_spelled_where_they_have_a_word() -> None:
    assert (spelled(4), spelled(40)) == ("four", "40")


TRAIN = {"price": "24.99", "currency": "GBP", "rating": "4.7", "rating_count": "132"}
TRAM = {"price": "27.99", "currency": "GBP", "rating": "4", "rating_count": "12"}


@pytest.mark.parametrize(
    "words",
    [
        "cheaper",
        "£3 cheaper than",
        "£3.00 less",
        "costs less",
        "rated higher",
        "a higher rating",
        "more ratings",
        "a little cheaper",
    ],
)
def test_a_comparison_holds_one_way_only(words: str) -> None:
    assert is_relation(words)
    assert relates(words, TRAIN, TRAM)
    assert not relates(words, TRAM, TRAIN)


@pytest.mark.parametrize(
    "words",
    ["£4 cheaper", "$3 cheaper", "much cheaper", "less", "better", "more expensive", "cheaper than all", "more pieces"],
)
def test_a_comparison_that_is_not_so_or_says_too_much_does_not_hold(words: str) -> None:
    assert not relates(words, TRAIN, TRAM)


def test_prices_in_two_currencies_are_not_compared() -> None:
    assert not relates("cheaper", TRAIN, TRAM | {"currency": "USD"})
