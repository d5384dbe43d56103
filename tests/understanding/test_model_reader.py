"""The model's reading of an unsure message: added where the message carries it, dropped where it does not."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from builders import a_turn, a_vocabulary, age, an_intent, up_to
from chat_server import ChatServer, Reply, chat_server, fails, says, stalls

from assistant import Assistant, Settings
from assistant.adapters.chat_model import OpenAIChatModel
from assistant.schema import Intent, Route
from assistant.understanding.model_reader import is_unsure, reread
from assistant.understanding.router import OUT_OF_DOMAIN

SHOP = a_vocabulary("LEGO", "Brio")
UNSURE = "a blorptron for my lad who is five or so, nothing pink, 20 quid, brio"


def reading(intent_type: str = "product_query", product_type: str = "", **constraints: Any) -> Reply:
    content = {
        "intent_type": intent_type, "product_type": product_type, "constraints": constraints, "confidence": 0.9,
    }  # fmt: skip
    return says(json.dumps(content))


def unsure(text: str = UNSURE, **fields: Any) -> Route:
    return Route((an_intent("blorptron", text=text, confidence=0.4, **fields),))


def read(route: Route, replies: Sequence[Reply], timeout_s: float = 5.0) -> tuple[Route, ChatServer]:
    with chat_server(replies) as server:
        model = OpenAIChatModel(base_url=server.base_url, api_key="k", model="small", timeout_s=timeout_s)
        found = reread(route, a_turn(route.intents[0].text), model=model, vocabulary=SHOP)
        model.close()
    return found, server


def test_what_the_message_carries_is_added() -> None:
    found, server = read(
        unsure(),
        [
            reading(
                product_type="blorptron",
                budget={"max": "20", "currency": "GBP"},
                age={"min_months": 60, "max_months": 60},
                brand="brio",
                refused=["pink"],
            )
        ],
    )
    asked = found.intents[0].constraints
    assert (asked.budget, asked.age, asked.brand, asked.refused) == (up_to(20), age(5, 5), "Brio", ("pink",))
    assert found.intents[0].confidence == 0.9
    assert "[phone]" not in json.dumps(server.asked[0])


@pytest.mark.parametrize(
    "invented",
    [
        {"budget": {"max": "30", "currency": "GBP"}}, {"age": {"min_months": 84, "max_months": 84}}, {"brand": "LEGO"},
        {"material": "wood"}, {"players": 4}, {"pieces": 100}, {"wanted": ["music"]}, {"refused": ["loud"]},
        {"refused": ["brio"]} | {"refused": ["lad"]}, {"category": "Games"},
    ],
)  # fmt: skip
def test_what_it_does_not_carry_is_dropped(invented: dict[str, Any]) -> None:
    route = unsure("a blorptron for my lad")
    found, _ = read(route, [reading(product_type="blorptron", **invented)])
    assert found.intents[0].constraints == route.intents[0].constraints


def test_a_number_is_no_sum_without_a_word_of_money() -> None:
    route = unsure("a blorptron with 20 lamps")
    found, _ = read(route, [reading(budget={"max": "20", "currency": "GBP"})])
    assert found.intents[0].constraints.budget is None


def test_what_the_rules_know_stands() -> None:
    route = unsure("a blorptron under £20, five or 30", budget=up_to(20))
    found, _ = read(route, [reading(budget={"max": "30", "currency": "GBP"})])
    assert found.intents[0].constraints.budget == up_to(20)


def test_a_kind_in_other_words_is_not_the_shoppers() -> None:
    found, _ = read(unsure(), [reading(product_type="laptop")])
    assert found.intents[0].product_type == "blorptron"


def test_a_model_may_say_that_it_is_no_toy() -> None:
    found, _ = read(unsure(), [reading("out_of_domain", product_type="blorptron")])
    assert (found.intent_type, found.reply) == ("out_of_domain", OUT_OF_DOMAIN)


@pytest.mark.parametrize("replies", [[fails(500)], [says("no json")], [says("{}")], [stalls(2.0)]])
def test_a_model_that_fails_leaves_the_rules_answer(replies: list[Reply]) -> None:
    route = unsure()
    found, _ = read(route, replies, timeout_s=0.4)
    assert found.intents == route.intents
    assert len(found.warnings) == 1


@pytest.mark.parametrize(
    "route",
    [
        Route((an_intent("kite", confidence=0.9),)),
        Route((Intent("a laptop", "other", "out_of_domain", "laptop", confidence=0.4),), reply=OUT_OF_DOMAIN),
        Route((an_intent("kite", act="refine", confidence=0.4),)),
        Route((an_intent("kite", confidence=0.4), an_intent("doll", confidence=0.4))),
        Route((an_intent("", confidence=0.4),)),
    ],
)
def test_only_an_unsure_new_wish_is_asked_about(route: Route) -> None:
    """So that no request outside toys can become a product query, whatever a model says."""
    assert not is_unsure(route)
    found, server = read(route, [reading(product_type="kite")])
    assert (found, server.asked) == (route, [])


def test_the_assistant_asks_only_when_unsure_and_never_for_other_goods(demo_folder: Path, tmp_path: Path) -> None:
    with chat_server([reading("out_of_domain")]) as server:
        settings = Settings(catalog=demo_folder, home=tmp_path, model_base_url=server.base_url, model_name="small")
        with Assistant.open(settings=settings) as shop:
            assert shop.route("a wooden train set under £30").intent_type == "product_query"
            assert shop.route("a gaming laptop").intent_type == "out_of_domain"
            assert server.asked == []
            assert shop.route("zzzz blorptron").intent_type == "out_of_domain"
            assert len(server.asked) == 1
