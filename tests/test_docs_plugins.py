"""The helper of the guide: installed from what stands there, found, asked, and as short as is promised."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from docs_commands import ROOT, fences

from assistant import Assistant, Settings

GUIDE = ROOT / "docs" / "plugins.md"
LINES = 20


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The guide's two files where Python finds them, with what `pip install` writes of the second; the first one."""
    (source,), (project,) = fences(GUIDE, "python"), fences(GUIDE, "toml")
    made = tomllib.loads(project)["project"]
    (tmp_path / "my_shop_helpers.py").write_text(source, encoding="utf-8")
    info = tmp_path / f"my_shop_helpers-{made['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {made['name']}\nVersion: {made['version']}\n")
    groups = made["entry-points"].items()
    lines = [f"[{group}]\n" + "".join(f"{name} = {at}\n" for name, at in found.items()) for group, found in groups]
    (info / "entry_points.txt").write_text("".join(lines))
    monkeypatch.syspath_prepend(str(tmp_path))
    return source


def test_the_helper_of_the_guide_helps(installed: str, demo_folder: Path, tmp_path: Path) -> None:
    with Assistant.open(settings=Settings(catalog=demo_folder, home=tmp_path / "home")) as shop:
        reply = shop.ask("a floor piano mat under £30")
        assert "Batteries: Put four AA batteries in the basket too." in reply.final_answer
        assert "Batteries:" not in shop.ask("a wooden train set under £30").final_answer


def test_it_is_as_short_as_promised(installed: str) -> None:
    assert len([line for line in installed.splitlines() if line.strip()]) <= LINES
