"""A product export of WooCommerce: what is sold in several sizes or colours is one row, and each of these another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from assistant.catalogue.formats.rows import Cells, Joined, KnownList, Notes, Reading, Rejected, Row, fields_in, text
from assistant.catalogue.parsing import cleaning
from assistant.catalogue.parsing.counts import count
from assistant.catalogue.parsing.price_cells import price

# The export has any number of them; more than these no toy has.
_MOST_ATTRIBUTES = 20


def _with_variants(read: Callable[[Row], Reading], rows: Iterable[Row]) -> Iterator[Reading]:
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
            yield read(replace(row, cells={**parent, **own}) if cells else row)


def _more(cells: Cells, notes: Notes, currency: str) -> dict[str, Any]:
    named = ((f"Attribute {at} name", f"Attribute {at} value(s)") for at in range(1, _MOST_ATTRIBUTES + 1))
    own = {text(cells, name).strip().casefold(): text(cells, value) for name, value in named if text(cells, name)}
    about = text(cells, "Description") or text(cells, "Short description")
    # A sale with dates may be over when the list is read.
    is_dated = any(text(cells, f"Date sale price {end}").strip() for end in ("starts", "ends"))
    asked = ("" if is_dated else text(cells, "Sale price").strip()) or text(cells, "Regular price")
    # A shop that does not count them says whether there are any.
    is_gone = text(cells, "In stock?").strip() == "0"
    return {
        "id": _own_id(cells),
        "brand": cleaning.name(own.get("brand", "") or text(cells, "Brands")),
        # The narrowest of several paths: "Toys, Toys > Dolls".
        "category": max((cleaning.category(path) for path in text(cells, "Categories").split(",")), key=len),
        "price": notes.value(price(asked, currency), asked),
        "description": cleaning.description(about.replace("\\n", " ")),  # line breaks are written out
        "image_url": cleaning.web_address(text(cells, "Images").split(",")[0]),
        "stock_count": 0 if is_gone else count(text(cells, "Stock")).value,
        **fields_in(own, {"age": "age", "material": "material"}, notes),
    }


def _is_published(cells: Cells) -> bool:
    return text(cells, "Published").strip() in ("1", "")


def _own_id(cells: Cells) -> str:
    return text(cells, "ID").strip() or text(cells, "SKU").strip()


# The export names no currency, so the owner must.
WOOCOMMERCE = KnownList(
    "WooCommerce export",
    frozenset({"Type", "SKU", "Name", "Sale price", "Regular price", "Categories"}),
    {
        "id": "ID", "title": "Name", "product_url": "External URL", "model_number": "SKU",
        "gtin": "GTIN, UPC, EAN, or ISBN",
    },
    _more,
    _with_variants,
)  # fmt: skip
