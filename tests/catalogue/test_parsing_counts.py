import pytest

from assistant.catalogue.parsing.counts import (
    count,
    pieces,
    pieces_in_title,
    players,
    players_in_text,
    players_in_title,
    rating,
)
from assistant.schema import PlayerRange


@pytest.mark.parametrize(
    ("text", "stars"), [("4.9 out of 5 stars", 4.9), ("4.5", 4.5), ("4,5 von 5", 4.5), ("0", None), ("", None)]
)
def test_ratings(text: str, stars: float | None) -> None:
    assert rating(text).value == stars
    assert rating(text).problem == ""


@pytest.mark.parametrize("text", ["6", "9/10", "five"])
def test_a_rating_out_of_scale_is_none_and_says_so(text: str) -> None:
    assert rating(text).value is None
    assert rating(text).problem


@pytest.mark.parametrize(
    ("text", "number"),
    [("5\xa0new", 5), ("1,234", 1234), ("1 234", 1234), ("12.0", 12), ("99+", 99), ("in stock", None)],
)
def test_counts(text: str, number: int | None) -> None:
    assert count(text).value == number
    assert count(text).problem == ""


@pytest.mark.parametrize("text", ["-3", "1.5", "9" * 30, "9" * 5000])
def test_an_impossible_count_is_none_and_says_so(text: str) -> None:
    assert count(text).value is None
    assert count(text).problem


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [("2", 2, 2), ("2-4", 2, 4), ("2 to 4", 2, 4), ("2+", 2, None), ("4 or more", 4, None), ("2 - 4 Players", 2, 4)],
)
def test_players_in_a_cell(text: str, low: int, high: int | None) -> None:
    assert players(text).value == PlayerRange(low, high)


@pytest.mark.parametrize("text", ["n/a", "1 mini", "0", "4-2"])
def test_players_that_cannot_be_read(text: str) -> None:
    assert players(text).value is None
    assert players(text).problem


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Dice Race 2-4 Player Family Game", PlayerRange(2, 4)),
        ("4 Player Shut The Box", PlayerRange(4, 4)),
        ("Trading Game 2-Player Starter Deck", PlayerRange(2, 2)),
        ("Team Tin with 69 Player Cards", None),
        ("Splitter for DVD Player", None),
    ],
)
def test_players_in_a_title(title: str, expected: PlayerRange | None) -> None:
    assert players_in_title(title) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("60 tokens and rules. For 2-6 players.", PlayerRange(2, 6)),
        ("Great for 2 or more players", PlayerRange(2, None)),
        ("played by up to 6 players", PlayerRange(None, 6)),
        ("The first player to finish; each of 3 players takes a card", None),
        ("For 2-4 players, or 5 to 8 players with the extension", None),
    ],
)
def test_players_in_a_description_only_where_it_says_one_thing(text: str, expected: PlayerRange | None) -> None:
    assert players_in_text(text) == expected


@pytest.mark.parametrize(
    ("title", "number"),
    [
        ("Castle 1,000 Pieces", 1000),
        ("Afternoon Tea (500-Piece)", 500),
        ("Goods Yard (32 PCs)", 32),
        ("Railway, 46 pcs", 46),
        ("1000pc Jigsaw", 1000),
        ("3x49 Piece Puzzles", None),
        ("Battery (2PCS) and Charger (1PC)", None),
        ("10-12 pcs of feathers", None),
        ("A 1 piece swimsuit", None),
        ("Masterpiece 500", None),
        ("The Magic of Steam 2 X 500pc Jigsaw", None),
        ("Santa's Workshop Jigsaw (2x500 Pieces)", None),
    ],
)
def test_pieces_in_a_title_only_where_it_is_clear(title: str, number: int | None) -> None:
    assert pieces_in_title(title) == number


def test_implausible_pieces() -> None:
    assert pieces("250").value == 250
    assert pieces("0").problem == pieces("900000").problem == "pieces are implausible"


@pytest.mark.parametrize(
    "title", ["300 Piece Empty Chip Case", "Puzzle board for up to 500 pieces", "Box to hold 40 pcs"]
)
def test_pieces_that_go_in_are_none_that_it_has(title: str) -> None:
    assert pieces_in_title(title) is None
