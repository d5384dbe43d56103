import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.catalogue.parsing.ages import age
from assistant.catalogue.parsing.cleaning import category, clean, description, lines, name, web_address
from assistant.catalogue.parsing.counts import pieces_in_title, players_in_title, reviews
from assistant.catalogue.parsing.details import details
from assistant.catalogue.parsing.price_cells import price
from assistant.schema import Review


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a &amp;amp; b<br/>c", "a & b c"),
        ("Dress<LI>1x Coat</LI><u>New</u>", "Dress 1x Coat New"),
        ("<script>alert('<b>')</script>Kite<!-- note -->", "Kite"),
        ("Not for <3 years", "Not for <3 years"),
        ("one\n\n two\u00a0\tthree", "one two three"),
        ("Zoo\u00ad\u200b", "Zoo"),
        ("it\u00e2\u0080\u0099s \u00c2\u00a35", "it’s £5"),
        ("Top\x99", "Top™"),
        ("POK\u00c9\u00ae", "POKÉ®"),
        ("x\x00\x1b[31m", "x[31m"),
    ],
)
def test_text_is_cleaned(text: str, expected: str) -> None:
    assert clean(text) == expected


@given(st.text(max_size=80))
def test_clean_text_is_one_line_and_stays_as_it_is(text: str) -> None:
    cleaned = clean(text)
    assert cleaned == " ".join(cleaned.split())
    assert not any(ord(char) < 32 for char in cleaned)


def test_a_description_loses_its_heading() -> None:
    assert description("Product Description  A bird kite. Product Description stays here.") == (
        "A bird kite. Product Description stays here."
    )


@pytest.mark.parametrize(("text", "expected"), [("Unknown", ""), ("generic", ""), ("n/a", ""), (" Brio ", "Brio")])
def test_an_unknown_maker_is_no_maker(text: str, expected: str) -> None:
    assert name(text) == expected


def test_a_category_is_a_path() -> None:
    assert category("Hobbies > Model Trains &amp; Railway Sets >  Trains") == (
        "Hobbies", "Model Trains & Railway Sets", "Trains",
    )  # fmt: skip
    assert category("Toys | Puzzles | Puzzles") == ("Toys", "Puzzles")
    assert category("") == ()


def test_lines_of_a_list() -> None:
    assert lines("no batteries | magnetic |  | magnetic") == ("no batteries", "magnetic")
    assert lines("one\n• two\n- three") == ("one", "two", "three")


@pytest.mark.parametrize("address", ["javascript:alert(1)", "data:text/html,x", "//shop.example", "http://a b", "x"])
def test_only_web_addresses_are_addresses(address: str) -> None:
    assert web_address(address) in {"", "http://a"}


def test_the_first_of_several_addresses() -> None:
    assert web_address("https://a.example/1.jpg|https://a.example/2.jpg") == "https://a.example/1.jpg"


def test_reviews_lose_their_authors_and_torn_ends() -> None:
    text = (
        "Lovely set // 5.0 // 3 Dec. 2015 // By\n    \n    A Person\n  \n on 3 Dec. 2015 // Best thing // ever. | "
        "Fine // 3.0 // 4 Jan. 2016 // B // See http://x.example/a | and I absolu"
    )
    assert reviews(text) == (
        Review("Lovely set", "Best thing // ever.", 5.0, "3 Dec. 2015"),
        Review("Fine", "See http://x.example/a", 3.0, "4 Jan. 2016"),
    )
    assert reviews("") == ()


@pytest.mark.parametrize(
    "piece", ["<script ", "<!--", "<a ", "<", " ", "&amp;", "| ", "// ", "9 ", "\u00c2\u00a3", "players ", "-"]
)
def test_no_text_takes_long(piece: str) -> None:
    text = "<a" + piece * (100_000 // len(piece))
    started = time.perf_counter()
    for read in (clean, description, category, lines, web_address, reviews, players_in_title, pieces_in_title, details):
        read(text)
    price(text)
    age(text)
    # A fiftieth of a second each on a quiet machine; a regular expression that runs away takes minutes.
    assert time.perf_counter() - started < 4
