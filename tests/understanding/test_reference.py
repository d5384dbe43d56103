"""Reference: which of the toys on the screen some words point at."""

from __future__ import annotations

from dataclasses import replace

import pytest
from builders import an_intent, price
from reading import after

from assistant.schema import Screen
from assistant.understanding.reference import about, places, refer

SCREEN = Screen("train", ("Brio Red Steam Train Set", "Wooden Tractor with Trailer", "Tin Robot, Clockwork"))


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("the second one", (2,)), ("number 3", (3,)), ("3rd", (3,)), ("option two", (2,)), ("2", (2,)),
        ("the last one", (3,)), ("the top one", (1,)), ("the tin one", (3,)), ("the tractor", (2,)),
        ("the tracter", (2,)), ("brio", (1,)), ("both", (1, 2)), ("the first two", (1, 2)), ("all three", (1, 2, 3)),
        ("them", (1, 2, 3)), ("the fifth", ()), ("it", ()), ("that one", ()), ("the blue one", ()), ("", ()),
    ],
)  # fmt: skip
def test_words_point_at_places(words: str, found: tuple[int, ...]) -> None:
    assert places([words], SCREEN) == found


def test_a_word_that_two_titles_have_points_at_neither() -> None:
    assert places(["the train"], Screen("", ("Red Train", "Blue Train"))) == ()


def test_several_words_point_in_their_order() -> None:
    assert places(["the robot", "the first"], SCREEN) == (3, 1)


def test_nothing_is_shown_and_nothing_is_pointed_at() -> None:
    assert places(["the first"], Screen()) == ()


def test_one_product_is_compared_with_the_one_last_looked_at() -> None:
    session, screen = after(an_intent())
    assert about("compare", ["the robot", "this one"], "", screen, session) == ("p1", "p3")
    assert about("compare", ["the robot"], "", screen, session) == ("p3", "p1")
    assert about("compare", [], "", screen, session) == ("p1", "p2")


def test_a_question_without_a_name_is_about_the_one_last_looked_at() -> None:
    session, screen = after(an_intent())
    assert about("details", ["it"], "is it loud", screen, session) == ()
    assert refer(an_intent(act="details"), session).about == ("p1",)
    assert refer(an_intent(act="details", about=("p2",)), session).about == ("p2",)
    assert refer(an_intent(act="compare"), session).about == ("p1", "p2")


def test_a_toy_is_known_by_a_word_of_its_title_though_nothing_points_at_it() -> None:
    session, screen = after(an_intent())
    assert about("details", [], "is the robot loud", screen, session) == ("p3",)
    assert about("details", [], "does it come with a robot", screen, session) == ()
    assert about("details", [], "is tin loud", screen, session) == ()


def test_the_dearer_one_is_known_by_its_price() -> None:
    session, screen = after(an_intent())
    turn = session.turns[0]
    shown = tuple(replace(one, price=price(cost), rating=stars) for one, cost, stars in
                  zip(turn.shown, ("20", "45", "9"), (4.0, 3.0, 4.9), strict=True))  # fmt: skip
    session = replace(session, turns=(replace(turn, shown=shown),))
    for words, doc_id in (("the dearer one", "p2"), ("the cheapest", "p3"), ("the best rated one", "p3")):
        assert about("details", [words], "", screen, session) == (doc_id,)
