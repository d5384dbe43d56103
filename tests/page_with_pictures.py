"""The page with a picture server in town: the real app, whose guard lets through the port ASSISTANT_TEST_PORT here."""

from __future__ import annotations

import os
from dataclasses import replace

import streamlit as st

import app
from assistant import Assistant, Settings
from assistant.prices import WebPictures
from assistant.prices.ports import Address


def allows(address: Address, port: int) -> bool:
    return str(address) == "127.0.0.1" and port == int(os.environ["ASSISTANT_TEST_PORT"])


@st.cache_resource(show_spinner=False)
def open_with_pictures(_settings: Settings) -> Assistant:
    shop = Assistant.open(settings=_settings)
    pictures = WebPictures(allows=allows, resolver=lambda _host, _port: ["127.0.0.1"])
    return Assistant(replace(shop._parts, pictures=pictures), _settings, is_demo=False)


app.main(open_with_pictures)
