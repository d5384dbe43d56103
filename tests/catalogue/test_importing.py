from __future__ import annotations

import csv
import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

import numpy as np
import pytest
from catalogue_files import toys, write_csv, write_toys
from fakes import HashingEmbedder
from numpy.typing import NDArray

from assistant.catalogue import folder, manifest
from assistant.catalogue.importing import ImportReport, import_catalogue
from assistant.catalogue.manifest import VERSION
from assistant.catalogue.store import CatalogueStore
from assistant.errors import CatalogueError, SourceError
from assistant.retrieval.bm25 import Bm25Searcher
from assistant.retrieval.vectors import VectorSearcher
from assistant.schema import Filters, Query


@pytest.fixture
def to(tmp_path: Path) -> Path:
    return tmp_path / "catalogue"


def import_rows(tmp_path: Path, to: Path, rows: Sequence[Mapping[str, object]], **options: str) -> ImportReport:
    source = write_csv(tmp_path / "toys.csv", rows)
    return import_catalogue(source, to, embedder=HashingEmbedder(), currency=options.get("currency"))


def test_an_import_says_what_it_did(tmp_path: Path, to: Path) -> None:
    rows: list[dict[str, object]] = [
        *toys(20),
        {**toys(1)[0], "id": "twin"},
        {"id": "toy-00003", "title": "Another thing"},
        {"id": "nameless", "title": ""},
        {"id": "odd", "title": "Odd toy", "price": "£3 - £5"},
    ]
    report = import_rows(tmp_path, to, rows)
    assert (report.rows_read, report.taken, report.rejected, report.merged_duplicates) == (24, 21, 2, 1)
    assert (report.repaired, report.with_price, report.embedded, report.reused) == (1, 17, 21, 0)
    assert report.reasons == {"price is a range": 1, "id used by another row": 1, "no title": 1}
    assert report.rejects_path == to / "rejects.csv"
    with (to / "rejects.csv").open(encoding="utf-8", newline="") as file:
        assert list(csv.reader(file)) == [
            ["row", "reason", "id", "says"],
            ["23", "id used by another row", "toy-00003", "Another thing"],
            ["24", "no title", "nameless", "nameless"],
            ["25", "taken all the same: price is a range (£3 - £5)", "odd", "Odd toy"],
        ]
    store = CatalogueStore.open(to)
    assert len(store) == 21
    assert "twin" in store.ids
    assert "toy-00000" not in store.ids


def test_of_equal_products_the_first_id_stays_in_any_order(tmp_path: Path, to: Path) -> None:
    rows: list[dict[str, object]] = [{"id": "9", "title": "Kite"}, {"id": "10", "title": "Kite"}]
    for order in (rows, rows[::-1]):
        assert import_rows(tmp_path, to, order).merged_duplicates == 1
        assert CatalogueStore.open(to).ids == ["9"]


def test_the_manifest_says_what_there_is(tmp_path: Path, to: Path) -> None:
    moment = datetime(2026, 3, 4, 5, 6, tzinfo=UTC)
    source = write_toys(tmp_path / "toys.csv", 14)
    import_catalogue(source, to, embedder=HashingEmbedder(32), clock=lambda: moment)
    found = manifest.read(to)
    assert (found.version, found.currency, found.source) == (VERSION, "GBP", "toys.csv")
    assert found.created == "2026-03-04T05:06:00+00:00"
    assert found.embedder == manifest.EmbedderInfo("hashing-32", 32)
    assert found.counts == {"products": 14, "with_price": 12, "chunks": 14}


def test_rejects_of_an_earlier_import_go(tmp_path: Path, to: Path) -> None:
    import_rows(tmp_path, to, [*toys(3), {"id": "x", "title": ""}])
    assert import_rows(tmp_path, to, toys(3)).rejects_path is None
    assert not (to / "rejects.csv").exists()


def test_a_formula_in_a_rejected_title_is_harmless(tmp_path: Path, to: Path) -> None:
    first: dict[str, object] = {"id": "=1+1", "title": "Kite"}
    import_rows(tmp_path, to, [first, {**first, "title": "=cmd()"}])
    assert "'=1+1,'=cmd()" in (to / "rejects.csv").read_text(encoding="utf-8")


def test_a_second_import_encodes_only_what_changed(tmp_path: Path, to: Path) -> None:
    rows = toys(30)
    import_rows(tmp_path, to, rows)
    again = import_rows(tmp_path, to, rows)
    assert (again.embedded, again.reused) == (0, 30)
    rows[4] = {**rows[4], "title": "Something else altogether"}
    rows[5] = {**rows[5], "price": "£1.00"}
    changed = import_rows(tmp_path, to, rows)
    assert (changed.embedded, changed.reused) == (1, 29)


def test_another_encoder_shares_no_vectors(tmp_path: Path, to: Path) -> None:
    source = write_toys(tmp_path / "toys.csv", 10)
    import_catalogue(source, to, embedder=HashingEmbedder(name="one"))
    assert import_catalogue(source, to, embedder=HashingEmbedder(name="two")).embedded == 10


def test_vectors_of_a_damaged_catalogue_are_not_reused(tmp_path: Path, to: Path) -> None:
    source = write_toys(tmp_path / "toys.csv", 10)
    import_catalogue(source, to, embedder=HashingEmbedder())
    vectors = next(to.rglob("vectors.f32"))
    vectors.write_bytes(bytes(vectors.stat().st_size))
    assert import_catalogue(source, to, embedder=HashingEmbedder()).embedded == 10
    assert len(CatalogueStore.open(to)) == 10


def test_the_order_of_rows_changes_no_result(tmp_path: Path) -> None:
    rows = [*toys(300), *({**toy, "id": f"copy-{toy['id']}", "brand": "Copier"} for toy in toys(60))]
    answers = []
    for seed in (None, 1, 2):
        if seed is not None:
            random.Random(seed).shuffle(rows)
        to = tmp_path / f"catalogue-{seed}"
        import_rows(tmp_path, to, rows)
        answers.append(_answers(to))
    assert answers[0] == answers[1] == answers[2]
    assert sum(map(len, answers[0])) > 100


def _answers(to: Path) -> list[list[object]]:
    store = CatalogueStore.open(to)
    searchers = (Bm25Searcher.open(store.bm25_folder), VectorSearcher.open(store.vectors_folder, HashingEmbedder()))
    texts = ("red wooden train", "toy for children", "marble run number 7", "kite")
    filters = (Filters(), Filters(max_price=Decimal(20)))
    return [
        [(hit.doc_id, hit.chunk_id, hit.score) for hit in searcher.search(Query(text, "bm25", 15, filters=wanted))]
        for searcher in searchers
        for text in texts
        for wanted in filters
    ]


def test_prices_in_another_currency_are_kept_and_not_compared(tmp_path: Path, to: Path) -> None:
    rows: list[dict[str, object]] = [*toys(6, start=1), {"id": "us", "title": "American kite", "price": "$1.00"}]
    report = import_rows(tmp_path, to, rows)
    assert report.reasons == {"price in USD in a catalogue in GBP": 1}
    store = CatalogueStore.open(to)
    (kite,) = store.products(["us"])
    assert kite.price is not None
    assert (kite.price.currency, store.manifest.currency, store.vocabulary.currency) == ("USD", "GBP", "GBP")
    cheap = Query("American kite", "bm25", 5, filters=Filters(max_price=Decimal(5)))
    searcher = Bm25Searcher.open(store.bm25_folder)
    assert searcher.search(cheap) == []
    assert searcher.search(replace(cheap, filters=Filters()))[0].doc_id == "us"


def test_prices_without_a_currency_are_asked_about(tmp_path: Path, to: Path) -> None:
    rows: list[dict[str, object]] = [{"id": "1", "title": "Kite", "price": "5.00"}]
    with pytest.raises(SourceError, match=r"name no currency; say which: --currency GBP"):
        import_rows(tmp_path, to, rows)
    assert not (to / "manifest.json").exists()
    assert import_rows(tmp_path, to, rows, currency="gbp").with_price == 1


def test_a_list_without_a_title_gets_a_map_that_may_be_it(tmp_path: Path, to: Path) -> None:
    rows: list[dict[str, object]] = [{"Our code": "7", "What it is": "Tin Drum", "Sell at": "£5.00"}]
    with pytest.raises(SourceError, match=r"perhaps --map 'title=What it is,price=Sell at,id=Our code'$"):
        import_rows(tmp_path, to, rows)
    with pytest.raises(SourceError, match=r"with --map title=COLUMN$"):
        import_rows(tmp_path, to, [{"a": "1", "b": "2"}])


@pytest.mark.parametrize("prices", ["20.00", "20.00 | 35.00"])
def test_a_list_of_titles_whose_price_has_another_name_gets_a_map(tmp_path: Path, to: Path, prices: str) -> None:
    rows: list[dict[str, object]] = [{"title": "Tin Drum", "variants.price": prices, "weight": "0.45"}]
    with pytest.raises(SourceError, match=r"no price column .* --map title=title,price=variants\.price; for none"):
        import_rows(tmp_path, to, rows)
    assert import_rows(tmp_path, to, [{"title": "Tin Drum", "weight": "0.45"}]).taken == 1


def test_of_a_long_list_the_first_rows_can_be_read(tmp_path: Path, to: Path) -> None:
    report = import_catalogue(write_toys(tmp_path / "toys.csv", 9), to, embedder=HashingEmbedder(), most=4)
    assert (report.rows_read, report.taken) == (4, 4)
    assert CatalogueStore.open(to).ids == [f"toy-{number:05d}" for number in range(4)]


@pytest.mark.parametrize("currency", ["pounds", "XYZ"])
def test_a_currency_that_is_none_is_a_clear_error(tmp_path: Path, to: Path, currency: str) -> None:
    with pytest.raises(SourceError, match=f"'{currency}' is no code of a currency"):
        import_rows(tmp_path, to, toys(1), currency=currency)


def test_a_refused_list_leaves_nothing_behind(tmp_path: Path, to: Path) -> None:
    with pytest.raises(SourceError, match="name no currency"):
        import_rows(tmp_path, to, [{"title": "Kite", "price": "5"}, {"title": "", "price": "6"}])
    assert list(to.glob("rejects*")) == []


def test_a_file_without_one_usable_row(tmp_path: Path, to: Path) -> None:
    with pytest.raises(SourceError, match=r"none of the 2 rows .* no title \(2\); see .*rejects\.csv") as caught:
        import_rows(tmp_path, to, [{"id": "1", "title": " "}, {"id": "2", "title": ""}])
    assert "\n" not in str(caught.value)
    assert (to / "rejects.csv").exists()
    assert import_rows(tmp_path, to, toys(2)).taken == 2


def test_a_bad_source_leaves_no_folder(tmp_path: Path, to: Path) -> None:
    with pytest.raises(SourceError):
        import_catalogue(tmp_path / "nothing.csv", to, embedder=HashingEmbedder())
    assert not to.exists()


def test_progress_runs_to_its_end(tmp_path: Path, to: Path) -> None:
    seen: list[tuple[str, int, int]] = []
    source = write_toys(tmp_path / "toys.csv", 900)
    import_catalogue(source, to, embedder=HashingEmbedder(), progress=lambda *step: seen.append(step))
    size = source.stat().st_size
    assert [step for step in seen if step[0] == "reading"][-1] == ("reading", size, size)
    assert [step for step in seen if step[0] == "indexing"] == [("indexing", n, 900) for n in range(0, 901, 100)]
    assert all(0 <= done <= total for _, done, total in seen)


def test_a_folder_with_other_things_in_it_is_refused(tmp_path: Path, to: Path) -> None:
    to.mkdir()
    (to / "holiday.txt").write_text("photos")
    source = write_toys(tmp_path / "toys.csv", 3)
    with pytest.raises(CatalogueError, match="holds other files and no catalogue; name a new or an empty folder"):
        import_catalogue(source, to, embedder=HashingEmbedder())
    assert [path.name for path in to.iterdir()] == ["holiday.txt"]
    (to / "manifest.json").write_text('{"name": "a web app"}')
    with pytest.raises(CatalogueError, match="holds other files"):
        import_catalogue(source, to, embedder=HashingEmbedder())


def test_a_file_is_no_folder(tmp_path: Path, to: Path) -> None:
    to.write_text("x")
    with pytest.raises(CatalogueError, match="is a file; name a folder"):
        import_catalogue(write_toys(tmp_path / "toys.csv", 3), to, embedder=HashingEmbedder())


def test_a_catalogue_that_is_damaged_can_be_imported_again(tmp_path: Path, to: Path) -> None:
    source = write_toys(tmp_path / "toys.csv", 3)
    import_catalogue(source, to, embedder=HashingEmbedder())
    (to / "manifest.json").write_text("{half")
    import_catalogue(source, to, embedder=HashingEmbedder())
    assert len(CatalogueStore.open(to)) == 3


def test_two_imports_into_one_folder_do_not_collide(tmp_path: Path, to: Path) -> None:
    source = write_toys(tmp_path / "toys.csv", 3)
    folder.prepare(to)
    with folder.locked(to), pytest.raises(CatalogueError, match=r"another import into .* is running"):
        import_catalogue(source, to, embedder=HashingEmbedder())
    assert import_catalogue(source, to, embedder=HashingEmbedder()).taken == 3


class WrongShape(HashingEmbedder):
    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return super().embed(texts)[:, :-1]


def test_an_encoder_that_gives_the_wrong_shape_is_noticed(tmp_path: Path, to: Path) -> None:
    source = write_toys(tmp_path / "toys.csv", 3)
    import_catalogue(source, to, embedder=HashingEmbedder())
    with pytest.raises(CatalogueError, match="gave vectors of shape"):
        import_catalogue(write_toys(source, 4), to, embedder=WrongShape())
    assert len(CatalogueStore.open(to)) == 3
    assert [path.name for path in to.glob("generation-*")] == [manifest.read(to).generation]
