"""Offers: from schema.org nodes to the one price at which one new item is sold now, or the reason why there is none.

Fields follow https://schema.org/Offer, https://schema.org/AggregateOffer and https://schema.org/PriceSpecification; the
kinds of price that are not the price (struck out, list, per month, per 100 g, members only, without tax) follow
https://schema.org/PriceTypeEnumeration and Google's notes on product data.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time
from decimal import Decimal, InvalidOperation
from functools import partial
from itertools import islice

from stdnum import ean

from assistant.language.text import fold
from assistant.prices.pages.conditions import said_of_all
from assistant.prices.pages.jsonld import Node, listed, local_name, types, words_of
from assistant.prices.pages.money import machine_price
from assistant.schema import Price

_AVAILABILITY = {
    "instock": "in stock", "instoreonly": "in store only", "limitedavailability": "limited availability",
    "onlineonly": "online only", "madetoorder": "made to order",
}  # fmt: skip
_GONE = frozenset({"outofstock", "notinstock", "soldout", "discontinued", "reserved", "oos", "unavailable"})
_PRE_ORDER = frozenset({"preorder", "presale", "backorder"})
# Whatever else a shop says of the condition ("Used - Very Good", "OpenBox", a list with both) is not plainly new.
_NEW = frozenset({"newcondition", "new", "brandnew", "neu", "neuf", "nuovo", "nuevo"})
_OTHER_PRICE_TYPES = frozenset(
    {"listprice", "strikethroughprice", "msrp", "srp", "regularprice", "invoiceprice", "minimumadvertisedprice"}
)
_ALREADY_PER = frozenset({"referenceQuantity", "billingDuration", "billingIncrement", "validForMemberTier"})
_PERIODS = frozenset({"MON", "WEE", "DAY", "ANN"})
_CHARGES = frozenset({"DeliveryChargeSpecification", "PaymentChargeSpecification"})
_TRADE = frozenset({"business", "reseller", "publicinstitution"})
_UNTAXED = "price without tax"
# More than this many sellers and kinds of one toy are no shop's page.
MAX_OFFERS = 100


@dataclass(frozen=True, slots=True)
class Offer:
    """One offer as a page states it; `problem` says why its price is not the price, empty where it is one.

    `is_untaxed` where the data say that it is without tax: what readers see then decides.
    """

    price: Price | None = None
    availability: str = ""
    problem: str = ""
    name: str = ""
    expires: datetime | None = None
    is_untaxed: bool = False


@dataclass(frozen=True, slots=True)
class NoPrice:
    """Why offers give no single price."""

    reason: str


@dataclass(frozen=True, slots=True)
class OnePrice:
    """The price that all usable offers agree on, with the stock and the end of its validity where stated."""

    price: Price
    availability: str
    expires: datetime | None
    is_untaxed: bool = False


@dataclass(frozen=True, slots=True)
class Listing:
    """What a page says of one product; all of it is text of strangers.

    `also` holds further names (of its offers, its model) that can only speak against it; `numbers` are the maker's and
    the shop's, `models` those that are said to be the maker's; `gtins` have 14 digits and a right check digit; `method`
    says how it was read. `seller` is the shop, which some shop systems give for the maker,
    `labelled_brand` the maker that readers are told.
    """

    name: str
    heading: str = ""
    also: str = ""
    brand: str = ""
    numbers: frozenset[str] = frozenset()
    models: frozenset[str] = frozenset()
    gtins: frozenset[str] = frozenset()
    offers: tuple[Offer, ...] = ()
    method: str = ""
    seller: str = ""
    labelled_brand: str = ""


def gtin14(text: str) -> str:
    """The GTIN in 14 digits, or nothing when it is none: wrong length, wrong check digit, or a shop's own number."""
    digits = ean.compact(text.strip().removeprefix("ean:").removeprefix("gtin:"))
    if not ean.is_valid(digits):
        return ""
    padded = digits.zfill(14)
    # GS1 prefixes 02, 04 and 20 to 29 are numbers that each shop gives for itself.
    own = padded[1] == "2" or padded[1:3] in {"02", "04"}
    return padded if int(padded) and not own else ""


def offers_of(node: Node, now: datetime) -> tuple[Offer, ...]:
    """The offers of a product node; several in an AggregateOffer count one by one where they are listed."""
    parts = (part for part in listed(node.get("offers")) if isinstance(part, dict))
    found = (offer for part in parts for offer in _read(part, now))
    offers = tuple(islice(found, MAX_OFFERS + 1))
    return offers if len(offers) <= MAX_OFFERS else (Offer(problem="too many offers"),)


def one_price(offers: Sequence[Offer], currency: str) -> OnePrice | NoPrice:
    """The single price of a product, in `currency` where the page has it; never one of several that differ."""
    if not offers:
        return NoPrice("no offer")
    usable = [(offer.price, offer) for offer in offers if offer.price and not offer.problem]
    if not usable:
        return NoPrice(next(offer.problem or "no amount" for offer in offers))
    mine = [(price, offer) for price, offer in usable if price.currency == currency] or usable
    price = mine[0][0]
    if any(other != price for other, _ in mine):
        return NoPrice("several prices")
    stocks = {offer.availability for _, offer in mine}
    ends = [offer.expires for _, offer in mine if offer.expires is not None]
    stock = stocks.pop() if len(stocks) == 1 else ""
    return OnePrice(price, stock, min(ends, default=None), any(offer.is_untaxed for _, offer in mine))


def _read(node: Node, now: datetime) -> Iterator[Offer]:
    nested = [part for part in listed(node.get("offers"))[: MAX_OFFERS + 1] if isinstance(part, dict)]
    if "AggregateOffer" in types(node) or "lowPrice" in node:
        yield from map(partial(_single, now=now), nested) if nested else (_aggregate(node, now),)
    else:
        yield _single(node, now)


def _aggregate(node: Node, now: datetime) -> Offer:
    """A range of prices is a price only where both its ends are the same."""
    low, high = _first(node.get("lowPrice")), _first(node.get("highPrice"))
    ends = {machine_price(end, _first(node.get("priceCurrency"))) for end in (low, high)}
    if len(ends) > 1 or None in ends:
        return Offer(problem="only a price range")
    return _single({**node, "price": low}, now)


def _single(node: Node, now: datetime) -> Offer:
    stocks = _enum_values(node.get("availability"))
    is_untaxed = _without_tax(node) or _stated_price(node, now) == _UNTAXED
    node = _as_taxed(node) if is_untaxed else node
    stated = _stated_price(node, now)
    return Offer(
        price=stated if isinstance(stated, Price) else None,
        availability=_AVAILABILITY.get(min(stocks, default=""), "") if len(stocks) == 1 else "",
        problem=stated if isinstance(stated, str) else _problem(node, stocks, now),
        name=" | ".join(filter(None, (words_of(node.get("name")), words_of(node.get("itemOffered"))))),
        expires=_date(node.get("priceValidUntil")),
        is_untaxed=is_untaxed,
    )


def _as_taxed(node: Node) -> Node:
    """An offer without what it says of tax."""
    bare = {key: value for key, value in node.items() if key != "valueAddedTaxIncluded"}
    parts = listed(bare.get("priceSpecification"))
    return {**bare, "priceSpecification": [_as_taxed(part) if isinstance(part, dict) else part for part in parts]}


def not_new(condition: object) -> bool:
    """Whether a stated condition is anything but new; saying nothing is new."""
    return not _enum_values(condition) <= _NEW


def _problem(node: Node, stocks: frozenset[str], now: datetime) -> str:
    # The stock may be stated in the words that tell it to readers: "currently unavailable".
    is_told_gone = any("gone" in said_of_all(fold(words_of(part))) for part in listed(node.get("availability")))
    checks = (
        (bool(stocks & _GONE), "out of stock"),
        (bool(stocks & _PRE_ORDER), "pre-order"),
        (is_told_gone, "out of stock"),
        (not_new(node.get("itemCondition")), "not new"),
        (local_name(_first(node.get("businessFunction"))) == "LeaseOut", "for hire"),
    )
    return next((problem for applies, problem in checks if applies), "") or _not_for_all(node, now)


def _not_for_all(node: Node, now: datetime) -> str:
    """Why the amount of an offer or a price specification is not what one shopper pays for one item now."""
    ends = _date(node.get("priceValidUntil")) or _date(node.get("validThrough"))
    starts = _date(node.get("validFrom"), at=time.min)
    checks = (
        (ends is not None and ends < now, "price no longer valid"),
        (starts is not None and starts > now, "price not valid yet"),
        (_more_than_one(node), "price of several"),
        (bool(_ALREADY_PER & node.keys()) or _first(node.get("unitCode")) in _PERIODS, "price per month or unit"),
        (_without_tax(node), _UNTAXED),
        (bool(_enum_values(node.get("eligibleCustomerType")) & _TRADE), "price for businesses"),
        (_first(node.get("minPrice")) != _first(node.get("maxPrice")), "only a price range"),
    )
    return next((problem for applies, problem in checks if applies), "")


def _stated_price(node: Node, now: datetime) -> Price | str:
    """The amount of an offer, or what is wrong with it: unreadable, of another kind, or two that differ."""
    own = {_price(value, node, {}) for value in listed(node.get("price"))}
    # What it cost before, or a charge, is another amount than the price.
    parts = [
        part for part in listed(node.get("priceSpecification")) if isinstance(part, dict)
        and not types(part) & _CHARGES
        and local_name(_first(part.get("priceType"))).casefold() not in _OTHER_PRICE_TYPES
    ]  # fmt: skip
    judged = [(_price(_first(part.get("price")), part, node), _not_for_all(part, now)) for part in parts]
    # The price of an offer may be repeated in a specification that says what is wrong with it.
    problems = [problem for price, problem in judged if problem and (not own or price in own)]
    read = own | {price for price, problem in judged if not problem}
    if problems and (own or not read):
        return problems[0]
    if len(read) != 1:
        return "two prices in one offer" if read else "no amount"
    return read.pop() or "unreadable price"


def _price(value: object, node: Node, around: Node) -> Price | None:
    found = machine_price(value, _first(node.get("priceCurrency")) or _first(around.get("priceCurrency")))
    return Price(*found) if found else None


def _more_than_one(node: Node) -> bool:
    quantity = _first(node.get("eligibleQuantity"))
    least = quantity.get("minValue", quantity.get("value", 1)) if isinstance(quantity, dict) else quantity or 1
    try:
        return Decimal(str(_first(least)).strip()) not in (0, 1)
    except InvalidOperation:
        return True


def _without_tax(node: Node) -> bool:
    return str(_first(node.get("valueAddedTaxIncluded"))).strip().casefold() == "false"


def _first(value: object) -> object:
    return next(iter(listed(value)), None)


def _enum_values(value: object) -> frozenset[str]:
    """Every value of an enumeration: {"instock"} for "https://schema.org/InStock" and for "In stock"."""
    parts = [part.get("@id") or words_of(part) if isinstance(part, dict) else part for part in listed(value)]
    return frozenset(re.sub(r"[\W_]", "", local_name(part)).casefold() for part in parts) - {""}


def _date(value: object, at: time = time(23, 59, 59)) -> datetime | None:
    """An ISO 8601 date or time in UTC; a bare date lasts until its end, or is `at` a time."""
    text = words_of(value)
    try:
        moment = datetime.fromisoformat(text.replace("Z", "+00:00")) if text else None
    except ValueError:
        return None
    if moment is not None and len(text) <= 10:
        moment = datetime.combine(moment.date(), at)
    return moment.replace(tzinfo=UTC) if moment is not None and moment.tzinfo is None else moment
