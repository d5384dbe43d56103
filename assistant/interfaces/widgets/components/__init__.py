"""The page's own parts for the browser: styles, five components that Streamlit does not have, and a way to wait."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import streamlit as st


def part(name: str) -> str:
    """One of our own files: script, style or skeleton, never text from elsewhere."""
    return Path(__file__).with_name(name).read_text(encoding="utf-8")


@st.fragment(run_every=0.2)
def redraw_when(is_ready: Callable[[], bool], caption: str = "") -> None:
    """Looks again and again whether what is made beside the finished page is there, and draws the page anew once."""
    if caption:
        st.caption(caption)
    if is_ready():
        st.rerun()


# Data: id, text, audio, voice (which made it), named (a voice of the browser), locale, speed and auto. Plays the audio,
# or where there is none speaks the text with the browser's own voice; by itself at most once an id. With `later` the
# recording is still to be made: its trigger `wanted` asks for it.
voice = st.components.v2.component("voice", html=part("voice.html"), css=part("voice.css"), js=part("voice.js"))
# Data: id, text, still (only its prices are new), told, view and talk. Reads what is new to those who use a screen
# reader, and takes the focus along.
announce = st.components.v2.component(
    "announce", html=part("announce.html"), css=part("announce.css"), js=part("announce.js")
)
# Its trigger `back` has the page drawn anew once a server that was away is there again.
back = st.components.v2.component("back", html="<i hidden></i>", js=part("back.js"))
# Data: locale. Its state `names` are the voices that the visitor's browser has for it.
browser_voices = st.components.v2.component("voices", html="<i hidden></i>", js=part("voices.js"))
# Data: what to say where the microphone is denied, is missing, or is not given to an unsafe page.
microphone = st.components.v2.component(
    "microphone", html=part("microphone.html"), css=part("microphone.css"), js=part("microphone.js")
)
