"""The first pass of an import: every row read, counted, checked against the others, and put aside on disk.

Rejected rows and repaired ones are written to a file of their own, for the owner to look through.
"""

from __future__ import annotations

import csv
import hashlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from math import nan
from pathlib import Path
from typing import IO

from assistant.catalogue import records
from assistant.catalogue.folder import REJECTS
from assistant.catalogue.formats.rows import Joined, Reading, Rejected, Taken
from assistant.language.text import harmless_cell
from assistant.schema import Product


@dataclass
class Staged:
    """What the first pass found; `rows_read` is the sum of usable, rejected and joined rows."""

    rows_read: int = 0
    repaired: int = 0
    rejected: int = 0
    usable: int = 0
    with_price: int = 0
    unread_prices: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    currencies: Counter[str] = field(default_factory=Counter)
    _content_of: dict[str, bytes] = field(default_factory=dict)
    _kept: dict[bytes, tuple[tuple[int, str], int]] = field(default_factory=dict)

    @property
    def taken(self) -> int:
        """Products that will be in the catalogue."""
        return len(self._kept)

    @property
    def currency(self) -> str:
        """The currency of most prices, the first in the alphabet of those, or the empty string."""
        return min(self.currencies, key=lambda code: (-self.currencies[code], code), default="")

    def order(self) -> list[int]:
        """The positions of the kept products among the usable ones, in order of their ids.

        The whole catalogue is written in this order, whatever order the file has.
        """
        return [position for _, position in sorted((key[1], position) for key, position in self._kept.values())]

    def check(self, reading: Reading) -> Reading:
        """A reading, turned into a rejection where its id is taken by another product."""
        if not isinstance(reading, Taken):
            return reading
        content = _content(reading.product)
        if self._content_of.setdefault(reading.product.id, content) == content:
            return reading
        return Rejected(reading.row, "id used by another row", reading.product.id, reading.product.title)

    def join(self) -> None:
        """Counts a row that belongs to a product counted before."""
        self.rows_read += 1
        self.reasons["row belongs to the product above it"] += 1

    def reject(self, rejected: Rejected) -> None:
        """Counts an unusable row."""
        self.rows_read += 1
        self.rejected += 1
        self.reasons[rejected.reason] += 1

    def take(self, taken: Taken) -> None:
        """Counts a usable row; of rows that differ in nothing but their id the first id stays.

        First is the shortest, then the first in order: the order of rows must not decide which it is.
        """
        product = taken.product
        content = self._content_of[product.id]
        candidate = ((len(product.id), product.id), self.usable)
        self._kept[content] = min(self._kept.get(content, candidate), candidate)
        self.rows_read += 1
        self.usable += 1
        self.repaired += bool(taken.repairs)
        self.reasons.update(taken.repairs)
        if product.price:
            self.with_price += 1
            self.currencies[product.price.currency] += 1
        else:
            self.unread_prices += any(why.startswith("price ") for why in taken.repairs)


def stage(readings: Iterable[Reading], path: Path, rejects: RejectsFile) -> Staged:
    """Reads everything; the usable products are in `path` afterwards, in the order of the file."""
    staged = Staged()
    writer = records.RecordWriter(path)
    try:
        for reading in map(staged.check, readings):
            if isinstance(reading, Rejected):
                staged.reject(reading)
                rejects.add(reading)
            elif isinstance(reading, Joined):
                staged.join()
            else:
                staged.take(reading)
                rejects.add_repairs(reading)
                writer.add(reading.product.id, nan, records.dump(reading.product))
        writer.close()
    except BaseException:
        writer.abandon()
        raise
    return staged


def _content(product: Product) -> bytes:
    return hashlib.blake2b(records.dump(replace(product, id="")), digest_size=16).digest()


_COLUMNS = ("row", "reason", "id", "says")


class RejectsFile:
    """Written beside the old one, which it replaces when the import is done."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / REJECTS
        self._part = folder / f"{REJECTS}.part"
        self._file: IO[str] | None = None

    def add(self, rejected: Rejected) -> None:
        """Writes one rejected row."""
        self._write(rejected.row, rejected.reason, rejected.id, rejected.says)

    def add_repairs(self, taken: Taken) -> None:
        """Writes a usable row of which something was changed or left out, if any was."""
        if taken.repairs:
            told = ", ".join(taken.told or taken.repairs)
            self._write(taken.row, f"taken all the same: {told}", taken.product.id, taken.product.title)

    def _write(self, row: int, *texts: str) -> None:
        if self._file is None:
            self._file = self._part.open("w", encoding="utf-8", newline="")
            csv.writer(self._file).writerow(_COLUMNS)
        csv.writer(self._file).writerow((row, *map(harmless_cell, texts)))

    def publish(self) -> Path | None:
        """Replaces the old file; its path, or `None` where nothing was to be told and there is no file any more."""
        if self._file is None:
            self._path.unlink(missing_ok=True)
            return None
        self._file.close()
        return self._part.replace(self._path)

    def abandon(self) -> None:
        """Leaves nothing behind that was not published."""
        if self._file is not None:
            self._file.close()
            self._part.unlink(missing_ok=True)
