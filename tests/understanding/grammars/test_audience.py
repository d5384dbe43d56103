"""Whom the toy is for: ages in months, players, pieces."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.understanding.grammars.audience import is_for_an_adult, read_age, read_pieces, read_players, read_stars
from assistant.understanding.message_text import plain


def months(text: str) -> tuple[int | None, int | None] | None:
    found = read_age(plain(text))
    return (found.age.min_months, found.age.max_months) if found else None


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("for a four-year-old", 48, 48), ("a 4yo", 48, 48), ("a 4 y/o", 48, 48), ("my 5yr old niece", 60, 60),
        ("3yrs", 36, 36), ("his sister of 7", 84, 84), ("i'm 13 and i have £15", 156, 156),
        ("she'll be 4 months", 4, 4),
        ("5 year-old", 60, 60), ("a ten year old boy", 120, 120), ("one-year-old", 12, 12), ("2.5 years old", 30, 30),
        ("two and a half year old", 30, 30), ("2 1/2 year old", 30, 30), ("2½ year old", 30, 30),
        ("my two-and-a-half-year-old", 30, 30),
        ("18½ months", 18, 18),
        ("age 5", 60, 60), ("aged 7", 84, 84),
        ("turning 7", 84, 84),
        ("she is 6", 72, 72), ("he's eight", 96, 96), ("my son is 4 and loves diggers", 48, 48),
        ("my daughter is nine", 108, 108),
        ("she will be 8", 96, 96), ("she'll be six next week", 72, 72), ("he is nearly three", 36, 36),
        ("just turned two", 24, 24), ("8th birthday", 96, 96), ("first birthday", 12, 12),
        ("third birthday", 36, 36), ("for my 70 year old grandad", 840, 840),
        ("my lad hes 5", 60, 60), ("my other lad whos 8", 96, 96), ("twin girls 6", 72, 72),
        ("my niece, nearly 9", 108, 108), ("a baby about 1, in wood", 12, 12),
        ("thats for age 2, hes seven", 84, 84),
    ],
)  # fmt: skip
def test_one_child_has_one_age(text: str, low: int, high: int) -> None:
    assert months(text) == (low, high)


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("18 month old", 18, 18), ("18-24 months", 18, 24), ("6 to 18 months", 6, 18), ("0-6 months", 0, 6),
        ("9 mths", 9, 9),
        ("6 months to 3 years", 6, 36), ("under 8 months", None, 7), ("babies under 6 months", None, 5),
        ("12 months plus", 12, None),
        ("a 5-7 year old", 60, 84), ("aged 5 to 7", 60, 84), ("ages 3 to 6", 36, 72), ("between 3 and 5 years", 36, 60),
        ("a 6 or 7 year old", 72, 84), ("my 3 and 5 year old", 36, 60), ("for my 18 month old and 4 year old", 18, 48),
        ("for under 5s", None, 59), ("for under-5s", None, 59), ("kids under 10", None, 119),
        ("my godson, not quite two", 23, 23), ("she is not yet 4 years old", 47, 47),
        ("toddlers under 3", None, 35),
        ("under 3 years", None, 35),
        ("ages 5+", 60, None), ("8 and up", 96, None), ("a game for 8 and over", 96, None),
        ("3 years and older", 36, None),
        ("over 12s", 144, None), ("eight plus", 96, None), ("children of 4 and 7", 48, 84),
        ("my kids are 3, 5 and 8", 36, 96), ("family game nite ages 5 9 and 12", 60, 144),
        ("for kids of 3 and 5", 36, 60), ("toys from 6 months", 6, None),
        ("from 3 years", 36, None), ("under twos", None, 23), ("over eights", 96, None), ("boys aged 6 and 9", 72, 108),
        ("a boy 6 and a girl 9", 72, 108), ("my son 5 and daughter 8 love it", 60, 96),
        ("aged 2½ to 4", 30, 48), ("1½-3 years", 18, 36), ("under 2½ years", None, 29),
    ],
)  # fmt: skip
def test_ranges_and_open_ends_are_in_months(text: str, low: int | None, high: int | None) -> None:
    assert months(text) == (low, high)


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("for my toddler", 12, 36), ("toy for a baby", 0, 12), ("for a newborn", 0, 6),
        ("newborn! nothing with a 3+ on it", 0, 6), ("a baby girl (5 weeks!!)", 1, 1), ("she is 9 weeks old", 2, 2),
        ("a boy of 5, his birthday is in 2 weeks", 60, 60), ("for a teenager", 156, 228),
        ("for a bored teen", 156, 228),
        ("a game for adults", 216, None), ("for my preschooler", 36, 60), ("a game teenagers would play", 156, 228),
        ("a rattle for my baby niece", 0, 12), ("baby's first christmas", 0, 12), ("babys first birthday", 12, 12),
        ("for babies and toddlers", 0, 36),
        ("for my reception class", 48, 72), ("a kindergartener", 48, 72), ("for my year 4s", 96, 108),
        ("he is in year 2", 72, 84), ("girl yr 6", 120, 132), ("3rd grade maths", 96, 108), ("a first grader", 72, 84),
        ("for years 3 and 4", 84, 108), ("year 5-6 class", 108, 132),
    ],
)  # fmt: skip
def test_a_stage_of_life_is_an_age_where_it_is_a_person(text: str, low: int, high: int | None) -> None:
    assert months(text) == (low, high)


@pytest.mark.parametrize(
    "text",
    ["something not for a baby", "is it big enough for an adults hand",
        "a baby doll", "realistic newborn baby doll, girl",
        "baby annabell", "teenage mutant ninja turtles", "under £5", "under 20", "2-4 players",
        "100 piece puzzle",
        "lego 75192", "a 300 year old", "4 in a row", "£5", "this year 3 of us", "year 40", "buzz light year 12 inch",
        "a robin teen titans figure", "a lego teenage mutant ninja turtles set", "games for the reception",
         "3d puzzle",
        "two dolls", "a big box", "for the beach", "",
        "lego for the boys, one likes space, one likes police",
        "the toddler walker", "a baby dinosaur figure", "the baby elephant", "for a baby shower", "kids in 3 teams",
    ],
)  # fmt: skip
def test_what_is_no_person_gives_no_age(text: str) -> None:
    assert months(text) is None


def test_a_stated_age_beats_the_stage_named_beside_it() -> None:
    assert months("a baby doll for a 3 year old") == (36, 36)


@pytest.mark.parametrize(
    "text", ["a doll for a girl (6)", "for a boy of 7", "gift for a girl about 6", "age: 5", "the under fives", "6m+"]
)
def test_an_age_said_in_passing_is_understood(text: str) -> None:
    assert months(text) is not None


@pytest.mark.parametrize(
    "text",
    [
        "with a 2 year warranty",
        "25 years of lego",
        "a 3 months subscription",
        "a toy from 30 years ago",
        "a ten year guarantee",
        "lasts 3 years",
        "in 2 weeks",
        "two boys 6 puzzles",
        "a present for two girls, 10 pounds",
    ],
)
def test_years_of_something_else_are_no_age(text: str) -> None:
    assert months(text) is None


def test_adults_and_kids_together_begin_with_the_kids() -> None:
    found = months("a game for adults and children")
    assert found is None or (found[0] or 0) < 216


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("for 4 players", 4), ("2-4 players", 4), ("2 to 6 player game", 6), ("two player game", 2),
        ("for 6 people", 6),
        ("family of five", 5), ("single-player", 1), ("a solo game", 1), ("for the two of us", 2), ("for 3 friends", 3),
        ("a game for two", 2), ("wooden chess for two, under £40", 2),
    ],
)  # fmt: skip
def test_the_game_must_seat_everyone(text: str, count: int) -> None:
    assert read_players(plain(text)) == count


@pytest.mark.parametrize(
    "text",
    [
        "22 people liked it",
        "4 in a row",
        "a 5 year old",
        "1000 pieces",
        "under £4",
        "player",
        "lego 4",
        "a doll for two girls",
        "",
    ],
)
def test_other_numbers_are_no_players(text: str) -> None:
    assert read_players(plain(text)) is None


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("1000 piece", 1000),
        ("500 pieces", 500),
        ("1,000-piece", 1000),
        ("24pc", 24),
        ("a hundred piece puzzle", 100),
        ("50 blocks", 50),
        ("1000 pieces are too much for him, 500 pieces max", 500),
        ("a thousand bits is too many for her now, so 300 pieces", 300),
    ],
)
def test_pieces_are_counted(text: str, count: int) -> None:
    assert read_pieces(plain(text)) == count


@pytest.mark.parametrize(
    "text", ["a piece of cake", "masterpiece", "under £50", "age 5", "lego 75192", "5 players", "100 to 300 pieces", ""]
)
def test_other_numbers_are_no_pieces(text: str) -> None:
    assert read_pieces(plain(text)) is None


@pytest.mark.parametrize(
    ("text", "adult"),
    [
        ("a puzzle for my grandad", True),
        ("and something for grandma", True), ("a present for my lovely wife", True), ("a game for the pub", True),
        ("something for my dad's layout", False), ("a doll for my niece", False), ("a toy for a boy", False),
    ],
)  # fmt: skip
def test_a_grown_up_is_known_by_kinship(text: str, adult: bool) -> None:
    assert is_for_an_adult(text) is adult


@given(st.text(max_size=200))
def test_no_text_makes_the_readers_raise(text: str) -> None:
    folded = plain(text)
    found = read_age(folded)
    read_players(folded)
    read_pieces(folded)
    assert found is None or all(0 <= start <= end <= len(folded) for start, end in found.spans)


@given(st.integers(0, 17), st.sampled_from(["{} year old", "aged {}", "a {}-year-old", "{} yrs old"]))
def test_years_become_months(years: int, wording: str) -> None:
    assert months(wording.format(years)) == (years * 12, years * 12)


@given(st.integers(0, 17), st.integers(0, 17))
def test_a_range_is_in_order_however_it_was_said(first: int, second: int) -> None:
    low, high = sorted((first, second))
    assert months(f"aged {first} to {second}") == (low * 12, high * 12)


@pytest.mark.parametrize(
    ("text", "stars"),
    [
        ("the cheapest game that is still rated over 4.5", 4.5), ("jigsaws with at least 4 stars", 4),
        ("4 stars and up", 4),
        ("4.5+ stars please", 4.5), ("a four star or better doll", 4), ("with a rating of at least 4", 4),
        ("rated 4,5 or above", 4.5), ("a five star hotel playset", None), ("rated 12 and up", None),
        ("at least 4 star wars figures", None), ("4 or more players", None), ("over 4 starfish", None),
    ],
)  # fmt: skip
def test_the_least_rating_is_read_in_stars(text: str, stars: float | None) -> None:
    found = read_stars(plain(text))
    assert (found[0] if found else None) == stars


def test_who_is_coming_up_to_an_age_has_that_age_alone() -> None:
    found = read_age(plain("he is coming up to 6"))
    assert found
    assert (found.age.min_months, found.age.max_months) == (72, 72)
