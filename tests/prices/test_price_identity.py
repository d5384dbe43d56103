from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from price_identity_more import MORE_DIFFERENT, MORE_SAME
from price_identity_pairs import DIFFERENT, G1, SAME, Text
from price_names import NAMES, Reads

from assistant.catalogue.formats.rows import Row, Taken
from assistant.catalogue.formats.uk import AMAZON_UK
from assistant.language.text import words
from assistant.prices.identity.gate import identify
from assistant.prices.identity.makers import same_brand
from assistant.prices.pages.offers import Listing, gtin14
from assistant.schema import Product

TOYS = Path(__file__).resolve().parents[3] / "shared" / "data" / "toys_uk.csv"
# Every fortieth toy is compared: enough to catch a reader that lets siblings pass, and quick.
STEP = 40


# Nothing but reading tells these from the product.
TOLD_BY_READING = frozenset({
    "Kettlebrook Island Settlers Expansion", "Kettlebrook Island Settlers Expansion Pack: 5-6 Players",
    "Battery Box for Bricklund 4021 Harbour Lighthouse", "Bricklund 4021 Harbour Lighthouse Keeper Figure",
    "Zephyr Hover Drone Carry Case", "Track Pack for Brambleford Farm Wooden Train Set",
    "Kettlebrook Word Duel Junior", "Kettlebrook Word Duel", "Kettlebrook Word Duel Travel Edition",
    "Kettlebrook Word Duel Deluxe", "Kettlebrook Word Duel Card Game", "Kettlebrook Word Duel 25th Anniversary",
    "Kettlebrook Word Duel German Edition", "Kettlebrook Word Duel 2nd Edition", "Kettlebrook Word Duel III",
    "Tinkerholt Garden Dominoes", "Oakmoss Mini Farm Animals", "Zephyr Mystery Figure",
    "Brambleford City Wooden Train Set", "Brambleford Farm Wooden Tractor Set", "Storm Riders Lightning Bike",
    "Quillwick 10 Metallic Pencils", "Oakmoss Wooden Ice Cream Shop Set", "Nordalf City Delivery Truck",
    "Brambleford Whistlestop Battery Train Set", "Zephyr Coding Robot Bolt Activity Set",
    "Oakmoss Wooden Number Puzzle", "Quillwick Chocolate Rabbit Girl", "Kettlebrook Quick Eye Kids Card Game",
    "Kettlebrook Wild Party Card Game", "Kettlebrook Quick Eye 1-2-3", "Kettlebrook Word Duel 4 Player",
    "Puzzlarium Windmill Jigsaw Puzzle", "Kettlebrook Railway Tickets for Kids", "Oakmoss Pattern Blocks Set A",
    "Zephyr Silver Storm Booster Pack", "Zephyr Match Cards 10 Pack", "Puzzlarium Our House 1980s Jigsaw 1000 Piece",
    "Bricklund Racer Driver Figure 75909",
})  # fmt: skip


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


CONTRADICTED = [pair for pair in (*DIFFERENT, *MORE_DIFFERENT) if pair[1][0] not in TOLD_BY_READING]
READ = [pair for pair in (*DIFFERENT, *MORE_DIFFERENT) if pair[1][0] in TOLD_BY_READING]


def test_of_two_numbers_that_both_have_the_same_one_is_named_in_every_process() -> None:
    for second in range(5011, 5019):
        title = f"Harbour Lighthouse {second} 4021"
        found = identify(Product("p", title, "Bricklund"), Listing(title, brand="Bricklund"), Reads())
        assert "same number: 4021" in found.reasons


@pytest.mark.parametrize(("ours", "theirs"), CONTRADICTED, ids=lambda fields: fields[0])
def test_what_contradicts_it_is_never_accepted_however_its_name_is_read(ours: Text, theirs: Text) -> None:
    identity = identify(product(ours), listing(theirs), Reads())
    assert not identity.accepted, identity


@pytest.mark.parametrize(("ours", "theirs"), MORE_SAME, ids=lambda fields: fields[0])
def test_nothing_contradicts_the_same_thing_in_a_shop_s_words(ours: Text, theirs: Text) -> None:
    identity = identify(product(ours), listing(theirs), Reads())
    assert identity.accepted, identity


def test_what_ships_reads_most_names_of_made_up_toys() -> None:
    """They are made up to mislead; real names by hands that saw nothing are measured apart."""
    pairs = [*SAME, *MORE_SAME]
    missed = [pair for pair in pairs if not identify(product(pair[0]), listing(pair[1]), NAMES).accepted]
    taken = [pair for pair in READ if identify(product(pair[0]), listing(pair[1]), NAMES).accepted]
    assert len(missed) <= len(pairs) // 7, missed
    assert len(taken) <= len(READ) // 4, taken


def test_a_number_on_one_side_is_open_until_the_pieces_or_the_price_agree() -> None:
    ours, theirs = ("Town Police Station", "Bricklund"), ("Bricklund Town Police Station 60316", "Bricklund")
    assert identify(product(ours), listing(theirs), Reads()).unless_priced_alike
    with_pieces = identify(product((*ours, "", "", "668")), listing((f"{theirs[0]} 668 pieces", theirs[1])), Reads())
    assert with_pieces.accepted


@pytest.mark.parametrize(("said", "accepted"), [(0.97, False), (0.99, True)])
def test_a_number_that_only_the_catalogue_s_field_has_is_no_matter_where_the_name_is_surely_the_toy_s(
    said: float, accepted: bool
) -> None:
    ours, theirs = ("Town Police Station", "Bricklund", "60316"), ("Bricklund Town Police Station Set", "Bricklund")
    found = identify(product(ours), listing(theirs), Reads(said))
    assert (found.accepted, found.unless_priced_alike) == (accepted, not accepted)


@pytest.mark.parametrize(
    ("said", "number", "gtin", "accepted"),
    [
        (0.5, "", "", False), (0.94, "", "", False), (0.96, "", "", True), (0.89, "4021", "", False),
        (0.91, "4021", "", True), (0.05, "", G1, False), (0.2, "", G1, True),
    ],
)  # fmt: skip
def test_a_shared_number_and_a_shared_gtin_ask_less_of_the_names(
    said: float, number: str, gtin: str, accepted: bool
) -> None:
    ours = product(("Harbour Lighthouse", "Bricklund", number, gtin))
    shop = listing(("Bricklund Lighthouse by the Harbour", "Bricklund", number, gtin))
    assert identify(ours, shop, Reads(said)).accepted == accepted


def test_without_a_maker_a_short_name_is_open() -> None:
    ours = product(("Farm Wooden Train Set", "Oakmoss"))
    found = identify(ours, listing(("Farm Wooden Train Set", "")), Reads())
    assert (found.accepted, found.unless_priced_alike) == (False, True)
    long = product(("Farm Wooden Train Set with Turntable", "Oakmoss"))
    assert identify(long, listing(("Farm Wooden Train Set with a Turntable", "")), Reads()).accepted


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
    found = identify(product((name, "Oakmoss")), Listing(f"Oakmoss {name}", brand="Oakmoss", **more), NAMES)
    assert reason in found.reasons


def test_a_label_that_turns_colours_round_names_another() -> None:
    ours = product(("Opaque Dice Set White with Black", "Oakmoss"))
    for told, accepted in (("black with white", False), ("white with black", True)):
        found = identify(ours, Listing("Oakmoss Opaque Dice Set White with Black", brand="Oakmoss", also=told), Reads())
        assert found.accepted == accepted, found


def test_a_shop_that_names_itself_as_the_maker_is_none() -> None:
    ours = product(("Table Top Market Stall", "Oakmoss"))
    shop = Listing("Oakmoss Table Top Market Stall", brand="Willow and Wren", seller="Willow and Wren")
    assert identify(ours, shop, Reads()).accepted
    assert not identify(ours, Listing(shop.name, brand=shop.brand), Reads()).accepted


@pytest.mark.real_data
def test_every_real_toy_with_a_number_is_its_own_title() -> None:
    if not TOYS.exists():
        pytest.skip("the 10,000 real toys are not here")
    with TOYS.open(encoding="utf-8", newline="") as file:
        rows = [Row(place, cells) for place, cells in enumerate(csv.DictReader(file))]
    taken = [reading.product for reading in AMAZON_UK.readings(rows) if isinstance(reading, Taken)]
    numbered = [toy for toy in taken if toy.model_number]
    refused = [
        toy.title for toy in numbered if not identify(toy, Listing(name=toy.title, brand=toy.brand), NAMES).accepted
    ]
    assert len(numbered) > 900
    assert not refused


@pytest.mark.long
@pytest.mark.real_data
def test_no_real_toy_passes_for_its_sibling() -> None:
    """Among 10,000 real toys, each beside the five of its maker whose names are most alike."""
    if not TOYS.exists():
        pytest.skip("the 10,000 real toys are not here")
    with TOYS.open(encoding="utf-8", newline="") as file:
        toys = [Product(row["uniq_id"], row["product_name"], row["manufacturer"]) for row in csv.DictReader(file)]
    pairs = [pair for pair in near_pairs(toys) if not alike(*pair)]
    taken = [(ours.title, theirs.title) for ours, theirs in pairs if accepts(ours, theirs)]
    assert len(pairs) > 300
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
    return identify(ours, Listing(name=theirs.title, brand=theirs.brand), NAMES).accepted


@pytest.mark.parametrize(
    ("brand", "other", "same"),
    [("Bristol Novelties", "Bristol Novelty", True), ("burago", "Bburago", True), ("Oakmoss", "Oakmosss", True),
     ("Oakmoss", "Oakmosk", False), ("Ravens", "Ravensb", False), ("Otto", "Oto", False)],
)  # fmt: skip
def test_a_maker_is_known_by_another_ending_or_a_letter_twice(brand: str, other: str, same: bool) -> None:
    assert same_brand(brand, other) is same
