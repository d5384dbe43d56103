"""Sentences of a listing or a review, as shops and buyers run them together."""

from __future__ import annotations

import re

# Behind these a full stop ends nothing: "Approx. 4 cm".
_ABBREVIATED = r"(?<!pprox\.)(?<!incl\.)(?<!e\.g\.)(?<!i\.e\.)"
# A full stop without a blank behind it ends a sentence where a capital follows ("your Spa.Designed for").
_ENDS = re.compile(
    rf"(?<=[.!?]){_ABBREVIATED}\s+|(?<=[a-z)\"”][.!?])(?=[A-Z\"“])|\n+|(?<![^\S\n])[^\S\n]+[•·]\s+"
    r"|(?<![^\S\n])[^\S\n]+(?=Box Contains\b|Size Name:|Manufacturer's Description)"
)


def sentences(text: str) -> list[str]:
    """The sentences of a text, in order and without blanks around them; a line's end or a bullet ends one too."""
    return [part.strip() for part in _ENDS.split(text) if part and part.strip()]
