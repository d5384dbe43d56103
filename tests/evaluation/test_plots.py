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

SVG = "{http://www.w3.org/2000/svg}"
LATENCIES = {
    "router": {"p50": 1.0, "p95": 2.0, "p99": 4.0},
    "<retriever> & \"co\"": {"p50": 10.0, "p95": 20.0, "p99": 40.0},
}  # fmt: skip


def drawn(svg: str) -> Any:
    return ElementTree.fromstring(svg)


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in drawn(svg).iter(f"{SVG}text")]


def test_every_stage_has_its_bars_as_long_as_its_figures() -> None:
    svg = bench_plot("9 products", LATENCIES)
    bars = [float(bar.get("width")) for bar in drawn(svg).iter(f"{SVG}rect")][1:]
    assert len(bars) == 6
    longest = max(bars)
    assert [round(bar / longest, 3) for bar in bars] == [0.1, 0.05, 0.025, 1.0, 0.5, 0.25]
    assert {"router", "1.0 / 2.0 / 4.0", "10.0 / 20.0 / 40.0", "p50 / p95 / p99 ms"} <= set(texts(svg))


def test_names_and_titles_are_text_and_never_markup() -> None:
    svg = bench_plot('<script>alert("1")</script>', LATENCIES)
    assert "<script" not in svg
    assert '<script>alert("1")</script>' in texts(svg)
    assert '<retriever> & "co"' in texts(svg)
    assert drawn(svg).get("aria-label") == '<script>alert("1")</script>'


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
