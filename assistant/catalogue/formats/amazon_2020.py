"""The public list of 10,000 products on Amazon's US shop of January 2020 (PromptCloud)."""

from __future__ import annotations

import re
from typing import Any

from assistant.catalogue.formats.rows import Cells, KnownList, Notes, text
from assistant.catalogue.parsing.ages import age
from assistant.catalogue.parsing.cleaning import lines, web_address
from assistant.catalogue.parsing.counts import count

_AGE = re.compile(r"Manufacturerrecommendedage:\s*([^|]{1,40})", re.IGNORECASE)
# The list writes ages without spaces: "8yearsandup".
_JOINT = re.compile(r"(?<=\d)(?=[A-Za-z])|(?<=[a-z])(?=\d)|(?<=years)(?=and)|(?<=months)(?=and)", re.IGNORECASE)
# Lines that the shop puts under "About Product" and that say nothing of the product.
_EMPTY_LINE = re.compile(r"make sure this fits|by entering your model number|^show (?:more|less)", re.IGNORECASE)


def _more(cells: Cells, notes: Notes, _currency: str) -> dict[str, Any]:
    stated = _AGE.search(text(cells, "Product Specification"))
    ages = _JOINT.sub(" ", stated[1]) if stated else ""
    images = map(web_address, text(cells, "Image").split("|"))
    return {
        "age": notes.value(age(ages), ages),
        "features": tuple(line for line in lines(text(cells, "About Product")) if not _EMPTY_LINE.search(line)),
        "image_url": next((image for image in images if image and "transparent-pixel" not in image), ""),
        "stock_count": count(text(cells, "Stock")).value,
        "gtin": re.sub(r"\D", "", text(cells, "Upc Ean Code").split("|")[0]),
    }


# Prices without a sign are US dollars.
AMAZON_2020 = KnownList(
    "Amazon list of 2020",
    frozenset({"Uniq Id", "Product Name", "Selling Price", "About Product"}),
    {
        "id": "Uniq Id", "title": "Product Name", "brand": "Brand Name", "category": "Category",
        "price": "Selling Price", "description": "Product Description", "product_url": "Product Url",
        "model_number": "Model Number", "size": "Product Dimensions", "weight": "Shipping Weight",
    },
    _more,
    currency="USD",
)  # fmt: skip
