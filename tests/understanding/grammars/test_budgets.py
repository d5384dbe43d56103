"""What the shopper will spend, read from the message: never more than was said, never anything that was not."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from assistant.schema import Budget
from assistant.understanding.grammars.budgets import read_budget
from assistant.understanding.message_text import plain


def read(text: str, currency: str = "GBP") -> Budget | None:
    found = read_budget(plain(text), currency)
    return found.budget if found else None


def budget(low: str | None, high: str | None, currency: str = "GBP", *, each: bool = False) -> Budget:
    return Budget(Decimal(low) if low else None, Decimal(high) if high else None, currency, each)


def around(amount: str, currency: str = "GBP") -> Budget:
    return Budget(max=Decimal(amount), currency=currency, around=True)


@pytest.mark.parametrize(
    ("text", "high", "currency"),
    [
        ("under £30", "30", "GBP"), ("could go to 15", "15", "GBP"), ("I would go to about £25", "25", "GBP"),
        ("a puzzle under 30", "30", "GBP"), ("below £12.50", "12.50", "GBP"),
        ("less than 20 euros", "20", "EUR"), ("cheaper than £20", "20", "GBP"), ("up to £45.50", "45.50", "GBP"),
        ("no more than twenty five pounds", "25", "GBP"), ("not over £12", "12", "GBP"),
        ("nothing over £50", "50", "GBP"),
        ("at most 20 quid", "20", "GBP"), ("within 20 quid", "20", "GBP"), ("max 600 quid", "600", "GBP"),
        ("maximum of $15", "15", "USD"), ("19.99 max", "19.99", "GBP"), ("£30 tops", "30", "GBP"),
        ("£30 or less", "30", "GBP"),
        ("my budget is 40", "40", "GBP"), ("budget of £25", "25", "GBP"), ("a budget 40", "40", "GBP"),
        ("i have £20", "20", "GBP"), ("i have 20 dollars to spend", "20", "USD"), ("can spend 20", "20", "GBP"),
        ("under one hundred pounds", "100", "GBP"), ("two hundred and fifty pounds", "250", "GBP"),
        ("thirty-five dollars", "35", "USD"), ("under thirty-five dollars", "35", "USD"), ("twenty quid", "20", "GBP"),
        ("a fiver", "5", "GBP"), ("one fiver", "5", "GBP"), ("under £2½", "2.5", "GBP"),
        ("two and a half pounds", "2.5", "GBP"), ("twenty-two and a half dollars", "22.5", "USD"),
        ("a tenner or less", "10", "GBP"), ("under a tenner", "10", "GBP"),
        ("50p", "0.5", "GBP"), ("under 50p", "0.5", "GBP"), ("something for 99p", "0.99", "GBP"),
        ("50 pence", "0.5", "GBP"),
        ("£1,500", "1500", "GBP"), ("1,500 dollars", "1500", "USD"), ("£1,000.00", "1000", "GBP"), ("$20", "20", "USD"),
        ("20$", "20", "USD"), ("€20", "20", "EUR"), ("20 usd", "20", "USD"), ("us$20", "20", "USD"),
        ("gbp 20", "20", "GBP"),
        ("(£20)", "20", "GBP"), ("£20.", "20", "GBP"), ("£20?", "20", "GBP"), ("UNDER £30", "30", "GBP"),
        ("under £0", "0", "GBP"), ("a balloon for a pound", "1", "GBP"), ("one pound fifty", "1.50", "GBP"),
        ("a top for two pounds ninety nine", "2.99", "GBP"), ("three pounds and 20p", "3.20", "GBP"),
        ("i don't want to go over £4", "4", "GBP"), ("thirty pounds is my limit", "30", "GBP"),
        ("a couple of quid", "2", "GBP"), ("cakes, couple of quid", "2", "GBP"), ("i have 20 to spend", "20", "GBP"),
        ("max spend 22", "22", "GBP"), ("my budget's 35", "35", "GBP"), ("about £20 max please", "20", "GBP"),
        ("around 20 quid tops", "20", "GBP"), ("not spending more than about 25 quid all in", "25", "GBP"),
        ("no more than £60 or so", "60", "GBP"),
    ],
)  # fmt: skip
def test_an_upper_limit_is_read_exactly(text: str, high: str, currency: str) -> None:
    assert read(text) == budget(None, high, currency)


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("$20-$50", "20", "50"), ("$20 - $50", "20", "50"), ("between 20 and 50 dollars", "20", "50"),
        ("20 to 30 dollars", "20", "30"), ("from $10 to $20", "10", "20"), ("five to ten dollars", "5", "10"),
        ("$5-$6.50", "5", "6.50"), ("$50 to $20", "20", "50"), ("over $20", "20", None),
        ("more than 20 dollars", "20", None),
        ("at least $15", "15", None), ("$30+", "30", None), ("$20 plus", "20", None), ("from $40 upwards", "40", None),
        ("at least $10 but no more than $25", "10", "25"), ("over $5 and under $9", "5", "9"),
        ("no more than $25, at least $10", "10", "25"), ("between ten dollars and fifteen dollars", "10", "15"),
    ],
)  # fmt: skip
def test_ranges_and_floors_are_read_exactly(text: str, low: str | None, high: str | None) -> None:
    assert read(text) == budget(low, high, "USD")


def test_a_bare_range_is_money_right_behind_a_word_that_makes_it_so() -> None:
    assert read("hand puppets for reception, budget 20 to 30") == budget("20", "30")
    assert read("ages 3 to 5, budget 20") == budget(None, "20")


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("around $15", "15"), ("20 odd dollars", "20"), ("twenty-odd bucks", "20"), ("closer to $40", "40"),
        ("just over $15", "15"), ("$20 or thereabouts", "20"), ("15 dollar ish", "15"), ("about 15 dollars", "15"),
        ("$20 or so", "20"), ("roughly $100", "100"),
    ],
)  # fmt: skip
def test_about_a_sum_is_that_sum_and_a_little_over_no_harm(text: str, amount: str) -> None:
    assert read(text) == around(amount, "USD")


def test_a_bare_sum_for_all_of_it_is_a_limit() -> None:
    assert read("a water gun and a pool, 30 altogether") == budget(None, "30")
    assert read("a till and some food, 30 for the lot") == budget(None, "30")
    assert read("two for both of them") is None
    assert read("a pound or two each") == budget(None, "2", each=True)


@pytest.mark.parametrize("text", ["around £50 or above", "£50 or more", "about £50 or over"])
def test_a_sum_or_more_is_a_floor(text: str) -> None:
    assert read(text) == budget("50", None)


def test_more_like_a_sum_is_about_it() -> None:
    assert read("I'd spend more like £50") == around("50", "GBP")


def test_around_a_bare_number_that_closes_the_message_is_money() -> None:
    assert read("a puzzle, around 15") == around("15")


def test_what_two_may_cost_together_is_a_shared_sum() -> None:
    for text in ("no more than £20 for the pair", "under £20 for the two of them", "£20 in total for the pair"):
        assert read(text) == replace(budget(None, "20"), shared=True)


@pytest.mark.parametrize("text", ["fiftyish quid", "fifty-ish pounds", "£50ish"])
def test_a_sum_with_ish_behind_it_is_about_it(text: str) -> None:
    assert read(text) == around("50", "GBP")


@pytest.mark.parametrize(
    "text", ["£10 each", "three gifts at £10 each", "under £10 per child", "up to £10 a head", "£10 apiece"]
)
def test_a_budget_for_each_is_marked_as_such(text: str) -> None:
    assert read(text) == budget(None, "10", each=True)


@pytest.mark.parametrize(
    "text", ["if my nan gives me another 30", "another £30 if it's good", "£30 more", "an extra 30"]
)
def test_a_sum_may_come_on_top_of_the_one_before(text: str) -> None:
    assert read(text) == replace(budget(None, "30"), on_top=True)


@pytest.mark.parametrize("text", ["another 2", "another 12 please", "another 30 piece jigsaw", "more than one please"])
def test_another_of_a_number_is_no_sum(text: str) -> None:
    assert read(text) is None


def test_a_bare_amount_is_in_the_catalogues_currency() -> None:
    assert read("under 30", "USD") == budget(None, "30", "USD")


@pytest.mark.parametrize(("shops", "meant"), [("CAD", "CAD"), ("AUD", "AUD"), ("GBP", "USD"), ("EUR", "USD")])
def test_dollars_are_the_shops_own_where_it_has_some(shops: str, meant: str) -> None:
    assert read("under $30", shops) == read("under 30 dollars", shops) == budget(None, "30", meant)


@pytest.mark.parametrize(
    "text",
    [
        "under 5s", "for under-5s", "under 5 years", "under 5 years old", "under 3 months", "kids under 10",
        "toddlers under 3",
        "children under 12",
        "girls under 8", "boys under eight", "a 1000 piece puzzle", "1000 pieces", "1,000-piece jigsaw",
        "around 100 pieces",
        "less than 10 pieces", "with 20 pieces", "lego 75192", "model 75192", "hornby r3064", "2-4 players",
        "for 2-4 players",
        "max 3 players", "minimum 2 players", "4 in a row", "connect 4", "2 in 1 table", "3d puzzle", "4x4 car",
        "1:24 scale car",
        "a 1/72 model kit", "bundle of 3", "pack of 50 balloons", "set of 12 crayons", "24 cm doll", "under 30 cm",
        "under 30cm",
        "top 10 toys", "number 10 bus", "ages 8+", "8+", "ages 5-7", "for ages 3 to 6", "3-6 years", "4th birthday",
        "twenty-first birthday", "a four-year-old", "for a 5 year old", "about 5 years old", "over 18s",
        "over 8 years", "i have 2 kids",
        "5 - 10", "under 10 minutes", "4 stars or more", "over 100 reviews", "something under the sea",
        "over the moon", "uno",
        "two dolls", "2024 calendar", "at least 4 players",
        "do you get more than 1 card in that?", "at least 2 trains in it",
        "no more than 4 players", "up to 6 people", "10,50",
        "free", "", "a pound shop toy", "pound puppies", "a drone with a 4k camera", "for my son and daughter, about 6",
    ],
)  # fmt: skip
def test_numbers_that_are_not_money_make_no_budget(text: str) -> None:
    assert read(text) is None


@pytest.mark.parametrize(
    ("text", "high"),
    [
        ("toys for under 5s under £10", "10"), ("1000 piece jigsaw under 20", "20"), ("lego 75192 under £500", "500"),
        ("lego 75192 £500", "500"), ("for ages 3-6 £20", "20"), ("boy age 5 £20", "20"),
        ("for a 5 year old under 20", "20"),
        ("kids under 10 under £15", "15"), ("two toddlers under 15", "15"), ("a 6 year old boy under 20", "20"),
        ("lego for a boy under 20", "20"), ("a game for 2-4 players under £25", "25"),
        ("connect 4 in a row under a tenner", "10"),
        ("one hundred piece puzzle under ten pounds", "10"), ("set of 12 crayons under £5", "5"),
        ("4th birthday £21", "21"),
        ("under £5 for my 5 year old", "5"), ("£15 for my 7 year old", "15"), ("10 year old under 10 pounds", "10"),
    ],
)  # fmt: skip
def test_the_amount_is_found_among_other_numbers(text: str, high: str) -> None:
    assert read(text) == budget(None, high)


def test_what_is_only_done_with_money_names_it() -> None:
    stretched, counted = read_budget("ok could stretch to 60", "GBP"), read_budget("60 or less", "GBP")
    assert [(one.names_money, one.budget.max) for one in (stretched, counted) if one] == [
        (True, Decimal(60)),
        (False, Decimal(60)),
    ]


def test_the_stretch_that_said_it_is_reported_so_that_nothing_else_reads_it_again() -> None:
    folded = plain("a wooden puzzle under £12 for my son")
    found = read_budget(folded, "GBP")
    assert found is not None
    assert folded[found.start : found.end] == "under £12"


@pytest.mark.parametrize("text", ["toys for my kids, i have 3", "a doll for a girl, about 6", "suitable for over 8"])
def test_a_number_about_people_makes_no_budget(text: str) -> None:
    assert read(text) is None


def test_a_thousand_may_be_written_with_a_k() -> None:
    assert read("under £1k") == budget(None, "1000")


@pytest.mark.parametrize(
    "text",
    [
        "and that's over twenty pounds isn't it",
        "a pound of pink sand",
        "it's well above £20",
        "this is over 15 quid",
        "we're all over 60",
        "they are both under 10",
        "not 23 quid",
        "thats still plastic figures n its 22 quid",
    ],
)
def test_what_is_told_of_a_shown_price_is_no_budget(text: str) -> None:
    assert read(text) is None


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("over £20 is too much", None, "20"), ("anything over £20 is out", None, "20"),
        ("but over £20 no way", None, "20"), ("i refuse to pay more than £20", None, "20"),
        ("one that isnt over £20", None, "20"), ("i dinnae want tae spend over 20 quid", None, "20"),
        ("nothing that costs over £20", None, "20"), ("nothing thats over £20", None, "20"),
        ("no kites over £20", None, "20"), ("it shouldnt be more than £20", None, "20"),
        ("nothing under £10", "10", None), ("nothing cheaper than £10", "10", None), ("not less than £15", "15", None),
        ("no batteries under £20", None, "20"), ("not pink, under £20", None, "20"),
        ("i want to spend over £20", "20", None), ("no batteries, something over £20", "20", None),
    ],
)  # fmt: skip
def test_what_is_denied_of_a_sum_is_the_other_way_round(text: str, low: str | None, high: str | None) -> None:
    assert read(text) == budget(low, high)


def test_a_sum_behind_one_that_is_not_meant_is_the_budget() -> None:
    assert read("we have about a hundred, under a tenner") == budget(None, "10")
    for word in ("nowt", "nothin", "none", "nothing", "not"):
        assert read(f"3 lorries, {word} over 20 quid") == budget(None, "20")
    assert read("not 23 quid thats over, ive only got 15 left after the garden one") == budget(None, "15")


@given(st.text(max_size=200))
def test_no_text_makes_it_raise(text: str) -> None:
    read(text)


_MONEYLESS = st.text(alphabet=st.characters(blacklist_categories=["Nd", "No", "Nl", "Cs"]), max_size=120)
_NUMBER_WORDS = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty thirty forty fourty fifty sixty seventy eighty ninety hundred thousand fiver tenner"
).split()


@given(_MONEYLESS)
@example("under the sea for pounds and pounds")
@example("around the world, up to the moon, £ $ €")
@example("with a budget")
@example("㎟P")  # read as "mm2p", in which there is a digit
def test_there_is_no_budget_without_a_number_a_number_word_or_slang(text: str) -> None:
    said = plain(text)
    if not any(word in said for word in _NUMBER_WORDS) and not re.search(r"\d", said):
        assert read(text) is None


@given(
    st.decimals("0.01", "9999.99", places=2), st.sampled_from(["under £{}", "max £{}", "£{} or less", "budget of £{}"])
)
def test_a_limit_is_exactly_what_was_said(amount: Decimal, wording: str) -> None:
    assert read(wording.format(amount)) == budget(None, str(amount))


@given(st.text(max_size=80), st.sampled_from(["", "£5", "under 20", "$20-$50", "around 15"]))
def test_the_lower_end_never_lies_above_the_upper(text: str, amount: str) -> None:
    found = read(f"{text} {amount}")
    if found and found.min is not None and found.max is not None:
        assert found.min <= found.max


@pytest.mark.parametrize(
    "text", ["dont want to go over a hundred pounds", "I wont go above £100", "cant spend more than 100 quid"]
)
def test_a_limit_without_its_apostrophe_is_no_floor(text: str) -> None:
    found = read_budget(plain(text), "GBP")
    assert found
    assert found.budget.min is None
    assert found.budget.max == 100
