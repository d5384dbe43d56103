"""How an answer is heard: by a recording where one comes in time, else by the browser's own voice."""

from __future__ import annotations

import base64
import time
from concurrent.futures import Future, ThreadPoolExecutor

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from assistant.building import make_synthesizer
from assistant.errors import SpeechError
from assistant.interfaces.components import voice
from assistant.protocols import Speech, Synthesizer
from assistant.settings import Settings
from assistant.speech import say

POLL_S = 0.03


@st.cache_resource(show_spinner=False)
def open_voice(_settings: Settings) -> tuple[Synthesizer | None, ThreadPoolExecutor]:
    """The voices, and the threads in which they are asked; a first word tells early which of them can be reached."""
    speaker, threads = make_synthesizer(_settings), ThreadPoolExecutor(2, thread_name_prefix="voice")
    if speaker:
        threads.submit(speaker.synthesize, "Hello")
    return speaker, threads


def speak(text: str, turn_id: str, place: DeltaGenerator, settings: Settings) -> None:
    """Lets an answer be heard, and by itself only once, however often the page is drawn.

    Called last, when everything else is on the page: no card waits for a voice.
    """
    if not text or settings.voice == "off":
        return
    speech = _recorded(text, turn_id, place, settings)
    data = {
        "id": turn_id,
        "text": say(text, settings.locale),
        "audio": _address(speech) if speech else "",
        "locale": settings.locale,
        "speed": st.session_state.get("speed", settings.speech_speed),
        "auto": st.session_state.aloud,
    }
    with place:
        voice(key=f"voice-{turn_id}", data=data)


def _address(speech: Speech) -> str:
    """A recording as an address that the browser reads without asking anybody."""
    return f"data:{speech.media_type};base64,{base64.b64encode(speech.audio).decode()}"


def was_heard(turn_id: str) -> bool:
    """Whether it is settled who speaks this turn; a turn remembered from the store is silent."""
    settled: str = st.session_state.get("heard", ("", None))[0]
    return settled == turn_id


def _recorded(text: str, turn_id: str, place: DeltaGenerator, settings: Settings) -> Speech | None:
    """The recording of an answer. Whoever began to say it goes on: a voice found later would say it twice."""
    if not was_heard(turn_id):
        # Where nothing is to be read aloud, nothing is sent out to be spoken either.
        recording = _spoken(text, place, settings) if st.session_state.aloud else None
        st.session_state.heard = (turn_id, recording)
    speech: Speech | None = st.session_state.heard[1]
    return speech


def _spoken(text: str, place: DeltaGenerator, settings: Settings) -> Speech | None:
    """The recording of the first voice that can, none where there is no such voice."""
    speaker, threads = open_voice(settings)
    if speaker is None:
        return None
    work: Future[Speech] = threads.submit(speaker.synthesize, text)
    while not work.done():
        place.caption("The voice is on its way")
        time.sleep(POLL_S)
    try:
        return work.result()
    except SpeechError:
        return None
