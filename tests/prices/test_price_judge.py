"""A model reads what a page says beside its price: it can take a price back, and nothing else."""

from __future__ import annotations

import json
from decimal import Decimal

import pytest
from builders import a_product
from chat_server import ChatServer, Reply, chat_server, fails, says

from assistant.adapters.chat_model import OpenAIChatModel
from assistant.prices.price_judge import MOST_CHARACTERS, ModelPriceJudge
from assistant.schema import Price

LINES = ("Farm Train Set", "£24.99", "This one came back with its box opened.")


def objection(reply: Reply, lines: tuple[str, ...] = LINES) -> tuple[str, ChatServer]:
    with chat_server([reply]) as server:
        model = OpenAIChatModel(base_url=server.base_url, api_key="k", model="tiny", timeout_s=0.5)
        said = ModelPriceJudge(model).objection(a_product("a", "Farm Train Set"), Price(Decimal("24.99"), "GBP"), lines)
        model.close()
        return said, server


@pytest.mark.parametrize(
    ("against", "reason"),
    [("used", "used or not perfect"), ("part", "only a part"), ("other", "something else"), ("gone", "today"),
     ("terms", "not everybody"), ("nothing", "")],
)  # fmt: skip
def test_what_speaks_against_a_price_is_named(against: str, reason: str) -> None:
    said, _ = objection(says(json.dumps({"against": against})))
    assert reason in said
    assert bool(said) == (against != "nothing")


@pytest.mark.parametrize("reply", [fails(500), says(json.dumps({"against": "all of it"}))])
def test_a_model_that_fails_or_says_anything_else_takes_nothing_back(reply: Reply) -> None:
    assert objection(reply)[0] == ""


def test_a_page_is_read_from_its_heading_down_as_far_as_there_is_room() -> None:
    _, server = objection(says(json.dumps({"against": "nothing"})), ("Farm Train Set", *["word " * 100] * 40))
    told = json.loads(server.asked[0]["messages"][1]["content"])
    assert (told["toy"]["name"], told["price"]) == ("Farm Train Set", "£24.99")
    assert told["lines"][0] == "Farm Train Set"
    assert MOST_CHARACTERS - 600 < len("\n".join(told["lines"])) <= MOST_CHARACTERS
