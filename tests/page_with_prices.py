"""The page in a town with shops: the real app over the demo catalogue, with a web that answers as this test says.

ASSISTANT_TEST_PRICES is "word=cost" pairs with commas between them. The shops answer as long as the file
ASSISTANT_TEST_SHOPS is there, and note in it that they were asked; who asks while it is away waits for it.
"""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import streamlit as st
from fakes import FakePrices

import app
from assistant import Assistant, Settings
from assistant.interfaces.serve import MIDDLEWARE
from assistant.schema import Product, Receipt

CLOSED_S = 60


class Shops(FakePrices):
    """Shops that are open while a file is there."""

    def receipts(self, products: Sequence[Product], *, timeout_s: float) -> dict[str, Receipt]:
        until, shops = time.monotonic() + CLOSED_S, Path(os.environ["ASSISTANT_TEST_SHOPS"])
        while not shops.exists() and time.monotonic() < until:
            time.sleep(0.02)
        with suppress(FileNotFoundError), shops.open("r+") as notes:
            notes.seek(0, os.SEEK_END)
            notes.write("asked\n")
        return super().receipts(products, timeout_s=timeout_s)


@st.cache_resource(show_spinner=False)
def open_with_prices(_settings: Settings) -> Assistant:
    shop = Assistant.open(settings=_settings)
    pairs = (pair.partition("=") for pair in os.environ["ASSISTANT_TEST_PRICES"].split(","))
    web = Shops({word: cost for word, _, cost in pairs if cost}, age_minutes=4)
    return Assistant(replace(shop._parts, prices=web, unjudged_prices=web), _settings, is_demo=True)


if __name__ == "__main__":
    app.main(open_with_prices)
else:
    served = st.App(__file__, middleware=MIDDLEWARE)
