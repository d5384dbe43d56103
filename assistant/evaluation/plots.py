"""Figures as pictures: SVG, which every browser shows and which takes nothing but text to write."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from assistant.errors import SettingsError

if TYPE_CHECKING:
    from assistant.evaluation.answering import Percentiles
    from assistant.evaluation.known_items import KnownItemFigures

WIDTH = 860
_LEFT, _RIGHT, _ROW, _HEAD = 150, 170, 26, 64
_BEHIND = WIDTH - _RIGHT + 12
# Darkest first; told apart without colour too.
SHADES = ("#1b4965", "#62a0c4", "#c3dcea")
INK, GRID = "#222222", "#dddddd"
_METRICS = {"RR@10": "MRR@10", "R@1": "recall@1", "R@10": "recall@10", "R@100": "recall@100"}


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


def bench_plot(title: str, latencies_ms: Mapping[str, Percentiles]) -> str:
    """A row for each stage: p99 behind p95 behind p50, and the three numbers beside them."""
    most = max((max(values.values()) for values in latencies_ms.values()), default=0.0) or 1.0
    parts = list(_axis(most, len(latencies_ms), " ms"))
    for number, (name, values) in enumerate(latencies_ms.items()):
        parts.append(text(_LEFT - 10, _line(number), name, anchor="end"))
        parts.append(text(_BEHIND, _line(number), " / ".join(f"{value:.1f}" for value in values.values())))
        for value, shade in reversed(list(zip(values.values(), SHADES, strict=False))):
            width, top = max(_x(value, most) - _LEFT, 0), _HEAD + number * _ROW + 5
            parts.append(f'<rect x="{_LEFT}" y="{top}" width="{width:.1f}" height="{_ROW - 10}" fill="{shade}"/>')
    names = " / ".join(next(iter(latencies_ms.values()), {}))
    parts.append(text(_BEHIND, _HEAD - 10, f"{names} ms"))
    return picture(title, _HEAD + _ROW * (len(latencies_ms) + 2), parts)


def evaluation_plot(products: int, figures: KnownItemFigures | None) -> str:
    """Each metric of each component of the search with its 95 % interval; without reviews, a line that says so."""
    title = f"{products:,} products: a buyer's review must find its product (95 % intervals)"
    if figures is None:
        return picture(title, _HEAD + _ROW, [text(20, _HEAD, "the catalogue has no reviews to ask with")])
    metrics = list(next(iter(figures.components.values())))
    rows = [(metric, name) for metric in metrics for name in figures.components]
    parts = list(_axis(1.0, len(rows), ""))
    for number, (metric, name) in enumerate(rows):
        if name == next(iter(figures.components)):
            parts.append(text(20, _line(number), _METRICS.get(metric, metric), bold=True))
        figure, y = figures.components[name][metric], _line(number) - 4
        mean, low, high = (_x(value, 1.0) for value in (figure.mean, figure.low, figure.high))
        parts.append(text(_LEFT - 10, _line(number), name, anchor="end"))
        parts.append(text(_BEHIND, _line(number), f"{figure.mean:.3f} ({figure.low:.3f} to {figure.high:.3f})"))
        parts.append(f'<path d="M{low:.1f} {y}H{high:.1f}" stroke="{SHADES[1]}" stroke-width="3"/>')
        parts.append(f'<circle cx="{mean:.1f}" cy="{y}" r="5" fill="{SHADES[0]}"/>')
    return picture(title, _HEAD + _ROW * (len(rows) + 2), parts)


def _axis(most: float, rows: int, unit: str) -> Iterator[str]:
    """Upright lines behind so many rows, each under its number."""
    bottom = _HEAD + rows * _ROW
    for tick in ticks(most):
        x = _x(tick, most)
        yield f'<path d="M{x:.1f} {_HEAD}V{bottom}" stroke="{GRID}"/>'
        yield text(x, bottom + 18, f"{tick:g}{unit}", anchor="middle")


def _x(value: float, most: float) -> float:
    return _LEFT + (WIDTH - _LEFT - _RIGHT) * value / most


def _line(number: int) -> float:
    """The base line of a row's text."""
    return _HEAD + number * _ROW + _ROW / 2 + 4


def ticks(most: float) -> Sequence[float]:
    """Round numbers from nought up to the largest value, five or so."""
    rough = most / 5
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough)
    return [number * step for number in range(math.floor(most / step * (1 + 1e-9)) + 1)]


def text(x: float, y: float, words: str, *, anchor: str = "start", bold: bool = False) -> str:
    """Words at a place of the picture."""
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{weight}>{escape(words)}</text>'


def picture(title: str, height: float, parts: Iterable[str]) -> str:
    """The whole file; whoever cannot see it is told its title."""
    size = f'width="{WIDTH}" height="{height:.0f}" viewBox="0 0 {WIDTH} {height:.0f}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label={quoteattr(title)}'
    style = f'font-family="sans-serif" font-size="13" fill="{INK}">'
    back = f'<rect width="{WIDTH}" height="{height:.0f}" fill="white"/>'
    name = f'<text x="20" y="30" font-size="17" font-weight="bold">{escape(title)}</text>'
    return "\n".join((f"{head} {style}", back, name, *parts, "</svg>\n"))
