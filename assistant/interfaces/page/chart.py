"""Price against rating as values: what the plot draws, and the same in words for those who cannot see it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from assistant.language.currencies import SYMBOLS, money
from assistant.schema import Budget, Pick

# The pick, the others and the words, on the light and on the dark page; the words are AA or better.
COLOURS = {"light": ("#a8431a", "#857a6e", "#2a2520"), "dark": ("#f0a37c", "#9d9184", "#f1ebe3")}
_LEAST = 3  # fewer points are no picture


@dataclass(frozen=True, slots=True)
class PointView:
    """One toy in the plot."""

    rank: int
    title: str
    price: float
    rating: float
    price_and_rating: str


@dataclass(frozen=True, slots=True)
class ChartView:
    """The points, the end of the budget where there is one, and all of it in words."""

    points: tuple[PointView, ...]
    currency: str
    budget: float | None
    alt: str


def chart_of(picks: Sequence[Pick], budget: Budget | None) -> ChartView | None:
    """The plot of a list; none where too few toys have a rating and a price in the money of the first."""
    currency = next((pick.price.currency for pick in picks if pick.price and pick.product.rating), "")
    points = tuple(
        PointView(
            pick.rank, pick.product.title, float(pick.price.amount), pick.product.rating,
            f"{money(pick.price)}, {pick.product.rating:.1f} stars",
        )
        for pick in picks
        if pick.price and pick.price.currency == currency and pick.product.rating
    )  # fmt: skip
    if len(points) < _LEAST:
        return None
    end = float(budget.max) if budget and budget.max is not None and budget.currency in ("", currency) else None
    points_text = "; ".join(f"{point.rank}. {point.title}: {point.price_and_rating}" for point in points)
    line = f" Your budget ends at {SYMBOLS.get(currency, '')}{end:g}." if end is not None else ""
    return ChartView(points, currency, end, f"Price against rating. {points_text}.{line}")


def spec(chart: ChartView, scheme: str) -> dict[str, Any]:
    """The plot in Vega-Lite, with its numbers in it: nothing in it moves and nothing is loaded."""
    rows = [
        {"rank": str(p.rank), "title": p.title, "price": p.price, "rating": p.rating, "top": p.rank == 1}
        for p in chart.points
    ]
    prices = [point.price for point in chart.points] + ([chart.budget] if chart.budget is not None else [])
    low = min(point.rating for point in chart.points)
    symbol = SYMBOLS.get(chart.currency, chart.currency)
    x = {"field": "price", "type": "quantitative", "title": f"Price in {symbol}",
         "scale": {"domain": [0, max(prices) * 1.08]}, "axis": {"tickCount": 5, "grid": False}}  # fmt: skip
    y = {"field": "rating", "type": "quantitative", "title": "Stars",
         "scale": {"domain": [max(0.0, int(low * 2 - 0.5) / 2), 5.1]}, "axis": {"tickCount": 4}}  # fmt: skip
    pick, other, ink = COLOURS.get(scheme, COLOURS["light"])
    colour = {"condition": {"test": "datum.top", "value": pick}, "value": other}
    named = {"title": "Toy", "price": "Price", "rating": "Stars"}
    tips = [{"field": field, "title": title} for field, title in named.items()]
    layers: list[dict[str, Any]] = [
        {
            "mark": {"type": "circle", "opacity": 1},
            "encoding": {
                "x": x, "y": y, "color": colour, "tooltip": tips,
                "size": {"condition": {"test": "datum.top", "value": 260}, "value": 120},
            },
        },
        {
            "mark": {"type": "text", "dx": 14, "fontSize": 13, "fontWeight": 600, "color": ink},
            "encoding": {"x": x, "y": y, "text": {"field": "rank"}},
        },
    ]  # fmt: skip
    if chart.budget is not None:
        layers += [
            {
                "data": {"values": [{"budget": chart.budget}]},
                "mark": {"type": "rule", "strokeDash": [5, 4], "strokeWidth": 1.5, "color": pick},
                "encoding": {"x": {"field": "budget", "type": "quantitative"}},
            },
            {
                "data": {"values": [{"budget": chart.budget, "said": "your budget"}]},
                "mark": {"type": "text", "align": "right", "dx": -5, "baseline": "top", "y": 2, "fontSize": 12,
                         "color": ink},
                "encoding": {"x": {"field": "budget", "type": "quantitative"}, "text": {"field": "said"}},
            },
        ]  # fmt: skip
    return {"data": {"values": rows}, "layer": layers}
