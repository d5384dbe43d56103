"""What a text speaks of: a listing is called silent only where none of its texts has what is asked."""

from __future__ import annotations

import pytest
from builders import a_product

from assistant.matching.mentions import is_in_name, mention, part_of_name, speaks_of, texts_of


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("does it come with a sword?", "Pirate Costume with Sword & Gun"),
        ("is it machine washable", "may be washed by hand"),
        ("how does it charge", "with a rechargeable battery"),
        ("does it play music", "Rocking Musical Pony"),
        ("are they latex free", "10 inch latex balloons"),
        ("how tall is it", "This twenty five centimetre high glove puppet"),
        ("how big is it?", "Dimensions of item: 149 x 51 x 82 cm."),
        ("how long does a game take", "over in 20 minutes"),
        ("how many pencils are in it?", "1 felt tip pen, four coloured pencils"),
        ("what's in the box?", "Bobble-Head Figure w/ Stand"),
        ("what is it made of?", "100% cotton outer clothing, hollow fibre inner"),
        ("what color is it", "Kinetic Sand Playset (Multi-Colour)"),
        ("does it have a chalkboard", "one side is a chalk board"),
        ("is it made of plastic", "Each of the cut-outs is made from card."),
        ("is it ok for a 7 year old?", "Girls 4-12 Black Chess Costume 4-12 y"),
    ],
)
def test_a_text_speaks_of_what_is_asked_in_other_forms_of_the_words_and_in_units(question: str, text: str) -> None:
    assert mention(question, text)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("does it come with a card", "made of cardboard"),
        ("does it float", "An inflatable pool"),
        ("how tall is it", "Remote distance: 15 metres"),
        ("how heavy is the lid", "It weighs 2 kg."),
        ("how many pencils are in it?", "Pencils of many colours"),
        ("is it ok for a 7 year old?", "Comes with a 2 year guarantee"),
        ("does it need glue", "It needs care."),
    ],
)
def test_a_text_about_something_else_does_not(question: str, text: str) -> None:
    assert not mention(question, text)


def test_a_sentence_that_names_the_side_speaks_more_nearly_than_one_with_some_length() -> None:
    assert mention("how tall is it", "It stands ten inches tall.") > mention("how tall is it", "Size 30 cm")
    assert mention("how big is it", "Dimensions: 3 x 4 cm") > mention("how big is it", "a 2 m cable") > 0


def test_what_the_toy_is_called_is_nothing_to_look_for_in_a_sentence_about_it() -> None:
    assert mention("how long is the spade", "It is 69 cm long.", title="Gardening Spade")
    assert not mention("how long is the handle", "It is 69 cm long.", title="Gardening Spade")


def test_reviews_and_fields_are_looked_through_too() -> None:
    assert speaks_of("is it loud?", texts_of(a_product(material="loud tin")))
    assert not speaks_of("is it loud?", texts_of(a_product()))


def test_a_number_in_a_name_counts_only_where_it_counts() -> None:
    assert is_in_name("how many balloons are in it?", "Balloons, pack of 8")
    assert not is_in_name("how many stickers are on it?", "Sticker Sheet (No. 714)")
    assert is_in_name("how many pens are in it?", "Brightline 144 Fineline Pens Class Pack")
    assert not is_in_name("how many pens are in it?", "Brightline 144 Fineline Class Pack")


@pytest.mark.parametrize(
    ("question", "name", "part"),
    [
        ("how big is it", "Solid Sheesham Wood Inlaid Folding Chess Set - 25 x 25cms", "25 x 25cms"),
        ("how many are in it", "Pack of 12 - 5in Rubber Newts - Splendid Party Bag Fillers", "Pack of 12"),
        ("is it for indoors", "Syma S107 3.5 Channel RC Indoor Helicopter with Gyro in Blue",
         "… Channel RC Indoor Helicopter with …"),
        ("is it wooden", "Wooden Chess Set", "Wooden Chess Set"),
        ("is it loud", "Syma S107 3.5 Channel RC Indoor Helicopter with Gyro in Blue",
         "Syma S107 3.5 Channel RC Indoor Helicopter with Gyro in Blue"),
    ],
)  # fmt: skip
def test_of_a_long_name_the_part_is_told_that_speaks_of_what_is_asked(question: str, name: str, part: str) -> None:
    assert part_of_name(question, name) == part


def test_what_floats_floats_in_the_bath_and_a_remark_before_a_question_is_none_of_it() -> None:
    assert is_in_name("does it actually float in the bath", "Large Floating Pirate Ship")
    assert not is_in_name("is there enough to share with a friend", "Friends 4 Ever Bracelet Kit")
    assert is_in_name("second ones nice. what size is it", "Folding Chess Set - 25 x 25cms")
