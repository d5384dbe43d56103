"""Shuffled rows and shouting rivals, a few of them; and a Top Pick that moved is seen."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.promotion import main, moved


@pytest.mark.long
def test_promotion_and_order_of_rows_change_no_pick(demo_folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["--catalog", str(demo_folder), "--rewrites", "16", "--stuffings", "2", "--json"])
    figures = json.loads(capsys.readouterr().out)
    assert (figures["rewrites"], figures["changed"], figures["stuffings"]) == (16, [], 2)
    assert not stop.value.code


def test_a_top_pick_that_moved_is_seen() -> None:
    plain = {"a kite": ["k1", "k2"], "a doll": ["d1"], "a drum": []}
    assert moved(plain, {"a kite": ["k1", "k3"], "a drum": []}) == []
    assert moved(plain, {"a kite": ["k2", "k1"], "a doll": []}) == [
        "'a kite': ['k1'] became ['k2']", "'a doll': ['d1'] became []",
    ]  # fmt: skip
