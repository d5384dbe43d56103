"""The two helpers that come with the program."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, Literal

import pytest
from builders import a_candidate, a_pack, a_plan, a_product, age, an_intent, up_to

from assistant.adapters.plugin_runner import fault
from assistant.answering.ranking import choose
from assistant.helpers.gift_budget import GiftBudget
from assistant.helpers.toy_safety import ToySafety
from assistant.schema import AgeRange, Brief, Budget, HelperResult, Intent, Product, Question


def a_brief(product: Product | None, intent: Intent, message: str = "", *more: Intent) -> Brief:
    pack = a_pack(*([a_candidate(product)] if product else []))
    plan = a_plan(intent, strategy="shown")
    picks = choose(plan, pack.candidates, {})
    return Brief(plan, picks, pack.final_evidence, pack.coverage, None, "en-GB", message, (intent, *more))


def warned(asked: AgeRange | None, **fields: Any) -> str:
    found = ToySafety().help(a_brief(a_product(**fields), an_intent(age=asked)))
    assert found is None or fault(found, a_brief(a_product(**fields), an_intent(age=asked))) == ""
    return found.summary if found else ""


ONE, FOUR, NINE = age(1, 1), age(4, 4), age(9, 9)


def test_it_warns_of_a_child_younger_than_the_makers_age() -> None:
    assert "for ages 3 and up, so it is not meant for a younger child" in warned(ONE, age=age(3, None))
    assert warned(FOUR, age=age(3, None)) == ""


def test_it_says_that_the_age_is_unknown_for_the_smallest_alone() -> None:
    assert "Check the maker's age" in warned(ONE)
    assert warned(FOUR) == ""


@pytest.mark.parametrize(
    ("asked", "text", "word"),
    [
        (ONE, "Contains small parts.", "small parts"), (ONE, "Choking hazard.", "small parts"),
        (ONE, "Magnetic couplings.", "magnets"),
        (FOUR, "With strong magnets.", "magnets"), (FOUR, "Needs 2 button cell batteries.", "button cells"),
        (FOUR, "Needs 3 LR44 batteries.", "button cells"),
    ],
)  # fmt: skip
def test_it_warns_of_what_the_text_speaks_of(asked: AgeRange, text: str, word: str) -> None:
    assert word in warned(asked, description=text, age=age(1, None))


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        (FOUR, "Contains small parts."), (FOUR, "Magnetic couplings."), (NINE, "With strong magnets."),
        (ONE, "No small parts."),
        (ONE, "Without magnets."), (FOUR, "No button cells."), (None, "Contains small parts and magnets."),
    ],
)  # fmt: skip
def test_it_does_not_cry_wolf(asked: AgeRange | None, text: str) -> None:
    assert warned(asked, description=text, age=age(1, None)) == ""


def test_it_never_calls_anything_safe() -> None:
    for asked in (ONE, FOUR, NINE):
        assert "safe" not in warned(asked, description="Completely safe.", age=age(1, None)).lower()


def test_nothing_is_said_where_nothing_was_found() -> None:
    assert ToySafety().help(a_brief(None, an_intent(age=ONE))) is None


def test_who_asks_whether_it_is_safe_is_not_sent_to_the_box_twice() -> None:
    wish = an_intent(age=ONE, act="details", question=Question("is it safe?", "safety"))
    assert ToySafety().help(a_brief(a_product(), wish)) is None
    warned_of = ToySafety().help(a_brief(a_product(description="Contains small parts."), wish))
    assert warned_of is not None
    assert "the box" not in warned_of.summary


@pytest.mark.parametrize(("about", "is_told"), [("toy", False), ("description", True)])
def test_who_asks_something_else_of_a_toy_is_not_warned_again(
    about: Literal["toy", "description"], is_told: bool
) -> None:
    wish = an_intent(age=ONE, act="details", question=Question("does it have a lid?", about))
    assert bool(ToySafety().help(a_brief(a_product(), wish))) == is_told


def shared(message: str, *more: Intent, cost: str = "12.50", budget: Budget | None = None) -> HelperResult | None:
    intent = an_intent(budget=budget or up_to(40))
    return GiftBudget().help(a_brief(a_product(cost=cost), intent, message, *more))


def test_a_sum_for_several_children_is_shared_out_in_whole_pennies() -> None:
    found = shared("presents for three kids for £40", budget=up_to(40))
    assert found
    assert found.summary == "£40 over 3 presents is £13.33 each. This one at £12.50 leaves £27.50 for the rest."


@pytest.mark.parametrize(
    "message",
    [
        "a puzzle under £40",
        "a game for four players",
        "24 between six children",
        "£40, for two kids to share",
        "a pool for three kids under £40",
    ],
)
def test_one_wish_is_not_shared_out(message: str) -> None:
    assert shared(message) is None


def test_who_compares_said_nothing_of_presents() -> None:
    intent = an_intent(budget=up_to(40), act="compare")
    assert GiftBudget().help(a_brief(a_product(), intent, "which is best for two kids")) is None


def test_what_each_may_cost_is_not_shared_out() -> None:
    assert shared("a puzzle under £40 for two kids and a game", an_intent("game")) is None
    each = Budget(max=Decimal(10), currency="GBP", each=True)
    assert shared("presents for three kids for £10 each", budget=each) is None


def test_without_a_budget_there_is_nothing_to_share() -> None:
    assert GiftBudget().help(a_brief(a_product(), an_intent(), "presents for three kids")) is None
