"""The metadata of Amazon Reviews 2023 (McAuley Lab): JSON lines, one product each."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from assistant.catalogue.formats.rows import Cells, Notes, Reading, Row, product_reading, text
from assistant.catalogue.parsing import cleaning
from assistant.catalogue.parsing.ages import age
from assistant.catalogue.parsing.counts import count, pieces, pieces_in_title, players, players_in_title, rating
from assistant.catalogue.parsing.measures import size, weight
from assistant.catalogue.parsing.price_cells import price
from assistant.schema import Product

COLUMNS = frozenset({"parent_asin", "title", "details", "average_rating"})
_NO_PRICE = frozenset({"None", "—", "-"})


class AmazonReviews2023:
    """Recognised by `parent_asin, title, details, average_rating`; prices are US dollars."""

    name = "Amazon Reviews 2023 metadata"

    def __init__(self, currency: str = "") -> None:
        self._currency = currency or "USD"

    def readings(self, rows: Iterable[Row]) -> Iterator[Reading]:
        """One reading a line."""
        return (product_reading(row, self._product, id_column="parent_asin", title_column="title") for row in rows)

    def _product(self, row: Row, notes: Notes) -> Product:
        cells = row.cells
        found = _details(cells.get("details"))
        title, asin = cleaning.clean(text(cells, "title")), text(cells, "parent_asin").strip()
        written = text(cells, "price").strip()
        stated_players = players(found.get("number of players", "")).value
        return Product(
            id=asin,
            title=title,
            brand=cleaning.name(text(cells, "store") or found.get("brand", found.get("manufacturer", ""))),
            category=cleaning.category(text(cells, "categories") or text(cells, "main_category")),
            price=notes.value(price("" if written in _NO_PRICE else written, self._currency)),
            rating=notes.value(rating(text(cells, "average_rating"))),
            rating_count=notes.value(count(text(cells, "rating_number"))),
            age=notes.value(age(found.get("manufacturer recommended age", ""))),
            players=players_in_title(title) or stated_players,
            pieces=pieces_in_title(title) or _several(found.get("number of pieces", "")),
            material=cleaning.name(found.get("material", found.get("material type", ""))),
            features=cleaning.lines(text(cells, "features")),
            description=cleaning.description(" ".join(_texts(cells.get("description")))),
            image_url=_image(cells.get("images")),
            product_url=f"https://www.amazon.com/dp/{asin}" if asin.isalnum() and len(asin) == 10 else "",
            model_number=cleaning.name(found.get("item model number", "")),
            gtin=cleaning.name(found.get("upc", "")),
            size=size(found.get("product dimensions", "")),
            weight=weight(found.get("item weight", "")),
        )


def _several(written: str) -> int | None:
    """More pieces than one: a lone "1" is only a filled-in default."""
    number = pieces(written).value
    return None if number == 1 else number


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
