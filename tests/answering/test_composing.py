"""Composing: who decides what is said, and what happens when a solver does not."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Any

import pytest
from builders import a_candidate, a_pack, a_plan, age, an_intent, price
from composed import ASKED, SYMBOLIC, TRAIN, a_brief, answered, asking

from assistant.answering.composing import completed, compose
from assistant.answering.solvers.symbolic import SymbolicSolver, cautions
from assistant.errors import ModelError
from assistant.retrieval.evidence import grade
from assistant.schema import (
    AskFor,
    Brief,
    Caution,
    Compare,
    ContentPlan,
    Describe,
    EvidencePack,
    Explain,
    HelperResult,
    Question,
    Quote,
    Recommend,
    Reply,
    RunnerUp,
    Total,
)


@dataclass
class Planned:
    """A solver that returns, raises or runs what it was made with."""

    plan: Any
    name: str = "planned"

    def solve(self, brief: Brief) -> Any:
        if isinstance(self.plan, Exception):
            raise self.plan
        return self.plan() if callable(self.plan) else self.plan


def test_a_solvers_plan_is_said_in_the_programs_words() -> None:
    found = answered(solver=Planned(ContentPlan((Recommend("p1", ("p1.pieces", "p1.price")),), "warm")))
    assert found.final_answer.startswith("Happy to help. ")
    assert "46 pieces, £24.99" in found.final_answer
    assert (found.report.solver, found.report.runs[0].removed) == ("planned", 0)


def test_moves_that_do_not_stand_are_counted_and_left_out() -> None:
    plan = ContentPlan((Recommend("p1", ("p1.price",)), RunnerUp("p9"), Quote("p2", ("p1.line1",))))
    found = answered(solver=Planned(plan))
    assert found.report.runs[0].removed == 2
    assert "City" not in found.final_answer


@pytest.mark.parametrize(
    "plan",
    [ModelError("The model did not answer in time."), RuntimeError("boom"), None, "Buy it now, only £1!",
     {"moves": [{"text": "free"}]}, ContentPlan((RunnerUp("p9"),)), lambda: time.sleep(1)],
)  # fmt: skip
def test_a_solver_that_gives_nothing_usable_costs_only_its_plan(plan: Any) -> None:
    found = answered(solver=Planned(plan), limit_s=0.2)
    assert found.final_answer == SYMBOLIC.final_answer
    assert found.spoken_answer == SYMBOLIC.spoken_answer
    assert found.report.solver == "symbolic"
    assert len(found.warnings) == 1


def test_an_empty_plan_is_honoured() -> None:
    found = answered(solver=Planned(ContentPlan()))
    assert (found.status, found.picks) == ("no-context", ())
    assert "I found no train set that fits" in found.final_answer
    assert (found.report.no_context, found.report.runs[0].outcome) == ("accepted", "no-context")


def test_where_one_solver_finds_nothing_the_heavier_one_is_asked() -> None:
    empty, plan = Planned(ContentPlan()), ContentPlan((Recommend("p1", ("p1.price",)),))
    found = compose(a_brief(), (empty, Planned(plan)), limit_s=1)
    assert [run.outcome for run in found.report.runs] == ["no-context", "used"]
    assert found.report.no_context == "heavier solver"
    assert isinstance(found.plan.moves[0], Recommend)
    for second in (empty, Planned(RuntimeError("boom"))):
        assert compose(a_brief(), (empty, second), limit_s=1).report.no_context == "accepted"


def test_a_solver_is_told_the_session_the_wishes_and_what_helpers_found() -> None:
    told: list[Brief] = []

    class Listens:
        name = "listens"

        def solve(self, brief: Brief) -> ContentPlan:
            told.append(brief)
            return ContentPlan((Recommend("p1"),))

    class Helps:
        name = "helps"

        def help(self, brief: Brief) -> HelperResult:
            return HelperResult("helps", f"looked at {brief.picks[0].product.id}", 0.5)

    answered(solver=Listens(), helpers=(Helps(),))
    (brief,) = told
    assert brief.session_id == ASKED.turn.session_id
    assert brief.wishes == (brief.plan.intent,)
    assert [(one.plugin, one.summary) for one in brief.helped] == [("helps", "looked at p1")]


def test_no_solver_is_asked_where_nothing_was_found() -> None:
    found = answered(pack=EvidencePack(), solver=Planned(AssertionError("asked blindly")))
    assert (found.status, found.report.runs) == ("no-context", ())


def test_a_recommendation_comes_first_and_what_is_not_as_wished_right_behind_it() -> None:
    brief = a_brief(an_intent(brand="Lego"))
    plan = completed(ContentPlan((Quote("p1", ("p1.line1",)), Recommend("p1"))), brief)
    assert [type(move) for move in plan.moves] == [Recommend, Caution, Quote]


def test_a_plan_without_a_recommendation_gets_one_unless_it_asks() -> None:
    assert isinstance(completed(ContentPlan((Quote("p1", ("p1.line1",)),)), a_brief()).moves[0], Recommend)
    assert completed(ContentPlan((AskFor("age"),)), a_brief()).moves == (AskFor("age"),)


def test_a_question_that_a_plan_leaves_open_is_answered_first() -> None:
    brief = a_brief(asking("does it need batteries"))
    plan = completed(ContentPlan((Recommend("p1"),)), brief)
    assert SymbolicSolver().solve(brief).moves[0] in plan.moves
    own = SymbolicSolver().solve(brief).moves[0]
    assert completed(ContentPlan((Describe("p1", ("p1.price",)),)), brief).moves == (own,)


def test_who_asks_something_hears_the_answer_and_nothing_else() -> None:
    brief = a_brief(asking("does it need batteries"))
    reply, told = Reply("p1", "value", ("p1.line1",)), Describe("p1", ("p1.price", "p1.line1"))
    assert completed(ContentPlan((reply, told, AskFor("age"))), brief).moves == (reply,)
    assert completed(ContentPlan((told,)), brief).moves == (reply,)


def test_how_many_are_meant_is_the_solvers_to_say_where_nobody_counts_them() -> None:
    intent = asking("12 are coming, how many packs and what do they come to", "total")
    total = Planned(ContentPlan((Total(("p1",), (2,)),)))
    pack = a_pack(a_candidate(TRAIN))
    assert "Two of Farm Wooden Train Set come to £49.98" in answered(intent, pack, solver=total).final_answer
    asked = Question(intent.text, "total", counts=(3,))
    counted = replace(intent, question=asked, act="compare", about=("p1",))
    assert "Three of Farm Wooden Train Set" in answered(counted, pack, solver=total).final_answer


def test_the_cards_stand_in_the_order_in_which_a_solver_speaks_of_them() -> None:
    third = replace(TRAIN, id="p3", title="Hill Train Set", price=price("18.00"), rating=3.0)
    pack = a_pack(a_candidate(TRAIN), a_candidate(replace(TRAIN, id="p2", title="City Train Set")), a_candidate(third))
    plain = answered(pack=pack)
    last = plain.picks[-1].product.id
    found = answered(pack=pack, solver=Planned(ContentPlan((Recommend(plain.picks[0].product.id), RunnerUp(last)))))
    assert [pick.product.id for pick in found.picks][:2] == [plain.picks[0].product.id, last]
    assert [pick.rank for pick in found.picks] == [1, 2, 3]


def test_the_first_by_a_field_is_the_first_card() -> None:
    question = Question("which is cheapest", "best", topic="cheapest")
    found = answered(an_intent(act="compare", text="which is cheapest", question=question, about=("p1", "p2")))
    assert found.final_answer.startswith("City Train Set is cheaper")
    assert [(pick.product.id, pick.rank) for pick in found.picks] == [("p2", 1), ("p1", 2)]


def test_who_would_take_one_of_those_compared_says_no_more_of_them() -> None:
    brief = a_brief(an_intent(act="compare", text="which is better", about=("p1", "p2")))
    both, chosen = Compare(("p1", "p2")), Explain("p1", ("p1.better_rated.p2",))
    assert completed(ContentPlan((both, chosen)), brief).moves == (chosen,)
    assert completed(ContentPlan((both,)), brief).moves == (both,)


def test_what_a_listing_does_not_say_of_a_free_wish_is_told_where_the_solver_says_so() -> None:
    brief = a_brief(an_intent(text="a train set with a tunnel", wanted=("tunnel",), brand="Lego"))
    told = {name for move in cautions(brief, "p1") for name in move.facts}
    assert {"p1.unmet.brand", "p1.unknown.wanted.tunnel"} <= told
    for chosen in ((), ("p1.unknown.wanted.tunnel",)):
        plan = completed(ContentPlan((Recommend("p1"), Caution("p1", chosen))), brief)
        (caution,) = (move for move in plan.moves if isinstance(move, Caution))
        assert ("p1.unknown.wanted.tunnel" in caution.facts) is bool(chosen)
        assert "p1.unmet.brand" in caution.facts


def test_who_says_only_for_whom_is_shown_something_and_asked_what_they_enjoy() -> None:
    shelf = a_pack(a_candidate(replace(TRAIN, category=("Toys", "Train Sets"))))
    vague = answered(an_intent("", age=age(7, 7)), shelf)
    assert vague.final_answer.endswith("What do they enjoy playing with?")
    assert vague.followups[0] == "Train Sets"
    named = answered(an_intent(age=age(7, 7)), shelf)
    assert "enjoy" not in named.final_answer
    assert "Train Sets" not in named.followups


@pytest.mark.parametrize(("cost", "is_said"), [("24.96", False), ("15.00", True)])
def test_a_saving_of_pennies_is_no_reason_to_choose_another(cost: str, is_said: bool) -> None:
    other = replace(TRAIN, id="p7", title="Coast Train Set", price=price(cost), rating=4.0)
    found = answered(pack=a_pack(a_candidate(TRAIN), a_candidate(other)))
    assert "Coast Train Set" in found.final_answer
    assert ("To spend less" in found.final_answer) == is_said


TWO_AGES = a_candidate(replace(TRAIN, description="Suitable for ages 8 and up."))
BOTH_AGES = "The listing says ages 3 to 6, but its description says ages 8 and up [1][2]."


@pytest.mark.parametrize("solver", [None, Planned(ContentPlan((Recommend("p1", ("p1.age", "p1.price")),)))])
def test_what_a_listing_says_differently_is_told_with_both_sources(solver: Planned | None) -> None:
    shelf = a_pack(TWO_AGES, coverage=grade(a_plan(), [TWO_AGES]))
    found = answered(pack=shelf, solver=solver)
    assert BOTH_AGES in found.final_answer
    assert found.final_answer.count("ages 8 and up") == 1
    assert found.answer_meta.used_evidence_ids == ("p1#listing", "p1#description")
    assert "8 and up" not in found.spoken_answer


def test_a_yes_that_rests_on_one_side_of_a_contradiction_tells_the_other() -> None:
    shelf = a_pack(TWO_AGES, coverage=grade(a_plan(), [TWO_AGES]))
    asked = answered(asking("recommended age for a 4 year old", age=age(4, 4)), shelf)
    assert asked.final_answer == f"Yes: the maker says it is for ages 3 to 6 [1]. {BOTH_AGES}"
    assert "ages" not in answered(asking("does it need batteries"), shelf).final_answer
