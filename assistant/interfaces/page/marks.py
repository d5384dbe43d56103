"""Which words of a source carry the sentences that cite it: the ones both say, and all numbers in common."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from assistant.interfaces.page.plain import kept, plain_line
from assistant.language.text import FUNCTION_WORDS, fold, stem

_TOKEN = re.compile(r"[^\W_]+(?:[.,'’][^\W_]+)*")
# Words that are in every sentence and carry none.
_EMPTY = FUNCTION_WORDS | frozenset(
    "as at be if its matters most my one pick price runner than that this top up which you".split()
)


def marked(text: str, cited_by: Sequence[str]) -> str:
    """The Markdown of a source's text, its supporting words set off; the text itself is shown as it is."""
    line = " ".join(text.split())
    wanted = _words(cited_by)
    spans = _joined(line, [match.span() for match in _TOKEN.finditer(line) if _key(match[0]) in wanted])
    pieces, at = [], 0
    for start, end in spans:
        pieces += [kept(line[at:start]), f":yellow-background[{plain_line(line[start:end])}]"]
        at = end
    return "".join((*pieces, kept(line[at:])))


def _words(sentences: Iterable[str]) -> frozenset[str]:
    found = {_key(token) for sentence in sentences for token in _TOKEN.findall(re.sub(r"\[\d+\]", " ", sentence))}
    return frozenset(found - _EMPTY)


def _key(token: str) -> str:
    folded = fold(token)
    return folded if any(char.isdigit() for char in folded) else stem(folded)


def _joined(line: str, spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Neighbours with only blanks, marks or one empty word between them become one."""
    found: list[tuple[int, int]] = []
    for start, end in spans:
        between = line[found[-1][1] : start] if found else ""
        if (
            found
            and len(between) < 8
            and "." not in between
            and all(w in _EMPTY for w in _TOKEN.findall(fold(between)))
        ):
            found[-1] = (found[-1][0], end)
        else:
            # A sign of money belongs to its number.
            found.append((start - 1 if start and line[start - 1] in "£$€" else start, end))
    return found
