"""What a text speaks of: a listing is called silent only where none of its texts has what is asked."""

from __future__ import annotations

import pytest
from builders import a_product

from assistant.matching.mentions import asked_for, asks_of_a_part, may_state, mention, part_of_name, speaks_of, texts_of


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


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("how big is it", False), ("how long is the boat in cm?", False), ("what size are they roughly", False),
        ("how much does it weigh", False), ("how tall does he stand", False), ("how tall is the mast?", True),
        ("how high do they go?", True), ("how heavy a child can ride on it", True),
        ("what is the most weight it'll hold", True), ("how big is it when it's folded", True), ("size of base", True),
    ],
)  # fmt: skip
def test_a_measure_may_be_that_of_a_part(question: str, part: bool) -> None:
    assert asks_of_a_part(question, "Farm Boat") is part


def test_what_size_the_batteries_are_asks_for_no_length() -> None:
    assert asked_for("what size batteries does it need").value == ""


def test_a_text_may_answer_only_where_it_has_a_value_of_the_kind_that_is_asked() -> None:
    assert may_state("how much does it weigh", "Confetti, 14g")
    assert may_state("what colour is it", "Green Boat")
    assert not may_state("how much does it weigh", "Mini Drone CX-10A")


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
