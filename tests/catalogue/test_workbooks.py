"""Excel workbooks: read as their reader sees them, and refused in one line where they cannot be."""

from __future__ import annotations

import random
import zipfile
from pathlib import Path

import pytest
from shop_files import Cell, workbook

from assistant.catalogue.formats.rows import Row
from assistant.catalogue.sources import workbooks
from assistant.catalogue.sources.source_file import open_source
from assistant.errors import SourceError

POUNDS, EUROS, DAY = '"£"#,##0.00', "#,##0.00\\ [$€-407]", "d-mmm"
STOCK: list[list[Cell | None]] = [
    ["Tilly's Toybox: stock"],
    [],
    ["Code", "What it is", "Sell at", "Ages", "Bought"],
    [1000, "Wooden <Train>", (27.99, POUNDS), (46176, DAY), (46176, "yyyy-mm-dd")],
    [1001, "Kite & Line", (9, EUROS), "5+", None],
    [],
    [1002, "Drum", 18.5, (41913, "mmm-yy"), None],
]


def read(path: Path) -> list[Row]:
    with open_source(path) as source:
        return list(source.rows)


def test_a_stock_list_is_read_as_its_owner_sees_it(tmp_path: Path) -> None:
    workbook(tmp_path / "stock.xlsx", {"Stock": STOCK})
    train, kite, drum = read(tmp_path / "stock.xlsx")
    assert train.cells == {
        "Code": "1000", "What it is": "Wooden <Train>", "Sell at": "£27.99", "Ages": "3-Jun", "Bought": "2026-06-03",
    }  # fmt: skip
    assert (train.number, kite.number, drum.number) == (4, 5, 7)
    assert (kite.cells["Sell at"], drum.cells["Sell at"]) == ("€9", "18.5")
    assert drum.cells["Ages"] == "Oct-14"


def test_the_first_sheet_with_a_table_is_read_and_said(tmp_path: Path) -> None:
    workbook(tmp_path / "two.xlsx", {"Read me": [["Prices of spring"]], "List": STOCK[2:], "Old": STOCK[2:]})
    with open_source(tmp_path / "two.xlsx") as source:
        assert list(source.columns) == STOCK[2]
        assert source.repairs == ("only the sheet List is read",)
        assert len(list(source.rows)) == 3
        assert source.position() == source.size


def test_formulas_without_a_result_are_told_and_a_cell_over_several_rows_is_in_each(tmp_path: Path) -> None:
    path = tmp_path / "stock.xlsx"
    rows: list[list[Cell | None]] = [
        ["Name", "Price", "Shelf"],
        ["Kite", 11, "Outdoor"],
        ["Drum", 12],
        ["Ball", 13],
        ["Top", 14],
    ]
    workbook(path, {"Stock": rows})
    with zipfile.ZipFile(path) as archive:
        sheet = archive.read("xl/worksheets/sheet1.xml")
    sheet = sheet.replace(b"<v>11</v>", b"<f>A1*2</f><v></v>").replace(b's="0"><v>12<', b't="e"><f>A9</f><v>#REF!<')
    sheet = sheet.replace(b"<v>13</v>", b"<f>1+12</f><v>13</v>")
    sheet = sheet.replace(b"</sheetData>", b'</sheetData><mergeCells><mergeCell ref="C2:C4"/></mergeCells>')
    kite, drum, ball, top = read(changed(path, "xl/worksheets/sheet1.xml", sheet))
    assert [row.cells["Shelf"] for row in (kite, drum, ball, top)] == ["Outdoor", "Outdoor", "Outdoor", ""]
    assert list(drum.cells.items()) == [("Name", "Drum"), ("Price", ""), ("Shelf", "Outdoor")]  # in the sheet's order
    assert [row.problem for row in (kite, drum, ball)] == ["a formula without a result"] * 2 + [""]
    assert (kite.says, drum.says, ball.cells["Price"]) == ("Price: formula", "Price: #REF!", "13")


def test_a_sheet_of_notes_gives_way_to_a_list(tmp_path: Path) -> None:
    notes: list[list[Cell | None]] = [["Column", "What it means"], ["Sell at", "with VAT"], ["Ages", "the maker's"]]
    workbook(tmp_path / "notes.xlsx", {"Read me": notes, "List": STOCK[2:]})
    with open_source(tmp_path / "notes.xlsx") as source:
        assert list(source.columns) == STOCK[2]
    workbook(tmp_path / "narrow.xlsx", {"Toys": notes, "Read me": notes[:1]})
    with open_source(tmp_path / "narrow.xlsx") as source:
        assert list(source.columns) == notes[0]


def changed(path: Path, name: str, content: bytes) -> Path:
    """The workbook with another content in one of its files."""
    with zipfile.ZipFile(path) as archive:
        kept = {one: archive.read(one) for one in archive.namelist()}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for one, old in (kept | {name: content}).items():
            archive.writestr(one, old)
    return path


LAUGHS = (
    b'<!DOCTYPE a [<!ENTITY b "ha"><!ENTITY c "&b;&b;&b;">]><sst><si><t>title</t></si><si><t>Kite &c;</t></si></sst>'
)


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("xl/workbook.xml", b"<workbook", "damaged Excel workbook"),
        ("xl/workbook.xml", b"<workbook><sheets/></workbook>", "no sheet with a line of column names"),
        ("xl/sharedStrings.xml", b"<sst/>", "damaged Excel workbook"),
        ("xl/worksheets/sheet1.xml", b"<worksheet><row r='x'/></worksheet>", "damaged Excel workbook"),
        ("xl/worksheets/sheet1.xml", b"<worksheet><row><c><v>1</v></c></row>", "damaged Excel workbook"),
        ("xl/worksheets/sheet1.xml", b"<worksheet/>", "no sheet with a line of column names"),
    ],
)
def test_a_damaged_workbook_is_one_clear_line(tmp_path: Path, name: str, content: bytes, words: str) -> None:
    workbook(tmp_path / "stock.xlsx", {"Stock": STOCK})
    with pytest.raises(SourceError, match=r"^[^\n]+$") as caught:
        read(changed(tmp_path / "stock.xlsx", name, content))
    assert words in str(caught.value)


def test_entities_unfold_nothing(tmp_path: Path) -> None:
    workbook(tmp_path / "stock.xlsx", {"Stock": [["title"], ["Kite"]]})
    (row,) = read(changed(tmp_path / "stock.xlsx", "xl/sharedStrings.xml", LAUGHS))
    assert row.cells == {"title": "Kite "}


def test_half_a_letter_is_left_out(tmp_path: Path) -> None:
    workbook(tmp_path / "stock.xlsx", {"Stock": [["title"], ["Kite_x000D__xD83D_"]]})
    (row,) = read(tmp_path / "stock.xlsx")
    assert row.cells == {"title": "Kite\r"}


def test_a_number_of_a_million_digits_stays_as_short_as_it_was(tmp_path: Path) -> None:
    workbook(tmp_path / "stock.xlsx", {"Stock": [["title", "price"], ["Kite", 7]]})
    head = b'<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row>'
    sheet = b"<worksheet>" + head + b"<row><c><v>2</v></c><c><v>1E999999</v></c></row></worksheet>"
    (row,) = read(changed(tmp_path / "stock.xlsx", "xl/worksheets/sheet1.xml", sheet))
    assert row.cells == {"title": "2", "price": "1E999999"}


def test_what_unfolds_to_gigabytes_is_refused_before_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    workbook(tmp_path / "stock.xlsx", {"Stock": STOCK})
    monkeypatch.setattr(workbooks, "MAX_UNPACKED", 1000)
    with pytest.raises(SourceError, match="unfolds to more than"):
        read(tmp_path / "stock.xlsx")


PICTURE = random.Random(1).randbytes(60_000)  # what does not pack
ROW = b'<row><c t="s"><v>0</v></c></row>'


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("xl/worksheets/sheet1.xml", b"<row/>" * 2_000_000, "unfolds to more than 7 MB"),
        ("xl/styles.xml", PICTURE * 75, "is too large"),
        ("xl/worksheets/sheet1.xml", 2 * ROW + b"<row/>" * (1 << 20), "more rows or cells than Excel can hold"),
        ("xl/worksheets/sheet1.xml", b"<row>" + b"<c/>" * 16_385, "more rows or cells than Excel can hold"),
    ],
    ids=["packed beyond belief", "a part that is read whole", "rows without end", "a row without end"],
)
def test_a_workbook_that_would_take_all_memory_is_refused(
    tmp_path: Path, name: str, content: bytes, words: str
) -> None:
    workbook(tmp_path / "stock.xlsx", {"Stock": STOCK})
    changed(tmp_path / "stock.xlsx", "xl/media/picture.png", PICTURE)
    with pytest.raises(SourceError, match=words):
        read(changed(tmp_path / "stock.xlsx", name, b"<worksheet>" + content))


def test_an_error_of_whoever_reads_is_not_the_workbooks(tmp_path: Path) -> None:
    workbook(tmp_path / "stock.xlsx", {"Stock": STOCK})
    with pytest.raises(KeyError, match="mine"), open_source(tmp_path / "stock.xlsx"):
        raise KeyError("mine")
