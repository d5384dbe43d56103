"""Toys or not: what the shop's own words change about the model's opinion."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest
from builders import a_vocabulary

from assistant.schema import Vocabulary
from assistant.understanding.domain import judge
from assistant.understanding.slots import plain, read_wish

SHOP = replace(
    a_vocabulary(words="r4410a trash pack train bobblehead"), phrases=frozenset({"trash pack", "bath towel"})
)


class Doubtful:
    """Takes everything for other goods, as sure as it is told to be."""

    def __init__(self, sure: float) -> None:
        self._sure = sure

    def probabilities(self, text: str) -> Mapping[str, float]:
        return {"product_query": 1 - self._sure, "out_of_domain": self._sure, "greeting": 0.0}

    def knows(self, word: str) -> bool:
        return True


def kind_of(text: str, sure: float, vocabulary: Vocabulary = SHOP) -> str:
    return judge(plain(text), read_wish(text, vocabulary), vocabulary, Doubtful(sure)).intent_type


@pytest.mark.parametrize("text", ["trash pack", "a trash pack please", "bobble head"])
def test_what_the_shops_titles_say_together_is_a_toy(text: str) -> None:
    assert kind_of(text, 0.8) == "product_query"
    assert kind_of(text, 0.8, a_vocabulary()) == "out_of_domain"


def test_a_phrase_in_a_longer_description_of_other_goods_changes_nothing() -> None:
    assert kind_of("egyptian cotton bath towels bale, quick drying, grey", 0.8) == "out_of_domain"


def test_the_model_may_be_surer_than_a_phrase() -> None:
    assert kind_of("bath towel", 0.99) == "out_of_domain"


@pytest.mark.parametrize("text", ["hornby R4410A", "R4410A", "75192"])
def test_a_number_of_the_catalogue_or_nothing_but_a_number_is_looked_for(text: str) -> None:
    assert kind_of(text, 0.99) == "product_query"


@pytest.mark.parametrize("text", ["a 1080p projector", "table pads of 45cm", "my flight ba123"])
def test_other_numbers_are_no_sign_of_a_toy(text: str) -> None:
    assert kind_of(text, 0.9) == "out_of_domain"
