"""Claims: what evidence carries stands, everything else goes, sentence by sentence and whole."""

from __future__ import annotations

import pytest
from builders import a_product, age, evidence_by_id
from hypothesis import given
from hypothesis import strategies as st

from assistant.answering.vetting.claims import problems, supported, verified
from assistant.schema import Claim, ClaimKind, PlayerRange, Sentence

TRAIN = a_product(
    "p1", "Farm Wooden Train Set", "24.99", brand="Brio", rating=4.7, rating_count=1132, age=age(3, 6),
    players=PlayerRange(2, 4),
    pieces=46, material="Wood", features=("No batteries needed", "Magnetic couplings", "Not machine or hand washable"),
    description="Not at all suitable for outdoor use. Runs on all wooden rails. Spare parts are available.",
)  # fmt: skip
OTHER = a_product(
    "p2",
    "Plastic Racing Car",
    "9.99",
    brand="Zoom",
    rating=3.9,
    rating_count=12,
    pieces=3,
    features=("Flashing lights",),
)
SHELF = evidence_by_id(TRAIN, OTHER)
EVERYTHING = tuple(SHELF)


def claim(kind: str, value: str, *evidence_ids: str, doc_id: str = "p1") -> Claim:
    return Claim(kind, value, doc_id, evidence_ids or EVERYTHING)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("title", "Farm Wooden Train Set"), ("title", "Wooden Train Set"), ("title", "FARM TRAIN"),
        ("brand", "by Brio"),
        ("brand", "BRIO"), ("price", "£24.99"), ("rating", "4.7 stars"), ("rating", "4.7"), ("count", "1,132 ratings"),
        ("count", "1132 ratings"), ("age", "for ages 3 to 6"), ("age", "ages 3 to 6"),
        ("players", "for 2 to 4 players"),
        ("pieces", "46 pieces"), ("material", "wooden"), ("material", "wood"), ("feature", "no batteries needed"),
        ("feature", "Magnetic couplings"), ("feature", "not machine or hand washable"),
        ("feature", "Spare parts are available."),
        ("attribute", "runs on all wooden rails"), ("comparison", "best rating"),
    ],
)  # fmt: skip
def test_what_the_evidence_says_is_supported(kind: str, value: str) -> None:
    assert supported(claim(kind, value), SHELF)


@pytest.mark.parametrize(
    ("kind", "value", "why"),
    [
        ("title", "Farm Wooden Train Set Deluxe", "a word was added"),
        ("title", "Train Farm", "the words were turned round"),
        ("title", "Racing Car", "it is another product's"), ("title", "", "nothing is said"),
        ("title", "!!", "nothing is said"),
        ("brand", "by LEGO", "another maker"), ("brand", "by Brio and LEGO", "a maker was added"),
        ("brand", "by Zoom", "another's maker"),
        ("price", "£9.99", "it is another product's price"), ("price", "£46", "it is the count of pieces"),
        ("price", "$24.99", "other money"),
        ("price", "£24.9", "another amount"), ("price", "24.99", "no money"),
        ("price", "£24.99 only", "words were added"),
        ("rating", "5 stars", "another rating"), ("rating", "3.9 stars", "another's rating"),
        ("rating", "4.7 prizes", "another thing"),
        ("rating", "4.7 stars and dishwasher safe", "a fact was smuggled in"),
        ("rating", "4.7 million stars", "a word was added"),
        ("count", "113 ratings", "another count"), ("count", "1,132 awards", "another thing"),
        ("count", "46 ratings", "it is the pieces"),
        ("age", "for ages 1 and up", "another age"), ("age", "for ages 3 and up", "the end was dropped"),
        ("players", "for 2 players", "the range was cut"), ("players", "for 2 to 6 players", "another range"),
        ("players", "for 2 to 4 unicorns", "another thing"), ("pieces", "£46", "the count became a price"),
        ("pieces", "46 wheels", "another thing"), ("pieces", "146 pieces", "another count"),
        ("pieces", "1,132 pieces", "it is the ratings"),
        ("material", "metal", "another material"), ("material", "plastic", "another's material"),
        ("feature", "batteries needed", "the negation was dropped"),
        ("feature", "hand washable", "the negation was dropped"),
        ("feature", "washable", "the negation was dropped"),
        ("feature", "suitable for outdoor use", "the negation was dropped"),
        ("feature", "flashing lights", "it is another product's"),
        ("feature", "magnetic rails", "the words stand apart"),
        ("feature", "needed Magnetic", "the words of two features were joined"), ("feature", "", "nothing is said"),
        ("feature", "Magnetic couplings. Flashing lights.", "half of it is another product's"),
        ("comparison", "lowest price", "another one is cheaper"), ("nonsense", "wooden", "there is no such kind"),
    ],
)  # fmt: skip
def test_what_the_evidence_does_not_say_is_refused(kind: str, value: str, why: str) -> None:
    assert not supported(claim(kind, value), SHELF), why


KINDS: tuple[tuple[ClaimKind, str], ...] = (
    ("title", "Farm Train"), ("brand", "Brio"), ("price", "£24.99"), ("rating", "4.7 stars"),
    ("count", "1,132 ratings"),
    ("age", "ages 3 to 6"), ("players", "2 to 4 players"), ("pieces", "46 pieces"), ("material", "wooden"),
    ("feature", "magnetic couplings"), ("attribute", "magnetic couplings"), ("comparison", "best rating"),
)  # fmt: skip


@pytest.mark.parametrize(("kind", "value"), KINDS)
def test_a_claim_of_any_kind_needs_evidence_that_exists_and_is_of_its_own_product(kind: ClaimKind, value: str) -> None:
    assert supported(Claim(kind, value, "p1", EVERYTHING), SHELF)
    assert not supported(Claim(kind, value, "p1", ()), SHELF)
    assert not supported(Claim(kind, value, "p1", ("p9#listing", "p1#made-up")), SHELF)
    assert not supported(Claim(kind, value, "p1", ("p2#listing", "p2#features")), SHELF)
    assert not supported(Claim(kind, value, "p2", ("p1#listing", "p1#features", "p1#description")), SHELF)


def test_the_cheapest_and_the_best_rated_are_so_among_all_that_is_evidence() -> None:
    assert supported(claim("comparison", "lowest price", doc_id="p2"), SHELF)
    assert not supported(claim("comparison", "best rating", doc_id="p2"), SHELF)


@pytest.mark.parametrize(
    ("players", "said"),
    [
        (PlayerRange(2, 2), "for 2 players"), (PlayerRange(1, 1), "for 1 player"), (PlayerRange(None, 4),
        "for up to 4 players"),
        (PlayerRange(2, 4), "for 2 to 4 players"),
    ],
)  # fmt: skip
def test_open_and_single_player_counts_are_said_as_they_are(players: PlayerRange, said: str) -> None:
    shelf = evidence_by_id(a_product(players=players))
    assert supported(Claim("players", said, "p1", tuple(shelf)), shelf)
    assert not supported(Claim("players", "for 3 players", "p1", tuple(shelf)), shelf)


def test_a_title_in_a_script_without_latin_words_is_carried_letter_for_letter() -> None:
    shelf = evidence_by_id(a_product(title="木制火车 套装"))
    assert supported(Claim("title", "木制火车 套装", "p1", ("p1#listing",)), shelf)
    assert not supported(Claim("title", "塑料火车", "p1", ("p1#listing",)), shelf)
    assert not supported(Claim("title", "木制火车 玩具", "p1", ("p1#listing",)), shelf)


def sentence(text: str, *claims: Claim) -> Sentence:
    return Sentence(text, claims)


TITLE, PRICE, PIECES = claim("title", "Farm Train Set"), claim("price", "£24.99"), claim("pieces", "46 pieces")


def test_a_sentence_stands_when_all_its_claims_do() -> None:
    assert problems(sentence("Farm Train Set is my top pick: 46 pieces, £24.99.", TITLE, PIECES, PRICE), SHELF) == ()


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (sentence("Farm Train Set, £24.99, made in 1999.", TITLE, PRICE), "1999"),
        (sentence("It costs £24.99 and has 46 pieces.", PRICE), "46"),
        (sentence("It costs £124.99.", PRICE), "not worded"), (sentence("It costs £24.995.", PRICE), "5"),
        (sentence("It has 146 pieces.", PIECES), "1"), (sentence("Farm Train Set.", TITLE, PRICE), "not worded"),
        (sentence("Farm Train Set for £9.99.", TITLE, claim("price", "£9.99")), "not supported"),
        (sentence("It is 50% off.",), "50"), (sentence("Number １ choice.",), "1"),
    ],
)  # fmt: skip
def test_a_number_outside_a_claim_or_a_claim_outside_the_words_fails_the_sentence(said: Sentence, why: str) -> None:
    found = problems(said, SHELF)
    assert found
    assert why in " ".join(found)


def test_a_sentence_goes_whole_and_the_others_stay() -> None:
    good = sentence("Farm Train Set, £24.99.", TITLE, PRICE)
    half = sentence("Farm Train Set by LEGO.", TITLE, claim("brand", "by LEGO"))
    bad = sentence("It has 99 pieces.", claim("pieces", "99 pieces"))
    assert verified((half, good, bad), SHELF) == (good,)


@pytest.mark.parametrize(
    "said",
    [
        sentence("It is made by LEGO in Denmark."), sentence("It costs twenty pounds."),
        sentence("It is dishwasher safe."),
        sentence("Farm Train Set is the cheapest of all.", TITLE),
        sentence("It has no magnetic couplings.", claim("feature", "magnetic couplings")),
        sentence("Farm Train Set is safe for babies.", TITLE),
    ],
)  # fmt: skip
def test_a_fact_without_a_claim_fails_the_sentence(said: Sentence) -> None:
    assert problems(said, SHELF)


@pytest.mark.parametrize(
    "title", ["Plastic Track, fits wooden railways", "Plastic Train, not wooden", "Wood-effect Train"]
)
def test_a_material_that_is_only_mentioned_is_not_claimed(title: str) -> None:
    shelf = evidence_by_id(a_product(title=title))
    assert not supported(Claim("material", "wooden", "p1", tuple(shelf)), shelf)


@given(st.text(max_size=40), st.sampled_from([kind for kind, _ in KINDS]))
def test_no_value_makes_it_raise(value: str, kind: ClaimKind) -> None:
    problems(Sentence(f"It is {value}.", (claim(kind, value),)), SHELF)


@given(st.text("0123456789.,£$ ", min_size=1, max_size=12))
def test_the_only_price_that_stands_is_the_products_own(value: str) -> None:
    assert supported(claim("price", value), SHELF) == (value == "£24.99")
