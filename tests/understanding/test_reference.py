"""A toy on the screen may be called by its title."""

from __future__ import annotations

import pytest

from assistant.understanding.reference import pointed

LIST = ("Farm Train", "Farm Train Set, 46 Pieces", "Café Playset for ages 3+", "Kite")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("tell me more about Farm Train", "tell me more about the first one"),
        ("tell me more about the farm train set 46 pieces", "tell me more about the second one"),
        ("How much is the Cafe Playset for Ages 3+?", "how much is the third one+?"),
        ("compare Farm Train and Café Playset for ages 3", "compare the first one and the third one"),
        ("tell me more about Farm Trains", "tell me more about Farm Trains"),
        ("tell me more about the Kite", "tell me more about the Kite"),
        ("I want a Farm Train", "I want a Farm Train"),
        ("a kite", "a kite"),
    ],
)
def test_a_title_becomes_a_place_in_a_question_about_what_is_shown(text: str, said: str) -> None:
    assert pointed(text, LIST) == said


def test_without_a_list_nothing_changes() -> None:
    assert pointed("tell me more about Farm Train", ()) == "tell me more about Farm Train"
