"""How an answer is heard: by the online voice where its recording comes in time, else by the browser's own voice."""

from __future__ import annotations

import time
from concurrent.futures import Future, ThreadPoolExecutor

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from assistant.assistant import make_synthesizer
from assistant.errors import SpeechError
from assistant.interfaces.components import browser_voice
from assistant.protocols import Speech, Synthesizer
from assistant.settings import Settings
from assistant.speech import say

POLL_S = 0.1


@st.cache_resource(show_spinner=False)
def open_voice(_settings: Settings) -> tuple[Synthesizer | None, ThreadPoolExecutor]:
    """The online voice, and the threads in which it is asked; a first word tells early whether it can be reached."""
    voice, threads = make_synthesizer(_settings), ThreadPoolExecutor(2, thread_name_prefix="voice")
    if voice:
        threads.submit(voice.synthesize, "Hello")
    return voice, threads


def speak(text: str, turn_id: str, place: DeltaGenerator, settings: Settings) -> None:
    """Lets an answer be heard, and by itself only once, however often the page is drawn.

    Called last, when everything else is on the page: no card waits for a voice.
    """
    if not text or settings.voice == "off":
        return
    speech = _recorded(text, turn_id, place, settings)
    if speech:
        place.audio(speech.audio, format=speech.media_type, autoplay=st.session_state.aloud, alt="Spoken answer")
        return
    words, aloud = say(text, settings.locale), st.session_state.aloud
    data = {"id": turn_id, "text": words, "locale": settings.locale, "auto": aloud}
    with place:
        browser_voice(key=f"voice-{turn_id}", data=data)


def was_heard(turn_id: str) -> bool:
    """Whether it is settled who speaks this turn; a turn remembered from the store is silent."""
    settled: str = st.session_state.get("heard", ("", None))[0]
    return settled == turn_id


def _recorded(text: str, turn_id: str, place: DeltaGenerator, settings: Settings) -> Speech | None:
    """The recording of an answer. Whoever began to say it goes on: a voice found later would say it twice."""
    if not was_heard(turn_id):
        # Where nothing is to be read aloud, nothing is sent out to be spoken either.
        recording = _online(text, place, settings) if st.session_state.aloud else None
        st.session_state.heard = (turn_id, recording)
    speech: Speech | None = st.session_state.heard[1]
    return speech


def _online(text: str, place: DeltaGenerator, settings: Settings) -> Speech | None:
    """The online voice's recording, none where it cannot be had."""
    voice, threads = open_voice(settings)
    if voice is None:
        return None
    work: Future[Speech] = threads.submit(voice.synthesize, text)
    while not work.done():
        place.caption("The voice is on its way")
        time.sleep(POLL_S)
    try:
        return work.result()
    except SpeechError:
        return None
