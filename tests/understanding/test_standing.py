"""What stands of the wishes in force, and what is left of it."""

from __future__ import annotations

from dataclasses import replace

from builders import age, an_intent, up_to
from reading import after

from assistant.schema import Constraints, Intent
from assistant.understanding.slots import named
from assistant.understanding.standing import screen_of, standing_of, still_wanted

FULL = Constraints(
    budget=up_to(30), age=age(4, 4), brand="LEGO", material="wood", players=4, pieces=100, wanted=("red", "bridge"),
    refused=("batteries",), refused_brands=("Brio",), refused_kinds=("jigsaw",),
)  # fmt: skip
WISH = replace(named(replace(an_intent(), constraints=FULL), ("train set",), "octonauts", "kwazii"), leftover=("old",))
NOTHING = Intent(WISH.text, WISH.act, WISH.intent_type)


def test_all_that_a_wish_asks_for_stands_each_thing_by_itself() -> None:
    assert [(one.name, one.text) for one in standing_of([WISH])] == [
        ("kind", "train set"), ("theme", "octonauts"), ("theme", "kwazii"), ("brand", "LEGO"), ("material", "wood"),
        ("feature", "red"), ("feature", "bridge"), ("feature", "old"), ("age", "age 4"), ("players", "4"),
        ("pieces", "100"), ("budget", "up to £30"),
        ("refused", "batteries"), ("refused", "jigsaw"), ("refused", "Brio"),
    ]  # fmt: skip
    assert standing_of([NOTHING]) == ()


def test_each_thing_that_holds_no_more_is_gone_alone() -> None:
    standing = standing_of([WISH])
    for at, gone in enumerate(standing):
        (left,) = still_wanted([WISH], [float(other != at) for other in range(len(standing))])
        assert standing_of([left]) == tuple(one for one in standing if one != gone)
    assert still_wanted([WISH], [0.0] * len(standing)) == (NOTHING,)


def test_without_word_of_what_holds_all_of_it_does() -> None:
    assert still_wanted([WISH], ()) == still_wanted([WISH], (0.0,)) == (WISH,)


def test_a_maker_whose_name_is_the_theme_stands_and_goes_with_it() -> None:
    lego = named(an_intent(brand="LEGO"), ("caravan",), "lego")
    assert [one.name for one in standing_of([lego])] == ["kind", "theme"]
    assert standing_of(still_wanted([lego], (1.0, 0.0))) == standing_of([named(an_intent(), ("caravan",))])


def test_the_screen_tells_what_stands_wish_by_wish() -> None:
    session, _ = after(named(an_intent(), ("kite",)), named(an_intent(), ("doll",)))
    screen = screen_of(session, {"p1": "Bat Kite"})
    assert (screen.wish, screen.titles) == ("kite and doll", ("Bat Kite",))
    assert [(one.wish, one.text) for one in screen.standing] == [(0, "kite"), (1, "doll")]
