"""Many visitors at once, scaled down: the whole measurement is `python -m benchmarks.visitors`."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import pytest

from benchmarks.visitors import Visit, ask, main


@pytest.mark.long
def test_visitors_see_their_own_answers(demo_folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["--catalog", str(demo_folder), "--visitors", "3", "--questions", "4", "--pause", "0", "--json"])
    report = json.loads(capsys.readouterr().out)
    assert (report["turns"], report["errors"], report["crossed"]) == (12, [], [])
    assert report["memory_mb"] < report["memory_early_mb"] * 1.1 + 10


@dataclass
class Page:
    """Draws the same texts whatever is asked."""

    drawn: list[str]

    def run(self, question: str = "") -> list[str]:
        return self.drawn


@pytest.mark.parametrize(
    ("drawn", "wrong", "crossed"),
    [
        (["Top pick", r"up to £20\.10"], 0, 0),
        (["Top pick", r"up to £20\.10", r"up to £21\.10"], 0, 1),
        ([r"up to £20\.10"], 1, 0),
        (["Top pick", r"up to £20\.10", "Traceback"], 1, 0),
    ],
)
def test_a_page_that_answers_nothing_or_somebody_else_is_seen(drawn: list[str], wrong: int, crossed: int) -> None:
    visit = Visit()
    ask(Page(drawn), visit, 0, 0, 0.0)
    assert (len(visit.errors), len(visit.crossed)) == (wrong, crossed)
