"""A product export of Shopify: one product is several rows, for its variants and its pictures."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from assistant.catalogue.formats.rows import Cells, Joined, KnownList, Notes, Reading, Rejected, Row, Taken, text
from assistant.catalogue.parsing import cleaning
from assistant.catalogue.parsing.counts import count

_ITEM = re.compile(r"<li\b[^<>]{0,500}>", re.IGNORECASE)
_ITEM_END = re.compile(r"</(?:li|ul|ol)\b[^<>]{0,20}>", re.IGNORECASE)
_OPTIONS = ("Option1 Value", "Option2 Value", "Option3 Value")


def _by_handle(read: Callable[[Row], Reading], rows: Iterable[Row]) -> Iterator[Reading]:
    """One product for the rows of a handle, or one for each variant where their prices differ."""
    for _, group in groupby(rows, key=lambda row: (row.problem if not row.cells else "", text(row.cells, "Handle"))):
        yield from _of_one(read, list(group))


def _of_one(read: Callable[[Row], Reading], rows: Sequence[Row]) -> Iterator[Reading]:
    first, variants = rows[0], [row for row in rows if text(row.cells, "Variant Price").strip()]
    if not_sold := _not_sold(first):
        title = cleaning.clean(text(first.cells, "Title"))
        yield from (Rejected(row.number, not_sold, text(row.cells, "Handle"), title) for row in rows)
        return
    if len({text(row.cells, "Variant Price").strip() for row in variants}) < 2:
        yield read(first)
        yield from (Joined(row.number) for row in rows[1:])
        return
    numbers = [text(row.cells, "Variant SKU").strip() for row in variants]
    for row, number in zip(variants, numbers, strict=True):
        own = {name: value for name, value in row.cells.items() if text(row.cells, name).strip()}
        reading = read(replace(row, cells={**first.cells, **own}))
        yield _as_variant(reading, row, number if numbers.count(number) == 1 else "")
    yield from (Joined(row.number) for row in rows if row not in variants)


def _as_variant(reading: Reading, variant: Row, number: str) -> Reading:
    """A variant of its own price as a product of its own, told apart by its number, else by its options."""
    if not isinstance(reading, Taken):
        return reading
    product, cells = reading.product, variant.cells
    options = " / ".join(cleaning.clean(text(cells, name)) for name in _OPTIONS if text(cells, name))
    doc_id = f"{product.id}:{number or options or variant.number}"[:200]
    title = f"{product.title} ({options})" if options else product.title
    return replace(reading, product=replace(product, id=doc_id, title=title))


def _more(cells: Cells, _notes: Notes, _currency: str) -> dict[str, Any]:
    rest, features = _body(text(cells, "Body (HTML)"))
    # Shopify's own path, which is one for many toys, and behind it what the shop calls them.
    wide = cleaning.category(text(cells, "Product Category"))
    known = {name.casefold() for name in wide}
    narrow = (name for name in cleaning.category(text(cells, "Type")) if name.casefold() not in known)
    return {
        "category": (*wide, *narrow),
        "features": features,
        "description": cleaning.description(rest),
        "stock_count": count(text(cells, "Variant Inventory Qty")).value,
        "gtin": cleaning.name(text(cells, "Variant Barcode").strip("'")),
    }


def _body(body: str) -> tuple[str, tuple[str, ...]]:
    """The text of a description, and the items of the lists in it."""
    before, *items = _ITEM.split(body)
    parted = [[*_ITEM_END.split(item, maxsplit=1), ""][:2] for item in items]
    features = dict.fromkeys(cleaning.clean(item) for item, _ in parted)
    return " ".join([before, *(after for _, after in parted)]), tuple(line for line in features if line)


def _not_sold(row: Row) -> str:
    """Why a shop does not offer a product, or the empty string."""
    status = text(row.cells, "Status").strip().casefold()
    if status in {"draft", "archived"}:
        return f"not on sale ({status})"
    return "not published" if text(row.cells, "Published").strip().casefold() == "false" else ""


# The export names no currency, so the owner must.
SHOPIFY = KnownList(
    "Shopify export",
    frozenset({"Handle", "Title", "Variant Price"}),
    {
        "id": "Handle", "title": "Title", "brand": "Vendor", "price": "Variant Price", "image_url": "Image Src",
        "model_number": "Variant SKU",
    },
    _more,
    _by_handle,
)  # fmt: skip
