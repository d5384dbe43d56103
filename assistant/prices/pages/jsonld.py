"""Structured data in script elements: JSON-LD in all the forms that shops write it, broken ones included.

A block is read as JSON, or mended (comments, trailing commas, entities) and read again, or left out whole: no price is
ever cut out of text that is no JSON. What comes out are plain nodes, the same shape that microdata gives.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

from assistant.prices.pages.markup import Element

Node = Mapping[str, Any]

_TYPE = "translate(@type, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')"
_SCRIPTS = f"//script[contains({_TYPE}, 'ld+json')]"
_WRAPPING = re.compile(
    r"^\s*(?:<!--|//\s*<!\[CDATA\[|/\*\s*<!\[CDATA\[\s*\*/|<!\[CDATA\[)|(?:-->|//\s*\]\]>|\]\]>)\s*$"
)
# What opens and never closes reaches to the end, so that a mended block is read once, not once for each quotation mark.
_STRING = r'("(?:\\.|[^"\\])*+\\?(?:"|\Z))'
_COMMENT = re.compile(rf"{_STRING}|/\*.*?(?:\*/|\Z)|(?<!:)//[^\n]*", re.DOTALL)
_TRAILING = re.compile(rf"{_STRING}|,(?=\s*[}}\]])", re.DOTALL)
_BETWEEN = frozenset(" \t\r\n,;")
_MAX_NODES = 5_000
# Shops nest ten deep.
_MAX_DEPTH = 100
_MAX_BLOCK_CHARS = 1_000_000
# Products under these names are other products.
_ELSEWHERE = frozenset(
    {"isRelatedTo", "isSimilarTo", "isConsumableFor", "isAccessoryOrSparePartFor", "itemReviewed", "review", "reviews",
     "relatedProduct", "relatedTo", "predecessorOf", "successorOf", "addOn"}
)  # fmt: skip


def nodes(document: Element) -> list[Node]:
    """Every object of every readable block, outermost first, with references by `@id` already followed."""
    found = [node for script in document.xpath(_SCRIPTS) for node in walk(_read(script.text or ""))]
    by_id = {str(node["@id"]): node for node in found if len(node) > 1 and isinstance(node.get("@id"), str)}
    # Twice, so that an offer reached by reference may hold its price by reference.
    by_id = {name: _followed(node, by_id) for name, node in by_id.items()}
    return [_followed(node, by_id) for node in found]


def walk(value: object) -> Iterator[Node]:
    """Every object inside a value, outermost first, without those that stand for other products."""
    waiting: list[object] = [value]
    for _ in range(_MAX_NODES):
        if not waiting:
            return
        current = waiting.pop()
        if isinstance(current, Mapping):
            yield current
            waiting.extend(current[key] for key in reversed(list(current)) if key not in _ELSEWHERE)
        elif isinstance(current, list):
            waiting.extend(reversed(current))


def local_name(value: object) -> str:
    """The last part of a schema.org name: "InStock" for "https://schema.org/InStock" and for "schema:InStock"."""
    return re.split(r"[/#:]", value.strip().rstrip("/#:"))[-1] if isinstance(value, str) else ""


def types(node: Node) -> frozenset[str]:
    """The schema.org types of a node."""
    stated = node.get("@type")
    return frozenset(local_name(name) for name in (stated if isinstance(stated, list) else [stated]))


def listed(value: object) -> list[Any]:
    """A value as a list: none, itself alone, or as it is."""
    return [] if value is None else value if isinstance(value, list) else [value]


def words_of(value: object) -> str:
    """The first plain text in a value: itself, its name, or that of its first member."""
    if isinstance(value, list):
        return next((text for text in map(words_of, value) if text), "")
    if isinstance(value, Mapping):
        return words_of(value.get("name", value.get("@value")))
    if isinstance(value, Decimal):
        return str(value)
    return " ".join(html.unescape(value).split())[:300] if isinstance(value, str) else ""


def _followed(node: Node, by_id: Mapping[str, Node]) -> Node:
    def follow(value: object) -> object:
        if isinstance(value, list):
            return [follow(member) for member in value]
        if isinstance(value, Mapping) and set(value) == {"@id"}:
            return by_id.get(str(value["@id"]), value)
        return value

    followed = {key: follow(value) for key, value in node.items()}
    bare = followed.get("offers")
    # Some shops name the offer's `@id` as bare text.
    return {**followed, "offers": by_id.get(bare, bare)} if isinstance(bare, str) else followed


def _read(text: str) -> list[object]:
    if len(text) > _MAX_BLOCK_CHARS:
        return []
    for attempt in (text, _mended(text), _mended(html.unescape(text))):
        try:
            return _documents(attempt)
        except (ValueError, RecursionError, ArithmeticError):
            continue
    return []


def _documents(text: str) -> list[object]:
    """The JSON values that follow one another in a text; raises `ValueError` when anything else is between them."""
    decoder = json.JSONDecoder(
        strict=False,
        parse_float=Decimal,
        parse_int=Decimal,
        parse_constant=lambda _: None,
        object_pairs_hook=_object,
    )
    found: list[object] = []
    whole, at = text.lstrip("\ufeff").strip(), 0
    while at < len(whole) and len(found) < _MAX_NODES:
        value, at = decoder.raw_decode(whole, at)
        found.append(value)
        while whole[at : at + 1] in _BETWEEN:
            at += 1
    if _is_deeper(found, _MAX_DEPTH):
        raise ValueError
    return found


def _is_deeper(value: object, depth: int) -> bool:
    """Whether a value is nested deeper than so; what reads it goes down level by level."""
    level: list[object] = [value]
    for _ in range(depth):
        parts = (one.values() if isinstance(one, Mapping) else one for one in level if isinstance(one, Mapping | list))
        level = [inner for part in parts for inner in part]
    return bool(level)


def _object(pairs: list[tuple[str, object]]) -> Node:
    """A JSON object; a key that stands in it twice holds both values, so that two prices are seen as two.

    Some shop systems write "Offers" where the standard says "offers".
    """
    values: dict[str, list[object]] = {}
    for key, value in pairs:
        values.setdefault(key[:1].lower() + key[1:], []).append(value)
    return {key: stated if len(stated) > 1 else stated[0] for key, stated in values.items()}


def _mended(text: str) -> str:
    bare = _WRAPPING.sub("", _WRAPPING.sub("", text.strip()))
    without_comments = _COMMENT.sub(lambda match: match[1] or "", bare)
    return _TRAILING.sub(lambda match: match[1] or "", without_comments)
