"""The page in a town with shops: the real app over the demo catalogue, with a web that answers as this test says.

ASSISTANT_TEST_PRICES is "word=cost" pairs with commas between them, ASSISTANT_TEST_WAIT_S how long the shops take.
"""

from __future__ import annotations

import os
from dataclasses import replace

import streamlit as st
from fakes import FakePrices

import app
from assistant import Assistant, Settings


@st.cache_resource(show_spinner=False)
def open_with_prices(_settings: Settings) -> Assistant:
    shop = Assistant.open(settings=_settings)
    pairs = (pair.partition("=") for pair in os.environ["ASSISTANT_TEST_PRICES"].split(","))
    web = FakePrices(
        {word: cost for word, _, cost in pairs if cost},
        takes_s=float(os.environ["ASSISTANT_TEST_WAIT_S"]),
        age_minutes=4,
    )
    return Assistant(replace(shop._parts, prices=web), _settings, is_demo=True)


app.main(open_with_prices)
