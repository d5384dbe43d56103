"""What all visitors of one page share, made once per process."""

from __future__ import annotations

import gc

import streamlit as st

from assistant import Assistant, Settings
from assistant.evaluation.example_questions import examples_of
from assistant.interfaces.page.pictures import Pictures
from assistant.interfaces.page.recent import Recent
from assistant.interfaces.page.uploads import OwnShops

MOST_CATALOGUES = 9  # the shop's, and those that visitors brought


@st.cache_resource(show_spinner="Opening the catalogue")
def open_shop(_settings: Settings) -> Assistant:
    """The assistant, kept out of the garbage collector's sight.

    Streamlit collects garbage after every run of the page. What is loaded by now stays for good; looking through it
    each time would take longer than the answer.
    """
    shop = Assistant.open(settings=_settings)
    gc.collect()
    gc.freeze()
    return shop


@st.cache_resource(show_spinner=False)
def open_pictures(_shop: Assistant) -> Pictures:
    """The pictures of all toys that were shown; who fetches them is the same for every catalogue."""
    return Pictures(_shop.picture)


@st.cache_resource(show_spinner=False, max_entries=MOST_CATALOGUES)
def open_examples(_shop: Assistant, catalogue: str) -> tuple[str, ...]:
    """The questions to start from, once per process and catalogue."""
    del catalogue  # it is here to tell one list from another
    return examples_of(_shop)


@st.cache_resource(show_spinner=False)
def recent() -> Recent:
    """The newest conversations with all that their cards show: the store keeps only the words."""
    return Recent()


@st.cache_resource(show_spinner=False)
def own_shops() -> OwnShops:
    """The catalogues that visitors brought, each for its visit alone."""
    return OwnShops()
