"""A product export of WooCommerce: what is sold in several sizes or colours is one row, and each of these another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from assistant.catalogue.formats.rows import Cells, Joined, Notes, Reading, Rejected, Row, product_reading, text
from assistant.catalogue.parsing import cleaning
from assistant.catalogue.parsing.ages import age
from assistant.catalogue.parsing.counts import count, pieces_in_title, players_in_title
from assistant.catalogue.parsing.price_cells import price
from assistant.schema import Product

COLUMNS = frozenset({"Type", "SKU", "Name", "Sale price", "Regular price", "Categories"})
# The export has any number of them; more than these no toy has.
_MOST_ATTRIBUTES = 20


class WooCommerce:
    """Recognised by `SKU, Name, Sale price, Regular price`; the export names no currency, so the owner must."""

    name = "WooCommerce export"

    def __init__(self, currency: str = "") -> None:
        self._currency = currency

    def readings(self, rows: Iterable[Row]) -> Iterator[Reading]:
        """One product a row; one sold in variants is those, each with what it shares with the others."""
        shared: dict[str, Cells] = {}
        for row in rows:
            cells, parent = row.cells, shared.get(text(row.cells, "Parent").strip(), {})
            is_variable = "variable" in text(cells, "Type").casefold()
            if is_variable:
                names = (f"id:{text(cells, 'ID')}", text(cells, "SKU").strip())
                shared |= {name: cells for name in names if name}  # what names no parent has none
            if not (_is_published(cells) and _is_published(parent)):  # of a draft the variants say that they are
                yield Rejected(row.number, "not published", _own_id(cells), text(cells, "Name"))
            elif is_variable:
                yield Joined(row.number)
            else:
                own = {name: value for name, value in cells.items() if text(cells, name).strip()}
                whole = replace(row, cells={**parent, **own}) if cells else row
                yield product_reading(whole, self._product, id_column="ID", title_column="Name")

    def _product(self, row: Row, notes: Notes) -> Product:
        cells, attributes = row.cells, _attributes(row.cells)
        title = cleaning.clean(text(cells, "Name"))
        about = text(cells, "Description") or text(cells, "Short description")
        return Product(
            id=_own_id(cells),
            title=title,
            brand=cleaning.name(attributes.get("brand", "") or text(cells, "Brands")),
            category=_category(text(cells, "Categories")),
            price=notes.value(price(_asked(cells), self._currency)),
            age=notes.value(age(attributes.get("age", ""))),
            players=players_in_title(title),
            pieces=pieces_in_title(title),
            material=cleaning.name(attributes.get("material", "")),
            # Line breaks are written out.
            description=cleaning.description(about.replace("\\n", " ")),
            image_url=cleaning.web_address(text(cells, "Images").split(",")[0]),
            product_url=cleaning.web_address(text(cells, "External URL")),
            stock_count=_stock(cells),
            model_number=cleaning.name(text(cells, "SKU")),
            gtin=cleaning.name(text(cells, "GTIN, UPC, EAN, or ISBN")),
        )


def _is_published(cells: Cells) -> bool:
    return text(cells, "Published").strip() in ("1", "")


def _own_id(cells: Cells) -> str:
    return text(cells, "ID").strip() or text(cells, "SKU").strip()


def _asked(cells: Cells) -> str:
    """The price that is asked; a sale with dates may be over when the list is read."""
    is_dated = any(text(cells, f"Date sale price {end}").strip() for end in ("starts", "ends"))
    return ("" if is_dated else text(cells, "Sale price").strip()) or text(cells, "Regular price")


def _category(paths: str) -> tuple[str, ...]:
    """The narrowest of several paths: "Toys, Toys > Dolls"."""
    return max((cleaning.category(path) for path in paths.split(",")), key=len)


def _stock(cells: Cells) -> int | None:
    """How many there are; a shop that does not count them says whether there are any."""
    return 0 if text(cells, "In stock?").strip() == "0" else count(text(cells, "Stock")).value


def _attributes(cells: Cells) -> dict[str, str]:
    """What the shop says of the toy under names of its own: age, brand, material."""
    named = ((f"Attribute {at} name", f"Attribute {at} value(s)") for at in range(1, _MOST_ATTRIBUTES + 1))
    return {text(cells, name).strip().casefold(): text(cells, value) for name, value in named if text(cells, name)}
