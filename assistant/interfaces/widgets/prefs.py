"""What a visitor chose for this visit: who reads aloud and how fast, and what may answer."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from assistant.settings import Settings


@dataclass(frozen=True, slots=True)
class Prefs:
    """They can only switch off what the owner has switched on; where nothing was chosen the owner's choice holds.

    `voice_id` is one of `view.voice_labels`.
    """

    model: bool = True
    live_prices: bool = True
    voice_id: str = ""
    speed: float | None = None
    check_heard: bool | None = None

    def spoken_at(self, settings: Settings) -> float:
        """How fast answers are spoken, 1 as the voice comes."""
        return self.speed or settings.speech_speed

    def checks_heard(self, settings: Settings) -> bool:
        """Whether what was heard waits to be corrected before it is asked."""
        return self.check_heard if self.check_heard is not None else settings.transcript == "check"


def prefs() -> Prefs:
    """The choices of the visitor whose page is drawn."""
    chosen: Prefs = st.session_state.get("prefs", Prefs())
    return chosen


def choose(**changes: Any) -> None:
    """Changes some of them."""
    st.session_state.prefs = replace(prefs(), **changes)
