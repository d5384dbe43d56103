"""How a question is heard: a recording of the chat box becomes words, once, and the words can be corrected."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from assistant.adapters.resilience import start
from assistant.assistant import Assistant
from assistant.errors import SpeechError
from assistant.interfaces.page.plain import plain
from assistant.interfaces.widgets.components import microphone
from assistant.interfaces.widgets.prefs import prefs
from assistant.language.text import fold
from assistant.protocols import Transcriber
from assistant.schema import MessageReading
from assistant.settings import Settings
from assistant.speech.listening.recognition import Listeners
from assistant.wiring import make_transcriber

MOST_EARS = 9  # the shop's, and those of the catalogues that visitors brought
DENIED = (
    "The browser keeps the microphone from this page. Allow it in the browser's settings for this page, or type your "
    "question."
)
MISSING = "No microphone was found. Plug one in, or type your question."
UNSAFE = "Browsers give the microphone only to pages over HTTPS. Please type your question."
# Of thirty spoken questions that chose it, the reader was at 0.45 or above in each heard without noise and understood.
READER_UNSURE = 0.4
Ask = Callable[[str, str], None]
Reads = Callable[[str], MessageReading]


@dataclass(frozen=True, slots=True)
class Heard:
    """The words to ask and who heard them, or the `problem` because of which there are none.

    `doubts` are the words that may be wrong: with any, as with `to_correct`, all wait to be corrected. `asked` says
    that they are asked already, so that a correction takes that question's place.
    """

    text: str = ""
    recogniser: str = ""
    problem: str = ""
    to_correct: bool = False
    doubts: tuple[str, ...] = ()
    asked: bool = False


@st.cache_resource(show_spinner=False, max_entries=MOST_EARS)
def open_ear(_shop: Assistant, _settings: Settings, catalogue: str, *, own: bool) -> Listeners | None:
    """Who listens, once per process and catalogue.

    For the shop's catalogue it is made ready beside the page, for a visitor's own at the first recording.
    """
    del catalogue  # it is here to tell one ear from another
    ear = make_transcriber(_shop.catalogue, _settings)
    if ear and not own:
        start(ear.load)  # what goes wrong is said when somebody speaks
    return ear


def understood(typed: str, recording: bytes, ear: Transcriber, reads: Reads, *, check: bool) -> Heard:
    """What a recording says, after what was typed beside it, and which of its words are to be looked at first."""
    try:
        transcript = ear.transcribe(recording)
    except SpeechError as error:
        return Heard(typed, problem=str(error), to_correct=bool(typed))
    text = " ".join(f"{typed} {transcript.text}".split())
    doubts = doubted(transcript.unsure, reads(text))
    return Heard(text, transcript.recogniser, to_correct=check or bool(doubts), doubts=doubts)


def doubted(unsure: Sequence[str], reading: MessageReading) -> tuple[str, ...]:
    """The words that carry something and may be wrong, by the recogniser or by the reader.

    Where the reader makes nothing of a word, nothing rests on how it was heard.
    """
    carried = {word for span in reading.spans for word in fold(span.text).split()}
    heard = [word for word in unsure if fold(word) in carried]
    read = [span.text for span in reading.spans if span.confidence < READER_UNSURE]
    return tuple(dict.fromkeys((*heard, *read)))


def question_input(ear: Transcriber | None, settings: Settings, reads: Reads, ask: Ask) -> None:
    """Where the visitor types or speaks; `ask` is called with each question, once, and with the one it corrects."""

    def take() -> None:
        st.session_state.taken = True
        _take(ask)

    value = st.chat_input("Ask for a toy…", key="question", accept_audio=ear is not None, on_submit=take)
    # A server that was started anew calls nothing for what was handed over before it first drew the box. Part of the
    # page stands by then, so what was handed over is taken up in a run of its own.
    if not st.session_state.pop("taken", False) and value:
        _take(ask)
        st.rerun()
    if ear is None:
        return
    microphone(key="microphone", data={"denied": DENIED, "missing": MISSING, "unsafe": UNSAFE})
    place = st.empty()
    if "recording" in st.session_state:
        place.caption("Listening to what you said")
        typed, recording = st.session_state.pop("recording")
        heard = understood(typed, recording, ear, reads, check=prefs().checks_heard(settings))
        asked = bool(heard.text) and not heard.to_correct
        st.session_state.heard_question = replace(heard, asked=asked)
        if asked:
            ask(heard.text, "")
    if "heard_question" in st.session_state:
        _what_was_heard(st.session_state.heard_question, place, ask)


def _take(ask: Ask) -> None:
    """Takes what was handed over: words are asked, a recording is put aside for this run to listen to."""
    value = st.session_state.question
    text, audio = (value, None) if isinstance(value, str) else (value.text, value.audio)
    st.session_state.pop("heard_question", None)
    st.session_state.spoken = audio is not None
    if audio is None:
        ask(text, "")
    else:
        st.session_state.recording = (text, audio.getvalue())


def _what_was_heard(heard: Heard, place: DeltaGenerator, ask: Ask) -> None:
    """What was heard and by whom, and a way to put it right."""
    with place.container(key="heard"):
        if heard.problem:
            st.warning(heard.problem, icon=":material/mic_off:")
        if heard.doubts:
            st.caption(plain(f"I am not sure that I heard this rightly: {', '.join(heard.doubts)}"))
        if heard.to_correct:
            with st.form("correction", border=False):
                st.text_input("What you said", value=heard.text, key="corrected")
                st.form_submit_button("Ask", type="primary", on_click=lambda: _asked(heard, ask))
        elif heard.text:
            with st.container(horizontal=True, vertical_alignment="center"):
                st.caption(f"Heard by {heard.recogniser}")
                st.button("Correct it", type="tertiary", on_click=_correct)


def _asked(heard: Heard, ask: Ask) -> None:
    st.session_state.pop("heard_question", None)
    if text := st.session_state.corrected.strip():
        ask(text, heard.text if heard.asked else "")


def _correct() -> None:
    st.session_state.heard_question = replace(st.session_state.heard_question, to_correct=True, problem="", doubts=())
