"""The lists that shops export, in small and in the right columns: what the guides import."""

from __future__ import annotations

import csv
import json
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

ANIMALS = (
    "hare badger otter heron fox mole wren toad stoat lark vole newt kite rook crane seal pike tern duck swan".split()
)
KINDS = (
    ("Jigsaw Puzzle, 100 Pieces", "Puzzles > Jigsaws", "Card", "A hundred sturdy pieces and a poster to copy."),
    ("Soft Toy", "Soft Toys > Animals", "Plush", "Soft fur, embroidered eyes, and it may be washed."),
    ("Wooden Pull-Along", "Baby & Toddler > Pull-Alongs", "Beech wood", "Nods as it goes and keeps off the skirting."),
    ("Board Game", "Games > Board Games", "Card", "Twenty minutes round the table for two to four players."),
    ("Kite", "Outdoor > Kites", "Nylon", "Up in a light breeze, with a tail and thirty metres of line."),
)
COLOURS = "red blue green yellow orange purple silver golden scarlet amber".split()
AGES = ("toddler", "kids", "infant", "newborn")


def _items(count: int) -> Iterator[dict[str, str]]:
    """Items of a shop that sells animals of every colour."""
    for number in range(count):
        kind, category, material, said = KINDS[number % len(KINDS)]
        colour, animal = COLOURS[number // 5 % len(COLOURS)], ANIMALS[number // 50 % len(ANIMALS)]
        yield {
            "id": f"T{number:04}",
            "title": f"{colour.title()} {animal.title()} {kind}",
            "description": f"A {colour} {animal} for the toy box. {said}",
            "link": f"https://toys.example/{number}",
            "image_link": f"https://toys.example/{number}.jpg",
            "availability": "in_stock",
            "price": f"{5 + number % 40}.{'00 25 50 99'.split()[number % 4]} GBP",
            "brand": f"{animal.title()} & Sons",
            "product_type": category,
            "age_group": AGES[number % 2],
            "material": material,
            "condition": "new",
        }


def merchant_tsv(path: Path, count: int) -> None:
    """A Google Merchant Center feed as tab-separated text."""
    items = list(_items(count))
    _table(path, list(items[0]), [list(item.values()) for item in items], delimiter="\t")


def merchant_xml(path: Path, count: int) -> None:
    """The same feed as RSS."""
    items = "".join(
        f"<item>{''.join(f'<g:{name}>{escape(value)}</g:{name}>' for name, value in item.items())}</item>\n"
        for item in _items(count)
    )
    path.write_text(
        '<?xml version="1.0" encoding="UTF-8"?>\n<rss xmlns:g="http://base.google.com/ns/1.0" version="2.0"><channel>'
        f"<title>Toys</title><link>https://toys.example</link>\n{items}</channel></rss>\n",
        encoding="utf-8",
    )


def shopify(path: Path, count: int) -> None:
    """Shopify's product export."""
    columns = (
        "Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Variant Price,Variant "
        "Inventory Qty,Image Src,Status"
    ).split(",")
    rows = [
        [item["id"].lower(), item["title"], f"<p>{item['description']}</p>", item["brand"], item["product_type"], "",
         "true", "Title", "Default Title", item["price"].split()[0], "7", item["image_link"], "active"]
        for item in _items(count)
    ]  # fmt: skip
    _table(path, columns, rows)


def any_csv(path: Path, count: int) -> None:
    """A list with columns that only its owner knows."""
    rows = [
        [item["id"], item["title"], item["price"].split()[0], item["brand"], item["product_type"], item["description"]]
        for item in _items(count)
    ]
    _table(path, ["SKU", "Name", "Price", "Maker", "Shelf", "About"], rows)


def stock(path: Path, count: int) -> None:
    """The workbook in which a small shop keeps its stock."""
    rows: list[list[Cell | None]] = [["Stock in November"], [], ["Our code", "What it is", "Sell at"]]
    rows += [[item["id"], item["title"], (float(item["price"].split()[0]), '"£"#,##0.00')] for item in _items(count)]
    workbook(path, {"Stock": rows})


def reviews_2023(path: Path, count: int) -> None:
    """Metadata of Amazon Reviews 2023."""
    lines = (
        {
            "parent_asin": item["id"], "title": item["title"], "average_rating": 4.2, "rating_number": 31,
            "price": item["price"].split()[0], "store": item["brand"], "features": [], "categories": ["Toys & Games"],
            "description": [item["description"]], "images": [], "details": {"Manufacturer recommended age": "3 years+"},
        }
        for item in _items(count)
    )  # fmt: skip
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")


Cell = str | int | float | tuple[float, str]


def workbook(path: Path, sheets: Mapping[str, Sequence[Sequence[Cell | None]]]) -> None:
    """An Excel workbook: a number beside a format is shown in it, and texts stand apart from their cells."""
    cells = [cell for rows in sheets.values() for row in rows for cell in row]
    texts = list(dict.fromkeys(cell for cell in cells if isinstance(cell, str)))
    formats = list(dict.fromkeys(cell[1] for cell in cells if isinstance(cell, tuple)))

    def written(cell: Cell | None, place: str) -> str:
        if cell is None:
            return ""
        if isinstance(cell, str):
            return f'<c r="{place}" t="s"><v>{texts.index(cell)}</v></c>'
        value, style = cell if isinstance(cell, tuple) else (cell, "")
        return f'<c r="{place}" s="{formats.index(style) + 1 if style else 0}"><v>{value}</v></c>'

    main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    shown = "".join(f'<numFmt numFmtId="{164 + at}" formatCode={quoteattr(code)}/>' for at, code in enumerate(formats))
    styles = "".join(f'<xf numFmtId="{164 + at}"/>' for at in range(len(formats)))
    named = "".join(
        f'<sheet name={quoteattr(name)} sheetId="{at}" r:id="rId{at}"/>' for at, name in enumerate(sheets, start=1)
    )
    related = "".join(
        f'<Relationship Id="rId{at}" Type="{office}/worksheet" Target="worksheets/sheet{at}.xml"/>'
        for at in range(1, len(sheets) + 1)
    )
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", f'<workbook {main} xmlns:r="{office}"><sheets>{named}</sheets></workbook>')
        archive.writestr("xl/_rels/workbook.xml.rels", f"<Relationships>{related}</Relationships>")
        archive.writestr(
            "xl/sharedStrings.xml",
            f"<sst {main}>{''.join(f'<si><t>{escape(text)}</t></si>' for text in texts)}</sst>",
        )
        archive.writestr(
            "xl/styles.xml",
            f'<styleSheet {main}><numFmts>{shown}</numFmts><cellXfs><xf numFmtId="0"/>{styles}</cellXfs></styleSheet>',
        )
        for at, rows in enumerate(sheets.values(), start=1):
            lines = "".join(
                f'<row r="{number}">{"".join(written(cell, f"{chr(65 + x)}{number}") for x, cell in enumerate(row))}'
                "</row>"
                for number, row in enumerate(rows, start=1)
            )
            archive.writestr(
                f"xl/worksheets/sheet{at}.xml", f"<worksheet {main}><sheetData>{lines}</sheetData></worksheet>"
            )


def write_all(folder: Path) -> None:
    """Every list that the guides name, a few dozen toys each."""
    merchant_tsv(folder / "feed.tsv", 40)
    merchant_xml(folder / "feed.xml", 40)
    shopify(folder / "products_export.csv", 40)
    any_csv(folder / "toys.csv", 40)
    reviews_2023(folder / "meta_Toys_and_Games.jsonl", 40)
    stock(folder / "stock.xlsx", 40)


def _table(path: Path, columns: Sequence[str], rows: Sequence[Sequence[str]], *, delimiter: str = ",") -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter=delimiter)
        writer.writerow(columns)
        writer.writerows(rows)
