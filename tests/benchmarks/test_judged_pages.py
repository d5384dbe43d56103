"""Judged pages are counted as the person judged them, and each miss is named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.price_pages import main

TOY = {"title": "Bricklund Harbour Lighthouse 4021", "brand": "Bricklund", "price": 24.99}
PAGE = (
    '<script type="application/ld+json">{"@type": "Product", "name": "Bricklund Harbour Lighthouse 4021", "offers": '
    '{"@type": "Offer", "price": "24.99", "priceCurrency": "GBP"}}</script>'
    "<h1>Bricklund Harbour Lighthouse 4021</h1><p>£24.99</p><button>Add to basket</button>"
)
PAIR = {"catalogue": TOY["title"], "brand": TOY["brand"], "page": "Bricklund Harbour Lighthouse (4021)"}


def judged(folder: Path, *, right: bool, same: bool, price: float = 24.99) -> None:
    (folder / "a.html").write_text(PAGE, encoding="utf-8")
    row = {"file": "a.html", "toy": TOY, "currency": "GBP", "right": right, "price": price}
    (folder / "manifest.jsonl").write_text(json.dumps(row), encoding="utf-8")
    (folder / "pairs.jsonl").write_text(json.dumps({**PAIR, "same": same}), encoding="utf-8")


def test_what_is_right_is_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    judged(tmp_path, right=True, same=True)
    with pytest.raises(SystemExit) as stop:
        main([str(tmp_path), "--json"])
    assert not stop.value.code
    said = json.loads(capsys.readouterr().out)
    assert (said["honest"], said["confirmed"], said["unconfirmed"]) == (1, 1, [])
    assert (said["same"], said["wrongly_refused"]) == (1, [])


@pytest.mark.parametrize(("right", "price"), [(False, 24.99), (True, 19.99)])
def test_what_is_wrong_is_named(right: bool, price: float, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    judged(tmp_path, right=right, same=False, price=price)
    with pytest.raises(SystemExit) as stop:
        main([str(tmp_path)])
    assert stop.value.code
    said = capsys.readouterr().out
    assert "a.html | 24.99 GBP" in said
    assert "1 of 1 different pairs accepted\n  Bricklund Harbour Lighthouse 4021" in said


def test_an_empty_folder_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match=r"holds neither manifest\.jsonl nor pairs\.jsonl"):
        main([str(tmp_path)])
