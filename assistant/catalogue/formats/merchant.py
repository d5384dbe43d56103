"""A Google Merchant Center feed, as tab-separated text or as XML."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from assistant.catalogue.formats.rows import Notes, Reading, Row, product_reading, text
from assistant.catalogue.parsing import cleaning
from assistant.catalogue.parsing.counts import count, pieces_in_title, players_in_title
from assistant.catalogue.parsing.price_cells import price
from assistant.schema import Price, Product

COLUMNS = frozenset({"id", "title", "link", "price"})
_ONLY_HERE = frozenset({"availability", "condition", "image_link", "gtin", "mpn", "google_product_category"})
_SOLD_OUT = frozenset({"out_of_stock", "out of stock"})


def recognised(columns: Sequence[str]) -> bool:
    """Whether columns, with spaces or underscores, with or without `g:`, are those of such a feed."""
    names = {_plain(column) for column in columns}
    return names >= COLUMNS and not names.isdisjoint(_ONLY_HERE)


class GoogleMerchant:
    """Recognised by `id, title, link, price` and one of the feed's own attributes."""

    name = "Google Merchant feed"

    def __init__(self, currency: str = "") -> None:
        self._currency = currency

    def readings(self, rows: Iterable[Row]) -> Iterator[Reading]:
        """One reading an item."""
        plain = (replace(row, cells={_plain(name): value for name, value in row.cells.items()}) for row in rows)
        return (product_reading(row, self._product, id_column="id", title_column="title") for row in plain)

    def _product(self, row: Row, notes: Notes) -> Product:
        cells = row.cells
        title = cleaning.clean(text(cells, "title"))
        return Product(
            id=text(cells, "id").strip(),
            title=title,
            brand=cleaning.name(text(cells, "brand")),
            category=_category(cells),
            price=self._price(cells, notes),
            players=players_in_title(title),
            pieces=pieces_in_title(title),
            material=cleaning.name(text(cells, "material")),
            features=_features(cells),
            description=cleaning.description(text(cells, "description")),
            image_url=cleaning.web_address(text(cells, "image_link")),
            product_url=cleaning.web_address(text(cells, "link")),
            stock_count=_stock(cells),
            model_number=cleaning.name(text(cells, "mpn")),
            gtin=cleaning.name(text(cells, "gtin")),
        )

    def _price(self, cells: Mapping[str, Any], notes: Notes) -> Price | None:
        """The sale price where it holds without an end, else the price: what the shopper pays at most."""
        sale = price(text(cells, "sale_price"), self._currency).value
        full = notes.value(price(text(cells, "price"), self._currency))
        timed = text(cells, "sale_price_effective_date").strip()
        return sale if sale and full and not timed and sale.amount < full.amount else full


def _plain(column: str) -> str:
    return column.strip().casefold().removeprefix("g:").replace(" ", "_")


def _category(cells: Mapping[str, Any]) -> tuple[str, ...]:
    """The shop's own category, the first of several, or Google's where that is given in words.

    Google's may be given by number, which tells a shopper nothing.
    """
    own, google = cells.get("product_type"), text(cells, "google_product_category")
    first = text({"": own[0]}, "") if isinstance(own, list) and own else text(cells, "product_type")
    return cleaning.category(first or ("" if google.strip().isdigit() else google))


def _features(cells: Mapping[str, Any]) -> tuple[str, ...]:
    """What the feed says in words, its age group too: a box of Google's, "kids" on nearly all, and no maker's age."""
    colour, group = cleaning.name(text(cells, "color")).replace("/", ", "), cleaning.name(text(cells, "age_group"))
    told = (f"colour: {colour}" if colour else "", f"age group: {group}" if group else "")
    return (*cleaning.lines(text(cells, "product_highlight")), *filter(None, told))


def _stock(cells: Mapping[str, Any]) -> int | None:
    sold_out = text(cells, "availability").strip().casefold() in _SOLD_OUT
    return 0 if sold_out else count(text(cells, "sell_on_google_quantity") or text(cells, "quantity")).value
