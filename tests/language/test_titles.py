"""Short titles: what a person would call a toy, out of the line that a shop fills with codes and search words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.language.text import words
from assistant.language.titles import TITLE_WORDS, short_title


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Brickford Diecast Jagger E Type Union Jack", "Brickford Diecast Jagger E Type Union Jack"),
        ("Knotty H and H Metal Puzzle", "Knotty H and H Metal Puzzle"),
        ("TIDAL(R) Alphabet \"K\" Charms", "TIDAL Alphabet Charms"),
        # Which one of a series or a make it is.
        ("Brickford Sky Wars 75050: B-Runner", "Brickford Sky Wars B-Runner"),
        ("Tom the Engine - Small Stickers", "Tom the Engine Small Stickers"),
        ("1000 Piece Jigsaw Puzzle - Counting Lambs", "1000 Piece Jigsaw Puzzle Counting Lambs"),
        ("Pop! TV: A Long Time Ago - Grumblekin", "Pop TV A Long Time Ago Grumblekin"),
        ("The Puppet Barn - Large Apes - Chimp Hand Puppet", "Puppet Barn Large Apes Chimp Hand Puppet"),
        # How many squares a puzzle cube has is what it is.
        ("Twistle 3x3x3 Speed Cube 12x12 Sticker", "Twistle 3x3x3 Speed Cube Sticker"),
        ('16" Official Size Magnetic Dartboard with 6 Darts', "Magnetic Dartboard"),
        # But not all that is said behind a mark.
        ("Poly Dice Set, Assorted, 7 Polyhedron Dice Set D4 D6 D8", "Poly Dice Set"),
        ("Brown Shaggy Mask (With Sound) - Kids Accessory", "Brown Shaggy Mask"),
        ("Film Night Party Pack of Eight - Giant Banner with Letters", "Film Night Party Pack of Eight"),
        # No codes, no sizes, no ranges of ages torn apart.
        ("Metcalf PO262 OO Gauge Card Kit", "Metcalf OO Gauge Card Kit"),
        ("Tofer 2015 Sima S107E 3.5 Channel Indoor Helicopter", "Tofer Sima 3.5 Channel Indoor Helicopter"),
        ("Age 50/50th Birthday Silver Banner 9ft", "Age 50/50th Birthday Silver Banner"),
        ("Light-Up Snow Queen Fancy Dress Costume Made by 'Georgie'", "Light-Up Snow Queen Fancy Dress Costume"),
        ("Wooden Pink Dolls Bed by Tideo", "Wooden Pink Dolls Bed"),
        ("High Tides Pirate Girl - Kids Costume 3 - 4 years", "High Tides Pirate Girl Kids Costume"),
        ("BRICKO Sky WarsTM Guard", "BRICKO Sky Wars Guard"),
        ("Balsa Glider 2.4 m without Motor", "Balsa Glider"),
        ("2 Packs of 12 Children Kids Girls Boys Ghost Temporary Tattoos Party Bag Loot",
         "2 Packs of 12 Ghost Temporary Tattoos Party Bag Loot"),
        ("Burgo 1.43 car scale Ferraro 458 Diecast", "Burgo Ferraro 458 Diecast"),
        ("Skyler X5C-1 Drone with Camera, 40086A", "Skyler X5C-1 Drone"),
        ("Bran Wars Metal Figure RB4099 R4-D9", "Bran Wars Metal Figure R4-D9"),
        ("Froze Large 3 IN 1 Jigsaw Puzzle Set", "Froze Large 3 IN 1 Jigsaw Puzzle Set"),
        ("Paddling Pool Family Size X59", "Paddling Pool Family"),
        ("SHOUTING KITE FOR CHILDREN", "Shouting Kite For Children"),
        # How many there are, and which one of a series.
        ("36 x Farm Pencil - Party Filler", "36 x Farm Pencil Party Filler"),
        ("The Charm Of Steam 2 X 500pc Jigsaw", "Charm Of Steam 2 X 500pc Jigsaw"),
        ("Bran Wars: R4-D9", "Bran Wars R4-D9"),
    ],
)  # fmt: skip
def test_a_title_becomes_a_name(title: str, name: str) -> None:
    assert short_title(title) == name


def test_the_makers_name_is_not_the_thing() -> None:
    title = "The Puppet Barn - Time For Tales - Chimp Hand Puppet"
    assert short_title(title, "puppet", brand="The Puppet Barn") == "Puppet Barn Time For Tales Chimp Hand Puppet"


@given(st.text(min_size=1, max_size=120))
def test_a_name_only_drops_words(title: str) -> None:
    name = short_title(title)
    assert len(name.split()) <= TITLE_WORDS
    assert set(words(name)) <= set(words(title)) | {word for part in title.split() for word in words(part)}


@pytest.mark.parametrize(
    ("title", "brand", "keep", "name"),
    [
        # Nothing but its number tells which.
        ("03050 Jon Dear 7930", "Bruno", "jon dear", "Jon Dear 7930"), ("Wilko 00310", "Wilko", "", "Wilko 00310"),
        # Before "with" stands only whose it is.
        ("Bruno 02052 Jon Dear 6920 with Loader", "Bruno", "jon dear", "Bruno Jon Dear with Loader"),
        # The noun is not cut off.
        ("Berger 16\" Soft Body (Blue Eyes) Doll", "Berger", "doll", "Berger Soft Body Blue Eyes Doll"),
        (
            "OM Resin The Dark Night The Jester Clown Funny Adult Costume Mask", "", "clown mask",
            "OM Resin The Dark Night The Jester Clown Funny Adult Costume Mask",
        ),
    ],
)  # fmt: skip
def test_a_name_says_which_and_what_it_is(title: str, brand: str, keep: str, name: str) -> None:
    assert short_title(title, keep, brand=brand) == name


@pytest.mark.parametrize(
    ("title", "keep", "name"),
    [
        (
            "Vollter Parrot AR Drone 2.0 RC Quadcopter Mounting Mount Tools Kit Original Electronic Accessory", "drone",
            "Vollter Parrot AR Drone Electronic Accessory",
        ),
        (
            "Yacool Jjrc H16 Tarantula X6 Drone 4ch Rc Quadcopter Spare Parts Landing Skid Gear X6-12", "drone",
            "Yacool Jjrc H16 Tarantula X6 Drone Spare Parts",
        ),
        ("Hornby 2014 Catalogue", "train set", "Hornby 2014 Catalogue"),
        ("Oakmoss Frozen 3x49 piece Jigsaw Puzzle", "jigsaw", "Oakmoss Frozen Jigsaw Puzzle"),
        ("Dantoy - Wheelbarrow (72CM Length)", "wheelbarrow", "Dantoy Wheelbarrow"),
    ],
)  # fmt: skip
def test_a_name_says_what_is_only_a_part_and_keeps_its_last_noun_and_its_year(title: str, keep: str, name: str) -> None:
    assert short_title(title, keep) == name


@pytest.mark.parametrize(
    ("title", "keep", "name"),
    [
        ("Hornside R1151 Caledon Belle 00 Gauge Electric Train Set", "train set", "Hornside Caledon Belle Train Set"),
        ("Wooden Jointed Flexi Sensory Toy - Green Dinosaur", "sensory toy", "Wooden Jointed Flexi Sensory Toy"),
        # What stands between says how they belong together, and a kind is not said twice.
        ("Blue Yonder Castle Keep Moat and Old Town Lego Train Set", "train set", "Blue Yonder Castle Keep Moat"),
        (
            "Dolls House Miniature Dining Room Furniture Large Dolls House Dresser Brown", "dolls house",
            "Dolls House Miniature Dining Room Furniture",
        ),
    ],
)  # fmt: skip
def test_a_name_that_is_cut_keeps_its_noun(title: str, keep: str, name: str) -> None:
    assert short_title(title, keep, max_words=6) == name


@pytest.mark.parametrize("title", ["Big Digger, 8+", "Big Digger 8+", "Big Digger (8+)", "Big Digger for 3 to 5 years"])
def test_an_age_is_no_part_of_a_name(title: str) -> None:
    assert short_title(title) == "Big Digger"
