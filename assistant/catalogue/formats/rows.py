"""What a format makes of the rows of a file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from assistant.catalogue.parsing import cleaning
from assistant.catalogue.parsing.ages import age, age_in_text, age_in_title
from assistant.catalogue.parsing.cleaning import Parsed, Value, clean
from assistant.catalogue.parsing.counts import (
    count,
    pieces,
    pieces_in_title,
    players,
    players_in_title,
    rating,
    reviews,
)
from assistant.catalogue.parsing.measures import size, size_in_title, weight
from assistant.catalogue.parsing.price_cells import price
from assistant.language.scales import ratio
from assistant.schema import Product

Cells = Mapping[str, Any]
# Longer "ids" are texts in the wrong column.
MAX_ID = 200
# Longer than those of any honest list (titles of 536 characters, descriptions of 3,100): every question reads them.
MAX_TITLE, MAX_DESCRIPTION, MAX_NAME = 600, 10_000, 200
MAX_ITEMS, MAX_ITEM = 50, 2_000
# So much of a row tells its owner which it is.
MAX_SAID = 200


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a file: `number` as a spreadsheet counts it, `cells` by column, `problem` what is wrong with it.

    `says` is what a row holds that cannot be told apart by columns.
    """

    number: int
    cells: Cells
    problem: str = ""
    says: str = ""


@dataclass(frozen=True, slots=True)
class Taken:
    """A usable row; `repairs` says what was changed or dropped because it could not be right, with the cells' words."""

    row: int
    product: Product
    repairs: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Rejected:
    """An unusable row, and why; without a title, what else it says, so that its owner knows it again."""

    row: int
    reason: str
    id: str = ""
    says: str = ""


@dataclass(frozen=True, slots=True)
class Joined:
    """A row that adds to the product of a row before it."""

    row: int


Reading = Taken | Rejected | Joined


class Format(Protocol):
    """One way in which product lists are written."""

    @property
    def name(self) -> str:
        """What the list is called."""

    def readings(self, rows: Iterable[Row]) -> Iterator[Reading]:
        """What each row says, in order."""


# How a field is read whose column says nothing but that.
_READ: Mapping[str, Callable[[str], Any]] = {
    "title": clean, "brand": cleaning.name, "category": cleaning.category, "rating": rating, "rating_count": count,
    "age": age, "players": players, "pieces": pieces, "material": cleaning.name, "features": cleaning.lines,
    "description": cleaning.description, "image_url": cleaning.web_address, "product_url": cleaning.web_address,
    "reviews": reviews, "stock_count": count, "model_number": cleaning.name, "gtin": cleaning.name, "size": size,
    "weight": weight,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class KnownList:
    """A list that its columns tell: which of them holds which field, and what `more` a row says.

    `arrange` is given how one row is read, and the rows; without it each row is a product. `currency` (ISO 4217) is
    that of prices that do not say.
    """

    name: str
    told_by: frozenset[str]
    columns: Mapping[str, str]
    more: Callable[[Cells, Notes, str], dict[str, Any]]
    arrange: Callable[[Callable[[Row], Reading], Iterable[Row]], Iterator[Reading]] = map
    currency: str = ""

    def readings(self, rows: Iterable[Row]) -> Iterator[Reading]:
        """What each row says, in order."""
        return self.arrange(self._reading, rows)

    def _reading(self, row: Row) -> Reading:
        return product_reading(row, self._product, id_column=self.columns["id"], title_column=self.columns["title"])

    def _product(self, row: Row, notes: Notes) -> Product:
        cells, asked = row.cells, text(row.cells, self.columns.get("price", ""))
        title = clean(text(cells, self.columns["title"]))
        usual = {
            "id": text(cells, self.columns["id"]).strip(),
            "price": notes.value(price(asked, self.currency), asked),
            "players": players_in_title(title),
            "pieces": pieces_in_title(title),
        }
        return Product(**{
            **usual, **fields_in(cells, self.columns, notes), **self.more(cells, notes, self.currency),
        })  # fmt: skip


def fields_in(cells: Cells, columns: Mapping[str, str], notes: Notes) -> dict[str, Any]:
    """What the columns of fields say, those aside that are no field by itself; what cannot be read is noted."""
    written = {field: text(cells, column) for field, column in columns.items() if field in _READ}
    read = {field: _READ[field](cell) for field, cell in written.items()}
    return {
        field: notes.value(value, written[field]) if isinstance(value, Parsed) else value
        for field, value in read.items()
    }


@dataclass(frozen=True, slots=True)
class Notes:
    """Collects the problems of one row while its values are unwrapped, each with the words of the cell that has it."""

    problems: dict[str, str] = field(default_factory=dict)

    def value(self, parsed: Parsed[Value], written: str) -> Value | None:
        """The value of a cell in which this is written; its problem is noted."""
        if parsed.problem:
            self.note(parsed.problem, clean(written))
        return parsed.value

    def note(self, problem: str, written: str = "") -> None:
        """Notes a problem, the first of its kind, and the words of the cell."""
        self.problems.setdefault(problem, _cut(written, MAX_SAID))


# What stands under a spreadsheet's columns: a sum is told by its word, and by numbers beside it alone.
_SUM = re.compile(r"(?:grand |sub-?)?(?:totals?|sum|summe|gesamt(?:summe)?)\b", re.IGNORECASE)


def text(cells: Cells, column: str) -> str:
    """A cell as text; the empty string where it is missing, items of a list with ` | ` between them.

    What stands in a column without a name, as an index does, is nothing that is known of the toy.
    """
    value = cells.get(column) if column else None
    if isinstance(value, list):
        return " | ".join(str(item) for item in value if isinstance(item, str | int | float))
    return value if isinstance(value, str) else str(value) if isinstance(value, int | float) else ""


def _is_sum(title: str, cells: Cells, title_column: str) -> bool:
    """Whether a row adds up the others: "Total", and "Total items" with nothing but numbers beside it."""
    found = _SUM.match(title)
    beside = "".join(text(cells, name) for name in cells if name != title_column)
    return found is not None and (found[0] == title.rstrip(" :") or not any(map(str.isalpha, beside)))


def product_reading(row: Row, read: Callable[[Row, Notes], Product], *, id_column: str, title_column: str) -> Reading:
    """What one row says: a product with an id and a title, or why there is none."""
    number, title = text(row.cells, id_column).strip()[:200], clean(text(row.cells, title_column))[:MAX_TITLE]
    if row.problem and not row.cells:
        return Rejected(row.number, row.problem, says=_cut(row.says, MAX_SAID))
    if not any(map(str.isalnum, title)):
        filled = filter(None, (clean(text(row.cells, column)) for column in row.cells))
        return Rejected(row.number, "no title", number, _cut(" · ".join(filled), MAX_SAID))
    if _is_sum(title, row.cells, title_column):
        return Rejected(row.number, "a sum of the list, no product", number, title)
    notes = Notes({row.problem: _cut(row.says, MAX_SAID)} if row.problem else {})
    product = _bounded(read(row, notes), notes)
    if not product.id or len(product.id) > MAX_ID:
        return Rejected(row.number, "no usable id", number, title)
    written = " ".join((*product.features, product.description))
    stated = product.age or age_in_title(product.title) or age_in_text(written)
    # A title measures the toy, a field often its box.
    measured = (ratio(product.title), size_in_title(product.title) or product.size)
    product = replace(product, age=stated, size=", ".join(filter(None, measured)))
    return Taken(row.number, product, notes.problems)


def _bounded(product: Product, notes: Notes) -> Product:
    """The product with no text longer, and no list of them, than a question can afford to read."""
    bounded = replace(
        product,
        title=_cut(product.title, MAX_TITLE),
        brand=_cut(product.brand, MAX_NAME),
        category=tuple(_cut(name, MAX_NAME) for name in product.category[:MAX_ITEMS]),
        material=_cut(product.material, MAX_NAME),
        features=tuple(_cut(line, MAX_ITEM) for line in product.features[:MAX_ITEMS]),
        description=_cut(product.description, MAX_DESCRIPTION),
        reviews=tuple(
            replace(review, title=_cut(review.title, MAX_TITLE), text=_cut(review.text, MAX_ITEM))
            for review in product.reviews[:MAX_ITEMS]
        ),
        model_number=_cut(product.model_number, MAX_NAME),
        gtin=_cut(product.gtin, MAX_NAME),
    )
    if bounded != product:
        notes.note("text too long, cut")
    return bounded


def _cut(written: str, most: int) -> str:
    """A text of at most so many characters, cut between words where it has any."""
    return written if len(written) <= most else written[:most].rsplit(" ", 1)[0]
