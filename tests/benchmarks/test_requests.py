"""How rightly messages are read: the figures that must be reached, and that the measure itself finds what is wrong."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest
from builders import a_vocabulary, age, up_to

from assistant import Assistant
from assistant.schema import Constraints
from benchmarks.requests.readings import (
    AgeLabel,
    BudgetLabel,
    Conversation,
    Reading,
    differences_of,
    load_constraint_requests,
    load_conversations,
    measure_constraints,
    measure_conversations,
    measure_routing,
)

EMPTY = Reading(budget=None, age=None, players=None, pieces=None, material=None, brand=None, refused=[])
SHOP = a_vocabulary("LEGO")


def test_toy_requests_are_known(shop: Assistant) -> None:
    assert measure_routing(shop).recalls["product_query"] >= 0.98


def test_constraints_are_read_exactly(shop: Assistant) -> None:
    figures = measure_constraints(shop, load_constraint_requests())
    assert figures.requests >= 220
    assert figures.exact >= 0.96, figures.misses
    assert figures.invented_budgets == ()


def test_conversations_on_the_demo_toys(shop: Assistant) -> None:
    figures = measure_conversations(shop, load_conversations())
    assert figures.conversations >= 20
    assert (figures.wrong_ledgers, figures.repeated, figures.wrong_side) == ((), (), ())


@pytest.mark.real_data
def test_conversations_on_real_toys(real_shop: Assistant) -> None:
    figures = measure_conversations(real_shop, load_conversations())
    assert figures.conversations >= 40
    assert figures.faults == ()


@pytest.mark.real_data
def test_constraints_are_read_exactly_with_the_words_of_real_toys(real_shop: Assistant) -> None:
    figures = measure_constraints(real_shop, load_constraint_requests())
    assert figures.exact >= 0.96, figures.misses
    assert figures.invented_budgets == ()


@pytest.mark.real_data
def test_toy_requests_are_known_among_real_toys(real_shop: Assistant) -> None:
    assert measure_routing(real_shop).recalls["product_query"] >= 0.98


@pytest.mark.parametrize(
    "found",
    [
        Constraints(budget=up_to(20)), Constraints(age=age(3, 3)), Constraints(brand="LEGO"), Constraints(pieces=9),
        Constraints(players=2), Constraints(material="wood"), Constraints(refused=("batteries",)),
    ],
)  # fmt: skip
def test_whatever_was_not_said_is_a_difference(found: Constraints) -> None:
    assert len(list(differences_of(EMPTY, found, SHOP))) == 1


def test_what_was_said_and_read_is_none() -> None:
    right = EMPTY.model_copy(
        update={
            "budget": BudgetLabel(min=None, max=Decimal("20.00"), currency="GBP", each=False),
            "age": AgeLabel(min_months=36, max_months=36),
            "brand": "lego",
            "refused": ["battery"],
        }
    )
    found = Constraints(budget=up_to(20), age=age(3, 3), brand="LEGO", refused=("batteries",))
    assert list(differences_of(right, found, SHOP)) == []
    assert len(list(differences_of(right, replace(found, budget=up_to(21)), SHOP))) == 1


def test_a_conversation_that_goes_otherwise_is_found(shop: Assistant) -> None:
    ledger = EMPTY.model_dump() | {"type_any": ["kite"], "pieces": 7}
    talk = Conversation.model_validate({"turns": [{"say": "a kite", "ledger": ledger, "expect": "greeting"}]})
    figures = measure_conversations(shop, [talk])
    assert len(figures.wrong_ledgers) == 1
    assert len(figures.wrong_outcomes) == 1
