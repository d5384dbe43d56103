"""Products that are made up to measure with: always the same ones, like real ones, and gone afterwards."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

import numpy as np
import pytest
from fakes import HashingEmbedder

from assistant import Settings, resources
from assistant.catalogue.chunking import chunks
from assistant.catalogue.importing import import_catalogue
from assistant.catalogue.store import CatalogueStore
from assistant.catalogue.vector_file import Vectors, VectorWriter
from assistant.errors import AssistantError
from assistant.evaluation import product_lists
from assistant.evaluation.processes import peak_memory_mb
from assistant.retrieval.embedding import OnnxEmbedder
from assistant.retrieval.vectors import VectorSearcher
from assistant.schema import AgeRange, Chunk, Hit, PlayerRange, Price, Product
from benchmarks.growth.growing import grow_catalogue
from benchmarks.growth.steps import Growth, exact_nearest, grow, recall_at_10
from benchmarks.growth.varied_catalogue import Variants, VariedEmbedder, likeness, seeds

EMBEDDER = HashingEmbedder(32)
TRAINS, PUZZLES = ("Hobbies", "Trains", "Wooden"), ("Games", "Puzzles")
PRODUCTS = (
    Product("t1", "Cedar Wooden Train Set", category=TRAINS, price=Price(Decimal("24.99"), "GBP"), rating=4.5),
    Product("t2", "Blue Diamond Express Locomotive", category=TRAINS, price=Price(Decimal("9.50"), "GBP")),
    Product("p1", "Castle Puzzle for Rainy Afternoons", category=PUZZLES, description="Forty pieces of thick card."),
    Product("p2", "Map of the Moon Jigsaw", category=PUZZLES, price=Price(Decimal("0.01"), "GBP")),
)


def text_of(product: Product) -> str:
    return chunks(product)[0].text


@pytest.fixture(scope="module")
def variants() -> Variants:
    return Variants(PRODUCTS, EMBEDDER.embed([text_of(product) for product in PRODUCTS]))


def test_variants_are_new_products_of_the_same_kind_and_the_same_ones_every_time(variants: Variants) -> None:
    made = list(variants.products(200))
    assert made == list(variants.products(200))
    assert made[150] == variants.product(150)
    assert len({product.id for product in made}) == 200
    assert not {product.id for product in made} & {product.id for product in PRODUCTS}
    for number, product in enumerate(made):
        origin = PRODUCTS[number % 4]
        assert (product.category, product.rating) == (origin.category, origin.rating)
        assert len(product.title.split()) == len(origin.title.split())


def test_the_words_of_a_variant_are_those_of_its_category(variants: Variants) -> None:
    of_kind: dict[tuple[str, ...], set[str]] = {
        kind: {word for product in PRODUCTS if product.category == kind for word in product.title.split()}
        for kind in (TRAINS, PUZZLES)
    }
    made = list(variants.products(200))
    assert all(set(product.title.split()) <= of_kind[product.category] for product in made)
    changed = sum(product.title != PRODUCTS[number % 4].title for number, product in enumerate(made))
    assert 60 < changed < 200


def test_the_prices_of_variants_are_around_those_of_their_origins(variants: Variants) -> None:
    for number, product in enumerate(variants.products(100)):
        origin = PRODUCTS[number % 4].price
        assert (product.price is None) == (origin is None)
        if product.price and origin:
            assert product.price.currency == "GBP"
            assert Decimal("0.01") <= product.price.amount <= origin.amount * Decimal("1.5") + Decimal("0.01")
    assert len({product.price for product in variants.products(100)}) > 40


def test_vectors_of_variants_are_near_their_origins(variants: Variants) -> None:
    texts = [text_of(product) for product in variants.products(80)]
    rows = VariedEmbedder(variants, "hashing-32").embed(texts)
    np.testing.assert_array_equal(rows, VariedEmbedder(variants, "hashing-32").embed(texts))
    np.testing.assert_allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-6)
    cosines = rows @ variants.vectors.T
    assert all(cosines[number, number % 4] > 0.6 for number in range(80))
    assert len(np.unique(rows, axis=0)) == 80


def test_a_further_chunk_has_a_vector_of_its_own(variants: Variants) -> None:
    first, second = variants.vector("Cedar Duck. nothing but words"), variants.vector("Cedar Duck. other words")
    assert np.linalg.norm(first) == pytest.approx(1, abs=1e-6)
    assert not np.array_equal(first, second)


def test_likeness_tells_real_from_varied() -> None:
    rows = unit_rows(5, 200, 16)
    spread = [Product(f"s{number}", "Kite") for number in range(200)]
    apart = likeness(Variants(spread, rows))
    alike = likeness(Variants(spread, np.repeat(rows[:4], 50, axis=0)))
    assert alike["real"] == (1.0, 1.0)
    assert apart["real"][1] < apart["real"][0] < 0.95
    assert apart["varied"][0] < 1


def test_a_product_list_is_read_as_it_was_written(tmp_path: Path) -> None:
    written = Product(
        "a-1", 'A "Quoted", Toy', brand="Ash & Elm", category=TRAINS, price=Price(Decimal("1299.00"), "EUR"),
        rating=4.5, rating_count=1200, age=AgeRange(18, 72), players=PlayerRange(2, 4), pieces=46, material="beech",
        features=("turns", "floats, too"), description="Line one; line two.", model_number="R4410A",
    )  # fmt: skip
    sparse = Product("a-2", "Plain Kite", age=AgeRange(36, None), players=PlayerRange(2, None))
    young = Product("a-3", "Rattle", age=AgeRange(None, 24), players=PlayerRange(None, 2))
    assert product_lists.write(tmp_path / "list.csv", [written, sparse, young]) == 3
    import_catalogue(tmp_path / "list.csv", tmp_path / "catalogue", embedder=EMBEDDER)
    store = CatalogueStore.open(tmp_path / "catalogue")
    read = store.products(["a-1", "a-2", "a-3"])
    assert read[:2] == [written, sparse]
    assert (read[2].age, read[2].players) == (young.age, None)


def unit_rows(seed: int, count: int, dimension: int) -> Vectors:
    rows = np.random.default_rng(seed).standard_normal((count, dimension), np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    return rows


def test_the_exact_nearest_are_products_each_by_its_best_chunk(tmp_path: Path) -> None:
    rows, asked = unit_rows(2, 900, 8), unit_rows(3, 20, 8)
    names = [(f"d{number // 3:03d}", number % 3) for number in range(900)]
    writer = VectorWriter(tmp_path / "vectors", "hashing-8", 8)
    writer.add([Chunk(doc, f"{doc}#{part}", "") for doc, part in names], rows, [bytes(16)] * 900, [1.0] * 900)
    writer.close()
    best = (rows @ asked.T).reshape(300, 3, 20).max(axis=1)
    by_hand = [frozenset(f"d{doc:03d}" for doc in np.argsort(-scores)[:10]) for scores in best.T]
    assert exact_nearest(tmp_path / "vectors", asked) == by_hand


def test_recall_is_whole_where_every_vector_is_compared_and_counts_what_an_index_misses(
    demo_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = CatalogueStore.open(demo_folder).vectors_folder
    asked = ("a red kite", "something for a bath", "wooden train", "chess", "a doll")
    assert recall_at_10(folder, asked) == 1.0
    monkeypatch.setattr(VectorSearcher, "nearest", without_the_best)
    assert recall_at_10(folder, asked) == 0.9


search_all = VectorSearcher.nearest


def without_the_best(searcher: VectorSearcher, vector: Vectors, k: int) -> list[Hit]:
    return search_all(searcher, vector, k)[1:]


@pytest.fixture(scope="module")
def grown(
    catalogue_of: Callable[[str], Path], tmp_path_factory: pytest.TempPathFactory
) -> tuple[Growth, list[str], list[Path]]:
    """A catalogue of four toys grown to thirty, what was told on the way, and what it left behind."""
    told: list[str] = []
    folder = catalogue_of("title,price\nCedar Train,£24\nSteel Chess Set,£39\nBlue Kite,£7\nWoolly Bear,\n")
    scratch = tmp_path_factory.mktemp("scratch")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tempfile, "tempdir", str(scratch))
        settings = Settings(home=tmp_path_factory.mktemp("home"))
        figures = grow(folder, settings, (30,), runs=1, on_progress=lambda step, _done, _total: told.append(step))
    return figures, told, list(scratch.iterdir())


def test_growing_measures_every_size_and_leaves_nothing_behind(
    grown: tuple[Growth, list[str], list[Path]],
) -> None:
    growth, told, left = grown
    (step,) = growth.steps
    assert (step.products, step.chunks, step.index, step.recall_at_10) == (30, 30, "Flat", 1.0)
    for values in (step.search_ms, step.search_cpu_ms, step.vector_ms, step.bm25_ms, step.turn_ms):
        assert 0 < values["p50"] <= values["p95"] <= values["p99"]
    assert step.search_ms["p50"] > step.bm25_ms["p50"]
    assert 50 < step.memory_mb < 2_000
    assert 0 < step.disk_mb < 10
    assert told == ["growing to 30"]
    assert left == []


def test_the_table_of_growth_says_what_is_made_up(grown: tuple[Growth, list[str], list[Path]]) -> None:
    text = grown[0].as_text()
    assert "were not encoded" in text
    assert "Likeness" in text
    assert all(
        name in text for name in ("recall@10", "search, p50 / p95 ms", "memory of the answering process", "Flat")
    )


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux keeps a high-water mark of each process")
def test_memory_is_that_of_the_measured_process_alone(demo_folder: Path, tmp_path: Path) -> None:
    held = np.ones(100_000_000)
    grown = grow_catalogue(demo_folder, tmp_path / "catalogue", 50)
    assert peak_memory_mb() > held.nbytes / 2**20
    assert 50 < grown.import_memory_mb < 600


def test_a_measurement_that_fails_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(AssistantError, match=r"Measuring failed: there is no catalogue in .*nowhere"):
        grow_catalogue(tmp_path / "nowhere", tmp_path / "catalogue", 10)
    assert list(tmp_path.iterdir()) == []


def test_seeds_are_the_products_with_the_vectors_of_their_first_chunks(demo_folder: Path) -> None:
    variants, store = seeds(demo_folder), CatalogueStore.open(demo_folder)
    assert len(variants.vectors) == len(store)
    embedder = OnnxEmbedder(resources.MODEL, threads=1)
    product = store.products(store.ids)[7]
    np.testing.assert_array_equal(variants.vectors[7], embedder.embed([text_of(product)])[0])
