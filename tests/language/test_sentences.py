"""Sentences of a listing: where one ends, and where a full stop ends none."""

from __future__ import annotations

from assistant.language.sentences import sentences


def test_a_full_stop_ends_a_sentence_and_that_of_an_abbreviation_none() -> None:
    assert sentences("Total height: Approx. 4.8 cm. Made of wood.") == [
        "Total height: Approx. 4.8 cm.",
        "Made of wood.",
    ]
    assert sentences("For your Spa.Designed for two.\nBatteries incl. in the box") == [
        "For your Spa.", "Designed for two.", "Batteries incl. in the box",
    ]  # fmt: skip
