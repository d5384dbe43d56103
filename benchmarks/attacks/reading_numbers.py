"""Amounts and numbers as the second reader reads them: whose they are, by what stands around them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from assistant.schema import Price, Product, Response
from benchmarks.attacks.reading_words import SPELLED

_AFTER_A_SCORE = frozenset("out by from for . , ) on and -".split())


@dataclass(frozen=True, slots=True)
class Spot:
    """One token of a text."""

    tokens: Sequence[str]
    at: int

    @property
    def token(self) -> str:
        """The token itself."""
        return self.tokens[self.at]

    @property
    def after(self) -> str:
        """The next one, in small letters."""
        return self.tokens[self.at + 1].lower() if self.at + 1 < len(self.tokens) else ""

    def near(self, size: int) -> str:
        """So many tokens on either side."""
        return " ".join(self.tokens[max(0, self.at - size) : self.at + size]).lower()


def price_fault(spot: Spot, about: Sequence[Product], reply: Response, asked: str) -> Iterator[str]:
    """What is wrong with an amount of money at this place."""
    tokens, at, token = spot.tokens, spot.at, spot.token
    shown = {pick.product.id: pick.price for pick in reply.products}
    prices = [price for product in about for price in (shown.get(product.id), product.price) if price]
    sign = {"£": "GBP", "$": "USD", "€": "EUR"}[token[0]]
    amount = token[1:].replace(",", "")
    misses = [answer.pack.nearest_miss for answer in reply.answers if answer.pack.nearest_miss]
    if " ".join(tokens[max(0, at - 3) : at]).lower() == "ones start at":
        prices = [miss.product.price for miss in misses if miss.product.price]
    after = tokens[at + 1].lower() if at + 1 < len(tokens) else ""
    if _is_a_difference(after, amount, reply) or _is_the_budget(
        spot, [shown.get(p.id) or p.price for p in about], asked
    ):
        return
    if not any(price.currency == sign and f"{price.amount:.2f}" == f"{float(amount):.2f}" for price in prices):
        yield f"{token} is no price of {titles(about)}"
    around = " ".join(tokens[max(0, at - 2) : at]).lower()
    says_more = re.search(r"\b(?:under|over|from|was|only|save|less|more)$", around)
    if (says_more and not _is_the_budget(spot, [shown.get(p.id) or p.price for p in about], asked)) or tokens[
        at + 1 : at + 2
    ] == ["per"]:
        yield f"{around} {token} says more than a price"


def _is_the_budget(spot: Spot, prices: Sequence[Price | None], asked: str) -> bool:
    """Whether the amount is named as the one that the shopper set, and what is spoken about keeps it."""
    tokens, at, amount = spot.tokens, spot.at, spot.token[1:].replace(",", "")
    before, after = " ".join(tokens[max(0, at - 2) : at]).lower(), " ".join(tokens[at + 1 : at + 3]).lower()
    named = re.search(r"\b(?:under|within|below|of|your|budget is|you (?:said|mentioned|gave|set|named))$", before)
    if amount not in asked.replace(",", "") or not (named or re.match(r"(?:budget|limit|to spend)\b", after)):
        return False
    known = [price.amount for price in prices if price]
    return bool(known) and all(price <= Decimal(amount) for price in known)


def _is_a_difference(after: str, amount: str, reply: Response) -> bool:
    """Whether "£5 cheaper" is what lies between two prices that are shown; whose they are is read elsewhere."""
    prices = [pick.price.amount for pick in reply.products if pick.price]
    return after in ("cheaper", "less", "more", "dearer") and any(
        abs(first - second) == Decimal(amount) for first in prices for second in prices
    )


def number_fault(spot: Spot, about: Sequence[Product], asked: str) -> Iterator[str]:
    """What is wrong with a number at this place, in figures or spelled."""
    token = str(SPELLED.get(spot.token.lower(), spot.token)).rstrip(",")
    is_scale = spot.tokens[max(0, spot.at - 2) : spot.at] == ["out", "of"] and token == "5"  # noqa: S105  (a word)
    counts_talk = spot.token.isalpha() and spot.after in ("facts", "things", "points", "options", "choices", "reasons")
    if is_scale or counts_talk or token.lower() in asked.lower():
        return
    if not any(_has_number(product, token.replace(",", ""), spot) for product in about):
        yield f"{token} {spot.after} is no number of {titles(about)}"


def _has_number(product: Product, number: str, spot: Spot) -> bool:
    value, unit, near = float(re.sub(r"[^\d.]", "", number).strip(".")), spot.after, spot.near(6)
    is_rating = product.rating is not None and abs(product.rating - value) < 1e-9
    if unit.startswith("star"):
        return is_rating
    if is_rating and unit in _AFTER_A_SCORE and re.search(r"rat|scor|average|gave|give|stars|out of", near):
        return True
    if unit.startswith(("rating", "review", "buyer", "customer", "shopper", "people")):
        return product.rating_count == value
    if unit.startswith("piece"):
        return product.pieces == value
    if "player" in spot.near(5) and product.players and value in (product.players.min, product.players.max):
        return True
    if re.search(r"\bage|\bmonth|\bup\b|\+|\bmaker\b", spot.near(5)) and product.age:
        ends = [end for end in (product.age.min_months, product.age.max_months) if end is not None]
        return any(abs(end - value) < 0.01 or abs(end / 12 - value) < 0.06 for end in ends)
    said = record(product).lower()
    spelled = spot.token.isalpha() and bool(re.search(rf"\b{spot.token.lower()}\b", said))
    return spelled or number in {found.replace(",", "") for found in re.findall(r"\d[\d,]*(?:\.\d+)?", said)}


def record(product: Product) -> str:
    """Everything that the catalogue itself says of a product; what buyers wrote is left out."""
    return " . ".join(
        (product.title, product.brand, " . ".join(product.category), product.material, " . ".join(product.features),
         product.description)
    )  # fmt: skip


def titles(products: Sequence[Product]) -> str:
    """The first two by their names, for a line of a report."""
    return " / ".join(product.title[:60] for product in products[:2]) or "anything named"
