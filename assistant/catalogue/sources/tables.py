"""Tables in text: CSV with commas, semicolons, tabs or bars, row by row and with a bound on every cell."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import TextIO

from assistant.catalogue.formats.rows import Row
from assistant.errors import SourceError

# No honest cell is longer; one that is holds a picture, or the rest of the file after a lost quotation mark.
MAX_CELL = 1 << 20
# Lines of a note with a comma each are no rows of two columns.
FEW_COLUMNS = 2
_DELIMITERS = ",;\t|"
# What a line without a word consists of.
_EMPTY = f"{_DELIMITERS} \r\n"


class _Lines:
    """The lines of a text in pieces of bounded size, that knows where in a record it stands."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._again: list[str] = []
        self._record: list[str] = []
        self._length = 0
        self.quotes = 0
        self.at_end_of_line = True
        self.exhausted = False

    def __iter__(self) -> _Lines:
        return self

    def __next__(self) -> str:
        piece = self._again.pop() if self._again else self._stream.readline(MAX_CELL)
        if not piece:
            self.exhausted = True
            raise StopIteration
        self._length += len(piece)
        if self._length <= MAX_CELL:
            self._record.append(piece)
        self.quotes += piece.count('"')
        self.at_end_of_line = piece.endswith(("\n", "\r"))
        if len(piece) == MAX_CELL and not (self.at_end_of_line or self.inside_quotes):
            raise csv.Error("the line goes on")  # csv would take the piece for a whole row
        return piece

    @property
    def ends_inside_quotes(self) -> bool:
        """Whether the text ends while a quotation mark is open."""
        return self.exhausted and self.inside_quotes

    @property
    def inside_quotes(self) -> bool:
        """Whether a quotation mark of this record is still open."""
        return self.quotes % 2 == 1

    def begin_record(self) -> None:
        """Forgets what was read before."""
        self._record, self._length, self.quotes = [], 0, 0

    def without_first_line(self) -> str:
        """The first line of this record, whose other lines are read once more; empty where it was too long for that."""
        if self._length > MAX_CELL:
            return ""
        first, *others = self._record
        self._again += reversed(others)
        self.exhausted = False
        return first

    def skip_record(self) -> None:
        """Reads on to where the record ends, keeping nothing."""
        while not self.exhausted and (self.inside_quotes or not self.at_end_of_line):
            with suppress(csv.Error, StopIteration):
                next(self)


def read_table(stream: TextIO, path: Path) -> tuple[list[str], Iterator[Row]]:
    """The columns, and the rows as a stream; lines at the top that start with `#` are skipped.

    `SourceError` where there is no header or no row, or a quotation mark is open for more than `MAX_CELL` characters.
    """
    csv.field_size_limit(MAX_CELL)  # of the whole process, so that no file that ends takes it from another
    header, skipped = _header_line(stream)
    delimiter = max(_DELIMITERS, key=lambda mark: (_outside_quotes(header).count(mark), -_DELIMITERS.index(mark)))
    columns = [name.strip() for name in _cells(header, delimiter)]
    if not columns or not header.strip():
        raise SourceError(f"{path} has no line of column names; export the products again with a header")
    lines = _Lines(stream)
    rows = _rows(lines, delimiter, columns, first_number=skipped + 2, path=path)
    first = next(rows, None)
    if first is None:
        raise SourceError(f"{path} has a line of column names and no products; export them again")
    return columns, chain([first], rows)


def _header_line(stream: TextIO) -> tuple[str, int]:
    skipped = 0
    # Besides notes, the line with which Excel tells itself the delimiter, and what stands over the columns in a sheet.
    while (line := stream.readline(MAX_CELL)) and (
        line.startswith(("#", "sep=")) or not line.strip(_EMPTY) or _is_heading(line, stream)
    ):
        skipped += 1
    return line, skipped


def _is_heading(line: str, stream: TextIO) -> bool:
    """Whether a line of several cells is no line of columns: the next that says anything fills twice as many."""
    mark = max(_DELIMITERS, key=_outside_quotes(line).count)
    if _outside_quotes(line).count(mark) < 2:
        return False
    here = stream.tell()
    below = next((one for one in iter(lambda: stream.readline(MAX_CELL), "") if one.strip(_EMPTY)), "")
    stream.seek(here)
    return _filled(below, mark) >= max(3, 2 * _filled(line, mark))


def _filled(line: str, mark: str) -> int:
    return sum(bool(cell.strip()) for cell in _cells(line, mark))


def _cells(line: str, mark: str) -> list[str]:
    """The cells of a line; none where it cannot be read."""
    try:
        return next(csv.reader([line], delimiter=mark), [])
    except csv.Error:
        return []


def _outside_quotes(line: str) -> str:
    return "".join(line.split('"')[::2])


def _rows(lines: _Lines, delimiter: str, columns: Sequence[str], *, first_number: int, path: Path) -> Iterator[Row]:
    number, records = first_number - 1, csv.reader(lines, delimiter=delimiter)
    while True:
        number += 1
        lines.begin_record()
        try:
            cells = next(records)
        except StopIteration:
            return
        except csv.Error:
            lines.skip_record()
            if lines.ends_inside_quotes:
                raise _never_closed(path, number) from None
            yield Row(number, {}, f"a cell or row is longer than {MAX_CELL:,} characters")
            continue
        if _swallowed(cells, columns, delimiter, to_the_end=lines.ends_inside_quotes):
            if not (first := lines.without_first_line()):
                raise _never_closed(path, number)
            said = " · ".join(" ".join(cell.split()) for cell in first.split(delimiter) if cell.strip())
            yield Row(number, {}, "a quotation mark is opened and not closed", said)
        elif any(cell and not cell.isspace() for cell in cells):
            yield _row(number, cells, columns)


def _never_closed(path: Path, number: int) -> SourceError:
    return SourceError(f"{path} row {number} opens a quotation mark that is never closed; close it and import again")


def _swallowed(cells: Sequence[str], columns: Sequence[str], delimiter: str, *, to_the_end: bool) -> bool:
    """Whether rows were read as a part of the one before, whose quotation mark was lost."""
    goes_on = any("\n" in cell for cell in cells)
    if goes_on and (to_the_end or len(cells) > len(columns)):
        return True
    return any(_swallows(at, cell, len(columns), len(cells), delimiter) for at, cell in enumerate(cells))


def _swallows(at: int, cell: str, columns: int, cells: int, delimiter: str) -> bool:
    """Whether a cell at this place goes on to the end of its row and into the next: its quotation mark was lost."""
    first, *others = cell.split("\n")
    left = columns - 1 - at
    if not others or first.count(delimiter) != left:
        return False
    if not left:
        return columns > FEW_COLUMNS and all(one.count(delimiter) == columns - 1 for one in others if one)
    is_whole_row = len(others) > 1 and others[0].count(delimiter) == columns - 1
    ends_in_the_same_column = at > 0 and others[-1].count(delimiter) == at
    return is_whole_row or ends_in_the_same_column or cells < columns


def _row(number: int, cells: list[str], columns: Sequence[str]) -> Row:
    if len(cells) > len(columns) and any(cells[len(columns) :]):
        return Row(
            number, {}, f"{len(cells)} cells where the header has {len(columns)}", " · ".join(filter(None, cells))
        )
    padded = (cells + [""] * (len(columns) - len(cells)))[: len(columns)]
    by_column: dict[str, str] = {}
    for column, cell in zip(columns, padded, strict=True):
        by_column.setdefault(column, cell)  # of two columns of one name the first counts
    return Row(number, by_column, "row is short of cells" if len(cells) < len(columns) else "")
