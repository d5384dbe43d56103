"""The choice of the Top Pick: a small score over what is known, pure functions.

    score = relevance · R + wishes · W + rating · S + budget · B

Relevance R is how probably the product is what was asked for, as the reranker read it; W the share of wishes met; S the
rating, shrunk towards the mean by the number of ratings; B whether the price is worth a part of the budget, or how low
it is beside the others. Each is 0 to 1; the weights depend on what the shopper asked for last. The whole falls for a
wish that is not met (`UNMET`) and for words said beside the kind that the product does not have.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from assistant.matching.checks import Check, checks, holds_terms
from assistant.matching.fit import RIGHT, fit_factor, has_words, is_far_below, is_under_three, wish_share, word_share
from assistant.matching.kinds import is_called, is_filed_as_a_part, is_merchandise, is_named, type_match
from assistant.matching.suiting import is_for_somebody_else, is_ruled_out
from assistant.matching.superlatives import FEWEST_COMPARED, SPARSE, place_by, stars_of
from assistant.schema import Budget, Candidate, Pick, Plan, Price, Product, Receipt, Superlative

# Three stars are poor and five the best: differences between toys lie in that span.
LOWEST_RATING, HIGHEST_RATING = 3.0, 5.0
# What is so much less probably what was asked for than the likeliest is shown neither first nor beside it.
AS_LIKELY = 0.7
# The first by a field is what the catalogue calls so, though it be less like what most of them are; what it does not
# call so has to be nearly as likely.
FIRST_OF_ITS_NAME, FIRST_UNNAMED = 0.45, 0.85
# Who types a set's number or quotes a title means that one.
WITHOUT_TERM = 0.4
# Who asks for a maker's toys, or for a present, means none of its pencils and magnets.
NO_TOY = 0.8
# What is left of the score of a part or an accessory of the toy, or of what only bears its picture.
ACCESSORY_FACTOR = 0.7
# What is left of what its shop files with spare parts, where no part was asked for.
ON_A_SHELF_OF_PARTS = 0.35
# For a present of £30 one of £1 looks mean: from this share of the budget on a price is as good as any.
WORTHY_SHARE = 0.35
# Who says "about £25" would rather spend most of it.
SHARE_OF_ABOUT = 0.7
# What is left of the score of what costs a fraction of the sum that is meant to be spent.
TOO_CHEAP = 0.6
# So much less likely than the likeliest that may be which costs what is meant to be spent, and yet be shown alone.
WORTH_SPENDING = 0.45
# Scores so near each other say nothing of which of two is what was asked for.
ALIKE, AS_RIGHT = 0.05, 0.9
# So much less likely a whole toy may be than what only belongs to one, and yet lead; what is read so surely as what was
# asked for is no part, wherever the shop has filed it.
RATHER_THAN_A_PART, SURELY_NO_PART = 0.7, 0.6
# From so much on, as read from its words, a thing is as welcome to a small child as can be.
SURELY_WELCOME = 0.5
# A shopper cannot decide for what has no price; it leads only where nothing with a price is about as close.
UNPRICED = 0.78


@dataclass(frozen=True, slots=True)
class Weights:
    """What each part of the score counts."""

    relevance: float
    wishes: float
    rating: float
    budget: float


FIND = Weights(relevance=0.70, wishes=0.12, rating=0.12, budget=0.06)
# Where no toy is named, what others liked and what suits a present say more than how like a name is to the message.
OPEN = Weights(relevance=0.30, wishes=0.20, rating=0.35, budget=0.15)
WEIGHTS: Mapping[str, Weights] = {
    "cheaper": Weights(relevance=0.55, wishes=0.20, rating=0.10, budget=0.15),
    "premium": Weights(relevance=0.50, wishes=0.20, rating=0.25, budget=0.05),
    "balanced": Weights(relevance=0.55, wishes=0.18, rating=0.17, budget=0.10),
}


def choose(plan: Plan, candidates: Sequence[Candidate], receipts: Mapping[str, Receipt]) -> tuple[Pick, ...]:
    """Every candidate within the budget as a pick, the Top Pick first; ties go to the smaller id."""
    priced = [(candidate, shown_price(candidate.product, receipts)) for candidate in candidates]
    within = [(c, price) for c, price in priced if plan.strategy == "shown" or affordable(price, plan)]
    if plan.strategy == "retrieve":
        within = [pair for pair in within if not is_ruled_out(plan.intent, pair[0])]
        within = [pair for pair in within if not is_for_somebody_else(plan.intent, pair[0].product)] or within
    if not within:
        return ()
    prices = [float(price.amount) for _, price in within if price]
    picks: list[Pick] = []
    fits: list[float] = []
    for candidate, price in within:
        verdicts = checks(plan.intent.constraints, candidate.product)
        parts = _parts(plan, candidate, price, verdicts, dearest=max(prices, default=0.0))
        fit = fit_factor(verdicts, word_share(plan.intent.leftover, candidate.product))
        fit *= ON_A_SHELF_OF_PARTS if is_filed_as_a_part(plan.intent.kinds, candidate.product) else 1.0
        fit *= _welcome(plan, candidate)
        fits.append(fit)
        fit *= TOO_CHEAP if is_far_below(price, plan.intent.constraints.budget) else 1.0
        picks.append(
            Pick(
                product=candidate.product,
                price=price,
                rank=0,
                score=_total(plan, candidate, price, parts, fit),
                receipt=_applying(candidate.product, receipts),
                scores={key: round(value, 4) for key, value in {**parts, **_read(candidate)}.items()},
            )
        )
    if plan.strategy != "shown":
        found = list(zip(picks, fits, strict=True))
        worthy = _worth_it(plan, found)
        likely = _as_likely(plan, worthy)
        first = {pick.product.id for pick in likely}
        if len(worthy) < len(found):
            likely += [pick for pick in _as_likely(plan, found) if pick.product.id not in first]
        # What the list has none of comes only where nothing else is as likely right.
        likely = [pick for pick in likely if pick.product.stock_count != 0] or likely
        by = _that_tells(plan.intent.best, likely)
        ordered = sorted(likely, key=lambda pick: (pick.product.id not in first, *_before(pick, by)))
        budget = plan.intent.constraints.budget
        # Who says "about £25", or gives more than before, means to spend it; a present is no better for costing less.
        is_to_be_spent = budget and (budget.around or budget.raised_from is not None)
        keeps_order = plan.intent.best or not plan.intent.names_a_toy or is_to_be_spent
        ordered = _one_of_each(plan, ordered if keeps_order else _better_first(plan, ordered), picks)
        picks = _again(plan, picks) or _named_first(plan, picks, ordered)
    return tuple(replace(pick, rank=rank) for rank, pick in enumerate(picks, start=1))


def _again(plan: Plan, picks: Sequence[Pick]) -> list[Pick]:
    """What was shown for this wish before, in its order or by its value; empty where none of it is left."""
    own = {pick.product.id: pick for pick in picks}
    shown = [own[doc_id] for doc_id in plan.focus_ids if doc_id in own]
    return sorted(shown, key=lambda pick: _before(pick, None)) if plan.intent.refinement == "balanced" else shown


def _named_first(plan: Plan, picks: Sequence[Pick], ordered: list[Pick]) -> list[Pick]:
    """The order with what was named for this wish before at its head: an answer keeps the last one's word."""
    named = [pick for pick in picks if pick.product.id == plan.named_id and not plan.intent.best]
    return [*named, *(pick for pick in ordered if pick not in named)]


def _as_likely(plan: Plan, found: Sequence[tuple[Pick, float]]) -> list[Pick]:
    """Those that are what was asked for about as probably as the likeliest, so that no part stands beside the toy.

    With each comes what is left of it after the wishes that it does not meet. Where none is what was asked for, what
    the catalogue calls so, and is about the same, comes before what is no such thing at all.
    """
    if not plan.intent.is_judged:
        return [pick for pick, _ in found]
    right = [(pick, fit) for pick, fit in found if pick.scores.get("right", 1.0) >= RIGHT]
    called = [
        (pick, fit) for pick, fit in found
        if is_called(plan.intent.kinds, pick.product) and has_words(plan.intent.themes, pick.product)
    ]  # fmt: skip
    shares = [(pick, pick.scores.get("right", 1.0) * fit) for pick, fit in right or called or found]
    most = max(share for _, share in shares)
    return [
        pick for pick, share in shares
        if share >= most * _least_share(plan, pick) or (plan.intent.best and pick.product.id == plan.named_id)
    ]  # fmt: skip


def _worth_it(plan: Plan, found: Sequence[tuple[Pick, float]]) -> Sequence[tuple[Pick, float]]:
    """Those of the price that is meant to be spent, where any of them is about right; else all."""
    if plan.intent.best:
        return found
    budget = plan.intent.constraints.budget
    most = max(pick.scores.get("right", 1.0) for pick, _ in found)
    worthy = [(pick, fit) for pick, fit in found if not is_far_below(pick.price, budget)]
    are_right = any(pick.scores.get("right", 1.0) >= max(RIGHT, most * WORTH_SPENDING) for pick, _ in worthy)
    return worthy if are_right else found


def _least_share(plan: Plan, pick: Pick) -> float:
    if not plan.intent.best:
        return AS_LIKELY
    return FIRST_OF_ITS_NAME if is_named(plan.intent.kinds, pick.product) else FIRST_UNNAMED


def _better_first(plan: Plan, picks: list[Pick]) -> list[Pick]:
    """The picks with one at the head that costs no more than the first, is better liked and about as probably right.

    Nobody understands why the dearer and less liked of two alike should come first, or what only belongs to the toy.
    """
    if not picks or picks[0].price is None:
        return picks
    first, most, right = picks[0], picks[0].price.amount, picks[0].scores.get("right", 0.0)
    leads_by_mistake = right < SURELY_NO_PART and _is_part(plan, first)
    least = right * (RATHER_THAN_A_PART if leads_by_mistake else AS_RIGHT)
    alike = [pick for pick in picks[1:] if pick.price and pick.scores.get("right", 0.0) >= least]
    better = [
        pick
        for pick in alike
        if (leads_by_mistake or _costs_less_and_is_liked_more(pick, first, most)) and not _is_part(plan, pick)
    ]
    if not better:
        return picks
    best = better[0] if leads_by_mistake else max(better, key=lambda pick: stars_of(pick.product))
    return [best, *(pick for pick in picks if pick is not best)]


def _one_of_each(plan: Plan, ordered: list[Pick], found: Sequence[Pick]) -> list[Pick]:
    """The order with the best of each other thing that would do behind its first: who likes either sees both."""
    if plan.intent.best or not (plan.intent.either and ordered):
        return ordered
    rest = [*ordered[1:], *sorted((pick for pick in found if pick not in ordered), key=lambda one: _before(one, None))]
    right = [pick for pick in rest if pick.scores.get("right", 0.0) >= RIGHT]
    others = [kind for kind in plan.intent.either if not is_called((kind,), ordered[0].product)]
    of_each = (next((pick for pick in right if is_called((kind,), pick.product)), None) for kind in others)
    beside = list({pick.product.id: pick for pick in of_each if pick}.values())
    return [ordered[0], *beside, *(pick for pick in ordered[1:] if pick not in beside)]


def _is_part(plan: Plan, pick: Pick) -> bool:
    return type_match(plan.intent.kinds, pick.product).accessory


def _costs_less_and_is_liked_more(pick: Pick, first: Pick, most: Decimal) -> bool:
    is_alike, costs_no_more = pick.score >= first.score - ALIKE, pick.price is not None and pick.price.amount <= most
    return is_alike and costs_no_more and stars_of(pick.product) > stars_of(first.product)


def _before(pick: Pick, by: Superlative | None) -> tuple[float, float, str]:
    """By the field of a superlative, where there is one; else by the score."""
    return (place_by(pick.product, pick.price, by), -pick.score, pick.product.id)


def _that_tells(by: Superlative | None, picks: Sequence[Pick]) -> Superlative | None:
    """The field of a superlative, where enough have it."""
    known = sum(place_by(pick.product, pick.price, by) < math.inf for pick in picks)
    return None if by in SPARSE and known < FEWEST_COMPARED else by


def shown_price(product: Product, receipts: Mapping[str, Receipt]) -> Price | None:
    """The live price where there is a receipt for it in the catalogue's money, else the catalogue's."""
    receipt = _applying(product, receipts)
    return receipt.price if receipt else product.price


def _applying(product: Product, receipts: Mapping[str, Receipt]) -> Receipt | None:
    """The receipt, unless it is in other money: amounts are never converted, so no budget could be checked."""
    receipt = receipts.get(product.id)
    same_money = receipt is None or product.price is None or product.price.currency == receipt.price.currency
    return receipt if same_money else None


def affordable(price: Price | None, plan: Plan) -> bool:
    """Whether the price lies within what was asked; without one, or in other money, only where none was asked."""
    low, high, currency = plan.filters.min_price, plan.filters.max_price, plan.filters.currency
    if not plan.filters.by_price:
        return True
    if price is None or currency not in ("", price.currency):
        return False
    return (low is None or price.amount >= low) and (high is None or price.amount <= high)


def _parts(
    plan: Plan, candidate: Candidate, price: Price | None, verdicts: Sequence[Check], *, dearest: float
) -> dict[str, float]:
    product = candidate.product
    stars = stars_of(product)
    return {
        "relevance": _relevance(plan, candidate),
        "wishes": wish_share(verdicts),
        "rating": min(1.0, max(0.0, (stars - LOWEST_RATING) / (HIGHEST_RATING - LOWEST_RATING))),
        "budget": _budget_fit(price, plan.intent.constraints.budget, dearest),
    }


def _welcome(plan: Plan, candidate: Candidate) -> float:
    """How much of its score a thing of unknown age keeps for a child under three, by how welcome its words make it."""
    if candidate.product.age is not None or not is_under_three(plan.intent.constraints.age):
        return 1.0
    return min(1.0, candidate.scores.get("age", SURELY_WELCOME) / SURELY_WELCOME)


def _read(candidate: Candidate) -> dict[str, float]:
    return {name: value for name, value in candidate.scores.items() if name == "right"}


def _relevance(plan: Plan, candidate: Candidate) -> float:
    """How probably it is what was asked for; where it was not read, how much of the kind its words say."""
    right = candidate.scores.get("right")
    return type_match(plan.intent.kinds, candidate.product).share if right is None else right


def _budget_fit(price: Price | None, budget: Budget | None, dearest: float) -> float:
    """How low the price is beside the dearest candidate, 0 to 1.

    Of a budget, whether it is worth a part of it; beyond that a price hardly counts, and of two alike the lower wins.
    """
    limit = float(budget.max) if budget and budget.max else 0.0
    if price is None or not (limit or dearest):
        return 0.0
    share = float(price.amount) / (limit or dearest)
    worthy = SHARE_OF_ABOUT if budget and budget.around else WORTHY_SHARE
    return min(1.0, share / worthy) * (1 - share / 10) if limit else max(0.0, 1.0 - share)


def _total(plan: Plan, candidate: Candidate, price: Price | None, parts: Mapping[str, float], fit: float) -> float:
    product, is_read = candidate.product, "right" in candidate.scores
    weights = WEIGHTS.get(plan.intent.refinement or "", FIND if plan.intent.names_a_toy else OPEN)
    total: float = sum(getattr(weights, name) * value for name, value in parts.items())
    if not is_read:
        total *= ACCESSORY_FACTOR if type_match(plan.intent.kinds, product).accessory else 1.0
    total *= UNPRICED if price is None else 1.0
    is_open = not plan.intent.product_type and (plan.intent.names_only_a_maker or not is_read)
    if is_open and is_merchandise(product):
        total *= NO_TOY
    total *= 1.0 if holds_terms(product, plan.must_preserve_terms) else WITHOUT_TERM
    return round(total * fit, 6)
