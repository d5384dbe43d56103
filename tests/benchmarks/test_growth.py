"""Products that are made up to measure with: always the same ones, like real ones, and gone afterwards."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from fakes import HashingEmbedder

from assistant.catalogue.chunking import chunks
from assistant.catalogue.vector_file import Vectors, VectorWriter
from assistant.errors import AssistantError
from assistant.schema import Chunk, Hit, Price, Product
from benchmarks.growth.__main__ import main
from benchmarks.growth.curves import growth_plot
from benchmarks.growth.growing import grow_catalogue
from benchmarks.growth.steps import Growth, Step, exact_nearest, recall_at_10
from benchmarks.growth.varied_catalogue import Variants, VariedEmbedder, likeness

SVG = "{http://www.w3.org/2000/svg}"
TOYS = "title,price\nCedar Train,£24\nSteel Chess Set,£39\nBlue Kite,£7\nWoolly Bear,\n"
EMBEDDER = HashingEmbedder(32)
TRAINS, PUZZLES = ("Hobbies", "Trains", "Wooden"), ("Games", "Puzzles")
PRODUCTS = (
    Product("t1", "Cedar Wooden Train Set", category=TRAINS, price=Price(Decimal("24.99"), "GBP"), rating=4.5),
    Product("t2", "Blue Diamond Express Locomotive", category=TRAINS, price=Price(Decimal("9.50"), "GBP")),
    Product("p1", "Castle Puzzle for Rainy Afternoons", category=PUZZLES, description="Forty pieces of thick card."),
    Product("p2", "Map of the Moon Jigsaw", category=PUZZLES, price=Price(Decimal("0.01"), "GBP")),
)


def vectors_of(products: tuple[Product, ...]) -> Vectors:
    return EMBEDDER.embed([chunks(product)[0].text for product in products])


def test_variants_are_new_products_of_the_same_kind_and_the_same_ones_every_time() -> None:
    variants = Variants(PRODUCTS, vectors_of(PRODUCTS))
    made = list(variants.products(200))
    assert made == list(variants.products(200))
    assert len({product.id for product in made} - {product.id for product in PRODUCTS}) == 200
    words: dict[tuple[str, ...], set[str]] = {
        kind: {word for product in PRODUCTS if product.category == kind for word in product.title.split()}
        for kind in (TRAINS, PUZZLES)
    }
    for number, product in enumerate(made):
        origin = PRODUCTS[number % 4]
        assert (product.category, product.rating) == (origin.category, origin.rating)
        assert set(product.title.split()) <= words[product.category]
        assert (product.price is None) == (origin.price is None)
    texts = [chunks(product)[0].text for product in made[:80]]
    rows = VariedEmbedder(variants, "hashing-32").embed(texts)
    np.testing.assert_array_equal(rows, VariedEmbedder(variants, "hashing-32").embed(texts))
    assert all((rows @ variants.vectors.T)[number, number % 4] > 0.6 for number in range(80))


def test_likeness_tells_real_from_varied() -> None:
    rows = unit_rows(5, 200, 16)
    spread = [Product(f"s{number}", "Kite") for number in range(200)]
    apart = likeness(Variants(spread, rows))
    assert likeness(Variants(spread, np.repeat(rows[:4], 50, axis=0)))["real"] == (1.0, 1.0)
    assert apart["real"][1] < apart["real"][0] < 0.95
    assert apart["varied"][0] < 1


def unit_rows(seed: int, count: int, dimension: int) -> Vectors:
    rows = np.random.default_rng(seed).standard_normal((count, dimension), np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    return rows


def test_recall_counts_what_a_search_misses_of_the_exact_nearest(tmp_path: Path) -> None:
    rows, asked = unit_rows(2, 900, 8), unit_rows(3, 20, 8)
    names = [(f"d{number // 3:03d}", number % 3) for number in range(900)]
    writer = VectorWriter(tmp_path / "vectors", "hashing-8", 8)
    writer.add([Chunk(doc, f"{doc}#{part}", "") for doc, part in names], rows, [bytes(16)] * 900, [1.0] * 900)
    writer.close()
    best = (rows @ asked.T).reshape(300, 3, 20).max(axis=1)
    by_hand = [[f"d{doc:03d}" for doc in np.argsort(-scores)[:11]] for scores in best.T]
    assert exact_nearest(tmp_path / "vectors", asked) == [frozenset(ids[:10]) for ids in by_hand]

    def nearest(vector: Vectors, k: int, skipped: int = 0) -> list[Hit]:
        (at,) = np.flatnonzero((asked == vector).all(axis=1))
        return [Hit(doc, f"{doc}#0", 1.0) for doc in by_hand[at][skipped : k + skipped]]

    assert recall_at_10(tmp_path / "vectors", nearest, asked) == 1.0
    assert recall_at_10(tmp_path / "vectors", lambda vector, k: nearest(vector, k, skipped=1), asked) == 0.9


@pytest.mark.long
def test_a_small_catalogue_is_grown_measured_drawn_and_removed(
    catalogue_of: Callable[[str], Path], tmp_path: Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    (tmp_path / "scratch").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "scratch"))
    plot = tmp_path / "growth.svg"
    main(["--catalog", str(catalogue_of(TOYS)), "--size", "30", "--runs", "1", "--json", "--plot", str(plot)])
    (step,) = json.loads(capsys.readouterr().out)["steps"]
    assert (step["products"], step["chunks"], step["index"], step["recall_at_10"]) == (30, 30, "Flat", 1.0)
    assert 50 < step["memory_mb"] < 2_000
    assert "30: 1.000 (Flat)" in plot.read_text(encoding="utf-8")
    assert list((tmp_path / "scratch").iterdir()) == []


def test_a_measurement_that_fails_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(AssistantError, match=r"there is no catalogue in .*nowhere"):
        grow_catalogue(tmp_path / "nowhere", tmp_path / "catalogue", 10)
    assert list(tmp_path.iterdir()) == []


def step(products: int, p95: float, memory_mb: float) -> Step:
    ms = {"p50": p95 / 2, "p95": p95, "p99": p95 * 2}
    return Step(products, products, "Flat", 0.991, ms, ms, ms, ms, ms, memory_mb, 1.0, 2.0, 300.0, 20.0, "load 0.1")


def test_growth_is_drawn_as_curves_over_the_sizes() -> None:
    steps = (step(10_000, 8, 250), step(100_000, 16, 400), step(500_000, 40, 900))
    growth = Growth(steps, {"real": (0.8, 0.7), "varied": (0.8, 0.7)})
    drawn: Any = ElementTree.fromstring(growth_plot(growth))
    curves = [path.get("d") for path in drawn.iter(f"{SVG}path") if path.get("fill") == "none"]
    p50, p95, memory = ([tuple(map(float, pair.split())) for pair in curve[1:].split("L")] for curve in curves)
    for points in (p50, p95, memory):
        across, down = zip(*points, strict=True)
        assert list(across) == sorted(across)
        assert list(down) == sorted(down, reverse=True)
    assert all(slow[1] < fast[1] for slow, fast in zip(p95, p50, strict=True))
    assert "100,000" in {element.text for element in drawn.iter(f"{SVG}text")}
    assert any(line.startswith("recall@10") and "0.9910" in line for line in growth.lines())


def test_growth_is_said_as_a_power_of_the_catalogue() -> None:
    growth = Growth((step(10_000, 8, 250), step(1_000_000, 80, 900)), {"real": (0.8, 0.7), "varied": (0.8, 0.7)})
    assert growth.power("search_ms") == pytest.approx(0.5)
    assert "the power 0.50 of the products" in "".join(growth.lines())
    alone = Growth((step(10_000, 8, 250),), growth.likeness)
    assert "power" not in "".join(alone.lines())
