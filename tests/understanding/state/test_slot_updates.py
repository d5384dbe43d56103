"""Slot updates: what a message changes of the wish in force."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from builders import age, an_intent, up_to
from reading import SHOP, marked, named_among

from assistant.schema import Constraints, Intent
from assistant.understanding.slots import named, wish_of
from assistant.understanding.state.slot_updates import updated

FULL = Constraints(
    budget=up_to(30), age=age(4, 4), brand="LEGO", material="wood", players=4, pieces=100, wanted=("red", "bridge"),
    refused=("batteries",), refused_brands=("Brio",), refused_kinds=("jigsaw",),
)  # fmt: skip


def wished(**fields: Any) -> Intent:
    return named(replace(an_intent(), constraints=FULL, **fields), ("train set",), "dinosaur")


def after(text: str, intent: Intent | None = None, maker: str = "", names: tuple[str, ...] = ()) -> Intent:
    said, spans = marked(text)
    return updated(intent or wished(), wish_of(said, spans, SHOP), spans, maker, named_among(names))


@pytest.mark.parametrize("slot", ["budget", "age", "material", "players", "pieces", "brand"])
def test_a_slot_is_taken_back_whole(slot: str) -> None:
    asked = after(f"forget the {{~{slot}|{slot}}}").constraints
    assert getattr(asked, slot) is None
    others = {"budget", "age", "material", "players", "pieces"} - {slot}
    assert all(getattr(asked, other) == getattr(FULL, other) for other in others)


def test_of_features_the_one_that_is_named_is_taken_back() -> None:
    assert after("no need for a {~feature|bridge}").constraints.wanted == ("red",)
    assert after("I don't mind {~feature|batteries}").constraints.refused == ()


def test_a_slot_that_is_named_by_itself_is_taken_back_with_all_in_it() -> None:
    assert after("any {~colour|colour}").constraints.wanted == ()


def test_a_new_theme_stands_behind_what_still_holds_of_the_old_one() -> None:
    octonauts = named(an_intent(), ("figure",), "octonauts")
    assert after("{theme|kwazii}", octonauts).product_type == "octonauts kwazii figure"


def test_another_age_is_another_birthday() -> None:
    balloons = replace(an_intent("balloons"), leftover=("40th birthday", "party"))
    assert after("she's turning {age|51} actually", balloons).leftover == ("51st birthday", "party")
    assert after("in {colour|blue}", balloons).leftover == ("40th birthday", "party")


def test_a_new_kind_keeps_the_theme() -> None:
    assert after("make it a {kind|puzzle}").product_type == "dinosaur puzzle"


def test_the_kind_in_fewer_words_is_no_other_kind() -> None:
    assert after("make the {kind|train} {colour|blue}").product_type == "dinosaur train set"


def test_a_maker_that_was_turned_down_may_come_back() -> None:
    for slot in ("brand", "theme", "kind"):
        assert after(f"I don't mind {{~{slot}|brio}} after all").constraints.refused_brands == ()


def test_a_kind_and_a_theme_can_be_taken_back() -> None:
    assert after("any {~kind|kind} of toy").product_type == "dinosaur"
    assert after("{~theme|dinosaurs} aren't needed").product_type == "train set"


def test_what_is_added_stays_beside_what_was() -> None:
    asked = after("and {feature|washable}, for a {age|6 year old}, {budget|up to 40}").constraints
    raised = replace(up_to(40), raised_from=Decimal(30))
    assert (asked.wanted, asked.age, asked.budget) == (("red", "bridge", "washable"), age(6, 6), raised)
    assert asked.refused_brands == ("Brio",)


def test_what_is_refused_is_wanted_no_more() -> None:
    assert after("not {-colour|red} after all").constraints.wanted == ("bridge",)


def test_that_brand_is_the_one_asked_for_or_the_one_shown() -> None:
    assert after("not {-brand|that brand}").constraints.refused_brands == ("Brio", "LEGO")
    assert after("not {-brand|that brand}", an_intent(), "Brio").constraints.refused_brands == ("Brio",)
    assert after("not {-brand|that brand}", an_intent()).constraints.refused_brands == ()


def test_a_kind_that_was_refused_may_come_back() -> None:
    found = after("a {~kind|jigsaw} is fine after all")
    assert (found.constraints.refused_kinds, found.product_type) == ((), "dinosaur train set")


def test_either_of_two_kinds_keeps_the_theme() -> None:
    found = after("a {kind|puzzle} or a {kind|doll}")
    assert found.kinds == ("dinosaur puzzle", "dinosaur doll")


def test_a_theme_can_be_taken_back_under_the_name_of_a_kind() -> None:
    assert after("it doesn't have to be a {~kind|dinosaur}").product_type == "train set"


def test_another_maker_takes_the_old_ones_name_along() -> None:
    lego = named(an_intent(brand="LEGO"), ("caravan",), "lego")
    assert after("a {brand|Brio} one", lego).product_type == "caravan"


@pytest.mark.parametrize(
    ("said", "themes", "refused"),
    [
        ("not {-theme|octonauts}", ("kwazii",), ("octonauts",)),
        ("a {kind|jigsaw}, but no {-theme|kwazii}", ("octonauts",), ("kwazii",)),
        ("{theme|the octonauts}", ("kwazii", "octonauts"), ()), ("{theme|kwazii cat}", ("octonauts", "kwazii cat"), ()),
    ],
)  # fmt: skip
def test_a_theme_goes_where_it_is_refused_and_is_said_once(
    said: str, themes: tuple[str, ...], refused: tuple[str, ...]
) -> None:
    found = after(said, named(an_intent(), ("figure",), "octonauts", "kwazii"))
    assert (set(found.themes), found.constraints.refused_kinds) == (set(themes), refused)


def test_what_was_refused_and_is_asked_for_now_is_refused_no_more() -> None:
    refusing = named(an_intent(refused_kinds=("jigsaw", "dinosaurs")), ("train set",))
    assert after("ok a {theme|dinosaur} {kind|jigsaw} then", refusing).constraints.refused_kinds == ()


def test_the_same_kind_said_again_takes_nothing_away_and_is_not_turned_down_by_a_complaint() -> None:
    car = named(an_intent(wanted=("remote control",)), ("car",))
    assert after("make the {kind|car} {colour|red}", car).constraints.wanted == ("remote control", "red")
    assert after("only two {-kind|cars}! a {feature|whole set}", car).constraints.refused_kinds == ()


def test_of_two_kinds_the_one_that_is_turned_down_goes() -> None:
    either = named(an_intent(), ("puzzle", "game"))
    found = after("not a {-kind|puzzle}", either)
    assert (found.kinds, found.constraints.refused_kinds) == (("game",), ("puzzle",))


def test_a_scale_is_taken_back_by_its_name() -> None:
    spitfire = named(an_intent(wanted=("red", "1/48")), ("spitfire",))
    assert after("any {~scale|1/48}", spitfire).constraints.wanted == ("red",)


def test_a_maker_that_is_taken_back_takes_the_theme_of_its_name_along() -> None:
    soaker = named(an_intent(brand="LEGO"), ("water gun",), "lego")
    assert after("the {~brand|lego} name doesn't matter", soaker).product_type == "water gun"


def test_a_part_of_the_theme_hides_nothing_of_it_later_either() -> None:
    assert after("not {-theme|harry}", named(an_intent(), ("wand",), "harry potter")).constraints.refused_kinds == ()


def test_a_new_theme_takes_the_place_of_those_of_which_any_would_do() -> None:
    either = named(replace(an_intent(), constraints=Constraints()), ("pirate costume", "knight costume"))
    assert after("like a {theme|superhero}", either).kinds == ("superhero costume",)


def test_a_day_that_it_is_not_for_is_given_up() -> None:
    party = replace(named(an_intent(), ("costume",)), leftover=("halloween party", "soft"))
    assert after("not {-occasion|halloween}", party).leftover == ("soft",)
