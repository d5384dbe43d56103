"""Confirming: from a page and a product to one price that may be shown, or the reason why none may. Pure functions.

The witnesses of a page must agree. If one of them says "only a price range", "out of stock" or another amount, no
other of the same page can overrule it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from assistant.language.text import jaccard, words
from assistant.prices.identity.gate import Identity, ReadsNames, identify
from assistant.prices.pages.amounts import Amount
from assistant.prices.pages.conditions import ALWAYS, MEANING
from assistant.prices.pages.main_block import MainBlock, Seen
from assistant.prices.pages.offers import Listing, NoPrice, OnePrice, one_price
from assistant.prices.pages.page_reading import METADATA, SHOWN, PageReading
from assistant.schema import Price, Product

# Further from the catalogue's price than so is, more often than a sale, a part of it, several, a used one or a deposit.
MAX_RATIO = Decimal("1.6")
# One amount that speaks against the data does so only near the catalogue's price; else it is a charge or a voucher.
MAX_REDUCTION = Decimal(2)
# A dearer amount up to so many times the price may be what the same toy costs as most would choose it.
MAX_CHOICE = Decimal("1.6")
# Where a set number is on one side only, the price must be the catalogue's within a shop's usual reduction.
ALIKE_RATIO = Decimal("1.25")
# The network takes some 20 ms for each name, and nothing stops it in between.
_MAX_NAMES = 20


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


def confirm(product: Product, page: PageReading, currency: str, names: ReadsNames) -> Confirmed | Unconfirmed:
    """Judges a page; `currency` is preferred where it states several."""
    likely = _likely(product, page.listings)
    judged = [(listing, identify(product, listing, names)) for listing in page.listings if listing.name in likely]
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
    others = [listing for listing in page.listings if listing.name not in likely]
    others += [listing for listing, identity in judged if not identity.score]
    # Metadata, that names no product of its own, speaks of whatever else has its price.
    of_others = {offer.price for listing in others for offer in listing.offers}
    if all(listing.method == METADATA for listing, _, _ in priced) and priced[0][2].price in of_others:
        return Unconfirmed("the price of another product on the page")
    return _agreed(product, priced, page.seen)


def _likely(product: Product, listings: Sequence[Listing]) -> Collection[str]:
    """The names on a page, or of a page of many those that have most of the product's words and few others."""
    ours = set(words(product.title))

    def alike(name: str) -> float:
        return jaccard(ours, set(words(name)))

    return sorted(dict.fromkeys(listing.name for listing in listings), key=alike, reverse=True)[:_MAX_NAMES]


def _priced_alike(product: Product, listing: Listing, currency: str) -> bool:
    """Whether a listing costs about what the catalogue says: the second agreement that an open number needs."""
    known, found = product.price, one_price(listing.offers, currency)
    if known is None or not known.amount or isinstance(found, NoPrice) or found.price.currency != known.currency:
        return False
    return _near(found.price.amount, known.amount, ALIKE_RATIO)


def _agreed(
    product: Product, priced: Sequence[tuple[Listing, Identity, OnePrice]], seen: Seen
) -> Confirmed | Unconfirmed:
    listing, identity, first = priced[0]
    if any(other.price != first.price for _, _, other in priced):
        return Unconfirmed("the page states different prices")
    is_untaxed = any(other.is_untaxed for _, _, other in priced)
    objection = (
        _contradicted(first.price, seen)
        or (_untaxed(first.price, seen) if is_untaxed else "")
        or _implausible(product, first.price, must_be_known=listing.method == SHOWN)
    )
    if objection:
        return Unconfirmed(objection)
    stock = next((other.availability for _, _, other in priced if other.availability), "")
    ends = [other.expires for _, _, other in priced if other.expires is not None]
    return Confirmed(first.price, stock, min(ends, default=None), identity, listing.method)


def _contradicted(price: Price, seen: Seen) -> str:
    """Why what readers see speaks against a price; the main block decides where it shows one."""
    block = seen.block
    if seen.is_cut and (block is None or block.first(price) is None):
        return "the page is too long: its price is not among what is read"
    if block is not None and block.problem:
        return block.problem
    if not seen.sells:
        return "readers see no way to buy it"
    return _contradicted_anywhere(price, seen.amounts) if block is None else _contradicted_by(block, price, seen)


def _contradicted_by(block: MainBlock, price: Price, seen: Seen) -> str:
    roles = {shown.role for shown in block.amounts if shown.equals(price)}
    if roles & ALWAYS:
        return f"readers see it as {MEANING[min(roles & ALWAYS)]}"
    main = block.first(price)
    if main is not None and main.equals(price):
        return "readers choose between prices" if _depends(block, price) else ""
    if main is None and not any(shown.role == "plain" for shown in block.amounts[: block.before_button]):
        return _contradicted_anywhere(price, block.amounts or seen.amounts)
    # Where readers are shown less without another meaning, the regular price is not what is paid.
    plain = [shown.amount for shown in block.amounts if shown.role == "plain" and shown.may_be_in(price.currency)]
    if roles == {"regular"} and min(plain, default=price.amount) >= price.amount:
        return ""
    others = roles - {"plain", "all"}
    if others:
        return f"readers see it as {MEANING[min(others)]}"
    elsewhere = any(shown.amount == price.amount and not shown.equals(price) for shown in block.amounts)
    return "readers see it in another currency" if elsewhere else "readers see another price"


def _depends(block: MainBlock, price: Price) -> bool:
    """Whether another amount may be the price: a list to choose from has one, or a dearer one has no other meaning."""
    dearer = [shown for shown in block.amounts[: block.before_button] if price.amount < shown.amount]
    others = [*block.choices, *(shown for shown in dearer if shown.amount <= MAX_CHOICE * price.amount)]
    return any(
        one.role in {"plain", "some"} and one.may_be_in(price.currency) and not one.equals(price) for one in others
    )


def _contradicted_anywhere(price: Price, amounts: Sequence[Amount]) -> str:
    """Why amounts of a page without a main block speak against a price: it is only something else, or another one."""
    roles = {seen.role for seen in amounts if seen.equals(price)}
    shown = {seen.amount for seen in amounts if seen.role == "plain" and seen.may_be_in(price.currency)}
    if roles:
        fine = "plain" in roles or (roles == {"regular"} and not shown)
        return "" if fine else f"readers see it as {MEANING[min(roles)]}"
    if any(seen.amount == price.amount for seen in amounts):
        return "readers see it in another currency"
    # On a page that shows several amounts, the price may be drawn by a script and the others be other products'.
    is_near = len(shown) == 1 and _near(shown.pop(), price.amount, MAX_REDUCTION)
    return "readers see another price" if is_near else ""


def _untaxed(price: Price, seen: Seen) -> str:
    """WooCommerce says "without tax" also where a shop charges none: then readers see that price and no word of tax."""
    main = seen.block.first(price) if seen.block else None
    return "" if main is not None and main.equals(price) and not seen.is_net else "price without tax"


def _implausible(product: Product, price: Price, *, must_be_known: bool) -> str:
    known = product.price
    if known is None or known.currency != price.currency or not known.amount:
        return "only its readers see a price, and the catalogue has none beside it" if must_be_known else ""
    return "" if _near(price.amount, known.amount, MAX_RATIO) else "too far from the catalogue's price"


def _near(amount: Decimal, known: Decimal, ratio: Decimal) -> bool:
    return 1 / ratio <= amount / known <= ratio
