"""The main price block: what a page's data say counts only together with what its buyers read beside the buy button."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal

import pytest
from price_names import NAMES
from price_pages import CASES, ld, offer, page, thing

from assistant.prices.confirming import Confirmed, Unconfirmed, confirm
from assistant.prices.pages.page_reading import read_page
from assistant.schema import Product

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
CASE = CASES[0]
BUY = '<button name="add">Add to basket</button>'
MENU = "<nav><a>Refurbished</a><a>Hire</a><a>Pre-orders</a></nav>"
RELATED = (
    '<section class="related products"><h2>Related</h2><p>Kite £34.99</p><p>Ball £6.66</p>'
    "<button>Add to basket</button></section>"
)


def shop(block: str, *, buy: str = BUY, around: str = "", untaxed: bool = False) -> str:
    """A shop's page: a menu, the title, the block, the buy button, a description, and other products."""
    body = (
        f"{MENU}<main><h1>{CASE.title}</h1>{block}{buy}"
        '<div class="description">Can be used by two. The highest bid wins. Sold out elsewhere.</div>'
        f"{RELATED}{around}</main>"
    )
    data = offer(CASE, valueAddedTaxIncluded=False) if untaxed else offer(CASE)
    return page(ld(thing(CASE, data)), body=body, button="")


def judged(text: str, *, is_cut: bool = False) -> Confirmed | Unconfirmed:
    return confirm(CASE.product, read_page(text.encode(), charset="utf-8", now=NOW, is_cut=is_cut), "GBP", NAMES)


SOLD = {
    "plainly": "<p>£24.99</p>",
    "split over tags": "<p><span>£</span><span>24</span><span>.99</span></p>",
    "with raised pence": "<p>£24<sup>99</sup></p>",
    "in parts on lines of the source": "<p><span>£24</span>\n<span>.99</span></p>",
    "beside what it cost before": "<p>Was <del>£34.99</del> now £24.99. Save £10.00</p>",
    "beside what it cost before, by class": '<div class="priceOld">£34.99</div><div class="price">£24.99</div>',
    "beside what it cost before, in parts": (
        '<del><b class="Price-amount">£34.99</b></del><ins><b class="Price-amount">£24.99</b></ins>'
    ),
    "reduced from what it cost before, in words": (
        "<p><del><span>Price reduced from</span>£34.99<span>to</span></del><span>£24.99</span></p>"
    ),
    "under a label of themes that reduce nothing": (
        '<div class="price__regular"><span>Regular price</span><span class="price-item">£24.99</span></div>'
    ),
    "under a label that says nothing": ("<p>Rollback price £24.99</p>"),
    "beside a list that has it alone": ("<p>£24.99</p><select><option>One piece - £24.99</option></select>"),
    "beside credit for more": ("<p>£24.99</p><p>Shop card: no interest if paid in full on orders over £99</p>"),
    "for the pack that it is": "<p>£24.99 per 20g pack</p>",
    "below points to be had": ("<p>Reward Points <b>910</b></p><p>£24.99</p>"),
    "beside a voucher for later": ("<p>£24.99</p><p>10% off with code TOYS</p>"),
    "beside a word on prices to come": ("<p>£24.99</p><button>Notify me of price drops</button>"),
    "with a percentage": "<p>£24.99 Save 17%</p>",
    "before instalments": "<h2>£24.99</h2><div>Monthly payments: from £5.00</div>",
    "before an offer for several": "<p>£24.99</p><p>2 for £40</p>",
    "before what members pay": "<p>£24.99</p><p>Members: £22.49, join free</p>",
    "with and without tax": "<p>£24.99 inc VAT</p><p>(£20.83 ex VAT)</p>",
    "after delivery": "<p>Free delivery over £40 | Next day £4.95</p><p>£24.99</p>",
    "beside what small orders pay": "<p>£24.99</p><p>delivery £3.99 as this order is below £35</p>",
    "with more to come": "<p>£24.99</p><p>Only 7 left in stock (more on the way).</p>",
    "with gift wrap": "<p>£24.99</p><label>Add gift wrap (+£3.50)</label>",
    "new, by its condition": "<p>£24.99</p><p>Condition: New</p>",
    "beside hidden words": '<p>£24.99</p><p hidden>Sold out</p><div class="is-hidden">Pay a deposit</div>',
    "beside a theme's badge": '<p>£24.99</p><span class="badge-sold-out">Sold out</span>',
    "beside another size that is gone": "<p>£24.99</p><fieldset><label>Large sold out</label></fieldset>",
    "beside used ones behind a link": "<p>£24.99</p><a href='/used'>New and used from £14.20</a>",
    "with its name before it": f"<p>{CASE.title} £24.99</p>",
}

TRAPS = {
    "the price before": ('<p class="c-price--previous">£24.99</p><p>£19.99</p>', "readers see it as an earlier price"),
    "hidden": ('<p style="display: none">£24.99</p><p>£34.99</p>', "readers see another price"),
    "hidden by class": ('<p class="d-none">£24.99</p><p>£34.99</p>', "readers see another price"),
    "free of tax": ("<p>£24.99</p><p>Tax-free price for overseas</p>", "readers see it as a price without tax"),
    "for some customers": ("<p>£24.99 new account customers only</p>", "readers see it as a price for some"),
    "for members": ("<p>£24.99</p><p>Members-only warehouse</p>", "readers see a price for some"),
    "in outers": ("<p>£24.99</p><p>Supplied in outers of 12</p>", "readers see the price of several"),
    "if several are bought": ("<p>£24.99 each when you put three in</p>", "readers see it as the price of several"),
    "of a sale that is over": ("<p>£24.99</p><p>Deal ended</p>", "readers see a price of what is not to be had now"),
    "stale": ("<p>£19.99</p>", "readers see another price"),
    "stale by far": ("<p>£74.99</p>", "readers see another price"),
    "second to the price": ("<p>£34.99</p><p>£24.99</p>", "readers see another price"),
    "for members, in a list": (
        "<dl><dt>Non-members</dt><dd>£34.99</dd><dt>Members</dt><dd>£24.99</dd></dl>",
        "readers see it as a price for some",
    ),
    "for students": ("<p>£24.99 student price</p><p>£34.99</p>", "readers see it as a price for some"),
    "after a voucher": ("<p>£24.99</p><p>Price shown after voucher TOYS</p>", "readers see a price for some"),
    "after cashback": ("<p>£24.99 after £10 cashback</p>", "readers see it as a price for some"),
    "by a class without tax": ('<p class="price-excluding-tax">£24.99</p>', "readers see it as a price without tax"),
    "plus German tax": ("<p>£24.99 zzgl. 19 % MwSt.</p>", "readers see it as a price without tax"),
    "net": ("<p>£24.99 net</p>", "readers see it as a price without tax"),
    "of three": (
        "<p>£24.99</p><table><tr><td>3+</td><td>£24.99 each</td></tr></table>",
        "readers see it as the price of several",
    ),
    "where one enters a code": ("<p>£24.99 when you enter SPLASH</p>", "readers see it as a price for some"),
    "with a shop's card": ("<p>£24.99 GreenCard Price</p><p>£34.99</p>", "readers see it as a price for some"),
    "in inners": ("<p>£24.99</p><p>Sold in inners of 6</p>", "readers see the price of several"),
    "for others than all": ("<p>Key worker price £24.99</p><p>£34.99</p>", "readers see it as a price for some"),
    "for beginners": ("<p>£24.99 for new customers</p><p>£34.99</p>", "readers see it as a price for some"),
    "a case": ("<p>Case of 12 £24.99</p>", "readers see it as the price of several"),
    "before tax, in words": ("<p>£24.99</p><p>VAT will be added at checkout</p>", "readers see a price without tax"),
    "without what must be bought with it": (
        "<p>£24.99</p><p>Its print £10.00</p><p>You pay £34.99</p>",
        "readers see another price",
    ),
    "for card holders": (
        "<p>£24.99 Forces card holders</p><p>£34.99 Everybody else</p>",
        "readers see it as a price for some",
    ),
    "begun": ("<p>£24.99</p><p>Sprue D is partly cut</p>", "readers see the price of a used one"),
    "not whole": ("<p>£24.99</p><p>Incomplete: one wagon gone</p>", "readers see the price of a used one"),
    "of a list": ("<p>Items 1-12 of 48</p><p>£24.99</p>", "readers see the price of several"),
    "with others": ("<p>£24.99</p><p>when you spend £60 on other toys</p>", "readers see it as the price of several"),
    "for members, whose fee it names": ("<p>£24.99 Rail Club members (£9 a year)</p>", "readers see it as a price for"),
    "per seat": ("<p>£24.99 per seat</p>", "readers see it as a monthly or unit price"),
    "the first of three": (
        "<p>£24.99 today</p><p>then 2 more payments of £24.99</p>",
        "readers see it as a monthly or unit price",
    ),
    "for an old one": ("<p>£24.99</p><p>with trade-in of any old train</p>", "readers see it as a price for some"),
    "worked out": ("<p>¥4,700 (approx. £24.99)</p>", "readers see it as an amount worked out from other money"),
    "with duty to come": (
        "<p>£24.99</p><p>Customs duty is charged on delivery</p>",
        "readers see an amount worked out from other money",
    ),
    "of the instructions": ("<p>£24.99</p><p>Instruction booklet only</p>", "readers see the price of something other"),
    "of a part": ("<p>Replacement wheel set</p><p>£24.99</p>", "readers see the price of something other"),
    "of a file": ("<p>£24.99</p><p>Print at home</p>", "readers see the price of something other"),
    "of one by chance": ("<p>£24.99</p><p>One wagon, chosen at random</p>", "readers see the price of something other"),
    "of a copy": ("<p>£24.99</p><p>Unofficial, made by fans</p>", "readers see the price of something other"),
    "given": ("<p>£24.99</p><p>Kindly donated</p>", "readers see the price of a used one"),
    "sold no more": ("<p>£24.99</p><p>We don't sell this any more</p>", "readers see a price of what is not to be had"),
    "of a dozen": ("<p>£24.99 each</p><p>Minimum order quantity: 12</p>", "readers see the price of several"),
    "a week's": ("<p>£24.99</p><p>per week</p>", "readers see it as a monthly or unit price"),
    "a deposit": ("<p>£24.99</p><p>Pay a £24.99 deposit today</p>", "readers see it as a part payment"),
    "a bid": ("<p>Current bid £24.99 [4 bids]</p>", "readers see it as an auction's bid"),
    "a ticket": ("<p>£24.99</p><p>Draw takes place on Sunday</p>", "readers see an auction's bid"),
    "hire": ("<p>£24.99</p><p>Hire this set for parties</p>", "readers see a price for hire"),
    "lent, beside a sum": (
        "<p>£24.99</p><p>Borrow it for a week! £20 returned to you</p>",
        "readers see a price for hire",
    ),
    "what the shop pays": ("<p>We buy for cash £24.99</p>", "readers see it as what the shop pays"),
    "used": ("<p>£24.99</p><p>Condition: <b>Used</b></p>", "readers see the price of a used one"),
    "used, in a list": ("<p>£24.99</p><dl><dt>Condition:</dt><dd>Good</dd></dl>", "readers see the price of a used"),
    "refurbished": ("<b>Certified refurbished</b><p>£24.99</p>", "readers see it as the price of a used one"),
    "from the shop window": ("<p>£24.99</p><p>Ex-display model</p>", "readers see the price of a used one"),
    "a second": ("<p>£24.99</p><p>Small flaw to the varnish</p>", "readers see the price of a used one"),
    "from the show room": ("<p>£24.99</p><p>This one has been on show</p>", "readers see the price of a used one"),
    "a return": ("<p>£24.99</p><p>Customer return, checked</p>", "readers see the price of a used one"),
    "due": ("<p>£24.99</p><p>Due in stock soon</p>", "readers see a price of what is not to be had"),
    "to be waited for": ("<p>£24.99</p><p>Awaiting stock</p>", "readers see a price of what is not to be had"),
    "gone": ("<p>£24.99</p><p>Currently unavailable</p>", "readers see a price of what is not to be had"),
    "the least of two": (
        "<p>£24.99</p><label>Every month £24.99</label><label>Just this once £29.99</label>",
        "readers choose between prices",
    ),
    "without what is chosen": (
        "<p>£24.99</p><select><option>Silver</option><option>Gold (+£0.40)</option></select>",
        "readers choose between prices",
    ),
    "to come": ("<p>£24.99</p><p>Pre-order now</p>", "readers see a price of what is not to be had"),
}


@pytest.mark.parametrize("block", SOLD.values(), ids=SOLD.keys())
def test_a_price_that_the_buyer_reads_is_confirmed(block: str) -> None:
    outcome = judged(shop(block))
    assert isinstance(outcome, Confirmed), outcome
    assert outcome.price.amount == Decimal("24.99")


@pytest.mark.parametrize(("block", "reason"), TRAPS.values(), ids=TRAPS.keys())
def test_an_amount_that_a_buyer_of_one_new_piece_does_not_pay_is_refused(block: str, reason: str) -> None:
    outcome = judged(shop(block))
    assert isinstance(outcome, Unconfirmed)
    assert outcome.reason.startswith(reason)


@pytest.mark.parametrize(
    "buy",
    [
        '<button name="add" disabled>Sold out</button>',
        "<button>Join the waiting list</button>",
        "<b>Out of stock</b>",
        '<p class="stock unavailable">Out of stock</p>',
        '<p class="stock out-of-stock">We shout when more arrive</p>',
        "",
    ],
)
def test_what_cannot_be_bought_has_no_price(buy: str) -> None:
    outcome = judged(shop('<p>£24.99</p><span class="badge-sold-out">Sold out</span>', buy=buy))
    assert isinstance(outcome, Unconfirmed)
    assert outcome.reason == "readers see a price of what is not to be had now"


@pytest.mark.parametrize("button", ["Book dates", "Reserve yours", "Enquire", "Register interest"])
def test_where_no_button_buys_there_is_no_price(button: str) -> None:
    assert isinstance(judged(shop("<p>£24.99</p>", buy=f"<button>{button}</button>{BUY}")), Confirmed)
    outcome = judged(shop("<p>£24.99</p>", buy=f"<button>{button}</button>"))
    assert isinstance(outcome, Unconfirmed)
    assert outcome.reason.startswith("readers see")


@pytest.mark.parametrize(
    ("around", "reason"),
    [
        ('<div class="rte description">The rack is cracked.</div>', "readers see the price of a used one"),
        ('<p class="product-description">All are previously loved.</p>', "readers see the price of a used one"),
        (
            '<p class="product-description">Paper only.</p>',
            "readers see the price of something other than the toy itself",
        ),
        ("<p>This is a demo store: no orders shall be fulfilled.</p>", "its shop fulfils no orders"),
    ],
)
def test_what_a_page_says_elsewhere_of_the_piece_or_the_shop_counts(around: str, reason: str) -> None:
    assert judged(shop("<p>£24.99</p>", around=around)) == Unconfirmed(reason)


def test_other_amounts_of_the_page_switch_no_comparison_off() -> None:
    others = "".join(f"<li>Toy {number} £{number}.99</li>" for number in range(3, 90))
    assert isinstance(judged(shop("<p>£19.99</p>", around=others)), Unconfirmed)


def test_a_shop_that_charges_no_tax_states_its_price() -> None:
    assert isinstance(judged(shop("<p>£24.99</p>", untaxed=True)), Confirmed)
    for block, around in (("", ""), ("<p>£29.99</p>", ""), ("<p>£24.99</p>", "<footer>Prices exclude VAT</footer>")):
        assert isinstance(judged(shop(block, around=around, untaxed=True)), Unconfirmed)


@pytest.mark.parametrize("name", ["Shopping List", "For Sale Auction Card Game", "Used Car Garage", "Members Only"])
def test_a_product_s_own_name_says_nothing_of_its_price(name: str) -> None:
    data = {"@type": "Product", "name": name, "brand": "Oakmoss", "offers": offer(CASE)}
    text = page(ld(data), body=f"<h1>{name}</h1><p>{name} £24.99</p>{BUY}<p>{name}</p>")
    toy = Product("toy", name, "Oakmoss")
    assert isinstance(confirm(toy, read_page(text.encode(), charset="utf-8", now=NOW), "GBP", NAMES), Confirmed)


@pytest.mark.parametrize("heavy", ["<script>var a = '{}'</script>", "<STYLE media=all>/*{}*/</STYLE>", "<svg>{}</svg>"])
def test_a_page_of_some_megabytes_is_read(heavy: str) -> None:
    script = heavy.format("a" * 2_600_000)
    for text in (shop("<p>£24.99</p>", around=script), script + shop("<p>£24.99</p>")):
        assert isinstance(judged(text), Confirmed)
    assert isinstance(judged(script + shop("<p>£19.99</p>")), Unconfirmed)


def test_of_a_page_of_some_megabytes_of_menu_head_and_main_block_count() -> None:
    menu = "<ul>" + '<li><a href="/toys">Toys</a></li>' * 70_000 + "</ul>"
    for block, kind in (("<p>£24.99</p>", Confirmed), ("<p>£19.99</p>", Unconfirmed)):
        assert isinstance(judged(shop(block).replace("<body>", f"<body>{menu}")), kind)


@pytest.mark.parametrize(
    "button",
    [
        "<button>Put it in my basket</button>",
        "<button>Add to trug</button>",
        '<button aria-label="Add to basket"><svg></svg></button>',
        '<button class="single_add_to_cart_button">Take it home</button>',
        '<a role="button" href="/basket/add/17">Adopt me</a>',
        "<button>Pop it in my bucket</button>",
        '<div role="button">Add To Cart</div>',
        '<input type="image" alt="Add to Basket">',
        "<button><span>Add</span><span class='visually-hidden'> Farm Wooden Train Set</span></button>",
        "<button>Add to basket – £24.99</button>",
    ],
)
def test_a_buy_button_is_known_by_what_it_says(button: str) -> None:
    assert isinstance(judged(shop("<p>£24.99</p>", buy=button)), Confirmed)


def test_what_the_button_names_is_the_price() -> None:
    assert isinstance(judged(shop("<p>£24.99</p>", buy="<button>Add to basket – £34.99</button>")), Unconfirmed)


def test_a_page_without_headings_is_read_by_what_says_its_name() -> None:
    told = shop("<p>£24.99</p>").replace("<h1>", "<td>").replace("</h1>", "</td>")
    assert isinstance(judged(told), Confirmed)
    assert isinstance(judged(told.replace("£24.99", "£19.99")), Unconfirmed)


def test_of_a_page_that_is_long_without_its_scripts_the_beginning_counts() -> None:
    words = "<p>" + "a" * 2_600_000
    assert isinstance(judged(shop("<p>£24.99</p>", around=words)), Confirmed)
    assert isinstance(judged(words + shop("<p>£24.99</p>")), Unconfirmed)


def test_the_beginning_of_a_page_is_enough_where_its_main_block_is_whole() -> None:
    text = shop("<p>£24.99</p>", around="<p>Reviews</p>" * 20)
    assert isinstance(judged(text[: text.index("Reviews")], is_cut=True), Confirmed)


@pytest.mark.parametrize("end", ["<h1>", "£24.99", "24.99</p>", BUY, "Can be used"])
def test_a_price_from_a_block_that_was_cut_is_none(end: str) -> None:
    text = shop("<p>£24.99</p>")
    outcome = judged(text[: text.rindex(end)], is_cut=True)
    assert isinstance(outcome, Unconfirmed)
    assert outcome.reason == "the page is too long: its price is not among what is read"


def test_on_a_page_that_was_cut_a_price_that_no_reader_sees_is_none() -> None:
    assert isinstance(judged(shop("<p>Now at home</p>")), Confirmed)
    assert isinstance(judged(shop("<p>Now at home</p>"), is_cut=True), Unconfirmed)


@pytest.mark.parametrize("button", ["Add to wish list", "Add to favourites", "Add to compare", "Add to my gift list"])
def test_what_only_keeps_a_toy_in_mind_sells_nothing(button: str) -> None:
    outcome = judged(shop("<p>£24.99</p>", buy=f"<button>{button}</button>"))
    assert outcome == Unconfirmed("readers see no way to buy it")


def test_a_shop_s_name_in_its_header_is_no_product_s() -> None:
    body = shop("<p>£24.99</p>").replace("<main>", "<header><h1>Toys and Rags</h1></header><main>")
    assert isinstance(judged(body), Confirmed)
