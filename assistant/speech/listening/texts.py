"""Written text as the words that somebody would say, in the form the recogniser writes them."""

from __future__ import annotations

import re

from assistant.language.text import fold
from assistant.speech.speaking.spoken_form import say

_WORD = re.compile(r"[a-z]+(?:'[a-z]+)*")


def spoken_words(text: str) -> list[str]:
    """The words of a text as they are said, folded and without punctuation: "£5" is "five pounds"."""
    return _WORD.findall(fold(say(text)).replace("-", " "))


def written(words: str) -> str:
    """What a recogniser heard, as a person would write it."""
    text = re.sub(r"\bi(?=$|[ '])", "I", words.strip())
    return text[:1].upper() + text[1:]
