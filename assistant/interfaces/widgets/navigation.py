"""Where a visitor is: in which conversation, by the browser's secret and the address; and the ways to another."""

from __future__ import annotations

from typing import Literal

import streamlit as st

from assistant.assistant import Assistant
from assistant.interfaces.page.recent import unseen
from assistant.interfaces.page.uploads import OwnShop
from assistant.interfaces.page.visits import COOKIE, is_name, list_of, new_name, secret_of, session_of
from assistant.interfaces.widgets.shared import own_shops
from assistant.interfaces.widgets.talks import keep_apart, open_talk, talk_so_far
from assistant.settings import Settings

NAME = "Toy shop assistant"
# What an address may say; none of it is a secret.
TALK, VIEW, SHARED, OWNER, LIST = "c", "view", "shared", "owner", "list"


def secret() -> str:
    """The browser's own secret; where it brought no cookie, one that lasts as long as this tab is not loaded anew."""
    if "secret" not in st.session_state:
        st.session_state.secret = secret_of(st.context.cookies.get(COOKIE, ""))
    kept: str = st.session_state.secret
    return kept


def this_talk() -> str:
    """The name of the conversation, in the address too, so that a reload, Back and Forward find it again."""
    name = str(st.query_params.get(TALK, ""))
    if not is_name(name):
        name = st.query_params[TALK] = st.session_state.get("name") or new_name()
    st.session_state.name = name
    return name


def go(view: Literal["talk", "catalogue", "settings"]) -> None:
    """Shows another view of the page, to which Back and Forward lead as well."""
    if view == "talk":
        st.query_params.pop(VIEW, None)
    else:
        st.query_params[VIEW] = view


def brought_here() -> OwnShop | None:
    """The visitor's own list that this conversation is about."""
    return own_shops().get(session_of(secret(), this_talk()))


def begin(own: OwnShop | None, name: str = "") -> None:
    """Another conversation, about the visitor's own list or the shop's toys; the old one stays where Back leads."""
    name = name or new_name()
    about = {LIST: list_of(secret(), name)} if own else {}
    if own:
        own_shops().put(session_of(secret(), name), own)
    kept = {part: said for part, said in st.query_params.to_dict().items() if part != LIST}
    st.query_params.from_dict({**kept, TALK: name, **about})  # at once, so that it is one step of Back


def this_tabs_talk(shop: Assistant, settings: Settings, session_id: str) -> str:
    """Has the conversation ready that this tab shows; returns its id.

    Where another tab has gone on with it, what is asked here is about what stands here: in a conversation of its own.
    """
    if st.session_state.get("talk_of") != session_id:
        open_talk(shop, settings, session_id)
        return session_id
    kept = talk_so_far(shop, session_id, st.session_state.talk)
    news = unseen(kept, st.session_state.talk)
    if news and "pending" in st.session_state:
        name = new_name()
        st.session_state.talk_of = apart = session_of(secret(), name)
        keep_apart(shop, session_id, apart, st.session_state.talk, news)
        begin(brought_here(), name)
        return apart
    if kept and not news:
        st.session_state.talk = kept
    return session_id


def start_afresh() -> None:
    """Another conversation, on the same toys."""
    st.session_state.setdefault("told", "A new conversation.")
    begin(brought_here())


def give_back() -> None:
    """Goes on with the conversation about the shop's toys that was left for a list of the visitor's own."""
    own = brought_here()
    begin(None, own.left if own else "")
