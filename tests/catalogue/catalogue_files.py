"""Small files of products that the tests write, and a place to import them to."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
REAL_LIST = ROOT / ".." / "shared" / "data" / "toys_uk.csv"
UK_COLUMNS = (
    "uniq_id", "product_name", "amazon_category_and_sub_category", "manufacturer", "price",
    "number_available_in_stock", "number_of_reviews", "number_of_answered_questions", "average_review_rating",
    "product_information", "product_description", "customer_reviews",
)  # fmt: skip


def write_csv(
    path: Path, rows: Iterable[Mapping[str, object]], columns: Iterable[str] = (), delimiter: str = ","
) -> Path:
    """Rows as a CSV file; the columns are those named, or all that occur."""
    rows = list(rows)
    names = list(columns) or list(dict.fromkeys(name for row in rows for name in row))
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, names, restval="", delimiter=delimiter)
        writer.writeheader()
        writer.writerows(rows)
    return path


def toys(count: int, start: int = 0) -> list[dict[str, object]]:
    """Made-up toys in our own columns, all different, every seventh without a price."""
    kinds = (
        "wooden train",
        "jigsaw puzzle",
        "board game",
        "rag doll",
        "kite",
        "marble run",
        "tea set",
        "drum",
        "yo-yo",
    )
    colours = ("red", "blue", "green", "yellow", "orange")
    return [
        {
            "id": f"toy-{number:05d}",
            "title": f"{colours[number % 5].title()} {kinds[number % 9]} number {number}",
            "brand": f"Maker {number % 13}",
            "category": f"Toys > Kind {number % 9}",
            "price": "" if number % 7 == 0 else f"£{5 + number % 60}.99",
            "description": f"A {colours[number % 5]} {kinds[number % 9]} for children. Box {number}.",
        }
        for number in range(start, start + count)
    ]


def write_toys(path: Path, count: int, start: int = 0) -> Path:
    """`toys` as a file."""
    return write_csv(path, toys(count, start))
