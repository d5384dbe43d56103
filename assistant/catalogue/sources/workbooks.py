"""Excel workbooks (.xlsx): the table of their first sheet that holds a wide one, row by row.

Read here with the XML reader that feeds are read with: openpyxl weighs 3 MB, leaves documents that unfold themselves
unguarded by its own word, and fails on style sheets that other programs write.
"""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal, InvalidOperation
from itertools import chain, islice
from pathlib import Path, PurePosixPath
from typing import IO, Any

from assistant.catalogue.formats.rows import Row
from assistant.catalogue.parsing.price_cells import SIGN
from assistant.catalogue.sources.feeds import WARY, elements, etree
from assistant.errors import SourceError

# A few kilobytes can unfold to gigabytes; an honest list of a hundred thousand toys stays below this.
MAX_UNPACKED = 128 << 20
# Honest sheets pack to a fifth or a twentieth. Of a part that is small, or that is read whole, this is the most.
_MOST_PACKED, _SMALL = 50, 4 << 20
# Excel's own limits.
_MOST_ROWS, _MOST_COLUMNS = 1 << 20, 1 << 14
# Lines above the column names: a title, the date, a gap.
_TOP_LINES = 20
_A_LIST = 3  # columns
_BOOK, _STRINGS, _STYLES = "xl/workbook.xml", "xl/sharedStrings.xml", "xl/styles.xml"
# A number of more digits, which is none of a shop's, is left as it was written: "1E999999" would be a megabyte.
_MOST_DIGITS = 30
_LETTERS = re.compile(r"[A-Z]{1,3}")
_SPAN = re.compile(r"([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})")
# A number's format with its sign: `"£"#,##0.00`, `[$€-407]`, `#,##0.00\ [$zł-415]`.
_QUOTED = re.compile(r'"([^"]*)"|\[\$([^\]-]*)[^\]]*\]|\\(.)')
_DATES_BUILT_IN = {14: "y-m-d", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy", 22: "y-m-d"}
# What dates are counted from in days, in most workbooks and in those of old Macs.
_DAY_0, _DAY_0_OF_1904 = datetime(1899, 12, 30, tzinfo=UTC), datetime(1904, 1, 1, tzinfo=UTC)
# How a date is shown by the parts that its format names: "3-6" typed into a cell becomes one, and shows as 3-Jun.
_DATES: Mapping[str, Callable[[datetime], str]] = {
    "dmy": lambda day: f"{day:%Y-%m-%d}",
    "dm": lambda day: f"{day.day}-{day:%b}",
    "my": lambda day: f"{day:%b-%y}",
}
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
Values = dict[int, str]


@dataclass(frozen=True, slots=True)
class Sheet:
    """The columns and rows of one sheet; `others` counts the sheets that are not read."""

    name: str
    others: int
    columns: Sequence[str]
    rows: Iterator[Row]
    size: int
    position: Callable[[], int]


@contextmanager
def open_workbook(path: Path) -> Iterator[Sheet]:
    """The first visible sheet of three columns or more, else of fewer; `SourceError` where none has names and a row."""
    with _readable(path):
        archive = zipfile.ZipFile(path)
    with archive, ExitStack() as opened:
        most = min(MAX_UNPACKED, _MOST_PACKED * path.stat().st_size + _SMALL)
        if sum(member.file_size for member in archive.infolist()) > most:
            raise SourceError(f"{path} unfolds to more than {most >> 20} MB; save the sheet as a CSV file")
        with _readable(path):
            tables = _tables(archive, opened)
            if (first := next(tables, None)) is None:
                raise SourceError(
                    f"{path} has no sheet with a line of column names and products under it; save it again"
                )
            # One of fewer is a page of notes where another sheet has more.
            sheet = next((table for table in chain([first], tables) if len(table.columns) >= _A_LIST), first)
        yield replace(sheet, rows=_whole(sheet.rows, path))


@contextmanager
def _readable(path: Path) -> Iterator[None]:
    """Whatever may be wrong with a workbook as one clear line."""
    try:
        yield
    except (
        zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, etree.XMLSyntaxError, KeyError,
        ValueError, IndexError,
    ) as error:  # fmt: skip
        why = " ".join(str(error).split())[:100]
        raise SourceError(f"{path} is a damaged Excel workbook ({why}); save it again, or as CSV") from error


def _whole(rows: Iterator[Row], path: Path) -> Iterator[Row]:
    with _readable(path):
        yield from rows


def _tables(archive: zipfile.ZipFile, opened: ExitStack) -> Iterator[Sheet]:
    """The visible sheets that have a line of column names and a row under it."""
    book, names = _tree(archive, _BOOK), _sheets(archive)
    texts, formats = list(_texts(archive)), list(_formats(archive))
    from_1904 = any(part.get("date1904") in {"1", "true"} for part in book.iter("{*}workbookPr"))
    sheets = [one for one in book.iter("{*}sheet") if one.get("state", "visible") == "visible"]
    for sheet in sheets:
        member = names.get(next((value for name, value in sheet.items() if name.endswith("}id")), ""))
        if member is None:  # a sheet of charts
            continue
        stream = opened.enter_context(archive.open(member))
        lines = _lines(stream, _Cells(texts, formats, from_1904))
        top = list(islice(lines, _TOP_LINES))
        if (at := _header(top)) is None:
            continue
        columns = {place: " ".join(name.split()) for place, name in top[at][1].items() if name.strip()}
        rows = _rows(chain(top[at + 1 :], lines), columns, _merged(archive, member))
        first = next(rows, None)
        if first is not None:
            size = archive.getinfo(member).file_size
            named = list(dict.fromkeys(columns[place] for place in sorted(columns)))
            yield Sheet(sheet.get("name", ""), len(sheets) - 1, named, chain([first], rows), size, stream.tell)


def _header(top: Sequence[tuple[int, Values]]) -> int | None:
    """The line of column names: the first that fills more than half as many cells as the fullest one."""
    filled = [sum(bool(value.strip()) for value in values.values()) for _, values in top]
    return next((at for at, count in enumerate(filled) if count * 2 > max(filled)), None)


def _rows(
    lines: Iterator[tuple[int, Values]], columns: Mapping[int, str], merged: Mapping[int, Sequence[tuple[int, int]]]
) -> Iterator[Row]:
    spread: dict[int, tuple[int, str]] = {}
    for number, written in lines:
        spread |= {place: (last, written.get(place, "")) for place, last in merged.get(number, ())}
        if not any(written[place].strip() for place in written.keys() & columns.keys()):
            continue
        values = {place: value for place, (last, value) in spread.items() if number <= last}
        values |= {place: value for place, value in written.items() if value}
        named = [(columns[place], values.get(place, "")) for place in sorted(columns)]
        broken = [f"{name}: {value}" for name, value in named if isinstance(value, _Broken)]
        cells: dict[str, str] = {}
        for name, value in named:
            cells.setdefault(name, "" if isinstance(value, _Broken) else value)  # of two of one name the first counts
        yield Row(number, cells, "a formula without a result" if broken else "", ", ".join(broken))


def _merged(archive: zipfile.ZipFile, member: str) -> dict[int, list[tuple[int, int]]]:
    """Of cells that are one over several rows: by their first row, the column and the last row."""
    found: dict[int, list[tuple[int, int]]] = {}
    with archive.open(member) as stream:
        if not any(b"mergeCell" in block for block in iter(lambda: stream.read(1 << 20), b"")):
            return found
    with archive.open(member) as stream:
        for part in elements(stream, "{*}c", "{*}row", "{*}mergeCell"):  # what lies before them is forgotten as well
            span = _SPAN.fullmatch(part.get("ref", ""))
            if span and span[1] == span[3]:
                found.setdefault(int(span[2]), []).append((_place(span[1]), int(span[4])))
    return found


class _Broken(str):
    """What stands in a cell whose formula has no result: no value of the toy."""

    __slots__ = ()


def _lines(stream: IO[bytes], cells: _Cells) -> Iterator[tuple[int, Values]]:
    """The number of each row as the spreadsheet counts it, and its values by column from 0."""
    number, count, place = 0, 0, -1
    values: Values = {}
    for part in elements(stream, "{*}c", "{*}row"):  # cell by cell: a row may go on for megabytes
        if etree.QName(part).localname == "c":
            place = _place(part.get("r")) if part.get("r") else place + 1
            values[place] = cells.text(part)
        else:
            yield (number := int(part.get("r") or number + 1)), values
            count, place, values = count + 1, -1, {}
        if count > _MOST_ROWS or place >= _MOST_COLUMNS:
            raise ValueError("it has more rows or cells than Excel can hold")


def _place(reference: str) -> int:
    """The column of "AB12", counted from 0."""
    found = _LETTERS.match(reference)
    place = 0
    for letter in found.group() if found else "A":
        place = place * 26 + ord(letter) - 64
    return place - 1


@dataclass(frozen=True, slots=True)
class _Cells:
    """What the cells of a sheet refer to: texts that are kept once, and how numbers are shown."""

    texts: Sequence[str]
    formats: Sequence[str]
    from_1904: bool

    def text(self, cell: Any) -> str:
        """A cell as its reader sees it: prices with the sign of their format, dates as days."""
        kind = cell.get("t", "n")
        if kind == "inlineStr":
            return _joined(cell)
        value = next((part.text or "" for part in cell.iterchildren("{*}v")), "")
        if kind == "s":
            return self.texts[int(value)] if value else ""
        if kind == "n" and value:
            return self._number(value, int(cell.get("s") or 0))
        if kind == "e" or (kind == "n" and next(cell.iterchildren("{*}f"), None) is not None):
            return _Broken(value or "formula")
        return {"b": "TRUE" if value == "1" else "FALSE"}.get(kind, _ESCAPED.sub(_letter, value))

    def _number(self, value: str, style: int) -> str:
        shown = self.formats[style] if style < len(self.formats) else ""
        try:
            number = Decimal(value)
        except InvalidOperation:
            return value
        if abs(number.adjusted()) > _MOST_DIGITS:
            return value
        return self._date(float(number), shown) if shown in _DATES else f"{shown}{number:f}"

    def _date(self, days: float, shown: str) -> str:
        if not 0 <= days < 2_958_466:  # the year 9999
            return ""
        first = _DAY_0_OF_1904 if self.from_1904 else _DAY_0
        return _DATES[shown](first + timedelta(days=days))


def _texts(archive: zipfile.ZipFile) -> Iterator[str]:
    """The texts that cells refer to by number."""
    if _STRINGS in archive.namelist():
        with archive.open(_STRINGS) as stream:
            yield from map(_joined, elements(stream, "{*}si"))


def _joined(element: Any) -> str:
    """A text without its pronunciation, which Japanese workbooks keep beside it."""
    parts = (part.text or "" for part in element.iter("{*}t") if etree.QName(part.getparent()).localname != "rPh")
    return _ESCAPED.sub(_letter, "".join(parts))


def _letter(found: re.Match[str]) -> str:
    return chr(int(found[1], 16)).encode(errors="ignore").decode()  # half a letter is none


def _formats(archive: zipfile.ZipFile) -> Iterator[str]:
    """What each style shows of a number: a currency's sign, the parts of a date as in `_DATES`, or nothing more."""
    if _STYLES not in archive.namelist():
        return
    styles = _tree(archive, _STYLES)
    own = {int(one.get("numFmtId")): one.get("formatCode", "") for one in styles.iter("{*}numFmt")}
    for group in styles.iter("{*}cellXfs"):
        for style in group.iterchildren("{*}xf"):
            number = int(style.get("numFmtId") or 0)
            yield _shown(own.get(number) or _DATES_BUILT_IN.get(number, ""))


def _shown(code: str) -> str:
    written = " ".join("".join(found) for found in _QUOTED.findall(code)) + " " + _QUOTED.sub("", code)
    if sign := SIGN.search(written):
        return sign.group()
    letters = set(re.sub(r"\[[^\]]*\]", "", _QUOTED.sub("", code)).casefold()) & set("ymd")
    if "m" not in letters or letters == {"m"}:
        return ""
    return "".join(letter for letter in "dmy" if letter in letters)


def _sheets(archive: zipfile.ZipFile) -> dict[str, str]:
    """The file of each sheet by the id that the workbook knows it by."""
    relations = _tree(archive, "xl/_rels/workbook.xml.rels")
    found = {one.get("Id"): one.get("Target", "") for one in relations if str(one.get("Type")).endswith("/worksheet")}
    return {
        name: target.lstrip("/") if target.startswith("/") else str(PurePosixPath("xl", target))
        for name, target in found.items()
    }


def _tree(archive: zipfile.ZipFile, member: str) -> Any:
    if archive.getinfo(member).file_size > _SMALL:
        raise SourceError(f"{member} of {archive.filename} is too large; save the sheet as a CSV file")
    return etree.fromstring(archive.read(member), etree.XMLParser(**WARY))
