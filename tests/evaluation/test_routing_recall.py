"""Toys or not, as the whole assistant decides it: on the project's own requests, and on real ones where they are."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from assistant import Assistant

ROOT = Path(__file__).resolve().parents[2]
OWN = ROOT / "benchmarks" / "data" / "toy_requests.csv"
REAL = ROOT / ".." / "shared" / "data" / "router_dev.csv"


def decided(shop: Assistant, path: Path, column: str = "text") -> list[tuple[dict[str, str], str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return [(row, shop.route(row[column][:2000]).intents[0].intent_type) for row in csv.DictReader(file)]


def test_own_toy_requests_are_product_queries(shop: Assistant) -> None:
    found = [kind for _, kind in decided(shop, OWN)]
    assert len(found) >= 240
    assert found.count("product_query") / len(found) >= 0.95


@pytest.mark.real_data
@pytest.mark.skipif(not REAL.exists(), reason=f"the real requests are absent: {REAL}")
@pytest.mark.parametrize(("intent_type", "recall"), [("out_of_domain", 0.97), ("greeting", 0.95)])
def test_real_requests_outside_toys_are_known(shop: Assistant, intent_type: str, recall: float) -> None:
    found = [kind for row, kind in decided(shop, REAL) if row["intent_type"] == intent_type]
    assert found.count(intent_type) / len(found) >= recall


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("hello", "greeting"), ("gaming laptop under 1500", "out_of_domain"), ("plush bath towels", "out_of_domain"),
        ("train tickets", "out_of_domain"), ("slime", "product_query"), ("poker chips", "product_query"),
        ("Hi, I'm looking for a doll's pram", "product_query"), ("zzzz under £1", "product_query"),
    ],
)  # fmt: skip
def test_plain_cases(shop: Assistant, text: str, kind: str) -> None:
    assert shop.route(text).intents[0].intent_type == kind
