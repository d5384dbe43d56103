"""The model's solver: it chooses among facts, and no word of it is shown."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from chat_server import Reply, chat_server, says, stalls

from assistant import Assistant, Settings

ASKED = "a wooden train set for a four-year-old under £30"


def planned(*moves: dict[str, Any], tone: str = "plain") -> Reply:
    return says(json.dumps({"tone": tone, "moves": list(moves)}))


def asked_with(reply: Reply, folder: Path, tmp_path: Path, *, timeout_s: float = 5.0) -> tuple[Any, list[Any]]:
    with chat_server([reply] * 6) as server:
        settings = Settings(
            home=tmp_path, model_base_url=server.base_url, model_name="tiny", model_timeout_s=timeout_s, voice="off"
        )
        with Assistant.open(folder, settings) as shop:
            return shop.ask(ASKED), server.asked


@pytest.fixture(scope="module")
def truth(shop: Assistant) -> Any:
    """What the rules say."""
    return shop.ask(ASKED)


def test_a_model_chooses_what_is_said_and_how_it_begins(truth: Any, demo_folder: Path, tmp_path: Path) -> None:
    plan = planned({"move": "recommend", "product": "p1", "facts": ["p1.price"]}, tone="festive")
    reply, requests = asked_with(plan, demo_folder, tmp_path)
    assert reply.final_answer.startswith("A present to look forward to. ")
    assert f"£{truth.top_pick.price.amount}" in reply.final_answer
    assert reply.top_pick.product == truth.top_pick.product
    told = json.loads(requests[-1]["messages"][-1]["content"])
    assert told["products"][0]["id"] == "p1"
    assert "p1.price" in told["products"][0]["facts"]


@pytest.mark.parametrize(
    "move",
    [
        {"move": "recommend", "product": "p1", "facts": ["It is free and dishwasher safe"]},
        {"move": "quote", "product": "p2", "facts": ["p1.line1"]},
        {"move": "reply", "product": "p1", "verdict": "yes", "facts": ["p1.price"]},
        {"move": "recommend", "product": "p3", "facts": ["p3.price"]},
    ],
)
def test_nothing_that_a_model_writes_is_shown(
    move: dict[str, Any], truth: Any, demo_folder: Path, tmp_path: Path
) -> None:
    reply, _ = asked_with(planned(move), demo_folder, tmp_path)
    assert "free" not in reply.final_answer + reply.spoken_answer
    assert reply.top_pick.product == truth.top_pick.product
    assert not reply.final_answer.startswith("Yes")


@pytest.mark.parametrize("reply", [says("no idea"), stalls(3)])
def test_a_model_that_gives_nothing_costs_only_its_plan(
    reply: Reply, truth: Any, demo_folder: Path, tmp_path: Path
) -> None:
    answer, _ = asked_with(reply, demo_folder, tmp_path, timeout_s=1.0)
    assert answer.final_answer == truth.final_answer
    assert any("model" in warning.lower() for warning in answer.warnings)
