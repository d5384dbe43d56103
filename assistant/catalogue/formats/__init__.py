"""Which format a file is in, by its columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from assistant.catalogue.formats.amazon_2020 import AMAZON_2020
from assistant.catalogue.formats.merchant import GOOGLE_MERCHANT, is_merchant_feed
from assistant.catalogue.formats.own import Mapped
from assistant.catalogue.formats.reviews_2023 import AMAZON_REVIEWS_2023
from assistant.catalogue.formats.rows import Format
from assistant.catalogue.formats.shopify import SHOPIFY
from assistant.catalogue.formats.uk import AMAZON_UK
from assistant.catalogue.formats.woocommerce import WOOCOMMERCE

_KNOWN = (AMAZON_UK, AMAZON_2020, AMAZON_REVIEWS_2023, SHOPIFY, WOOCOMMERCE)


def choose(columns: Sequence[str], column_map: Mapping[str, str] | None = None, currency: str = "") -> Format:
    """The format of a file with these columns; `SourceError` where there is no title or the map does not fit."""
    if column_map:
        return Mapped(columns, column_map, currency)
    known = next((one for one in _KNOWN if one.told_by.issubset(columns)), None)
    known = known or (GOOGLE_MERCHANT if is_merchant_feed(columns) else None)
    return replace(known, currency=currency or known.currency) if known else Mapped(columns, None, currency)
