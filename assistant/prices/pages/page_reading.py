"""From a page to what it says it sells: listings, each with names, numbers and offers, strongest witness first.

JSON-LD, then microdata and RDFa, then `product:price` metadata. Text is read to contradict; where a page states
nothing, the one price before its buy button is the weakest witness of all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from itertools import islice
from typing import Any

from assistant.language.currencies import CODES
from assistant.prices.pages import jsonld, microdata
from assistant.prices.pages.jsonld import Node, listed, types, walk, words_of
from assistant.prices.pages.main_block import Seen, seen_on
from assistant.prices.pages.markup import Element, heading, parse, title, trimmed
from assistant.prices.pages.offers import Listing, Offer, gtin14, not_new, offers_of
from assistant.schema import Price

_PRODUCT_TYPES = frozenset({"Product", "ProductGroup", "IndividualProduct", "SomeProducts", "ProductModel"})
_GTIN_FIELDS = ("gtin", "gtin8", "gtin12", "gtin13", "gtin14", "ean", "upc", "isbn")
_MAX_LISTINGS = 60
METADATA = "product metadata"
# Of a page that states nothing in its data: what its readers see between title and buy button.
SHOWN = "visible price"
# Amounts so near each other may both be meant for the toy: postage, thresholds and extras are further off.
LIKE_RATIO = Decimal("1.6")


@dataclass(frozen=True, slots=True)
class PageReading:
    """What a page states: its listings, strongest witness first, and what its readers see."""

    listings: tuple[Listing, ...]
    seen: Seen


def read_page(body: bytes, *, charset: str, now: datetime, is_cut: bool = False) -> PageReading:
    """Reads an HTML page, or its beginning (`is_cut`); what cannot be read is left out, and nothing raises."""
    kept, is_longer = trimmed(body)
    document = parse(kept, charset)
    listings = list(islice(_structured(document, now), _MAX_LISTINGS))
    stated = {offer.price.currency for listing in listings for offer in listing.offers if offer.price}
    listings += _metadata(document, stated.pop() if len(stated) == 1 else "", now)
    seller = words_of(document.xpath("//meta[@property='og:site_name']/@content")[:1])
    listings = [_sold_by(listing, seller) for listing in listings] if seller else listings
    seen = seen_on(document, [listing.name for listing in listings], is_cut or is_longer)
    is_one = len({listing.name for listing in listings if listing.method != METADATA}) < 2
    listings = [_as_shown(listing, seen) for listing in listings] if is_one else listings
    return PageReading(tuple(listings or _shown(seen)), seen)


def _sold_by(listing: Listing, seller: str) -> Listing:
    """A listing with the shop's name, which some shop systems put behind the product's."""
    name, between, end = listing.name.rpartition(seller)
    bare = name.rstrip(" -–—|:") if between and not end.strip() else ""
    return replace(listing, seller=seller, name=bare if bare != name.rstrip() else listing.name)


def _as_shown(listing: Listing, seen: Seen) -> Listing:
    """A listing with what readers are told of the page's one product: its heading and its labels."""
    details = seen.details
    told = (listing.also, details.colour, details.size, details.pieces)
    return replace(
        listing,
        heading=seen.title or listing.heading,
        brand=listing.brand or details.brand,
        labelled_brand=details.brand,
        gtins=listing.gtins or frozenset({details.gtin} - {""}),
        models=listing.models | frozenset({details.model} - {""}),
        also=" | ".join(filter(None, told)),
    )


def _shown(seen: Seen) -> Iterator[Listing]:
    """The product of a page without data: only where a buy button ends a block of one price in money beyond doubt.

    Elements that are named for a price say which one it is where there are others ("add a book for £2"); else it is the
    first, unless another is so like it that it may be the price as well.
    """
    shown = seen.block.amounts[: seen.block.before_button] if seen.block and seen.sells else ()
    priced = [one for one in shown if one in seen.block.priced] if seen.block else []
    plain = dict.fromkeys(Price(one.amount, one.currency) for one in priced or shown if one.role == "plain")
    first, *others = plain or (None,)
    if first is None or {price.currency for price in plain} != {first.currency} or first.currency not in CODES:
        return
    if any(1 / LIKE_RATIO < other.amount / first.amount < LIKE_RATIO for other in others):
        return
    offer = Offer(price=first)
    listing = Listing(name=seen.title, heading=seen.title, offers=(offer,), method=SHOWN)
    yield _as_shown(listing, seen)


def _structured(document: Element, now: datetime) -> Iterator[Listing]:
    witnesses: list[tuple[str, list[Node]]] = [("JSON-LD", jsonld.nodes(document))]
    for name, dialect in (("microdata", microdata.MICRODATA), ("RDFa", microdata.RDFA)):
        witnesses.append((name, [node for item in microdata.nodes(document, dialect) for node in walk(item)]))
    for method, nodes in witnesses:
        products = [node for node in nodes if types(node) & _PRODUCT_TYPES]
        # The page's heading speaks of its one product; on a page of many it speaks of none of them.
        headline = heading(document) if len(products) == 1 else ""
        yield from (_listing(node, method, headline, now) for node in products)


def _listing(node: Node, method: str, headline: str, now: datetime) -> Listing:
    offers = offers_of(node, now)
    gone_by = [*(offer.name for offer in offers), words_of(node.get("model")), *_sizes(node)]
    brand = words_of(node.get("brand")) or words_of(node.get("manufacturer"))
    if brand.startswith(("/", "http")):  # the address of the maker's page, "/b/oak-moss"
        brand = brand.rstrip("/").rpartition("/")[2].replace("-", " ")
    gone_by += ["spare part"] if "isAccessoryOrSparePartFor" in node else []
    return Listing(
        name=words_of(node.get("name")) or headline,
        heading=headline,
        also=" | ".join(text for text in gone_by if text)[:1000],
        brand=brand,
        numbers=frozenset(filter(None, (words_of(node.get(key)) for key in ("mpn", "model", "sku", "productID")))),
        models=frozenset(text for key in ("mpn", "model") if any(map(str.isdigit, text := words_of(node.get(key))))),
        gtins=frozenset(filter(None, (gtin14(words_of(node.get(key))) for key in _GTIN_FIELDS))),
        offers=tuple(Offer(problem="not new") for _ in offers) if not_new(node.get("itemCondition")) else offers,
        method=method,
    )


def _sizes(node: Node) -> Iterator[str]:
    """What a variant says of its size beside its name: "24-pack"."""
    yield words_of(node.get("size"))
    for stated in listed(node.get("additionalProperty"))[:50]:
        if isinstance(stated, dict) and re.search(r"pack|quantity|size", words_of(stated.get("name")).casefold()):
            yield words_of(stated.get("value"))


def _metadata(document: Element, currency: str, now: datetime) -> Iterator[Listing]:
    """The page's own product in `product:…` and `og:…` metadata, in `currency` where it states an amount alone."""
    stated: dict[str, list[str]] = {}
    for element in document.xpath("//meta[@property or @name]")[:500]:
        name = (element.get("property") or element.get("name") or "").casefold()
        stated.setdefault(name, []).append((element.get("content") or "").strip())
    node = _metadata_node(stated, currency)
    if node is not None:
        name = words_of(stated.get("og:title")) or heading(document) or title(document)
        yield _listing({**node, "name": name}, METADATA, heading(document), now)


def _metadata_node(stated: dict[str, list[str]], currency: str) -> dict[str, Any] | None:
    def first(*names: str) -> list[str]:
        return next((stated[name] for name in names if stated.get(name)), [])

    def every(field: str) -> list[str]:
        return [
            text
            for kind in ("product:price", "og:price", "product:sale_price")
            for text in stated.get(kind + field, [])
        ]

    prices = every(":amount") + stated.get("product:sale_price", [])
    if not prices:
        return None
    offer = {
        "price": prices,
        # Two currencies are read as none.
        "priceCurrency": " ".join(sorted({text.upper() for text in every(":currency")})) or currency,
        "availability": first("product:availability", "og:availability"),
        "itemCondition": first("product:condition", "og:condition"),
    }
    return {
        "offers": offer,
        "brand": first("product:brand", "og:brand"),
        "mpn": first("product:mfr_part_no"),
        "sku": first("product:retailer_item_id"),
        "gtin": first("product:ean", "product:upc", "product:gtin"),
    }
