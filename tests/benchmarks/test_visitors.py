"""Many visitors at once, scaled down: the whole measurement is `assistant bench --visitors 25`."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant import Settings
from assistant.errors import AssistantError
from benchmarks import visitors
from benchmarks.visitors import measure_visitors


def test_visitors_see_their_own_answers_and_the_page_stays_small(demo_folder: Path, tmp_path: Path) -> None:
    report = measure_visitors(demo_folder, Settings(home=tmp_path), visitors=5, questions=4)
    assert report.turns == 20
    assert report.errors == []
    assert report.crossed == []
    assert report.memory_mb < 700
    assert report.memory_mb < report.memory_early_mb * 1.1 + 10
    assert "5 visitors at once, 4 questions each" in report.as_text()
    assert '"crossed": []' in report.as_json()


def test_without_the_page_there_is_nothing_to_measure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visitors, "PAGE", tmp_path / "app.py")
    with pytest.raises(AssistantError, match="repository"):
        measure_visitors(None, Settings(home=tmp_path), visitors=1, questions=1)
