"""Sentences of a listing: where one ends, and where a full stop ends none."""

from __future__ import annotations

from assistant.language.sentences import sentences


def test_a_full_stop_ends_a_sentence_and_that_of_an_abbreviation_none() -> None:
    assert sentences("Total height: Approx. 4.8 cm. Made of wood.") == [
        "Total height: Approx. 4.8 cm.",
        "Made of wood.",
    ]
    assert sentences("Dr. X stands tall. See No. 4.") == ["Dr. X stands tall.", "See No. 4."]
    assert sentences("For your Spa.Designed for two.\nBatteries incl. in the box") == [
        "For your Spa.", "Designed for two.", "Batteries incl. in the box",
    ]  # fmt: skip


def test_what_is_too_long_for_a_sentence_falls_apart_where_a_table_or_a_list_was_run_together() -> None:
    table = (
        "Function: Up, Down, Left, Right Flying Time: About 6 mins Material: PlasticGreat gift; one key "
        + "and so on " * 9
    )
    assert sentences(table)[:5] == [
        "Function: Up, Down, Left, Right", "Flying Time: About 6 mins", "Material: Plastic", "Great gift",
        "one key " + " ".join(["and so on"] * 9),
    ]  # fmt: skip
    assert sentences("Flying Time: About 6 mins") == ["Flying Time: About 6 mins"]
    assert sentences("For a partyMaterial: tinLength: 22 cm") == ["For a party", "Material: tin", "Length: 22 cm"]


def test_where_no_sign_ends_a_sentence_a_small_word_with_a_capital_begins_one() -> None:
    told = "Battle with this fierce vehicle " + "and crash " * 18 + "Your vehicle stands around 5 cm tall"
    assert sentences(told)[-1] == "Your vehicle stands around 5 cm tall"
    assert sentences("Winner of The Golden Cup in the game of The Lost City") == [
        "Winner of The Golden Cup in the game of The Lost City"
    ]
