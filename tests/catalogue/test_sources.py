"""Bad files: each ends in one clear line, none in a traceback, a hang or a full memory."""

from __future__ import annotations

import gzip
import os
import tracemalloc
from pathlib import Path

import pytest

from assistant.catalogue.formats.rows import Row
from assistant.catalogue.sources.source_file import open_source
from assistant.errors import SourceError

HEADER = b"id,title,price\n"


def rows(path: Path) -> list[Row]:
    with open_source(path) as source:
        return list(source.rows)


def file(tmp_path: Path, content: bytes, name: str = "toys.csv") -> Path:
    path = tmp_path / name
    path.write_bytes(content)
    return path


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "is empty"),
        (b"\n\n", "no line of column names"),
        (HEADER, "no products"),
        (HEADER + b"\n\n,,\n", "no products"),
        (b"PK\x03\x04rest", "zip archive or an Excel workbook"),
        (b"\x89PNG\r\n\x1a\n" + bytes(100), "a picture"),
        (b"%PDF-1.7", "a PDF"),
        (b"\xff\xfei\x00d\x00,\x00", "UTF-16 text; save it as UTF-8"),
        (HEADER + b"1,\x00\x01\x02,5\n", "not a text file"),
        (bytes(range(256)) * 10, "not a text file"),
        (HEADER + "1,Café,5\n".encode() + b"2,Caf\xe9,5\n", "line 3 cannot be read; save the file as UTF-8"),
        (HEADER + b"1,Caf\x81,5\n", "not UTF-8"),
        (
            b'id,title\n1,"open and never closed\n' + b"2,b\n" * 300_000,
            "row 2 opens a quotation mark that is never closed",
        ),
        (b"[1, 2]\n", "not JSON lines"),
        (b"<html></html>", "no feed of products"),
        (gzip.compress(HEADER + b"1,Kite,5\n" * 5000, mtime=0)[:-30], "cannot be read to its end"),
    ],
)
def test_an_unusable_file_is_one_clear_line(tmp_path: Path, content: bytes, words: str) -> None:
    with pytest.raises(SourceError, match=r"^[^\n]+$") as caught:
        rows(file(tmp_path, content))
    assert words in str(caught.value)


def test_a_missing_file_and_a_folder(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="does not exist"):
        rows(tmp_path / "nothing.csv")
    with pytest.raises(SourceError, match="is a folder"):
        rows(tmp_path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_and_a_device_are_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.csv")
    for path in (tmp_path / "pipe.csv", Path(os.devnull)):
        with pytest.raises(SourceError, match="is a pipe or a device; save the products to a file"):
            rows(path)


@pytest.mark.parametrize(
    ("content", "cells"),
    [
        (b"\xef\xbb\xbfid,title\n1,Kite\n", {"id": "1", "title": "Kite"}),
        (b"id;title\r\n1;Kite\r\n", {"id": "1", "title": "Kite"}),
        (b"sep=;\r\nid;title\r\n1;Kite\r\n", {"id": "1", "title": "Kite"}),
        (b"id\ttitle\n1\tKite\n", {"id": "1", "title": "Kite"}),
        (b"id,title\r1,Kite\r", {"id": "1", "title": "Kite"}),
        (
            b'# Invented, all of it.\n# Licence: none\nid,title\n1,"Kite, ""big""\nred"\n',
            {"id": "1", "title": 'Kite, "big"\nred'},
        ),
        (b'id,title\n1,14" doll', {"id": "1", "title": '14" doll'}),
        (gzip.compress(b"id,title\n1,Kite\n", mtime=0), {"id": "1", "title": "Kite"}),
        (
            b'"Tilly\'s Toybox",,,\n,,,\n"id","title",price,age\n1,Kite,5,3\n',
            {"id": "1", "title": "Kite", "price": "5", "age": "3"},
        ),
        (
            b"Info,Version=1.0.0,Template=all\n*Action,*Title,StartPrice,PicURL,Site,Format\nAdd,Kite,5,,UK,Fixed\n",
            {"*Action": "Add", "*Title": "Kite", "StartPrice": "5", "PicURL": "", "Site": "UK", "Format": "Fixed"},
        ),
    ],
)
def test_the_tables_that_shops_write(tmp_path: Path, content: bytes, cells: dict[str, str]) -> None:
    (row,) = rows(file(tmp_path, content))
    assert (row.cells, row.problem) == (cells, "")


def test_a_header_whose_rows_say_more_is_no_heading(tmp_path: Path) -> None:
    assert [row.cells for row in rows(file(tmp_path, b"title,,\nKite,,\n"))] == [{"title": "Kite", "": ""}]
    (row,) = rows(file(tmp_path, b'"id","title","price"\n1,Kite,5\n'))
    assert row.cells == {"id": "1", "title": "Kite", "price": "5"}


@pytest.mark.parametrize(
    "content",
    [
        b'[{"title": "Kite", "images": [{"src": "a"}, {"src": "b"}]}]',
        b'{\n "data": {"products": [\n{"title": "Kite",\n "images": [{"src": "a"}, {"src": "b"}]}]}\n}',
        b'{"products": [{"title": "Kite", "images": [{"src": "a"}, {"src": "b"}]}], "cursor": ""}\n',
        b'{"title": "Kite", "images": [{"src": "a"}, {"src": "b"}]}\n',
        b'{"data": {"shop": {"edges": [{"node": {"title": "Kite", "images": [{"src": "a"}, {"src": "b"}]}}]}}}\n',
    ],
)
def test_the_json_that_shops_dump(tmp_path: Path, content: bytes) -> None:
    (row,) = rows(file(tmp_path, content))
    assert (row.cells["title"], row.cells["images.src"]) == ("Kite", ["a", "b"])


def test_what_only_later_objects_say_is_a_column_too(tmp_path: Path) -> None:
    with open_source(file(tmp_path, b'[{"title": "Kite"}, {"title": "Drum", "price": {"amount": 5}}]')) as source:
        assert source.columns == ["title", "price", "price.amount"]


def test_what_lies_three_steps_inside_an_object_is_a_column(tmp_path: Path) -> None:
    content = b'[{"title": "Kite", "variants": [{"price": {"amount": "5"}}, {"price": {"amount": 7}}]}]'
    (row,) = rows(file(tmp_path, content))
    assert row.cells["variants.price.amount"] == ["5", 7]


def test_cells_stand_in_the_order_of_the_columns_and_of_two_of_one_name_the_first_counts(tmp_path: Path) -> None:
    (tmp_path / "toys.csv").write_text("title,price,note,price\nKite,£9,new,£4\n", encoding="utf-8")
    with open_source(tmp_path / "toys.csv") as source:
        assert [list(row.cells.items()) for row in source.rows] == [
            [("title", "Kite"), ("price", "£9"), ("note", "new")]
        ]


def test_row_numbers_are_a_spreadsheets(tmp_path: Path) -> None:
    content = b'# note\nid,title\n1,"two\nlines"\n\n2,b\n'
    assert [row.number for row in rows(file(tmp_path, content))] == [3, 5]


def test_windows_letters_are_read_and_said(tmp_path: Path) -> None:
    with open_source(file(tmp_path, HEADER + b"1,Caf\xe9 \x96 set,\xa35\n")) as source:
        assert [row.cells for row in source.rows] == [{"id": "1", "title": "Café – set", "price": "£5"}]
        assert source.repairs == ("file read as Windows-1252, not UTF-8",)


@pytest.mark.parametrize(("last", "read"), [(b"Caf\xe9", "Café"), ("Café".encode()[:-1], "CafÃ")])
def test_the_last_letter_of_a_file_is_read_as_well(tmp_path: Path, last: bytes, read: str) -> None:
    (row,) = rows(file(tmp_path, HEADER + b"1," + last))
    assert row.cells["title"] == read


def test_half_a_letter_is_left_out(tmp_path: Path) -> None:
    (row,) = rows(file(tmp_path, b'{"title": "Train \\ud83d", "\\ude00": "\\ud83d\\ude00"}\n'))
    assert row.cells == {"title": "Train ", "": "😀"}


def test_two_files_that_are_read_at_once_each_keep_the_limit_of_a_cell(tmp_path: Path) -> None:
    path = file(tmp_path, HEADER + (b"1,Kite," + b"x" * 200_000 + b"\n") * 2)
    with open_source(path) as first, open_source(path) as second:
        next(second.rows)
        assert [row.problem for row in (*first.rows, *second.rows)] == [""] * 3


def test_short_and_long_rows(tmp_path: Path) -> None:
    short, long, padded = rows(file(tmp_path, HEADER + b"1,Kite\n2,Drum,5,6\n3,Ball,5,,\n"))
    assert (short.cells, short.problem) == ({"id": "1", "title": "Kite", "price": ""}, "row is short of cells")
    assert (long.cells, long.problem) == ({}, "4 cells where the header has 3")
    assert (padded.cells, padded.problem) == ({"id": "3", "title": "Ball", "price": "5"}, "")


def test_of_two_columns_of_one_name_the_first_counts(tmp_path: Path) -> None:
    (row,) = rows(file(tmp_path, b"id,title,title\n1,Kite,Other\n"))
    assert row.cells == {"id": "1", "title": "Kite"}


@pytest.mark.parametrize("quoted", [True, False])
def test_fifty_megabytes_in_a_cell_cost_one_row_and_little_memory(tmp_path: Path, quoted: bool) -> None:
    mark = b'"' if quoted else b""
    filling = (b"x" * 9999 + (b"\n" if quoted else b" ")) * 5_000
    path = file(tmp_path, HEADER + b"1,Kite,5\n2," + mark + filling + mark + b",5\n3,Drum,6\n")
    tracemalloc.start()
    found = rows(path)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert [(row.number, row.cells.get("id"), row.problem) for row in found] == [
        (2, "1", ""), (3, None, "a cell or row is longer than 1,048,576 characters"), (4, "3", ""),
    ]  # fmt: skip
    assert peak < 30_000_000


def test_a_giant_line_of_json_costs_one_row(tmp_path: Path) -> None:
    lines = b'{"id": "1", "title": "Kite"}\n{"title": "' + b"x" * 9_000_000 + b'"}\n{"id": "2", "title": "Drum"}\n'
    found = rows(file(tmp_path, lines))
    assert [row.cells.get("id") for row in found] == ["1", None, "2"]


@pytest.mark.parametrize(
    ("content", "titles"),
    [
        (b'id,title,price\n1,Kite,5\n2,"Lab,15\n3,Drum,9\n4,"Doll, big",7\n', ["Kite", None, "Drum", "Doll, big"]),
        (b'id,title,price\n1,Kite,5\n2,"Lab,15\n3,Drum,9\n4,Doll,7\n', ["Kite", None, "Drum", "Doll"]),
        (b'id,title,price\n1,Kite,5\n2,"Lab,15\n3,"Dig" kit,9\n4,Doll,7\n', ["Kite", None, "Dig kit", "Doll"]),
        (b'id,title,price\n1,Kite,5\n2,"Lab" 9,"15\n3,Drum,9\n4,"Doll, big",7\n', ["Kite", None, "Drum", "Doll, big"]),
        (b'id,title,price\n1,Kite,5\n2,Lab 6","15\n3,Drum,9\n4,Doll,7\n', ["Kite", None, "Drum", "Doll"]),
    ],
)
def test_a_quotation_mark_that_is_not_closed_costs_the_row_that_opens_it(
    tmp_path: Path, content: bytes, titles: list[str | None]
) -> None:
    found = rows(file(tmp_path, content))
    assert [row.cells.get("title") for row in found] == titles
    assert found[1].problem == "a quotation mark is opened and not closed"
    assert found[1].says == " · ".join(content.decode().splitlines()[2].split(","))
