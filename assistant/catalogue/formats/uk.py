"""The public list "Toy Products on Amazon" (Amazon's UK shop, PromptCloud)."""

from __future__ import annotations

import re
from typing import Any

from assistant.catalogue.formats.rows import Cells, KnownList, Notes, fields_in, text
from assistant.catalogue.parsing import cleaning
from assistant.catalogue.parsing.counts import pieces, pieces_in_title, players, players_in_text, players_in_title
from assistant.catalogue.parsing.details import ASIN, details, features, material, model_number
from assistant.schema import PlayerRange

_DETAILS = {"age": "Manufacturer recommended age:", "size": "Product Dimensions", "weight": "Item Weight"}
_GAME = re.compile(r"\bgames?\b", re.IGNORECASE)
_PLAYERS = re.compile(r"\bplayers?\b", re.IGNORECASE)
# A set of bricks or a puzzle has more; a shop's form is filled with what is in the box, or with anything.
_LEAST_PIECES = 24


def _more(cells: Cells, notes: Notes, _currency: str) -> dict[str, Any]:
    title, shelf = cleaning.clean(text(cells, "product_name")), text(cells, "amazon_category_and_sub_category")
    description = cleaning.description(text(cells, "product_description"))
    found, written = details(cleaning.clean(text(cells, "product_information"))), f"{title} {description}"
    number = found.get("ASIN", "")
    seats = found.get("Number of Game Players", found.get("Number of Players", ""))
    counted = found.get("Number of Puzzle Pieces", found.get("Number of Pieces", ""))
    return {
        "players": _players(title, shelf, description, seats),
        "pieces": pieces_in_title(title) or _filled(counted, written),
        "material": material(found),
        "features": features(found, written),
        "product_url": f"https://www.amazon.co.uk/dp/{number}" if ASIN.fullmatch(number) else "",
        "model_number": model_number(found),
        **fields_in(found, _DETAILS, notes),
    }


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


# Prices without a sign are pounds.
AMAZON_UK = KnownList(
    "Amazon UK toy list",
    frozenset({"uniq_id", "product_name", "manufacturer", "price"}),
    {
        "id": "uniq_id", "title": "product_name", "brand": "manufacturer", "price": "price",
        "category": "amazon_category_and_sub_category", "rating": "average_review_rating",
        "rating_count": "number_of_reviews", "description": "product_description", "reviews": "customer_reviews",
        "stock_count": "number_available_in_stock",
    },
    _more,
    currency="GBP",
)  # fmt: skip
