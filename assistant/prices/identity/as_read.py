"""Names as they are handed to who reads two of them: each with what it does not say itself."""

from __future__ import annotations

import re

from assistant.language.text import words
from assistant.schema import Product

_MAX_PARTS = 8


def catalogue_name(product: Product) -> str:
    """What a catalogue calls a product: its title, and maker and number where the title lacks them."""
    return told(product.title, product.brand, product.model_number)


def told(title: str, *more: str) -> str:
    """A name with what it does not say itself."""
    folded = title.casefold()
    return " . ".join((title, *(one for one in more if one and one.casefold() not in folded)))


def spelled_as(name: str, brand: str) -> str:
    """A name in which the maker is written as the catalogue writes it: "PlanToys" is "Plan Toys"."""
    parts = words(brand)[:_MAX_PARTS]
    if not parts:
        return name
    joined = r"[\W_]{0,3}".join(map(re.escape, parts))
    return re.sub(rf"(?<!\w){joined}(?!\w)", lambda _: brand, name, count=1, flags=re.IGNORECASE)
