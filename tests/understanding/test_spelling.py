"""Typing errors: forgiven where the catalogue has the word that was meant, left alone elsewhere."""

from __future__ import annotations

import pytest
from builders import a_vocabulary

from assistant.understanding.slots import read_wish
from assistant.understanding.spelling import corrected

SHOP = a_vocabulary(words="dinosaur jigsaw puzzle helicopter train carriage marriage")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("dinasaur", "dinosaur"), ("jigsow puzle", "jigsaw puzzle"), ("helicoptor", "helicopter"),
        ("trian set", "train set"), ("dinosaur", "dinosaur"), ("zzzz", "zzzz"), ("blorptron", "blorptron"),
        ("carrige", "carriage"), ("r4410a", "r4410a"), ("laptop", "laptop"),
    ],
)  # fmt: skip
def test_a_slip_is_mended_and_nothing_else(typed: str, meant: str) -> None:
    assert corrected(typed, SHOP) == meant


def test_the_kind_of_toy_is_read_as_it_was_meant() -> None:
    assert read_wish("a dinasaur under £10", SHOP).product_type == "dinosaur"
