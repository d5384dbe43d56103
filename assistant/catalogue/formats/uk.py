"""The public list "Toy Products on Amazon" (Amazon's UK shop, PromptCloud)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from assistant.catalogue.formats.rows import Notes, Reading, Row, product_reading, text
from assistant.catalogue.parsing import cleaning
from assistant.catalogue.parsing.ages import age
from assistant.catalogue.parsing.counts import (
    count,
    pieces,
    pieces_in_title,
    players,
    players_in_text,
    players_in_title,
    rating,
    reviews,
)
from assistant.catalogue.parsing.details import asin, details, features, material, model_number
from assistant.catalogue.parsing.measures import size, weight
from assistant.catalogue.parsing.price_cells import price
from assistant.schema import PlayerRange, Product

_GAME = re.compile(r"\bgames?\b", re.IGNORECASE)
_PLAYERS = re.compile(r"\bplayers?\b", re.IGNORECASE)
# A set of bricks or a puzzle has more; a shop's form is filled with what is in the box, or with anything.
_LEAST_PIECES = 24

COLUMNS = frozenset({"uniq_id", "product_name", "manufacturer", "price"})


class AmazonUk:
    """Recognised by `uniq_id, product_name, manufacturer, price`; prices without a sign are pounds."""

    name = "Amazon UK toy list"

    def __init__(self, currency: str = "") -> None:
        self._currency = currency or "GBP"

    def readings(self, rows: Iterable[Row]) -> Iterator[Reading]:
        """One reading a row."""
        return (product_reading(row, self._product, id_column="uniq_id", title_column="product_name") for row in rows)

    def _product(self, row: Row, notes: Notes) -> Product:
        cells = row.cells
        title = cleaning.clean(text(cells, "product_name"))
        description = cleaning.description(text(cells, "product_description"))
        found = details(cleaning.clean(text(cells, "product_information")))
        number = asin(found)
        return Product(
            id=text(cells, "uniq_id").strip(),
            title=title,
            brand=cleaning.name(text(cells, "manufacturer")),
            category=cleaning.category(text(cells, "amazon_category_and_sub_category")),
            price=notes.value(price(text(cells, "price"), self._currency)),
            rating=notes.value(rating(text(cells, "average_review_rating"))),
            rating_count=notes.value(count(text(cells, "number_of_reviews"))),
            age=notes.value(age(found.get("Manufacturer recommended age:", ""))),
            players=_players(
                title,
                text(cells, "amazon_category_and_sub_category"),
                description,
                found.get("Number of Game Players", found.get("Number of Players", "")),
            ),
            pieces=pieces_in_title(title)
            or _filled(
                found.get("Number of Puzzle Pieces", found.get("Number of Pieces", "")), f"{title} {description}"
            ),
            material=material(found),
            features=features(found, f"{title} {description}"),
            description=description,
            product_url=f"https://www.amazon.co.uk/dp/{number}" if number else "",
            reviews=reviews(text(cells, "customer_reviews")),
            stock_count=notes.value(count(text(cells, "number_available_in_stock"))),
            model_number=model_number(found),
            size=size(found.get("Product Dimensions", "")),
            weight=weight(found.get("Item Weight", "")),
        )


def _players(title: str, shelf: str, description: str, stated: str) -> PlayerRange | None:
    """The players in the maker's own words before the list's field, whose lone "1" is only a filled-in default.

    The field of what is no game by its title or shelf says how many may play with a till, or do a jigsaw.
    """
    in_text = players_in_title(title) or players_in_text(description)
    is_game = _GAME.search(f"{title} {shelf}") or _PLAYERS.search(description)
    return in_text or (None if stated.strip() == "1" or not is_game else players(stated).value)


def _filled(stated: str, written: str) -> int | None:
    """The pieces of the list's field: a small number that its title and text do not name is a filled-in one.

    Of "2 x 500" pieces neither number is that of all.
    """
    number = pieces(stated).value
    if number and re.search(rf"\b\d{{1,2}} ?[x×] ?{number}(?!\d)", written, re.IGNORECASE):
        return None
    is_written = number and re.search(rf"(?<![\d.,]){number}(?![\d.,])", written)
    return number if number and (is_written or number >= _LEAST_PIECES) and number > 1 else None
