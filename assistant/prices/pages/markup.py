"""The only place that parses HTML: a document, its title, and its headings.

lxml with its limits on (depth 256, no entities, no network); whatever it cannot read is an empty document.
"""

from __future__ import annotations

import re
from typing import Any

from lxml import etree, html

# An lxml element: lxml carries no types.
Element = Any

_TITLE_END = re.compile(r"\s+[|–—:·]\s+|\s+-\s+")


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


def heading(document: Element) -> str:
    """The page's one first-level heading; where there is none or several, its title up to the shop's name."""
    found = document.xpath("//h1")
    return text_of(found[0])[:300] if len(found) == 1 else _TITLE_END.split(title(document))[0]


def title(document: Element) -> str:
    """The page's title."""
    found = document.xpath("//head/title | //title")
    return text_of(found[0])[:300] if found else ""
