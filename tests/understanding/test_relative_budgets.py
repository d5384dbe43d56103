"""Sums that are told by another: what is left, as much as before, any less."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest
from builders import an_intent, up_to
from reading import after, heard

from assistant.schema import Budget, DialogueAct, Intent, Session
from assistant.understanding.router import route_turn

KIT, SPADE = an_intent("craft kit", budget=up_to(40)), an_intent("spade", budget=up_to(40))


def asked_after(said: str, *before: Intent, session: Session | None = None) -> Budget | None:
    shown, screen = after(*before)
    act: DialogueAct = "change" if said.startswith("ok make it") else "find"
    (intent,) = route_turn(heard(said, act, session=session or shown, screen=screen)).intents
    return intent.constraints.budget


@pytest.mark.parametrize(
    "said",
    [
        "and a {kind|robot} with whats left", "a {kind|robot} with what's left over", "a {kind|robot} for what is left",
        "a {kind|robot} with the rest of the money", "a {kind|robot} with the rest",
    ],
)  # fmt: skip
def test_what_is_left_is_the_budget_less_what_was_picked(said: str) -> None:
    assert asked_after(said, KIT) == up_to(20)


def test_what_is_left_for_one_of_two_wishes_is_less_the_other_alone() -> None:
    session, _ = after(KIT, SPADE)
    (turn,) = session.turns
    shown = (turn.shown[0], replace(turn.shown[1], top=True, wish=1), *turn.shown[2:])
    session = replace(session, turns=(replace(turn, shown=shown),))
    assert asked_after("the {kind|craft kit} with whats left", KIT, SPADE, session=session) == up_to(20)


def test_of_what_has_no_budget_nothing_is_left() -> None:
    assert asked_after("a {kind|robot} with whats left", an_intent("craft kit")) is None
    assert asked_after("a {kind|robot} with whats left", an_intent("craft kit", budget=up_to(15))) is None


def test_the_same_money_is_the_budget_or_about_what_the_pick_costs() -> None:
    for said in (
        "a {kind|doll}, same sort of money",
        "a {kind|doll} for the same price",
        "a {kind|doll}, similar money",
    ):
        assert asked_after(said, KIT) == up_to(40)
        about = asked_after(said, an_intent("craft kit"))
        assert about == replace(up_to(20), around=True)


def test_where_cheaper_is_fine_there_is_no_lower_end() -> None:
    between = replace(up_to(25), min=Decimal(15))
    budget = asked_after("ok make it a {kind|jigsaw} then, cheaper is fine", an_intent("craft kit", budget=between))
    assert budget == up_to(25)


def test_a_sum_of_its_own_stands() -> None:
    assert asked_after("a {kind|robot} for {budget|£12}, not what's left", KIT) == up_to(12)
