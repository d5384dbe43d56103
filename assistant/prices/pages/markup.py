"""The only place that parses HTML: a document, its visible text, and its headings.

lxml with its limits on (depth 256, no entities, no network); whatever it cannot read is an empty document.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from lxml import etree, html

# An lxml element: lxml carries no types.
Element = Any

_SILENT = frozenset({"script", "style", "noscript", "template", "head", "svg", "iframe", "option", "select"})
_STRUCK = frozenset({"del", "s", "strike"})
_OLD = re.compile(
    r"(?:^|[\s_-])(?:was(?![_-]?now)|rrp|msrp|strike(?:through)?|(?:old|list|original|previous)[_-]?price|compare[_-]at)(?![a-z])"
)
_TITLE_END = re.compile(r"\s+[|–—:·]\s+|\s+-\s+")
_TEXT_CHARS = 400_000


def parse(body: bytes, charset: str = "") -> Element:
    """The document in `body`; `charset` is what the server said, and the page's own word counts where it said none."""
    try:
        parser = html.HTMLParser(encoding=charset or None, remove_comments=True, remove_pis=True, no_network=True)
    except LookupError:
        parser = html.HTMLParser(remove_comments=True, remove_pis=True, no_network=True)
    try:
        return html.document_fromstring(body, parser=parser)
    except (etree.ParserError, etree.XMLSyntaxError, ValueError):
        return html.document_fromstring("<html></html>")


def tag(element: Element) -> str:
    """The element's name; empty for what is no element."""
    return element.tag if isinstance(element.tag, str) else ""


def text_of(element: Element) -> str:
    """All text inside, with single spaces."""
    return " ".join("".join(element.itertext()).split())


def visible_text(document: Element) -> str:
    """What a reader sees, with "was" before struck-out text, cut at 400,000 characters."""
    parts: list[str] = []
    length = 0
    for part in _visible(document):
        parts.append(part)
        length += len(part)
        if length > _TEXT_CHARS:
            break
    return " ".join(" ".join(parts).split())


def _visible(document: Element) -> Iterator[str]:
    silent: Element = None
    for event, element in etree.iterwalk(document, events=("start", "end")):
        if event == "start" and silent is None:
            silent = element if _hidden(element) else None
            yield from _opening(element) if silent is None else ()
        elif event == "end":
            silent = None if silent is element else silent
            yield from (element.tail,) if silent is None and element.tail else ()


def _hidden(element: Element) -> bool:
    style = (element.get("style") or "").replace(" ", "").casefold()
    return tag(element) in _SILENT or element.get("hidden") is not None or "display:none" in style


def _opening(element: Element) -> Iterator[str]:
    if _struck(element):
        yield "was"
    if element.text:
        yield element.text


def _struck(element: Element) -> bool:
    """Whether an element is crossed out, or a leaf that its class calls an earlier price."""
    style = (element.get("style") or "").casefold()
    named = len(element) == 0 and _OLD.search((element.get("class") or "").casefold())
    return tag(element) in _STRUCK or "line-through" in style or bool(named)


def heading(document: Element) -> str:
    """The page's one first-level heading; where there is none or several, its title up to the shop's name."""
    found = document.xpath("//h1")
    return text_of(found[0])[:300] if len(found) == 1 else _TITLE_END.split(title(document))[0]


def title(document: Element) -> str:
    """The page's title."""
    found = document.xpath("//head/title | //title")
    return text_of(found[0])[:300] if found else ""
