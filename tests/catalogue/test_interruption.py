"""Whatever stops an import, the old catalogue answers and the next import goes on where this one was."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from catalogue_files import ROOT, write_toys
from fakes import HashingEmbedder

from assistant.catalogue.importing import import_catalogue
from assistant.catalogue.store import CatalogueStore
from assistant.errors import CatalogueError
from assistant.retrieval.bm25 import Bm25Searcher
from assistant.retrieval.vectors import VectorSearcher
from assistant.schema import Query

OLD, NEW = 60, 1500
# An import in a process of its own, which is killed, or may write only so many bytes to a file.
CHILD = """
import os, resource, signal, sys
from pathlib import Path
from assistant.catalogue.importing import import_catalogue
from assistant.errors import CatalogueError
from fakes import HashingEmbedder

source, to, stage, done, limit = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], int(sys.argv[4]), int(sys.argv[5])

def progress(now, so_far, total):
    if now == stage and so_far >= done:
        os.kill(os.getpid(), signal.SIGKILL)

if limit:
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
try:
    import_catalogue(source, to, embedder=HashingEmbedder(), progress=progress)
except CatalogueError as error:
    print(error)
    sys.exit(3)
"""


def child(
    source: Path, to: Path, stage: str = "never", done: int = 0, limit: int = 0
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", CHILD, str(source), str(to), stage, str(done), str(limit)],
        env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'tests'}"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.fixture
def to(tmp_path: Path) -> Path:
    folder = tmp_path / "catalogue"
    import_catalogue(write_toys(tmp_path / "old.csv", OLD), folder, embedder=HashingEmbedder())
    return folder


def answers(to: Path) -> int:
    """How many products the catalogue holds; it must find them."""
    store = CatalogueStore.open(to)
    query = Query("yellow kite number 4", "bm25", 5)
    for searcher in (
        Bm25Searcher.open(store.bm25_folder),
        VectorSearcher.open(store.vectors_folder, HashingEmbedder()),
    ):
        hits = searcher.search(query)
        assert len(hits) == 5
        assert any("kite" in product.title for product in store.products([hit.doc_id for hit in hits]))
    return len(store)


@pytest.mark.parametrize(
    ("stage", "done", "still_to_encode"),
    [
        pytest.param("reading", 0, NEW - OLD, marks=pytest.mark.long),
        pytest.param("indexing", 0, NEW - OLD, marks=pytest.mark.long),
        ("indexing", 800, NEW - 800),
        pytest.param("indexing", NEW, 0, marks=pytest.mark.long),
    ],
)
def test_a_killed_import_leaves_the_old_catalogue_and_is_continued(
    tmp_path: Path, to: Path, stage: str, done: int, still_to_encode: int
) -> None:
    new = write_toys(tmp_path / "new.csv", NEW)
    assert child(new, to, stage, done).returncode == -signal.SIGKILL
    assert answers(to) == OLD
    report = import_catalogue(new, to, embedder=HashingEmbedder())
    assert (report.taken, report.embedded, report.reused) == (NEW, still_to_encode, NEW - still_to_encode)
    assert answers(to) == NEW
    left = sorted(path.name for path in to.iterdir() if path.name != ".import.lock")
    assert left == [CatalogueStore.open(to).manifest.generation, "manifest.json"]


def test_a_first_import_that_is_killed_leaves_a_folder_that_can_be_imported_into(tmp_path: Path) -> None:
    new, to = write_toys(tmp_path / "new.csv", 500), tmp_path / "first"
    assert child(new, to, "indexing", 400).returncode == -signal.SIGKILL
    assert import_catalogue(new, to, embedder=HashingEmbedder()).embedded == 100
    assert answers(to) == 500


def test_an_import_that_is_stopped_is_continued(tmp_path: Path, to: Path) -> None:
    def stop(stage: str, done: int, _total: int) -> None:
        if stage == "indexing" and done == 800:
            raise KeyboardInterrupt

    new = write_toys(tmp_path / "new.csv", NEW)
    with pytest.raises(KeyboardInterrupt):
        import_catalogue(new, to, embedder=HashingEmbedder(), progress=stop)
    assert answers(to) == OLD
    assert len(list(to.glob("generation-*"))) == 1
    assert import_catalogue(new, to, embedder=HashingEmbedder()).embedded == NEW - 800


@pytest.mark.long
def test_a_torn_checkpoint_is_cut_where_it_is_torn(tmp_path: Path, to: Path) -> None:
    new = write_toys(tmp_path / "new.csv", NEW)
    child(new, to, "indexing", 800)
    (checkpoint,) = to.glob(".vectors-*.partial")
    content = bytearray(checkpoint.read_bytes())
    record = 16 + 4 + 64 * 4
    content[10 * record + 30] ^= 255
    checkpoint.write_bytes(content[:-7])
    report = import_catalogue(new, to, embedder=HashingEmbedder())
    assert report.embedded == NEW - OLD - 10
    assert answers(to) == NEW


@pytest.mark.parametrize(
    "limit", [pytest.param(20_000, marks=pytest.mark.long), 120_000, pytest.param(300_000, marks=pytest.mark.long)]
)
def test_a_disk_that_takes_no_more_leaves_the_old_catalogue(tmp_path: Path, to: Path, limit: int) -> None:
    new = write_toys(tmp_path / "new.csv", NEW)
    done = child(new, to, limit=limit)
    assert (done.returncode, done.stderr) == (3, "")
    assert "cannot be written" in done.stdout
    assert "the catalogue that was there is unchanged" in done.stdout
    assert done.stdout.count("\n") == 1
    assert answers(to) == OLD
    assert import_catalogue(new, to, embedder=HashingEmbedder()).taken == NEW
    assert answers(to) == NEW


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=700k", "tmpfs", disk], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("needs the right to mount a small disk")
    yield disk
    subprocess.run(["umount", "-l", disk], check=True)


def test_a_full_disk_leaves_the_old_catalogue(tmp_path: Path, small_disk: Path) -> None:
    to = small_disk / "catalogue"
    import_catalogue(write_toys(tmp_path / "old.csv", OLD), to, embedder=HashingEmbedder())
    with pytest.raises(CatalogueError, match="the catalogue that was there is unchanged") as caught:
        import_catalogue(write_toys(tmp_path / "new.csv", NEW), to, embedder=HashingEmbedder())
    assert "\n" not in str(caught.value)
    assert answers(to) == OLD
    assert len(list(to.glob("generation-*"))) == 1


def test_an_import_under_an_open_catalogue_leaves_it_answering(tmp_path: Path, to: Path) -> None:
    store = CatalogueStore.open(to)
    words = Bm25Searcher.open(store.bm25_folder)
    meaning = VectorSearcher.open(store.vectors_folder, HashingEmbedder())
    import_catalogue(write_toys(tmp_path / "new.csv", 20, start=100), to, embedder=HashingEmbedder())
    for searcher in (words, meaning):
        hits = searcher.search(Query("yellow kite number 4", "bm25", 5))
        assert len(store.products([hit.doc_id for hit in hits])) == 5
    assert len(store.vocabulary.brands) == 13
    assert len(CatalogueStore.open(to)) == 20
