"""Products as a list in the program's own columns: what an import is timed with."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from pathlib import Path

from assistant.schema import AgeRange, PlayerRange, Product

COLUMNS = (
    "id", "title", "brand", "category", "price", "currency", "rating", "rating_count", "age", "players", "pieces",
    "material", "features", "description", "model_number",
)  # fmt: skip


def write(path: Path, products: Iterable[Product]) -> None:
    """Writes a CSV of products, without their reviews, pictures and addresses."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        writer.writerows(map(_row, products))


def _row(product: Product) -> Mapping[str, object]:
    price = product.price
    cells = {name: getattr(product, name) for name in COLUMNS if hasattr(product, name)}
    return {
        **{name: "" if value is None else value for name, value in cells.items()},
        "category": " > ".join(product.category),
        "price": price.amount if price else "",
        "currency": price.currency if price else "",
        "age": _ages(product.age),
        "players": _players(product.players),
        "features": " | ".join(product.features),
    }


def _ages(age: AgeRange | None) -> str:
    if age is None or (age.min_months is None and age.max_months is None):
        return ""
    if age.min_months is None:
        return f"up to {age.max_months} months"
    return f"{age.min_months} months - {age.max_months} months" if age.max_months else f"{age.min_months} months+"


def _players(players: PlayerRange | None) -> str:
    if players is None or players.min is None:
        return ""
    return f"{players.min}+" if players.max is None else f"{players.min}-{players.max}"
