"""The owner's view of the page: what shoppers asked and what came of it, for whoever knows the owner's word."""

from __future__ import annotations

import hmac
import time
from collections.abc import Sequence

import streamlit as st

from assistant.assistant import Assistant
from assistant.errors import AssistantError
from assistant.evaluation.insights import Insights, Tally, insights, told
from assistant.interfaces.page.plain import plain, table
from assistant.interfaces.page.view import sentence

# One guess a second, so that none is made by trying.
_WRONG_S = 1.0
_SHOWN = 20


def show_owner(shop: Assistant, key: str) -> None:
    """The whole view; nothing of it before the word has been given."""
    with st.container(key="panel"):
        st.title("What shoppers asked", anchor=False)
        if not st.session_state.get("is_owner"):
            _asked_for_key(key)
            return
        try:
            _shown(insights(shop))
        except AssistantError as error:
            st.error(plain(sentence(str(error))), icon=":material/error:")


def _asked_for_key(key: str) -> None:
    with st.form("owner", border=False):
        given = st.text_input("The owner's word", type="password", autocomplete="current-password")
        pressed = st.form_submit_button("Open", type="primary")
    if not pressed:
        return
    if hmac.compare_digest(given.encode(), key.encode()):
        st.session_state.is_owner = True
        st.rerun()
    time.sleep(_WRONG_S)
    st.error("That is not the word. It is set as ASSISTANT_OWNER_KEY where this page is started.")


def _shown(found: Insights) -> None:
    if not found.span:
        st.text("Nobody has asked anything of this catalogue yet.")
        return
    st.text(
        f"{found.size}, {found.span}. Cards, phones, e-mails and addresses were taken out before anything was kept."
    )
    st.download_button(
        "Save all of it as CSV", found.as_csv(), "questions.csv", "text/csv", on_click="ignore", key="save-insights"
    )
    _tallies("Asked for", found.wanted)
    _tallies("Not in the shop, or only something near it", found.missing)
    _rows("Questions that the listings don't answer", [told(one)[:2] for one in found.unlisted], ("Question", "Toy"))
    _rows(
        f"Answers thumbed down ({found.liked:,} thumbed up)",
        [told(one) for one in found.disliked],
        ("Question", "Toy", "Said of it"),
    )


def _tallies(title: str, tallies: Sequence[Tally]) -> None:
    rows = [(one.kind, f"{one.conversations:,}", one.question) for one in tallies]
    _rows(title, rows, ("Toy", "Conversations", "Asked last"))


def _rows(title: str, rows: Sequence[Sequence[str]], head: Sequence[str]) -> None:
    st.header(title, anchor=False)
    if not rows:
        st.caption("None.")
        return
    st.markdown(table(head, rows[:_SHOWN]))
    if len(rows) > _SHOWN:
        st.caption(f"{len(rows) - _SHOWN:,} more are in the CSV file.")
