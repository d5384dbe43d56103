"""Folding, stems, and how amounts and ages are written."""

from __future__ import annotations

import re

import pytest
from builders import age
from hypothesis import given
from hypothesis import strategies as st

from assistant.language.text import ages, escape_markdown, fold, of_it, stem, stems, without, words
from assistant.schema import AgeRange


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("LEGO", "lego"),
        ("Pokémon", "pokemon"),
        ("Brio’s", "brio's"),
        ("STRASSE", "strasse"),
        ("Straße", "strasse"),
        ("2½ years", "2 1/2 years"),
        ("½ price, 1¼ m", "1/2 price, 1 1/4 m"),
        ("", ""),
    ],
)
def test_folding_leaves_letters_that_can_be_compared(text: str, folded: str) -> None:
    assert fold(text) == folded


@given(st.text(max_size=80))
def test_folding_twice_changes_nothing_more(text: str) -> None:
    once = fold(text)
    assert words(once) == words(text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Wooden Train-Set, 2.4 GHz!", ["wooden", "train", "set", "2.4", "ghz"]),
        ("the doll's house", ["the", "doll's", "house"]),
        ("Star WarsTM Duel", ["star", "wars", "duel"]), ("Duplo™", ["duplo"]), ("ATM till", ["atm", "till"]),
        ("rock'n'roll", ["rock'n'roll"]), ("3-in-1", ["3", "in", "1"]), ("…", []), ("拼图", []),
    ],
)  # fmt: skip
def test_words_are_letters_and_digits_in_order(text: str, found: list[str]) -> None:
    assert words(text) == found


@pytest.mark.parametrize(
    ("word", "stemmed"),
    [
        ("puzzles", "puzzle"), ("puzzle", "puzzle"), ("dolls'", "doll"), ("doll's", "doll"), ("puppies", "puppy"),
        ("boxes", "box"), ("brushes", "brush"), ("glasses", "glass"), ("bus", "bus"), ("chess", "chess"),
        ("lorries", "lorry"),
        ("toes", "toe"), ("gas", "gas"), ("movies", "movy"), ("is", "is"), ("houses", "house"),
    ],
)  # fmt: skip
def test_a_plural_meets_its_singular(word: str, stemmed: str) -> None:
    assert stem(word) == stemmed


@given(st.from_regex(r"[a-z]{3,12}", fullmatch=True))
def test_a_word_and_its_plain_plural_share_a_stem(word: str) -> None:
    if not word.endswith(("s", "x", "y", "sh", "ch", "e", "i", "u")):
        assert stem(word + "s") == stem(word)


def test_stems_keep_the_order_of_the_words() -> None:
    assert stems("Dolls' houses and puppies") == ["doll", "house", "and", "puppy"]


@pytest.mark.parametrize(
    ("low", "high", "written"),
    [
        (36, 72, "ages 3 to 6"), (36, None, "ages 3 and up"), (48, 48, "age 4"), (6, 18, "6 to 18 months"),
        (18, None, "18 months and up"), (1, None, "1 month and up"),
        (None, 96, "up to age 8"), (0, None, "newborns and up"), (18, 36, "ages 1.5 to 3"),
        (30, None, "ages 2.5 and up"), (None, None, ""),
        (24, None, "ages 2 and up"), (12, 24, "12 to 24 months"),
    ],
)  # fmt: skip
def test_ages_are_written_in_the_unit_people_use(low: int | None, high: int | None, written: str) -> None:
    assert ages(AgeRange(low, high)) == written


@pytest.mark.parametrize(
    ("low", "high", "written"), [(None, 5, "up to 5 months"), (None, 35, "up to 35 months"), (18, 18, "18 months")]
)
def test_months_are_never_written_as_parts_of_a_year(low: int | None, high: int, written: str) -> None:
    assert ages(AgeRange(low, high)) == written


def test_whole_years_have_no_decimals() -> None:
    assert "." not in ages(age(3, 12))


HOSTILE = [
    "<script>alert(1)</script>", "[click](https://evil.example)", "![x](https://evil.example/x.png)",
    "**bold** _it_ ~~no~~",
    "# Heading", "- item", "+ item", "`code`", "a | b | c", "$x^2$", "&lt;b&gt;",
    "line one\n## Answer\nSession: other", "<b>hi</b>",
    "\\[x](y)",
]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE)
def test_escaped_text_can_neither_format_nor_link_nor_start_a_line(text: str) -> None:
    escaped = escape_markdown(text)
    assert "\n" not in escaped
    assert not re.search(r"(?<!\\)(?:\\\\)*[<>\[\]()*_`#|~$&]", escaped)
    assert not re.match(r"[-+#]", escaped)


@given(st.text(max_size=80))
def test_unescaping_gives_the_text_back_on_one_line(text: str) -> None:
    assert re.sub(r"\\(.)", r"\1", escape_markdown(text)) == " ".join(text.split())


def test_an_escaped_text_opens_no_numbered_list() -> None:
    assert not re.match(r"\d+[.)]\s", escape_markdown("1. Buy this"))


def test_words_that_others_have_too_are_left_out_by_their_stems() -> None:
    assert without("dinosaurs train set", "dinosaur") == "train set"
    assert without("train set", "") == "train set"


def test_only_a_verb_that_asks_of_it_is_put_right() -> None:
    assert of_it("do it float, and have it a lid") == "does it float, and has it a lid"
    assert of_it("could she have it on her lap") == "could she have it on her lap"
