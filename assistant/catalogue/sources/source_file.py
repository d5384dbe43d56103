"""A file of products, opened: its columns, its rows, and how far it has been read."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from assistant.catalogue.formats.rows import Row
from assistant.catalogue.sources.content import Encoding, encoding, kind, open_binary, to_its_end
from assistant.catalogue.sources.feeds import read_feed
from assistant.catalogue.sources.json_source import read_json
from assistant.catalogue.sources.tables import read_table
from assistant.catalogue.sources.workbooks import open_workbook

_READERS = {"table": read_table, "json": read_json}


@dataclass(frozen=True, slots=True)
class Source:
    """`rows` is a stream and is read once; `position` tells how many of `size` bytes it has consumed."""

    columns: Sequence[str]
    rows: Iterator[Row]
    size: int
    position: Callable[[], int]
    repairs: tuple[str, ...] = ()


@contextmanager
def open_source(path: Path) -> Iterator[Source]:
    """Opens a file of products; `SourceError`, in one line that says what to do, for whatever cannot be used."""
    written = kind(path)
    if written == "workbook":
        with open_workbook(path) as sheet:
            left = (f"only the sheet {sheet.name} is read",) if sheet.others else ()
            yield Source(sheet.columns, sheet.rows, sheet.size, sheet.position, left)
        return
    letters: Encoding = "utf-8-sig" if written == "xml" else encoding(path)
    repairs = ("file read as Windows-1252, not UTF-8",) if letters == "cp1252" else ()
    stream, raw = open_binary(path)
    with raw, stream, io.TextIOWrapper(stream, letters, newline="") as text:
        columns, rows = read_feed(stream, path) if written == "xml" else _READERS[written](text, path)
        yield Source(columns, to_its_end(rows, path), path.stat().st_size, raw.tell, repairs)
