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
from assistant.interfaces.widgets.components import redraw_when, voice
from assistant.interfaces.widgets.prefs import prefs
from assistant.protocols import Speech, Synthesizer
from assistant.settings import Settings
from assistant.speech.speaking.spoken_form import say
from assistant.wiring import make_synthesizer

# A voice of this machine needs some 0.1 s, and the page once more as much: what comes this soon is waited for.
SOON_S = 0.5


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


def sound_of(turn: TurnView, settings: Settings) -> Sound | None:
    """The recording of an answer, begun here where it is to be read aloud; none where nothing is spoken."""
    if not turn.spoken or settings.voice == "off":
        return None
    # Where nothing is to be read aloud, nothing is sent out to be spoken either.
    return _recorded("sound", _known_by(turn), turn.spoken, settings, begins=_to_be_read(turn))


def _recorded(place: str, turn_id: str, text: str, settings: Settings, *, begins: bool = True) -> Sound:
    """What is kept of a text in the chosen voice, begun where that is none; empty where the browser is to speak."""
    kept: Sound | None = st.session_state.get(place)
    voice_id, (speaker, threads) = prefs().voice_id, open_voice(settings)
    if kept and (kept.turn_id, kept.voice_id) == (turn_id, voice_id):
        return kept
    if not begins:
        return Sound(turn_id, voice_id, None)
    work = None
    if speaker and not voice_id.startswith(BROWSER):
        work = threads.submit(speaker.synthesize, text, voice_id)
    begun = st.session_state[place] = Sound(turn_id, voice_id, work)
    return begun


def speak(turn: TurnView, place: DeltaGenerator, settings: Settings) -> None:
    """Lets an answer be heard, and by itself only once, however often the page is drawn."""
    if sound := sound_of(turn, settings):
        with place:
            if player(f"voice-{sound.turn_id}", sound, turn.spoken, settings, auto=_to_be_read(turn)):
                st.session_state.heard = sound.turn_id


def player(key: str, sound: Sound, text: str, settings: Settings, *, auto: bool) -> bool:
    """The buttons that play and stop, once the recording is there; with `auto` what is new plays without being asked.

    Says whether they are there.
    """
    if sound.work:
        wait([sound.work], SOON_S)
    if not sound.ready:
        redraw_when(lambda: sound.ready, "The voice is on its way")
        return False
    speech, (speaker, _) = sound.speech, open_voice(settings)
    data = {
        "id": sound.turn_id,
        "text": say(text, settings.locale),
        # An address that the browser reads without asking anybody.
        "audio": f"data:{speech.media_type};base64,{base64.b64encode(speech.audio).decode()}" if speech else "",
        "voice": sound.voice_id,
        "named": sound.voice_id.removeprefix(BROWSER) if sound.voice_id.startswith(BROWSER) else "",
        "locale": settings.locale,
        "speed": prefs().spoken_at(settings),
        "auto": auto,
        "later": sound.work is None and speaker is not None and not sound.voice_id.startswith(BROWSER),
    }
    voice(key=key, data=data, on_wanted_change=lambda: st.session_state.update(played=sound.turn_id))
    return True


def try_voice(sample: str, settings: Settings) -> None:
    """A sentence in the chosen voice, at a press."""
    sound = _recorded("sample", f"sample {prefs().voice_id}", sample, settings)
    with st.container(key="sample"):
        player("sample-player", sound, sample, settings, auto=False)


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
