"""What a confirmed price does to a turn (`web_price_overwrites`), and how it is shown and said. Pure functions."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from assistant.schema import Product, Receipt
from assistant.text import money


def overwrites(product: Product, receipt: Receipt, now: datetime) -> bool:
    """Whether a receipt's price is the product's price now: not expired, and in the catalogue's currency.

    Money is never converted, so a price in another currency is shown beside the catalogue's and replaces nothing:
    a budget could not be checked against it.
    """
    same_money = product.price is None or product.price.currency == receipt.price.currency
    return same_money and now < receipt.expires_at


def with_live_price(product: Product, receipt: Receipt | None, now: datetime) -> Product:
    """The product at its live price for this turn, or as it is."""
    if receipt is None or not overwrites(product, receipt, now):
        return product
    return replace(product, price=receipt.price)


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
    """The words that are said: "£24.99 at toybarn.example just now"."""
    return f"{money(receipt.price)} at {receipt.shop} {ago(receipt.fetched_at, now)}"
