"""The project's own evaluation sets: many, all different, true to their conventions, answerable from the real list."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import islice, pairwise
from typing import get_args

import pytest

from assistant import Assistant
from assistant.language.text import fold, stems
from assistant.schema import Product, Refinement
from benchmarks.requests.readings import Reading, load_constraint_requests
from benchmarks.requests.scripted_talks import load_conversations
from benchmarks.requests.shopping import Must, is_right, load_requests

MATERIALS = {
    "wood", "plastic", "metal", "plush", "fabric", "felt", "cardboard", "foam", "rubber", "bamboo", "magnetic",
}  # fmt: skip
ENOUGH = 3  # precision at 3 needs three right products
TALKS = [talk.turns for talk in load_conversations()]
READINGS: list[Reading] = [*load_constraint_requests(), *(turn.ledger for talk in TALKS for turn in talk)]


@pytest.mark.parametrize(
    ("texts", "least"),
    [([one.text for one in load_requests()], 160), ([one.text for one in load_constraint_requests()], 220)],
)
def test_requests_are_many_and_all_different(texts: list[str], least: int) -> None:
    assert len(texts) >= least
    assert [text for text, times in Counter(" ".join(fold(text).split()) for text in texts).items() if times > 1] == []


def test_readings_follow_their_conventions() -> None:
    for reading in READINGS:
        if budget := reading.budget:
            assert budget.currency in {"GBP", "USD", "EUR"}, reading
            assert budget.min is None or budget.max is None or budget.min <= budget.max, reading
        if age := reading.age:
            assert age.min_months is None or age.max_months is None or age.min_months <= age.max_months, reading
        assert reading.material is None or reading.material in MATERIALS, reading
        assert not any(word.startswith(("no ", "not ", "without ")) for word in reading.refused), reading


def test_shopping_requests_say_what_is_right_in_words_that_can_be_found() -> None:
    for request in load_requests():
        assert request.must.type_any
        assert all(group and all(stems(word) for word in group) for group in request.must.type_any), request


def test_constraint_requests_hold_traps_without_budget_or_age() -> None:
    traps = [one.text for one in load_constraint_requests() if one.budget is None and one.age is None]
    assert sum(any(letter.isdigit() for letter in text) for text in traps) >= 30


def test_conversations_are_forty_of_four_to_eight_turns() -> None:
    assert len({tuple(turn.say for turn in talk) for talk in TALKS}) == len(TALKS) == 40
    assert all(4 <= len(talk) <= 8 for talk in TALKS)
    assert {turn.refinement for talk in TALKS for turn in talk} == {None, *get_args(Refinement)}


def test_only_answers_change_the_ledger_and_refinements_come_after_one() -> None:
    for talk in TALKS:
        for before, turn in pairwise(talk):
            keeps = turn.expect != "answer" or turn.refinement or turn.same_pick
            assert not keeps or turn.ledger == before.ledger, turn
        answers = [turn.expect == "answer" for turn in talk]
        for number, turn in enumerate(talk):
            assert any(answers[:number]) or not (turn.refinement or turn.same_pick), turn


@pytest.fixture(scope="module")
def products(real_shop: Assistant) -> list[Product]:
    return list(real_shop.catalogue.products(real_shop.catalogue.ids))


@pytest.mark.real_data
def test_every_expected_brand_is_a_brand_of_the_real_list(products: list[Product]) -> None:
    known = {fold(product.brand) for product in products}
    assert {reading.brand for reading in READINGS if reading.brand and fold(reading.brand) not in known} == set()


@pytest.mark.real_data
def test_every_shopping_request_has_three_right_products(products: list[Product]) -> None:
    places: dict[str, set[int]] = defaultdict(set)
    for number, product in enumerate(products):
        for stem in stems(f"{product.title} {' '.join(product.category)} {product.description}"):
            places[stem].add(number)

    def right(must: Must) -> Iterator[Product]:
        """Looks only at what has a first word of every group."""
        groups = [set().union(*(places[stems(phrase)[0]] for phrase in group)) for group in must.type_any]
        return (products[number] for number in set.intersection(*groups) if is_right(must, products[number]))

    few = [one.text for one in load_requests() if len(list(islice(right(one.must), ENOUGH))) < ENOUGH]
    assert few == []


@pytest.mark.real_data
def test_no_request_is_the_title_of_a_real_product(products: list[Product]) -> None:
    titles = {" ".join(stems(product.title)) for product in products}
    assert [one.text for one in load_requests() if " ".join(stems(one.text)) in titles] == []
