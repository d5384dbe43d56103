"""A visitor's own catalogue: what may be uploaded, what its columns are, and which visit it belongs to.

It is for the visitor who brought it and nobody else: it lives in a temporary folder of no telling name and goes when
others need the room, or with the program. A catalogue for everybody is the owner's to import and to name.
"""

from __future__ import annotations

import shlex
import shutil
import tempfile
from collections import OrderedDict, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING
from weakref import finalize

from assistant.assistant import Assistant
from assistant.catalogue.column_guess import ROWS_TO_GUESS_BY, as_map, guessed, price_columns
from assistant.catalogue.formats import choose
from assistant.catalogue.formats.own import Mapped
from assistant.catalogue.formats.rows import Row, Taken
from assistant.catalogue.parsing.price_cells import WITHOUT_CURRENCY
from assistant.catalogue.sources.content import GZIP
from assistant.catalogue.sources.source_file import open_source
from assistant.errors import SourceError
from assistant.language.currencies import currency_of_country, money
from assistant.language.text import ages
from assistant.schema import Price, Product

if TYPE_CHECKING:
    from assistant.catalogue.importing import ImportReport

MAX_MEGABYTES, MAX_ROWS = 10, 3_000
# More rows are counted no further: nobody waits for a number that large.
MOST_COUNTED = 100_000
# Of an old workbook it is said what to do with it.
TYPES = ("csv", "tsv", "txt", "xlsx", "xls", "json", "jsonl", "xml")
FOLDER = "my-shop"


@dataclass(frozen=True, slots=True)
class ColumnsView:
    """What an upload holds; `known` names a format that needs no map, `guess` the likely column of each field.

    Its `rows` are counted up to `MOST_COUNTED`. `first` are those that the guess rests on, and that show what it makes
    of them; `notes` what else is to be said of the file, such as which of its sheets is read.
    """

    columns: tuple[str, ...]
    rows: int
    known: str
    guess: Mapping[str, str]
    first: tuple[Row, ...]
    notes: tuple[str, ...] = ()


def looked_at(path: Path) -> ColumnsView:
    """The columns and rows of an upload; `SourceError` where it cannot be used."""
    with path.open("rb") as file:
        if file.read(len(GZIP)) == GZIP:
            raise SourceError("The file is packed. Unpack it first, then choose the list itself.")
    with open_source(path) as source:
        columns, first = tuple(source.columns), tuple(islice(source.rows, ROWS_TO_GUESS_BY))
        rows = len(first) + sum(1 for _ in islice(source.rows, MOST_COUNTED - len(first)))
        notes = source.repairs
    return ColumnsView(columns, rows, _known(columns), guessed(columns, first), first, notes)


def _known(columns: Sequence[str]) -> str:
    try:
        layout = choose(columns)
    except SourceError:  # no title among the columns: the visitor says which it is
        return ""
    return "" if isinstance(layout, Mapped) else layout.name


@dataclass(frozen=True, slots=True)
class Preview:
    """What the first rows of an upload become: some toys, a line a toy, and what is wrong with all of them.

    What is not `readable` an import would refuse; `unused` are the columns that nothing is taken from.
    """

    toys: tuple[tuple[str, str, str, str, str], ...]
    warning: str = ""
    readable: bool = True
    unused: tuple[str, ...] = ()


PREVIEW_HEAD = ("Title", "Price", "Maker", "Category", "Age")


def previewed(seen: ColumnsView, columns: Mapping[str, str] | None, currency: str) -> Preview:
    """The first toys as they would be read with these columns."""
    layout = choose(seen.columns, columns, currency)
    unused = tuple(name for name in seen.columns if isinstance(layout, Mapped) and name not in layout.used)
    preview = _of_toys(_taken(seen, columns, currency))
    others = [name for name in price_columns(seen.columns, seen.first) if name in unused]
    if others and columns and columns.get("price") and not preview.warning:
        told = f"Prices stand in {' and '.join(others)} too. Shoppers are told those of {columns['price']}."
        preview = replace(preview, warning=f"{told} If that is wrong, choose another column below.")
    return replace(preview, unused=unused)


def _of_toys(taken: Sequence[Taken]) -> Preview:
    toys = tuple(_previewed(reading.product) for reading in taken[:3])
    if not taken:
        return Preview((), "None of the first rows has a title. Choose another column for it.", readable=False)
    priced = any(reading.product.price for reading in taken)
    if any(WITHOUT_CURRENCY in reading.repairs for reading in taken):
        some = "Some prices name no currency and would be left out" if priced else "The prices name no currency"
        return Preview(toys, f"{some}. Choose it above.", readable=priced)
    if not priced:
        return Preview(toys, f"None of these toys has a price that can be read. {WITHOUT_PRICES}")
    return Preview(toys, _LIKE_PENCE if _are_like_pence([one.product.price for one in taken]) else "")


# What a price ends in where it is 12.99 written as 1299; whole pounds seldom do.
_ENDINGS_OF_PENCE = frozenset((99, 95, 49, 50))
_LIKE_PENCE = (
    'These prices look like pence or cents: a hundred times too much. If they are, call their column "price in pence" '
    "and add the list again."
)


def _are_like_pence(prices: Iterable[Price | None]) -> bool:
    """Whether all sums are whole, none is small, and most of them end as sums in pence do."""
    sums = [price.amount for price in prices if price]
    ends = sum(amount % 100 in _ENDINGS_OF_PENCE for amount in sums)
    return all(amount % 1 == 0 and amount >= 100 for amount in sums) and 2 * ends > len(sums)


def _taken(seen: ColumnsView, columns: Mapping[str, str] | None, currency: str = "") -> list[Taken]:
    """The first rows that are usable with these columns."""
    readings = choose(seen.columns, columns, currency).readings(seen.first)
    return [reading for reading in readings if isinstance(reading, Taken)]


def likely_currency(seen: ColumnsView, locale: str) -> str:
    """The money of a visitor's country (`locale` "en-GB") where none of the first rows names any; empty elsewhere."""
    columns = None if seen.known else seen.guess
    if columns is not None and "title" not in columns:
        return ""
    taken = _taken(seen, columns)
    names_none = any(WITHOUT_CURRENCY in one.repairs for one in taken) and not any(one.product.price for one in taken)
    return currency_of_country(locale.partition("-")[2].upper()) if names_none else ""


WITHOUT_PRICES = "Without prices no budget can be kept, and nothing is cheaper than anything else."


def _previewed(product: Product) -> tuple[str, str, str, str, str]:
    return (
        product.title, money(product.price) if product.price else "none", product.brand, " > ".join(product.category),
        ages(product.age) if product.age else "",
    )  # fmt: skip


def commands(name: str, columns: Mapping[str, str] | None, currency: str) -> tuple[str, str]:
    """The two commands that give everybody what the visitor has tried."""
    mapped = f" --map {shlex.quote(as_map(columns))}" if columns else ""
    money_is = f" --currency {currency}" if currency else ""
    return (
        f".venv/bin/assistant import {shlex.quote(name)} --to {FOLDER}{money_is}{mapped}",
        f"ASSISTANT_CATALOG={FOLDER} make run",
    )


@dataclass(frozen=True, slots=True)
class Outcome:
    """How an import ended: its report and the rejected rows, or the line that says why there is none.

    `is_cut` says that it had more rows than are read for a visit; `lasting` are the commands that import all for good.
    """

    name: str
    report: ImportReport | None = None
    rejects: str = ""
    error: str = ""
    is_cut: bool = False
    examples: tuple[str, ...] = ()
    lasting: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OwnShop:
    """A visitor's catalogue: who answers from it, where it lies, and how reading it ended.

    `left` names the conversation about the shop's toys that was left for it.
    """

    shop: Assistant
    folder: Path
    outcome: Outcome
    left: str = ""


class OwnShops:
    """The visitors' catalogues by session id; the one longest unused makes room, and its files go."""

    def __init__(self, most: int = 8) -> None:
        self._most = most
        self._shops: OrderedDict[str, OwnShop] = OrderedDict()
        self._folders: deque[Path] = deque()
        self._lock = Lock()
        self.importing = Lock()  # one import at a time: each takes both cores
        self._base: Path | None = None

    def folder(self) -> Path:
        """A new, empty folder for one upload, readable by this program's user alone."""
        with self._lock:
            if self._base is None or not self._base.is_dir():
                self._base = Path(tempfile.mkdtemp(prefix="toy-shop-visitors-"))
                # Goes with the program, however many visitors forget to clear up.
                finalize(self, shutil.rmtree, self._base, ignore_errors=True)
            self._folders.append(made := Path(tempfile.mkdtemp(dir=self._base)))
            if len(self._folders) > 4 * self._most:  # a list and a catalogue for twice as many visits
                self._remove([self._folders.popleft()])
            return made

    def clear(self) -> None:
        """Takes away the files of all visitors."""
        with self._lock:
            self._shops.clear()
            if self._base is not None:
                shutil.rmtree(self._base, ignore_errors=True)

    def get(self, session_id: str) -> OwnShop | None:
        """The catalogue of a conversation, where it has one."""
        with self._lock:
            if session_id in self._shops:
                self._shops.move_to_end(session_id)
            return self._shops.get(session_id)

    def put(self, session_id: str, own: OwnShop) -> None:
        """Gives a conversation its catalogue; another conversation of the same visit may share it."""
        with self._lock:
            replaced = self._shops.pop(session_id, None)
            self._shops[session_id] = own
            gone = [replaced.folder] if replaced else []
            while len({own.folder for own in self._shops.values()}) > self._most:
                gone.append(self._shops.popitem(last=False)[1].folder)
            self._remove(gone)

    def _remove(self, gone: Sequence[Path]) -> None:
        used = {own.folder for own in self._shops.values()}
        for folder in gone:
            if folder not in used:
                shutil.rmtree(folder, ignore_errors=True)
