"""Two spoken questions and two spoken answers; and words that were misheard are counted."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from assistant import Settings
from benchmarks.listening import main, readers, word_error


@pytest.mark.skipif(not shutil.which("flite"), reason="needs flite: PocketSphinx hardly understands eSpeak NG")
@pytest.mark.long
def test_a_few_questions_are_heard_and_answers_timed(demo_folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["--catalog", str(demo_folder), "--questions", "2", "--answers", "2", "--json"])
    figures = json.loads(capsys.readouterr().out)
    assert (figures["questions"], figures["answers"], figures["answers_too_long"]) == (2, 2, [])
    assert list(figures["word_error"]) == list(readers(Settings()))
    assert 0 <= figures["mean_word_error"] < 1


def test_word_error_counts_what_was_changed_missing_or_added() -> None:
    assert word_error(["a red kite"], ["a red kite"]) == 0
    assert word_error(["a red kite"], ["a bed kite"]) == pytest.approx(1 / 3)
    assert word_error(["a red kite", "chess"], ["red kite", "chess set"]) == pytest.approx(2 / 4)
    assert word_error(["chess"], [""]) == 1
