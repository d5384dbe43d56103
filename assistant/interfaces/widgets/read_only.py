"""Conversations to be read and nothing else: one that somebody shared, and one whose list of toys is gone."""

from __future__ import annotations

import streamlit as st

from assistant.assistant import Assistant
from assistant.interfaces.page.plain import cited
from assistant.interfaces.page.view import TurnView, newest_cards
from assistant.interfaces.page.visits import link_of, shown_by
from assistant.interfaces.widgets.navigation import NAME, SHARED, go, secret, start_afresh, this_talk
from assistant.interfaces.widgets.shared import open_pictures
from assistant.interfaces.widgets.shelf import Shelf, show_card
from assistant.interfaces.widgets.talks import past_turns

NO_LIST = (
    "The list that you brought isn't here any more. Lists are kept for a visit only, and it has made room for another, "
    "or another of the shop's computers serves you now. What was said about it stands below."
)


def past(turn: TurnView) -> None:
    """An earlier turn, in small."""
    with st.chat_message("user"):
        st.text(turn.question)
    for _, answer in turn.answers:
        st.markdown(cited(answer))


def shared(shop: Assistant, session_id: str, *, own: bool) -> str:
    """The address that shows the conversation as it is now to whoever has it; of a list of one's own only the words."""
    link = link_of(secret(), this_talk())
    shop.copy(session_id, shown_by(link), toys=not own)
    return f"{(st.context.url or '').rstrip('/')}/?{SHARED}={link}"


def show_shared(shop: Assistant, link: str) -> None:
    """A conversation that somebody shared, to be read and nothing else."""
    turns = past_turns(shop, shown_by(link))
    with st.container(key="bar"):
        st.title(NAME, anchor=False)
    with st.container(key="panel"):
        st.caption(
            "A conversation that was shared with you, as it was then. Prices may have changed since."
            if turns
            else "There is nothing here any more: whoever shared it has deleted it."
        )
        for turn in turns:
            past(turn)
        for at, card in enumerate(newest_cards(turns)):
            show_card(card, at, Shelf(open_pictures(shop)))
        st.button("Ask for a toy yourself", key="own-talk", type="primary", on_click=st.query_params.clear)


def show_without_list(shop: Assistant, session_id: str) -> None:
    """A conversation about a visitor's own list that this process hasn't got: its words, and two ways on.

    Further questions would be answered from the shop's own toys, and nobody would notice.
    """
    with st.container(key="bar"):
        st.title(NAME, anchor=False)
    with st.container(key="panel"):
        st.text(NO_LIST)
        with st.container(horizontal=True, key="ways-on"):
            st.button("Choose the list again", on_click=go, args=("catalogue",), type="primary", key="list-again")
            st.button("Ask about the shop's toys", on_click=start_afresh, key="own-talk")
        for turn in past_turns(shop, session_id):
            past(turn)
