"""Cleaning of free text: entities, remains of HTML, wrongly decoded letters, invisible characters, spaces."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from typing import Generic, TypeVar

# What opens and what closes a passage that is not for readers.
_HIDDEN = (
    (re.compile(r"<(?:script|style)\b", re.IGNORECASE), re.compile(r"</(?:script|style)\s*>", re.IGNORECASE)),
    (re.compile(r"<!--"), re.compile(r"-->")),
)
# A tag starts with a letter, so that "not for <3 years" stays.
_TAG = re.compile(r"</?[A-Za-z][A-Za-z0-9]{0,20}(?:[\s/][^<>]{0,2000})?>")
_SPACE = re.compile(r"\s+")
# Control characters (C1 included), soft hyphens, zero-width and direction marks: none of them is ever read.
_INVISIBLE = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffd]"
)
# UTF-8 once read as Latin-1. Only these lead letters: "É®" and the like are real.
_MISREAD = re.compile("[ÂÃ][\x80-\xbf]|â[\x80-\xbf]{2}")
_WINDOWS_SIGN = re.compile("[\x80-\x9f]")
_CATEGORY_BORDER = re.compile(r"\s*[>»|]\s*")
_LABEL = re.compile(r"^(?:product description|description:)\s*", re.IGNORECASE)
_UNKNOWN = frozenset({
    "unknown", "generic", "unbranded", "no brand", "not specified", "n/a", "na", "none", "null", "nan", "-", "other",
    "does not apply", "not applicable", "tbc", "various", "brand new",
})  # fmt: skip


Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Parsed(Generic[Value]):
    """The value of a cell, `None` where there is none; `problem` says why what stood there was changed or dropped."""

    value: Value | None = None
    problem: str = ""


def _visible(text: str) -> str:
    """A text without its hidden passages; in one go from left to right, so that no text takes long."""
    for opening, closing in _HIDDEN:
        kept, at = [], 0
        while (start := opening.search(text, at)) and (end := closing.search(text, start.end())):
            kept.append(text[at : start.start()])
            at = end.end()
        text = " ".join([*kept, text[at:]])
    return text


def _reread(found: re.Match[str]) -> str:
    try:
        return found.group().encode("latin-1").decode("utf-8")
    except UnicodeDecodeError:
        return found.group()


def clean(text: str) -> str:
    """A text as a reader should see it: one line, no HTML, entities as letters, single spaces."""
    if "&" in text:
        text = html.unescape(html.unescape(text))
    if "<" in text:
        text = _TAG.sub(" ", _visible(text))
    if not text.isascii():
        text = _MISREAD.sub(_reread, text)
        text = _WINDOWS_SIGN.sub(lambda sign: sign[0].encode("latin-1").decode("cp1252", errors="ignore"), text)
    return _SPACE.sub(" ", _INVISIBLE.sub("", text)).strip()


def description(text: str) -> str:
    """A description without the heading that shops put before it."""
    return _LABEL.sub("", clean(text))


def name(text: str) -> str:
    """A brand or maker; the empty string where the list only says that it is unknown."""
    cleaned = clean(text)
    return "" if cleaned.casefold() in _UNKNOWN else cleaned


def category(text: str) -> tuple[str, ...]:
    """A category path, widest first, from "Hobbies > Trains"; doubled and empty names are left out."""
    names = [part for part in _CATEGORY_BORDER.split(clean(text)) if part and part.casefold() not in _UNKNOWN]
    return tuple(dict.fromkeys(names))


def lines(text: str) -> tuple[str, ...]:
    """The items of a list in one cell, divided by ` | `, line breaks or bullets; each once, in order."""
    items = (clean(part).strip("-*• ") for part in re.split(r"\s\|\s|[\r\n]+|•", text))
    return tuple(dict.fromkeys(item for item in items if item))


def web_address(text: str) -> str:
    """An http or https address, the first of several; the empty string for anything else."""
    first = re.split(r"[|\s]+", text.strip(), maxsplit=1)[0]
    return first if re.fullmatch(r"https?://[^\s\"'<>\\]{3,2000}", first, re.IGNORECASE) else ""
