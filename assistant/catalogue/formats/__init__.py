"""Which format a file is in, by its columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from assistant.catalogue.formats import amazon_2020, merchant, reviews_2023, shopify, uk, woocommerce
from assistant.catalogue.formats.own import Mapped
from assistant.catalogue.formats.rows import Format

_BY_COLUMNS = (
    (uk.COLUMNS, uk.AmazonUk),
    (amazon_2020.COLUMNS, amazon_2020.Amazon2020),
    (reviews_2023.COLUMNS, reviews_2023.AmazonReviews2023),
    (shopify.COLUMNS, shopify.Shopify),
    (woocommerce.COLUMNS, woocommerce.WooCommerce),
)


def choose(columns: Sequence[str], column_map: Mapping[str, str] | None = None, currency: str = "") -> Format:
    """The format of a file with these columns; `SourceError` where there is no title or the map does not fit."""
    if not column_map:
        for needed, known in _BY_COLUMNS:
            if needed.issubset(columns):
                return known(currency)
        if merchant.recognised(columns):
            return merchant.GoogleMerchant(currency)
    return Mapped(columns, column_map, currency)
