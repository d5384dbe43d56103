"""The 10,000 real toys, all of them; the encoder is the hashing one, so that this stays quick."""

from __future__ import annotations

import csv
import random
import time
from decimal import Decimal
from pathlib import Path

import pytest
from catalogue_files import REAL_LIST
from fakes import HashingEmbedder

from assistant.catalogue.chunking import chunks
from assistant.catalogue.importing import ImportReport, import_catalogue
from assistant.catalogue.store import CatalogueStore
from assistant.retrieval.bm25 import Bm25Searcher
from assistant.retrieval.vectors import VectorSearcher
from assistant.schema import AgeRange, Filters, Product, Query

pytestmark = [
    pytest.mark.real_data,
    pytest.mark.skipif(not REAL_LIST.exists(), reason="the real toys are not in ../shared/data"),
]
SEVEN_QUESTIONS = (
    "wooden train set", "1000 piece jigsaw", "lego star wars", "dinosaur figures", "princess costume for a girl",
    "card game for 2 players", "remote control helicopter",
)  # fmt: skip


@pytest.fixture(scope="module")
def imported(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, ImportReport]:
    to = tmp_path_factory.mktemp("real") / "catalogue"
    return to, import_catalogue(REAL_LIST, to, embedder=HashingEmbedder())


@pytest.fixture(scope="module")
def store(imported: tuple[Path, ImportReport]) -> CatalogueStore:
    return CatalogueStore.open(imported[0])


@pytest.fixture(scope="module")
def toys(store: CatalogueStore) -> list[Product]:
    return store.products(store.ids)


def test_the_report(imported: tuple[Path, ImportReport]) -> None:
    report = imported[1]
    assert (report.rows_read, report.with_price) == (10_000, 8_559)
    assert report.taken >= 9_900
    assert report.taken + report.merged_duplicates + report.rejected == 10_000
    assert report.reasons == {"age ends before it starts": 22}


@pytest.mark.long
def test_a_second_import_encodes_nothing(imported: tuple[Path, ImportReport]) -> None:
    embedder = HashingEmbedder()
    started = time.process_time()
    report = import_catalogue(REAL_LIST, imported[0], embedder=embedder)
    assert (report.embedded, embedder.embedded) == (0, [])
    assert time.process_time() - started < 15


def test_what_was_read_is_what_was_written(toys: list[Product]) -> None:
    with REAL_LIST.open(encoding="utf-8", newline="") as file:
        rows = {row["uniq_id"]: row for row in csv.DictReader(file)}
    for toy in toys:
        row = rows[toy.id]
        if row["product_name"].isascii():
            assert toy.title == " ".join(row["product_name"].split())
        assert f"£{toy.price.amount}" == row["price"] if toy.price else not row["price"]
        stars = row["average_review_rating"]
        assert f"{toy.rating} out of 5 stars" == stars if toy.rating else not stars
        assert toy.rating_count == int(row["number_of_reviews"].replace(",", ""))


def test_facts_are_plausible(toys: list[Product]) -> None:
    ages = [toy.age for toy in toys if toy.age]
    assert len(ages) > 1_000
    assert AgeRange(36, 72) in ages
    assert all(age.max_months is None or (age.min_months or 0) <= age.max_months <= 18 * 12 for age in ages)
    assert sum(toy.pieces is not None for toy in toys) > 400
    assert sum(toy.players is not None for toy in toys) > 40
    assert sum(bool(toy.material) for toy in toys) > 150
    assert sum(bool(toy.reviews) for toy in toys) > 500
    assert not any("<" in toy.title or "&amp;" in toy.description for toy in toys)


def test_there_are_few_chunks_and_no_reviews_in_them(store: CatalogueStore, toys: list[Product]) -> None:
    assert store.manifest.counts["chunks"] <= 12_000
    for toy in toys:
        text = " ".join(chunk.text for chunk in chunks(toy))
        assert not any(len(review.text) > 80 and review.text[:80] in text for review in toy.reviews)


def test_every_question_finds_as_many_as_are_asked_for(store: CatalogueStore) -> None:
    words = Bm25Searcher.open(store.bm25_folder)
    meaning = VectorSearcher.open(store.vectors_folder, HashingEmbedder())
    for text in SEVEN_QUESTIONS:
        assert len(words.search(Query(text, "bm25", 50))) == 50
        assert len(meaning.search(Query(text, "vector", 50))) == 50


def test_a_budget_is_never_broken(imported: tuple[Path, ImportReport], store: CatalogueStore) -> None:
    searchers = (Bm25Searcher.open(store.bm25_folder), VectorSearcher.open(store.vectors_folder, HashingEmbedder()))
    filters = Filters(min_price=Decimal("5.00"), max_price=Decimal("9.99"))
    for searcher in searchers:
        for text in SEVEN_QUESTIONS:
            hits = searcher.search(Query(text, "bm25", 80, filters=filters))
            found = store.products([hit.doc_id for hit in hits])
            assert found
            assert all(toy.price and 5 <= toy.price.amount <= Decimal("9.99") for toy in found)


@pytest.mark.long
def test_shuffled_rows_give_the_same_answers(imported: tuple[Path, ImportReport], tmp_path: Path) -> None:
    with REAL_LIST.open(encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    random.Random(5).shuffle(rows)
    shuffled = tmp_path / "shuffled.csv"
    with shuffled.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([header, *rows])
    import_catalogue(shuffled, tmp_path / "c", embedder=HashingEmbedder())
    assert _answers(tmp_path / "c") == _answers(imported[0])


def _answers(folder: Path) -> list[list[tuple[str, str, float]]]:
    store = CatalogueStore.open(folder)
    searchers = (Bm25Searcher.open(store.bm25_folder), VectorSearcher.open(store.vectors_folder, HashingEmbedder()))
    return [
        [(hit.doc_id, hit.chunk_id, hit.score) for hit in searcher.search(Query(text, "bm25", 50, filters=filters))]
        for searcher in searchers
        for text in SEVEN_QUESTIONS
        for filters in (Filters(), Filters(max_price=Decimal(10)))
    ]
