"""What a visitor chose for this visit: the voice, its speed, and what may answer."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

_KEY = "prefs"


@dataclass(frozen=True, slots=True)
class Prefs:
    """`speed` is the voice's, 1 as it comes; the rest can only switch off what the owner has switched on."""

    speed: float = 1.0
    model: bool = True
    live_prices: bool = True


def prefs() -> Prefs:
    """The choices of the visitor whose page is drawn."""
    chosen: Prefs = st.session_state.get(_KEY, Prefs())
    return chosen


def choose(**changes: Any) -> None:
    """Changes some of them."""
    st.session_state[_KEY] = replace(prefs(), **changes)
