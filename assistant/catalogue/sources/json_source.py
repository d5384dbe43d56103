"""JSON: one object a line, or one document with a list of objects in it; what lies inside an object has columns too."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import Any, TextIO

from assistant.catalogue.formats.rows import Row
from assistant.errors import SourceError

MAX_LINE = 4 << 20
# A document is read whole; a longer one can be written line by line.
MAX_DOCUMENT = 128 << 20
# Objects whose keys are the columns: a key that only later ones have is not known of.
_LOOKED_AT = 100
# How far inside an object its columns may lie: "variants.price.amount".
_UNFOLDED = 3
# An object with one of these is a product, whatever lists it holds.
_NAMES = frozenset({"title", "name"})
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


def read_json(stream: TextIO, path: Path) -> tuple[list[str], Iterator[Row]]:
    """The keys of the first objects, and the rows; `SourceError` where there is no object."""
    rows = _rows(stream) if _is_lines(stream) else _document(stream, path)
    before = list(islice(rows, _LOOKED_AT))
    columns = list(dict.fromkeys(key for row in before for key in row.cells))
    if not columns:
        raise SourceError(f"{path} is not JSON lines and no list of objects; write one product a line, each as {{...}}")
    return columns, chain(before, rows)


def _is_lines(stream: TextIO) -> bool:
    """Whether each line is a value of its own, as the first one tells; a lone one may be a document all the same."""
    first, alone = stream.readline(MAX_LINE), not stream.readline(MAX_LINE).strip()
    stream.seek(0)
    if first.lstrip().startswith("[") or not (first.rstrip().endswith("}") or len(first) == MAX_LINE):
        return False
    try:
        value: Any = _loaded(first) if alone else None
    except (ValueError, RecursionError):
        return True
    # An object that is no product and holds a list of them is a document.
    return not _listed(value) or not value.keys().isdisjoint(_NAMES)


def _document(stream: TextIO, path: Path) -> Iterator[Row]:
    text = stream.read(MAX_DOCUMENT + 1)
    if len(text) > MAX_DOCUMENT:
        raise SourceError(f"{path} is one document of over {MAX_DOCUMENT >> 20} MB; write one product a line")
    try:
        document = _loaded(text)
    except RecursionError:
        document = None
    except ValueError:  # lines, of which the first is broken
        return (_line(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip())
    found = document if isinstance(document, list) else _listed(document)
    return (_row(number, value) for number, value in enumerate(found, start=1))


def _loaded(text: str) -> Any:
    """A value without halves of letters, in which a text ends that was cut at a length: no file could keep them."""
    value = json.loads(text)
    if not _SURROGATE.search(text):
        return value
    return json.loads(json.dumps(value, ensure_ascii=False).encode(errors="ignore"))


def _listed(document: Any) -> Sequence[Any]:
    """The longest list of objects in a document, however many objects it lies in; a document without one has none."""
    lists: list[list[Any]] = []
    steps = [document] if isinstance(document, dict) else []
    while steps:
        for value in steps.pop().values():
            if isinstance(value, dict):
                steps.append(value)
            elif isinstance(value, list) and value and isinstance(value[0], dict):
                lists.append(value)
    return max(lists, key=len, default=())


def _rows(stream: TextIO) -> Iterator[Row]:
    number = 0
    while line := stream.readline(MAX_LINE):
        number += 1
        if len(line) == MAX_LINE and not line.endswith("\n"):
            while (rest := stream.readline(MAX_LINE)) and not rest.endswith("\n"):
                pass
            yield Row(number, {}, f"a line is longer than {MAX_LINE:,} characters")
        elif not line.isspace():
            yield _line(number, line)


def _line(number: int, line: str) -> Row:
    try:
        return _row(number, _loaded(line))
    except (ValueError, RecursionError):
        return Row(number, {}, "not valid JSON")


def _row(number: int, value: Any) -> Row:
    if not isinstance(value, dict) or not value:
        return Row(number, {}, "not a JSON object")
    wrapped = next(iter(value.values())) if len(value) == 1 else None  # {"node": {…}}, as GraphQL lists them
    return Row(number, _unfolded(wrapped if isinstance(wrapped, dict) else value))


def _unfolded(cells: dict[str, Any], steps: int = _UNFOLDED) -> dict[str, Any]:
    """An object with what lies inside it beside it: `images.src` of a list of pictures, all of its values."""
    inside: dict[str, list[Any]] = {}
    for key, value in cells.items() if steps else ():
        for part in value if isinstance(value, list) else [value]:
            for name, leaf in _unfolded(part, steps - 1).items() if isinstance(part, dict) else ():
                inside.setdefault(f"{key}.{name}", []).append(leaf)
    return cells | {name: values[0] if len(values) == 1 else values for name, values in inside.items()}
