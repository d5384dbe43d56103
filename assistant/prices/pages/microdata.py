"""Structured data in attributes: microdata (`itemprop`) and RDFa Lite (`property`), as the nodes that JSON-LD gives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from assistant.prices.pages.jsonld import Node
from assistant.prices.pages.markup import Element, tag, text_of

_MAX_ITEMS = 500
# An id stands once on a page that is right.
_MAX_REFERRED = 3
_VALUE_ATTRIBUTE = {
    "meta": "content", "link": "href", "a": "href", "area": "href", "img": "src", "source": "src", "iframe": "src",
    "object": "data", "data": "value", "meter": "value", "time": "datetime",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Dialect:
    """How one syntax names an item's type and its properties."""

    type: str
    prop: str


MICRODATA = Dialect(type="itemtype", prop="itemprop")
RDFA = Dialect(type="typeof", prop="property")


def nodes(document: Element, dialect: Dialect) -> list[Node]:
    """Every item of the document that has a type, each with its properties and the items nested in it."""
    items = document.xpath(f"//*[@{dialect.type}]")[:_MAX_ITEMS]
    by_id: dict[str, list[Element]] = {}
    for element in document.xpath("//*[@id]"):
        by_id.setdefault(element.get("id"), []).append(element)
    return [_node(item, dialect, _referred(by_id, item)) for item in items if not _is_property(item, dialect)]


def _is_property(item: Element, dialect: Dialect) -> bool:
    """Whether another item holds this one as a property, and so tells of it itself."""
    if item.get(dialect.prop) is None:
        return False
    return any(parent.get(dialect.type) is not None for parent in item.iterancestors())


def _node(item: Element, dialect: Dialect, referred: Sequence[Element] = ()) -> Node:
    node: dict[str, Any] = {"@type": (item.get(dialect.type) or "").split()}
    for element in _own([*item, *referred], dialect):
        value = _value(element, dialect)
        for name in (element.get(dialect.prop) or "").split():
            node.setdefault(name.split(":")[-1], []).append(value)
    return node


def _referred(by_id: Mapping[str, Sequence[Element]], item: Element) -> list[Element]:
    """Elements elsewhere that the item claims; not those around it, or it would hold itself."""
    names = (item.get("itemref") or "").split()[:10]
    around = set(item.iterancestors())
    found = [element for name in names for element in by_id.get(name, ())[:_MAX_REFERRED]]
    return [element for element in found if element not in around and element is not item]


def _own(roots: Sequence[Element], dialect: Dialect) -> list[Element]:
    """The elements with a property of this item: at or under the roots, but not inside an item within them."""
    found: list[Element] = []
    waiting = list(reversed(roots))
    while waiting:
        element = waiting.pop()
        if element.get(dialect.prop) is not None:
            found.append(element)
        if element.get(dialect.type) is None and element.get("itemscope") is None:
            waiting.extend(reversed(element))
    return found


def _value(element: Element, dialect: Dialect) -> object:
    if element.get(dialect.type) is not None:
        return _node(element, dialect)
    stated = element.get("content")
    if stated is None and tag(element) in _VALUE_ATTRIBUTE:
        stated = element.get(_VALUE_ATTRIBUTE[tag(element)])
    return stated.strip() if stated is not None else text_of(element)
