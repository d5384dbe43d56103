"""The model's solver: its words are used when every one of them stands, and never otherwise."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from chat_server import ChatServer, Reply, chat_server, says, stalls

from assistant import Assistant, Settings

ASKED = "a wooden train set for a four-year-old under £30"


def written(shown: list[tuple[str, list[dict[str, Any]]]], spoken: tuple[str, list[dict[str, Any]]]) -> str:
    sentences = [{"text": text, "claims": claims} for text, claims in shown]
    return json.dumps({"shown": sentences, "spoken": {"text": spoken[0], "claims": spoken[1]}})


def claim(kind: str, value: str, doc_id: str) -> dict[str, Any]:
    return {"kind": kind, "value": value, "doc_id": doc_id, "evidence_ids": [f"{doc_id}#listing"]}


def asked_with(reply: Reply, folder: Path, tmp_path: Path, timeout_s: float = 5.0) -> tuple[Any, ChatServer]:
    with chat_server([reply] * 4) as server:
        settings = Settings(
            home=tmp_path, model_base_url=server.base_url, model_name="tiny", model_timeout_s=timeout_s, voice="off"
        )
        with Assistant.open(folder, settings) as shop:
            return shop.ask(ASKED), server


@pytest.fixture
def truth(shop: Assistant) -> Any:
    """What the symbolic solver finds: the facts that a model may word."""
    return shop.ask(ASKED)


def test_an_honest_model_words_the_answer(truth: Any, demo_folder: Path, tmp_path: Path) -> None:
    pick = truth.top_pick
    title, price = pick.product.title, f"£{pick.price.amount}"
    facts = [claim("title", title, pick.product.id), claim("price", price, pick.product.id)]
    text = f"I'd go for {title} at {price}."
    reply, _ = asked_with(says(written([(text, facts)], (text, facts))), demo_folder, tmp_path)
    assert reply.final_answer.startswith(f"I'd go for {title} at {price}")
    assert reply.spoken_answer.startswith(text)
    assert reply.top_pick.product == pick.product


@pytest.mark.parametrize("price", ["£1.99", "$22.50"])
def test_an_invented_price_is_never_shown_or_spoken(price: str, truth: Any, demo_folder: Path, tmp_path: Path) -> None:
    pick = truth.top_pick
    facts = [claim("title", pick.product.title, pick.product.id), claim("price", price, pick.product.id)]
    text = f"I'd go for {pick.product.title} at {price}."
    reply, _ = asked_with(says(written([(text, facts)], (text, facts))), demo_folder, tmp_path)
    assert price not in reply.final_answer + reply.spoken_answer
    assert reply.final_answer == truth.final_answer


def test_praise_without_a_source_takes_its_sentence_along(truth: Any, demo_folder: Path, tmp_path: Path) -> None:
    pick = truth.top_pick
    facts = [claim("title", pick.product.title, pick.product.id)]
    good, praise = f"I'd go for {pick.product.title}.", "It is a bestseller and dishwasher safe."
    reply, _ = asked_with(says(written([(good, facts), (praise, [])], (good, facts))), demo_folder, tmp_path)
    assert "bestseller" not in reply.final_answer
    assert reply.final_answer.startswith(f"I'd go for {pick.product.title}")


@pytest.mark.parametrize("reply", [says("no idea"), says("{"), stalls(3)])
def test_a_model_that_gives_nothing_costs_only_its_words(
    reply: Reply, truth: Any, demo_folder: Path, tmp_path: Path
) -> None:
    answer, _ = asked_with(reply, demo_folder, tmp_path, timeout_s=1.0)
    assert answer.final_answer == truth.final_answer
    assert any("model" in warning.lower() for warning in answer.warnings)
