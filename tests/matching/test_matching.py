"""How a product meets a wish: True where the catalogue says so, False where it says otherwise, else None."""

from __future__ import annotations

from typing import Any

import pytest
from builders import a_product, age
from hypothesis import given
from hypothesis import strategies as st

from assistant.matching.checks import (
    checks,
    for_adults_only,
    for_age,
    for_players,
    is_one_of,
    of_brand,
    of_material,
    of_pieces,
    of_scale,
    refuses,
    says,
    warns_of_small_parts,
)
from assistant.matching.kinds import is_called, is_filed_as, is_filed_as_a_part, type_match
from assistant.schema import AgeRange, Constraints, PlayerRange, Product


def titled(title: str, **fields: Any) -> Product:
    return a_product(title=title, **fields)


@pytest.mark.parametrize(
    ("kind", "title"),
    [
        ("train set", "Farm Train Set"), ("train", "Trains of the World"), ("dollhouse", "Wooden Dolls House"),
        ("doll house", "Dollhouse"), ("lorry", "Big Red Truck"), ("teddy bear", "Teddy Bear"),
        ("jigsaw", "Farm Puzzle"),
        ("bunny", "Floppy Rabbit"), ("puzzles", "Farm Puzzle"), ("", "Anything at all"),
    ],
)  # fmt: skip
def test_a_kind_is_found_in_the_title_also_joined_in_the_plural_or_by_a_synonym(kind: str, title: str) -> None:
    match = type_match((kind,), titled(title))
    assert match.head > 0
    assert match.share > 0.5


@pytest.mark.parametrize(
    ("kind", "title"), [("train set", "Bath Duck"), ("doll", "Dolphin"), ("car", "Card Game"), ("bus", "Business Game")]
)
def test_a_kind_is_not_found_in_words_that_only_look_like_it(kind: str, title: str) -> None:
    assert type_match((kind,), titled(title)).head == 0


def test_where_a_word_stands_decides_what_it_is_worth() -> None:
    products = [
        titled("Kite"), titled("Flyer", category=("Toys", "Kites")), titled("Flyer", features=("A kite",)),
        titled("Flyer", description="A kite"),
    ]  # fmt: skip
    shares = [type_match(("kite",), product).share for product in products]
    assert shares[0] > shares[1] >= shares[2] > shares[3] > 0


def test_a_name_stands_at_the_end_of_its_part_of_the_title() -> None:
    whole, inner, scattered = (
        type_match(("train set",), titled(title)).phrase
        for title in ("Farm Train Set, red", "Train Set Storage Box", "Set of a Train")
    )
    assert whole == 1.0
    assert whole > inner > scattered == 0


@pytest.mark.parametrize(
    "title",
    ["Spare Track for a Train Set", "Train Set Refill Pack", "Storage Box for Train Sets", "Replacement Train Wheels"],
)
def test_what_goes_with_the_toy_is_an_accessory(title: str) -> None:
    assert type_match(("train set",), titled(title)).accessory


@pytest.mark.parametrize(
    ("kind", "title"),
    [
        ("police car", "Big Police Car Puzzle"),
        ("unicorn", "Unicorn Plush Backpack"),
        ("car", "Racing Car Balloon"),
        ("digger", "Trucks & Diggers - Birthday Dumper Truck - Foil Balloon"),
    ],
)
def test_what_only_bears_its_picture_is_an_accessory(kind: str, title: str) -> None:
    assert type_match((kind,), titled(title)).accessory


@pytest.mark.parametrize(
    ("kind", "only_looks"), [("guitar", True), ("inflatable guitar", False), ("paddling pool", False)]
)
def test_what_is_blown_up_only_looks_like_it_unless_it_is_meant_to_be(kind: str, only_looks: bool) -> None:
    assert type_match((kind,), titled("Inflatable Guitar and Paddling Pool")).accessory is only_looks


def test_a_knight_figure_is_a_knight_first_and_a_large_bear_a_bear() -> None:
    knight, horse = (type_match(("knight figure",), titled(f"{name} Figure")) for name in ("Knight", "Horse"))
    assert knight.head == 1
    assert horse.head == 0
    assert type_match(("giant bear",), titled("Brown Bear")).share > 0.7


def test_a_shelf_of_parts_holds_accessories_unless_parts_were_asked_for() -> None:
    part = titled("Quadcopter Crash Pack", category=("Hobbies", "Parts & Accessories"))
    assert type_match(("quadcopter",), part).accessory
    assert not type_match(("quadcopter parts",), part).accessory


def test_a_dolls_pram_is_no_doll() -> None:
    assert type_match(("doll",), titled("Folding Doll's Pram")).accessory
    assert not type_match(("dolls house",), titled("Linden Dolls' House")).accessory
    assert not type_match(("doll pram",), titled("Folding Dolls' Pram")).accessory


def test_a_shelf_named_after_what_goes_with_the_kind_holds_accessories() -> None:
    chair, doll = (
        titled("Dolls House Chair", category=("Dolls", shelf))
        for shelf in ("Dolls' House Furniture", "Dolls & Accessories")
    )
    assert type_match(("dolls house",), chair).accessory
    assert not type_match(("doll",), doll).accessory


def test_what_furnishes_a_dolls_house_may_be_called_a_miniature() -> None:
    chair = titled("Dolls House Miniature Oak Chair", category=("Dolls", "Dolls' House Furniture"))
    assert not type_match(("dolls house chair",), chair).accessory
    assert type_match(("chair",), chair).accessory


def test_of_several_kinds_the_one_that_fits_best_counts() -> None:
    puppet = titled("Monkey Hand Puppet")
    assert type_match(("plush", "puppet"), puppet) == type_match(("puppet",), puppet)
    assert type_match(("plush", "train"), puppet).head == 0


@pytest.mark.parametrize("title", ["Farm Train Set", "Train Set for Toddlers", "Train Set, Puzzle Track"])
def test_the_toy_itself_is_no_accessory(title: str) -> None:
    assert not type_match(("train set",), titled(title)).accessory


def test_an_accessory_that_was_asked_for_is_none() -> None:
    assert not type_match(("spare batteries",), titled("Spare Batteries")).accessory


@pytest.mark.parametrize(
    ("product", "material", "verdict"),
    [
        (titled("Train", material="Wood"), "wood", True), (titled("Train", material="Beech wood"), "wood", True),
        (titled("Train", material="Plastic"), "wood", False), (titled("Train", material="Wood, Plastic"),
        "plastic", True),
        (titled("Wooden Train"), "wood", True), (titled("Train", description="Made of pine."), "wood", True),
        (titled("Train", features=("solid timber",)), "wood", True), (titled("Train"), "wood", None),
        (titled("Soft Toy Dog"), "plush", True),
        (titled("Hollywood Game"), "wood", None), (titled("Plastic Train"), "wood", None),
    ],
)  # fmt: skip
def test_a_material_is_known_denied_or_unknown(product: Product, material: str, verdict: bool | None) -> None:
    assert of_material(product, material) is verdict


@pytest.mark.parametrize(
    ("product", "scale", "verdict"),
    [
        (titled("Tank 1:35 Scale", description="Also sold as 1/72."), "1/35", True),
        (titled("Tank 1/72"), "1:35", False), (titled("Tank", features=("1:35 scale",)), "1/35", True),
        (titled("Coach 1:76"), "oo gauge", True), (titled("Tank"), "1/35", None),
    ],
)  # fmt: skip
def test_a_scale_is_met_however_it_is_written(product: Product, scale: str, verdict: bool | None) -> None:
    (check,) = checks(Constraints(wanted=(scale,)), product)
    assert (check.kind, check.met) == ("scale", verdict)


@pytest.mark.parametrize(
    ("product", "material"),
    [
        (titled("Cape", material="Satin"), "metal"),
        (titled("Plastic Train, not wooden"), "wood"),
        (titled("Track, fits wooden railways"), "wood"),
    ],
)
def test_a_material_that_is_only_mentioned_is_not_the_products(product: Product, material: str) -> None:
    assert of_material(product, material) is not True


@pytest.mark.parametrize(
    ("product", "brand", "verdict"),
    [
        (titled("Train", brand="LEGO"), "LEGO", True), (titled("Train", brand="LEGO Education"), "LEGO", True),
        (titled("LEGO Train"), "lego", True), (titled("Train", brand="Legolas"), "LEGO", False),
        (titled("Train", brand="A LEGO toy"), "LEGO", True), (titled("Train"), "LEGO", None),
        (titled("Puzzle PAWPATROL", brand="Jumbo"), "Paw Patrol", True),
        (titled("Sylvanian Family Crib", brand="Epoch"), "Sylvanian Families", True),
        (titled("Oxford Lorry, diecast", brand="Haulage"), "Oxford Diecast", None),
        (titled("Legolas"), "LEGO", None),
    ],
)  # fmt: skip
def test_a_brand_is_known_denied_or_unknown(product: Product, brand: str, verdict: bool | None) -> None:
    assert of_brand(product, brand) is verdict


@pytest.mark.parametrize(
    ("stated", "child", "verdict"),
    [
        (None, age(4, 4), None), (age(3, None), age(4, 4), True), (age(3, None), age(3, 3), True), (age(3, None),
        age(2, 2), False),
        (age(3, 6), age(7, 7), False), (age(3, 6), age(6, 6), True), (age(3, None), age(2, 4), False), (age(None, 6),
        age(4, 4), True),
        (age(8, None), age(18, None), True), (age(3, None), AgeRange(None, 35), False), (AgeRange(6, 18),
        AgeRange(9, 9), True),
    ],
)  # fmt: skip
def test_an_age_is_met_only_when_the_youngest_may_have_it(
    stated: AgeRange | None, child: AgeRange, verdict: bool | None
) -> None:
    assert for_age(a_product(age=stated), child) is verdict


@pytest.mark.parametrize(
    ("title", "stated", "is_for_adults"),
    [
        ("Knight Costume", None, True), ("Child Knight Costume", None, False), ("Ladies Girl Scout", None, True),
        ("Girl Knight Costume", None, False), ("Kids Knight, also in Adult", None, False),
        ("Sexy Kids Knight", None, True),
        ("Knight Costume", age(4, 6), False), ("Sexy Knight", age(16, None), True), ("Men's Knight", None, True),
    ],
)  # fmt: skip
def test_a_shelf_for_grown_ups_says_so_only_where_the_product_says_nothing(
    title: str, stated: AgeRange | None, is_for_adults: bool
) -> None:
    costume = a_product(title=title, category=("Costumes", "Adults"), age=stated)
    assert for_adults_only(costume, age(5, 5)) is is_for_adults


@pytest.mark.parametrize(
    ("stated", "asked", "verdict"),
    [
        (None, 4, None), (PlayerRange(2, 4), 4, True), (PlayerRange(2, 4), 5, False), (PlayerRange(2, 4), 1, False),
        (PlayerRange(2, None), 10, True), (PlayerRange(None, 4), 1, True),
    ],
)  # fmt: skip
def test_players_must_all_be_seated(stated: PlayerRange | None, asked: int, verdict: bool | None) -> None:
    assert for_players(a_product(players=stated), asked) is verdict


@pytest.mark.parametrize(
    ("stated", "verdict"),
    [(None, None), (100, True), (80, True), (125, True), (79, False), (126, False), (1000, False)],
)
def test_pieces_are_met_loosely_and_no_more(stated: int | None, verdict: bool | None) -> None:
    assert of_pieces(a_product(pieces=stated), 100) is verdict


def test_a_wish_is_met_when_all_its_words_are_there_and_unknown_otherwise() -> None:
    product = titled("Doll", features=("Long blonde hair",))
    assert says(product, "long hair") is True
    assert says(product, "short hair") is None
    assert says(product, "") is None


def test_a_wish_is_not_met_by_its_denial() -> None:
    assert says(titled("Doll", features=("Without sound",)), "sound") is not True


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("Needs two batteries", False), ("Batteries included", False), ("No batteries needed", True),
        ("Works without any batteries", True),
        ("Battery operated", False), ("A doll", None), ("Batteries not included", False),
        ("Batteries are not included.", False),
        ("Batteries not needed", True),
    ],
)  # fmt: skip
def test_what_was_turned_down_is_there_denied_or_unknown(text: str, verdict: bool | None) -> None:
    feature = "battery" if text.startswith("Battery") else "batteries"
    assert refuses(a_product(description=text), feature) is verdict


@pytest.mark.parametrize(
    ("text", "verdict"), [("Nut free", True), ("nut-free", True), ("Contains nuts", False), ("Non-toxic", None)]
)
def test_free_of_something_is_a_denial(text: str, verdict: bool | None) -> None:
    assert refuses(a_product(description=text), "nuts") is verdict


@pytest.mark.parametrize("text", ["No assembly. Batteries needed.", "No batteries. Batteries for the remote."])
def test_a_denial_ends_with_its_sentence(text: str) -> None:
    assert refuses(a_product(description=text), "batteries") is False


def test_every_wish_but_the_budget_is_checked_once() -> None:
    asked = Constraints(
        material="wood", brand="Brio", age=age(4, 4), players=2, pieces=10, wanted=("a", "b"), refused=("c",)
    )
    found = checks(asked, a_product())
    assert [check.kind for check in found] == [
        "material",
        "brand",
        "age",
        "players",
        "pieces",
        "wanted",
        "wanted",
        "refused",
    ]
    assert checks(Constraints(), a_product()) == ()


@given(st.text(max_size=60), st.text(max_size=120))
def test_no_text_makes_the_readers_raise_and_shares_lie_between_nought_and_one(kind: str, title: str) -> None:
    product = titled(title)
    match = type_match((kind,), product)
    assert 0 <= match.share <= 1
    assert 0 <= match.phrase <= 1
    assert of_material(product, kind) in (True, None)
    says(product, kind)
    refuses(product, kind)


@pytest.mark.parametrize(("brand", "verdict"), [("Brio", False), ("Zoom", True), ("", None)])
def test_a_maker_that_was_turned_down_is_held_against_the_maker(brand: str, verdict: bool | None) -> None:
    (check,) = checks(Constraints(refused_brands=("Brio",)), a_product(brand=brand))
    assert (check.kind, check.met) == ("refused_brand", verdict)


@pytest.mark.parametrize(
    ("refused", "title", "verdict"),
    [
        ("magnets", "Magnetic Letters", False), ("noise", "Noisy Fire Engine", False), ("talks", "Talking Bear", False),
        ("glitter", "Glittery Slime", False), ("car", "Caring Doctor Set", None), ("paint", "Painted Duck", None),
        ("big magnets", "Magnetic Letters", None),
    ],
)  # fmt: skip
def test_what_is_refused_is_refused_in_its_derived_forms_too(refused: str, title: str, verdict: bool | None) -> None:
    assert refuses(a_product(title=title), refused) is verdict


@pytest.mark.parametrize(("pieces", "verdict"), [(1000, False), (900, False), (500, True), (None, None)])
def test_a_refused_number_of_pieces_is_about_that(pieces: int | None, verdict: bool | None) -> None:
    assert refuses(a_product(pieces=pieces), "1000 pieces") is verdict


def test_so_many_pieces_or_more_are_too_many() -> None:
    assert refuses(a_product(pieces=1000), "1000 pieces or more") is False
    assert refuses(a_product(pieces=500), "1000 pieces or more") is True
    assert refuses(a_product(pieces=500), "500 pieces or fewer") is False


def test_a_refused_feature_that_is_the_makers_name_is_there() -> None:
    assert refuses(a_product(brand="Brio"), "brio") is False


def test_what_a_name_has_is_so_unless_it_is_for_that_and_what_only_a_text_speaks_of_is_not() -> None:
    assert is_one_of(a_product(title="Red Trading Cards"), "cards")
    assert not is_one_of(a_product(title="Deck Box for Trading Cards"), "cards")
    assert not is_one_of(a_product(title="Slot Car", description="Runs on any track."), "track")
    assert is_one_of(a_product(title="Mini Plush Owl"), "plushies")


@pytest.mark.parametrize(
    ("kind", "shelf", "is_one"),
    [
        ("card game", ("Games", "Card Games"), True), ("card game", ("Trading Cards & Games",), False),
        ("house", ("Dolls' Houses",), False), ("dolls house", ("Dolls' Houses",), True),
    ],
)  # fmt: skip
def test_what_is_filed_on_a_shelf_for_a_kind_alone_is_one(kind: str, shelf: tuple[str, ...], is_one: bool) -> None:
    assert is_one_of(a_product(title="Snap", category=shelf), kind) is is_one


def test_a_makers_name_may_state_the_scale() -> None:
    assert of_scale(a_product(title="Coal Wagon", brand="Trackman N Gauge"), "n scale") is True
    assert of_scale(a_product(title="Coal Wagon, G-Gauge"), "g scale") is True
    assert of_scale(a_product(title="Coal Wagon", description="weighs 5 g scale model"), "g scale") is None


def test_what_is_done_is_said_by_what_does_it() -> None:
    toy = a_product("t", "Chess Set", description="A board to take on travels.")
    assert says(toy, "travelling")
    assert not says(toy, "rolling")


def test_what_its_shop_files_with_parts_is_no_whole_toy() -> None:
    part = a_product("a", "Speed Controller for RC Car", category=("Remote Controlled Devices", "Parts & Accessories"))
    assert is_filed_as_a_part(("remote control car",), part)
    assert not is_filed_as_a_part(("spare parts",), part)
    assert not is_filed_as_a_part((), part)
    assert not is_filed_as_a_part(("car",), a_product("b", "RC Car", category=("Remote Controlled Devices",)))


def test_a_shortened_not_is_a_denial() -> None:
    quiet = a_product(features=("It doesn't make a noise", "Doesn’t contain small parts"))
    assert not warns_of_small_parts(quiet)
    assert warns_of_small_parts(a_product(features=("Contains small parts",)))


@pytest.mark.parametrize(
    ("kind", "shelf", "holds_it"),
    [
        ("role play toys", "Role play", True), ("craft kits", "Craft", True), ("dinosaurs", "Dinosaur Toys", True),
        ("toys", "Toys", False), ("play kitchen", "Role play", False), ("train", "Trains & Cars", False),
    ],
)  # fmt: skip
def test_what_a_shelf_of_that_name_holds_is_called_so(kind: str, shelf: str, holds_it: bool) -> None:
    product = titled("Blue Nose", category=("Shop", shelf))
    assert is_filed_as((kind,), product) is holds_it
    assert is_called((kind,), product) is (holds_it or kind in ("train", "toys"))
