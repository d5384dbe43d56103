from __future__ import annotations

import random
from collections.abc import Sequence
from decimal import Decimal
from math import nan
from pathlib import Path

import numpy as np
import pytest
from fakes import HashingEmbedder

from assistant.catalogue.vector_file import VectorWriter, index_recipe, map_vectors, read_chunks
from assistant.errors import CatalogueDamagedError, CatalogueVersionError
from assistant.retrieval.vectors import VectorSearcher, probes
from assistant.schema import Chunk, Filters, Query

EMBEDDER = HashingEmbedder(32)
TEXTS = {
    "a#0": ("wooden train set", 30.0),
    "a#1": ("bridge and tunnel", 30.0),
    "b#0": ("train bridge", 12.5),
    "c#0": ("plastic figure", 8.0),
    "d#0": ("wooden train set", nan),
}


def written(folder: Path, texts: dict[str, tuple[str, float]], *, exact_up_to: int = 100_000) -> VectorSearcher:
    writer = VectorWriter(folder, EMBEDDER.name, EMBEDDER.dimension, exact_up_to=exact_up_to)
    chunks = [Chunk(name.partition("#")[0], name, text) for name, (text, _) in texts.items()]
    for start in range(0, len(chunks), 3):
        part = chunks[start : start + 3]
        rows = EMBEDDER.embed([chunk.text for chunk in part])
        writer.add(part, rows, [bytes(16)] * len(part), [texts[chunk.chunk_id][1] for chunk in part])
    writer.close()
    return VectorSearcher.open(folder, EMBEDDER)


@pytest.fixture(scope="module")
def searcher(tmp_path_factory: pytest.TempPathFactory) -> VectorSearcher:
    return written(tmp_path_factory.mktemp("vectors") / "index", TEXTS)


def found(searcher: VectorSearcher, text: str, k: int = 10, filters: Filters | None = None) -> list[str]:
    return [hit.chunk_id for hit in searcher.search(Query(text, "vector", k, filters=filters or Filters()))]


def test_the_nearest_come_first_one_chunk_a_product(searcher: VectorSearcher) -> None:
    assert found(searcher, "train set of wood, wooden train set")[:2] == ["a#0", "d#0"]
    assert found(searcher, "bridge and tunnel")[0] == "a#1"
    assert sorted(name[0] for name in found(searcher, "bridge and tunnel")) == ["a", "b", "c", "d"]


def test_scores_are_inner_products(searcher: VectorSearcher) -> None:
    (hit,) = searcher.search(Query("train bridge", "vector", 1))
    assert (hit.doc_id, hit.chunk_id) == ("b", "b#0")
    assert hit.score == pytest.approx(1.0, abs=1e-5)


def test_a_price_range_holds_at_both_ends_and_leaves_out_products_without_a_price(searcher: VectorSearcher) -> None:
    assert set(found(searcher, "wooden train set", filters=Filters(max_price=Decimal("12.50")))) == {"b#0", "c#0"}
    assert set(found(searcher, "wooden train set", filters=Filters(max_price=Decimal("12.49")))) == {"c#0"}
    assert set(found(searcher, "wooden train set", filters=Filters(min_price=Decimal("12.5")))) == {"a#0", "b#0"}
    assert found(searcher, "train", filters=Filters(min_price=Decimal(9), max_price=Decimal(8))) == []


def test_excluded_products_make_room_for_others(searcher: VectorSearcher) -> None:
    assert found(searcher, "wooden train set", 1, Filters(exclude_ids=frozenset({"a", "d"}))) == ["b#0"]


def test_nothing_to_look_for(searcher: VectorSearcher) -> None:
    assert found(searcher, "  ") == found(searcher, "train", k=0) == []


def test_products_with_many_chunks_do_not_crowd_out_others(tmp_path: Path) -> None:
    texts = {f"a#{number}": ("red kite", 1.0) for number in range(300)} | {
        f"b{n}#0": ("red ball", 1.0) for n in range(5)
    }
    hits = found(written(tmp_path / "i", texts), "red kite", k=4)
    assert hits == ["a#0", "b0#0", "b1#0", "b2#0"]


def test_equal_scores_are_settled_by_chunk_id_however_many_share_the_last_place(tmp_path: Path) -> None:
    names = [f"{number:03d}#0" for number in range(200)]
    random.Random(3).shuffle(names)
    searcher = written(tmp_path / "i", dict.fromkeys(names, ("red kite", 1.0)))
    assert found(searcher, "red kite", k=5) == ["000#0", "001#0", "002#0", "003#0", "004#0"]
    assert found(searcher, "red kite", 3, Filters(max_price=Decimal(1))) == ["000#0", "001#0", "002#0"]


def test_vectors_of_another_encoder_are_refused(tmp_path: Path) -> None:
    written(tmp_path / "i", TEXTS)
    with pytest.raises(CatalogueVersionError, match="made with the encoder hashing-32, not other-32; import it again"):
        VectorSearcher.open(tmp_path / "i", HashingEmbedder(32, name="other"))


def test_a_folder_without_vectors_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(CatalogueDamagedError, match="import the products again"):
        VectorSearcher.open(tmp_path, EMBEDDER)


def test_vectors_and_keys_can_be_read_again(tmp_path: Path) -> None:
    written(tmp_path / "i", TEXTS)
    np.testing.assert_array_equal(map_vectors(tmp_path / "i", 32), EMBEDDER.embed([text for text, _ in TEXTS.values()]))
    assert read_chunks(tmp_path / "i")["key"].to_pylist() == [bytes(16)] * 5


@pytest.mark.parametrize(
    ("count", "recipe"), [(1, "Flat"), (100_000, "Flat"), (100_001, "IVF632,SQfp16"), (500_000, "IVF1414,SQfp16")]
)
def test_the_index_is_chosen_by_size(count: int, recipe: str) -> None:
    assert index_recipe(count) == recipe


@pytest.mark.parametrize(
    ("lists", "share", "looked_at"),
    [(800, 1.0, 100), (800, 0.5, 200), (800, 0.01, 800), (10, 1.0, 2), (3, 1e-9, 3), (2000, 0.5, 256)],
)
def test_the_fewer_vectors_a_filter_leaves_the_more_lists_are_looked_at(
    lists: int, share: float, looked_at: int
) -> None:
    assert probes(lists, share) == looked_at


@pytest.fixture
def large(tmp_path: Path) -> VectorSearcher:
    return written(tmp_path / "i", MANY, exact_up_to=1_000)


def test_a_large_catalogue_is_searched_by_lists(large: VectorSearcher, tmp_path: Path) -> None:
    assert (tmp_path / "i" / "index.faiss").exists()
    assert found(large, MANY["0700#0"][0], k=3)[0] == "0700#0"
    (hit,) = large.search(Query(MANY["0700#0"][0], "vector", 1))
    assert hit.score == pytest.approx(1.0, abs=1e-3)


def test_a_tight_budget_still_yields_all_that_it_leaves(large: VectorSearcher) -> None:
    cheap = {name for name, (_, price) in MANY.items() if price <= 0}
    assert len(cheap) == 40
    assert set(found(large, MANY["0700#0"][0], 60, Filters(max_price=Decimal(0)))) == cheap
    assert found(large, MANY["0700#0"][0], 5, Filters(max_price=Decimal(-1))) == []


def test_equal_vectors_in_lists_are_settled_by_chunk_id(tmp_path: Path) -> None:
    texts = MANY | dict.fromkeys([f"t{number}#0" for number in range(40)], ("kite of red paper", 1.0))
    searcher = written(tmp_path / "i", texts, exact_up_to=1_000)
    assert found(searcher, "kite of red paper", k=4) == ["t0#0", "t1#0", "t10#0", "t11#0"]


def test_the_same_vectors_give_the_same_index(tmp_path: Path) -> None:
    written(tmp_path / "one", MANY, exact_up_to=1_000)
    written(tmp_path / "two", MANY, exact_up_to=1_000)
    assert (tmp_path / "one" / "index.faiss").read_bytes() == (tmp_path / "two" / "index.faiss").read_bytes()


def many(count: int) -> dict[str, tuple[str, float]]:
    generator = random.Random(1)
    words: Sequence[str] = [f"word{number}" for number in range(300)]
    return {f"{n:04d}#0": (" ".join(generator.sample(words, 8)), float(n % 50)) for n in range(count)}


MANY = many(2_000)
