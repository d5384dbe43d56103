"""A short message that names a toy by itself, beside another: read as a new wish."""

from __future__ import annotations

import pytest
from builders import an_intent
from reading import after, heard

from assistant.understanding.by_itself import may_stand_alone, route_by_itself

SESSION, SCREEN = after(an_intent("fire engine"))


@pytest.mark.parametrize(
    ("text", "alone"),
    [
        ("A plush unicorn", True), ("wooden blocks", True), ("star wars lego", True),
        ("a toy train for my nephew", True),
        ("a wooden one", False), ("in blue", False), ("something else", False), ("the same but bigger", False),
        ("with batteries", False), ("no cars", False), ("a train that is good for two boys of four and six", False),
    ],
)  # fmt: skip
def test_a_short_message_stands_alone_where_no_word_leans_on_what_was_said(text: str, alone: bool) -> None:
    assert may_stand_alone(text) == alone


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("a {material|plush} {theme|unicorn}", "unicorn"), ("{material|wooden} {kind|blocks}", "blocks"),
        ("{theme|dogs}", None), ("{colour|blue}", None), ("{feature|magnetic}", None),
    ],
)  # fmt: skip
def test_what_names_a_toy_by_itself_is_a_wish_that_has_nothing_of_the_one_before(said: str, kind: str | None) -> None:
    route = route_by_itself(heard(said, "find", session=SESSION, screen=SCREEN))
    if kind is None:
        assert route is None
        return
    assert route is not None
    (intent,) = route.intents
    assert (intent.act, intent.product_type.split()[0]) == ("find", kind)


def test_the_makers_that_are_not_wanted_stay_so() -> None:
    session, screen = after(an_intent("fire engine", refused_brands=("Brio",)))
    route = route_by_itself(heard("{kind|blocks}", "find", session=session, screen=screen))
    assert route is not None
    assert route.intents[0].constraints.refused_brands == ("Brio",)


def test_what_is_no_wish_is_none_by_itself_either() -> None:
    assert route_by_itself(heard("{kind|blocks}", "change", session=SESSION, screen=SCREEN)) is None
