"""Growth as a picture: search and memory against the number of products."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from assistant.evaluation.plots import GRID, SHADES, picture, text, ticks
from benchmarks.growth.steps import Growth

_WIDTH, _HEIGHT, _TOP = 310, 190, 90
_LEFTS = (60, 470)


@dataclass(frozen=True, slots=True)
class _Line:
    """A named line through points; `dashed` where it is the lesser of two."""

    name: str
    points: Sequence[tuple[float, float]]
    dashed: bool = False


def growth_plot(growth: Growth) -> str:
    """Two charts, search on the left and memory on the right, over what the index finds (SVG)."""
    search = [
        _Line(f"search {name}, ms", [(step.products, step.search_ms[name]) for step in growth.steps], name != "p50")
        for name in ("p50", "p95")
    ]
    memory = _Line("memory of the answering process, MB", [(step.products, step.memory_mb) for step in growth.steps])
    recalls = ", ".join(f"{step.products:,}: {step.recall_at_10:.3f} ({step.index})" for step in growth.steps)
    below = text(20, _TOP + _HEIGHT + 60, f"recall@10 against exact search: {recalls}")
    charts = (*_chart(search, _LEFTS[0]), *_chart([memory], _LEFTS[1]))
    return picture("A growing catalogue: search and memory", _TOP + _HEIGHT + 90, (*charts, below))


def _chart(lines: Sequence[_Line], left: float) -> Iterator[str]:
    """The number of products from left to right in powers of ten, values from nought upwards."""
    sizes = [x for x, _ in lines[0].points]
    most = max((y for line in lines for _, y in line.points), default=0.0) or 1.0
    low, span = math.log10(min(sizes)), math.log10(max(sizes) / min(sizes)) or 1.0

    def at(size: float, value: float) -> tuple[float, float]:
        return left + _WIDTH * (math.log10(size) - low) / span, _TOP + _HEIGHT * (1 - value / most)

    for tick in ticks(most):
        y = at(sizes[0], tick)[1]
        yield f'<path d="M{left} {y:.1f}h{_WIDTH}" stroke="{GRID}"/>'
        yield text(left - 6, y + 4, f"{tick:g}", anchor="end")
    for size in sizes:
        yield text(at(size, 0)[0], _TOP + _HEIGHT + 18, f"{size:,.0f}", anchor="middle")
    for number, line in enumerate(lines):
        yield _curve([at(*point) for point in line.points], SHADES[number], line.dashed)
    yield text(left, _TOP - 12, " and ".join(line.name + (" (dashed)" if line.dashed else "") for line in lines))


def _curve(points: Sequence[tuple[float, float]], shade: str, dashed: bool) -> str:
    path = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    dots = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{shade}"/>' for x, y in points)
    dash = ' stroke-dasharray="5 4"' if dashed else ""
    return f'<path d="M{path}" fill="none" stroke="{shade}" stroke-width="2"{dash}/>{dots}'
