"""The pictures show the figures, whatever the names in them, and refuse early what they cannot write."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from assistant.errors import SettingsError
from assistant.evaluation.known_items import Figure, KnownItemFigures
from assistant.evaluation.plots import bench_plot, check, evaluation_plot, write
from assistant.interfaces.cli import app
from benchmarks.growth.steps import Growth, Step

SVG = "{http://www.w3.org/2000/svg}"
LATENCIES = {
    "router": {"p50": 1.0, "p95": 2.0, "p99": 4.0},
    "<retriever> & \"co\"": {"p50": 10.0, "p95": 20.0, "p99": 40.0},
}  # fmt: skip


def step(products: int, p95: float, memory_mb: float) -> Step:
    ms = {"p50": p95 / 2, "p95": p95, "p99": p95 * 2}
    return Step(products, products, "Flat", 0.991, ms, ms, ms, ms, ms, memory_mb, 1.0, 2.0, 300.0, 20.0, "load 0.1")


GROWTH = Growth(
    (step(10_000, 8, 250), step(100_000, 16, 400), step(500_000, 40, 900)), {"real": (0.8, 0.7), "varied": (0.8, 0.7)}
)


def drawn(svg: str) -> Any:
    return ElementTree.fromstring(svg)


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in drawn(svg).iter(f"{SVG}text")]


def test_every_stage_has_its_bars_as_long_as_its_figures() -> None:
    svg = bench_plot("9 products", LATENCIES, None)
    bars = [float(bar.get("width")) for bar in drawn(svg).iter(f"{SVG}rect")][1:]
    assert len(bars) == 6
    longest = max(bars)
    assert [round(bar / longest, 3) for bar in bars] == [0.1, 0.05, 0.025, 1.0, 0.5, 0.25]
    assert {"router", "1.0 / 2.0 / 4.0", "10.0 / 20.0 / 40.0", "p50 / p95 / p99 ms"} <= set(texts(svg))


def test_names_and_titles_are_text_and_never_markup() -> None:
    svg = bench_plot('<script>alert("1")</script>', LATENCIES, None)
    assert "<script" not in svg
    assert '<script>alert("1")</script>' in texts(svg)
    assert '<retriever> & "co"' in texts(svg)
    assert drawn(svg).get("aria-label") == '<script>alert("1")</script>'


def test_growth_is_drawn_as_curves_over_the_sizes() -> None:
    svg = bench_plot("9 products", LATENCIES, GROWTH)
    curves = [path.get("d") for path in drawn(svg).iter(f"{SVG}path") if path.get("fill") == "none"]
    assert len(curves) == 3
    p50, p95, memory = ([tuple(map(float, pair.split())) for pair in curve[1:].split("L")] for curve in curves)
    for points in (p50, p95, memory):
        across, down = zip(*points, strict=True)
        assert list(across) == sorted(across)
        assert list(down) == sorted(down, reverse=True)
    assert all(slow[1] < fast[1] for slow, fast in zip(p95, p50, strict=True))
    assert {"10,000", "100,000", "500,000"} <= set(texts(svg))
    assert "10,000: 0.991 (Flat)" in texts(svg)[-1]


def test_one_size_alone_is_drawn_too() -> None:
    drawn(bench_plot("9 products", LATENCIES, Growth(GROWTH.steps[:1], GROWTH.likeness)))


def test_an_evaluation_shows_every_component_with_its_interval() -> None:
    components = {
        "bm25": {"RR@10": Figure(0.25, 0.2, 0.3), "R@10": Figure(0.4, 0.35, 0.45)},
        "reranked": {"RR@10": Figure(0.5, 0.4, 0.6), "R@10": Figure(0.75, 0.5, 1.0)},
    }
    svg = evaluation_plot(4, KnownItemFigures(9, components))
    dots = [float(dot.get("cx")) for dot in drawn(svg).iter(f"{SVG}circle")]
    ends = [tuple(map(float, re.findall(r"[\d.]+", path.get("d"))))
            for path in drawn(svg).iter(f"{SVG}path") if path.get("stroke-width")]  # fmt: skip
    scale = (dots[1] - dots[0]) / 0.25
    nought = dots[0] - 0.25 * scale
    assert [round((dot - nought) / scale, 2) for dot in dots] == [0.25, 0.5, 0.4, 0.75]
    spans = [(round((left - nought) / scale, 2), round((right - nought) / scale, 2)) for left, _, right in ends]
    assert spans == [(0.2, 0.3), (0.4, 0.6), (0.35, 0.45), (0.5, 1.0)]
    assert texts(svg).count("reranked") == 2
    assert texts(svg).count("MRR@10") == texts(svg).count("recall@10") == 1


def test_an_evaluation_without_reviews_says_so() -> None:
    assert "the catalogue has no reviews to ask with" in texts(evaluation_plot(4, None))


def test_what_cannot_be_written_is_refused_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"chart\.png cannot be written: the plot is an SVG"):
        check(tmp_path / "chart.png")
    with pytest.raises(SettingsError, match="there is no folder"):
        check(tmp_path / "nowhere" / "chart.svg")
    (tmp_path / "taken.svg").mkdir()
    check(tmp_path / "taken.svg")
    with pytest.raises(SettingsError, match="Choose another file with --plot"):
        write(tmp_path / "taken.svg", "<svg/>")


@pytest.mark.parametrize("command", ["evaluate", "bench"])
def test_the_command_line_refuses_another_kind_of_picture_before_measuring(command: str, tmp_path: Path) -> None:
    ran = CliRunner().invoke(app, [command, "--catalog", str(tmp_path), "--plot", str(tmp_path / "figures.png")])
    assert isinstance(ran.exception, SettingsError)
