"""Which column of a list likely holds which field: by the columns' names, and where those say nothing by their cells.

A guess is shown and confirmed, on the page or as a ready `--map`; no import rests on one that nobody saw.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Mapping, Sequence
from statistics import fmean

from assistant.catalogue.formats.own import is_highest_age, plain_name
from assistant.catalogue.formats.rows import Row, text
from assistant.catalogue.parsing.ages import IN_TWO_WAYS, age
from assistant.catalogue.parsing.cleaning import web_address
from assistant.catalogue.parsing.counts import count, pieces, players, rating
from assistant.catalogue.parsing.price_cells import IS_RANGE, price
from assistant.language.currencies import CODES

# The fields that are guessed, in the order in which they are asked about; the others are taken by their own names.
GUESSED = (
    "title", "price", "sale_price", "currency", "brand", "category", "description", "rating", "rating_count", "age",
    "features", "image_url", "product_url", "id", "gtin", "model_number", "stock_count", "pieces", "players",
    "material",
)  # fmt: skip
ROWS_TO_GUESS_BY = 50
# Whole names of columns, in English, German and French.
_CALLED: Mapping[str, tuple[str, ...]] = {
    "title": ("name", "product", "product name", "product title", "item", "item name", "toy", "artikelname",
              "bezeichnung", "artikelbezeichnung", "produkt", "artikel"),
    "price": ("price gbp", "price usd", "price eur", "our price", "selling price", "amount", "unit price", "preis",
              "verkaufspreis"),
    "brand": ("maker", "manufacturer", "vendor", "make", "made by", "marke", "marque", "hersteller", "supplier",
              "producer"),
    "category": ("categories", "type", "kind", "product type", "department", "dept", "range", "product range",
                 "section", "product group", "kategorie", "warengruppe", "rayon"),
    "description": ("about", "details", "text", "body", "body html", "summary", "blurb", "beschreibung",
                    "artikelbeschreibung", "kurztext"),
    "rating": ("stars", "score", "average rating", "average review rating"),
    "rating_count": ("ratings", "reviews count", "number of reviews", "review count", "number of ratings",
                     "how many reviews", "how many ratings", "no of reviews"),
    "age": ("ages", "age range", "recommended age", "manufacturer recommended age"),
    "features": ("bullets", "highlights"),
    "image_url": ("image", "picture", "photo", "image link"),
    "product_url": ("url", "link", "address", "product link", "permalink"),
    "id": ("sku", "code", "ref", "reference", "product id", "product code", "item number", "item code", "stock code",
           "plu", "artikelnummer", "artikelnr", "artikel nr"),
    "gtin": ("barcode", "bar code", "ean", "ean code", "ean13", "upc", "upc code", "gtin13"),
    "model_number": ("mpn", "model", "model no", "set number", "set no", "part number", "manufacturer part number"),
    "stock_count": ("stock", "qty", "quantity", "stock level", "stock qty", "stock quantity", "inventory", "on hand",
                    "qty o h", "qty oh", "soh", "stock on hand", "in stock", "available", "bestand", "lagerbestand"),
    "pieces": ("piece count", "number of pieces", "no of pieces", "pcs", "parts", "teile", "teileanzahl"),
    "players": ("number of players", "no of players", "player count", "spieler", "spieleranzahl"),
    "material": ("materials", "made of", "fabric"),
}  # fmt: skip
# Words that tell of a field in a longer name, "Our code" and "images.src".
_TELLING: Mapping[str, frozenset[str]] = {
    "title": frozenset({"title", "name"}),
    "price": frozenset({"price", "rrp", "msrp", "sell", "sp", "cost", "was", "now"}),
    "currency": frozenset({"currency"}),
    "brand": frozenset({"brand", "maker", "makes", "manufacturer", "vendor"}),
    "category": frozenset({"category", "categories", "department", "theme", "thema", "shelf"}),
    "description": frozenset({"description", "blurb"}),
    "rating": frozenset({"rating", "stars"}),
    "age": frozenset({"age", "ages"}),
    "image_url": frozenset({"image", "images", "picture", "photo", "pic"}),
    "product_url": frozenset({"url", "link", "page"}),
    "gtin": frozenset({"barcode", "ean", "gtin", "upc"}),
    "id": frozenset({"sku", "code", "ref"}),
}
# What a shop pays, and prices without tax, which nobody pays: no price where there is another.
_NOT_PAID = frozenset({
    "cost", "trade", "wholesale", "dealer", "buy", "buying", "purchase", "net", "nett", "netto", "ex", "excl", "ht",
    "ek",
})  # fmt: skip
# What a shop no longer asks or never asked: the price only where nothing is nearer to it.
_NOT_ASKED = frozenset({"was", "old", "before", "full", "regular", "compare", "rrp", "msrp", "srp", "list", "uvp"})
# What is asked for a while, where another column says what is asked without it.
_ON_SALE = frozenset({
    "sale", "now", "special", "offer", "reduced", "discounted", "after", "promo", "solde", "oferta", "angebotspreis",
    "aktionspreis", "sonderpreis",
})  # fmt: skip
_PICTURE = re.compile(r"\.(?:jpe?g|png|webp|gif|avif)\b", re.IGNORECASE)
_BARCODE = re.compile(r"\d{8}|\d{12,14}")
_MONEY = re.compile(r"[£$€]")
_CENTS = re.compile(r"[.,]\d\d?\b|[^\W\d\s]{3}|[£$€]")
_MOSTLY, _NEARLY_ALL = 0.5, 0.8
_SENTENCE = 6  # words
Cells = Sequence[str]


def guessed(columns: Sequence[str], rows: Sequence[Row] = ()) -> dict[str, str]:
    """The likely column of each field; a column serves one field only. `rows` are the first of the list."""
    seen = _seen(columns, rows)
    found: dict[str, str] = {}
    priced = _prices(seen)
    if sale := next((name for name in priced if _is_sale_of_another(name, priced, seen)), None):
        found["sale_price"] = sale
    signed = [name for name, cells in seen.items() if _share(_is_money, cells) >= _NEARLY_ALL]
    if len(signed) == 1 and signed[0] != sale and not (priced and _NOT_PAID & _words(signed[0])):
        found["price"] = signed[0]  # whatever it is called, where no other column has money in it
    for named in (_by_name, _by_word, _by_cells):
        for field in (one for one in GUESSED if one != "sale_price"):
            free = [column for column in columns if column not in found.values()]
            if field == "price" and priced:
                free = [column for column in free if not _NOT_PAID & _words(column)]
            column = None if field in found else named(field, {name: seen[name] for name in free})
            if column is not None:
                found[field] = column
    # A till describes each thing in three words, and has no other name of it.
    if "title" not in found and "description" in found and _names(seen[found["description"]]):
        found["title"] = found.pop("description")
    return {field: found[field] for field in GUESSED if field in found}


def price_columns(columns: Sequence[str], rows: Sequence[Row]) -> list[str]:
    """The columns that an owner may take for the price: they are called so, or are full of sums of money."""
    return [
        name
        for name, cells in _seen(columns, rows).items()
        if _fits("price", cells) >= _MOSTLY
        and (_TELLING["price"] & _words(name) or _share(_is_money, cells) >= _NEARLY_ALL)
    ]


def _seen(columns: Sequence[str], rows: Sequence[Row]) -> dict[str, list[str]]:
    return {column: [text(row.cells, column).strip() for row in rows] for column in columns}


def _prices(seen: Mapping[str, Cells]) -> list[str]:
    """The columns of what shoppers pay or paid, told by their names or their cells.

    What only its cells tell of is a price where it is no lower than what the shop pays.
    """
    fitting = {name: cells for name, cells in seen.items() if _fits("price", cells) >= _MOSTLY}
    costs = [cells for name, cells in fitting.items() if _NOT_PAID & _words(name)]

    def is_price(name: str, cells: Cells) -> bool:
        least = _MOSTLY if _ON_SALE & _words(name) else _NEARLY_ALL
        is_money = _share(_TELLTALE["price"], cells) >= least
        is_above = all(_share_below(cost, cells) >= _NEARLY_ALL for cost in costs)
        return bool(_TELLING["price"] & _words(name)) or (is_money and is_above)

    return [name for name, cells in fitting.items() if not _NOT_PAID & _words(name) and is_price(name, cells)]


def _is_sale_of_another(column: str, priced: Sequence[str], seen: Mapping[str, Cells]) -> bool:
    """Whether a column is that of sale prices: it is called so, and hardly ever above another one of prices."""
    if not _ON_SALE & _words(column):
        return False
    others = [name for name in priced if name != column and not _ON_SALE & _words(name)]
    return any(_share_below(seen[column], seen[other]) >= _NEARLY_ALL for other in others)


def _share_below(cells: Cells, others: Cells) -> float:
    read = [(_amount(cell), _amount(other)) for cell, other in zip(cells, others, strict=True)]
    both = [(amount, other) for amount, other in read if amount and other]
    return fmean(amount <= other for amount, other in both) if both else 1.0


def as_map(columns: Mapping[str, str]) -> str:
    """Columns of fields as `--map` takes them."""
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow([f"{field}={column}" for field, column in columns.items()])
    return line.getvalue()


def _by_name(field: str, seen: Mapping[str, Cells]) -> str | None:
    called = (plain_name(field), *_CALLED.get(field, ()))
    named = (column for column in reversed(list(seen)) if plain_name(column) in called)
    folded = {plain_name(column): column for column in named if _fits(field, seen[column]) >= _MOSTLY}
    return next((folded[name] for name in called if name in folded), None)


def _by_word(field: str, seen: Mapping[str, Cells]) -> str | None:
    telling = _TELLING.get(field, frozenset())
    named = [column for column in seen if telling & _words(column) and not (field == "age" and is_highest_age(column))]
    fitting = [column for column in named if _fits(field, seen[column]) >= _MOSTLY]

    def least_likely(column: str) -> tuple[bool, bool, float]:
        """A sale price that few toys have is no price of them."""
        filled = _filled(seen[column]) if seen[column] else 1.0
        return filled < _MOSTLY, bool(_NOT_ASKED & _words(column)), -filled

    return min(fitting, key=least_likely, default=None)


def _by_cells(field: str, seen: Mapping[str, Cells]) -> str | None:
    """The column whose cells could hardly be anything else; of several prices the highest, which is what is asked."""
    if field not in _TELLTALE:
        return None
    fitting = [
        column
        for column, cells in seen.items()
        if _filled(cells) >= _MOSTLY and _share(_TELLTALE[field], cells) >= _NEARLY_ALL
    ]
    if field == "title":
        return next((column for column in fitting if _names(seen[column])), None)
    if field == "price":
        return max(fitting, key=lambda column: fmean(filter(None, map(_amount, seen[column]))), default=None)
    if field == "description":
        return max(fitting, key=lambda column: fmean(map(len, seen[column])), default=None)
    return next(iter(fitting), None)


def _fits(field: str, cells: Cells) -> float:
    """The share of a column that reads as a field does; a code serves only if all differ."""
    if not cells:
        return 1.0
    if field == "id" and not (all(cells) and len(set(cells)) == len(cells)):
        return 0.0
    return _share(_READS.get(field, _says), cells)


def _share(test: Callable[[str], bool], cells: Cells) -> float:
    filled = [cell for cell in cells if cell]
    return sum(map(test, filled)) / len(filled) if filled else 0.0


def _filled(cells: Cells) -> float:
    return sum(map(bool, cells)) / len(cells) if cells else 0.0


def _says(cell: str) -> bool:
    return any(char.isalpha() for char in cell) and not web_address(cell)


def _is_price(cell: str) -> bool:
    return price(cell, "EUR").value is not None


def _is_money(cell: str) -> bool:
    return bool(_MONEY.search(cell)) and _is_price(cell)


_READS: Mapping[str, Callable[[str], bool]] = {
    "price": lambda cell: _is_price(cell) or price(cell, "EUR").problem == IS_RANGE,
    "currency": lambda cell: cell.upper() in CODES,
    "rating": lambda cell: not rating(cell).problem,
    "rating_count": lambda cell: count(cell).value is not None,
    "age": lambda cell: age(cell).value is not None or age(cell).problem == IN_TWO_WAYS,
    "image_url": lambda cell: bool(web_address(cell)),
    "product_url": lambda cell: bool(web_address(cell)) and not _PICTURE.search(cell),
    "id": bool,
    "gtin": lambda cell: bool(_BARCODE.fullmatch(cell)),
    "model_number": lambda cell: any(char.isdigit() for char in cell),
    "stock_count": lambda cell: count(cell).value is not None,
    "pieces": lambda cell: pieces(cell).value is not None,
    "players": lambda cell: players(cell).value is not None,
}
_TELLTALE: Mapping[str, Callable[[str], bool]] = {
    "title": lambda cell: _says(cell) and not _is_price(cell) and age(cell).value is None,
    "price": lambda cell: _is_price(cell) and bool(_CENTS.search(cell)),
    "currency": _READS["currency"],
    "description": lambda cell: _says(cell) and len(cell.split()) >= _SENTENCE,
    "age": lambda cell: age(cell).problem in {"", IN_TWO_WAYS} and not cell.replace(".", "").replace(",", "").isdigit(),
    "image_url": lambda cell: bool(_PICTURE.search(web_address(cell))),
    "product_url": _READS["product_url"],
}


def _names(cells: Cells) -> bool:
    """Whether texts are names of things: of some words, not of many, and hardly ever the same."""
    filled = [cell for cell in cells if cell]
    if not filled or len(set(filled)) < _NEARLY_ALL * len(filled):
        return False
    return 1.5 <= fmean(len(cell.split()) for cell in filled) <= 20


def _amount(cell: str) -> float:
    """The sum of money in a cell; nought where it has none."""
    read = price(cell, "EUR").value
    return float(read.amount) if read else 0.0


def _words(column: str) -> frozenset[str]:
    return frozenset(plain_name(column).split())
