import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.catalogue.parsing.ages import age, age_in_text, age_in_title
from assistant.catalogue.parsing.cleaning import Parsed
from assistant.schema import AgeRange


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("36 months - 6 years", 36, 72),
        ("3 years and up", 36, None),
        ("3 years & up", 36, None),
        ("4 - 10 years", 48, 120),
        ("3-6 years", 36, 72),
        ("3 - 3 years", 36, None),
        ("For ages 4-8", 48, 96),
        ("18 months+", 18, None),
        ("18+ months", 18, None),
        ("6-12m", 6, 12),
        ("3+", 36, None),
        ("8", 96, None),
        ("36", 36, None),
        ("24-72", 24, 72),
        ("Ages 3 and up", 36, None),
        ("0 months and up", 0, None),
        ("1.5 - 3 years", 18, 36),
        ("up to 6 years", None, 72),
        ("ab 18 Monaten", 18, None),
        ("3 - 6 Jahre", 36, 72),
        ("3 to 5 year olds", 36, 60),
        ("eight plus", 96, None),
        ("Three years and over", 36, None),
        ("12+ (teen)", 144, None),
        ("from birth", 0, None),
        ("Suitable from birth", 0, None),
        ("birth +", 0, None),
        ("birth - 12 months", 0, 12),
        ("Birth to 2", 0, 24),
        ("6/8", 72, 96),
        ("1½ - 3 years", 18, 36),
        ("Toddlers", 12, 60),
        ("0.25", 3, None),
        ("1,5+", 18, None),
        ("2 yrs 6 months", 30, None),
        ("Over 8", 96, None),
        ("≥3", 36, None),
        ("5–adult", 60, None),
        ("8-99", 96, 1188),
        ("ab 1 Jahr", 12, None),
        ("ab 18 Mon.", 18, None),
        ("dès 3 ans", 36, None),
        ("4 à 8 ans", 48, 96),
        ("18 mois", 18, None),
        ("6 ans et +", 72, None),
        ("3 ans et plus", 36, None),
        ("3-6 J.", 36, 72),
        ("dès la naissance", 0, None),
        ("jusqu'à 6 ans", None, 72),
        ("Not suitable for children under 36 months due to small parts", 36, None),
        ("Not for under 3", 36, None),
        ("Nicht für Kinder unter 3 Jahren geeignet", 36, None),
    ],
)
def test_ages_are_read_in_months(text: str, low: int | None, high: int | None) -> None:
    assert age(text).value == AgeRange(low, high)
    assert age(text).problem == ""


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [("0-6", 0, 6), ("3+", 3, None), ("18", 18, None), ("12-36", 12, 36), ("up to 6", None, 6), ("3-6 yrs", 36, 72),
     ("6m - 3yrs", 6, 36), ("not under 6", 6, None)],
)  # fmt: skip
def test_the_unit_of_a_column_is_that_of_every_age_without_one(text: str, low: int | None, high: int | None) -> None:
    assert age(text, "months").value == AgeRange(low, high)


@pytest.mark.parametrize("text", ["12-36", "12-24", "18-36", "0-24"])
def test_a_range_that_ends_as_only_months_do_is_not_taken_for_years(text: str) -> None:
    assert age(text) == Parsed(problem="age may be in months or in years")


def test_a_maker_who_draws_no_line_states_no_age() -> None:
    assert age("All ages") == Parsed()


@pytest.mark.parametrize(("text", "low"), [("5 - 3 years", 60), ("36 months - 1 years", 36)])
def test_an_age_that_ends_before_it_starts_keeps_its_start(text: str, low: int) -> None:
    assert age(text).value == AgeRange(low, None)
    assert age(text).problem == "age ends before it starts"


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [("3-Jun", 3, 6), ("06-Mar", 3, 6), ("Oct-14", 10, 14), ("2026-06-03", 3, 6), ("03/06/2026", 3, 6)],
)
def test_an_age_that_a_spreadsheet_took_for_a_date_is_read_and_said(text: str, low: int, high: int) -> None:
    assert age(text).value == AgeRange(low * 12, high * 12)
    assert age(text).problem == "age that a spreadsheet took for a date"


@pytest.mark.parametrize(
    "text",
    ["babies", "300 years", "3 of 6", "years", "6-12 (months)", "3+ (not under 36 months)", "2014-10-01",
     "2 - 3 yrs 6 months", "Not under 3 years, ages 6+"],
)  # fmt: skip
def test_what_is_no_age_is_none_and_says_so(text: str) -> None:
    assert age(text).value is None
    assert age(text).problem


@given(st.text(max_size=30))
def test_any_text_gives_an_age_in_order_or_none(text: str) -> None:
    found = age(text).value
    assert found is None or found.min_months is None or found.max_months is None or found.min_months <= found.max_months


@pytest.mark.parametrize(
    ("title", "stated"),
    [
        ("Captain's Costume 7 - 8 years", AgeRange(84, 96)),
        ("Sailor Dress Age 4-6 Years", AgeRange(48, 72)),
        ("Ice Queen Dress 9-10yrs by Someone", AgeRange(108, 120)),
        ("Jungle Puzzle (45 Piece) (Age 3+)", AgeRange(36, None)),
        ("Clay Charms 5YRS PLUS", AgeRange(60, None)),
        ("Play Money, for ages 3 and up", AgeRange(36, None)),
        ("Baby Book 6-12 months", AgeRange(6, 12)),
        ("Queen Dress 4-12 y LARGE", AgeRange(48, 144)),
        ("Swim Jacket 18-30Kg", None),
        ("1000 Piece Jigsaw, 50 years of trains", None),
        ("Set of 8/10", None),
        ("Dress 3-4 years or 5-6 years", None),
        ("Pirate Costume Age 4-12 (4-6 years)", AgeRange(48, 72)),  # the size of this one
        ("Bendy Puppet From 3 Years", AgeRange(36, None)),
        ("Bath Toy from 6 months to 2 years", AgeRange(6, 24)),
        ("Level 1 (for children aged 5 to 8)", AgeRange(60, 96)),
        ("Ages of the Sea 2", None),
        ("Big Digger, 8+", AgeRange(96, None)),
        ("Map Jigsaw (8+)", AgeRange(96, None)),
        ("Set of 30+ pieces", None),
    ],
)
def test_a_title_states_an_age_only_in_words_that_say_so(title: str, stated: AgeRange | None) -> None:
    assert age_in_title(title) == stated


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("Box has 6 balls. Suitable for children aged 3 years and over. Wipe clean.", AgeRange(36, None)),
        ("Recommended Age: 0-6 months Package includes: 1 rattle", AgeRange(0, 6)),
        ("Recommended Age: 0-6 monthsPackage Includes:1x wrist rattle", AgeRange(0, 6)),
        ("Age: 3-6 yearsColour: red", AgeRange(36, 72)),
        ("Aimed at children aged 1-3 years, jumbo pencils are easy to hold", AgeRange(12, 36)),
        ("Age: 6m+", AgeRange(6, None)),
        ("Ages 18m+. Wipe clean.", AgeRange(18, None)),
        ("Bright rings. Recommended age: 6 months", AgeRange(6, None)),
        ("Recommended age: 18m-5yrs", AgeRange(18, 60)),
        ("Age: 3 metres of it", None),
        ("Not suitable for children under 36 months", None),
        ("A jigsaw. Not suitable for children aged 0-3 years.", None),
        ("Warning: choking hazard for children aged 0-3", None),
        ("Perfect for 2+ players, designed for 10+ hours of play, suitable for 4+ AA batteries", None),
        ("for ages 3 and up. For ages 8 and up", AgeRange(96, None)),  # no younger than both say
        ("for ages 3-4 years, for ages 5-6 years", None),
        ("made for over 10 years by hand", None),
        ("suitable for up to 6 players", None),
    ],
)
def test_a_listing_states_an_age_in_a_sentence_that_recommends_one(text: str, stated: AgeRange | None) -> None:
    assert age_in_text(text) == stated
