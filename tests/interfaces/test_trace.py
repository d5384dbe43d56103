"""The trace of an answer: what is in it, and what a second run of it tells."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from command_line import refused, run

IN_A_MOMENT = {"ASSISTANT_LIVE_PRICE_TIMEOUT_S": "0.3"}
QUESTION = "a wooden train set for a four-year-old under £30"


@pytest.fixture(scope="module")
def first(demo_folder: Path) -> str:
    """The trace of a first question."""
    ran = run("ask", QUESTION, "--catalog", demo_folder, "--json", "--trace")
    assert ran.code == 0, ran
    return ran.out


@pytest.fixture
def trace(first: str, tmp_path: Path) -> Path:
    """A file of it, which a test may change."""
    (tmp_path / "trace.json").write_text(first, encoding="utf-8")
    return tmp_path / "trace.json"


def changed(trace: Path, **values: Any) -> Path:
    trace.write_text(json.dumps(json.loads(trace.read_text("utf-8")) | values), encoding="utf-8")
    return trace


def test_the_router_and_the_planner_answer_as_they_are_specified(trace: Path) -> None:
    wish = json.loads(trace.read_text("utf-8"))["intents"][0]
    assert wish["router"] == {
        "intent_type": "product_query",
        "product_type": "train set",
        "constraints": {
            "budget": {"min": None, "max": 30.0, "currency": "GBP", "each": False, "around": False},
            "age": {"min_months": 48, "max_months": 48},
            "material": "wood",
        },
        "needs_live_price": False,
    }
    assert set(wish["planner"]) == {"tools", "fields_needed", "reason", "conflict_policy"}
    assert wish["planner"]["tools"] == ["rag.search"]
    assert "price" in wish["planner"]["fields_needed"]
    assert wish["planner"]["conflict_policy"] == "web_price_overwrites"


def test_it_tells_every_round_with_its_queries_counts_and_scores(trace: Path) -> None:
    told = json.loads(trace.read_text("utf-8"))
    assert told["intake"]["guardrails"] == {"sensitivity": "none", "pii_present": False}
    assert [unit["text"] for unit in told["intake"]["current_turn_context"]] == ["child is 4"]
    (wish,) = told["intents"]
    assert 0 < wish["coverage"]["quality"] <= 1
    assert {from_["mode"] for one in wish["candidates"] for from_ in one["provenance"]} == {"bm25", "vector"}
    for found in wish["rounds"]:
        assert {query["mode"] for query in found["queries"]} == {"bm25", "vector"}
        assert found["found_raw"] >= found["found_merged"] >= found["found_reranked"] > 0
        assert len(found["selected"]) == len(found["scores"]) > 0
    assert wish["moves"][0]["move"] == "Recommend"
    assert wish["moves"][0]["doc_id"] == wish["picks"][0]["doc_id"]
    assert wish["picks"][0]["doc_id"] in [candidate["doc_id"] for candidate in wish["candidates"]]
    assert {run["outcome"] for run in wish["solvers"]} == {"used"}


@pytest.mark.parametrize(
    ("message", "router"),
    [
        ("hello", {"intent_type": "greeting"}),
        ("a washing machine", {"intent_type": "out_of_domain", "product_type": "washing machine"}),
    ],
)
def test_a_message_that_needs_no_toys_has_no_plan(demo_folder: Path, message: str, router: dict[str, str]) -> None:
    told = json.loads(run("ask", message, "--catalog", demo_folder, "--trace").out)
    assert [wish["router"] for wish in told["intents"]] == [router]
    assert "planner" not in told["intents"][0]


def test_what_is_private_is_not_in_it(demo_folder: Path) -> None:
    told = run("ask", "a kite under £20, write to jo@example.org", "--catalog", demo_folder, "--trace").out
    assert "jo@example.org" not in told
    assert "[email]" in told


def test_a_replay_is_the_same_and_leaves_nothing(trace: Path, demo_folder: Path, session_id: str) -> None:
    assert run("replay", trace, "--catalog", demo_folder).out == "The same.\n"
    run("ask", QUESTION, "--catalog", demo_folder, "--session", session_id)
    later = run("ask", "how many pieces has it?", "--catalog", demo_folder, "--session", session_id, "--trace")
    trace.write_text(later.out, encoding="utf-8")
    assert len(json.loads(later.out)["messages"]) == 2
    assert run("replay", trace, "--catalog", demo_folder).out == "The same.\n"


def test_a_question_for_a_live_price_is_replayed_with_one(tmp_path: Path, demo_folder: Path) -> None:
    told = run("ask", "what does a kite cost right now?", "--catalog", demo_folder, "--trace", **IN_A_MOMENT)
    (tmp_path / "live.json").write_text(told.out, encoding="utf-8")
    assert run("replay", tmp_path / "live.json", "--catalog", demo_folder, **IN_A_MOMENT).out == "The same.\n"


def test_a_replay_says_what_differs(trace: Path, demo_folder: Path) -> None:
    ran = run("replay", changed(trace, messages=["a kite"], spoken_answer="Nothing."), "--catalog", demo_folder)
    assert ran.code == 1
    assert 'intents[0].router.product_type: "train set" -> "kite"' in ran.out
    assert 'spoken_answer: "Nothing." -> ' in ran.out
    assert "timings_ms" not in ran.out


@pytest.mark.parametrize("text", ["", "{", "[]", '{"messages": []}', '{"messages": [1]}', '{"messages": "a kite"}'])
def test_what_is_no_trace_is_refused(tmp_path: Path, demo_folder: Path, text: str) -> None:
    (tmp_path / "trace.json").write_text(text, encoding="utf-8")
    assert "--trace" in refused(run("replay", tmp_path / "trace.json", "--catalog", demo_folder))


def test_a_trace_that_is_gone_or_of_another_version_is_refused(trace: Path, tmp_path: Path, demo_folder: Path) -> None:
    assert "cannot be read" in refused(run("replay", tmp_path / "nowhere.json", "--catalog", demo_folder))
    assert "another version" in refused(run("replay", changed(trace, format="other/9"), "--catalog", demo_folder))
