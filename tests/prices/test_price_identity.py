from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from price_identity_more import MORE_DIFFERENT, MORE_SAME
from price_identity_pairs import DIFFERENT, SAME, Text

from assistant.catalogue.formats.rows import Row, Taken
from assistant.catalogue.formats.uk import AmazonUk
from assistant.language.text import words
from assistant.prices.identity.gate import identify
from assistant.prices.pages.offers import Listing, gtin14
from assistant.schema import Product

TOYS = Path(__file__).resolve().parents[3] / "shared" / "data" / "toys_uk.csv"
# Every sixth toy is compared: enough to catch a rule that lets siblings pass, and quick.
STEP = 6


def product(fields: Text) -> Product:
    title, brand, number, gtin, pieces = (*fields, "", "", "")[:5]
    return Product("p", title, brand, model_number=number, gtin=gtin, pieces=int(pieces) if pieces else None)


def listing(fields: Text) -> Listing:
    name, brand, number, gtin, heading = (*fields, "", "", "")[:5]
    return Listing(
        name=name,
        heading=heading,
        brand=brand,
        numbers=frozenset({number} - {""}),
        gtins=frozenset({gtin14(gtin)} - {""}),
    )


def test_there_are_150_pairs_and_half_are_hard_negatives() -> None:
    assert (len(SAME), len(DIFFERENT)) == (75, 75)
    assert len(set(SAME) | set(DIFFERENT)) == 150


@pytest.mark.parametrize(("ours", "theirs"), [*DIFFERENT, *MORE_DIFFERENT], ids=lambda fields: fields[0])
def test_another_thing_is_never_accepted(ours: Text, theirs: Text) -> None:
    identity = identify(product(ours), listing(theirs))
    assert not identity.accepted, identity


def test_at_least_nine_in_ten_same_things_are_accepted() -> None:
    missed = [(ours, theirs) for ours, theirs in SAME if not identify(product(ours), listing(theirs)).accepted]
    assert len(missed) <= len(SAME) // 10, missed


@pytest.mark.parametrize(("ours", "theirs"), MORE_SAME, ids=lambda fields: fields[0])
def test_the_same_thing_in_a_shop_s_words_is_accepted(ours: Text, theirs: Text) -> None:
    identity = identify(product(ours), listing(theirs))
    assert identity.accepted, identity


def test_a_number_on_one_side_is_open_until_the_pieces_or_the_price_agree() -> None:
    ours, theirs = ("Town Police Station", "Bricklund"), ("Bricklund Town Police Station 60316", "Bricklund")
    assert identify(product(ours), listing(theirs)).unless_priced_alike
    with_pieces = identify(product((*ours, "", "", "668")), listing((f"{theirs[0]} 668 pieces", theirs[1])))
    assert with_pieces.accepted


@pytest.mark.parametrize(
    ("ours", "theirs"), [("Shopping List", "Shopping List Memory Game"), ("RD-6", "RD6 Blaster"), ("Owl", "Owl Plush")]
)
def test_a_kind_of_toy_in_one_name_is_open_until_the_price_agrees(ours: str, theirs: str) -> None:
    for pair in (((ours, "Oakmoss"), (theirs, "Oakmoss")), ((theirs, "Oakmoss"), (ours, "Oakmoss"))):
        found = identify(product(pair[0]), listing(pair[1]))
        assert (found.accepted, found.unless_priced_alike) == (False, True), found
    other = identify(product((ours, "Oakmoss")), listing((f"{theirs} Extra", "Oakmoss")))
    assert not other.unless_priced_alike


@pytest.mark.parametrize(
    ("ours", "theirs", "is_open"),
    [
        ("Yoohoo and Friends Beaver", "Yoohoo and Friends Beaver Sleepy", True),
        ("Charm School Sylvan Diary", "Charm School Diary", True),
        ("Spot the Intro 1", "Spot the Intro 2", False),
        ("Classical Dragon Fire Kite", "Classical Dragon Ice Kite", False),
        ("Owl", "Owl Night Light", False),
    ],
)
def test_a_word_more_is_open_and_another_word_is_another_product(ours: str, theirs: str, is_open: bool) -> None:
    found = identify(product((ours, "Oakmoss")), listing((f"Oakmoss {theirs}", "Oakmoss")))
    assert (found.accepted, found.unless_priced_alike) == (False, is_open), found


def test_a_long_number_of_the_same_maker_carries_names_in_other_words() -> None:
    ours = product(("35112 West German Leopard A4 Military Kit", "Oakmoss"))
    assert identify(ours, listing(("Oakmoss 35112 Leopard A4 West German Tank Model Kit", "Oakmoss"))).accepted
    short = product(("1120 West German Leopard A4 Military Kit", "Oakmoss"))
    assert not identify(short, listing(("Oakmoss 1120 Leopard A4 West German Tank Model Kit", "Oakmoss"))).accepted


@pytest.mark.parametrize(
    ("ours", "brand", "theirs"),
    [
        ("Flash Drifter Hollowback Racer", "Oakmoss", "Oakmoss Flash Drifter Hollowback Racer Diecast Vehicle"),
        ("Orchard Bull Terrier Bullseye Soft Toy", "Oakmoss", "Oakmoss Bullseye Orchard Bull Terrier Plush"),
        ("OTB Pink Shopping Till", "Oakmoss Toy Bazaar", "Oakmoss Toy Bazaar Pink Shopping Till"),
        ("Blue Parfait Ice Cream Cup Eraser", "Oakmoss", "Oakmoss Parfait Ice Cream Cup Eraser Blue"),
        ("Rag Doll Gardening Large 40cms", "Oakmoss", "Oakmoss Gardening Rag Doll Large 40cm"),
        ("Sea Princess Carry Along Art Case Purple Lid", "Oakmoss", "Sea Princess Carry Along Art Case Purple Lid"),
    ],
)  # fmt: skip
def test_what_names_may_leave_to_the_shop_is_no_difference(ours: str, brand: str, theirs: str) -> None:
    maker = brand if brand.split(maxsplit=1)[0] in theirs else ""
    found = identify(product((ours, brand)), listing((theirs, maker)))
    assert found.accepted, found


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ({"heading": "Oakmoss Pink Star Banner"}, "another choice of colour"),
        ({"heading": "Oakmoss Blue Star Banner (fan made)"}, "unofficial on one side only"),
        ({"heading": "Oakmoss Blue Star Banner + 5 Balloons"}, "bundle on one side only"),
        ({"also": "green"}, "another choice of colour"),
        ({"heading": "Oakmoss Blue Star Banner ST002 + Little Kite"}, "bundle on one side only"),
        ({"heading": "Oakmoss Contactless Till Register"}, "the heading names another product"),
        ({"heading": "Oakmoss Blue Star Banner, ST003"}, "another set or model number"),
        ({"labelled_brand": "Klonblok"}, "another maker"),
    ],
)
def test_what_readers_are_told_of_it_speaks_against_a_name(more: dict[str, Any], reason: str) -> None:
    name = "Blue Star Banner ST002"
    found = identify(product((name, "Oakmoss")), Listing(f"Oakmoss {name}", brand="Oakmoss", **more))
    assert reason in found.reasons


def test_a_label_that_turns_colours_round_names_another() -> None:
    ours = product(("Opaque Dice Set White with Black", "Oakmoss"))
    for told, accepted in (("black with white", False), ("white with black", True)):
        found = identify(ours, Listing("Oakmoss Opaque Dice Set White with Black", brand="Oakmoss", also=told))
        assert found.accepted == accepted, found


def test_a_shop_that_names_itself_as_the_maker_is_none() -> None:
    ours = product(("Table Top Market Stall", "Oakmoss"))
    shop = Listing("Oakmoss Table Top Market Stall", brand="Willow and Wren", seller="Willow and Wren")
    assert identify(ours, shop).accepted
    assert not identify(ours, Listing(shop.name, brand=shop.brand)).accepted


@pytest.mark.real_data
def test_every_real_toy_with_a_number_is_its_own_title() -> None:
    if not TOYS.exists():
        pytest.skip("the 10,000 real toys are not here")
    with TOYS.open(encoding="utf-8", newline="") as file:
        rows = [Row(place, cells) for place, cells in enumerate(csv.DictReader(file))]
    taken = [reading.product for reading in AmazonUk().readings(rows) if isinstance(reading, Taken)]
    numbered = [toy for toy in taken if toy.model_number]
    refused = [toy.title for toy in numbered if not identify(toy, Listing(name=toy.title, brand=toy.brand)).accepted]
    assert len(numbered) > 900
    assert not refused


@pytest.mark.real_data
def test_no_real_toy_passes_for_its_sibling() -> None:
    """Among 10,000 real toys, each beside the five of its maker whose names are most alike."""
    if not TOYS.exists():
        pytest.skip("the 10,000 real toys are not here")
    with TOYS.open(encoding="utf-8", newline="") as file:
        toys = [Product(row["uniq_id"], row["product_name"], row["manufacturer"]) for row in csv.DictReader(file)]
    pairs = [pair for pair in near_pairs(toys) if not alike(*pair)]
    taken = [(ours.title, theirs.title) for ours, theirs in pairs if accepts(ours, theirs)]
    assert len(pairs) > 2000
    # What is left are duplicates that the list itself holds under two spellings.
    assert len(taken) <= len(pairs) // 250, taken


def near_pairs(toys: list[Product]) -> Iterator[tuple[Product, Product]]:
    by_maker: dict[str, list[Product]] = {}
    for toy in toys:
        by_maker.setdefault(toy.brand, []).append(toy)
    for siblings in by_maker.values():
        names = [frozenset(words(toy.title)) for toy in siblings]
        for place, toy in enumerate(siblings[::STEP]):
            mine = names[STEP * place]
            order = sorted(range(len(siblings)), key=lambda other: -len(mine & names[other]) / len(mine | names[other]))
            yield from ((toy, siblings[other]) for other in order[:6] if siblings[other] is not toy)


def alike(ours: Product, theirs: Product) -> bool:
    return sorted(words(ours.title)) == sorted(words(theirs.title))


def accepts(ours: Product, theirs: Product) -> bool:
    return identify(ours, Listing(name=theirs.title, brand=theirs.brand)).accepted
