"""`docs/specifications.md` names files, functions and tests that exist, and says of each requirement how it stands."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from syntax import parsed

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "specifications.md").read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
    for line in PAGE.splitlines()
    if re.match(r"\| \d{3}-\d+ ", line)
]


def named(cell: str) -> list[tuple[str, str]]:
    """Files and what is named in them."""
    return [(file, name) for file, _, name in (one.partition("::") for one in re.findall(r"`([^`]+)`", cell))]


def test_every_requirement_has_its_row() -> None:
    numbers = [row[0] for row in ROWS]
    for specification, count in (("000", 53), ("001", 23), ("002", 39), ("003", 37)):
        assert [one for one in numbers if one.startswith(specification)] == [
            f"{specification}-{number}" for number in range(1, count + 1)
        ]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_what_a_row_names_exists(row: list[str]) -> None:
    number, _, state, where, test = row
    assert re.match(r"(done|departed: .|partly: .|missing)", state), number
    for file, name in (*named(where), *named(test)):
        path = ROOT / file
        assert path.exists(), (number, file)
        for one in re.findall(r"\w+", name):
            assert one in path.read_text(encoding="utf-8"), (number, file, one)
    if state.startswith("done"):
        assert all(re.search(rf"def {name}\b", (ROOT / file).read_text(encoding="utf-8")) for file, name in named(test))
        assert named(test), number


# What leaves the program whole, in the trace, the response document or the response, is read by whoever gets it.
LEAVES_WHOLE = {
    "AnswerMeta", "Coverage", "Fault", "Feedback", "FormConstraints", "KbSource", "Provenance", "Response",
    "RoundReport",
}  # fmt: skip


def fields_of_the_schema() -> Iterator[tuple[str, list[str]]]:
    for path in sorted((ROOT / "assistant" / "schema").glob("*.py")):
        for node in parsed(path).body:
            if isinstance(node, ast.ClassDef):
                yield node.name, [one.target.id for one in node.body if is_field(one)]  # type: ignore[attr-defined]


def is_field(node: ast.stmt) -> bool:
    return isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)


def test_every_field_of_the_schema_has_a_reader() -> None:
    """A field counts as read where it is taken from a value, by name or by its place in a pattern, or is named."""
    schema, read = dict(fields_of_the_schema()), set[str]()
    for path in (*(ROOT / "assistant").rglob("*.py"), ROOT / "app.py"):
        for node in ast.walk(parsed(path)):
            match node:
                case ast.Attribute(attr=name, ctx=ast.Load()):
                    read.add(name)
                case ast.MatchClass(cls=ast.Name(id=name), patterns=patterns):
                    read |= set(schema.get(name, [])[: len(patterns)])
                case ast.Assign(targets=[ast.Name(id=name)], value=ast.Tuple(elts=names)) if name.startswith("_OF_THE"):
                    read |= {str(one.value) for one in names if isinstance(one, ast.Constant)}
    unread = {
        f"{owner}.{field}" for owner, fields in schema.items() if owner not in LEAVES_WHOLE
        for field in fields if field not in read
    }  # fmt: skip
    assert unread == set()
