"""The model's reading: what of it the message carries, and what stands where the model fails."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest
from chat_server import ChatServer, Reply, chat_server, fails, says, stalls

from assistant.adapters.chat_model import OpenAIChatModel
from assistant.schema import MessageReading, Screen, SlotValue, Span
from assistant.understanding.model_reader import MAX_SPANS, ModelReader

SLOT_VALUES = (SlotValue(0, "kind", "train set"), SlotValue(0, "age", "age 4"))
SCREEN = Screen(
    "train set", ("Red Train", "Blue Train"), SLOT_VALUES, prices=("£9.99", ""), earlier=("Tin Train",),
    said=("a train set for a 4 year old",),
)  # fmt: skip
LEARNED = MessageReading(("find",), (Span("kind", "kite", 2, 6),), kept=(0.1, 0.9))


class Learned:
    def read(self, message: str, screen: Screen) -> MessageReading:
        return LEARNED


def reading(
    *acts: str, words: Sequence[tuple[str, ...]] = (), intent_type: str = "product_query", **more: Any
) -> Reply:
    found = [dict(zip(("slot", "words", "sign"), one, strict=False)) for one in words]
    content = {"intent_type": intent_type, "acts": acts, "words": found, "product_type": "anything", **more}
    return says(json.dumps(content))


def read(message: str, *replies: Reply, timeout_s: float = 5.0) -> tuple[MessageReading, ChatServer]:
    with chat_server(replies) as server:
        model = OpenAIChatModel(base_url=server.base_url, api_key="k", model="small", timeout_s=timeout_s)
        found = ModelReader(model, Learned()).read(message, SCREEN)
        model.close()
    return found, server


def test_words_that_the_message_carries_are_found_in_it() -> None:
    found, server = read(
        "not plastic, a Red  kite", reading("find", words=[("kind", "kite"), ("material", "PLASTIC", "refused")])
    )
    assert (found.acts, [(s.slot, s.text, s.sign) for s in found.spans]) == (
        ("find",), [("material", "plastic", "refused"), ("kind", "kite", "wanted")],
    )  # fmt: skip
    assert json.loads(server.asked[0]["messages"][1]["content"]) == {
        "message": "not plastic, a Red  kite",
        "screen": {
            "said": ["a train set for a 4 year old"], "wish": "train set",
            "shown": [{"toy": 1, "name": "Red Train", "price": "£9.99"}, {"toy": 2, "name": "Blue Train"}],
            "earlier": [{"toy": 3, "name": "Tin Train"}],
            "slots": [{"id": 0, "slot": "kind", "words": "train set"}, {"id": 1, "slot": "age", "words": "age 4"}],
        },
    }  # fmt: skip


@pytest.mark.parametrize(
    ("toy", "text"), [(2, "Blue Train"), (3, "Tin Train"), (0, "the £12 one"), (9, "the £12 one"), (-1, "the £12 one")]
)
def test_what_points_at_a_toy_that_was_shown_bears_its_name(toy: int, text: str) -> None:
    content = {"acts": ["question"], "words": [{"slot": "ref", "words": "the £12 one", "toys": [toy]}]}
    found, _ = read("is the £12 one loud", says(json.dumps({"intent_type": "product_query", **content})))
    assert [(span.text, span.start, span.end) for span in found.spans] == [(text, 3, 14)]


@pytest.mark.parametrize(
    ("means", "text"),
    [("dinosaur puzzle", "dinosaur puzzle"), ("drone", "dinosar puzzel"), ("toy castle", "dinosar puzzel")],
)
def test_a_slip_is_spelt_right_and_nothing_else_is_put_in_its_place(means: str, text: str) -> None:
    content = {"acts": ["find"], "words": [{"slot": "kind", "words": "dinosar puzzel", "means": means}]}
    found, _ = read("a dinosar puzzel", says(json.dumps({"intent_type": "product_query", **content})))
    assert [(span.text, span.start, span.end) for span in found.spans] == [(text, 2, 16)]


def test_what_points_at_several_toys_bears_the_name_of_each() -> None:
    content = {"acts": ["total"], "words": [{"slot": "ref", "words": "both", "toys": [3, 1, 9]}]}
    found, _ = read("what are both", says(json.dumps({"intent_type": "product_query", **content})))
    assert [span.text for span in found.spans] == ["Tin Train", "Red Train"]


def test_what_holds_is_what_the_model_says_or_else_what_was_learned() -> None:
    found, _ = read("a kite", reading("find", keeps=[0, 7]))
    assert found.kept == (1.0, 0.0)
    found, _ = read("a kite", reading("find"))
    assert found.kept == LEARNED.kept


@pytest.mark.parametrize("invented", ["drone", "kit", "a red kite", "", "  "])
def test_words_that_the_message_does_not_carry_are_dropped(invented: str) -> None:
    found, _ = read("a kite", reading("find", words=[("theme", invented)]))
    assert found.spans == ()


def test_no_word_fills_two_slots() -> None:
    found, _ = read("a kite", reading("find", words=[("kind", "kite"), ("theme", "kite")]))
    assert [span.slot for span in found.spans] == ["kind"]


def test_of_too_many_words_the_first_are_read() -> None:
    found, _ = read("a " * 100, reading("find", words=[("feature", "a")] * 90))
    assert len(found.spans) == MAX_SPANS


def test_what_is_outside_is_outside_whatever_else_is_said() -> None:
    found, _ = read("a lawnmower", reading("find", intent_type="out_of_domain"))
    assert found.acts == ("outside",)


def test_a_price_of_this_moment_is_asked_for_where_the_model_says_so() -> None:
    assert read("a kite", reading("find", needs_live_price=True))[0].acts == ("find", "price")
    assert read("a kite", reading("find"))[0].acts == ("find",)


def test_a_model_that_names_no_act_leaves_the_learned_reading() -> None:
    assert read("a kite", reading())[0] == LEARNED


@pytest.mark.parametrize(
    "replies", [[fails(500), fails(500)], [says("nonsense"), says("nonsense")], [says('{"acts": ["fly"]}')] * 2]
)
def test_a_model_that_fails_leaves_the_learned_reading_and_a_warning(replies: list[Reply]) -> None:
    found, _ = read("a kite", *replies)
    assert (found.acts, found.spans, bool(found.warning)) == (LEARNED.acts, LEARNED.spans, True)


def test_a_model_that_is_late_costs_no_more_than_its_limit() -> None:
    found, _ = read("a kite", stalls(3.0), timeout_s=0.3)
    assert (found.acts, bool(found.warning)) == (LEARNED.acts, True)
