"""Whom and which day a name says that a toy is for."""

from __future__ import annotations

import pytest

from assistant.matching.whom import is_for_another_day, is_for_others, names_a_young_relative


@pytest.mark.parametrize(
    ("asked", "name", "others"),
    [
        ("mens pirate costume", "Pirate Costume Ladies", True), ("mens pirate costume", "Pirate Boy Costume", True),
        ("a hat for a grown man", "Women's Hat", True),
        ("mens pirate costume", "Men's Pirate Costume", False), ("a pirate costume", "Ladies Pirate Costume", False),
        ("a bike for two girls", "Bike for Boys and Girls", False), ("an x-men figure", "Girls' Figure", False),
        ("soldiers for my boy", "Army Men", False),
        ("a pirate for my daughter", "Pirate Boy", True), ("a pirate for my nephew", "Pirate Boy", False),
        ("a car for my boy", "Girl's Car", True), ("a womens wig", "Pirate Wig", False),
    ],
)  # fmt: skip
def test_what_is_for_others_by_its_name(asked: str, name: str, others: bool) -> None:
    assert is_for_others(asked, name) == others


@pytest.mark.parametrize(
    ("asked", "name", "another"),
    [("banner 18th birthday", "80th Birthday Banner", True), ("banner 18th birthday", "18TH Banner", False),
     ("banner 18th birthday", "Birthday Banner", False), ("banner", "80th Birthday Banner", True),
     ("balloons", "Age 17 Birthday Balloons", True), ("balloons", "My First Birthday Balloon", True),
     ("bond car", "50th Anniversary Aston Martin", False),
     ("lego star wars", "LEGO Star Wars Advent Calendar", True), ("an advent calendar", "Advent Calendar 2013", False),
     ("tank 40th", "1/16th Tiger RC Tank", False), ("jigsaw 60th", "Thunderbirds 50th Anniversary Jigsaw", False),
     ("banner 60th", "Golden Wedding 50th Anniversary Banner", True), ("coach 18th", "LNER 3rd Class Coach", False)],
)  # fmt: skip
def test_what_is_for_another_birthday_by_its_name(asked: str, name: str, another: bool) -> None:
    assert is_for_another_day(asked, name) == another


def test_a_birthday_may_be_that_of_the_age() -> None:
    assert not is_for_another_day("balloons", "Age 5 Birthday Balloons", 5)
    assert is_for_another_day("balloons", "Age 5 Birthday Balloons", 6)
    assert is_for_another_day("badge 40th birthday", "8 years old birthday badge", 40)


def test_a_niece_is_mostly_a_child() -> None:
    assert names_a_young_relative("a doll for my niece")
    assert not names_a_young_relative("a jigsaw for my dad")
