"""What a visitor chose for this visit: the speed of the voice, and what may answer."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

_KEY = "prefs"


@dataclass(frozen=True, slots=True)
class Prefs:
    """They can only switch off what the owner has switched on."""

    model: bool = True
    live_prices: bool = True


def prefs() -> Prefs:
    """The choices of the visitor whose page is drawn."""
    chosen: Prefs = st.session_state.get(_KEY, Prefs())
    return chosen


def choose(**changes: Any) -> None:
    """Changes some of them."""
    st.session_state[_KEY] = replace(prefs(), **changes)


def speed() -> float:
    """How fast answers are spoken, 1 as the voice comes; whoever speaks reads it under this name."""
    chosen: float = st.session_state.get("speed", 1.0)
    return chosen


def choose_speed(value: float) -> None:
    """Changes it."""
    st.session_state.speed = value
