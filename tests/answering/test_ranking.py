"""The choice of the Top Pick: a budget is never broken, and nothing but the products decides."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest
from builders import a_candidate, a_plan, a_product, a_receipt, age, an_intent, price, up_to
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.answering.ranking import LOWEST_RATING, choose, shown_price
from assistant.matching.superlatives import MEAN_RATING, shrunk_rating
from assistant.schema import AgeRange, Budget, Candidate, Filters, Intent, Pick, Plan, Product, Receipt


def planned(high: str | None = None, low: str | None = None, intent: Intent | None = None) -> Plan:
    least, most = (Decimal(amount) if amount else None for amount in (low, high))
    intent = intent or an_intent(budget=Budget(least, most, "GBP") if high or low else None)
    return a_plan(intent, filters=Filters(least, most, currency="GBP"))


def chosen(
    plan: Plan, *products: Product, receipts: dict[str, Receipt] | None = None, **scores: float
) -> tuple[Pick, ...]:
    return choose(plan, [a_candidate(product, **scores) for product in products], receipts or {})


def ids(picks: tuple[Pick, ...]) -> list[str]:
    return [pick.product.id for pick in picks]


def test_what_the_list_has_none_of_comes_only_where_nothing_else_is_left() -> None:
    gone, there = a_product("a", "Train Set", "9"), a_product("b", "Train Set", "12")
    gone = replace(gone, stock_count=0)
    assert ids(chosen(planned(), gone, there)) == ["b"]
    assert ids(chosen(planned(), gone)) == ["a"]


def test_what_is_sold_out_is_not_exchanged_for_what_is_hardly_right() -> None:
    gone, there = replace(a_product("a", "Train Set", "9"), stock_count=0), a_product("b", "Spinning Top", "3")
    for right, first in ((0.1, "a"), (0.85, "b")):
        toys = [a_candidate(gone, right=0.9), a_candidate(there, right=right)]
        assert ids(choose(planned(), toys, {}))[0] == first


def test_what_was_named_before_leads() -> None:
    plan = replace(planned("20"), named_id="b")
    toys = [a_candidate(a_product(name, "Train Set", "9"), right=right) for name, right in (("a", 0.9), ("b", 0.5))]
    assert ids(choose(plan, toys, {}))[0] == "b"
    assert ids(choose(replace(plan, named_id="gone"), toys, {}))[0] == "a"


@st.composite
def shelves(draw: st.DrawFn) -> list[Candidate]:
    """Up to eight candidates with any price, rating and score."""
    amounts = draw(st.lists(st.none() | st.decimals("0.01", "200", places=2), min_size=1, max_size=8))
    return [
        a_candidate(
            Product(
                f"p{at}",
                f"Toy {at}",
                price=price(amount),
                rating=draw(st.none() | st.sampled_from([1.0, 3.0, 4.5, 5.0])),
                rating_count=draw(st.none() | st.integers(0, 2000)),
            ),
            score=draw(st.floats(0.01, 1.0)),
            type=draw(st.floats(0.0, 1.0)),
        )
        for at, amount in enumerate(amounts)
    ]


@given(
    shelves(),
    st.decimals("0.01", "200", places=2),
    st.dictionaries(st.sampled_from([f"p{n}" for n in range(8)]), st.decimals("0.01", "400", places=2)),
)
@settings(max_examples=40)
def test_no_pick_is_ever_above_the_budget_or_without_a_price_also_at_a_live_price(
    shelf: list[Candidate], high: Decimal, live: dict[str, Decimal]
) -> None:
    picks = choose(planned(str(high)), shelf, {name: a_receipt(str(amount)) for name, amount in live.items()})
    assert all(pick.price is not None and pick.price.amount <= high for pick in picks)
    for pick in picks:
        if pick.product.id in live:
            assert pick.price == price(live[pick.product.id])
            assert pick.receipt is not None


@given(shelves(), st.randoms())
@settings(max_examples=40)
def test_the_order_of_the_input_changes_nothing(shelf: list[Candidate], random: object) -> None:
    shuffled = list(shelf)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert choose(planned(), shelf, {}) == choose(planned(), shuffled, {})


@given(shelves())
@settings(max_examples=40)
def test_ranks_count_from_one_and_scores_only_fall(shelf: list[Candidate]) -> None:
    picks = choose(planned(), shelf, {})
    assert [pick.rank for pick in picks] == list(range(1, len(shelf) + 1))
    assert [pick.score for pick in picks] == sorted((pick.score for pick in picks), reverse=True)
    assert all(0 <= value <= 1 for pick in picks for value in pick.scores.values())


def test_equal_products_are_ordered_by_id() -> None:
    assert ids(chosen(planned(), a_product("b"), a_product("c"), a_product("a"))) == ["a", "b", "c"]


def test_a_price_at_either_end_of_the_budget_is_within_it() -> None:
    toys = [a_product(name, cost=cost) for name, cost in (("a", "9.99"), ("b", "10"), ("c", "20"), ("d", "20.01"))]
    assert sorted(ids(chosen(planned("20", "10"), *toys))) == ["b", "c"]


def test_an_unpriced_product_is_never_within_a_budget_nor_above_a_floor() -> None:
    assert chosen(planned("30"), a_product(cost=None)) == ()
    assert chosen(planned(low="5"), a_product(cost=None)) == ()
    assert ids(chosen(planned(), a_product(cost=None))) == ["p1"]


def test_a_live_price_above_the_budget_takes_the_product_out() -> None:
    assert chosen(planned("30"), a_product(cost="24.99"), receipts={"p1": a_receipt("31")}) == ()


def test_a_live_price_within_the_budget_brings_an_unpriced_product_in() -> None:
    (pick,) = chosen(planned("30"), a_product(cost=None), receipts={"p1": a_receipt("29")})
    assert (pick.price, pick.receipt) == (price("29"), a_receipt("29"))


def test_a_live_price_in_other_money_replaces_nothing() -> None:
    receipts = {"p1": a_receipt("9", "KWD")}
    (pick,) = chosen(planned("30"), a_product(cost="24.99"), receipts=receipts)
    assert (pick.price, pick.receipt) == (price("24.99"), None)
    assert chosen(planned("10"), a_product(cost="24.99"), receipts=receipts) == ()


def test_a_live_price_in_other_money_is_never_within_a_budget() -> None:
    assert chosen(planned("10"), a_product(cost=None), receipts={"p1": a_receipt("9", "KWD")}) == ()


def test_a_catalogue_price_in_other_money_is_never_within_a_budget() -> None:
    assert chosen(planned("10"), Product("p1", "Train Set", price=price("9", "KWD"))) == ()


def test_without_a_receipt_the_catalogues_price_is_shown() -> None:
    assert shown_price(a_product(cost="5"), {}) == price("5")


def test_a_product_without_a_price_leads_only_where_nothing_priced_is_about_as_likely() -> None:
    unpriced, priced = a_product("a", cost=None), a_product("b", cost="12")
    assert ids(chosen(planned(), unpriced, priced)) == ["b", "a"]
    near = [a_candidate(unpriced, right=0.9), a_candidate(priced, right=0.7)]
    assert ids(choose(planned(), near, {})) == ["b", "a"]
    far = [a_candidate(unpriced, right=0.9), a_candidate(priced, right=0.6)]
    assert ids(choose(planned(), far, {})) == ["a"]


def test_what_is_far_less_likely_stands_neither_first_nor_beside_the_toy() -> None:
    drone, part = a_candidate(a_product("a", cost="40"), right=0.8), a_candidate(a_product("b", cost="4"), right=0.5)
    cheapest = planned(intent=replace(an_intent("drone"), best="cheapest"))
    assert ids(choose(cheapest, [part, drone], {})) == ["a"]
    assert ids(choose(planned(), [part, drone], {})) == ["a"]


def test_the_smallest_is_the_first_only_where_more_than_one_gives_a_size() -> None:
    smallest = planned(intent=replace(an_intent("tank"), best="smallest"))
    likely, sized = a_product("a", "Red Tank"), a_product("b", "Big Tank", size="90 cm")
    found = [a_candidate(likely, right=0.9), a_candidate(sized, right=0.8)]
    assert ids(choose(smallest, found, {})) == ["a", "b"]
    small = a_candidate(a_product("c", "Tin Tank", size="9 cm"), right=0.8)
    assert ids(choose(smallest, [*found, small], {}))[0] == "c"


def test_the_cheapest_of_a_kind_may_be_less_like_most_of_them_if_it_is_called_so() -> None:
    cheapest = planned(intent=replace(an_intent("jigsaw"), best="cheapest"))
    small = replace(a_product("a", cost="2"), title="Christmas Jigsaw")
    other = replace(a_product("b", cost="1"), title="Head Bender")
    usual = replace(a_product("c", cost="9"), title="Jigsaw of a Harbour")
    found = [a_candidate(small, right=0.4), a_candidate(other, right=0.6), a_candidate(usual, right=0.8)]
    assert ids(choose(cheapest, found, {})) == ["a", "c"]
    assert ids(choose(planned(intent=an_intent("jigsaw")), found, {}))[0] != "a"


def test_where_nothing_is_right_what_is_called_so_is_nearer_than_what_is_no_such_thing() -> None:
    doll, costume = replace(a_product("a"), title="Rag Doll"), replace(a_product("b"), title="Lady Costume")
    found = [a_candidate(doll, right=0.05), a_candidate(costume, right=0.1)]
    assert ids(choose(planned(intent=an_intent("doll")), found, {})) == ["a"]
    assert ids(choose(planned(intent=an_intent("parrot")), found, {}))[0] == "b"


def test_what_was_shown_before_is_shown_again_in_its_order() -> None:
    toys = [a_candidate(a_product(name), right=right) for name, right in (("a", 0.9), ("b", 0.7), ("c", 0.1))]
    plan = replace(planned(intent=an_intent("game")), focus_ids=("c", "gone", "a"))
    assert ids(choose(plan, toys, {})) == ["c", "a"]
    assert ids(choose(replace(plan, focus_ids=("gone",)), toys, {})) == ["a", "b"]


def test_where_all_are_only_near_the_nearest_few_are_left() -> None:
    near = [a_candidate(a_product(name), right=right) for name, right in (("a", 0.1), ("b", 0.08), ("c", 0.02))]
    assert ids(choose(planned(), near, {})) == ["a", "b"]


def test_what_only_goes_with_the_toy_does_not_lead_for_its_rating() -> None:
    part = a_product("a", "Train Set Storage Box", rating=5.0, rating_count=2000)
    whole = a_product("b", "Train Set", rating=4.0, rating_count=10)
    assert ids(chosen(planned(intent=an_intent("train set")), part, whole)) == ["b", "a"]


def test_one_five_star_review_does_not_beat_a_thousand_of_four_point_seven() -> None:
    assert shrunk_rating(5.0, 1) < shrunk_rating(4.7, 1000)
    few, many = a_product("a", rating=5.0, rating_count=1), a_product("b", rating=4.7, rating_count=1000)
    assert ids(chosen(planned(), few, many)) == ["b", "a"]


@pytest.mark.parametrize(("better", "worse"), [((4.8, 50), (4.2, 50)), ((4.7, 500), (4.7, 5)), ((4.0, 1), (2.0, 500))])
def test_of_two_that_are_otherwise_alike_the_better_rated_wins(
    better: tuple[float, int], worse: tuple[float, int]
) -> None:
    toys = [a_product(name, rating=stars, rating_count=count) for name, (stars, count) in (("z", better), ("a", worse))]
    assert ids(chosen(planned(), *toys))[0] == "z"


@given(st.floats(0, 5), st.integers(0, 10**6))
def test_a_shrunk_rating_lies_between_the_rating_and_the_mean(rating: float, count: int) -> None:
    low, high = sorted((rating, MEAN_RATING))
    assert low - 1e-9 <= shrunk_rating(rating, count) <= high + 1e-9


def test_an_unrated_product_counts_as_an_ordinary_one_and_a_hated_one_as_worse() -> None:
    none, hated = a_product("z"), a_product("a", rating=1.0, rating_count=300)
    assert ids(chosen(planned(), none, hated)) == ["z", "a"]
    assert LOWEST_RATING < MEAN_RATING


def test_of_two_that_are_otherwise_alike_the_cheaper_wins() -> None:
    assert ids(chosen(planned("30"), a_product("a", cost="29"), a_product("b", cost="10")))[0] == "b"


def test_what_was_asked_for_beats_what_is_cheap() -> None:
    plan = planned(intent=an_intent(material="wood", budget=up_to(30)), high="30")
    wooden = a_product("a", cost="29", material="Wood")
    cheap = a_product("b", "Farm Train Set", "5", material="Plastic")
    assert ids(chosen(plan, wooden, cheap))[0] == "a"


def for_child_of(years: int) -> Plan:
    return planned(intent=an_intent(age=age(years, years)))


def test_a_toy_too_old_for_a_small_child_is_not_offered_where_others_are() -> None:
    toys = [
        a_product("a", age=age(8, None), rating=5.0, rating_count=900),
        a_product("b", age=age(2, 5)),
        a_product("c"),
    ]
    assert "a" not in ids(chosen(for_child_of(3), *toys))


def test_what_warns_of_small_parts_is_offered_to_no_child_under_three() -> None:
    pencils = replace(a_product("a", "Train Set"), description="Caution: small parts can be swallowed.")
    denied = replace(a_product("b", "Train Set"), description="Made without small parts.")
    assert ids(chosen(planned(intent=an_intent(age=age(1, 1))), pencils, denied)) == ["b"]
    assert set(ids(chosen(planned(intent=an_intent(age=age(4, 4))), pencils, denied))) == {"a", "b"}


def test_a_toy_too_old_is_offered_only_where_nothing_else_is() -> None:
    assert ids(chosen(for_child_of(3), a_product("a", age=age(5, None)))) == ["a"]


def test_a_toy_for_three_and_over_is_offered_to_no_smaller_child() -> None:
    plan = planned(intent=an_intent(age=age(2, 2)))
    assert chosen(plan, a_product("a", age=age(3, 6))) == ()
    assert ids(chosen(plan, a_product("a", age=age(3, 6)), a_product("b", age=None))) == ["b"]


def test_a_toy_far_too_old_is_offered_to_nobody() -> None:
    assert chosen(for_child_of(3), a_product("a", age=age(8, None))) == ()


def test_a_toy_for_exactly_the_childs_age_is_not_too_old() -> None:
    assert sorted(ids(chosen(for_child_of(3), a_product("a", age=age(3, None)), a_product("b")))) == ["a", "b"]


def test_a_toy_that_is_too_babyish_comes_last() -> None:
    toys = [a_product("a", age=age(0, 1), rating=5.0, rating_count=900), a_product("b", age=age(8, 12))]
    assert ids(chosen(for_child_of(9), *toys))[0] == "b"


def test_products_on_the_screen_keep_their_order_and_are_not_filtered() -> None:
    plan = a_plan(
        an_intent(budget=up_to(10)), strategy="shown", focus_ids=("b", "a"), filters=Filters(max_price=Decimal(10))
    )
    picks = chosen(plan, a_product("b", cost="40"), a_product("a", cost="5"))
    assert ids(picks) == ["b", "a"]


def test_more_balanced_prefers_value_over_bare_likeness() -> None:
    plan = planned(intent=an_intent(refinement="balanced"))
    alike = a_candidate(a_product("a", cost="80", rating=4.0, rating_count=50), likeness=1.0, type=1.0)
    value = a_candidate(a_product("b", cost="20", rating=4.8, rating_count=500), likeness=0.7, type=0.9)
    assert choose(plan, [alike, value], {})[0].product.id == "b"


def test_cheaper_prefers_the_cheaper_and_premium_the_better_rated_of_two_that_fit_alike() -> None:
    toys = [
        a_product("a", cost="5", rating=4.0, rating_count=90),
        a_product("b", cost="20", rating=4.9, rating_count=90),
    ]
    assert ids(chosen(planned(intent=an_intent(refinement="cheaper")), *toys))[0] == "a"
    assert ids(chosen(planned(intent=an_intent(refinement="premium")), *toys))[0] == "b"


def test_what_was_said_beside_the_kind_decides_between_two_of_it() -> None:
    plan = planned(intent=an_intent("banner", leftover=("60th birthday",)))
    toys = [a_product("a", "90th Birthday Banner"), a_product("b", "60th Birthday Banner")]
    assert ids(chosen(plan, *toys))[0] == "b"


def test_what_holds_a_kept_term_wins_over_what_is_better_rated() -> None:
    plan = replace(planned(), must_preserve_terms=("R4410A",), must_match_exactly=True)
    toys = [
        a_product("a", "Hornby Coach R4411", rating=5.0, rating_count=900),
        a_product("b", "Hornby Coach R4410A", rating=3.5, rating_count=9),
    ]
    assert ids(chosen(plan, *toys))[0] == "b"


def test_a_makers_pencils_come_behind_its_toys_where_no_kind_was_named() -> None:
    plan = planned(intent=an_intent("", "something from Lego", brand="LEGO"))
    toys = [
        a_product("a", "Lego Friends Graphite Pencils", brand="LEGO", rating=5.0, rating_count=90),
        a_product("b", "Lego City Lawn Mower", brand="LEGO", rating=4.5, rating_count=90),
    ]
    assert ids(chosen(plan, *toys))[0] == "b"


def test_nothing_to_choose_from_is_no_choice() -> None:
    assert choose(planned("10"), [], {}) == ()


def test_candidates_without_any_likeness_are_still_ordered() -> None:
    shelf = [a_candidate(a_product("b"), score=0.0), a_candidate(a_product("a"), score=0.0)]
    assert ids(choose(planned(), shelf, {})) == ["a", "b"]


def test_of_a_budget_a_present_is_to_be_worth_a_part() -> None:
    trinket, present, dear = (a_product(name, cost=cost) for name, cost in (("a", "1.01"), ("b", "22"), ("c", "40")))
    assert ids(chosen(planned("42"), trinket, present, dear)) == ["b", "c", "a"]
    assert ids(chosen(planned(), trinket, present, dear)) == ["a", "b", "c"]


def test_about_a_sum_is_most_of_it() -> None:
    about = planned(intent=an_intent(budget=replace(up_to("42"), around=True)))
    near, less = a_product("a", cost="36"), a_product("b", cost="16")
    assert ids(chosen(about, less, near)) == ["a", "b"]
    fair, far_less = a_product("a", cost="26"), a_product("b", cost="2", rating=5.0, rating_count=900)
    assert ids(chosen(about, far_less, fair)) == ["a", "b"]
    assert ids(chosen(planned("42"), less, near)) == ["b", "a"]


def test_what_costs_about_the_sum_leads_though_less_be_likelier() -> None:
    about = planned(intent=an_intent(budget=replace(up_to("42"), around=True)))
    cheap, near = a_candidate(a_product("a", cost="8"), right=0.9), a_candidate(a_product("b", cost="36"), right=0.45)
    assert ids(choose(about, [cheap, near], {})) == ["b", "a"]
    far = a_candidate(near.product, right=0.2)
    assert ids(choose(about, [cheap, far], {})) == ["a"]


def test_the_cheapest_is_no_dearer_than_what_was_named_for_whom_price_matters() -> None:
    cheapest = replace(planned(intent=replace(an_intent("food"), best="cheapest")), named_id="b")
    pot, plum = a_candidate(a_product("a", cost="9"), right=0.9), a_candidate(a_product("b", cost="4"), right=0.5)
    assert ids(choose(cheapest, [pot, plum], {})) == ["b", "a"]
    assert ids(choose(replace(cheapest, named_id=""), [pot, plum], {})) == ["a"]


def test_what_costs_more_than_before_leads_where_more_is_to_be_spent() -> None:
    raised = planned(intent=an_intent(budget=replace(up_to("42"), raised_from=Decimal(30))))
    before, now = a_product("a", cost="30", rating=4.9, rating_count=90), a_product("b", cost="31")
    assert ids(chosen(raised, before, now)) == ["b", "a"]
    assert ids(chosen(planned("42"), before, now)) == ["a", "b"]


@pytest.mark.parametrize(
    ("cost", "rating", "leads"),
    [("4.99", 4.9, True), ("6.01", 4.9, False), ("4.99", 4.4, False), (None, 4.9, False)],
)
def test_of_two_alike_no_dearer_and_less_liked_one_leads(cost: str | None, rating: float, leads: bool) -> None:
    likely = a_product("likely", "Toy Train", cost="6", rating=4.5, rating_count=100)
    other = a_product("other", "Wooden Toy Train", cost=cost, rating=rating, rating_count=100)
    candidates = [a_candidate(likely, right=0.66), a_candidate(other, right=0.6)]
    assert ids(choose(planned(), candidates, {}))[0] == ("other" if leads else "likely")


def test_a_whole_toy_leads_before_a_part_that_is_more_likely() -> None:
    car = a_product("car", "Remote Control Car", cost="25", rating=4.5, rating_count=2)
    part = a_product("part", "Speed Controller for Remote Control Car", cost="6", rating=5.0, rating_count=40)
    wish = planned(intent=an_intent("remote control car"))
    for likely, right, first in ((0.48, 0.36, "car"), (0.48, 0.3, "part"), (0.7, 0.52, "part")):
        candidates = [a_candidate(part, right=likely), a_candidate(car, right=right)]
        assert ids(choose(wish, candidates, {}))[0] == first


def test_a_part_does_not_lead_because_it_costs_less() -> None:
    car = a_product("car", "Remote Control Car", cost="25", rating=4.5, rating_count=2)
    part = a_product("part", "Speed Controller for Remote Control Car", cost="6", rating=5.0, rating_count=40)
    plan = planned(intent=an_intent("remote control car"))
    for likely in (0.38, 0.41):
        assert ids(choose(plan, [a_candidate(car, right=0.39), a_candidate(part, right=likely)], {}))[0] == "car"


@pytest.mark.parametrize(
    ("text", "wrong", "right"),
    [
        ("mens pirate costume", "Pirate Costume Ladies", "Pirate Costume"),
        ("funny secret santa present", "Secret Santa Present Love Dice", "Secret Santa Present Clown"),
    ],
)
def test_what_is_for_others_or_for_the_bedroom_is_not_offered(text: str, wrong: str, right: str) -> None:
    plan = planned(intent=an_intent("present", text))
    toys = a_product("a", wrong, rating=5.0), a_product("b", right, rating=4.0)
    assert ids(chosen(plan, *toys)) == ["b"]


def test_for_a_small_child_what_reads_as_welcome_leads_what_hardly_does() -> None:
    worry, fox = (a_product(name, "Soft Toy", rating=stars, age=None) for name, stars in (("worry", 4.9), ("fox", 4.2)))
    found = [a_candidate(worry, right=0.4, age=0.1), a_candidate(fox, right=0.35, age=0.6)]
    for child, first in ((age(1, 1), "fox"), (age(5, 5), "worry")):
        assert ids(choose(planned(intent=an_intent("soft toy", age=child)), found, {}))[0] == first


def test_of_those_that_cost_less_and_are_liked_more_the_most_liked_leads() -> None:
    kites = (("a", "6.36", 4.3, 15, 0.87), ("b", "5.99", 4.3, 33, 0.85), ("c", "5.98", 4.4, 91, 0.81))
    found = [
        a_candidate(a_product(name, "Kite", cost=cost, rating=stars, rating_count=count), right=right)
        for name, cost, stars, count, right in kites
    ]
    assert ids(choose(planned(intent=an_intent("kite")), found, {}))[0] == "c"


def test_what_is_less_likely_does_not_lead_for_its_price() -> None:
    likely = a_product("likely", "Toy Train", cost="6", rating=4.5, rating_count=100)
    other = a_product("other", "Wooden Toy Train", cost="5", rating=4.9, rating_count=100)
    candidates = [a_candidate(likely, right=0.9), a_candidate(other, right=0.7)]
    assert ids(choose(planned(), candidates, {}))[0] == "likely"


def test_where_no_toy_is_named_the_better_liked_leads_and_no_cheaper_one_passes_it() -> None:
    gift = planned("30", intent=an_intent("", "something for a girl of 7", budget=up_to(30), age=age(7, 7)))
    loved = a_product("a", cost="16", rating=4.7, rating_count=150, age=AgeRange(72, None))
    cheap = a_product("b", cost="4", rating=4.8, rating_count=150, age=AgeRange(72, None))
    assert ids(chosen(gift, cheap, loved, right=0.1)) == ["a", "b"]


def test_what_says_a_wished_feature_leads_what_is_silent_on_it() -> None:
    wish = planned(intent=an_intent("horse", wanted=("traditional size",)))
    silent, says_it = a_product("a", "Horse", rating=4.6), a_product("b", "Traditional Size Horse", rating=4.4)
    assert ids(chosen(wish, silent, says_it)) == ["b", "a"]


def test_who_likes_either_of_two_is_shown_the_best_of_each() -> None:
    wanted = an_intent().of(("train set", "puzzle"))
    toys = [
        a_candidate(a_product(name, title, "9"), right=right)
        for name, title, right in (
            ("a", "Train Set", 0.9),
            ("b", "Train Set", 0.85),
            ("c", "Puzzle", 0.3),
            ("d", "Top", 0.3),
        )
    ]
    assert ids(choose(planned(intent=wanted), toys, {}))[:2] == ["a", "c"]
    assert "c" not in ids(choose(planned(intent=an_intent("train set")), toys, {}))
