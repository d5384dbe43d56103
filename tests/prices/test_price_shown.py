"""A page that states nothing in its data: its visible price counts only where everything else speaks for it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal

import pytest
from price_names import NAMES
from price_pages import CASES, meta, page

from assistant.prices.confirming import Confirmed, Unconfirmed, confirm
from assistant.prices.pages.labels import details_of
from assistant.prices.pages.page_reading import METADATA, SHOWN, read_page
from assistant.schema import Price, Product

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
CASE = CASES[0]
TOY = replace(CASE.product, price=Price(Decimal("24.99"), "GBP"), gtin="5012345678900")
TITLE = f"<h1>{CASE.brand} {CASE.title}</h1>"
BUY = "<button>Add to basket</button>"


def judged(body: str, toy: Product = TOY, *, is_cut: bool = False) -> Confirmed | Unconfirmed:
    text = page(title=f"{CASE.title} | A toy shop", body=body, button="")
    return confirm(toy, read_page(text.encode(), charset="utf-8", now=NOW, is_cut=is_cut), "GBP", NAMES)


@pytest.mark.parametrize(
    "body",
    [
        f"{TITLE}<p>£22.99</p>{BUY}",
        f"{TITLE}<p>£22.99</p>{BUY}<h2>Others</h2><p>£5.00</p>",
        f"{TITLE}<p>RRP <s>£29.99</s> Now £22.99</p><p>Delivery £3.99</p>{BUY}<p>EAN 5012345678900</p>",
        f"{TITLE.replace('h1', 'h2')}<b>Our price: £22.99</b>{BUY}",
        f'<span id="title">{CASE.brand} {CASE.title}</span><p>£22.99</p>{BUY}',
        f'<b id="productTitle">{CASE.brand} {CASE.title}</b><p>£22.99</p><input type="submit" value="Add to Cart">',
        f'<td class="pageHeading">{CASE.brand} {CASE.title}<br></td><td class="pageHeading">£22.99</td>{BUY}',
    ],
)
def test_one_price_before_a_buy_button_is_confirmed(body: str) -> None:
    outcome = judged(body)
    assert isinstance(outcome, Confirmed), outcome
    assert (outcome.price, outcome.method) == (Price(Decimal("22.99"), "GBP"), SHOWN)


@pytest.mark.parametrize(
    "body",
    [
        f"{TITLE}<p>£22.99</p>",
        f"{TITLE}<p>£22.99</p><button disabled>Add to basket</button>",
        f"{TITLE}<p>£22.99</p><button>Notify me</button>",
        f"{TITLE}<p>£22.99</p><p>£27.99</p>{BUY}",
        f"{TITLE}<p>$22.99</p>{BUY}",
        f"{TITLE}<p>£11.99</p>{BUY}",
        f"{TITLE}<p>£22.99 when you enter SPLASH</p>{BUY}",
        f"{TITLE}<p>£22.99</p><p>with your old toys handed over</p>{BUY}",
        f"<b>Shop-soiled corner</b>{TITLE}<p>£22.99</p>{BUY}",
        f"{TITLE}<p>£22.99</p>{BUY}<p>The lid is crushed at one end</p>",
        f"{TITLE}<p>£22.99</p>{BUY}<table><tr><td>EAN</td><td>4006381333931</td></tr></table>",
        f"<h1>Another toy</h1><p>£22.99</p>{BUY}",
        f"<p>£22.99</p>{BUY}",
    ],
)
def test_anything_amiss_and_there_is_no_price(body: str) -> None:
    assert isinstance(judged(body), Unconfirmed)


def test_it_needs_a_price_of_the_catalogue_beside_it_and_a_whole_block() -> None:
    body = f"{TITLE}<p>£22.99</p>{BUY}"
    assert isinstance(judged(body, replace(TOY, price=None)), Unconfirmed)
    assert isinstance(judged(body, is_cut=True), Unconfirmed)


def test_labels_tell_whose_metadata_it_is() -> None:
    toy = replace(TOY, title=CASE.title, brand=CASE.brand)
    bare = meta(CASE).replace("product:brand", "product:other")
    text = f"{bare}<h1>{CASE.title}</h1><table><tr><th>Manufacturer</th><td>{CASE.brand}</td></tr></table>"
    reading = read_page(page(body=text).encode(), charset="utf-8", now=NOW)
    assert [(listing.method, listing.brand) for listing in reading.listings] == [(METADATA, CASE.brand.casefold())]
    assert isinstance(confirm(toy, reading, "GBP", NAMES), Confirmed)


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        (["EAN", "5012345678900"], ("", "05012345678900", "")),
        (["Barcode: 5012345678901"], ("", "", "")),
        (["EAN: 5012345678900", "EAN: 4006381333931"], ("", "", "")),
        (["Item model number", "C3643", "Brand: Oakmoss"], ("oakmoss", "", "c3643")),
        (["Our brand new van"], ("", "", "")),
        (["Manufacturer recommended age"], ("", "", "")),
        (["Brand: Oakmoss, Series: Sky"], ("oakmoss", "", "")),
    ],
)
def test_details_are_read_beside_their_labels(lines: list[str], found: tuple[str, str, str]) -> None:
    details = details_of(lines)
    assert (details.brand, details.gtin, details.model) == found


def test_labels_tell_its_colour_its_size_and_its_pieces() -> None:
    details = details_of(["Colour: Pink", "Size", "4ft (122 cm)", "Pieces", "250 (extra large)"])
    assert (details.colour, details.size, details.pieces) == ("pink", "4ft (122 cm)", "250 pieces")


def test_a_menu_of_brands_and_a_shop_s_own_name_are_no_maker() -> None:
    assert details_of(["Brands A-Z", "Makers' Cupboard"]).brand == ""


def test_what_stands_on_two_lines_is_two_words() -> None:
    body = f"<h1>{CASE.brand}<br>{CASE.title}</h1><p>£22.99</p>{BUY}"
    reading = read_page(page(title="", body=body, button="").encode(), charset="utf-8", now=NOW)
    assert reading.seen.title == f"{CASE.brand} {CASE.title}"
