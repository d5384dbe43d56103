"""Sentences of a listing or a review, as shops and buyers run them together."""

from __future__ import annotations

import re

# Behind these a full stop ends nothing: "Approx. 4 cm", "Dr. X".
_ABBREVIATED = (
    r"(?<!pprox\.)(?<!incl\.)(?<!e\.g\.)(?<!i\.e\.)(?<!\bDr\.)(?<!\bMr\.)(?<!\bMrs\.)(?<!\bSt\.)(?<!\bNo\.)(?<!\bvs\.)"
)
# A full stop without a blank behind it ends a sentence where a capital follows ("your Spa.Designed for").
# So it does before a label that was joined to what stands before it ("for a partyMaterial: tin").
_ENDS = re.compile(
    rf"(?<=[.!?]){_ABBREVIATED}\s+|(?<=[a-z)\"”][.!?])(?=[A-Z\"“])|\n+|(?<![^\S\n])[^\S\n]+[•·]\s+"
    r"|(?<=[a-z]{3})(?=[A-Z][a-z]+(?: [a-z]+)?: ?\S)"
    r"|(?<![^\S\n])[^\S\n]+(?=Box Contains\b|Size Name:|Manufacturer's Description)"
)


# Longer ones were mostly run together, and still longer ones are no sentences; shorter ones are no part of one that is.
LONG, MOST_WORDS, LEAST_WORDS = 40, 60, 3
# Where one that is too long falls apart: at a semicolon or the sign of a list, before a capital that stands for a
# line's end ("every dayGreat gift"), and before what a line of a table is called ("Flying Time: About 6 mins").
_FALLS_APART = re.compile(r"; +| *(?:>+|[*]+|[•·]+)(?: +|(?=\S)|$)| +[-–] ?(?=[A-Z0-9])|(?<=[a-z]{3})(?=[A-Z][a-z])")
_OF_A_TABLE = re.compile(r" (?=(?P<label>(?:[A-Z][\w/&-]*(?: [A-Za-z]\w*)?|[a-z]{3,12}) ?: ?[^\s\"“]))(?P=label)")
# Where no sign at all ends a sentence, a small word with a capital begins one: "a fierce vehicle Your vehicle has".
_BEGINS = re.compile(
    r"(?<=[a-z0-9)”\"]) (?=(?:The|This|These|Your|You|It|Its|Each|With|For|We|They|If|When|Please|All|There|To|In|As)"
    r" [a-z])"
)


def sentences(text: str) -> list[str]:
    """The sentences of a text, in order and without blanks around them; a line's end or a bullet ends one too."""
    whole = (part.strip() for part in _ENDS.split(text) if part)
    return [short for part in whole if part for short in ([part] if _is_short(part) else _in_parts(part))]


def _is_short(sentence: str) -> bool:
    return len(sentence.split()) <= LONG


def _in_parts(sentence: str) -> list[str]:
    """The parts of a sentence that was run together; a line of a table of too few words stays with the last."""
    lines = list[str]()
    for line in _OF_A_TABLE.sub(r"\n\g<label>", sentence).split("\n"):
        if lines and len(line.split()) < LEAST_WORDS:
            lines[-1] += f" {line}"
        else:
            lines.append(line)
    parts = [part for line in lines for part in map(str.strip, _FALLS_APART.split(line)) if part]
    return [short for part in parts for short in ([part] if _is_short(part) else _BEGINS.split(part))]
