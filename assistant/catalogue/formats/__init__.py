"""Which format a file is in, by its columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from assistant.catalogue.formats import amazon_2020, merchant, reviews_2023, shopify, uk, woocommerce
from assistant.catalogue.formats.own import Mapped
from assistant.catalogue.formats.rows import Format

_BY_COLUMNS = (
    (uk.COLUMNS, uk.AMAZON_UK),
    (amazon_2020.COLUMNS, amazon_2020.AMAZON_2020),
    (reviews_2023.COLUMNS, reviews_2023.AMAZON_REVIEWS_2023),
    (shopify.COLUMNS, shopify.SHOPIFY),
    (woocommerce.COLUMNS, woocommerce.WOOCOMMERCE),
)


def choose(columns: Sequence[str], column_map: Mapping[str, str] | None = None, currency: str = "") -> Format:
    """The format of a file with these columns; `SourceError` where there is no title or the map does not fit."""
    if column_map:
        return Mapped(columns, column_map, currency)
    known = next((one for needed, one in _BY_COLUMNS if needed.issubset(columns)), None)
    known = known or (merchant.GOOGLE_MERCHANT if merchant.recognised(columns) else None)
    return replace(known, currency=currency or known.currency) if known else Mapped(columns, None, currency)
