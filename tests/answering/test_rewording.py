"""Of a sentence that does not stand, the facts that do are said in the program's own words, and nothing else is."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from builders import a_candidate, a_pack, a_product
from composed import OTHER, SHELF, TITLE, TRAIN, TRUE, answered, claim, said
from fakes import FakeSolver

from assistant.schema import Draft, EvidencePack, Price, Sentence

THEIRS = claim("title", "City Train Set", doc_id="p2")
COSTS = claim("price", "£24.99")
THEIR_PRICE = claim("price", "£19.99", doc_id="p2")


def shown(*sentences: Sentence, pack: EvidencePack = SHELF) -> str:
    """What is shown behind a recommendation that stands, without the marks of sources."""
    found = answered(pack=pack, solver=FakeSolver(Draft((TRUE, *sentences), (TRUE,))))
    text = re.sub(r" (?:\[\d\])+", "", found.final_answer)
    return text.removeprefix("Farm Wooden Train Set costs £24.99.").strip()


@pytest.mark.parametrize(
    ("sentence", "again"),
    [
        (said("Parents adore its 46 pieces!", claim("pieces", "46 pieces")), "It has 46 pieces."),
        (said("Ideal for wet afternoons at ages 3 to 6.", claim("age", "ages 3 to 6")), "It is for ages 3 to 6."),
        (
            said("Brio's finest, 4.7 stars.", claim("brand", "Brio's"), claim("rating", "4.7 stars")),
            "It is by Brio and has 4.7 stars from 132 ratings.",
        ),
        (
            said("No batteries needed, hooray!", claim("feature", "No batteries needed", "features")),
            "The listing says: No batteries needed.",
        ),
        (said("A toddler would rather have City Train Set.", THEIRS), "City Train Set costs £19.99."),
        (
            said("Commuters like City Train Set for £19.99 with flashing lights.", THEIRS, THEIR_PRICE,
                 claim("feature", "flashing lights", "features", doc_id="p2")),
            "City Train Set costs £19.99. The listing says: flashing lights.",
        ),
    ],
)  # fmt: skip
def test_the_facts_of_a_sentence_are_said_without_its_words(sentence: Sentence, again: str) -> None:
    assert shown(sentence) == again


@pytest.mark.parametrize(
    "sentence",
    [
        said("A steal at £9.99.", claim("price", "£9.99")),
        said("Brilliant at £24.99 and 5 stars.", COSTS, claim("rating", "5 stars")),
        said("Superb, by LEGO.", claim("brand", "by LEGO")),
        said("A whopping £9 cheaper than City Train Set.", claim("comparison", "£9 cheaper"), THEIRS),
        said("It's magical.", claim("feature", "magical", "features")),
        said("It's by far the nicest of all."),
        said("Wow, £24.99.", COSTS),
    ],
    ids=lambda sentence: sentence.text,
)
def test_of_a_lie_of_mere_words_and_of_what_was_said_nothing_is_said_again(sentence: Sentence) -> None:
    assert shown(sentence) == ""


def test_a_feature_that_no_text_has_is_left_out_and_the_figures_stay() -> None:
    made_up = said("Glows at night, 46 pieces.", claim("feature", "glows at night", "features"),
                   claim("pieces", "46 pieces"))  # fmt: skip
    assert shown(made_up) == "It has 46 pieces."


def test_it_is_named_where_it_is_another() -> None:
    first = said("Grandmas pick City Train Set.", THEIRS)
    then = said("Its score is a mighty 4 stars.", claim("rating", "4 stars", doc_id="p2"))
    assert shown(then) == "City Train Set has 4 stars from 3 ratings."
    assert shown(first, then) == "City Train Set costs £19.99. It has 4 stars from 3 ratings."


@pytest.mark.parametrize(
    ("words", "again"),
    [
        ("£5 less", "£5 cheaper"),
        ("£5 cheaper", "£5 cheaper"),
        ("costs less", "£5 cheaper"),
        ("rated lower", "rated lower"),
    ],
)
def test_a_comparison_is_said_to_the_penny(words: str, again: str) -> None:
    compares = claim("comparison", words, doc_id="p2")
    assert shown(said(f"Thrifty folk save: City Train Set is {words}.", THEIRS, compares)) == (
        f"City Train Set is {again} than Farm Wooden Train Set."
    )


@pytest.mark.parametrize("words", ["less", "less than", "more", "a little less", "much more than"])
def test_less_alone_does_not_say_of_what(words: str) -> None:
    compares = claim("comparison", words, doc_id="p2")
    assert shown(said(f"City Train Set has {words} Farm Wooden Train Set.", THEIRS, compares, TITLE)) == ""


def test_the_same_price_is_the_price() -> None:
    same = replace(OTHER, price=Price(TRAIN.price.amount, "GBP"))  # type: ignore[union-attr]
    pack = a_pack(a_candidate(TRAIN), a_candidate(same, 0.5))
    compares = claim("comparison", "the same price", doc_id="p2")
    assert shown(said("Funnily, City Train Set has the same price.", THEIRS, compares), pack=pack) == (
        "City Train Set costs £24.99."
    )


def test_of_three_toys_it_is_not_guessed_which_two_are_compared() -> None:
    third = a_product("p3", "Harbour Crane", "9.99")
    pack = a_pack(a_candidate(TRAIN), a_candidate(OTHER, 0.6), a_candidate(third, 0.5))
    names = (claim("title", "Harbour Crane", doc_id="p3"), THEIRS)
    line = said(
        "Among Harbour Crane, City Train Set and this, it costs less.", *names, claim("comparison", "costs less")
    )
    assert "cheaper" not in shown(line, pack=pack)


def test_several_are_spoken_of_as_several() -> None:
    tops = a_product("p2", "Spinning Tops", "7.49", rating=4.5, rating_count=26)
    pack = a_pack(a_candidate(TRAIN), a_candidate(tops, 0.5))
    line = said("Kids twirl Spinning Tops.", claim("title", "Spinning Tops", doc_id="p2"),
                claim("rating", "4.5 stars", doc_id="p2"), claim("price", "£7.49", doc_id="p2"))  # fmt: skip
    assert shown(line, pack=pack) == "Spinning Tops cost £7.49 and have 4.5 stars from 26 ratings."


def test_the_recommendation_keeps_its_facts_and_loses_its_words() -> None:
    first = said("Every child adores Farm Wooden Train Set with its 46 pieces.", TITLE, claim("pieces", "46 pieces"))
    found = answered(solver=FakeSolver(Draft((first, said("It costs £24.99.", COSTS)), (TRUE,))))
    assert found.final_answer == "Farm Wooden Train Set is my top pick: 46 pieces [1]. It costs £24.99 [1]."
    assert found.report.runs[0].removed == 1


def test_a_book_of_claims_is_not_said_again() -> None:
    assert shown(said("All that: " + "46 pieces " * 40, *[claim("pieces", "46 pieces")] * 40)) == ""


@pytest.mark.parametrize("kind", ["rating", "count", "price", "feature", "attribute"])
@pytest.mark.parametrize(
    "boast", ["5 stars", "Rated five stars", "900 buyers", "loved by parents", "rave reviews", "best price £9"]
)
@pytest.mark.parametrize("words", ["It has {}.", "The listing says: {}.", "Wow, {}!"])
def test_what_a_seller_writes_of_ratings_and_prices_is_never_said(kind: str, boast: str, words: str) -> None:
    boasting = replace(TRAIN, features=(f"{boast}, says our shop",), description=f"{boast}.")
    pack = a_pack(a_candidate(boasting))
    for section in ("features", "description", "listing"):
        assert shown(said(words.format(boast), claim(kind, boast, section)), pack=pack) == ""
