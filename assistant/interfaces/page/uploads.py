"""A visitor's own catalogue: what may be uploaded, what its columns are, and which visit it belongs to.

It is for the visitor who brought it and nobody else: it lives in a temporary folder under the conversation's id and
goes when others need the room, or with the program. A catalogue for everybody is the owner's to import and to name.
"""

from __future__ import annotations

import shutil
import tempfile
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from weakref import finalize

from assistant.assistant import Assistant
from assistant.catalogue.formats import choose
from assistant.catalogue.formats.own import Mapped
from assistant.catalogue.sources.source_file import open_source
from assistant.errors import SourceError

MAX_MEGABYTES, MAX_TOYS = 10, 3_000
TYPES = ("csv", "tsv", "txt", "json", "jsonl", "xml")
# What a visitor may say of the columns, in the order asked; the other fields are taken by their own names.
ASKED = ("title", "price", "currency", "brand", "category", "description", "rating", "rating_count", "age", "features",
         "image_url", "product_url")  # fmt: skip
_ALSO_CALLED: Mapping[str, tuple[str, ...]] = {
    "title": ("name", "product", "product name", "product title", "item", "toy"),
    "price": ("cost", "price gbp", "price usd", "price eur", "selling price", "amount", "rrp", "unit price"),
    "brand": ("maker", "manufacturer", "vendor", "make"),
    "category": ("categories", "type", "product type", "department"),
    "description": ("about", "details", "text", "body", "summary"),
    "rating": ("stars", "score", "average rating", "average review rating"),
    "rating_count": ("ratings", "reviews count", "number of reviews", "review count", "number of ratings"),
    "age": ("ages", "age range", "recommended age", "manufacturer recommended age"),
    "features": ("bullets", "highlights"),
    "image_url": ("image", "picture", "photo", "image link"),
    "product_url": ("url", "link", "address", "product link"),
}
_GZIP = b"\x1f\x8b"


@dataclass(frozen=True, slots=True)
class ColumnsView:
    """What an upload holds; `known` names a format that needs no map, `guess` the likely column of each field."""

    columns: tuple[str, ...]
    rows: int
    known: str
    guess: Mapping[str, str]


def looked_at(path: Path) -> ColumnsView:
    """The columns and rows of an upload; `SourceError` where it cannot be used or is too large for a visit."""
    with path.open("rb") as file:
        if file.read(2) == _GZIP:
            raise SourceError("The file is packed. Unpack it first, then choose the list itself.")
    with open_source(path) as source:
        columns = tuple(source.columns)
        rows = 0
        for rows, _ in enumerate(source.rows, start=1):
            if rows > MAX_TOYS:
                raise SourceError(f"The list has more than {MAX_TOYS:,} rows. Choose a smaller one for this visit.")
    return ColumnsView(columns, rows, _known(columns), guessed(columns))


def _known(columns: Sequence[str]) -> str:
    try:
        layout = choose(columns)
    except SourceError:  # no title among the columns: the visitor says which it is
        return ""
    return "" if isinstance(layout, Mapped) else layout.name


def guessed(columns: Sequence[str]) -> dict[str, str]:
    """The likely column of each field, by its name; a column serves one field only."""
    folded = {_plain(column): column for column in reversed(columns)}
    found: dict[str, str] = {}
    for field in ASKED:
        names = (_plain(field), *_ALSO_CALLED.get(field, ()))
        column = next((folded[name] for name in names if name in folded and folded[name] not in found.values()), None)
        if column is not None:
            found[field] = column
    return found


def _plain(column: str) -> str:
    return " ".join("".join(char if char.isalnum() else " " for char in column.casefold()).split())


@dataclass(frozen=True, slots=True)
class OwnShop:
    """A visitor's catalogue: who answers from it, what the file was called, and where it lies."""

    shop: Assistant
    name: str
    folder: Path


class OwnShops:
    """The visitors' catalogues by session id; the one longest unused makes room, and its files go."""

    def __init__(self, most: int = 8) -> None:
        self._most = most
        self._shops: OrderedDict[str, OwnShop] = OrderedDict()
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
            return Path(tempfile.mkdtemp(dir=self._base))

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
            gone = [replaced] if replaced else []
            while len(self._shops) > self._most:
                gone.append(self._shops.popitem(last=False)[1])
            self._remove(gone)

    def drop(self, session_id: str) -> None:
        """The conversation goes back to the shop's own catalogue."""
        with self._lock:
            if own := self._shops.pop(session_id, None):
                self._remove([own])

    def _remove(self, gone: Sequence[OwnShop]) -> None:
        used = {own.folder for own in self._shops.values()}
        for own in gone:
            if own.folder not in used:
                shutil.rmtree(own.folder, ignore_errors=True)
