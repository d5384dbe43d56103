"""The conversation of a visit: found again after a reload, in another tab, and by another process of the page.

The store knows every turn that was answered, whichever process answered it, and the question that has no answer yet.
What this process remembers beside it, the sources and reasons on its cards, is shown as long as it lacks no turn.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress

import streamlit as st

from assistant.assistant import Assistant
from assistant.errors import AssistantError
from assistant.interfaces.page.recent import before_all, is_whole
from assistant.interfaces.page.view import MOST_TURNS, Question, TurnView, remembered
from assistant.interfaces.widgets.shared import recent
from assistant.schema import Product, SessionTurn
from assistant.settings import Settings

ANSWER_S = 2.0  # as long as an answer without a model may take where many ask at once


def open_talk(shop: Assistant, settings: Settings, session_id: str) -> None:
    """Goes on with a conversation, and with the question that it was left with."""
    if "talk_of" in st.session_state:  # what was being asked belongs to the conversation that is left
        for asked in ("pending", "waiting"):
            st.session_state.pop(asked, None)
    owed = wait_for_answer(shop, settings, session_id) or cut_off(shop, settings, session_id)
    if stored(shop, session_id) == ():  # its visitor may have deleted it through another process
        recent().forget(session_id)
    st.session_state.talk_of = session_id
    st.session_state.talk = talk = talk_so_far(shop, session_id)
    if owed and not (talk and talk[-1].question == owed.text):
        st.session_state.setdefault("pending", owed)


def talk_so_far(shop: Assistant, session_id: str, seen: Sequence[TurnView] = ()) -> list[TurnView]:
    """The conversation with all that its cards showed here; as it is stored where another process went on with it."""
    is_sought = recent().is_sought(session_id)  # asked first: what ends meanwhile is remembered by then
    kept, turns = recent().turns(session_id, seen), stored(shop, session_id)
    if turns is None or is_whole(kept, turns) or is_sought:
        return kept
    recent().put(session_id, [remembered(turn, products(shop, turn)) for turn in turns])
    return recent().turns(session_id, seen)


def stored(shop: Assistant, session_id: str) -> tuple[SessionTurn, ...] | None:
    """The newest turns that the store has; None where it cannot be read."""
    try:
        return shop.session(session_id).turns[-MOST_TURNS:]
    except AssistantError:
        return None


def keep_apart(shop: Assistant, session_id: str, to: str, seen: Sequence[TurnView], news: Counter[str]) -> None:
    """Keeps a conversation as this tab shows it under another id, too: the one goes on elsewhere, about other toys."""
    recent().put(to, seen)
    with suppress(AssistantError):
        shop.copy(session_id, to, most=before_all(news, shop.session(session_id).turns))


def wait_for_answer(shop: Assistant, settings: Settings, session_id: str) -> Question | None:
    """The question without an answer when the page was loaded anew, once nothing seeks one; None where none was."""
    owed = recent().owed(session_id)
    _finishing(lambda: recent().is_sought(session_id), settings.model_timeout_s + 1)
    return owed if owed and not is_answered(shop, session_id, owed) else None


def _finishing(is_sought: Callable[[], bool], longest_s: float) -> None:
    """Says that an answer is on its way for as long as one is sought, and may take."""
    place, until = st.empty(), time.monotonic() + longest_s
    while is_sought() and time.monotonic() < until:
        place.caption("Finishing the answer to your question")
        time.sleep(0.1)
    place.empty()


def is_answered(shop: Assistant, session_id: str, question: Question) -> bool:
    """Whether another process has taken up a question that was left here, and answered it."""
    try:
        is_owed = shop.owed(session_id) == question.text
        return not is_owed and any(turn.user == question.text for turn in shop.session(session_id).turns)
    except AssistantError:
        return False


def cut_off(shop: Assistant, settings: Settings, session_id: str) -> Question | None:
    """The question that a program was answering when it was stopped. It is given once: one may be what stopped it.

    As long as an answer may take it is waited for: another process may be at it.
    """
    longest_s = ANSWER_S + (settings.model_timeout_s if settings.has_model else 0)
    try:
        _finishing(lambda: bool(shop.owed(session_id)) and not shop.owed(session_id, longest_s), longest_s)
        text = shop.owed(session_id)
        if text and not shop.owe(session_id, ""):  # another tab, or process, was quicker
            text = ""
    except AssistantError:
        return None
    st.session_state.taken_up = text
    return Question(text) if text else None


def past_turns(shop: Assistant, session_id: str) -> list[TurnView]:
    """The conversation as the store kept it; a store that cannot be read costs the past, not the page."""
    return [remembered(turn, products(shop, turn)) for turn in stored(shop, session_id) or ()]


def products(shop: Assistant, turn: SessionTurn) -> list[Product]:
    """The toys that a remembered turn showed; none where the catalogue has lost one of them since, or is away."""
    try:
        return shop.catalogue.products([toy.doc_id for toy in turn.shown])
    except (KeyError, AssistantError):
        return []


@contextmanager
def owing(shop: Assistant, session_id: str, question: Question) -> Iterator[None]:
    """While an answer is sought the store knows the question, for when the program is stopped meanwhile."""
    text = "" if question.text == st.session_state.pop("taken_up", "") else question.text
    with suppress(AssistantError):
        shop.owe(session_id, text)
    yield
    with suppress(AssistantError):
        shop.owe(session_id, "")
