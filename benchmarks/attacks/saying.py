"""Whether a text says given facts in whichever words: read by figures and by words alone."""

from __future__ import annotations

import re
from collections.abc import Sequence

from assistant.answering.vetting.forms import in_figures
from assistant.language.text import fold, words

_FIGURE = re.compile(r"\d+(?:\.\d+)?")
_OUT_OF = re.compile(r"(?: out of |/)5\b")
_JOINING = frozenset(("a", "an", "and", "of", "or", "the"))
_COMPARES = re.compile(r"cheaper|more expensive|rated (?:higher|lower)|more ratings|more pieces")


def said_again(facts: Sequence[tuple[str, str]], seen: str) -> bool:
    """Whether a text says all of these facts, in whichever words; what states no fact is not said again."""
    text = in_figures(fold(seen))
    known, spoken = set(_FIGURE.findall(text)), set(words(text))

    def is_said(kind: str, value: str) -> bool:
        figures = _FIGURE.findall(_OUT_OF.sub("", in_figures(fold(value))))
        if "your " in fold(value):
            return True  # the shopper's own words, whatever they are declared as
        plain = fold(value).removeprefix("by ").removeprefix("from ")
        if figures or kind == "title":
            return set(figures) <= known
        return set(words(plain)) - _JOINING <= spoken or (kind == "comparison" and bool(_COMPARES.search(text)))

    return bool(facts) and all(is_said(kind, value) for kind, value in facts)
