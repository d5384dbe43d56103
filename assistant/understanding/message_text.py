"""A message as it is read: folded and mended, and the words of a stretch of it without what leads to them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from assistant.language.numbers import CACHED_TEXTS
from assistant.language.spelling import mended
from assistant.language.text import fold, words
from assistant.schema import Span
from assistant.understanding.grammars.budgets import read_budget

_ARTICLE = re.compile(r"^(?:(?:an?|the|any|some|those|these|that|this|my|his|her|our|of|by|from|with|in|for) )+")
# How much of it is too much is nobody's own word: "nothing too scary".
_DEGREE = re.compile(r"^(?:(?:too|very|really|quite|overly) )+(?=\w)")
_LEFT_OVER = re.compile(r"(?: (?:an?|the|and|or|of|in|by|with|to|for))+$")
# Written fast, and read by the grammars of age: "hes 4".
_HES = re.compile(r"\b(he|she)'?s\b")
# What redaction left, with the words that led to it, never many: "my card is [card]".
_REDACTED = re.compile(
    r"(?:\b(?:i|am|i'm|live|my|our|me|the|a|at|on|to|is|call|text|ring|mail|email|phone|mobile|card|number|no|"
    r"address|postcode)\W+){0,8}\[(?:card|phone|email|address|postcode|bank account|date of birth|insurance number)\]"
)


@lru_cache(maxsize=CACHED_TEXTS)
def plain(text: str) -> str:
    """The message folded, on one line, its leading words mended, and without what was redacted."""
    folded = mended(re.sub(r"\s+", " ", _REDACTED.sub(",", fold(text))).strip())
    return _HES.sub(r"\1 is", folded)


def without_budget(text: str) -> str:
    """The message folded, without a sum and what leads to it."""
    folded = plain(text)
    budget = read_budget(folded, "")
    return folded[: budget.start] + folded[budget.end :] if budget else folded


def cut_out(text: str, spans: Iterable[Span], filler: str = "") -> str:
    """The text with the filler for each letter of these spans."""
    kept = list(text)
    for span in spans:
        kept[span.start : span.end] = [filler] * (span.end - span.start)
    return "".join(kept)


def bare(text: str) -> str:
    """The words of a span without what leads to them."""
    return _LEFT_OVER.sub("", _DEGREE.sub("", _ARTICLE.sub("", " ".join(words(fold(text))))))
