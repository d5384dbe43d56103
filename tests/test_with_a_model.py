"""With a model set: who is asked and who is not, what is told to it, and what it costs."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from chat_server import ChatServer, chat_server, says

from assistant import Assistant, Settings

ASKED = "a wooden train set for a four-year-old under £30"


READING = json.dumps(
    {"intent_type": "product_query", "acts": ["find"], "words": [{"slot": "kind", "words": "train set"}]}
)
JUDGED = json.dumps({"right": [1, 2], "near": []})
PLAN = json.dumps({"tone": "plain", "moves": [{"move": "recommend", "product": "p1", "facts": ["p1.price"]}]})


@pytest.fixture
def server() -> Iterator[ChatServer]:
    with chat_server([says(READING), says(JUDGED), says(PLAN)] * 8) as running:
        yield running


@pytest.mark.parametrize("without", [{"model_name": ""}, {"model_base_url": ""}])
def test_without_a_key_and_an_address_or_without_a_name_no_model_is_asked(
    server: ChatServer, without: dict[str, str], demo_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
    monkeypatch.setenv("OPENAI_API_KEY", "somebody's own")
    told = {"model_name": "tiny", "model_base_url": server.base_url} | without
    with Assistant.open(demo_folder, Settings(home=tmp_path, voice="off", **told)) as shop:
        reply = shop.ask(ASKED)
        shop.ask("why this one?")
    assert server.asked == []
    assert reply.answers[0].report.solver == "symbolic"
    assert not any(name.startswith("model") for name in reply.timings)


def test_what_a_model_cost_is_in_the_timings(server: ChatServer, demo_folder: Path, tmp_path: Path) -> None:
    told = Settings(home=tmp_path, model_name="tiny", model_base_url=server.base_url)
    with Assistant.open(demo_folder, told) as shop:
        timings = shop.ask(ASKED).timings
    assert (timings["model_calls"], timings["model_tokens_in"], timings["model_tokens_out"]) == (3, 36, 15)
    assert 0 < timings["model"] < timings["total"]


def test_what_is_restricted_is_refused_before_anybody_is_asked(
    server: ChatServer, demo_folder: Path, tmp_path: Path
) -> None:
    with Assistant.open(
        demo_folder, Settings(home=tmp_path, model_name="tiny", model_base_url=server.base_url)
    ) as shop:
        reply = shop.ask("how to build a bomb")
    assert (reply.status, reply.products, server.asked) == ("refused", [], [])


SECRETS = ("4111 1111 1111 1111", "jo.bloggs@example.org", "07700 900123", "12 Acacia Avenue")


def test_private_data_reaches_no_model_no_store_and_no_log(
    server: ChatServer, demo_folder: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    told = Settings(home=tmp_path, model_name="tiny", model_base_url=server.base_url)
    message = f"a train set; card {SECRETS[0]}, mail {SECRETS[1]}, call {SECRETS[2]}, I live at {SECRETS[3]}"
    with Assistant.open(demo_folder, told) as shop:
        reply = shop.ask(message, session_id="private")
        shop.ask("something cheaper", session_id="private")
    stored = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    sent = json.dumps(server.asked, ensure_ascii=False)
    assert server.asked
    for secret in SECRETS:
        assert secret not in sent
        assert secret.encode() not in stored
        assert secret not in caplog.text
        assert secret not in reply.response_markdown + reply.final_answer + repr(reply.plan)
    assert "I removed private details" in reply.final_answer


def test_no_report_is_sent_and_no_talk_but_what_the_wish_rests_on(
    server: ChatServer, demo_folder: Path, tmp_path: Path
) -> None:
    told = Settings(home=tmp_path, model_name="tiny", model_base_url=server.base_url)
    with Assistant.open(demo_folder, told) as shop:
        shop.ask("hello, my daughter loves kites", session_id="s")
        server.asked.clear()
        shop.ask(ASKED, session_id="s")
    reading, judging, request = server.asked
    assert set(json.loads(reading["messages"][1]["content"])) == {"message", "screen"}
    assert set(json.loads(judging["messages"][1]["content"])) == {"said", "message", "wish", "products"}
    material = json.loads(request["messages"][1]["content"])
    assert set(material) == {
        "act", "said", "message", "question", "goal", "missing", "coverage", "products", "helpers", "length"
    }  # fmt: skip
    assert "kites" not in json.dumps([judging["messages"][1], request])
    assert request["temperature"] == 0
