"""A Google Merchant Center feed, as tab-separated text or as XML."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from assistant.catalogue.formats.rows import Cells, KnownList, Notes, Reading, Row, text
from assistant.catalogue.parsing import cleaning
from assistant.catalogue.parsing.counts import count
from assistant.catalogue.parsing.price_cells import price
from assistant.schema import Price

_ONLY_HERE = frozenset({"availability", "condition", "image_link", "gtin", "mpn", "google_product_category"})
_SOLD_OUT = frozenset({"out_of_stock", "out of stock"})


def is_merchant_feed(columns: Sequence[str]) -> bool:
    """Whether columns, with spaces or underscores, with or without `g:`, are those of such a feed."""
    names = {_plain(column) for column in columns}
    return names >= GOOGLE_MERCHANT.told_by and not names.isdisjoint(_ONLY_HERE)


def _plain(column: str) -> str:
    return column.strip().casefold().removeprefix("g:").replace(" ", "_")


def _items(read: Callable[[Row], Reading], rows: Iterable[Row]) -> Iterator[Reading]:
    return (read(replace(row, cells={_plain(name): value for name, value in row.cells.items()})) for row in rows)


def _more(cells: Cells, notes: Notes, currency: str) -> dict[str, Any]:
    sold_out = text(cells, "availability").strip().casefold() in _SOLD_OUT
    stock = count(text(cells, "sell_on_google_quantity") or text(cells, "quantity")).value
    return {
        "category": _category(cells),
        "price": _price(cells, notes, currency),
        "features": _features(cells),
        "stock_count": 0 if sold_out else stock,
    }


def _price(cells: Cells, notes: Notes, currency: str) -> Price | None:
    """The sale price where it holds without an end, else the price: what the shopper pays at most."""
    sale = price(text(cells, "sale_price"), currency).value
    regular = text(cells, "price")
    full = notes.value(price(regular, currency), regular)
    timed = text(cells, "sale_price_effective_date").strip()
    return sale if sale and full and not timed and sale.amount < full.amount else full


def _category(cells: Cells) -> tuple[str, ...]:
    """The shop's own category, the first of several, or Google's where that is given in words.

    Google's may be given by number, which tells a shopper nothing.
    """
    own, google = cells.get("product_type"), text(cells, "google_product_category")
    first = text({"first": own[0]}, "first") if isinstance(own, list) and own else text(cells, "product_type")
    return cleaning.category(first or ("" if google.strip().isdigit() else google))


def _features(cells: Cells) -> tuple[str, ...]:
    """What the feed says in words, its age group too: a box of Google's, "kids" on nearly all, and no maker's age."""
    colour, group = cleaning.name(text(cells, "color")).replace("/", ", "), cleaning.name(text(cells, "age_group"))
    told = (f"colour: {colour}" if colour else "", f"age group: {group}" if group else "")
    return (*cleaning.lines(text(cells, "product_highlight")), *filter(None, told))


# Recognised by `id, title, link, price` and one of the feed's own attributes.
GOOGLE_MERCHANT = KnownList(
    "Google Merchant feed",
    frozenset({"id", "title", "link", "price"}),
    {
        "id": "id", "title": "title", "brand": "brand", "material": "material", "description": "description",
        "image_url": "image_link", "product_url": "link", "model_number": "mpn", "gtin": "gtin",
    },
    _more,
    _items,
)  # fmt: skip
