"""What a file is by its first bytes, and whether all of it is text."""

from __future__ import annotations

import codecs
import gzip
import re
import zipfile
import zlib
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import BinaryIO, Literal, TypeVar, cast

from assistant.errors import SourceError

Kind = Literal["table", "json", "xml", "workbook"]
Encoding = Literal["utf-8-sig", "cp1252"]
Part = TypeVar("Part")

_BLOCK = 1 << 20
_ZIP = b"PK\x03\x04"
GZIP = b"\x1f\x8b"
# What owners pick by mistake, by its first bytes, and what to do about it.
_OTHER_FILES: tuple[tuple[bytes, str], ...] = (
    (_ZIP, "a zip archive or an Excel workbook that cannot be opened; unpack it, or save it as .xlsx or CSV"),
    (b"\xd0\xcf\x11\xe0", "an old or a locked Excel workbook; save it as .xlsx without a password, or as CSV"),
    (b"\x89PNG", "a picture"), (b"\xff\xd8\xff", "a picture"), (b"GIF8", "a picture"), (b"%PDF", "a PDF"),
    (b"ARROW1", "an Arrow file; export it as CSV"), (b"PAR1", "a Parquet file; export it as CSV"),
    (b"SQLite format 3", "a database; export the table as CSV"),
    (codecs.BOM_UTF16_LE, "UTF-16 text; save it as UTF-8"), (codecs.BOM_UTF16_BE, "UTF-16 text; save it as UTF-8"),
    (b"BZh", "a compressed file; unpack it"), (b"\xfd7zXZ", "a compressed file; unpack it"),
)  # fmt: skip
# Bytes that are no letter in Windows-1252; the pairs that UTF-8 writes accents, pounds and quotation marks with.
_NOT_WINDOWS = re.compile(rb"[\x81\x8d\x8f\x90\x9d]|[\xc2\xc3][\x80-\xbf]|\xe2\x80[\x80-\xbf]")
# The control characters that no text holds.
_NOT_TEXT = frozenset(range(32)) - frozenset(b"\t\n\r\x0b\x0c\x1a\x1e\x1f")


def open_binary(path: Path) -> tuple[BinaryIO, BinaryIO]:
    """The file's bytes, unpacked where it is gzip, and the file underneath, whose position tells the progress.

    `SourceError` for a file that is missing, a folder, a pipe or device, unreadable or empty.
    """
    if path.is_dir():
        raise SourceError(f"{path} is a folder; name the file of products in it")
    # A pipe would be waited for, a device read without end, and either can be read only once.
    if path.exists() and not path.is_file():
        raise SourceError(f"{path} is a pipe or a device; save the products to a file and name that")
    try:
        raw = path.open("rb")
        first = raw.read(2)
        raw.seek(0)
    except FileNotFoundError:
        raise SourceError(f"{path} does not exist; check the name") from None
    except OSError as error:
        raise SourceError(f"{path} cannot be read: {error.strerror}") from error
    if not first:
        raw.close()
        raise SourceError(f"{path} is empty; export the products again")
    return (cast(BinaryIO, gzip.open(raw)) if first == GZIP else raw), raw


def kind(path: Path) -> Kind:
    """How the file is written; `SourceError` for anything but text and Excel workbooks."""
    head = _head(path)
    if head.startswith(_ZIP) and _is_workbook(path):
        return "workbook"
    for signature, what in _OTHER_FILES:
        if head.startswith(signature):
            raise SourceError(f"{path} is {what}")
    start = head.removeprefix(codecs.BOM_UTF8).lstrip()[:1]
    if start == b"<":
        return "xml"
    return "json" if start in {b"{", b"["} else "table"


def _is_workbook(path: Path) -> bool:
    try:
        with zipfile.ZipFile(path) as archive:
            return "xl/workbook.xml" in archive.namelist()
    except (OSError, zipfile.BadZipFile):
        return False


def encoding(path: Path) -> Encoding:
    """UTF-8, or Windows-1252 where every byte of the file is a letter of that and none of it looks like UTF-8.

    Reads the whole file, block by block. `SourceError` for binary files and damaged UTF-8.
    """
    decoder, line, damaged, is_windows = codecs.getincrementaldecoder("utf-8")(), 1, 0, True
    stream, raw = open_binary(path)
    with raw, stream:
        for block in chain(_blocks(stream, path), [b""]):  # with which the file ends
            if not _NOT_TEXT.isdisjoint(block):
                raise SourceError(f"{path} is not a text file; export the products as CSV in UTF-8")
            is_windows = is_windows and not _NOT_WINDOWS.search(block)
            try:
                if not damaged:
                    decoder.decode(block, final=not block)
            except UnicodeDecodeError as error:
                damaged = line + block[: error.start].count(b"\n")
            line += block.count(b"\n")
    if damaged and not is_windows:
        raise SourceError(f"{path} is not UTF-8 text: line {damaged} cannot be read; save the file as UTF-8")
    return "cp1252" if damaged else "utf-8-sig"


def _head(path: Path) -> bytes:
    stream, raw = open_binary(path)
    with raw, stream:
        return next(_blocks(stream, path, size=4096), b"")


def _blocks(stream: BinaryIO, path: Path, size: int = _BLOCK) -> Iterator[bytes]:
    return to_its_end(iter(lambda: stream.read(size), b""), path)


def to_its_end(parts: Iterator[Part], path: Path) -> Iterator[Part]:
    """The parts of a file; a disk or a packed file that fails in the middle is the source's fault."""
    try:
        yield from parts
    except (OSError, EOFError, zlib.error) as error:
        raise SourceError(f"{path} cannot be read to its end ({error}); fetch or export it again") from error
