"""What a confirmed price does to a turn (`web_price_overwrites`), and how it is shown and said. Pure functions."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from assistant.language.currencies import money
from assistant.schema import HelperInvocation, Product, Receipt

HELPER = "live price"
# Ends of host names under which shops register one label more.
_SECOND_LEVEL = frozenset({"co", "com", "org", "net", "ac", "gov", "ltd", "plc", "shop"})


def overwrites(product: Product, receipt: Receipt, now: datetime) -> bool:
    """Whether a receipt's price is the product's price now: not expired, and in the catalogue's currency.

    Money is never converted, so a price in another currency replaces none: a budget could not be checked against it.
    Where the catalogue has no price, it stands in its own money, and within no budget of another.
    """
    same_money = product.price is None or product.price.currency == receipt.price.currency
    return same_money and now < receipt.expires_at


def difference(product: Product, receipt: Receipt) -> str:
    """A sentence where catalogue and live price differ; empty where they agree or the catalogue has none."""
    if product.price is None or product.price == receipt.price:
        return ""
    return f"The catalogue says {money(product.price)}; {receipt.shop} asks {money(receipt.price)}."


def ago(then: datetime, now: datetime) -> str:
    """A past moment in words: "just now", "1 minute ago", "2 hours ago"."""
    minutes = int((now - then).total_seconds() // 60)
    if minutes < 1:
        return "just now"
    count, unit = (minutes, "minute") if minutes < 60 else (minutes // 60, "hour")
    return f"{count} {unit}{'' if count == 1 else 's'} ago"


def shown(receipt: Receipt, now: datetime) -> str:
    """The line on the card: "Live price: £23.50 at toybarn.example · in stock · 2 minutes ago"."""
    parts = (
        f"Live price: {money(receipt.price)} at {receipt.shop}",
        receipt.availability,
        ago(receipt.fetched_at, now),
    )
    return " · ".join(part for part in parts if part)


def spoken(receipt: Receipt, now: datetime) -> str:
    """The words that are said: "£24.99 at toybarn just now"."""
    return f"{money(receipt.price)} at {shop_name(receipt.shop)} {ago(receipt.fetched_at, now)}"


def shop_name(host: str) -> str:
    """A shop's host as a person says it: "toy barn" for "www.toy-barn.co.uk"; "a shop" where no words are in it."""
    labels = host.casefold().removeprefix("www.").split(".")
    ends = 2 if len(labels) > 2 and labels[-2] in _SECOND_LEVEL else 1
    name = labels[-1 - ends] if len(labels) > ends else labels[0]
    letters = name.replace("-", "")
    sayable = letters.isascii() and letters.isalpha() and not name.startswith("xn--")
    return name.replace("-", " ").strip() if sayable else "a shop"


def proof(receipt: Receipt) -> str:
    """How the price is known, in a line: how it was read, why it is this product, and when it was fetched."""
    reasons = "; ".join(receipt.identity_reasons)
    why = f" Same product: {reasons}." if reasons else ""
    return f"Read from the page's {receipt.method}.{why} Fetched {receipt.fetched_at:%d %B %Y, %H:%M} UTC."


def as_json(receipt: Receipt) -> dict[str, Any]:
    """A receipt for programs; times are UTC."""
    return {
        "amount": str(receipt.price.amount),
        "currency": receipt.price.currency,
        "shop": receipt.shop,
        "url": receipt.url,
        "availability": receipt.availability,
        "fetchedAt": receipt.fetched_at.isoformat(),
        "expiresAt": receipt.expires_at.isoformat(),
        "identityScore": receipt.identity_score,
        "identityReasons": list(receipt.identity_reasons),
        "method": receipt.method,
    }


def invocation(receipts: Iterable[tuple[Product, Receipt | None]]) -> HelperInvocation:
    """What the look at the web came to, for the response document; the confidence is the least sure identity's."""
    pairs = list(receipts)
    found = [(product, receipt) for product, receipt in pairs if receipt is not None]
    lines = [
        f"{product.title}: {money(receipt.price)} at {receipt.shop}, {receipt.url}, "
        f"fetched {receipt.fetched_at:%Y-%m-%dT%H:%M:%SZ}"
        for product, receipt in found
    ]
    told = f"{len(found)} of {len(pairs)} confirmed. {'; '.join(lines)}."
    summary = told if found else "No shop's page confirmed a price. The prices are the catalogue's."
    sure = min((receipt.identity_score for _, receipt in found), default=0.0)
    return HelperInvocation(HELPER, "success", summary, round(sure, 2))
