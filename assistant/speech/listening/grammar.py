"""How people ask for toys, as sentences made from a grammar: `data/speech/requests.txt` says how it is written."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

Rules = Mapping[str, Sequence[str]]

_SLOT = re.compile(r"\{(\w+)\}")
_ARTICLE = re.compile(r"\ban? (?=([a-z]))")


def read_rules(path: Path) -> dict[str, list[str]]:
    """The rules of a grammar file: a name, and its alternatives."""
    lines = (line for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#"))
    named = (line.partition(":") for line in lines)
    return {name: [alternative.strip() for alternative in rest.split("|")] for name, _, rest in named}


def sentences(rules: Rules, count: int, seed: int = 0) -> Iterator[list[str]]:
    """So many requests, as words; the same ones each time."""
    draw = random.Random(seed)  # noqa: S311  (a choice of sentences is no secret)

    def filled(name: str) -> str:
        return _SLOT.sub(lambda slot: filled(slot[1]), draw.choice(rules[name]))

    for _ in range(count):
        yield _ARTICLE.sub(lambda match: "an " if match[1] in "aeio" else "a ", filled("request")).split()
