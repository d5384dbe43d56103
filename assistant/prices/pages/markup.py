"""The only place that parses HTML: a document, its title, and its headings.

lxml with its limits on (depth 256, no entities, no network); whatever it cannot read is an empty document.
"""

from __future__ import annotations

import re
from typing import Any

from lxml import etree, html

# An lxml element: lxml carries no types.
Element = Any

# So much of a page is parsed; of a longer one first what neither readers nor shops' data need is left out.
MAX_BYTES = 2 * 1024 * 1024
_HEAVY = re.compile(rb"<(script|style|svg|nav|template)\b([^>]{0,2000})>", re.IGNORECASE)
_DATA = re.compile(rb"<script\b[^>]{0,2000}ld\+json[^>]{0,2000}>[^<]{0,200000}</script>", re.IGNORECASE)
_TITLE_END = re.compile(r"\s+[|–—:·]\s+|\s+-\s+")


def trimmed(body: bytes) -> tuple[bytes, bool]:
    """A page without its scripts, styles and drawings where it is long, and whether its end is missing even so."""
    if len(body) <= MAX_BYTES:
        return body, False
    lower, kept, place = body.lower(), [], 0
    while found := _HEAVY.search(body, place):
        name, is_data = found[1].lower(), b"ld+json" in found[2].lower()
        kept.append(body[place : found.end() if is_data else found.start()])
        end = found.end() if is_data else lower.find(b"</" + name, found.end())
        place = end if end >= 0 else len(body)
    bare = b"".join([*kept, body[place:]])
    if len(bare) > MAX_BYTES:
        bare = _head_and_heading(bare)
    return bare[:MAX_BYTES], len(bare) > MAX_BYTES


def _head_and_heading(body: bytes) -> bytes:
    """A page without what lies between its head and its last first-level heading: menus, for the most part."""
    opened, heading_at = body.lower().find(b"<body"), body.lower().rfind(b"<h1")
    if not 0 <= opened < heading_at:
        return body
    return body[:opened] + b"<body>" + b"".join(_DATA.findall(body[opened:heading_at])) + body[heading_at:]


def parse(body: bytes, charset: str = "") -> Element:
    """The document in `body`; `charset` is what the server said, and the page's own word counts where it said none."""
    try:
        parser = html.HTMLParser(encoding=charset or None, remove_comments=True, remove_pis=True, no_network=True)
    except LookupError:
        parser = html.HTMLParser(remove_comments=True, remove_pis=True, no_network=True)
    try:
        document = html.document_fromstring(body, parser=parser)
    except (etree.ParserError, etree.XMLSyntaxError, ValueError):
        return html.document_fromstring("<html></html>")
    for end in document.iter("br"):  # what stands on two lines is not one word
        end.tail = f" {end.tail or ''}"
    return document


def tag(element: Element) -> str:
    """The element's name; empty for what is no element."""
    return element.tag if isinstance(element.tag, str) else ""


def text_of(element: Element) -> str:
    """All text inside, with single spaces."""
    return " ".join("".join(element.itertext()).split())


def first_headings(document: Element) -> list[Element]:
    """The first-level headings; without the shop's own name in its header where there are others."""
    found = document.xpath("//h1")
    return [
        one for one in found if not one.xpath("ancestor::header[not(ancestor::main or ancestor::article)]")
    ] or found


def heading(document: Element) -> str:
    """The page's one first-level heading; where there is none or several, its title up to the shop's name."""
    found = first_headings(document)
    return text_of(found[0])[:300] if len(found) == 1 else _TITLE_END.split(title(document))[0]


def title_parts(document: Element) -> list[str]:
    """The page's title, whole and in parts: the product's name, the shop's, and what else stands in it."""
    whole = title(document)
    return [part for part in dict.fromkeys((whole, *_TITLE_END.split(whole))) if part]


def title(document: Element) -> str:
    """The page's title."""
    found = document.xpath("//head/title | //title")
    return text_of(found[0])[:300] if found else ""
