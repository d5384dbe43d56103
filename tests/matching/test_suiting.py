"""What is not shown for a wish: for others, for older children, by another maker, of another count."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from builders import a_candidate, a_plan, a_product, age, an_intent

from assistant.matching.checks import checks
from assistant.matching.suiting import is_another, is_for_somebody_else, is_ruled_out
from assistant.retrieval.reading_order import to_be_read
from assistant.schema import PlayerRange


@pytest.mark.parametrize(
    ("child", "title", "fields", "ruled_out"),
    [
        (age(5, 5), "Pirate Costume Adult", {}, True), (age(5, 5), "Pirate Costume", {}, False),
        (age(4, 4), "Model Kit", {"age": age(8, None)}, True), (age(4, 4), "Model Kit", {"age": age(5, None)}, False),
        (age(1, 1), "Farm Set", {"features": ("contains small parts",)}, True), (None, "Kinky Dice", {}, True),
    ],
)  # fmt: skip
def test_what_is_shown_to_nobody_who_asks_for_this(
    child: Any, title: str, fields: dict[str, Any], ruled_out: bool
) -> None:
    assert is_ruled_out(an_intent("costume", age=child), a_candidate(a_product(title=title, **fields))) == ruled_out


@pytest.mark.parametrize("title", ["Dolls House Miniature Rocking Horse", "Rocking Horse 1:12th Scale"])
def test_a_thing_made_small_is_for_no_child_under_three(title: str) -> None:
    horse = a_candidate(a_product(title=title))
    assert is_ruled_out(an_intent("rocking horse", age=age(1, 1)), horse)
    assert not is_ruled_out(an_intent("rocking horse", age=age(6, 6)), horse)
    assert not is_ruled_out(an_intent("rocking horse", age=age(1, 1)), a_candidate(a_product(title="Rocking Horse")))


def test_what_its_maker_means_from_sixteen_on_is_for_no_kids() -> None:
    board = a_candidate(a_product(title="Dartboard Set", age=age(16, None)))
    kids, any_age = an_intent("dartboard", text="a dartboard for kids"), an_intent("dartboard", text="a dartboard")
    assert is_ruled_out(kids, board)
    assert not is_ruled_out(any_age, board)
    assert not is_ruled_out(kids, a_candidate(a_product(title="Magnetic Dartboard", age=age(6, None))))


def test_what_reads_as_hardly_welcome_at_an_age_is_shown_to_nobody_of_it_unless_the_list_says_so() -> None:
    asked = an_intent("jigsaw", age=age(3, 3))
    assert is_ruled_out(asked, a_candidate(a_product(title="Jigsaw", age=None), age=0.001))
    assert not is_ruled_out(asked, a_candidate(a_product(title="Jigsaw", age=None), age=0.2))
    assert not is_ruled_out(asked, a_candidate(a_product(title="Jigsaw", age=age(3, None)), age=0.001))


def test_what_is_for_other_people_or_older_ones_is_for_somebody_else() -> None:
    mens = an_intent("costume", "mens pirate costume", age=age(6, 6))
    assert is_for_somebody_else(mens, a_product(title="Pirate Costume Ladies"))
    assert is_for_somebody_else(mens, a_product(title="Pirate Costume", age=age(7, None)))
    assert not is_for_somebody_else(mens, a_product(title="Pirate Costume"))
    for asked in (an_intent("jigsaw", age=age(18, None)), replace(an_intent("jigsaw"), for_adult=True)):
        assert is_for_somebody_else(asked, a_product(title="Farm Jigsaw", age=age(2, None)))
        assert not is_for_somebody_else(asked, a_product(title="Farm Jigsaw", age=age(3, None)))


@pytest.mark.parametrize(
    ("asked", "fields"),
    [({"brand": "Brio"}, {"brand": "Lego"}), ({"pieces": 1000}, {"pieces": 500}),
     ({"players": 6}, {"players": PlayerRange(2, 4)}), ({"wanted": ("1:32",)}, {"features": ("1:64 scale",)})],
)  # fmt: skip
def test_another_maker_or_number_is_another_toy_and_an_unknown_one_may_be_it(
    asked: dict[str, Any], fields: dict[str, Any]
) -> None:
    intent = an_intent("puzzle", **asked)
    assert is_another(intent, a_product(title="Puzzle", **fields))
    assert not is_another(intent, a_product(title="Puzzle"))


def test_what_would_not_be_shown_is_read_last() -> None:
    ladies, large, mens = (
        a_candidate(a_product(doc_id, title), 1.0)
        for doc_id, title in (("a", "Pirate Costume Ladies"), ("b", "Large Costume"), ("c", "Pirate Costume Mens"))
    )
    plan = a_plan(an_intent("pirate costume", "mens pirate costume"))
    assert [one.doc_id for one in to_be_read(plan, [ladies, large, mens])] == ["b", "c", "a"]


def test_what_is_liked_best_is_read_first_where_no_toy_is_named_but_for_the_smallest_what_is_for_them() -> None:
    rattle, game = a_product("a", "Baby Rattle"), a_product("b", "Word Game", rating=5.0, rating_count=900)
    found = [a_candidate(rattle, 0.9), a_candidate(game, 0.1)]
    for years, first in ((8, "b"), (1, "a")):
        plan = a_plan(an_intent("", "a present", age=age(years, years)))
        assert to_be_read(plan, found)[0].doc_id == first


def test_what_suits_the_age_that_was_said_is_read_first() -> None:
    hard, easy = (
        a_candidate(a_product("a", "Jigsaw"), 1.0, age=0.05),
        a_candidate(a_product("b", "Jigsaw"), 0.5, age=0.9),
    )
    for wish in (an_intent("jigsaw", age=age(4, 4)), an_intent("", "a present", age=age(4, 4))):
        assert [one.doc_id for one in to_be_read(a_plan(wish), [hard, easy])] == ["b", "a"]


def test_where_only_a_material_is_named_what_is_of_it_is_read_first() -> None:
    plush, blocks = a_product("a", "Wood Hog Plush"), a_product("b", "Wooden Blocks")
    plan = a_plan(an_intent("", "something wooden", material="wood"))
    assert [one.doc_id for one in to_be_read(plan, [a_candidate(plush, 0.9), a_candidate(blocks, 0.1)])] == ["b", "a"]


@pytest.mark.parametrize(
    ("title", "met"),
    [("Blue, Red & Silver Banner", False), ("Banner Pink & Silver", True), ("Banner", None), ("Gold Banner", None)],
)
def test_a_name_that_says_other_colours_is_not_of_the_one_that_is_wanted(title: str, met: bool | None) -> None:
    *_, pink = checks(an_intent("banner", wanted=("rose gold", "pink")).constraints, a_product(title=title))
    assert (pink.asked, pink.met) == ("pink", met)


@pytest.mark.parametrize(
    ("title", "met"), [("Remote Control Train Set", False), ("Motorised Train", False), ("Wooden Train Set", None)]
)
def test_who_wants_no_batteries_wants_nothing_that_runs_on_them(title: str, met: bool | None) -> None:
    (check,) = checks(an_intent("train", refused=("battery operated",)).constraints, a_product(title=title))
    assert check.met is met


def test_who_asks_for_so_many_stars_is_shown_no_fewer() -> None:
    wanted = an_intent("costume", stars=4.5)
    for rating, ruled_out in ((4.4, True), (4.5, False), (None, True)):
        assert is_ruled_out(wanted, a_candidate(a_product(rating=rating))) == ruled_out
