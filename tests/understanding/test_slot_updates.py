"""What a message takes back, and the chips whose messages do it."""

from __future__ import annotations

import pytest
from builders import a_session, a_shown_turn, a_turn, a_vocabulary, age, an_intent, shown, up_to
from hypothesis import given
from hypothesis import strategies as st
from shop_models import the_domain_model

from assistant.schema import Constraints, Intent, Session, SessionTurn, Shown
from assistant.understanding import dialogue_state
from assistant.understanding.command_router import route_command
from assistant.understanding.router import route_turn
from assistant.understanding.slot_updates import edited, read_edits
from assistant.understanding.slots import plain

SHOP = a_vocabulary("LEGO", "Brio", words="train puzzle doll game kite teddy")
FULL = an_intent(
    "red train set", age=age(4, 4), budget=up_to(40), material="wood", brand="Brio", players=2, pieces=24,
    wanted=("bridge", "glow in the dark"), refused=("batteries", "small parts"), leftover=("garden",),
)  # fmt: skip


def after(*intents: Intent, shown_now: tuple[Shown, ...] = (shown("p1", "24.99", 4.5, top=True),)) -> Session:
    return a_session(SessionTurn("hello", "answer", intents, shown_now))


def then(text: str, session: Session | None = None) -> tuple[Intent, ...]:
    return route_turn(
        a_turn(text), session=session or after(FULL), vocabulary=SHOP, domain_model=the_domain_model()
    ).intents


def only(text: str, session: Session | None = None) -> Intent:
    (intent,) = then(text, session)
    return intent


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("forget the budget", "budget"), ("forget about the budget", "budget"), ("never mind the price", "budget"),
        ("actually, ignore the price limit", "budget"), ("the price doesn't matter", "budget"),
        ("money is no object", "budget"), ("no budget", "budget"), ("I don't care about the cost", "budget"),
        ("any age", "age"), ("the age isn't important", "age"), ("forget the age", "age"),
        ("any brand is fine", "brand"), ("the brand doesn't matter", "brand"), ("drop the brand please", "brand"),
        ("any material", "material"), ("I don't mind what material", "material"),
        ("forget the number of players", "players"), ("forget the number of pieces", "pieces"),
    ],
)  # fmt: skip
def test_a_part_is_taken_back_and_the_rest_stands(text: str, field: str) -> None:
    intent = only(text)
    assert intent.act == "refine"
    assert getattr(intent.constraints, field) is None
    for name in Constraints.__slots__:
        if name != field:
            assert getattr(intent.constraints, name) == getattr(FULL.constraints, name)


def test_one_part_goes_and_another_is_said_anew() -> None:
    asked = only("forget the brand, and make it under £20").constraints
    assert (asked.brand, asked.budget, asked.material) == (None, up_to(20), "wood")


def test_that_brand_is_the_one_asked_for_or_the_one_shown() -> None:
    assert "Brio" in only("not that brand").constraints.refused_brands
    unbranded = an_intent("train set")
    top = Shown("p1", None, None, top=True, brand="Hornby")
    asked = only("a different brand please", after(unbranded, shown_now=(top,))).constraints
    assert asked.refused_brands == ("Hornby",)


def test_another_brand_by_name_takes_its_place() -> None:
    asked = only("a different brand, lego").constraints
    assert (asked.brand, asked.refused) == ("LEGO", FULL.constraints.refused)


def test_any_colour_takes_colours_out_of_the_kind_and_the_features() -> None:
    red = an_intent("red kite", wanted=("blue", "tail"))
    intent = only("any colour", after(red))
    assert (intent.product_type, intent.constraints.wanted) == ("kite", ("tail",))


@pytest.mark.parametrize("text", ["batteries are fine", "I don't mind batteries", "batteries are ok after all"])
def test_what_was_refused_may_be_allowed_again(text: str) -> None:
    assert only(text).constraints.refused == ("small parts",)


def test_what_is_wanted_now_is_refused_no_more_and_the_other_way_round() -> None:
    assert only("not brio").constraints.brand is None
    assert only("not wooden").constraints.material is None
    plastic = only("plastic", after(an_intent("train set", refused=("plastic",)))).constraints
    assert (plastic.material, plastic.refused) == ("plastic", ())


@pytest.mark.parametrize("text", ["start over", "forget everything", "let's start again"])
def test_everything_is_taken_back(text: str) -> None:
    assert (only(text).product_type, only(text).constraints) == ("", Constraints())


@pytest.mark.parametrize(
    "text",
    [
        "a puzzle", "no batteries", "any good puzzles?", "a forget-me-not craft kit", "i need any kind of puzzle",
        "a game about money", "it doesn't need batteries", "a price under £5", "don't mind the gap game",
    ],
)  # fmt: skip
def test_ordinary_wishes_take_nothing_back(text: str) -> None:
    assert not read_edits(plain(text)).dropped


def test_taking_back_without_anything_there_asks() -> None:
    intent = only("forget the budget", a_session())
    assert (intent.product_type, intent.constraints) == ("", Constraints())


@pytest.mark.parametrize("number", range(len(dialogue_state.chips([FULL]))))
def test_every_chip_takes_back_just_that_pressed_or_said(number: int) -> None:
    chip = dialogue_state.chips([FULL])[number]
    expected = [one.label for one in dialogue_state.chips([FULL]) if one != chip]
    pressed = route_command(chip.command, chip.text, after(FULL)).intents
    for intents in ((only(chip.text),), pressed):
        assert [one.label for one in dialogue_state.chips(intents)] == expected


def test_a_chip_of_one_wish_leaves_the_other_alone() -> None:
    both = (an_intent("puzzle", budget=up_to(10), age=age(3, 3)), an_intent("doll", budget=up_to(10)))
    for chip in dialogue_state.chips(both):
        expected = [c.label for c in dialogue_state.chips(both) if c != chip]
        pressed = route_command(chip.command, chip.text, after(*both)).intents
        for intents in (then(chip.text, after(*both)), pressed):
            assert [c.label for c in dialogue_state.chips(intents)] == expected, chip


def test_chips_say_it_in_few_words() -> None:
    assert [chip.label for chip in dialogue_state.chips([FULL])] == [
        "red train set", "wood", "Brio", "age 4", "2 players", "24 pieces", "up to £40", "bridge", "glow in the dark",
        "no batteries", "no small parts",
    ]  # fmt: skip
    assert dialogue_state.chips([]) == ()


def test_refining_two_wishes_refines_both_or_the_one_that_is_named() -> None:
    both = (an_intent("puzzle"), an_intent("doll"))
    tops = (Shown("p", None, None, top=True), Shown("d", None, None, top=True, wish=1))
    session = after(*both, shown_now=tops)
    assert [intent.refinement for intent in then("something cheaper", session)] == ["cheaper", "cheaper"]
    assert [intent.refinement for intent in then("a cheaper doll", session)] == [None, "cheaper"]
    assert dialogue_state.last_top_pick(session, both[0]) == tops[0]
    assert dialogue_state.last_top_pick(session, both[1]) == tops[1]


def test_a_question_leaves_the_ledger_as_it_was() -> None:
    session = a_session(a_shown_turn(FULL, [shown("p1", "9", top=True)]))
    for text in ("is it suitable for a 9 year old?", "does the second one need batteries?", "who makes it?"):
        intent = only(text, session)
        assert (intent.act, intent.constraints) == ("details", FULL.constraints)


def test_ages_of_two_wishes_carry_on_only_where_they_agree() -> None:
    three, five = an_intent("puzzle", age=age(3, 3)), an_intent("doll", age=age(5, 5))
    assert only("now a kite", after(three, five)).constraints.age is None
    assert only("now a kite", after(three, three)).constraints.age == age(3, 3)


@given(st.text(max_size=80))
def test_no_text_makes_it_raise(text: str) -> None:
    assert isinstance(edited(FULL, read_edits(plain(text))), Intent)
