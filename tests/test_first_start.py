"""The first start: two programs at once, a home that cannot be written, and settings with a slip in them."""

from __future__ import annotations

import stat
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from fakes import HashingEmbedder

from assistant import Assistant, Settings
from assistant.catalogue import folder
from assistant.catalogue.store import CatalogueStore
from assistant.demo import demo_folder, own_temporary_folder
from assistant.errors import AssistantError, CatalogueBusyError


def test_programs_that_start_at_once_share_one_index(tmp_path: Path) -> None:
    settings, told = Settings(home=tmp_path, listen="off"), []
    embedder = HashingEmbedder(384, name="all-MiniLM-L6-v2")

    def start(_: int) -> Path:
        return demo_folder(settings, embedder, lambda step, *_: told.append(step))

    with ThreadPoolExecutor(3) as programs:
        folders = set(programs.map(start, range(3)))
    assert len(folders) == 1
    assert len(CatalogueStore.open(folders.pop())) > 100
    assert "waiting for another program" in told


def test_a_lock_that_goes_away_without_an_index_is_taken_over(tmp_path: Path) -> None:
    settings, steps = Settings(home=tmp_path, listen="off"), []
    where = demo_folder(settings, HashingEmbedder(384), None)
    for path in where.glob("manifest.json"):
        path.unlink()
    waiting = threading.Event()

    def told(step: str, _done: int, _total: int) -> None:
        steps.append(step)
        waiting.set()

    with folder.locked(where), pytest.raises(CatalogueBusyError), folder.locked(where):
        pass
    held = folder.locked(where)
    held.__enter__()
    with ThreadPoolExecutor(1) as program:
        other = program.submit(demo_folder, settings, HashingEmbedder(384), told)
        assert waiting.wait(10)
        held.__exit__(None, None, None)
        assert other.result(60) == where
    assert steps[0] == "waiting for another program"


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for temporary files of this test's own."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "tmp"))
    (tmp_path / "tmp").mkdir()
    return tmp_path / "tmp"


def test_where_home_cannot_be_written_the_index_is_made_once(tmp_path: Path, temporary: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    settings = Settings(home=tmp_path / "file" / "home")
    embedder = HashingEmbedder(384)
    first = demo_folder(settings, embedder, None)
    encoded = len(embedder.embedded)
    assert encoded
    assert demo_folder(settings, embedder, None) == first
    assert len(embedder.embedded) == encoded
    assert first.is_relative_to(temporary)
    assert stat.S_IMODE(first.parent.stat().st_mode) == 0o700


def test_a_temporary_folder_of_somebody_elses_is_not_used(temporary: Path) -> None:
    own = own_temporary_folder()
    assert own_temporary_folder() == own
    own.rmdir()
    (temporary / "elsewhere").mkdir()
    own.symlink_to(temporary / "elsewhere")
    assert own_temporary_folder() != own
    own.unlink()
    own.mkdir(mode=0o777)
    own.chmod(0o777)
    assert own_temporary_folder() != own


def test_a_bad_setting_is_one_clear_line_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASSISTANT_THREADS", "many")
    with pytest.raises(AssistantError, match=r"^ASSISTANT_THREADS cannot be used: .*\.$"):
        Assistant.open()
    with pytest.raises(AssistantError, match="ASSISTANT_MAX_ROUNDS"):
        Settings(threads=2, max_rounds=9)
