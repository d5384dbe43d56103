"""What is measured, and that the measures see what they are for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path
from typing import cast

import pytest
from fakes import HashingEmbedder

from assistant import Assistant, Settings
from assistant.catalogue.importing import import_catalogue
from assistant.catalogue.store import CatalogueStore
from assistant.evaluation import product_lists
from assistant.evaluation.answering import PERCENTILES
from assistant.evaluation.bench import BenchReport, bench
from assistant.evaluation.budget_compliance import BudgetFigures, measure_budgets
from assistant.evaluation.evaluate import Evaluation
from assistant.evaluation.known_items import METRICS, measure_known_items
from assistant.evaluation.questions import BUDGETS, PRODUCT_TYPES, QUESTIONS
from assistant.schema import AgeRange, Pick, PlayerRange, Price, Product, Response

TOYS = """title,price,rating,rating_count
Cedar Wooden Train Set,£24.99,4.6,210
Steel Chess Set,£39,4.8,12
Blue Diamond Kite,£7,4.4,31
Woolly Teddy Bear,,4.9,400
"""


@dataclass
class Shopkeeper:
    """Answers every question with the same picks, whatever the budget."""

    reply: Response
    picks: tuple[Pick, ...]

    def ask(self, _: str) -> Response:
        return replace(self.reply, products=list(self.picks), top_pick=self.picks[0] if self.picks else None)


def pick(amount: str | None) -> Pick:
    price = Price(Decimal(amount), "GBP") if amount else None
    return Pick(Product("t1", "Steel Robot", price=price), price, rank=1, score=1.0)


@pytest.fixture(scope="module")
def report(catalogue_of: Callable[[str], Path], tmp_path_factory: pytest.TempPathFactory) -> BenchReport:
    settings = Settings(home=tmp_path_factory.mktemp("bench-home"))
    return bench(catalogue_of(TOYS), settings, runs=1)


@pytest.mark.long
def test_the_bench_times_every_stage_of_many_turns(report: BenchReport) -> None:
    assert report.products == 4
    assert report.turns >= 300
    assert {"intake", "router", "planner", "retriever", "answerer", "total"} <= set(report.stages_ms)
    for values in (*report.stages_ms.values(), report.search_ms):
        ordered = [values[f"p{percentile}"] for percentile in PERCENTILES]
        assert ordered == sorted(ordered)
        assert ordered[0] >= 0
    assert report.stages_ms["total"]["p50"] >= report.stages_ms["retriever"]["p50"]
    assert 0.1 < report.start_to_first_answer_s < 60
    assert 50 < report.memory_mb < 4_000


@pytest.mark.long
def test_the_bench_prints_a_table(report: BenchReport) -> None:
    text = report.as_text()
    assert text.startswith("4 products, ")
    assert all(word in text for word in ("p50 ms", "p95 ms", "total", "search", "first answer", "memory"))


def test_the_questions_are_as_many_as_they_should_be() -> None:
    assert len(set(PRODUCT_TYPES)) == len(PRODUCT_TYPES) == 20
    assert len({words for words, _ in BUDGETS}) == len(BUDGETS) == 30
    assert all(str(amount) in words for words, amount in BUDGETS)
    assert len(set(QUESTIONS)) == len(QUESTIONS) >= 40


@pytest.mark.long
def test_the_demo_catalogue_breaks_no_budget(shop: Assistant) -> None:
    figures = measure_budgets(shop)
    assert figures.asked == 600
    assert figures.broken == ()
    assert figures.answered > 200
    assert figures.picks > 500


@pytest.mark.parametrize(
    ("amount", "broken"), [("0.50", 0), ("10", sum(amount < 10 for _, amount in BUDGETS) * 20), (None, 600)]
)
def test_a_shop_that_breaks_a_budget_is_seen(shop: Assistant, amount: str | None, broken: int) -> None:
    keeper = Shopkeeper(shop.ask("hello"), (pick(amount),))
    figures = measure_budgets(cast(Assistant, keeper))
    assert (figures.asked, figures.answered, figures.picks, len(figures.broken)) == (600, 600, 600, broken)
    if broken:
        assert "Steel Robot" in figures.broken[0]
        assert (amount or "no price") in figures.broken[0]


def test_a_shop_that_finds_nothing_breaks_nothing(shop: Assistant) -> None:
    figures = measure_budgets(cast(Assistant, Shopkeeper(shop.ask("hello"), ())))
    assert figures == BudgetFigures(asked=600, answered=0, picks=0, broken=())


def test_an_evaluation_names_what_broke() -> None:
    evaluation = Evaluation(4, BudgetFigures(600, 500, 900, ("kite within 5: Steel Robot at 6",)), None)
    assert evaluation.as_text().splitlines() == [
        "4 products",
        "budgets: 600 questions, 500 answered, 900 picks, 1 over budget or without a price",
        "  kite within 5: Steel Robot at 6",
        "known items: the catalogue has no reviews to ask with",
    ]


def test_reviews_find_their_products_and_each_component_has_its_intervals(shop: Assistant) -> None:
    figures = measure_known_items(shop)
    assert figures
    assert figures.queries >= 3
    assert set(figures.components) == {"bm25", "vectors", "fused", "reranked"}
    for metrics in figures.components.values():
        assert set(metrics) == set(METRICS)
        assert all(figure.low <= figure.mean <= figure.high for figure in metrics.values())
        assert metrics["R@1"].mean <= metrics["RR@10"].mean <= metrics["R@10"].mean <= metrics["R@100"].mean
    assert figures.components["reranked"]["R@100"].mean == 1


def test_a_product_list_is_read_as_it_was_written(tmp_path: Path) -> None:
    written = Product(
        "a-1", 'A "Quoted", Toy', brand="Ash & Elm", category=("Hobbies", "Trains"),
        price=Price(Decimal("1299.00"), "EUR"), rating=4.5, rating_count=1200, age=AgeRange(18, 72),
        players=PlayerRange(2, 4), pieces=46, material="beech", features=("turns", "floats, too"),
        description="Line one; line two.", model_number="R4410A",
    )  # fmt: skip
    sparse = Product("a-2", "Plain Kite", age=AgeRange(36, None), players=PlayerRange(2, None))
    young = Product("a-3", "Rattle", age=AgeRange(None, 24))
    product_lists.write(tmp_path / "list.csv", [written, sparse, young])
    import_catalogue(tmp_path / "list.csv", tmp_path / "catalogue", embedder=HashingEmbedder(32))
    read = CatalogueStore.open(tmp_path / "catalogue").products(["a-1", "a-2", "a-3"])
    assert read[:2] == [written, sparse]
    assert read[2].age == young.age
