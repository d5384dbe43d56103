"""More shop pages, each by what once misled the reader: `STATED` must be read, `DOUBTED` turned down for its reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from price_pages import Case, ld, meta, offer, page, thing

Shape = Callable[[Case], str]


def sold(case: Case, body: str = "", amount: str | None = None, **fields: Any) -> str:
    """A page with one offer."""
    return page(ld(thing(case, offer(case, amount, **fields))), body=body)


def sized(case: Case, **fields: Any) -> str:
    """A page whose product has more fields."""
    return page(ld(thing(case, offer(case), **fields)))


def specified(case: Case, *parts: dict[str, Any], own: str | None = None) -> str:
    """A page whose offer has price specifications, and a price of its own where `own` says one."""
    stated = [{"@type": "UnitPriceSpecification", "priceCurrency": case.currency, **part} for part in parts]
    price = {"price": own, "priceCurrency": case.currency} if own else {}
    return page(ld(thing(case, {"@type": "Offer", **price, "priceSpecification": stated})))


def seen(text: str) -> Shape:
    """A page that shows a text, with NOW for the price that its data state and OTHER for another amount."""

    def shape(case: Case) -> str:
        bare = text.replace("HKD AMOUNT", f"HKD {case.amount}").replace("CHF OTHER", f"CHF {case.other}")
        return sold(case, bare.replace("NOW", case.shown(case.amount)).replace("OTHER", case.shown(case.other)))

    return shape


STATED: dict[str, Shape] = {
    "with and without tax": lambda c: specified(
        c, {"price": c.other, "valueAddedTaxIncluded": False}, {"price": c.amount, "valueAddedTaxIncluded": True}
    ),
    "last week's price beside this week's": lambda c: specified(
        c, {"price": c.other, "validThrough": "2026-11-01"}, {"price": c.amount}
    ),
    "for members and for all": lambda c: specified(
        c, {"price": "1.00", "validForMemberTier": "#gold"}, {"price": c.amount}
    ),
    "per 100 g and for the tub": lambda c: specified(
        c, {"price": "0.50", "referenceQuantity": {"value": 100}}, {"price": c.amount}
    ),
    "a list price that is the price": lambda c: specified(
        c, {"price": c.amount, "priceType": "ListPrice"}, own=c.amount
    ),
    "from today on": lambda c: sold(c, validFrom="2026-11-21"),
    "new in words": lambda c: sold(c, itemCondition="Brand New"),
    "a byte order mark": lambda c: sold(c).replace('+json">', '+json">\ufeff'),
    "offer by its bare name": lambda c: page(ld({"@graph": [thing(c, "#offer"), {**offer(c), "@id": "#offer"}]})),
    "one key twice, the same": lambda c: sold(c).replace('"price":', f'"price": "{c.amount}", "price":'),
    "metadata that leaves the currency to the data": lambda c: page(
        f'<meta property="product:price:amount" content="{c.amount}">', ld(thing(c, offer(c)))
    ),
    "without tax, then with": lambda c: sold(c, f"<p>{c.shown(c.other)} ex VAT</p><p>{c.shown(c.amount)} inc VAT</p>"),
    "with tax named first": lambda c: sold(c, f"<p>Ex VAT {c.shown(c.other)}</p><p>Inc VAT {c.shown(c.amount)}</p>"),
    "the old price by its class": lambda c: sold(
        c, f'<b class="old-price">{c.shown(c.other)}</b> <b class="price was-now">{c.shown(c.amount)}</b>'
    ),
    "drawn by a script, among other prices": lambda c: sold(
        c, f"<li>Kite {c.shown(c.other)}</li><li>Ball {c.shown('6.66')}</li>"
    ),
    "the delivery's price after its own": lambda c: sold(c, f"{c.shown(c.amount)} Delivery {c.shown('1.99')}"),
    "a regular price that is not reduced": lambda c: sold(c, f"Regular price {c.shown(c.amount)}"),
    "a voucher on a page that shows no price": lambda c: sold(c, f"Refer a friend and get {c.shown('0.50')}"),
    "a product code before it": lambda c: sold(c, f"Product code 33773 {c.shown(c.amount)}"),
    "other money beside it in the text": lambda c: sold(c, f"{c.shown(c.amount)} (CHF 31.00)"),
}

DOUBTED: dict[str, tuple[str, Shape]] = {
    "its price is the monthly one": (
        "price per month or unit",
        lambda c: specified(c, {"price": c.amount, "billingDuration": 12}, own=c.amount),
    ),
    "its price is the one without tax": (
        "price without tax",
        lambda c: specified(c, {"price": c.amount, "valueAddedTaxIncluded": False}, own=c.amount),
    ),
    "from this to that in a specification": (
        "only a price range",
        lambda c: specified(c, {"price": c.amount, "minPrice": c.amount, "maxPrice": c.other}),
    ),
    "for schools and shops": (
        "price for businesses",
        lambda c: sold(c, eligibleCustomerType="http://purl.org/goodrelations/v1#Business"),
    ),
    "new or used": ("not new", lambda c: sold(c, itemCondition=["NewCondition", "https://schema.org/UsedCondition"])),
    "used in words": ("not new", lambda c: sold(c, itemCondition="Used - Very Good")),
    "open box": ("not new", lambda c: sold(c, itemCondition="https://schema.org/OpenBox")),
    "condition as a node": ("not new", lambda c: sold(c, itemCondition={"@id": "https://schema.org/UsedCondition"})),
    "stock as a node": ("out of stock", lambda c: sold(c, availability={"@id": "https://schema.org/OutOfStock"})),
    "in stock or pre-order": ("pre-order", lambda c: sold(c, availability=["InStock", "https://schema.org/PreOrder"])),
    "an offer of something else": (
        "not this product: refill on one side only",
        lambda c: sold(c, itemOffered={"@type": "Product", "name": f"{c.title} Refill"}),
    ),
    "one key twice": (
        "two prices in one offer",
        lambda c: sold(c).replace('"price":', f'"price": "{c.other}", "price":'),
    ),
    "metadata in two currencies": ("unreadable price", lambda c: page(meta(c, og__price__currency="JPY"))),
    "metadata with two amounts": ("two prices in one offer", lambda c: page(meta(c, og__price__amount=c.other))),
    "metadata of the only product, another one": (
        "the price of another product on the page",
        lambda c: page(ld({**thing(c, offer(c)), "name": f"{c.title} Refill"}), meta(c)),
    ),
    "metadata of the cheapest of several sizes": (
        "the price of another product on the page",
        lambda c: page(ld({**thing(c, [offer(c), offer(c, c.other)]), "name": f"{c.title} 3-pack"}), meta(c)),
    ),
    **{
        f"readers see: {text}": (reason, seen(text))
        for text, reason in {
            "NOW ex VAT": "readers see it as a price without tax",
            "Ex. VAT: NOW Inc. VAT: OTHER": "readers see it as a price without tax",
            "OTHER (NOW excl. VAT)": "readers see it as a price without tax",
            "NOW + VAT": "readers see it as a price without tax",
            "NOW zzgl. MwSt. OTHER inkl. MwSt.": "readers see it as a price without tax",
            "NOW HT OTHER TTC": "readers see it as a price without tax",
            "OTHER Clubcard price NOW": "readers see it as a price for some",
            "OTHER Members pay NOW": "readers see it as a price for some",
            "OTHER or NOW with code TOYS20": "readers see it as a price for some",
            "One-off OTHER Subscribe & Save NOW": "readers see it as a saving",
            "OTHER or NOW each when you buy 3": "readers see it as the price of several",
            "New OTHER Used: NOW": "readers see it as the price of a used one",
            '<b class="price__was">NOW</b> <b>OTHER</b>': "readers see it as an earlier price",
            '<b style="text-decoration: line-through">NOW</b>': "readers see it as an earlier price",
            "Regular price NOW Our price OTHER": "readers see it as an earlier price",
            "3 for NOW": "readers see it as the price of several",
            "<b>OTHER</b>": "readers see another price",
            "CHF OTHER, that is HKD AMOUNT": "readers see it in another currency",
        }.items()
    },
    "a size beside the name": ("not this product: another pack size", lambda c: sized(c, size="24-Pack")),
    "a size among its properties": (
        "not this product: another pack size",
        lambda c: sized(c, additionalProperty=[{"name": "Pack size", "value": "Pack of 24"}]),
    ),
    "an offer named by its size": ("not this product: another pack size", lambda c: sold(c, name="24-Pack")),
    "a title that says the pack, under two headings": (
        "not this product: another pack size",
        lambda c: page(ld(thing(c, offer(c))), title=f"{c.title} 24 Pack | Toys", body="<h1>Toys</h1><h1>Pack</h1>"),
    ),
}
