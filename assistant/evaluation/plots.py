"""Figures as pictures: SVG, which every browser shows and which takes nothing but text to write."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from assistant.errors import SettingsError

if TYPE_CHECKING:
    from assistant.evaluation.answering import Percentiles
    from assistant.evaluation.known_items import KnownItemFigures
    from benchmarks.growth.steps import Growth

WIDTH = 860
_LEFT, _RIGHT, _ROW, _HEAD = 150, 170, 26, 64
_LINES_HEIGHT, _LINES_WIDTH = 190, 370
# Darkest first; told apart without colour too.
_SHADES = ("#1b4965", "#62a0c4", "#c3dcea")
_METRICS = {"RR@10": "MRR@10", "R@1": "recall@1", "R@10": "recall@10", "R@100": "recall@100"}
_INK, _GRID = "#222222", "#dddddd"
_TICKS = 5


@dataclass(frozen=True, slots=True)
class Line:
    """A named line through points; `dashed` where it is the lesser of two."""

    name: str
    points: Sequence[tuple[float, float]]
    dashed: bool = False


def check(path: Path) -> None:
    """`SettingsError` where a plot cannot be written to this file, told before anything is measured."""
    if path.suffix.lower() != ".svg":
        raise SettingsError(f"{path} cannot be written: the plot is an SVG. Name a file that ends in .svg.")
    if not path.parent.is_dir():
        raise SettingsError(f"{path} cannot be written: there is no folder {path.parent}.")


def write(path: Path, svg: str) -> None:
    """Writes a plot; `SettingsError` where that is not possible."""
    try:
        path.write_text(svg, encoding="utf-8")
    except OSError as error:
        raise SettingsError(f"{path} cannot be written: {error.strerror}. Choose another file with --plot.") from error


def bench_plot(title: str, latencies_ms: Mapping[str, Percentiles], growth: Growth | None) -> str:
    """How long each stage takes, and where it was measured, how search and memory grow with the catalogue."""
    bars, height = _bars(latencies_ms), _HEAD + _ROW * (len(latencies_ms) + 2)
    if growth is None:
        return _picture(title, height, bars)
    curves = _curves(growth, top=height + 40)
    return _picture(title, height + 40 + _LINES_HEIGHT + 70, (*bars, *curves))


def evaluation_plot(products: int, figures: KnownItemFigures | None) -> str:
    """Each metric of each component of the search with its 95 % interval; without reviews, a line that says so."""
    title = f"{products:,} products: a buyer's review must find its product (95 % intervals)"
    if figures is None:
        return _picture(title, _HEAD + _ROW, [_text(20, _HEAD, "the catalogue has no reviews to ask with")])
    metrics = list(next(iter(figures.components.values())))
    rows = [(metric, name) for metric in metrics for name in figures.components]
    parts = list(_axis(_ticks(1.0), 1.0, len(rows), ""))
    for number, (metric, name) in enumerate(rows):
        figure = figures.components[name][metric]
        if name == next(iter(figures.components)):
            parts.append(_text(20, _middle(number), _METRICS.get(metric, metric), bold=True))
        parts += _interval(number, name, figure.mean, figure.low, figure.high)
    return _picture(title, _HEAD + _ROW * (len(rows) + 2), parts)


def _bars(latencies_ms: Mapping[str, Percentiles]) -> list[str]:
    """A row for each stage: p99 behind p95 behind p50, and the three numbers beside them."""
    most = max((max(values.values()) for values in latencies_ms.values()), default=0.0) or 1.0
    parts = list(_axis(_ticks(most), most, len(latencies_ms), " ms"))
    for number, (name, values) in enumerate(latencies_ms.items()):
        slowest_first = reversed(list(zip(values.values(), _SHADES, strict=False)))
        parts.append(_text(_LEFT - 10, _middle(number), name, anchor="end"))
        parts += [_bar(number, _x(value, most), shade) for value, shade in slowest_first]
        parts.append(_text(WIDTH - _RIGHT + 12, _middle(number), " / ".join(f"{v:.1f}" for v in values.values())))
    names = " / ".join(next(iter(latencies_ms.values()), {}))
    return [*parts, _text(WIDTH - _RIGHT + 12, _HEAD - 10, f"{names} ms")]


def _bar(number: int, end: float, shade: str) -> str:
    top = _HEAD + number * _ROW + 5
    return f'<rect x="{_LEFT}" y="{top}" width="{max(end - _LEFT, 0):.1f}" height="{_ROW - 10}" fill="{shade}"/>'


def _interval(number: int, name: str, mean: float, low: float, high: float) -> Iterable[str]:
    """A dot with its whiskers, its name and its numbers."""
    y = _HEAD + number * _ROW + _ROW / 2
    yield _text(_LEFT - 10, _middle(number), name, anchor="end")
    yield f'<path d="M{_x(low, 1.0):.1f} {y}H{_x(high, 1.0):.1f}" stroke="{_SHADES[1]}" stroke-width="3"/>'
    yield f'<circle cx="{_x(mean, 1.0):.1f}" cy="{y}" r="5" fill="{_SHADES[0]}"/>'
    yield _text(WIDTH - _RIGHT + 12, _middle(number), f"{mean:.3f} ({low:.3f} to {high:.3f})")


def _axis(ticks: Sequence[float], most: float, rows: int, unit: str) -> Iterable[str]:
    """Upright lines behind so many rows, each under its number."""
    bottom = _HEAD + rows * _ROW
    for tick in ticks:
        x = _x(tick, most)
        yield f'<path d="M{x:.1f} {_HEAD}V{bottom}" stroke="{_GRID}"/>'
        yield _text(x, bottom + 18, f"{tick:g}{unit}", anchor="middle")


def _curves(growth: Growth, top: float) -> Iterable[str]:
    """Search and memory against the number of products."""
    search = [
        Line(f"search {name}, ms", [(step.products, step.search_ms[name]) for step in growth.steps], name != "p50")
        for name in ("p50", "p95")
    ]
    memory = Line("memory of the answering process, MB", [(step.products, step.memory_mb) for step in growth.steps])
    yield from _lines(search, left=60, top=top)
    yield from _lines([memory], left=60 + _LINES_WIDTH + 40, top=top)
    recalls = ", ".join(f"{step.products:,}: {step.recall_at_10:.3f} ({step.index})" for step in growth.steps)
    yield _text(20, top + _LINES_HEIGHT + 60, f"recall@10 against exact search: {recalls}")


def _lines(lines: Sequence[Line], left: float, top: float) -> Iterable[str]:
    """A small chart: the number of products from left to right in powers of ten, values from nought upwards."""
    width, height = _LINES_WIDTH - 60, _LINES_HEIGHT
    sizes = [x for x, _ in lines[0].points]
    most = max((y for line in lines for _, y in line.points), default=0.0) or 1.0
    low, span = math.log10(min(sizes)), math.log10(max(sizes) / min(sizes)) or 1.0

    def at(size: float, value: float) -> tuple[float, float]:
        return left + width * (math.log10(size) - low) / span, top + height * (1 - value / most)

    for tick in _ticks(most):
        y = at(sizes[0], tick)[1]
        yield f'<path d="M{left} {y:.1f}h{width}" stroke="{_GRID}"/>' + _text(
            left - 6, y + 4, f"{tick:g}", anchor="end"
        )
    for size in sizes:
        yield _text(at(size, 0)[0], top + height + 18, f"{size:,.0f}", anchor="middle")
    for number, line in enumerate(lines):
        yield _curve([at(*point) for point in line.points], _SHADES[number], line.dashed)
    yield _text(left, top - 12, " and ".join(line.name + (" (dashed)" if line.dashed else "") for line in lines))


def _curve(points: Sequence[tuple[float, float]], shade: str, dashed: bool) -> str:
    path = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    dots = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{shade}"/>' for x, y in points)
    dash = ' stroke-dasharray="5 4"' if dashed else ""
    return f'<path d="M{path}" fill="none" stroke="{shade}" stroke-width="2"{dash}/>{dots}'


def _ticks(most: float) -> list[float]:
    """Round numbers from nought up to the largest value, five or so."""
    rough = most / _TICKS
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough)
    return [number * step for number in range(math.floor(most / step * (1 + 1e-9)) + 1)]


def _x(value: float, most: float) -> float:
    return _LEFT + (WIDTH - _LEFT - _RIGHT) * value / most


def _middle(number: int) -> float:
    """The base line of a row's text."""
    return _HEAD + number * _ROW + _ROW / 2 + 4


def _text(x: float, y: float, text: str, *, anchor: str = "start", bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{weight}>{escape(text)}</text>'


def _picture(title: str, height: float, parts: Iterable[str]) -> str:
    """The whole file; whoever cannot see it is told its title."""
    size = f'width="{WIDTH}" height="{height:.0f}" viewBox="0 0 {WIDTH} {height:.0f}"'
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label={quoteattr(title)}'
            f' font-family="sans-serif" font-size="13" fill="{_INK}">',
            f'<rect width="{WIDTH}" height="{height:.0f}" fill="white"/>',
            f'<text x="20" y="30" font-size="17" font-weight="bold">{escape(title)}</text>',
            *parts,
            "</svg>\n",
        )
    )
