"""A message read as if nothing had been said before it: a new wish in so few words that it looks like a change.

"A plush unicorn", beside fire engines: the network takes it for what the fire engine is to be like. Where nothing in
the shop is both, it was a wish of its own.
"""

from __future__ import annotations

import re

from assistant.language.text import words
from assistant.schema import Route
from assistant.understanding.heard import Heard
from assistant.understanding.router import route_turn

# Words that lean on what was said or shown before.
_LEANS = frozenset(
    "it its that this those these them they one ones same another other others else instead rather but not no more "
    "less too only and or without in with any cheaper dearer smaller bigger larger different similar".split()
)
_BEGINS = re.compile(r"\W*(?:an?|some)\b", re.IGNORECASE)
# A longer message says itself whether it goes on.
MOST_WORDS = 8


def may_stand_alone(text: str) -> bool:
    """Whether a message is short, and no word of it leans on what was said before."""
    said = words(text)
    return len(said) <= MOST_WORDS and _LEANS.isdisjoint(said)


def route_by_itself(heard: Heard) -> Route | None:
    """What a message, read without a screen, asks for as a new wish; None where it names no toy by itself."""
    reading = heard.reading
    names_it = reading.words_for("kind", "brand") or (reading.words_for("theme") and _BEGINS.match(heard.text))
    if reading.acts != ("find",) or not names_it:
        return None
    route = route_turn(heard)
    return route if len(route.intents) == 1 and route.intents[0].act == "find" else None
