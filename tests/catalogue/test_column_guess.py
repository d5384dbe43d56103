"""Which column holds what: lists as shops keep them, and columns that only look like what they are called."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from assistant.catalogue.column_guess import as_map, guessed
from assistant.catalogue.formats.rows import Row


def guess(columns: str, *lines: Sequence[str]) -> dict[str, str]:
    names = columns.split(",")
    rows = [Row(number, dict(zip(names, line, strict=True))) for number, line in enumerate(lines)]
    return guessed(names, rows)


def test_columns_are_guessed_by_their_names_each_for_one_field() -> None:
    assert guessed(["Product Name", "Cost", "Maker", "Stars", "Reviews", "Image_Link"]) == {
        "title": "Product Name", "price": "Cost", "brand": "Maker", "rating": "Stars", "image_url": "Image_Link",
    }  # fmt: skip
    assert guessed(["a", "b"]) == {}


def test_a_small_shops_stock_list() -> None:
    columns = "Our code,What it is,Who makes it,Shelf,Cost ex VAT,Sell at,Ages,Pic,Web page"
    found = guess(
        columns,
        [
            "1",
            "Wooden Train Set",
            "Harrow",
            "Trains",
            "£15",
            "£27.99",
            "3+",
            "https://t.test/1.jpg",
            "https://t.test/1",
        ],
        ["2", "Rag Doll", "Softly", "Dolls", "£6", "£14", "18m+", "https://t.test/2.jpg", "https://t.test/2"],
    )
    assert found == {
        "title": "What it is", "price": "Sell at", "brand": "Who makes it", "category": "Shelf", "age": "Ages",
        "image_url": "Pic", "product_url": "Web page", "id": "Our code",
    }  # fmt: skip


def test_numbers_for_the_till_and_the_box_are_told_apart() -> None:
    columns = ["Item", "EAN", "Set no", "Qty", "Piece count", "No. of players", "Materials"]
    cells = ["Harbour crane", "5012345678900", "HC-204", "7", "112", "2-4", "wood"]
    found = guessed(columns, [Row(1, dict(zip(columns, cells, strict=True)))])
    fields = ("title", "gtin", "model_number", "stock_count", "pieces", "players", "material")
    assert found == dict(zip(fields, columns, strict=True))


def test_a_till_s_own_headings() -> None:
    columns = ["PLU", "Description", "Supplier", "Qty O/H", "Cost", "Sell"]
    rows = (
        ["1041", "Wooden Crane", "Harbour Toys", "4", "6.10", "12.99"],
        ["1042", "Rag Doll", "Softly", "0", "3.00", "7.50"],
    )
    assert guess(",".join(columns), *rows) == {
        "title": "Description", "price": "Sell", "brand": "Supplier", "id": "PLU", "stock_count": "Qty O/H",
    }  # fmt: skip


def test_what_a_shop_asks_is_its_own_price_and_not_the_recommended_one() -> None:
    columns = "Artikel,Item name,RRP inc VAT,Our Price,Range,Bumf"
    found = guess(
        columns,
        ["H1", "Wooden Train Set", "£31.99", "£27.99", "Trains", "A railway of beech wood with a red bridge."],
        ["H2", "Rag Doll", "£16", "£14", "Dolls", "A soft doll that can be washed in the machine."],
    )
    assert found == {
        "title": "Item name", "price": "Our Price", "category": "Range", "description": "Bumf"
    }  # fmt: skip
    assert guess("Name,RRP", ["Kite", "£4"])["price"] == "RRP"
    till = guess("DESC,BARCODE NO,RRP INC,SP INC VAT", ["Tin Kite", "5012345678900", "5.00", "4.00"])
    assert (till["price"], till["gtin"]) == ("SP INC VAT", "BARCODE NO")


def test_where_names_say_nothing_the_cells_do() -> None:
    found = guess(
        "Nr,Bezeichnung,EK,VK,Alter,Bild,Netz,Worte",
        ["1", "Holzeisenbahn mit Brücke", "12,00 €", "27,99 €", "3+", "https://t.test/1.png", "https://t.test/1",
         "A railway of beech wood with a bridge."],
        ["2", "Bunter Drachen", "4,00 €", "9,00 €", "6+", "https://t.test/2.png", "https://t.test/2",
         "A kite that flies in a light breeze."],
    )  # fmt: skip
    assert found == {
        "title": "Bezeichnung", "price": "VK", "description": "Worte", "age": "Alter", "image_url": "Bild",
        "product_url": "Netz",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("columns", "lines", "field", "column"),
    [
        ("name,Price,Price band", [["Kite", "£9", "low"]], "price", "Price"),
        ("name,Price band,Our price", [["Kite", "low", "£9"]], "price", "Our price"),
        ("name,price,price.amount", [["Kite", "", "9.50"]], "price", "price.amount"),
        ("name,Page count,Web page", [["Kite", "12", "https://t.test"]], "product_url", "Web page"),
        ("name,sku", [["Kite", "1"], ["Drum", "1"]], "id", None),
        ("name,sku", [["Kite", "1"], ["Drum", ""]], "id", None),
        ("a,b", [["Red Kite", "12"], ["Tin Drum", "7"]], "price", None),
    ],
)
def test_what_stands_in_a_column_speaks_for_it_or_against_it(
    columns: str, lines: list[list[str]], field: str, column: str | None
) -> None:
    assert guess(columns, *lines).get(field) == column


@pytest.mark.parametrize(
    ("columns", "column"),
    [("Trade price,RRP", "RRP"), ("Buy price,Sell price", "Sell price"), ("Buy price,Sell", "Sell"),
     ("Net price,Gross price", "Gross price"), ("Purchase price,Retail price", "Retail price"),
     ("Wholesale price,Recommended retail", "Recommended retail"), ("Cost price,Sale price", "Sale price"),
     ("Trade ex VAT,Retail inc VAT", "Retail inc VAT"), ("Prix HT,Prix TTC", "Prix TTC"), ("EK,VK", "VK"),
     ("Cost,Rating", "Cost"), ("Trade price,Weight", "Trade price")],
)  # fmt: skip
def test_what_a_shop_pays_is_no_price_where_another_is(columns: str, column: str) -> None:
    rows = [["Red Kite", "6.10", "12.99"], ["Tin Drum", "9.00", "15.50"]]
    if column in {"Cost", "Trade price"}:
        rows = [["Red Kite", "6.10", "4.50"], ["Tin Drum", "9.00", "3.90"]]
    found = guess(f"Name,{columns}", *rows)
    assert (found["price"], found.get("sale_price")) == (column, None)
    if column == "RRP":
        assert guess(f"Name,{columns}", ["Red Kite", "£6.10", "12.99"])["price"] == "RRP"


@pytest.mark.parametrize(
    "columns",
    ["Was,Now", "Price,Sale", "Full price,Sale", "Price,Discounted", "Price before,Price after", "Preis,Angebotspreis",
     "Prix,Prix soldé", "Prix TTC,Prix promo", "Precio,Precio oferta", "pricing.regular,pricing.sale",
     "Regular price,Sale price", "RRP,Now"],
)  # fmt: skip
@pytest.mark.parametrize("now", ["", "12.99"])
def test_what_is_asked_for_a_while_stands_beside_the_price(columns: str, now: str) -> None:
    for sign in ("", "£"):
        found = guess(
            f"Name,{columns}", ["Red Kite", "16.50", f"{sign}9.99"], ["Tin Drum", "12.99", now and sign + now]
        )
        assert f"{found['price']},{found['sale_price']}" == columns


@pytest.mark.parametrize(("sale", "other"), [("1", "0"), ("yes", "no"), ("20%", "10%"), ("£19.99", "£29.99")])
def test_a_mark_or_a_higher_sum_is_no_sale_price(sale: str, other: str) -> None:
    assert (
        guess("Name,Price,Sale", ["Red Kite", "£16.50", sale], ["Tin Drum", "£12.99", other]).get("sale_price") is None
    )


def test_french_names_of_columns_and_days_that_are_no_ages() -> None:
    columns = "Référence,Désignation,Marque,Rayon,Âge,Ajouté"
    found = guess(columns, ["R1", "Train en bois", "Bois", "Trains", "dès 3 ans", "2026-06-03"])
    assert found == {
        "title": "Désignation", "brand": "Marque", "category": "Rayon", "age": "Âge", "id": "Référence",
    }  # fmt: skip
    assert guess("Name,Suitable from (months)", ["Soft rattle", "0-6"], ["Baby walker", "12-36"])["age"]
    assert "age" not in guess("Name,Added", ["Train en bois", "2026-06-03"])


def test_a_guess_is_written_as_the_command_takes_it() -> None:
    assert as_map({"title": "Name", "price": "Price, GBP"}) == 'title=Name,"price=Price, GBP"'


def test_the_only_column_with_money_in_it_is_the_price_whatever_it_is_called() -> None:
    found = guess("Name,Price,Stock", ["Kite", "4", "£12.99"], ["Drum", "11", "£7"])
    assert found["price"] == "Stock"
    swapped = guess("Name,Price,Category", ["Kite", "Outdoor", "12.99"], ["Drum", "Music", "7.50"])
    assert (swapped["price"], swapped.get("category")) == ("Category", None)


def test_a_sale_price_that_few_toys_have_is_not_the_price() -> None:
    rows = [[f"Toy {at}", "9.99" if at == 1 else "", "12.99"] for at in range(1, 6)]
    assert guess("Name,Sale price,Regular price", *rows)["price"] == "Regular price"


def test_names_of_columns_are_read_as_they_are_written() -> None:
    found = guess("title,productType,Dept", ["Kite", "Outdoor", "A"], ["Drum", "Music", "B"])
    assert found["category"] == "productType"
    assert guess("title,Dept", ["Kite", "Outdoor"], ["Drum", "Music"])["category"] == "Dept"
