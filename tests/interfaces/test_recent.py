"""Conversations as the page remembers them: in every tab, with what was asked elsewhere, and until they make room."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from test_view import answer, pick, response, toy, wish

from assistant import Assistant
from assistant.interfaces.page.recent import Recent, before_all, is_whole, unseen, without_responses
from assistant.interfaces.page.view import MOST_TURNS, Question, TurnView, answered, card_turn, failed
from assistant.schema import SessionTurn

KITE = Question("a kite")


def test_a_conversation_is_kept_whole_and_is_no_news_until_it_makes_room() -> None:
    kept = Recent(most=2)
    turn = answered("q", response(answer(wish(), [pick(toy())]), text="Said."), "t")
    for session in ("a", "b", "a", "c"):
        kept.forget(session)
        kept.add(session, [], turn)
    (again,) = kept.turns("a")
    assert again == replace(turn, turn_id="")
    assert kept.turns("b") == []
    assert kept.turns("nobody") == []


def test_two_tabs_of_one_conversation_keep_both_their_turns() -> None:
    kept = Recent()
    past, mine, theirs = (TurnView(text, text, spoken="Said.") for text in ("past", "mine", "theirs"))
    kept.add("s", [past], mine)
    kept.add("s", [past], theirs)
    seen = kept.turns("s", [mine])
    assert [turn.question for turn in seen] == ["past", "mine", "theirs"]
    assert [turn.turn_id for turn in seen] == ["", "mine", ""]
    assert [turn.spoken for turn in seen] == ["Said."] * 3


def kept_of(*questions: str) -> tuple[SessionTurn, ...]:
    return tuple(SessionTurn(question, "Said.") for question in questions)


def test_what_another_process_went_on_with_is_missed_here() -> None:
    here = [TurnView("a  kite"), TurnView("a ball", tone="error"), TurnView("Something cheaper")]
    assert is_whole(here, kept_of("a kite", "Something cheaper"))
    assert is_whole(here, ())  # nothing could be stored
    assert not is_whole(here, kept_of("a kite", "Something cheaper", "Something cheaper"))
    assert not is_whole(here, kept_of("Something cheaper", "a kite"))
    assert not is_whole([], kept_of("a kite"))
    # What is longer ago than the page shows is not missed.
    assert is_whole([TurnView(str(at)) for at in range(2, 32)], kept_of(*map(str, range(32))))


def test_what_another_tab_asked_is_told_from_what_was_there_before() -> None:
    here, elsewhere = [TurnView("a  kite"), TurnView("a ball")], ("a kite", "a ball", "a ball", "a drum")
    news = unseen([TurnView(text) for text in elsewhere], here)
    assert news == Counter({"aball": 1, "adrum": 1})
    assert before_all(news, kept_of(*elsewhere)) == 2
    assert before_all(news, kept_of("a kite", "a ball", "a ball")) == 2  # the drum could not be stored
    assert not unseen(here, here)


def test_a_conversation_that_stands_elsewhere_is_gone_on_with_from_there() -> None:
    kept = Recent()
    kept.add("s", [], TurnView("a kite", "t"))
    kept.put("s", [TurnView("a kite"), TurnView("a ball")])
    kept.add("s", [TurnView("not so")], TurnView("thanks", "u"))
    assert [turn.question for turn in kept.turns("s")] == ["a kite", "a ball", "thanks"]


def test_a_turn_gets_its_live_prices_whatever_came_after_it() -> None:
    kept, made = Recent(), response(answer(wish(), [pick(toy())]), text="Said.")
    turn = answered("a train", made, "t")
    kept.add("s", [], turn)
    kept.add("s", [], TurnView("thanks", "u"))
    kept.change("s", made, replace(turn, asked_prices=True))
    assert [turn.asked_prices for turn in kept.turns("s")] == [True, False]
    kept.change("it made room", made, turn)
    kept.add("it made room", [turn], TurnView("thanks", "u"))
    assert len(kept.turns("it made room")) == 2


def test_a_long_conversation_keeps_its_newest_turns() -> None:
    kept = Recent()
    for at in range(MOST_TURNS + 2):
        kept.add("s", [], TurnView(str(at)))
    assert [turn.question for turn in kept.turns("s")] == [str(at) for at in range(2, MOST_TURNS + 2)]


def test_a_question_is_owed_until_it_is_answered() -> None:
    kept = Recent(most=2)
    with kept.answering("a", KITE):
        assert (kept.owed("a"), kept.is_sought("a")) == (KITE, True)
    assert (kept.owed("a"), kept.is_sought("a")) == (None, False)
    for session in ("a", "b", "c"):
        with pytest.raises(KeyboardInterrupt), kept.answering(session, KITE):
            raise KeyboardInterrupt
    assert kept.owed("a") is None  # it made room
    assert (kept.owed("c"), kept.is_sought("c")) == (KITE, False)


def test_what_was_heard_wrongly_is_taken_back_where_it_is_the_newest() -> None:
    recent, turns = Recent(), [failed(text, "No.", text) for text in ("a kit", "a kite")]
    for turn in turns:
        recent.add("s", [], turn)
    recent.take_back("s", "a kit")
    recent.take_back("nobody", "a kite")
    assert [turn.question for turn in recent.turns("s")] == ["a kit", "a kite"]
    recent.take_back("s", "a kite")
    assert [turn.question for turn in recent.turns("s")] == ["a kit"]


def test_only_the_newest_turn_with_cards_keeps_what_it_was_made_from(shop: Assistant) -> None:
    turns = [answered("q", shop.ask(text), str(n)) for n, text in enumerate(("a kite", "a doll", "hello"))]
    kept = without_responses(turns)
    assert [turn.response is not None for turn in kept] == [False, True, False]
    assert card_turn(kept) is kept[1]
