"""Slips that are put right, and words that are none."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.language.spelling import corrected, mended, spelt
from assistant.schema import Vocabulary

SHOP = Vocabulary(
    50,
    "GBP",
    document_frequency={
        "dustin": 3,
        "puzzl": 40,
        "caterpillar": 2,
        "talkin": 1,
        "floor": 9,
        "balloon": 5,
        "castle": 7,
        "karoak": 1,
        "kite": 6,
        "popper": 9,
        "proper": 2,
    },
)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("catterpillar", "caterpillar"),
        ("dustbin", "dustbin"),  # English, though the shop has only a Dustin
        ("talkie", "talkie"),
        ("flour", "flour"),
        ("xyzzyx", "xyzzyx"),
        ("ballon", "balloon"),  # a surname, too
        ("castel", "castle"),
        ("karaoke", "karaoke"),  # the shop's own slip
        ("balloony", "balloony"),  # made of a word, and no slip of it
        ("castels", "castle"),
        ("kytes", "kite"),
        ("propper", "proper"),  # and no popper, of which the shop has more
    ],
)
def test_a_slip_is_put_right_and_a_word_of_the_language_is_none(typed: str, meant: str) -> None:
    assert corrected(typed, {typed}, SHOP) == meant


def test_what_is_common_is_left_alone() -> None:
    assert corrected("catterpillar dustin", {"dustin"}, SHOP) == "catterpillar dustin"


def test_a_slip_that_a_list_has_as_well_is_the_word_that_it_has_far_oftener() -> None:
    stocked = replace(SHOP, document_frequency={"figur": 2, "figure": 400, "kazoo": 2})
    assert corrected("figurs", {"figurs"}, stocked) == "figure"
    assert corrected("kazoo", {"kazoo"}, stocked) == "kazoo"


def test_of_a_word_whose_first_letters_are_right_more_may_be_wrong() -> None:
    stocked = replace(SHOP, document_frequency={"dinosaur": 200, "toolbox": 9})
    assert corrected("dinosor dinosoar", {"dinosor", "dinosoar"}, stocked) == "dinosaur dinosaur"
    assert corrected("toniebox", {"toniebox"}, stocked) == "toniebox"


def test_slips_of_a_question_are_put_right_and_all_else_stays() -> None:
    stocked = replace(SHOP, document_frequency={"battery": 40, "piece": 90, "trampoline": 9, "brio": 5})
    assert spelt("Does it need batterys, how many peices?", stocked) == "Does it need batteries, how many pieces?"
    assert spelt("does it fit Toniebox or brio", stocked) == "does it fit Toniebox or brio"


def test_what_is_like_a_thing_is_about_it() -> None:
    stocked = replace(SHOP, document_frequency={"science": 9, "horse": 9, "donkey": 2, "blue": 9})
    for typed, meant in (("sciencey", "science"), ("horsey", "horse"), ("donkey", "donkey"), ("bluey", "bluey")):
        assert corrected(typed, {typed}, stocked) == meant


def test_a_name_is_no_slip_of_another_that_hardly_any_toy_has() -> None:
    for count, meant in ((2, "catan"), (9, "caran")):
        assert corrected("catan", {"catan"}, replace(SHOP, document_frequency={"caran": count})) == meant


def test_a_thousand_may_be_a_k() -> None:
    assert mended("drone under 1k") == "drone under 1000"
    assert mended("the k9 set") == "the k9 set"


def test_two_words_that_somebody_wrote_as_one_are_two() -> None:
    stocked = replace(
        SHOP, document_frequency={"train": 500, "set": 900, "tea": 80, "teaser": 90, "car": 70, "rage": 2}
    )
    assert corrected("trainset", {"trainset"}, stocked) == "train set"
    assert corrected("teaset", {"teaset"}, stocked) == "tea set"
    assert corrected("carrage", {"carrage"}, stocked) == "carrage"
