"""Sizes and weights out of a cell, or nothing."""

from __future__ import annotations

import pytest

from assistant.catalogue.parsing.measures import size, size_in_title, weight


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("40 x 29.8 x 8 cm", "40 x 29.8 x 8 cm"), ("7 x 3 cm Our recommended age:3 years", "7 x 3 cm"),
        ("6 Inches", "6 inches"), ("12 in", "12 inches"), ("3.5×2×1 in", "3.5 x 2 x 1 inches"), ("", ""), ("large", ""),
        ("for ages 3", ""), ("1 m", "1 m"),
    ],
)  # fmt: skip
def test_sizes(text: str, found: str) -> None:
    assert size(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("1.2 Kg", "1.2 kg"), ("59 g Delivery information: We cannot", "59 g"), ("2 pounds", "2 lb"),
        ("8.2 ounces (View shipping rates)", "8.2 oz"), ("0 g", ""), ("", ""), ("heavy", ""), ("3 lbs", "3 lb"),
    ],
)  # fmt: skip
def test_weights(text: str, found: str) -> None:
    assert weight(text) == found


@pytest.mark.parametrize(
    ("title", "found"),
    [
        ("PUG DOG TOY 30CM- Keel Toys- Plush cuddly soft toy", "30 cm"), ("The Legler 3-inch Spinning Top", "3 inches"),
        ('Minnie Mouse 10" Plush', "10 inches"), ("Felt Board 40 x 30 cm", "40 x 30 cm"), ("Intex 15ft Pool", "15 ft"),
        ("10ft x 30in Easy Set Pool with Filter Pump #56922", "10 ft x 30 inches"),
        ('Paddling Pool - 96" x 60" x 20" - 8ft', "96 x 60 x 20 inches"), ("Outfit for 18 inch Dolls", ""),
        ("Ball 10cm or 20cm", ""), ("3-in-1 Table", ""), ("Ages 3 - 5 cmyk", ""),
        ("Diecast 1:24 Scale Ferrari", ""), ("2.4GHz Drone", ""),
    ],
)  # fmt: skip
def test_the_one_size_that_a_title_states_is_the_toys(title: str, found: str) -> None:
    assert size_in_title(title) == found
