"""Superlatives: what is the first by a field."""

from __future__ import annotations

import math
import re

from assistant.schema import Price, Product, Superlative

# A rating counts as much as this many imagined ratings at the mean: one five-star review moves it a little, a
# hundred reviews nearly all the way (the Bayesian average).
PRIOR_RATINGS = 20
# The mean they are drawn to. It lies under what shops' toys reach (4.5 over 10,000 of them, weighted by ratings),
# because few ratings are mostly kind ones: one of five stars must not beat a thousand of 4.7, nor none many good ones.
MEAN_RATING = 4.0


# Who asks for the best rated means the stars: six of five beat forty of four and a half, one alone does not.
PRIOR_OF_BEST = 5


# Fields that few lists have: where one toy alone has it, that says nothing of the others.
SPARSE: frozenset[Superlative] = frozenset(("biggest", "smallest", "most pieces"))
FEWEST_COMPARED = 2


def shrunk_rating(rating: float, count: int, prior: int = PRIOR_RATINGS) -> float:
    """The Bayesian average: `rating` from `count` ratings drawn towards the mean by `prior` imagined ones."""
    return (rating * count + MEAN_RATING * prior) / (count + prior)


_LENGTHS = re.compile(r"(?P<numbers>[\d.]+(?: x [\d.]+)*) (?P<unit>mm|cm|m|inches|ft|feet)\b")
_MM = {"mm": 1.0, "cm": 10.0, "m": 1000.0, "inches": 25.4, "ft": 304.8, "feet": 304.8}


def stars_of(product: Product) -> float:
    """Its stars, shrunk towards the mean where few have rated it."""
    return shrunk_rating(product.rating or MEAN_RATING, product.rating_count or 0)


def plain_number(text: str) -> str:
    """Figures without a comma between thousands, a decimal one as a point: "29,8 cm" is "29.8 cm"."""
    return re.sub(r"(?<=\d),(?=\d{3}\b)", "", text).replace(",", ".")


def length_mm(size: str) -> float | None:
    """The longest side of a size, "40 x 29.8 x 8 cm", in millimetres; None where it states no length."""
    found = _LENGTHS.search(plain_number(size))
    return max(map(float, found["numbers"].split(" x "))) * _MM[found["unit"]] if found else None


def place_by(product: Product, price: Price | None, by: Superlative | None) -> float:
    """The smaller, the earlier in the order of a superlative; what the list does not know comes last."""
    amount, count = float(price.amount) if price else None, product.rating_count or 0
    length = length_mm(product.size)
    best = -shrunk_rating(product.rating, count, PRIOR_OF_BEST) if product.rating else None
    values: dict[Superlative | None, float | None] = {
        None: 0.0, "cheapest": amount, "dearest": None if amount is None else -amount,
        "best rated": best, "most rated": -count,
        "most pieces": -product.pieces if product.pieces else None,
        "biggest": None if length is None else -length, "smallest": length,
    }  # fmt: skip
    value = values[by]
    return math.inf if value is None else value
