"""What a sentence says of batteries, and what that answers: "batteries not included" says that they are needed."""

from __future__ import annotations

import re
from typing import Literal

# "Aren't" is "are not".
_NT = re.compile(r"n['’]t\b")
_NONE = re.compile(
    r"\b(?:no|without|zero)\b(?: \w+)? batter|\b(?:not|never|no need)\b(?: \w+){0,3} batter|"
    r"\bbatter(?:y|ies) (?:are |is )?(?:not|never) (?:need|requir|necess)|\bbattery[- ]free\b"
)
_LACKS = re.compile(
    r"\bbatter(?:y|ies)\b.{0,40}\bnot\b.{0,12}\b(?:includ|suppli|provid)"
    r"|\bbatter(?:y|ies)\b.{0,40}\bsold separately"
    r"|\bnot\b.{0,12}\b(?:includ|suppl|provid|com)\w*\b.{0,20}\bbatter|\bbatter(?:y|ies)\b.{0,20}\bexcluded\b"
)
_HAS = re.compile(
    r"\bbatter(?:y|ies)\b.{0,25}\b(?:includ|suppli|provid)"
    r"|\b(?:includ|suppl|provid|comes? (?:complete )?with)\w*\b.{0,25}\bbatter"
)
_NEEDS = re.compile(
    r"\b(?:requires?|needs?|uses?|takes?|(?:runs?|works?|operates?) (?:on|off|from)|powered by)\b.{0,40}\bbatter|"
    r"\bbatter(?:y|ies)\b.{0,20}\b(?:requir|need)|\bbattery[- ](?:power|operat)"
)
_IS_OPEN = re.compile(r"\b(?:what|which|how|when|where|why|who)\b|\bwithout\b|\bor\b|\bnot?\b|n't\b")
# Whether they can be changed is told by no word on whether any are needed.
_OF_CHANGING = re.compile(r"\b(?:chang|replac|swap|remov|recharg)\w*\b")
_IF_IN_THE_BOX = re.compile(
    r"\bbatter(?:y|ies)\b.*\b(?:includ|suppli|provid|in (?:it|the box|there|with it)\b|inside|already|come with)"
    r"|\b(?:includ|suppl|provid|comes? with|have)\w*\b.*\bbatter"
)
_IF_TO_BUY = re.compile(r"\b(?:buy|purchase|order|get)\b.*\bbatter|\bbatter(?:y|ies)\b.*\b(?:buy|get)")
_IF_NEEDED = re.compile(
    r"\b(?:requir|need|us|tak|run|power|work|operat)\w*\b.{0,40}\bbatter|\bbatter(?:y|ies)\b.{0,20}\b(?:requir|need)|"
    r"\bbattery[- ](?:power|operat)|^\W*batter(?:y|ies)\W*$"
)


def in_the_box(text: str) -> bool | None:
    """Whether a folded text says that batteries come with the toy, or that they do not; None where it says neither."""
    return False if _LACKS.search(text) else True if _HAS.search(text) else None


def told(question: str, sentence: str) -> Literal["yes", "no", "unknown", ""]:
    """What a sentence answers to a question about batteries, both folded; empty where it answers no yes-or-no one."""
    sentence = _NT.sub(" not", sentence)
    if "batter" in question and _OF_CHANGING.search(question) and not _OF_CHANGING.search(sentence):
        return "unknown"
    if "batter" not in question or "batter" not in sentence or _IS_OPEN.search(question):
        return ""
    come_with_it = in_the_box(sentence)
    lacks = come_with_it is False
    needs_none = not lacks and bool(_NONE.search(sentence))
    has = come_with_it is True and not needs_none
    if _IF_TO_BUY.search(question):
        return "yes" if lacks else "no" if has or needs_none else ""
    if _IF_IN_THE_BOX.search(question):
        return "no" if lacks else "yes" if has else ""
    if not _IF_NEEDED.search(question):
        return ""
    return "no" if needs_none else "yes" if lacks or has or _NEEDS.search(sentence) else ""
