"""`docs/specifications.md` names files, functions and tests that exist, and says of each requirement how it stands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

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
