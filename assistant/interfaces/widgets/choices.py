"""The settings page of a visitor: how answers are heard, what may answer, and the conversation to keep or delete."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from assistant.errors import AssistantError
from assistant.interfaces.page.export import as_json, as_markdown
from assistant.interfaces.page.plain import plain
from assistant.interfaces.page.view import TurnView, sentence, voice_labels
from assistant.interfaces.widgets.components import browser_voices
from assistant.interfaces.widgets.playback import open_voice, try_voice
from assistant.interfaces.widgets.prefs import choose, prefs
from assistant.settings import FASTEST, SLOWEST, Settings


def show_choices(
    settings: Settings, talk: Sequence[TurnView], session_id: str, back: Callable[[], None],
    forget: Callable[[], None], share: Callable[[], str],
) -> None:  # fmt: skip
    """The whole panel; `forget` deletes the conversation, `share` gives the address of a copy to read."""
    st.title("Settings", anchor=False)
    st.text("They hold for this visit.")
    _voice(settings)
    _answers(settings)
    _conversation(talk, session_id, forget, share)
    st.button("Back to the toys", on_click=back, type="primary", key="done")


def _voice(settings: Settings) -> None:
    st.header("Voice", anchor=False)
    if settings.voice == "off":
        st.text("Answers are shown only: the owner of this page has switched the voice off.")
    else:
        _who_speaks(settings)
    if settings.listen != "off":
        st.toggle(
            "Let me correct what was heard before it is asked", prefs().checks_heard(settings), key="pref-check",
            on_change=lambda: choose(check_heard=st.session_state["pref-check"]),
        )  # fmt: skip


def _who_speaks(settings: Settings) -> None:
    """The voices that there really are, how fast they speak, and a sentence to try them with."""
    found = browser_voices(
        key="browser-voices", data={"locale": settings.locale}, default={"names": []}, on_names_change=lambda: None
    )
    chosen = prefs().voice_id
    speaker, _ = open_voice(settings)
    labels = voice_labels(speaker.voices if speaker else (), found.names or (), chosen)
    if len(labels) > 1:
        st.selectbox(
            "Who reads aloud", list(labels), list(labels).index(chosen), key="pref-voice",
            format_func=labels.__getitem__, on_change=lambda: choose(voice_id=st.session_state["pref-voice"]),
        )  # fmt: skip
    st.slider(
        "Speed of the voice", SLOWEST, FASTEST, prefs().spoken_at(settings), 0.1, format="%.1f×", key="pref-speed",
        on_change=lambda: choose(speed=st.session_state["pref-speed"]),
    )  # fmt: skip
    try_voice("This is how your answers will sound.", settings)


def _answers(settings: Settings) -> None:
    st.header("Answers", anchor=False)
    st.toggle(
        "Let a language model help to read and choose", settings.has_model and prefs().model, key="pref-model",
        disabled=not settings.has_model, on_change=lambda: choose(model=st.session_state["pref-model"]),
    )  # fmt: skip
    st.caption(
        "Every sentence is made from the catalogue's facts either way."
        if settings.has_model
        else "No model is set up here: answers are composed from the catalogue."
    )
    st.toggle(
        "Look for live prices when I ask for one", settings.live_prices and prefs().live_prices, key="pref-live",
        disabled=not settings.live_prices, on_change=lambda: choose(live_prices=st.session_state["pref-live"]),
    )  # fmt: skip
    st.caption("A toy's title is then sent to a web search and to shops, and nothing that you typed.")


def _conversation(
    talk: Sequence[TurnView], session_id: str, forget: Callable[[], None], share: Callable[[], str]
) -> None:
    st.header("This conversation", anchor=False)
    if not talk:
        st.text("Nothing has been asked yet.")
        return
    with st.container(key="keep", horizontal=True, gap="small"):
        st.download_button("Save as Markdown", as_markdown(talk), "toys.md", "text/markdown", key="save-md")
        st.download_button("Save as JSON", as_json(talk, session_id), "toys.json", "application/json", key="save-json")
        shares = st.button("Share", key="share")
        deletes = st.button("Delete it", key="delete")
    if deletes:  # in the page, not over it: there the next press of the tab key would lead past it
        st.warning("It goes for good, from the store as well, with what you said of the answers and what you shared.")
        st.button("Delete for good", on_click=forget, key="forget")
    if shares:
        _shared(share)


def _shared(share: Callable[[], str]) -> None:
    try:
        address = share()
    except AssistantError as error:
        st.warning(plain(sentence(str(error))))
        return
    st.info("Whoever has this link can read the conversation as it is now, and nothing else:", icon=":material/link:")
    st.code(address, language=None, wrap_lines=True)
