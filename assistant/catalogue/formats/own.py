"""Our own columns, which are the fields of a product, and any other file by a map from fields to columns."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any
from unicodedata import combining, normalize

from assistant.catalogue.formats.rows import Cells, Notes, Reading, Rejected, Row, fields_in, product_reading, text
from assistant.catalogue.parsing import cleaning
from assistant.catalogue.parsing.ages import IN_TWO_WAYS, age
from assistant.catalogue.parsing.cleaning import Parsed
from assistant.catalogue.parsing.price_cells import currency_code, of_cents, price
from assistant.errors import SourceError
from assistant.language.currencies import CODES
from assistant.schema import AgeRange, Price, Product

FIELDS = (
    "id", "title", "brand", "category", "price", "sale_price", "currency", "rating", "rating_count", "age", "players",
    "pieces", "material", "features", "description", "image_url", "product_url", "reviews", "stock_count",
    "model_number", "gtin", "size", "weight",
)  # fmt: skip


_HIGHEST_AGE = re.compile(r"(?=.*\b(?:ages?|alter)\b).*\b(?:max|maximum|highest|to|until|bis)\b")
_SALE_PRICE = re.compile(r"(?:sale|special|offer|reduced|discounted) price\b")
_IN_CENTS = re.compile(r"\b(?:cents?|pence|p|pennies|rappen)\b")
_COLUMNS_OF_A_LIST = 3
_IN_MONTHS = re.compile(r"\b(?:months?|mths?|monate?n?|mois)\b")


class Mapped:
    """Each field from the column that the map names, else from the column of the field's own name.

    A field that the map gives an empty name has none. Beside it counts a column of the highest age, which no field has,
    and one of sale prices, unless the map names that. A column of months, cents or pence says so in its name.
    """

    name = "columns by name"

    def __init__(self, columns: Sequence[str], column_map: Mapping[str, str] | None = None, currency: str = "") -> None:
        self._columns = resolve(columns, column_map or {})
        self._currency = currency or currency_code(self._columns.get("price", ""))
        free = [column for column in columns if column not in self._columns.values()]
        self._oldest = next(filter(is_highest_age, free), "")
        if "sale_price" not in {*self._columns, *(column_map or {})}:
            self._columns["sale_price"] = next((name for name in free if _SALE_PRICE.match(plain_name(name))), "")
        self._in_cents = bool(_IN_CENTS.search(plain_name(self._columns.get("price", ""))))
        self.has_price = "price" in self._columns
        self.used = frozenset({*self._columns.values(), self._oldest} - {""})
        self._unit = "months" if _IN_MONTHS.search(plain_name(self._columns.get("age", ""))) else ""

    def readings(self, rows: Iterable[Row]) -> Iterator[Reading]:
        """One reading a row."""
        return map(self._reading, rows)

    def _reading(self, row: Row) -> Reading:
        title = self._columns["title"]
        # "SOFT TOYS" stands alone above a list's soft toys.
        is_alone = len(row.cells) >= _COLUMNS_OF_A_LIST and [c for c in row.cells if text(row.cells, c).strip()] == [
            title
        ]
        if is_alone and "price" in self._columns and not row.problem:
            return Rejected(row.number, "a heading of the list, no product", says=text(row.cells, title).strip())
        return product_reading(row, self._product, id_column=self._columns.get("id", ""), title_column=title)

    def _product(self, row: Row, notes: Notes) -> Product:
        def cell(field: str) -> str:
            return text(row.cells, self._columns.get(field, ""))

        own: dict[str, Any] = {
            "id": cell("id").strip() or content_id(row.cells),
            "price": self._asked(row, notes),
            "age": self._ages(cell("age").strip(), text(row.cells, self._oldest).strip(), notes),
            **{field: _address(cell(field), field, notes) for field in ("image_url", "product_url")},
        }
        usual = {field: column for field, column in self._columns.items() if field not in own}
        return Product(**fields_in(row.cells, usual, notes), **own)

    def _asked(self, row: Row, notes: Notes) -> Price | None:
        """What is asked today: the sale price where there is one below the other."""
        currency = text(row.cells, self._columns.get("currency", ""))
        asked = text(row.cells, self._columns.get("price", ""))
        regular = notes.value(self._price(asked, currency), asked)
        sale = self._price(text(row.cells, self._columns.get("sale_price", "")), currency).value
        if sale and (regular is None or (sale.currency == regular.currency and sale.amount < regular.amount)):
            return sale
        return regular

    def _ages(self, lowest: str, highest: str, notes: Notes) -> AgeRange | None:
        """The ages of two cells, in the unit that the column's name has; without the highest where that is no age."""
        both = f"{lowest.removesuffix('+')}-{highest}" if lowest else f"up to {highest}"
        read = age(both if highest else lowest, self._unit)
        stated = notes.value(read, both if highest else lowest)
        is_no_age = highest and not stated and read.problem != IN_TWO_WAYS
        return age(lowest, self._unit).value if is_no_age else stated

    def _price(self, amount: str, currency: str) -> Parsed[Price]:
        """The price of two cells; a currency of its own must agree with a sign beside the amount."""
        if self._in_cents and amount.strip().isdecimal():
            amount = of_cents(amount.strip())
        if not (amount.strip() and currency.strip()):
            return price(amount, self._currency)
        code = currency.strip().upper()
        return price(f"{amount} {code}" if code in CODES else f"{currency.strip()}{amount}")


def is_highest_age(column: str) -> bool:
    """Whether a column is called the end of the ages that another one begins."""
    return bool(_HIGHEST_AGE.match(plain_name(column)))


def plain_name(column: str) -> str:
    """The words of a column's name in small letters without accents: "productType" is "product type", "Âge" "age"."""
    parted = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", column)  # "productType"
    bare = "".join(char for char in normalize("NFKD", parted) if not combining(char))
    return " ".join(re.findall(r"[^\W_]+", bare.casefold()))


def resolve(columns: Sequence[str], column_map: Mapping[str, str]) -> dict[str, str]:
    """The column of each field; `SourceError` for an unknown field, an unknown column, or no title."""
    by_folded = {column.strip().casefold(): column for column in reversed(columns)}
    found = {field: by_folded[field] for field in FIELDS if field in by_folded}
    for field, column in column_map.items():
        if field not in FIELDS:
            raise SourceError(f"--map names an unknown field {field!r}; the fields are {', '.join(FIELDS)}")
        if not column:
            found.pop(field, None)
            continue
        if column.strip().casefold() not in by_folded:
            raise SourceError(f"--map names a column {column!r} that is not there; the columns are {shown(columns)}")
        found[field] = column if column in columns else by_folded[column.strip().casefold()]
    if "title" not in found:
        raise SourceError(f"no title column among {shown(columns)}; say which one it is with --map title=COLUMN")
    return found


def shown(columns: Sequence[str], most: int = 20) -> str:
    """Column names on one line, the first twenty of them."""
    names = [" ".join(column.split())[:40] or "(unnamed)" for column in columns[:most]]
    return ", ".join(names) + (f" and {len(columns) - most} more" if len(columns) > most else "")


def content_id(cells: Cells) -> str:
    """An id for a row that has none: the same content has the same id, wherever it stands in the file."""
    content = "\x1f".join(f"{column}\x1e{text(cells, column).strip()}" for column in sorted(cells))
    return hashlib.blake2b(content.encode(), digest_size=8).hexdigest()


def _address(value: str, field: str, notes: Notes) -> str:
    address = cleaning.web_address(value)
    if value.strip() and not address:
        notes.note(f"{field} is not a web address", cleaning.clean(value))
    return address
