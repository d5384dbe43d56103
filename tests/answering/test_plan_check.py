"""The check: whatever a solver returns, only facts of the product that it names are left."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from builders import a_candidate, a_pack, a_product, age, an_intent, up_to
from composed import a_brief, asking
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.answering.plan_check import MOST_MOVES, SURELY_READ, checked
from assistant.answering.question_reading import statement
from assistant.answering.saying.realiser import realise
from assistant.schema import (
    AskFor,
    Best,
    Caution,
    Compare,
    ContentPlan,
    Describe,
    Explain,
    Move,
    Quote,
    Reading,
    Recommend,
    Reply,
    Review,
    RunnerUp,
    Total,
)

BRIEF = a_brief(an_intent(budget=up_to(30), material="wood", brand="Lego"))
BATTERIES = a_brief(asking("does it need batteries"))


def stands(move: Any, brief: Any = BRIEF) -> Move | None:
    moves = checked(ContentPlan((move,)), brief).plan.moves
    return moves[0] if moves else None


def test_facts_that_do_not_exist_or_are_anothers_are_left_out() -> None:
    assert stands(Recommend("p1", ("p1.price", "p2.price", "p1.weight", "p1.price"))) == Recommend("p1", ("p1.price",))


def test_the_top_pick_stays_the_top_pick() -> None:
    assert stands(Recommend("p2", ("p2.price",))) is None
    assert stands(RunnerUp("p1", ("p1.price",))) is None


def test_a_runner_up_is_set_apart_from_the_pick_alone() -> None:
    assert stands(RunnerUp("p2", ("p2.cheaper.p1", "p2.price"))) == RunnerUp("p2", ("p2.cheaper.p1", "p2.price"))


@pytest.mark.parametrize(
    ("move", "left"),
    [
        (Recommend("p1", ("p1.unmet.brand",)), Recommend("p1")),
        (Caution("p1", ("p1.unmet.brand", "p1.price")), Caution("p1", ("p1.unmet.brand",))),
        (Quote("p1", ("p1.line1", "p1.price")), Quote("p1", ("p1.line1",))),
        (Quote("p1", ("p1.price",)), None),
        (Describe("p1", ("p1.met.material", "p1.age")), Describe("p1", ("p1.age",))),
        (Explain("p9", ("p1.price",)), None),
        (Compare(("p1", "p1", "p9")), None),
        (Compare(("p2", "p1")), Compare(("p2", "p1"))),
        (Best(("p2", "p1"), "cheapest"), Best(("p1", "p2"), "cheapest")),
        (Best(("p2", "p1"), "nicest"), None), (Best(("p2",), "cheapest"), None),  # type: ignore[arg-type]
        (Total(("p1", "p2", "p9")), Total(("p1", "p2"))), (Total(("p1",)), None),
        (Total(("p1", "p9"), (2, 1)), Total(("p1",), (2,))),
        (Total(("p1", "p2"), (2, "2")), Total(("p1",), (2,))),  # type: ignore[arg-type]
        (Total(("p1",), (0,)), None), (Total(("p1",), (10**9,)), None), (Total(("p1",), (True,)), None),
        (AskFor("age"), AskFor("age")),
        (AskFor("shoe size"), None),  # type: ignore[arg-type]
    ],
)  # fmt: skip
def test_a_move_carries_only_what_it_says(move: Any, left: Move | None) -> None:
    assert stands(move) == left


def test_the_first_by_a_field_is_the_first_of_all_that_are_shown() -> None:
    toys = [a_candidate(a_product(f"p{at}", f"Wooden Train Set {at}", str(30 - at))) for at in range(1, 6)]
    move = stands(Best(("p1", "p2"), "cheapest"), a_brief(pack=a_pack(*toys)))
    assert isinstance(move, Best)
    assert set(move.doc_ids) == {"p1", "p2", "p3", "p4", "p5"}


def test_a_yes_or_no_stands_only_where_the_fact_was_read_so() -> None:
    name, reading = next(iter(BATTERIES.readings.items()))
    assert reading.verdict == "no"
    assert stands(Reply("p1", "no", (name, "p1.price")), BATTERIES) == Reply("p1", "no", (name,))
    assert stands(Reply("p1", "yes", (name,)), BATTERIES) == Reply("p1", "value", (name,))
    assert stands(Reply("p1", "no", ("p1.line9",)), BATTERIES) is None


def test_not_known_stands_only_where_nothing_surely_answers() -> None:
    name = next(iter(BATTERIES.readings))
    for confidence, stands_so in ((SURELY_READ, False), (SURELY_READ - 0.1, True)):
        read = replace(BATTERIES, readings={name: Reading("yes", confidence)})
        assert (stands(Reply("p1", "unknown"), read) is not None) is stands_so
    silent = a_brief(asking("how heavy is the lid"))
    assert stands(Reply("p1", "unknown", ("p1.price",)), silent) == Reply("p1", "unknown")


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12)
    | st.sampled_from(["p1", "p2", "p1.price", "p2.price", "p1.line1", "p1.unmet.brand", "yes", "<b>", "£1.99"]),
    lambda inner: st.lists(inner, max_size=4) | st.tuples(inner, inner) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=8,
)  # fmt: skip
MOVES = st.one_of(
    JUNK,
    *(st.builds(kind, JUNK, JUNK) for kind in (Recommend, RunnerUp, Explain, Describe, Quote, Caution)),
    st.builds(Reply, JUNK, JUNK, JUNK), st.builds(Compare, JUNK), st.builds(AskFor, JUNK),
    st.builds(Best, JUNK, JUNK), st.builds(Total, JUNK),
)  # fmt: skip


@given(moves=st.lists(MOVES, max_size=30) | JUNK, tone=JUNK)
@settings(max_examples=120)
def test_anything_as_a_plan_says_nothing_but_facts_of_the_product_it_names(moves: Any, tone: Any) -> None:
    plan = checked(ContentPlan(moves, tone), BRIEF).plan
    assert len(plan.moves) <= MOST_MOVES
    facts = {fact.fact_id: fact.doc_id for fact in BRIEF.facts}
    for move in plan.moves:
        named = getattr(move, "because", ()) or getattr(move, "facts", ())
        assert all(facts[name] == move.doc_id for name in named)  # type: ignore[union-attr]
    wording = realise(plan, BRIEF)
    assert not any("<b>" in sentence.text or "£1.99" in sentence.text for sentence in wording.shown)


def test_whatever_may_be_read_as_an_answer_may_be_said() -> None:
    full = a_product(
        rating=4.5, rating_count=9, brand="Brio", material="wood", pieces=9, size="20 cm", weight="1 kg", stock_count=2,
        category=("Toys", "Trains"), features=("Magnetic couplings.",), description="It runs on wooden rails.",
        age=age(3, 6), reviews=(Review("Lovely", "He plays with it daily.", 5.0),),
    )  # fmt: skip
    brief = a_brief(pack=a_pack(a_candidate(full)))
    readable = [fact for fact in brief.facts if statement(fact)]
    assert {"line", "review", "title", "size", "price"} <= {fact.kind for fact in readable}
    for fact in readable:
        read = replace(brief, readings={fact.fact_id: Reading("value", 1.0)})
        assert checked(ContentPlan((Reply(full.id, "value", (fact.fact_id,)),)), read).plan.moves, fact.kind


def test_of_safety_and_of_a_price_not_known_stands_whatever_was_read() -> None:
    for brief in (
        a_brief(asking("is it safe", about="safety")),
        a_brief(replace(asking("how much"), act="check_price")),
    ):
        read = replace(brief, readings={"p1.size": Reading("value", SURELY_READ)})
        assert stands(Reply("p1", "unknown"), read) == Reply("p1", "unknown")


def test_a_sum_is_of_all_that_are_named_and_a_comparison_of_three() -> None:
    many = [a_candidate(a_product(f"p{n}", "Train Set", "9")) for n in range(1, 6)]
    brief = a_brief(pack=a_pack(*many))
    ids = tuple(f"p{n}" for n in range(1, 6))
    assert stands(Total(ids), brief) == Total(ids)
    assert stands(Compare(ids), brief) == Compare(ids[:3])
