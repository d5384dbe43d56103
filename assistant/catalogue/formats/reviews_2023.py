"""The metadata of Amazon Reviews 2023 (McAuley Lab): JSON lines, one product each."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from assistant.catalogue.formats.rows import Cells, KnownList, Notes, fields_in, text
from assistant.catalogue.parsing import cleaning
from assistant.catalogue.parsing.counts import pieces, pieces_in_title, players, players_in_title
from assistant.catalogue.parsing.price_cells import price

_NO_PRICE = frozenset({"None", "—", "-"})
# The details by their names, for those fields that need no more than their usual reading.
_DETAILS = {
    "age": "manufacturer recommended age", "model_number": "item model number", "gtin": "upc",
    "size": "product dimensions", "weight": "item weight",
}  # fmt: skip


def _more(cells: Cells, notes: Notes, currency: str) -> dict[str, Any]:
    found = _details(cells.get("details"))
    title, asin = cleaning.clean(text(cells, "title")), text(cells, "parent_asin").strip()
    asked = "" if (written := text(cells, "price").strip()) in _NO_PRICE else written
    several = pieces(found.get("number of pieces", "")).value
    return {
        "brand": cleaning.name(text(cells, "store") or found.get("brand", found.get("manufacturer", ""))),
        "category": cleaning.category(text(cells, "categories") or text(cells, "main_category")),
        "price": notes.value(price(asked, currency), asked),
        "players": players_in_title(title) or players(found.get("number of players", "")).value,
        # A lone "1" is only a filled-in default.
        "pieces": pieces_in_title(title) or (None if several == 1 else several),
        "material": cleaning.name(found.get("material", found.get("material type", ""))),
        "description": cleaning.description(" ".join(_texts(cells.get("description")))),
        "image_url": _image(cells.get("images")),
        "product_url": f"https://www.amazon.com/dp/{asin}" if asin.isalnum() and len(asin) == 10 else "",
        **fields_in(found, _DETAILS, notes),
    }


def _details(value: Any) -> dict[str, str]:
    """The details by their names in small letters; one edition of the list has them as JSON within JSON."""
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return {}
    if not isinstance(value, Mapping):
        return {}
    return {
        str(name).casefold(): cleaning.clean(str(item))
        for name, item in value.items()
        if isinstance(item, str | int | float)
    }


def _texts(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []


def _image(value: Any) -> str:
    """The first large picture, in either of the two shapes in which the list is published."""
    if isinstance(value, Mapping):
        return next(filter(None, map(cleaning.web_address, _texts(value.get("large")))), "")
    images: Iterable[Cells] = [item for item in value if isinstance(item, Mapping)] if isinstance(value, list) else []
    return next((cleaning.web_address(address) for image in images if (address := text(image, "large"))), "")


# Prices are US dollars.
AMAZON_REVIEWS_2023 = KnownList(
    "Amazon Reviews 2023 metadata",
    frozenset({"parent_asin", "title", "details", "average_rating"}),
    {
        "id": "parent_asin", "title": "title", "rating": "average_rating", "rating_count": "rating_number",
        "features": "features",
    },
    _more,
    currency="USD",
)  # fmt: skip
