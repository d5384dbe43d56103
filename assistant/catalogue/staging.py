"""The first pass of an import: every row read, counted, checked against the others, and put aside on disk.

Rejected rows and repaired ones are written to a file of their own, for the owner to look through.
"""

from __future__ import annotations

import csv
import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from math import nan
from pathlib import Path
from typing import IO

from assistant.catalogue import records
from assistant.catalogue.folder import REJECTS
from assistant.catalogue.formats.rows import Reading, Rejected, Taken
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

    def batches(
        self, path: Path, size: int, progress: Callable[[str, int, int], None] = lambda *_: None
    ) -> Iterator[list[Product]]:
        """The kept products that were put aside in `path`, some at a time, in order of their ids.

        The whole catalogue is written in this order, whatever order the file has. Progress is counted in products.
        """
        order = [position for _, position in sorted((key[1], position) for key, position in self._kept.values())]
        table = records.read(path)
        for start in range(0, len(order), size):
            progress("indexing", start, len(order))
            yield records.gather(table, order[start : start + size])

    def check(self, reading: Reading) -> Reading:
        """A reading, turned into a rejection where its id is taken by another product."""
        if not isinstance(reading, Taken):
            return reading
        anyhow = records.dump(replace(reading.product, id=""))
        content = hashlib.blake2b(anyhow, digest_size=16).digest()
        if self._content_of.setdefault(reading.product.id, content) == content:
            return reading
        return Rejected(reading.row, "id used by another row", reading.product.id, reading.product.title)

    def count(self, reading: Reading) -> None:
        """Counts a row."""
        self.rows_read += 1
        if isinstance(reading, Taken):
            self._take(reading)
        elif isinstance(reading, Rejected):
            self.rejected += 1
            self.reasons[reading.reason] += 1
        else:
            self.reasons["row belongs to the product above it"] += 1

    def _take(self, taken: Taken) -> None:
        """Counts a usable row; of rows that differ in nothing but their id the first id stays.

        First is the shortest, then the first in order: the order of rows must not decide which it is.
        """
        product = taken.product
        content = self._content_of[product.id]
        candidate = ((len(product.id), product.id), self.usable)
        self._kept[content] = min(self._kept.get(content, candidate), candidate)
        self.usable += 1
        self.repaired += bool(taken.repairs)
        self.reasons.update(list(taken.repairs))
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
            staged.count(reading)
            rejects.add(reading)
            if isinstance(reading, Taken):
                writer.add(reading.product.id, nan, records.dump(reading.product))
        writer.close()
    except BaseException:
        writer.abandon()
        raise
    return staged


_COLUMNS = ("row", "reason", "id", "says")


class RejectsFile:
    """Written beside the old one, which it replaces when the import is done."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / REJECTS
        self._part = folder / f"{REJECTS}.part"
        self._file: IO[str] | None = None

    def add(self, reading: Reading) -> None:
        """Writes a rejected row, and a usable one of which something was changed or left out."""
        if isinstance(reading, Rejected):
            self._write(reading.row, reading.reason, reading.id, reading.says)
        elif isinstance(reading, Taken) and reading.repairs:
            told = ", ".join(f"{why} ({written})" if written else why for why, written in reading.repairs.items())
            self._write(reading.row, f"taken all the same: {told}", reading.product.id, reading.product.title)

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
