from dataclasses import replace
from decimal import Decimal

import pytest

from assistant.catalogue.formats import choose
from assistant.catalogue.formats.own import FIELDS, Mapped
from assistant.catalogue.formats.rows import Rejected, Row, Taken
from assistant.errors import SourceError
from assistant.schema import AgeRange, PlayerRange, Price, Product, Review


def product(layout: Mapped, **cells: str) -> Product:
    (reading,) = layout.readings([Row(2, cells)])
    assert isinstance(reading, Taken)
    return reading.product


@pytest.mark.parametrize("title", ["Total:", "Total items", "TOTALS", "Grand total", "Total stock value (GBP)"])
def test_a_sum_under_the_columns_is_no_toy(title: str) -> None:
    layout = Mapped(FIELDS)
    (reading,) = layout.readings([Row(9, {"title": title, "price": "812.40", "stock_count": "1,204"})])
    assert isinstance(reading, Rejected)
    assert reading.reason == "a sum of the list, no product"


def test_a_toy_that_is_called_a_total_is_one() -> None:
    toy = product(Mapped(FIELDS), title="Total Control Racing Set", brand="Fastlane", price="24.99")
    assert toy.title == "Total Control Racing Set"


def test_a_heading_among_the_rows_is_no_toy() -> None:
    rows = [Row(2, {"title": "SOFT TOYS", "price": "", "age": ""}), Row(3, {"title": "Bear", "price": "", "age": "3+"})]
    heading, bear = Mapped(("title", "price", "age")).readings(rows)
    assert heading == Rejected(2, "a heading of the list, no product", says="SOFT TOYS")
    assert isinstance(bear, Taken)


def test_every_field_has_its_column() -> None:
    cells = {
        "id": "demo-1", "title": "Farm Railway", "brand": "Harrow", "category": "Trains > Wooden Train Sets",
        "price": "34.99", "sale_price": "", "currency": "GBP", "rating": "4.7", "rating_count": "1412",
        "age": "3-6 years", "players": "2-4", "pieces": "46", "material": "beech wood",
        "features": "magnetic couplings | double-sided", "description": "A line.",
        "image_url": "https://shop.example/1.jpg", "product_url": "https://shop.example/1",
        "reviews": "Out again // 5.0 // 12 March 2026 // B // Every day.", "stock_count": "38", "model_number": "H1",
        "gtin": "5012345678900", "size": "40 x 30 x 8 cm", "weight": "1.2 kg",
    }  # fmt: skip
    assert tuple(cells) == FIELDS
    assert product(Mapped(FIELDS), **cells) == Product(
        id="demo-1", title="Farm Railway", brand="Harrow", category=("Trains", "Wooden Train Sets"),
        price=Price(Decimal("34.99"), "GBP"), rating=4.7, rating_count=1412, age=AgeRange(36, 72),
        players=PlayerRange(2, 4), pieces=46, material="beech wood",
        features=("magnetic couplings", "double-sided"), description="A line.",
        image_url="https://shop.example/1.jpg", product_url="https://shop.example/1",
        reviews=(Review("Out again", "Every day.", 5.0, "12 March 2026"),), stock_count=38, model_number="H1",
        gtin="5012345678900", size="40 x 30 x 8 cm", weight="1.2 kg",
    )  # fmt: skip


def test_a_map_names_the_columns() -> None:
    layout = choose(["Name", "USD_MSRP", "brand"], {"title": "Name", "price": "usd_msrp"})
    assert isinstance(layout, Mapped)
    found = product(layout, Name="Kite", USD_MSRP="12.50", brand="Skyhook")
    assert (found.title, found.brand, found.price) == ("Kite", "Skyhook", Price(Decimal("12.50"), "USD"))


def test_a_row_without_an_id_is_known_by_its_content() -> None:
    layout = Mapped(["title", "price"], currency="GBP")
    first, again = product(layout, title="Kite", price="5"), product(layout, price="5", title="Kite ")
    assert first.id == again.id
    assert first.id != product(layout, title="Kite", price="6").id


@pytest.mark.parametrize(("price", "currency"), [("£5", "USD"), ("5", "pounds")])
def test_a_currency_that_contradicts_the_sign_is_no_price(price: str, currency: str) -> None:
    assert product(Mapped(["title", "price", "currency"]), title="Kite", price=price, currency=currency).price is None


def test_a_sign_may_stand_in_the_currency_column() -> None:
    found = product(Mapped(["title", "price", "currency"]), title="Kite", price="5", currency="£")
    assert found.price == Price(Decimal(5), "GBP")


def test_an_address_that_is_none_is_a_repair() -> None:
    (reading,) = Mapped(["title", "image_url"]).readings(
        [Row(2, {"title": "Kite", "image_url": "javascript:alert(1)"})]
    )
    assert isinstance(reading, Taken)
    assert (reading.product.image_url, list(reading.repairs)) == ("", ["image_url is not a web address"])


@pytest.mark.parametrize(
    ("columns", "column_map", "words"),
    [
        (["Name", "Cost"], {}, "no title column among Name, Cost; say which one it is with --map title=COLUMN"),
        (["Name"], {"titel": "Name"}, "unknown field 'titel'"),
        (["Name"], {"title": "Nom"}, "column 'Nom' that is not there; the columns are Name"),
    ],
)
def test_a_map_that_does_not_fit_is_a_clear_error(columns: list[str], column_map: dict[str, str], words: str) -> None:
    with pytest.raises(SourceError, match=r"^[^\n]+$") as caught:
        choose(columns, column_map)
    assert words in str(caught.value)


def test_no_text_is_longer_than_a_question_can_afford_and_the_cut_is_reported() -> None:
    cells = {
        "title": "train " * 50_000, "description": "It is red. " * 50_000, "features": "fast | " + "a | b" * 9_000,
        "brand": "B" * 9_000, "model_number": "1" * 9_000, "reviews": f"A // 5.0 // 1 May // B // {'good ' * 9_000}",
    }  # fmt: skip
    (reading,) = Mapped(list(cells)).readings([Row(2, cells)])
    assert isinstance(reading, Taken)
    found = reading.product
    assert (len(found.title), len(found.description)) == (599, 9_998)
    assert max(map(len, (found.brand, found.model_number))) <= 200
    assert len(found.features) <= 50
    assert len(found.reviews[0].text) <= 2_000
    assert "text too long, cut" in reading.repairs


@pytest.mark.parametrize(
    ("column", "cell", "asked"),
    [("price_cents", "1999", "19.99"), ("Price (pence)", "450", "4.50"), ("price_cents", "19.99", "19.99"),
     ("price", "1999", "1999"), ("price_p", "450", "4.50")],
)  # fmt: skip
def test_a_price_in_cents_says_so_in_its_columns_name(column: str, cell: str, asked: str) -> None:
    (read,) = Mapped(["title", column], {"price": column}, "GBP").readings([Row(1, {"title": "Kite", column: cell})])
    assert isinstance(read, Taken)
    assert read.product.price == Price(Decimal(asked), "GBP")


def test_a_highest_age_a_unit_and_a_sale_price_that_stand_in_other_columns_count() -> None:
    columns = ["title", "price", "Sale price", "Age from (months)", "age_max", "Sold"]
    cells = [
        ("Rings", "£9", "£7", "6", "24", ""),
        ("Kite", "£9", "", "36", "", ""),
        ("Bear", "£9", "£12", "", "36", ""),
    ]
    rows = [Row(at, dict(zip(columns, row, strict=True))) for at, row in enumerate(cells)]
    layout = Mapped(columns, {"age": "Age from (months)"})
    assert layout.used == {*columns} - {"Sold"}
    taken = layout.readings(rows)
    assert [(reading.product.price, reading.product.age) for reading in taken if isinstance(reading, Taken)] == [
        (Price(Decimal(7), "GBP"), AgeRange(6, 24)),
        (Price(Decimal(9), "GBP"), AgeRange(36, None)),
        (Price(Decimal(9), "GBP"), AgeRange(None, 36)),
    ]


def test_of_two_mapped_prices_the_lower_one_is_asked_row_by_row() -> None:
    layout = Mapped(["title", "Was", "Now", "Sale price"], {"price": "Was", "sale_price": "Now"})
    asked = [
        product(layout, title="Kite", Was=was, Now=now).price for was, now in (("£9", "£7"), ("£9", ""), ("", "£7"))
    ]
    assert [price and price.amount for price in asked] == [Decimal(7), Decimal(9), Decimal(7)]
    assert "Sale price" not in layout.used


def test_a_field_of_an_empty_name_has_no_column_whatever_the_columns_are_called() -> None:
    layout = Mapped(["title", "brand", "Sale price"], {"brand": "", "sale_price": ""})
    toy = product(layout, title="Kite", brand="Fastlane", **{"Sale price": "£7"})
    assert (toy.brand, toy.price) == ("", None)


@pytest.mark.parametrize(
    ("column", "lowest", "highest", "stated"),
    [
        ("Age (months)", "0-6", "", AgeRange(0, 6)),
        ("Suitable from (months)", "3+", "", AgeRange(3, None)),
        ("Âge (mois)", "18+", "36", AgeRange(18, 36)),
        ("Age", "0.5", "3", AgeRange(6, 36)),
        ("Age", "18m", "5y", AgeRange(18, 60)),
        ("Age", "3+", "6", AgeRange(36, 72)),
        ("Age", "3", "n/a", AgeRange(36, None)),
        ("Age", "12", "36", None),
    ],
)
def test_ages_in_one_column_or_two_have_one_unit(
    column: str, lowest: str, highest: str, stated: AgeRange | None
) -> None:
    layout = Mapped(["title", column, "Age to"], {"age": column})
    assert product(layout, **{"title": "Rings", column: lowest, "Age to": highest}).age == stated


def test_the_words_of_a_cell_with_a_problem_are_told() -> None:
    row = Row(2, {"title": "Kite", "price": "POA", "currency": "GBP", "image_url": "none"})
    (reading,) = Mapped(["title", "price", "currency", "image_url"]).readings([row])
    assert isinstance(reading, Taken)
    assert reading.repairs == {"price cannot be read": "POA", "image_url is not a web address": "none"}


def test_a_title_without_a_letter_is_none_and_a_row_of_too_many_cells_says_what_it_holds() -> None:
    nameless, crooked = Mapped(["title"]).readings(
        [Row(2, {"title": ";;;;"}), Row(3, {}, "7 cells", "Fire Engine · 22.75")]
    )
    assert isinstance(nameless, Rejected)
    assert isinstance(crooked, Rejected)
    assert (nameless.reason, crooked.says) == ("no title", "Fire Engine · 22.75")


def test_a_column_without_a_name_is_no_field() -> None:
    cells = {"": "7", "title": "Kite", "price": "£5.00"}
    (reading,) = choose(list(cells)).readings([Row(2, cells)])
    assert isinstance(reading, Taken)
    assert reading.repairs == {}
    assert replace(reading.product, id="") == Product("", "Kite", price=Price(Decimal("5.00"), "GBP"))
