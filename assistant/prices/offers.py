"""Offers: from schema.org nodes to the one price at which one new item is sold now, or the reason why there is none.

Fields follow https://schema.org/Offer, https://schema.org/AggregateOffer and https://schema.org/PriceSpecification; the
kinds of price that are not the price (struck out, list, per month, per 100 g, members only, without tax) follow
https://schema.org/PriceTypeEnumeration and Google's notes on product data.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time
from decimal import Decimal
from functools import partial
from itertools import islice

from assistant.prices.jsonld import Node, listed, local_name, types, words_of
from assistant.prices.money import machine_price
from assistant.schema import Price

_AVAILABILITY = {
    "instock": "in stock", "instoreonly": "in store only", "limitedavailability": "limited availability",
    "onlineonly": "online only", "madetoorder": "made to order", "backorder": "back order",
}  # fmt: skip
_GONE = frozenset({"outofstock", "soldout", "discontinued", "reserved", "oos", "unavailable"})
_PRE_ORDER = frozenset({"preorder", "presale"})
_NOT_NEW = frozenset({"usedcondition", "refurbishedcondition", "damagedcondition", "used", "refurbished", "damaged"})
_OTHER_PRICE_TYPES = frozenset(
    {"listprice", "strikethroughprice", "msrp", "srp", "regularprice", "invoiceprice", "minimumadvertisedprice"}
)
_ALREADY_PER = frozenset({"referenceQuantity", "billingDuration", "billingIncrement", "validForMemberTier"})
# More than this many sellers and kinds of one toy are no shop's page.
MAX_OFFERS = 100


@dataclass(frozen=True, slots=True)
class Offer:
    """One offer as a page states it; `problem` says why its price is not the price, empty where it is one."""

    price: Price | None = None
    availability: str = ""
    problem: str = ""
    name: str = ""
    expires: datetime | None = None


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
    usable = [offer for offer in offers if not offer.problem and offer.price is not None]
    if not usable:
        return NoPrice(next(offer.problem or "no amount" for offer in offers))
    mine = [offer for offer in usable if offer.price is not None and offer.price.currency == currency] or usable
    prices = {offer.price for offer in mine if offer.price is not None}
    if len(prices) > 1:
        return NoPrice("several prices")
    stocks = {offer.availability for offer in mine}
    ends = [offer.expires for offer in mine if offer.expires is not None]
    return OnePrice(prices.pop(), stocks.pop() if len(stocks) == 1 else "", min(ends, default=None))


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
    stock = local_name(_first(node.get("availability"))).casefold().replace("_", "").replace(" ", "")
    expires = _date(node.get("priceValidUntil"))
    stated = _stated_price(node)
    problem = stated if isinstance(stated, str) else _problem(node, stock, expires, now)
    return Offer(
        price=stated if isinstance(stated, Price) else None,
        availability=_AVAILABILITY.get(stock, ""),
        problem=problem,
        name=words_of(node.get("name")),
        expires=expires,
    )


def _problem(node: Node, stock: str, expires: datetime | None, now: datetime) -> str:
    condition = local_name(_first(node.get("itemCondition"))).casefold()
    starts = _date(node.get("validFrom"))
    checks = (
        (stock in _GONE, "out of stock"),
        (stock in _PRE_ORDER, "pre-order"),
        (condition in _NOT_NEW, "not new"),
        (expires is not None and expires < now, "price no longer valid"),
        (starts is not None and starts > now, "price not valid yet"),
        (_more_than_one(node), "price of several"),
        (bool(_ALREADY_PER & node.keys()), "price per month or unit"),
        (_without_tax(node), "price without tax"),
        (local_name(_first(node.get("businessFunction"))) == "LeaseOut", "for hire"),
    )
    return next((problem for wrong, problem in checks if wrong), "")


def _stated_price(node: Node) -> Price | str:
    """The amount of an offer, or what is wrong with it: unreadable, of another kind, or two that differ."""
    own = [machine_price(value, _first(node.get("priceCurrency"))) for value in listed(node.get("price"))]
    parts = [part for part in listed(node.get("priceSpecification")) if isinstance(part, dict)]
    specified = [_specified(part, node) for part in parts if _is_the_price(part)]
    if parts and not specified and not own:
        return "price per month or unit"
    read = {Price(*found) if found else None for found in own + specified}
    if len(read) != 1:
        return "two prices in one offer" if read else "no amount"
    return read.pop() or "unreadable price"


def _specified(part: Node, offer: Node) -> tuple[Decimal, str] | None:
    if _without_tax(part) or _more_than_one(part):
        return None
    currency = _first(part.get("priceCurrency")) or _first(offer.get("priceCurrency"))
    return machine_price(_first(part.get("price")), currency)


def _is_the_price(part: Node) -> bool:
    """Whether a price specification states what one item costs, not what it cost, or costs by the month or member."""
    kind = local_name(_first(part.get("priceType"))).casefold()
    delivery = types(part) & {"DeliveryChargeSpecification", "PaymentChargeSpecification"}
    monthly = _first(part.get("unitCode")) in {"MON", "WEE", "DAY", "ANN"}
    return not (kind in _OTHER_PRICE_TYPES or delivery or monthly or _ALREADY_PER & part.keys())


def _more_than_one(node: Node) -> bool:
    quantity = _first(node.get("eligibleQuantity"))
    least = quantity.get("minValue", quantity.get("value", 1)) if isinstance(quantity, dict) else quantity or 1
    return str(_first(least)).strip() not in {"1", "1.0", "0"}


def _without_tax(node: Node) -> bool:
    return str(_first(node.get("valueAddedTaxIncluded"))).strip().casefold() == "false"


def _first(value: object) -> object:
    return next(iter(listed(value)), None)


def _date(value: object) -> datetime | None:
    """An ISO 8601 date or time in UTC; a bare date lasts until its end."""
    text = words_of(value)
    try:
        moment = datetime.fromisoformat(text.replace("Z", "+00:00")) if text else None
    except ValueError:
        return None
    if moment is not None and len(text) <= 10:
        moment = datetime.combine(moment.date(), time(23, 59, 59))
    return moment.replace(tzinfo=UTC) if moment is not None and moment.tzinfo is None else moment
