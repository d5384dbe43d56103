"""What a shopper has turned down is not offered again; what they never spoke against may be."""

from __future__ import annotations

from dataclasses import replace

import pytest
from builders import an_intent
from reading import after, heard

from assistant.schema import DialogueAct, Refine, Session, SessionTurn
from assistant.understanding.command_router import route_command
from assistant.understanding.router import route_turn
from assistant.understanding.state.dialogue_state import last_list

SESSION, SCREEN = after(an_intent("train"))


def left_behind(text: str, *acts: DialogueAct) -> tuple[str, ...]:
    route = route_turn(heard(text, *acts, session=SESSION, screen=SCREEN, names=SCREEN.titles))
    return next(intent.turned_down for intent in route.intents if intent.searches)


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("one with {feature|lights}", "change"), ("a {kind|train} with {feature|lights}", "find"),
        ("hmm, bit too babyish", "change"),
        ("something else please", "another"), ("that is dear", "cheaper"), ("hmm, not so sure", "change"),
        ("No, I said a {kind|doll}", "find"), ("{-feature|batteries} are no good", "change"),
        ("{ref|the red train} looks babyish, have you a {theme|diesel} one", "find"),
        ("thats for a wedding lol, {colour|red} ones", "change"),
    ],
)  # fmt: skip
def test_a_top_pick_that_will_not_do_is_turned_down(text: str, act: DialogueAct) -> None:
    assert left_behind(text, act) == ("p1",)


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("in {colour|red} please", "change"),
        ("she is {age|5}", "change"),
        ("{budget|under £30}", "change"),
        ("that's lovely, {budget|under £30}", "change"),
        ("and a {kind|doll} for her sister", "find"),
        ("not a {-kind|robot}", "change"),
        ("not {-theme|tin}", "change"),
    ],
)
def test_what_nobody_spoke_against_may_lead_again(text: str, act: DialogueAct) -> None:
    assert left_behind(text, act) == ()


def test_another_of_the_list_is_turned_down_where_it_is_pointed_at() -> None:
    assert left_behind("{ref|the tin robot} is too loud, one with {feature|wheels}", "change") == ("p3", "p1")


@pytest.mark.parametrize(
    "text", ["not keen on {ref|either}, one with {feature|wings}", "not {-ref|those two}. {feature|wings}"]
)
def test_two_are_turned_down_together(text: str) -> None:
    assert set(left_behind(text, "change")) == {"p1", "p2"}


def test_what_is_pointed_at_is_turned_down_with_all_that_were_picked() -> None:
    assert left_behind("No. {ref|The tin robot} is too loud, a {kind|doll}", "find") == ("p3", "p1")


def test_what_was_turned_down_stays_so() -> None:
    (turn,) = SESSION.turns
    (before,) = turn.intents
    later = SessionTurn("another", "here", (replace(before, turned_down=("p0",)),), last_list(SESSION))
    session = Session("s", (turn, later))
    route = route_turn(heard("she is {age|5}", "change", session=session, screen=SCREEN))
    assert route.intents[0].turned_down == ("p0",)
    anew = route_turn(heard("and a {kind|doll}", "find", session=session, screen=SCREEN))
    assert anew.intents[0].turned_down == ("p0",)


def test_a_button_for_another_turns_the_top_pick_down() -> None:
    assert route_command(Refine("balanced"), "another", SESSION).intents[0].turned_down == ("p1",)
