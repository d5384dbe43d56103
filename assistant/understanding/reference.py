"""Pointing: a toy on the screen that is called by its title is called by its place instead.

A title is full of words that name other toys, ages and pieces. Said in a question about what is shown, they are no new
wish: "tell me more about Farm Train, 46 Pieces" is "tell me more about the third one".
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from assistant.language.numbers import ORDINALS
from assistant.language.text import fold, words
from assistant.understanding.dialogue_acts import act_about_shown

# One word is often what a kind of toy is called.
_LEAST_WORDS = 2
_PLACES = {place: word for word, place in reversed(ORDINALS.items())}


def pointed(text: str, titles: Sequence[str]) -> str:
    """The message with the titles on the screen turned into places; as it is where it asks nothing about them."""
    folded = fold(text)
    by_length = sorted(range(len(titles)), key=lambda at: -len(titles[at]))
    for at in by_length:
        said, place = words(titles[at]), _PLACES.get(at + 1)
        if place and len(said) >= _LEAST_WORDS:
            spelled = r"[\W_]+".join(map(re.escape, said))
            folded = re.sub(rf"(?<!\w)(?:the )?{spelled}(?!\w)", f"the {place} one", folded)
    return folded if folded != fold(text) and act_about_shown(folded) else text
