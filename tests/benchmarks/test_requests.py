"""The project's own requests: the figures that must be reached, and that the judges find what is wrong."""

from __future__ import annotations

import json
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest
from builders import a_product, a_vocabulary, age, up_to

from assistant import Assistant
from assistant.schema import Constraints
from benchmarks.requests.__main__ import main
from benchmarks.requests.readings import (
    AgeLabel,
    BudgetLabel,
    Reading,
    differences_of,
    load_constraint_requests,
    measure_constraints,
    measure_routing,
)
from benchmarks.requests.scripted_talks import Conversation, load_conversations, measure_conversations
from benchmarks.requests.shopping import Must, is_right, load_requests, measure_shopping

REAL = Path(__file__).resolve().parents[3] / "shared" / "data" / "router_dev.csv"
EMPTY = Reading(budget=None, age=None, players=None, pieces=None, material=None, brand=None, refused=[])
SHOP = a_vocabulary("LEGO")


# The reader has not learned from these requests: the bars are what it reaches, less a little.
@pytest.mark.long
def test_own_requests_are_understood_on_the_demo_toys(demo_folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["--catalog", str(demo_folder), "--json"])
    figures = json.loads(capsys.readouterr().out)
    assert figures["routing"]["recalls"]["product_query"] >= 0.98
    constraints, talks = figures["constraints"], figures["conversations"]
    assert constraints["exact"] >= 0.94, constraints["misses"]
    assert constraints["invented_budgets"] == []
    assert talks["conversations"] >= 20
    assert talks["repeated"] == []
    assert len(talks["wrong_ledgers"]) <= 0.15 * talks["turns"], talks["wrong_ledgers"]


@pytest.mark.long
@pytest.mark.real_data
def test_own_requests_are_understood_on_real_toys(real_folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["--catalog", str(real_folder), "--json"])
    figures = json.loads(capsys.readouterr().out)
    assert figures["routing"]["recalls"]["product_query"] >= 0.98
    assert figures["constraints"]["exact"] >= 0.94, figures["constraints"]["misses"]
    assert figures["constraints"]["invented_budgets"] == []
    talks = figures["conversations"]
    assert talks["conversations"] >= 40
    assert talks["repeated"] == []
    assert len(talks["wrong_ledgers"]) <= 0.15 * talks["turns"], talks["wrong_ledgers"]
    assert len(talks["wrong_outcomes"]) + len(talks["wrong_side"]) <= 0.05 * talks["turns"]


@pytest.mark.long
@pytest.mark.real_data
@pytest.mark.skipif(not REAL.exists(), reason=f"the real requests are absent: {REAL}")
def test_real_requests_outside_toys_are_known(shop: Assistant) -> None:
    recalls = measure_routing(shop, REAL).recalls
    assert recalls["out_of_domain"] >= 0.87
    assert recalls["greeting"] >= 0.93


def test_a_few_of_each_are_measured(shop: Assistant, tmp_path: Path) -> None:
    few = tmp_path / "few.csv"
    few.write_text("text,intent_type\na kite,product_query\na sofa,product_query\nhello,greeting\n", encoding="utf-8")
    routed = measure_routing(shop, few)
    assert routed.recalls == {"product_query": 0.5, "greeting": 1.0}
    assert routed.misses == ("a sofa: taken for out_of_domain",)
    assert measure_constraints(shop, load_constraint_requests()[:3]).requests == 3
    found = measure_shopping(shop, load_requests()[:3])
    assert 0 <= found.precision_at_3 <= 1
    assert next(found.lines()).startswith("shopping requests: 3, precision at 3 ")


def test_conversations_are_held_and_forgotten(shop: Assistant) -> None:
    talk = next(talk for talk in load_conversations() if not any(turn.ledger.brand for turn in talk.turns))
    figures = measure_conversations(shop, [talk])
    assert (figures.conversations, figures.turns) == (1, len(talk.turns))


def test_a_conversation_that_goes_otherwise_is_found(shop: Assistant) -> None:
    ledger = EMPTY.model_dump() | {"type_any": ["kite"], "pieces": 7}
    talk = Conversation.model_validate({"turns": [{"say": "a kite", "ledger": ledger, "expect": "greeting"}]})
    figures = measure_conversations(shop, [talk])
    assert (len(figures.wrong_ledgers), len(figures.wrong_outcomes)) == (1, 1)


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
    said = {
        "budget": BudgetLabel(min=None, max=Decimal("20.00"), currency="GBP", each=False),
        "age": AgeLabel(min_months=36, max_months=36), "brand": "lego", "refused": ["battery"],
    }  # fmt: skip
    found = Constraints(budget=up_to(20), age=age(3, 3), brand="LEGO", refused=("batteries",))
    assert list(differences_of(EMPTY.model_copy(update=said), found, SHOP)) == []
    dearer = replace(found, budget=up_to(21))
    assert len(list(differences_of(EMPTY.model_copy(update=said), dearer, SHOP))) == 1


@pytest.mark.parametrize(
    ("must", "right"),
    [
        ({}, True), ({"max_price": "20"}, False), ({"brand": "Brio"}, False), ({"not_any": ["set"]}, False),
        ({"pieces": (40, 50)}, True), ({"pieces": (1, 9)}, False), ({"age_months": 24}, False),
        ({"material_any": ["wood"]}, True),
    ],
)  # fmt: skip
def test_a_product_is_right_when_it_has_all_that_it_must(must: dict[str, object], right: bool) -> None:
    train = a_product("t1", "Wooden Train Set", "24.99", brand="Cedar", pieces=46, age=age(3, 8), material="wood")
    assert is_right(Must.model_validate({"type_any": [["train", "railway"]], **must}), train) is right
    assert not is_right(Must.model_validate({"type_any": [["doll"]], **must}), train)
