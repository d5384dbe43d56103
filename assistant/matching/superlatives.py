"""Superlatives: what is the first by a field."""

from __future__ import annotations

import math

from assistant.schema import Price, Product, Superlative

# A rating counts as much as this many imagined ratings at the mean: one five-star review moves it a little, a
# hundred reviews nearly all the way (the Bayesian average).
PRIOR_RATINGS = 20
# The mean they are drawn to. It lies under what shops' toys reach (4.5 over 10,000 of them, weighted by ratings),
# because few ratings are mostly kind ones: one of five stars must not beat a thousand of 4.7, nor none many good ones.
MEAN_RATING = 4.0


def shrunk_rating(rating: float, count: int, mean: float = MEAN_RATING) -> float:
    """The Bayesian average: `rating` from `count` ratings drawn towards `mean` by `PRIOR_RATINGS` imagined ones."""
    return (rating * count + mean * PRIOR_RATINGS) / (count + PRIOR_RATINGS)


def place_by(product: Product, price: Price | None, by: Superlative | None) -> float:
    """The smaller, the earlier in the order of a superlative; what the list does not know comes last."""
    amount, count = float(price.amount) if price else None, product.rating_count or 0
    values: dict[Superlative | None, float | None] = {
        None: 0.0, "cheapest": amount, "dearest": None if amount is None else -amount,
        "best rated": -shrunk_rating(product.rating, count) if product.rating else None, "most rated": -count,
        "most pieces": -product.pieces if product.pieces else None,
    }  # fmt: skip
    value = values[by]
    return math.inf if value is None else value
