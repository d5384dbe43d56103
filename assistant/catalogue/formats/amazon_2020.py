"""The public list of 10,000 products on Amazon's US shop of January 2020 (PromptCloud)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from assistant.catalogue.formats.rows import Notes, Reading, Row, product_reading, text
from assistant.catalogue.parsing import cleaning
from assistant.catalogue.parsing.ages import age
from assistant.catalogue.parsing.counts import count, pieces_in_title, players_in_title
from assistant.catalogue.parsing.measures import size, weight
from assistant.catalogue.parsing.price_cells import price
from assistant.schema import AgeRange, Product

COLUMNS = frozenset({"Uniq Id", "Product Name", "Selling Price", "About Product"})
_AGE = re.compile(r"Manufacturerrecommendedage:\s*([^|]{1,40})", re.IGNORECASE)
_JOINT = re.compile(r"(?<=\d)(?=[A-Za-z])|(?<=[a-z])(?=\d)|(?<=years)(?=and)|(?<=months)(?=and)", re.IGNORECASE)
# Lines that the shop puts under "About Product" and that say nothing of the product.
_EMPTY_LINE = re.compile(r"make sure this fits|by entering your model number|^show (?:more|less)", re.IGNORECASE)


class Amazon2020:
    """Recognised by `Uniq Id, Product Name, Selling Price, About Product`; prices without a sign are US dollars."""

    name = "Amazon list of 2020"

    def __init__(self, currency: str = "") -> None:
        self._currency = currency or "USD"

    def readings(self, rows: Iterable[Row]) -> Iterator[Reading]:
        """One reading a row."""
        return (product_reading(row, self._product, id_column="Uniq Id", title_column="Product Name") for row in rows)

    def _product(self, row: Row, notes: Notes) -> Product:
        cells = row.cells
        title = cleaning.clean(text(cells, "Product Name"))
        return Product(
            id=text(cells, "Uniq Id").strip(),
            title=title,
            brand=cleaning.name(text(cells, "Brand Name")),
            category=cleaning.category(text(cells, "Category")),
            price=notes.value(price(text(cells, "Selling Price"), self._currency)),
            age=_age(text(cells, "Product Specification"), notes),
            players=players_in_title(title),
            pieces=pieces_in_title(title),
            features=tuple(
                line for line in cleaning.lines(text(cells, "About Product")) if not _EMPTY_LINE.search(line)
            ),
            description=cleaning.description(text(cells, "Product Description")),
            image_url=_image(text(cells, "Image")),
            product_url=cleaning.web_address(text(cells, "Product Url")),
            stock_count=count(text(cells, "Stock")).value,
            model_number=cleaning.name(text(cells, "Model Number")),
            size=size(text(cells, "Product Dimensions")),
            weight=weight(text(cells, "Shipping Weight")),
            gtin=re.sub(r"\D", "", text(cells, "Upc Ean Code").split("|")[0]),
        )


def _age(specification: str, notes: Notes) -> AgeRange | None:
    """The maker's age, which the list writes without spaces ("8yearsandup")."""
    found = _AGE.search(specification)
    return notes.value(age(_JOINT.sub(" ", found[1]))) if found else None


def _image(addresses: str) -> str:
    found = (cleaning.web_address(address) for address in addresses.split("|"))
    return next((address for address in found if address and "transparent-pixel" not in address), "")
