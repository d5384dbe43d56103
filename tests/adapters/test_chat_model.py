"""The model adapter against a real server on this machine, through the real SDK."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence

import pytest
from chat_server import ChatServer, Reply, chat_server, drips, fails, floods, no_choices, says, sends, stalls
from pydantic import BaseModel, ConfigDict, Field

from assistant.adapters.chat_model import OpenAIChatModel
from assistant.adapters.metering import metered
from assistant.errors import ModelError
from assistant.schema import Message

LIMIT_S = 0.6
GRACE_S = 0.5


class Wish(BaseModel):
    """What the tests ask a model to fill in."""

    model_config = ConfigDict(extra="forbid")

    kind: str
    pieces: int = Field(ge=1)


WISH = Wish(kind="puzzle", pieces=100)
GOOD = WISH.model_dump_json()
TALK = (Message("user", "a puzzle"), Message("assistant", "Which?"), Message("user", "100 pieces"))


def ask(replies: Sequence[Reply], *, timeout_s: float = 10.0) -> tuple[Wish | ModelError, ChatServer, float]:
    """What came of asking, what the server was asked, and the seconds it took."""
    with chat_server(replies) as server:
        model = OpenAIChatModel(base_url=server.base_url, api_key="secret-key", model="small", timeout_s=timeout_s)
        start = time.perf_counter()
        outcome: Wish | ModelError
        try:
            outcome = model.complete(TALK, Wish, system="You route.")
        except ModelError as error:
            outcome = error
        seconds = time.perf_counter() - start
        model.close()
        return outcome, server, seconds


def refused(outcome: Wish | ModelError) -> str:
    """The plain line of a failure, which never holds the key or an address."""
    assert isinstance(outcome, ModelError)
    text = str(outcome)
    assert "\n" not in text
    assert "secret-key" not in text
    assert "127.0.0.1" not in text
    return text


def test_structured_output_is_the_first_rung() -> None:
    outcome, server, _ = ask([says(GOOD)])
    assert outcome == WISH
    (request,) = server.asked
    assert request["path"] == "/v1/chat/completions"
    assert request["model"] == "small"
    assert request["temperature"] == 0
    assert request["response_format"]["type"] == "json_schema"
    assert request["response_format"]["json_schema"]["strict"] is True
    assert request["messages"] == [
        {"role": "system", "content": "You route."},
        {"role": "user", "content": "a puzzle"},
        {"role": "assistant", "content": "Which?"},
        {"role": "user", "content": "100 pieces"},
    ]
    assert server.headers[0]["authorization"] == "Bearer secret-key"


@pytest.mark.parametrize(
    "text",
    [
        f"```json\n{GOOD}\n```",
        f"Here you are:\n{GOOD}\nAnything else?",
        json.dumps(WISH.model_dump(), indent=2),
        f"\ufeff{GOOD}",
    ],
)
def test_text_with_fences_or_words_around_the_json_is_read(text: str) -> None:
    outcome, _, _ = ask([says("not JSON at all"), says(text)])
    assert outcome == WISH


@pytest.mark.parametrize("status", [400, 404, 415, 422, 501])
def test_a_server_without_structured_output_is_asked_with_the_schema_in_the_prompt(status: int) -> None:
    outcome, server, _ = ask([fails(status, "response_format is not supported"), says(f"```json\n{GOOD}\n```")])
    assert outcome == WISH
    _, second = server.asked
    assert "response_format" not in second
    assert second["messages"][: len(TALK) + 1] == server.asked[0]["messages"]
    assert json.dumps(Wish.model_json_schema()) in second["messages"][-1]["content"]


@pytest.mark.parametrize(
    ("bad", "named"),
    [
        ("I would rather chat.", ""),
        ('{"kind": "puzzle"}', "pieces"),
        ('{"kind": "puzzle", "pieces": 0}', "pieces"),
        ('{"kind": "puzzle", "pieces": 100, "price": 3}', "price"),
        ('{"kind": "puzzle", "pieces": ', ""),
    ],
)
def test_one_repair_names_what_is_wrong(bad: str, named: str) -> None:
    outcome, server, _ = ask([fails(400), says(bad), says(GOOD)])
    assert outcome == WISH
    said, mend = server.asked[2]["messages"][-2:]
    assert said == {"role": "assistant", "content": bad}
    assert mend["role"] == "user"
    assert mend["content"].startswith("Mend this: ")
    assert named in mend["content"]


def test_there_is_one_repair_and_no_more() -> None:
    outcome, server, _ = ask([fails(400), says("no"), says("never"), says(GOOD)])
    assert "could not be read" in refused(outcome)
    assert len(server.asked) == 3


@pytest.mark.parametrize("first", [says("not JSON"), says('{"kind": 3}'), says(GOOD, finish="length"), no_choices()])
def test_structured_output_that_is_of_no_use_leads_to_the_next_rung(first: Reply) -> None:
    outcome, server, _ = ask([first, says(GOOD)])
    assert outcome == WISH
    assert len(server.asked) == 2


def test_no_choices_at_all() -> None:
    outcome, _, _ = ask([no_choices()])
    assert "could not be read" in refused(outcome)


@pytest.mark.parametrize("content", [None, ""])
def test_empty_content(content: str | None) -> None:
    outcome, _, _ = ask([says(content)])
    assert "could not be read" in refused(outcome)


def test_a_refusal_is_taken_for_one() -> None:
    outcome, server, _ = ask([says(None, refusal="I cannot help with that."), says(GOOD)])
    assert "declined" in refused(outcome)
    assert len(server.asked) == 1


@pytest.mark.parametrize("status", [401, 403])
@pytest.mark.parametrize("before", [[], [fails(400)]], ids=["first rung", "second rung"])
def test_a_status_that_says_no_ends_it_at_once(status: int, before: list[Reply]) -> None:
    outcome, server, _ = ask([*before, fails(status, "secret-key was wrong"), says(GOOD)])
    assert str(status) in refused(outcome)
    assert len(server.asked) == len(before) + 1


@pytest.mark.parametrize("status", [429, 503])
def test_a_busy_server_is_asked_once_more_and_no_more_than_that(status: int) -> None:
    outcome, server, _ = ask([fails(status, "busy"), says(GOOD)])
    assert outcome == WISH
    assert len(server.asked) == 2
    outcome, server, _ = ask([fails(status, "secret-key was wrong")])
    assert str(status) in refused(outcome)
    assert len(server.asked) == 2


def test_a_model_that_keeps_failing_is_left_alone_until_it_had_a_rest() -> None:
    now = [0.0]
    with chat_server([*[fails(500)] * 6, says(GOOD)]) as server:
        model = OpenAIChatModel(base_url=server.base_url, api_key="", model="small", timeout_s=5, clock=lambda: now[0])
        for _ in range(3):
            with pytest.raises(ModelError, match="500"):
                model.complete(TALK, Wish, system="")
        with pytest.raises(ModelError, match="left alone"):
            model.complete(TALK, Wish, system="")
        assert len(server.asked) == 6
        now[0] += 31
        with metered(0), pytest.raises(ModelError, match="in time"):  # has no time for the one try after a rest
            model.complete(TALK, Wish, system="")
        assert model.complete(TALK, Wish, system="") == WISH
        assert model.complete(TALK, Wish, system="") == WISH
        model.close()


def test_what_calls_cost_is_written_down_and_nothing_where_none_was_made() -> None:
    with metered() as unused:
        pass
    assert unused.timings() == {}
    with metered() as account:
        ask([fails(400), says("no"), says(GOOD)])
    spent = account.timings()
    assert (spent["model_calls"], spent["model_tokens_in"], spent["model_tokens_out"]) == (3, 24, 10)
    assert spent["model"] > 0


def test_an_answer_without_an_end_is_not_read_to_it() -> None:
    outcome, _, seconds = ask([floods()], timeout_s=LIMIT_S)
    refused(outcome)
    assert seconds < LIMIT_S + GRACE_S


@pytest.mark.parametrize("body", [b"", b"<html>busy</html>", b"null", b"[]", b"{}", b'{"choices": null}'])
def test_a_body_that_is_no_completion(body: bytes) -> None:
    outcome, _, _ = ask([sends(body)])
    refused(outcome)


def test_nobody_listens() -> None:
    model = OpenAIChatModel(base_url="http://127.0.0.1:9/v1", api_key="", model="small", timeout_s=LIMIT_S)
    with pytest.raises(ModelError, match="could not be reached"):
        model.complete(TALK, Wish, system="")
    model.close()


@pytest.mark.parametrize(
    "replies",
    [
        [stalls(5)],
        [fails(400), says("no"), stalls(5)],
        [fails(400), drips(GOOD, every_s=0.05)],
    ],
    ids=["stall", "stall in the repair", "drip on the second rung"],
)
def test_the_total_time_is_kept(replies: list[Reply]) -> None:
    outcome, _, seconds = ask(replies, timeout_s=LIMIT_S)
    assert "in time" in refused(outcome)
    assert seconds < LIMIT_S + GRACE_S


def test_all_calls_of_a_turn_share_its_time() -> None:
    with chat_server([says(GOOD), stalls(1.5)]) as server:  # closing the model waits for it
        model = OpenAIChatModel(base_url=server.base_url, api_key="", model="small", timeout_s=10.0)
        with metered(LIMIT_S) as account:
            begun = time.perf_counter()
            assert model.complete(TALK, Wish, system="") == WISH
            for _ in range(3):
                with pytest.raises(ModelError, match="in time"):
                    model.complete(TALK, Wish, system="")
            assert time.perf_counter() - begun < LIMIT_S + GRACE_S
        assert account.calls == len(server.asked) == 2
        model.close()
