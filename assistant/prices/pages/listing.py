"""A product as a shop's page lists it: what identity is judged on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from stdnum import ean

if TYPE_CHECKING:
    from assistant.prices.pages.offers import Offer


@dataclass(frozen=True, slots=True)
class Listing:
    """What a page says of one product; all of it is text of strangers.

    `also` holds further names (of its offers, its model) that can only speak against it; `numbers` are the maker's and
    the shop's, `gtins` have 14 digits and a right check digit; `method` says how it was read.
    """

    name: str
    heading: str = ""
    also: str = ""
    brand: str = ""
    numbers: frozenset[str] = frozenset()
    gtins: frozenset[str] = frozenset()
    offers: tuple[Offer, ...] = ()
    method: str = ""


def gtin14(text: str) -> str:
    """The GTIN in 14 digits, or nothing when it is none: wrong length, wrong check digit, or a shop's own number."""
    digits = ean.compact(text.strip().removeprefix("ean:").removeprefix("gtin:"))
    if not ean.is_valid(digits):
        return ""
    padded = digits.zfill(14)
    # GS1 prefixes 02, 04 and 20 to 29 are numbers that each shop gives for itself.
    own = padded[1] == "2" or padded[1:3] in {"02", "04"}
    return padded if int(padded) and not own else ""
