"""Who reads names in the tests of prices: the network that ships, loaded once."""

from __future__ import annotations

from assistant.settings import Settings
from assistant.wiring import build_name_reader

NAMES = build_name_reader(Settings())
