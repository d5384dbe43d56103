"""JSON lines: one object a line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import TextIO

from assistant.catalogue.formats.rows import Row
from assistant.errors import SourceError

MAX_LINE = 4 << 20


def read_json_lines(stream: TextIO, path: Path) -> tuple[list[str], Iterator[Row]]:
    """The keys of the first object, and the rows as a stream; `SourceError` where there is no object."""
    rows = _rows(stream)
    before: list[Row] = []
    for row in rows:
        before.append(row)
        if row.cells:
            return list(row.cells), chain(before, rows)
        if len(before) > 100:
            break
    raise SourceError(f"{path} is not JSON lines; write one product a line, each as one JSON object")


def _rows(stream: TextIO) -> Iterator[Row]:
    number = 0
    while line := stream.readline(MAX_LINE):
        number += 1
        if len(line) == MAX_LINE and not line.endswith("\n"):
            while (rest := stream.readline(MAX_LINE)) and not rest.endswith("\n"):
                pass
            yield Row(number, {}, f"a line is longer than {MAX_LINE:,} characters")
        elif not line.isspace():
            yield _row(number, line)


def _row(number: int, line: str) -> Row:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return Row(number, {}, "not valid JSON")
    return Row(number, value) if isinstance(value, dict) and value else Row(number, {}, "not a JSON object")
