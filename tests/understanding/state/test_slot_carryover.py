"""Slot values of the wishes in force, and what of them is left after a message."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from builders import age, an_intent, up_to
from reading import after

from assistant.schema import Constraints, ContextUnit, Intent, Session, SessionTurn
from assistant.understanding.slots import named
from assistant.understanding.state.slot_carryover import (
    less_said_before,
    names_it_anew,
    rests_on,
    screen_of,
    slot_values,
    without_dropped,
)

FULL = Constraints(
    budget=up_to(30), age=age(4, 4), brand="LEGO", material="wood", players=4, pieces=100, wanted=("red", "bridge"),
    refused=("batteries",), refused_brands=("Brio",), refused_kinds=("jigsaw",),
)  # fmt: skip
WISH = replace(named(replace(an_intent(), constraints=FULL), ("train set",), "octonauts", "kwazii"), leftover=("old",))
NOTHING = Intent(WISH.text, WISH.act, WISH.intent_type)


def test_all_that_a_wish_asks_for_is_a_value_by_itself() -> None:
    assert [(one.slot, one.text) for one in slot_values([WISH])] == [
        ("kind", "train set"), ("theme", "octonauts"), ("theme", "kwazii"), ("brand", "LEGO"), ("material", "wood"),
        ("feature", "red"), ("feature", "bridge"), ("feature", "old"), ("age", "age 4"), ("players", "4"),
        ("pieces", "100"), ("budget", "up to £30"),
        ("refused", "batteries"), ("refused", "jigsaw"), ("refused", "Brio"),
    ]  # fmt: skip
    assert slot_values([NOTHING]) == ()


def test_each_thing_that_holds_no_more_is_gone_alone() -> None:
    values = slot_values([WISH])
    for at, gone in enumerate(values):
        (left,) = without_dropped([WISH], [float(other != at) for other in range(len(values))])
        assert slot_values([left]) == tuple(one for one in values if one != gone)
    assert without_dropped([WISH], [0.0] * len(values)) == (NOTHING,)


def test_what_something_is_made_of_stays_with_its_kind_unless_that_is_sure() -> None:
    wooden = named(an_intent(material="wood"), ("train set",))
    assert [one.slot for one in slot_values([wooden])] == ["kind", "material"]
    for of_kind, of_material, left in ((0.1, 0.8, None), (0.1, 0.95, "wood"), (0.8, 0.6, "wood"), (0.8, 0.4, None)):
        (still,) = without_dropped([wooden], (of_kind, of_material))
        assert still.constraints.material == left


def test_without_word_of_what_holds_all_of_it_does() -> None:
    assert without_dropped([WISH], ()) == without_dropped([WISH], (0.0,)) == (WISH,)


def test_a_maker_whose_name_is_the_theme_goes_with_it() -> None:
    lego = named(an_intent(brand="LEGO"), ("caravan",), "lego")
    assert [one.slot for one in slot_values([lego])] == ["kind", "theme"]
    assert slot_values(without_dropped([lego], (1.0, 0.0))) == slot_values([named(an_intent(), ("caravan",))])


def test_the_screen_tells_the_slots_wish_by_wish() -> None:
    session, _ = after(named(an_intent(), ("kite",)), named(an_intent(), ("doll",)))
    screen = screen_of(session, {"p1": "Bat Kite"})
    assert (screen.wish, screen.titles) == ("kite and doll", ("Bat Kite",))
    assert [(one.wish, one.text) for one in screen.slots] == [(0, "kite"), (1, "doll")]


def test_a_wish_rests_on_the_messages_that_first_said_what_still_holds() -> None:
    def asked(text: str, **constraints: Any) -> SessionTurn:
        return SessionTurn(text, "", (Intent(text, "refine", "product_query", "kite", Constraints(**constraints)),))

    told = {"material": "wood", "wanted": ("red",)}
    session = Session(
        "s",
        (
            asked("a wooden kite", material="wood"), SessionTurn("hello", ""), asked("in red", **told),
            asked("not wooden after all", wanted=("red",)),
        ),
    )  # fmt: skip
    now = Intent("why?", "explain", "product_query", "kite", Constraints(wanted=("red",)))
    assert rests_on(now, session) == (
        ContextUnit("message-3", "in red", 0.5),
        ContextUnit("message-1", "a wooden kite", 0.5),
    )
    assert rests_on(Intent("a puzzle", "find", "product_query", "puzzle"), session) == ()


def test_where_nothing_fits_what_older_messages_wanted_beside_it_is_left_out() -> None:
    asked = Constraints(age=age(4, 4), wanted=("red", "wheels"))
    goes_on = replace(an_intent(), text="one with wheels", act="refine", constraints=asked, leftover=("old",))
    (plainer, looks), (lesser, left_out) = less_said_before(named(goes_on, ("train set",), "octonauts"))
    assert (plainer.themes, plainer.constraints.wanted, looks) == (("octonauts",), ("wheels",), ("red", "old"))
    assert (lesser.kinds, lesser.constraints, lesser.leftover) == (
        ("train set",), replace(asked, wanted=("wheels",)), (),
    )  # fmt: skip
    assert left_out == ("octonauts", "red", "old")


def test_a_message_names_a_toy_anew_by_its_kind_or_by_what_it_is_about() -> None:
    diesel = named(replace(an_intent(), text="make it a diesel"), (), "diesel")
    assert names_it_anew(diesel)
    assert not names_it_anew(replace(diesel, text="something dearer"))


def test_a_first_wish_and_the_last_word_of_what_is_wanted_stay() -> None:
    first = replace(an_intent(), constraints=Constraints(wanted=("red",)))
    assert not list(less_said_before(first))
    shower = replace(NOTHING, text="a wooden one", act="refine", leftover=("baby shower",))
    assert not list(less_said_before(shower))


def test_what_the_shop_has_not_got_of_the_old_kind_is_looked_for_by_itself() -> None:
    robot = named(
        replace(an_intent(), text="dinosaur", act="refine", constraints=Constraints()), ("robot",), "dinosaur"
    )
    ((lesser, left_out),) = less_said_before(robot)
    assert (lesser.kinds, left_out) == (("dinosaur",), ("robot",))


def test_a_scale_holds_and_so_does_the_kind_of_which_one_is_asked_for() -> None:
    wagon = replace(named(NOTHING, ("wagon",)), text="a wagon instead", act="refine").asking(wanted=("oo gauge", "red"))
    ((lesser, left_out),) = less_said_before(wagon)
    assert (lesser.constraints.wanted, left_out) == (("oo gauge",), ("red",))
    lighthouse = replace(named(NOTHING, ("jigsaw",), "lighthouse"), text="got one with a lighthouse", act="refine")
    assert not list(less_said_before(lighthouse))


def test_a_new_wish_goes_on_with_what_stood_in_the_one_before_it() -> None:
    drum = replace(named(NOTHING, ("drum",), "banging"), text="like a drum", act="find")
    assert not list(less_said_before(drum))
    ((lesser, left_out),) = less_said_before(drum, (named(NOTHING, (), "banging"),))
    assert (lesser.kinds, left_out) == (("drum",), ("banging",))
