"""Confirming: from a page and a product to one price that may be shown, or the reason why none may. Pure functions.

The witnesses of a page must agree. If one of them says "only a price range", "out of stock" or another amount, no
other of the same page can overrule it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal

from assistant.prices.identity.gate import Identity, identify
from assistant.prices.pages.amounts import Amount
from assistant.prices.pages.offers import Listing, NoPrice, OnePrice, one_price
from assistant.prices.pages.page_reading import METADATA, PageReading
from assistant.schema import Price, Product

# A live price beyond five times the catalogue's, or below a fifth, is pence for pounds or another product.
MAX_RATIO = Decimal(5)
# The one amount that a page shows is taken for its price up to half off; a smaller one is a charge or a voucher.
MAX_REDUCTION = Decimal(2)
# Where a set number is on one side only, the price must be the catalogue's within a shop's usual reduction.
ALIKE_RATIO = Decimal("1.25")
_MEANING = {
    "was": "an earlier price",
    "saving": "a saving",
    "from": "a price range",
    "part": "a monthly or unit price",
    "delivery": "a delivery charge",
    "net": "a price without tax",
    "some": "a price for some",
    "several": "the price of several",
    "used": "the price of a used one",
    "regular": "an earlier price",
}


@dataclass(frozen=True, slots=True)
class Confirmed:
    """A price that the page states for this very product, and how it is known."""

    price: Price
    availability: str
    expires: datetime | None
    identity: Identity
    method: str


@dataclass(frozen=True, slots=True)
class Unconfirmed:
    """Why a page confirms nothing, in plain words."""

    reason: str


def confirm(product: Product, page: PageReading, currency: str) -> Confirmed | Unconfirmed:
    """Judges a page; `currency` is preferred where it states several."""
    judged = [(listing, identify(product, listing)) for listing in page.listings]
    same = [
        (listing, identity)
        for listing, identity in judged
        if identity.accepted or (identity.unless_priced_alike and _priced_alike(product, listing, currency))
    ]
    if not same:
        best = max((identity for _, identity in judged), key=lambda identity: identity.score, default=None)
        return Unconfirmed(f"not this product: {'; '.join(best.reasons)}" if best else "the page states no product")
    found = [(listing, identity, one_price(listing.offers, currency)) for listing, identity in same if listing.offers]
    silent = next((price.reason for _, _, price in found if isinstance(price, NoPrice)), "")
    priced = [(listing, identity, price) for listing, identity, price in found if isinstance(price, OnePrice)]
    if silent or not priced:
        return Unconfirmed(silent or "no offer")
    others = [listing for listing, identity in judged if not identity.score]
    if all(listing.method == METADATA for listing, _, _ in priced) and _asked_for(others, priced[0][2].price):
        return Unconfirmed("the price of another product on the page")
    return _agreed(product, priced, page.amounts)


def _priced_alike(product: Product, listing: Listing, currency: str) -> bool:
    """Whether a listing costs about what the catalogue says: the second agreement that an open number needs."""
    known, found = product.price, one_price(listing.offers, currency)
    if known is None or not known.amount or isinstance(found, NoPrice) or found.price.currency != known.currency:
        return False
    return _near(found.price.amount, known.amount, ALIKE_RATIO)


def _asked_for(listings: Sequence[Listing], price: Price) -> bool:
    """Whether listings state a price: metadata, that names no product of its own, then speaks of them."""
    return any(offer.price == price for listing in listings for offer in listing.offers)


def _agreed(
    product: Product, priced: Sequence[tuple[Listing, Identity, OnePrice]], amounts: Sequence[Amount]
) -> Confirmed | Unconfirmed:
    listing, identity, first = priced[0]
    if any(other.price != first.price for _, _, other in priced):
        return Unconfirmed("the page states different prices")
    objection = _contradicted(first.price, amounts) or _implausible(product, first.price)
    if objection:
        return Unconfirmed(objection)
    stock = next((other.availability for _, _, other in priced if other.availability), "")
    ends = [other.expires for _, _, other in priced if other.expires is not None]
    return Confirmed(first.price, stock, min(ends, default=None), identity, listing.method)


def _contradicted(price: Price, amounts: Sequence[Amount]) -> str:
    """Why what readers see speaks against a price: only as something else, only in other money, or another one."""
    roles = {seen.role for seen in amounts if seen.equals(price)}
    shown = {
        seen.amount for seen in amounts if seen.role == "plain" and seen.equals(replace(price, amount=seen.amount))
    }
    if roles:
        fine = "plain" in roles or (roles == {"regular"} and not shown)
        return "" if fine else f"readers see it as {_MEANING[min(roles)]}"
    if any(seen.amount == price.amount for seen in amounts):
        return "readers see it in another currency"
    # On a page that shows several amounts, the price may be drawn by a script and the others be other products'.
    is_near = len(shown) == 1 and _near(shown.pop(), price.amount, MAX_REDUCTION)
    return "readers see another price" if is_near else ""


def _implausible(product: Product, price: Price) -> str:
    known = product.price
    if known is None or known.currency != price.currency or not known.amount:
        return ""
    return "" if _near(price.amount, known.amount, MAX_RATIO) else "too far from the catalogue's price"


def _near(amount: Decimal, known: Decimal, ratio: Decimal) -> bool:
    return 1 / ratio <= amount / known <= ratio
