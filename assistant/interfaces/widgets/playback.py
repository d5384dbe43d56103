"""How an answer is heard: by a recording where one can be made, else by the browser's own voice.

A recording is begun as soon as its words are known and made beside the page, which is finished without it.
"""

from __future__ import annotations

import base64
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from uuid import uuid4
from zlib import crc32

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from assistant.errors import SpeechError
from assistant.interfaces.page.view import BROWSER, TurnView
from assistant.interfaces.widgets.components import voice
from assistant.interfaces.widgets.prefs import prefs
from assistant.protocols import Speech, Synthesizer, Voice
from assistant.settings import Settings
from assistant.speech import say
from assistant.wiring import make_synthesizer

POLL_S = 0.2
# A voice of this machine needs some 0.1 s, and the page once more as much: what comes this soon is waited for.
SOON_S = 0.5
WAITING = "The voice is on its way"


@dataclass(frozen=True, slots=True)
class Sound:
    """A recording that is being made or is there: of which turn and in which voice; none where the browser speaks."""

    turn_id: str
    voice_id: str
    work: Future[Speech] | None

    @property
    def ready(self) -> bool:
        """Whether nothing has to be waited for."""
        return self.work is None or self.work.done()

    def soon(self) -> None:
        """Waits for a recording that will be there before the page could be drawn again."""
        if self.work:
            wait([self.work], SOON_S)

    @property
    def speech(self) -> Speech | None:
        """The recording, none where no voice could make one."""
        try:
            return self.work.result() if self.work else None
        except SpeechError:
            return None


@st.cache_resource(show_spinner=False)
def open_voice(_settings: Settings) -> tuple[Synthesizer | None, ThreadPoolExecutor]:
    """The voices, and the threads in which they are asked; a first word tells early which of them can be reached."""
    speaker, threads = make_synthesizer(_settings), ThreadPoolExecutor(2, thread_name_prefix="voice")
    if speaker:
        threads.submit(speaker.synthesize, "Hello")
    return speaker, threads


def choosable(settings: Settings) -> tuple[Voice, ...]:
    """The voices that this page can make a recording with."""
    speaker, _ = open_voice(settings)
    return tuple(speaker.voices) if speaker else ()


def begin_to_speak(turn: TurnView, settings: Settings) -> None:
    """Has an answer recorded, unless that is done or under way."""
    turn_id, voice_id = _known_by(turn), prefs().voice_id
    begun: Sound | None = st.session_state.get("sound")
    # Where nothing is to be read aloud, nothing is sent out to be spoken either.
    if not turn.spoken or settings.voice == "off" or not _to_be_read(turn):
        return
    if begun is None or (begun.turn_id, begun.voice_id) != (turn_id, voice_id):
        st.session_state.sound = Sound(turn_id, voice_id, recorded(turn.spoken, voice_id, settings))


def recorded(text: str, voice_id: str, settings: Settings) -> Future[Speech] | None:
    """A recording by the first voice that can, the chosen one before the others; none where the browser is to speak."""
    speaker, threads = open_voice(settings)
    return (
        None if speaker is None or voice_id.startswith(BROWSER) else threads.submit(speaker.synthesize, text, voice_id)
    )


def speak(turn: TurnView, place: DeltaGenerator, settings: Settings) -> None:
    """Lets an answer be heard, and by itself only once, however often the page is drawn."""
    if not turn.spoken or settings.voice == "off":
        return
    begin_to_speak(turn, settings)
    turn_id = _known_by(turn)
    sound: Sound | None = st.session_state.get("sound")
    if sound is None or (sound.turn_id, sound.voice_id) != (turn_id, prefs().voice_id):
        sound = Sound(turn_id, prefs().voice_id, None)
    sound.soon()
    with place:
        if sound.ready:
            st.session_state.heard = turn_id
            player(f"voice-{turn_id}", turn_id, turn.spoken, sound, settings, auto=_to_be_read(turn))
        else:
            _await(sound)


def player(key: str, turn_id: str, text: str, sound: Sound, settings: Settings, *, auto: bool) -> None:
    """The buttons that play and stop; with `auto` what is new is played without being asked."""
    speech, (speaker, _) = sound.speech, open_voice(settings)
    data = {
        "id": turn_id,
        "text": say(text, settings.locale),
        "audio": _address(speech) if speech else "",
        "voice": sound.voice_id,
        "named": sound.voice_id.removeprefix(BROWSER) if sound.voice_id.startswith(BROWSER) else "",
        "locale": settings.locale,
        "speed": prefs().spoken_at(settings),
        "auto": auto,
        "later": sound.work is None and speaker is not None and not sound.voice_id.startswith(BROWSER),
    }
    voice(key=key, data=data, on_wanted_change=lambda: st.session_state.update(played=turn_id))


def try_voice(sample: str, settings: Settings) -> None:
    """A sentence in the chosen voice, at a press."""
    voice_id = prefs().voice_id
    sound: Sound | None = st.session_state.get("sample")
    if sound is None or sound.voice_id != voice_id:
        sound = st.session_state.sample = Sound("sample", voice_id, recorded(sample, voice_id, settings))
    sound.soon()
    with st.container(key="sample"):
        if sound.ready:
            player("sample-player", f"sample {voice_id}", sample, sound, settings, auto=False)
        else:
            _await(sound)


def read_aloud_switch() -> None:
    """A spoken question is answered aloud and a typed one in silence, until the visitor says what they want."""
    spoken = st.session_state.pop("spoken", None)
    if spoken is not None and "aloud_chosen" not in st.session_state:
        st.session_state.aloud = spoken
    st.toggle("Read aloud", key="aloud", on_change=lambda: st.session_state.update(aloud_chosen=True))


def _known_by(turn: TurnView) -> str:
    """The name of a turn's recording: one that is remembered has no id, and each visit asks for its voice anew."""
    visit = st.session_state.setdefault("visit", uuid4().hex)
    return turn.turn_id or f"{visit}-{crc32(turn.spoken.encode()):x}"


def _to_be_read(turn: TurnView) -> bool:
    """Whether new answers are read aloud, or this one was asked to be."""
    is_read = st.session_state.aloud and turn.turn_id
    return bool(is_read or st.session_state.get("played") == _known_by(turn))


def was_heard(turn: TurnView) -> bool:
    """Whether this turn's player is on the page already."""
    return bool(st.session_state.get("heard") == _known_by(turn))


@st.fragment(run_every=POLL_S)
def _await(sound: Sound) -> None:
    """Looks again and again whether the recording is there, beside the finished page, and draws it anew once."""
    st.caption(WAITING)
    if sound.ready:
        st.rerun()


def _address(speech: Speech) -> str:
    """A recording as an address that the browser reads without asking anybody."""
    return f"data:{speech.media_type};base64,{base64.b64encode(speech.audio).decode()}"
