"""A product export of Shopify: one product is several rows, for its variants and its pictures."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from assistant.catalogue.formats.rows import Joined, Notes, Reading, Rejected, Row, Taken, product_reading, text
from assistant.catalogue.parsing import cleaning
from assistant.catalogue.parsing.counts import count, pieces_in_title, players_in_title
from assistant.catalogue.parsing.price_cells import price
from assistant.schema import Product

COLUMNS = frozenset({"Handle", "Title", "Variant Price"})
_ITEM = re.compile(r"<li\b[^<>]{0,500}>", re.IGNORECASE)
_ITEM_END = re.compile(r"</(?:li|ul|ol)\b[^<>]{0,20}>", re.IGNORECASE)
_OPTIONS = ("Option1 Value", "Option2 Value", "Option3 Value")


class Shopify:
    """Recognised by `Handle, Title, Variant Price`; the export names no currency, so the owner must."""

    name = "Shopify export"

    def __init__(self, currency: str = "") -> None:
        self._currency = currency

    def readings(self, rows: Iterable[Row]) -> Iterator[Reading]:
        """One product for the rows of a handle, or one for each variant where their prices differ."""
        for _, group in groupby(
            rows, key=lambda row: (row.problem if not row.cells else "", text(row.cells, "Handle"))
        ):
            yield from self._product_readings(list(group))

    def _product_readings(self, rows: Sequence[Row]) -> Iterator[Reading]:
        first, variants = rows[0], [row for row in rows if text(row.cells, "Variant Price").strip()]
        if not_sold := _not_sold(first):
            title = cleaning.clean(text(first.cells, "Title"))
            yield from (Rejected(row.number, not_sold, text(row.cells, "Handle"), title) for row in rows)
            return
        if len({text(row.cells, "Variant Price").strip() for row in variants}) < 2:
            yield product_reading(first, self._product, id_column="Handle", title_column="Title")
            yield from (Joined(row.number) for row in rows[1:])
            return
        numbers = [text(row.cells, "Variant SKU").strip() for row in variants]
        for row, number in zip(variants, numbers, strict=True):
            yield self._variant(first, row, number if numbers.count(number) == 1 else "")
        yield from (Joined(row.number) for row in rows if row not in variants)

    def _variant(self, first: Row, variant: Row, number: str) -> Reading:
        """A variant of its own price as a product of its own, told apart by its number, else by its options."""
        own = {name: value for name, value in variant.cells.items() if text(variant.cells, name).strip()}
        merged = replace(variant, cells={**first.cells, **own})
        reading = product_reading(merged, self._product, id_column="Handle", title_column="Title")
        if not isinstance(reading, Taken):
            return reading
        options = " / ".join(
            cleaning.clean(text(variant.cells, name)) for name in _OPTIONS if text(variant.cells, name)
        )
        name = number or options or str(variant.number)
        product = replace(reading.product, id=f"{reading.product.id}:{name}"[:200])
        return replace(
            reading, product=replace(product, title=f"{product.title} ({options})" if options else product.title)
        )

    def _product(self, row: Row, notes: Notes) -> Product:
        cells = row.cells
        title = cleaning.clean(text(cells, "Title"))
        rest, features = _body(text(cells, "Body (HTML)"))
        return Product(
            id=text(cells, "Handle").strip(),
            title=title,
            brand=cleaning.name(text(cells, "Vendor")),
            category=_category(text(cells, "Product Category"), text(cells, "Type")),
            price=notes.value(price(text(cells, "Variant Price"), self._currency)),
            players=players_in_title(title),
            pieces=pieces_in_title(title),
            features=features,
            description=cleaning.description(rest),
            image_url=cleaning.web_address(text(cells, "Image Src")),
            stock_count=count(text(cells, "Variant Inventory Qty")).value,
            model_number=cleaning.name(text(cells, "Variant SKU")),
            gtin=cleaning.name(text(cells, "Variant Barcode").strip("'")),
        )


def _category(path: str, own: str) -> tuple[str, ...]:
    """Shopify's own path, which is one for many toys, and behind it what the shop calls them."""
    wide, narrow = cleaning.category(path), cleaning.category(own)
    known = {name.casefold() for name in wide}
    return (*wide, *(name for name in narrow if name.casefold() not in known))


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
