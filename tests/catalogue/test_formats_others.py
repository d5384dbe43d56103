"""The public formats other than the UK list, each on a small file in its published shape."""

from __future__ import annotations

import gzip
import json
from decimal import Decimal
from pathlib import Path

import pytest
from catalogue_files import write_csv
from fakes import HashingEmbedder

from assistant.catalogue.formats import choose
from assistant.catalogue.formats.rows import Joined, Reading, Rejected, Taken
from assistant.catalogue.importing import import_catalogue
from assistant.catalogue.sources.source_file import open_source
from assistant.errors import SourceError
from assistant.schema import AgeRange, PlayerRange, Price, Product


def readings(path: Path, currency: str = "") -> tuple[str, list[Reading]]:
    with open_source(path) as source:
        layout = choose(source.columns, None, currency)
        return layout.name, list(layout.readings(source.rows))


def products(path: Path, currency: str = "") -> tuple[str, list[Product]]:
    name, found = readings(path, currency)
    return name, [reading.product for reading in found if isinstance(reading, Taken)]


def test_amazon_2020(tmp_path: Path) -> None:
    row = {
        "Uniq Id": "4c69", "Product Name": "Balance Board 2-4 Player Game", "Brand Name": "", "Asin": "",
        "Category": "Toys & Games | Games | Board Games", "Upc Ean Code": "071444764100", "List Price": "",
        "Selling Price": "$237.68", "Model Number": "BB1",
        "About Product": "Make sure this fits by entering your model number. | RESPONSIVE: bends | Made of wood",
        "Product Specification": "ProductDimensions:14inches|Manufacturerrecommendedage:8yearsandup|ItemWeight:4pounds",
        "Image": "https://images.example/transparent-pixel.jpg|https://images.example/1.jpg",
        "Product Url": "https://www.amazon.com/dp/B07", "Product Description": "",
    }  # fmt: skip
    name, (found, dear) = products(
        write_csv(tmp_path / "a.csv", [row, {**row, "Uniq Id": "5", "Selling Price": "$9 - $24"}])
    )
    assert name == "Amazon list of 2020"
    assert found.category == ("Toys & Games", "Games", "Board Games")
    assert found.price == Price(Decimal("237.68"), "USD")
    assert dear.price is None
    assert (found.age, found.players, found.gtin) == (AgeRange(96, None), PlayerRange(2, 4), "071444764100")
    assert found.features == ("RESPONSIVE: bends", "Made of wood")
    assert found.image_url == "https://images.example/1.jpg"


def test_amazon_2020_ages_written_together(tmp_path: Path) -> None:
    row = {"Product Name": "Toy", "Selling Price": "$5", "About Product": ""}
    rows = [
        {"Uniq Id": "1", **row, "Product Specification": "Manufacturerrecommendedage:36months-6years"},
        {"Uniq Id": "2", **row, "Product Specification": "Manufacturerrecommendedage:3-15years|ItemWeight:1pound"},
    ]
    _, found = products(write_csv(tmp_path / "a.csv", rows))
    assert [toy.age for toy in found] == [AgeRange(36, 72), AgeRange(36, 180)]


@pytest.mark.parametrize("packed", [False, True])
def test_amazon_reviews_2023(tmp_path: Path, packed: bool) -> None:
    item = {
        "main_category": "Toys & Games", "title": "Castle, 250 Pieces", "average_rating": 4.6, "rating_number": 1207,
        "features": ["Snaps together", "No glue"], "description": ["A castle.", "With a moat."], "price": 24.99,
        "images": [{"thumb": "https://i.example/t.jpg", "large": "https://i.example/l.jpg", "variant": "MAIN"}],
        "videos": [], "store": "Hillmark", "categories": ["Toys & Games", "Building Toys"],
        "details": {
            "Manufacturer recommended age": "36 months - 6 years", "Item model number": "C-250",
            "Number of Players": "2",
        },
        "parent_asin": "B07ABCDEFG", "bought_together": None,
    }  # fmt: skip
    other = {
        **item,
        "parent_asin": "B07ABCDEFH",
        "price": "None",
        "details": json.dumps({"Material": "Wood"}),
        "images": None,
    }
    lines = "".join(json.dumps(line) + "\n" for line in (item, other)) + "{broken\n[1]\n"
    path = tmp_path / ("meta.jsonl.gz" if packed else "meta.jsonl")
    path.write_bytes(gzip.compress(lines.encode()) if packed else lines.encode())
    name, found = readings(path)
    assert name == "Amazon Reviews 2023 metadata"
    first, second, *bad = found
    assert isinstance(first, Taken)
    assert isinstance(second, Taken)
    assert bad == [Rejected(3, "not valid JSON"), Rejected(4, "not a JSON object")]
    toy = first.product
    assert toy.price == Price(Decimal("24.99"), "USD")
    assert (toy.rating, toy.rating_count, toy.pieces) == (4.6, 1207, 250)
    assert (toy.age, toy.players, toy.model_number) == (AgeRange(36, 72), PlayerRange(2, 2), "C-250")
    assert (toy.features, toy.description) == (("Snaps together", "No glue"), "A castle. With a moat.")
    assert (toy.image_url, toy.product_url) == ("https://i.example/l.jpg", "https://www.amazon.com/dp/B07ABCDEFG")
    assert (second.product.price, second.product.material, second.repairs) == (None, "Wood", {})


FEED = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE rss [<!ENTITY secret SYSTEM "file:///etc/hostname">]>
<rss xmlns:g="http://base.google.com/ns/1.0" version="2.0"><channel><title>Shop</title>
<item><g:id>T1</g:id><g:title>Wooden Train &amp; Track</g:title><g:description>Runs.&secret;</g:description>
<g:link>https://shop.example/t1</g:link><g:image_link>https://shop.example/t1.jpg</g:image_link>
<g:price>34.99 GBP</g:price><g:sale_price>29.99 GBP</g:sale_price><g:availability>in_stock</g:availability>
<g:brand>Hillmark</g:brand><g:gtin>5012345678900</g:gtin><g:product_type>Toys &gt; Trains</g:product_type>
<g:google_product_category>1253</g:google_product_category><g:age_group>toddler</g:age_group>
<g:material>wood</g:material><g:color>Red/Blue</g:color>
<g:product_highlight>Magnetic</g:product_highlight><g:product_highlight>No batteries</g:product_highlight></item>
<item><g:id>T2</g:id><g:title>Kite</g:title><g:link>https://shop.example/t2</g:link><g:price>10.00 GBP</g:price>
<g:sale_price>8.00 GBP</g:sale_price><g:sale_price_effective_date>2026-01-01/2026-01-02</g:sale_price_effective_date>
<g:availability>out_of_stock</g:availability></item>
</channel></rss>"""


def test_google_merchant_in_xml(tmp_path: Path) -> None:
    path = tmp_path / "feed.xml"
    path.write_text(FEED, encoding="utf-8")
    name, (train, kite) = products(path)
    assert name == "Google Merchant feed"
    assert train.title == "Wooden Train & Track"
    assert "file" not in train.description
    assert train.description.startswith("Runs.")
    assert train.price == Price(Decimal("29.99"), "GBP")
    assert (train.brand, train.category, train.age) == ("Hillmark", ("Toys", "Trains"), None)
    assert train.features == ("Magnetic", "No batteries", "colour: Red, Blue", "age group: toddler")
    assert (train.product_url, train.gtin, train.stock_count) == ("https://shop.example/t1", "5012345678900", None)
    assert kite.price == Price(Decimal("10.00"), "GBP")
    assert kite.stock_count == 0


def test_google_merchant_in_tab_separated_text(tmp_path: Path) -> None:
    row = {"id": "T1", "title": "Kite", "description": "Recommended age: 10 years and over", "price": "15.00 USD",
           "link": "https://shop.example/1", "image link": "https://shop.example/1.jpg", "availability": "in stock",
           "google product category": "Toys > Kites", "age group": "kids"}  # fmt: skip
    name, (kite,) = products(write_csv(tmp_path / "feed.txt", [row], delimiter="\t"))
    assert name == "Google Merchant feed"
    assert (kite.price, kite.age) == (Price(Decimal("15.00"), "USD"), AgeRange(120, None))
    assert (kite.image_url, kite.category) == ("https://shop.example/1.jpg", ("Toys", "Kites"))


@pytest.mark.parametrize(
    ("own", "category"), [([], ("Kites",)), (166, ("166",)), (["Toys > Kites", "b"], ("Toys", "Kites"))]
)
def test_google_merchant_in_json_has_categories_of_any_kind(tmp_path: Path, own: object, category: tuple[str]) -> None:
    item = {"id": "1", "title": "Kite", "link": "", "price": "5 GBP", "product_type": own}
    path = tmp_path / "feed.jsonl"
    path.write_text(json.dumps(item | {"google_product_category": "Kites"}) + "\n", encoding="utf-8")
    assert [toy.category for toy in products(path)[1]] == [category]


def test_xml_that_is_no_feed_or_not_whole(tmp_path: Path) -> None:
    for text, words in (("<html><body>Hi</body></html>", "no feed of products"), (FEED[:900], "not well-formed XML")):
        path = tmp_path / "feed.xml"
        path.write_text(text, encoding="utf-8")
        with pytest.raises(SourceError, match=words):
            readings(path)


def test_entities_that_multiply_are_refused(tmp_path: Path) -> None:
    entities = '<!ENTITY e0 "ha">' + "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 9))
    items = "<rss><item><id>1</id><title>Kite &e8;</title></item></rss>"
    path = tmp_path / "bomb.xml"
    path.write_text(f"<!DOCTYPE rss [{entities}]>{items}", encoding="utf-8")
    with pytest.raises(SourceError, match="not well-formed XML"):
        products(path)


SHOPIFY = [
    {"Handle": "train", "Title": "Train", "Body (HTML)": "<p>Runs.</p><ul><li>Magnetic</li><li>Beech</li></ul>",
     "Vendor": "Hillmark", "Product Category": "Toys & Games > Toys", "Published": "true", "Option1 Value": "Red",
     "Variant SKU": "TR-R", "Variant Inventory Qty": "4", "Variant Price": "19.99", "Variant Barcode": "'501",
     "Image Src": "https://cdn.example/1.jpg", "Status": "active"},
    {"Handle": "train", "Option1 Value": "Blue", "Variant SKU": "TR-B", "Variant Price": "19.99"},
    {"Handle": "train", "Image Src": "https://cdn.example/2.jpg"},
    {"Handle": "kite", "Title": "Kite", "Published": "true", "Option1 Value": "Small", "Variant Price": "5.00",
     "Status": "active"},
    {"Handle": "kite", "Option1 Value": "Large", "Variant SKU": "K-L", "Variant Price": "9.00"},
    {"Handle": "drum", "Title": "Drum", "Published": "false", "Variant Price": "7.00", "Status": "draft"},
]  # fmt: skip


def test_shopify(tmp_path: Path) -> None:
    name, found = readings(write_csv(tmp_path / "products.csv", SHOPIFY), "GBP")
    assert name == "Shopify export"
    toys = [reading.product for reading in found if isinstance(reading, Taken)]
    assert [(toy.id, toy.title, toy.price) for toy in toys] == [
        ("train", "Train", Price(Decimal("19.99"), "GBP")),
        ("kite:Small", "Kite (Small)", Price(Decimal("5.00"), "GBP")),
        ("kite:K-L", "Kite (Large)", Price(Decimal("9.00"), "GBP")),
    ]
    assert (toys[0].features, toys[0].description, toys[0].stock_count) == (("Magnetic", "Beech"), "Runs.", 4)
    assert [reading.row for reading in found if isinstance(reading, Joined)] == [3, 4]
    assert [reading for reading in found if isinstance(reading, Rejected)] == [
        Rejected(7, "not on sale (draft)", "drum", "Drum")
    ]


def test_shopify_variants_of_one_number_are_told_apart_by_their_options(tmp_path: Path) -> None:
    rows = [
        {"Handle": "kite", "Title": "Kite", "Option1 Value": "Small", "Variant SKU": "K", "Variant Price": "5.00"},
        {"Handle": "kite", "Option1 Value": "Large", "Variant SKU": "K", "Variant Price": "9.00"},
    ]
    _, found = readings(write_csv(tmp_path / "products.csv", rows), "GBP")
    assert [reading.product.id for reading in found if isinstance(reading, Taken)] == ["kite:Small", "kite:Large"]


WOOCOMMERCE = [
    {"ID": "1", "Type": "simple", "SKU": "T-1", "Name": "Train", "Published": "1",
     "Description": "<p>Beech.</p>\\nRuns.", "In stock?": "1", "Stock": "4", "Sale price": "15.99",
     "Regular price": "19.99", "Categories": "Toys, Toys > Trains",
     "Images": "https://i.example/1.jpg, https://i.example/2.jpg", "Attribute 1 name": "Age",
     "Attribute 1 value(s)": "3+", "Attribute 2 name": "Brand", "Attribute 2 value(s)": "Harrow"},
    {"ID": "2", "Type": "variable", "SKU": "K", "Name": "Kite", "Published": "1", "Description": "Flies.",
     "Categories": "Outdoor"},
    {"ID": "3", "Type": "variation", "SKU": "K-L", "Name": "Kite - Large", "Published": "1", "In stock?": "0",
     "Regular price": "9.00", "Parent": "K"},
    {"ID": "4", "Type": "variation", "SKU": "K-S", "Name": "Kite - Small", "Published": "1", "In stock?": "1",
     "Sale price": "2.00", "Date sale price ends": "2025-01-31", "Regular price": "5.00", "Parent": "id:2"},
    {"ID": "5", "Type": "simple", "SKU": "D", "Name": "Drum", "Published": "0", "Regular price": "7.00"},
]  # fmt: skip


def test_woocommerce(tmp_path: Path) -> None:
    name, found = readings(write_csv(tmp_path / "products.csv", WOOCOMMERCE), "GBP")
    assert name == "WooCommerce export"
    train, large, small = [reading.product for reading in found if isinstance(reading, Taken)]
    assert (train.price, train.category, train.brand, train.stock_count) == (
        Price(Decimal("15.99"), "GBP"), ("Toys", "Trains"), "Harrow", 4
    )  # fmt: skip
    assert (train.age, train.description, train.image_url) == (AgeRange(36), "Beech. Runs.", "https://i.example/1.jpg")
    assert [(toy.id, toy.title, toy.price, toy.stock_count) for toy in (large, small)] == [
        ("3", "Kite - Large", Price(Decimal("9.00"), "GBP"), 0),
        ("4", "Kite - Small", Price(Decimal("5.00"), "GBP"), None),
    ]
    assert {(toy.category, toy.description) for toy in (large, small)} == {(("Outdoor",), "Flies.")}
    assert [reading.row for reading in found if isinstance(reading, Joined)] == [3]
    assert [reading for reading in found if isinstance(reading, Rejected)] == [
        Rejected(6, "not published", "5", "Drum")
    ]


def test_the_variants_of_a_woocommerce_draft_are_not_sold(tmp_path: Path) -> None:
    columns = ("ID", "Type", "SKU", "Name", "Published", "Regular price", "Parent", "Sale price", "Categories")
    rows = [
        ("2", "variable", "K", "Kite", "-1", "", ""),
        ("3", "variation", "K-L", "Kite - Large", "1", "9.00", "id:2"),
        ("4", "variation", "K-S", "Kite - Small", "1", "9.00", "K"),
    ]
    source = write_csv(tmp_path / "products.csv", [dict(zip(columns, row, strict=False)) for row in rows], columns)
    assert readings(source, "GBP")[1] == [
        Rejected(at, "not published", own_id, title)
        for at, own_id, title in ((2, "2", "Kite"), (3, "3", "Kite - Large"), (4, "4", "Kite - Small"))
    ]


def test_woocommerce_gives_what_variants_share_to_nobody_else(tmp_path: Path) -> None:
    rows = [
        {"ID": "1", "Type": "variable", "SKU": "", "Name": "Kite", "Published": "1", "Description": "Flies.",
         "Sale price": "", "Categories": "Outdoor"},
        {"ID": "2", "Type": "simple", "SKU": "", "Name": "Drum", "Published": "1", "Regular price": "7.00",
         "Parent": ""},
    ]  # fmt: skip
    _, found = readings(write_csv(tmp_path / "products.csv", rows), "GBP")
    (drum,) = [reading.product for reading in found if isinstance(reading, Taken)]
    assert (drum.title, drum.description, drum.category) == ("Drum", "", ())


def test_the_rows_of_an_export_are_all_accounted_for(tmp_path: Path) -> None:
    source = write_csv(tmp_path / "products.csv", SHOPIFY)
    report = import_catalogue(source, tmp_path / "c", embedder=HashingEmbedder(), currency="GBP")
    assert (report.rows_read, report.taken, report.rejected, report.with_price) == (6, 3, 1, 3)
    assert report.reasons == {"row belongs to the product above it": 2, "not on sale (draft)": 1}


@pytest.mark.parametrize("details", ["{}", "[" * 100_000])
def test_the_other_shapes_of_reviews_2023(tmp_path: Path, details: str) -> None:
    item = {
        "title": "Kite", "average_rating": None, "details": details, "parent_asin": "B07ABCDEFG", "price": "from 9.99",
        "images": {"large": ["", "https://i.example/l.jpg"]}, "description": "Flies.", "main_category": "Toys & Games",
    }  # fmt: skip
    path = tmp_path / "meta.jsonl"
    path.write_text(json.dumps(item) + "\n", encoding="utf-8")
    _, (kite,) = products(path)
    assert (kite.image_url, kite.description) == ("https://i.example/l.jpg", "Flies.")
    assert (kite.price, kite.rating, kite.category) == (None, None, ("Toys & Games",))
