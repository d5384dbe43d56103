from __future__ import annotations

import random
from collections.abc import Iterable
from decimal import Decimal
from math import nan
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assistant.catalogue.bm25_file import Bm25Writer
from assistant.errors import CatalogueDamagedError
from assistant.protocols import Searcher
from assistant.retrieval.bm25 import Bm25Searcher
from assistant.schema import Filters, Product, Query

TOYS = [
    (Product("a", "Wooden train set", brand="Brio", category=("Toys", "Trains")), 30.0),
    (Product("b", "Train bridge", brand="Brio", description="For a wooden railway."), 12.5),
    (Product("c", "Pokémon figure", features=("no batteries needed",), material="plastic"), 8.0),
    (Product("d", "Dolls' house", description="A house for dolls.", model_number="DH-77"), nan),
    (Product("e", "Regular expressions .* for kids"), 5.0),
]  # fmt: skip


def written(folder: Path, toys: Iterable[tuple[Product, float]]) -> Bm25Searcher:
    writer = Bm25Writer(folder)
    for product, price in toys:
        writer.add(product, price)
    writer.close()
    return Bm25Searcher.open(folder)


@pytest.fixture(scope="module")
def searcher(tmp_path_factory: pytest.TempPathFactory) -> Bm25Searcher:
    return written(tmp_path_factory.mktemp("bm25") / "index", TOYS)


def ids(searcher: Searcher, text: str, k: int = 10, filters: Filters = Filters()) -> list[str]:  # noqa: B008
    return [hit.doc_id for hit in searcher.search(Query(text, "bm25", k, filters=filters))]


@pytest.mark.parametrize(
    ("text", "best"),
    [
        ("wooden trains", "a"),
        ("a train bridge for my son", "b"),
        ("POKEMON", "c"),
        ("Pokémon", "c"),
        ("doll", "d"),
        ("doll's houses", "d"),
        ("DH-77", "d"),
        ("battery", "c"),
    ],
)
def test_words_find_their_product_whatever_their_form(searcher: Bm25Searcher, text: str, best: str) -> None:
    assert ids(searcher, text)[0] == best


def test_any_of_the_words_is_enough_and_all_are_better(searcher: Bm25Searcher) -> None:
    assert ids(searcher, "wooden train zebra") == ["a", "b"]
    first, second = searcher.search(Query("wooden train zebra", "bm25", 10))
    assert first.score > second.score > 0
    assert (first.doc_id, first.chunk_id) == ("a", "a#0")


def test_a_title_counts_more_than_a_description(tmp_path: Path) -> None:
    toys = [(Product("1", "Something", description="kite"), 1.0), (Product("2", "kite", description="Something"), 1.0)]
    assert ids(written(tmp_path / "i", toys), "kite") == ["2", "1"]


@pytest.mark.parametrize(
    "text",
    [
        "title:train",
        "train AND (",
        '"train',
        "train^9",
        "/.*/",
        "tra*",
        "train~2",
        "+train -bridge",
        "[a TO b]",
        "\\",
        "{}",
        "train\x00",
    ],
)
def test_syntax_is_only_words(searcher: Bm25Searcher, text: str) -> None:
    assert set(ids(searcher, text)) <= {"a", "b", "d", "e"}
    if "train" in text:
        assert {"a", "b"} <= set(ids(searcher, text))


def test_a_minus_refuses_nothing_and_a_star_matches_nothing_else(searcher: Bm25Searcher) -> None:
    assert ids(searcher, "train -bridge")[0] == "b"
    assert ids(searcher, "tra*") == []


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(st.text(max_size=200))
def test_no_text_breaks_it(searcher: Bm25Searcher, text: str) -> None:
    assert len(ids(searcher, text, 3)) <= 3


def test_nothing_to_look_for(searcher: Bm25Searcher) -> None:
    assert ids(searcher, "") == ids(searcher, " !?* ") == ids(searcher, "train", k=0) == []


def test_words_without_a_wish_are_left_out_unless_there_are_no_others(searcher: Bm25Searcher) -> None:
    assert ids(searcher, "for a pokemon") == ["c"]
    assert ids(searcher, "for") == ids(searcher, "for the")
    assert set(ids(searcher, "for")) == {"b", "d", "e"}


def test_a_price_range_holds_at_both_ends_and_leaves_out_products_without_a_price(searcher: Bm25Searcher) -> None:
    everything = "wooden train bridge pokemon doll regular"
    assert set(ids(searcher, everything)) == {"a", "b", "c", "d", "e"}
    assert set(ids(searcher, everything, filters=Filters(max_price=Decimal("12.50")))) == {"b", "c", "e"}
    assert set(ids(searcher, everything, filters=Filters(max_price=Decimal("12.49")))) == {"c", "e"}
    assert set(ids(searcher, everything, filters=Filters(min_price=Decimal("12.50")))) == {"a", "b"}
    assert set(ids(searcher, everything, filters=Filters(min_price=Decimal(0)))) == {"a", "b", "c", "e"}
    assert ids(searcher, everything, filters=Filters(min_price=Decimal(9), max_price=Decimal(6))) == []


def test_filters_change_no_score(searcher: Bm25Searcher) -> None:
    wide = Filters(min_price=Decimal(0), exclude_ids=frozenset({"b"}))
    scores = {hit.doc_id: hit.score for hit in searcher.search(Query("wooden train", "bm25", 9))}
    filtered = {hit.doc_id: hit.score for hit in searcher.search(Query("wooden train", "bm25", 9, filters=wide))}
    assert filtered == {"a": pytest.approx(scores["a"])}


def test_excluded_products_make_room_for_others(searcher: Bm25Searcher) -> None:
    assert ids(searcher, "train", k=1, filters=Filters(exclude_ids=frozenset({"b"}))) == ["a"]


def test_equal_scores_are_settled_by_id_however_many_share_the_last_place(tmp_path: Path) -> None:
    toys = [(Product(f"{number:03d}", "red kite"), 1.0) for number in range(200)]
    random.Random(3).shuffle(toys)
    searcher = written(tmp_path / "i", [(Product("zz", "red kite kite"), 1.0), *toys])
    assert ids(searcher, "red kite", k=5) == ["zz", "000", "001", "002", "003"]


@pytest.mark.parametrize("text", ["1000 piece puzzle", "1,000pcs puzzle", "1000-Piece puzzle", "1000pc puzzle"])
def test_pieces_are_found_however_they_are_written(tmp_path: Path, text: str) -> None:
    titles = ("Puzzle (500 Pieces)", "Puzzle 1,000 Pieces", "1000pc Puzzle", "Puzzle 10000 pcs")
    toys = [(Product(str(number), title), 1.0) for number, title in enumerate(titles)]
    assert set(ids(written(tmp_path / "i", toys), text, k=2)) == {"1", "2"}


def test_a_folder_without_an_index_is_a_clear_error(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "nothing"):
        with pytest.raises(CatalogueDamagedError, match="import the products again"):
            Bm25Searcher.open(folder)


def test_a_folder_that_cannot_be_written_to_is_read_all_the_same(tmp_path: Path) -> None:
    written(tmp_path / "i", TOYS)
    for path in (tmp_path / "i").glob(".tantivy-*"):
        path.unlink()
        path.mkdir()  # in the way of the lock that the engine would make
    assert ids(Bm25Searcher.open(tmp_path / "i"), "pokemon") == ["c"]
