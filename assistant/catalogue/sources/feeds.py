"""Feeds in XML: RSS items or Atom entries with the tags of Google Merchant Center."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import IO, Any, BinaryIO

from assistant.catalogue.formats.rows import Row
from assistant.errors import SourceError

# lxml has no type stubs of its own.
etree: Any = importlib.import_module("lxml.etree")

MAX_TEXT = 1 << 20
# Neither entities nor anything outside the file is followed.
WARY = {"resolve_entities": False, "no_network": True, "load_dtd": False, "huge_tree": False}
_ITEMS = ("{*}item", "{*}entry")


def read_feed(stream: BinaryIO, path: Path) -> tuple[list[str], Iterator[Row]]:
    """The tags of the first item without their namespace, and the items as a stream; repeated tags become lists.

    `SourceError` for a web page, for XML that is not well formed, and where there is no item.
    """
    rows = _rows(stream, path)
    first = next(rows, None)
    if first is None:
        raise SourceError(f"{path} is no feed of products: it has no <item> or <entry>; export it as CSV or as a feed")
    return list(first.cells), chain([first], rows)


def _rows(stream: BinaryIO, path: Path) -> Iterator[Row]:
    try:
        for number, element in enumerate(elements(stream, *_ITEMS), 1):
            yield _row(number, element)
    except etree.XMLSyntaxError as error:
        raise SourceError(f"{path} is not well-formed XML ({error.msg}); export the feed again") from error


def elements(stream: IO[bytes], *tags: str) -> Iterator[Any]:
    """The elements with these tags, one by one: what was read of them is forgotten with the next."""
    found = etree.iterparse(stream, events=("end",), tag=tags, **WARY)
    for _event, element in found:
        yield element
        element.clear()
        while element.getprevious() is not None:
            del element.getparent()[0]


def _row(number: int, element: Any) -> Row:
    cells: dict[str, Any] = {}
    for child in element.iterchildren(tag=etree.Element):
        name, value = etree.QName(child).localname, "".join(child.itertext()).strip() or child.get("href", "")
        if len(value) > MAX_TEXT:
            return Row(number, {}, f"a text is longer than {MAX_TEXT:,} characters")
        if isinstance(before := cells.get(name), list):
            before.append(value)
        else:
            cells[name] = value if before is None else [before, value]
    return Row(number, cells, "" if cells else "empty item")
