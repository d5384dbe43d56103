"""One wish, read by rules: the kind of toy and every constraint, none of them a guess."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from builders import a_vocabulary, age, up_to
from hypothesis import given
from hypothesis import strategies as st

from assistant.schema import Constraints
from assistant.understanding.slots import Wish, read_wish

SHOP = a_vocabulary("LEGO", "Hornby", "Orchard Toys", "Melissa & Doug", "Fisher-Price", "Playmobil")


def read(text: str) -> Wish:
    return read_wish(text, SHOP)


def asked(text: str) -> dict[str, Any]:
    """The constraints that are set."""
    constraints = read(text).constraints
    values = {name: getattr(constraints, name) for name in Constraints.__slots__}
    return {name: value for name, value in values.items() if value}


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("a wooden train set for a four year old under £30", "train set"),
        ("I want a puzzle, wood, 24 pieces, max £12", "puzzle"),
        ("a cheap teddy bear please", "teddy bear"), ("board game for 4 players", "board game"),
        ("a doll with long hair", "doll"),
        ("jigsaw puzzle 500 pieces with cats", "jigsaw puzzle"), ("Orchard Toys game for a 4 year old", "game"),
        ("playmobil pirate ship", "pirate ship"), ("a kite for the beach", "kite"),
        ("1000 piece jigsaw under 20", "jigsaw"),
        ("can you find me a remote control car under £40", "remote control car"), ("do you have any yo-yos?", "yo yos"),
    ],
)  # fmt: skip
def test_the_kind_of_toy_is_what_the_constraints_leave_over(text: str, kind: str) -> None:
    assert read(text).product_type == kind


@pytest.mark.parametrize(
    "text", ["a toy", "something nice", "any gift for my son", "wooden toys", "under £10", "no batteries", "a present"]
)
def test_filler_names_no_kind(text: str) -> None:
    assert read(text).product_type == ""


def test_a_whole_wish_is_read_constraint_by_constraint() -> None:
    said = "a wooden puzzle with farm animals, 24 pieces, for a 3 year old, under £12, no magnets"
    assert asked(said) == {
        "budget": up_to(12), "age": age(3, 3), "material": "wood", "pieces": 24, "wanted": ("farm animals",),
        "refused": ("magnets",),
    }  # fmt: skip
    assert read(said).product_type == "puzzle"


@pytest.mark.parametrize(
    ("text", "brand"),
    [("a lego set", "LEGO"), ("LEGO", "LEGO"), ("lego's star wars set", "LEGO"), ("orchard toys game", "Orchard Toys"),
     ("melissa & doug puzzle", "Melissa & Doug"), ("fisher-price rattle", "Fisher-Price")],
)  # fmt: skip
def test_a_brand_of_the_catalogue_is_known_by_its_name(text: str, brand: str) -> None:
    assert read(text).constraints.brand == brand


@pytest.mark.parametrize("text", ["a legolas figure", "a lego-compatible car", "orchard game"])
def test_part_of_a_brand_is_no_brand(text: str) -> None:
    assert read(text).constraints.brand is None


@pytest.mark.parametrize(
    ("text", "brand"), [("melissa and doug puzzle", "Melissa & Doug"), ("fisher price baby toy", "Fisher-Price")]
)
def test_a_brand_is_known_however_its_joints_are_written(text: str, brand: str) -> None:
    assert read(text).constraints.brand == brand


@pytest.mark.parametrize(
    ("text", "material"),
    [
        ("a wooden doll", "wood"),
        ("a puzzle made of wood", "wood"),
        ("die-cast car", "metal"),
        ("a plush dog", "plush"),
        ("bamboo sword", "bamboo"),
    ],
)
def test_a_material_is_known_by_its_words(text: str, material: str) -> None:
    assert asked(text)["material"] == material


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("not a soft toy", "soft toy"), ("no batteries", "batteries"), ("a train without batteries", "batteries"),
        ("it doesn't need batteries", "batteries"),
        ("nothing too loud", "loud"), ("not too noisy", "noisy"), ("she hates pink", "pink"),
        ("anything but lego", "lego"),
        ("no glitter please", "glitter"), ("non-magnetic", "magnetic"), ("battery-free", "battery"),
        ("not plastic", "plastic"),
        ("nothing with batteries", "batteries"), ("no dinosaurs with spikes", "spikes"),
        ("he is scared of spiders", "spiders"), ("that doesn't make noise", "noise"),
        ("not made of plastic", "plastic"), ("not made out of plastic", "plastic"), ("plastic-free toys", "plastic"),
    ],
)  # fmt: skip
def test_what_is_turned_down_is_refused_and_never_asked_for(text: str, refused: str) -> None:
    found = asked(text)
    assert found["refused"] == (refused,)
    assert set(found) == {"refused"}


@pytest.mark.parametrize(
    "text", ["no more than £10", "not over £20", "nothing over £5", "not sure", "no problem, a doll", "no idea"]
)
def test_a_denial_that_is_about_no_feature_refuses_nothing(text: str) -> None:
    assert "refused" not in asked(text)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("a doll with long hair", ("long hair",)), ("a car with lights and sounds", ("lights", "sounds")),
        ("a toy that makes music", ("music",)), ("an educational toy", ("educational",)), ("a quiet game", ("quiet",)),
        ("a garage including a lift", ("lift",)),
    ],
)  # fmt: skip
def test_features_are_wanted_in_the_shoppers_words(text: str, wanted: tuple[str, ...]) -> None:
    assert read(text).constraints.wanted == wanted


@pytest.mark.parametrize("text", ["a glow-in-the-dark puzzle", "an eco-friendly toy", "a battery-operated train"])
def test_a_feature_of_two_words_is_wanted_too(text: str) -> None:
    assert read(text).constraints.wanted


@pytest.mark.parametrize(
    ("text", "live"),
    [
        ("what is the current price of the hornby train", True), ("live price please", True),
        ("a puzzle at today's price", True),
        ("how much is it right now", True), ("check the price", True), ("a puzzle at a good price", False),
        ("price under £10", False),
        ("a present for now", False),
    ],
)  # fmt: skip
def test_a_price_of_this_moment_is_wanted_only_when_said(text: str, live: bool) -> None:
    assert read(text).needs_live_price is live


@pytest.mark.parametrize(
    ("text", "refused"),
    [("without glue or scissors", ("glue", "scissors")), ("no screens and no batteries", ("screens", "batteries"))],
)
def test_two_things_are_refused_in_one_breath(text: str, refused: tuple[str, ...]) -> None:
    assert set(read(f"a craft set {text}").constraints.refused) == set(refused)


@pytest.mark.parametrize(
    ("text", "brand"), [("playmobile pirates", "Playmobil"), ("a hornbey train", "Hornby"), ("plymouth flags", None)]
)
def test_a_slip_in_a_brand_is_forgiven(text: str, brand: str | None) -> None:
    assert read(text).constraints.brand == brand


@pytest.mark.parametrize("text", ["a felt tip set", "a metal detector", "rubber bands for bracelets"])
def test_a_material_in_a_name_is_none(text: str) -> None:
    assert read(text).constraints.material is None


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("i'm looking for a kite", "kite"), ("my daughter 7 loves football, a puzzle please", "puzzle"),
        ("somthing undr £5, a puzzle pls", "puzzle"), ("hiya, got a kite", "kite"),
    ],
)  # fmt: skip
def test_the_kind_is_read_in_the_spoken_manner_too(text: str, kind: str) -> None:
    assert kind in (read(text).product_type, *read(text).leftover)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("something cuddly for bedtime", "plush"), ("a cuddly toy", "plush"),
        ("a rubber ring for the pool", "swim ring"),
        ("a game we can play at christmas", "game"),
        ("a big teddy", "large teddy"), ("something creative under £15", "craft kit"),
        ("a present for a train spotter", "model train"),
        ("get my son building things instead of watching tv", "building set"),
    ],
)  # fmt: skip
def test_a_kind_that_is_not_called_by_its_name_is_known(text: str, kind: str) -> None:
    wish = read(text)
    assert kind in (wish.product_type, *wish.leftover)
    assert wish.constraints.material is None


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("a jigsaw of a steam train", "steam train jigsaw"),
        ("a model kit of a fighter plane", "fighter plane model kit"),
        ("something to occupy the kids on a long flight", "travel"),
    ],
)  # fmt: skip
def test_what_is_pictured_comes_before_what_pictures_it(text: str, kind: str) -> None:
    assert read(text).product_type == kind


def test_a_makers_line_is_known_where_the_shop_has_it() -> None:
    vocabulary = replace(SHOP, brands={"lego": "LEGO"}, phrases=frozenset({"lego friend"}))
    assert read_wish("lego friends under £20", vocabulary).product_type == "friends"
    assert read_wish("lego for friends", vocabulary).product_type == ""


@pytest.mark.parametrize("text", ["a robot instead of a tablet", "a robot rather than another doll"])
def test_what_is_to_be_left_behind_is_not_wanted(text: str) -> None:
    assert (read(text).product_type, read(text).leftover) == ("robot", ())


@pytest.mark.parametrize("scale", ["1:35", "1/72"])
def test_the_scale_of_a_model_is_looked_for_as_it_stands(scale: str) -> None:
    assert scale in read(f"a model tank, {scale}").leftover


def test_the_person_is_no_kind_of_toy() -> None:
    assert read("a doll for my niece who is 6").product_type == "doll"


@pytest.mark.parametrize(
    "text",
    ["a present for my gran", "gift for twins", "something for a rainy day", "what is the current price of the train"],
)
def test_words_about_the_occasion_are_no_kind_of_toy(text: str) -> None:
    assert read(text).product_type in ("", "train")


@given(st.text(max_size=300))
def test_no_text_makes_it_raise(text: str) -> None:
    read(text)


@given(st.text(max_size=120))
def test_the_same_words_in_any_case_are_the_same_wish(text: str) -> None:
    if text.isascii():
        assert read(text.upper()) == read(text.lower())
