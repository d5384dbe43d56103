"""Which of the candidates that were read are what was asked for: pure functions."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.language.text import stems
from assistant.matching.checks import for_age, holds_terms, of_brand, of_material
from assistant.matching.fields import fields_of
from assistant.matching.fit import DOUBTFUL, NEAR, RIGHT, has_words, is_of_its_sort, is_under_three
from assistant.matching.kinds import type_match
from assistant.matching.suiting import is_ruled_out
from assistant.retrieval.contradictions import means_older
from assistant.retrieval.evidence import is_of_kind
from assistant.schema import Candidate, Constraints, Intent, Plan, Product

# A product whose meaning is this close to the query may be what was asked for though no word says so.
MIN_COSINE = 0.55
# Where products named as asked were found, a little less will do.
MIN_COSINE_WITH_NAMED = 0.5
# So few products named as asked leave no choice; others of like meaning join them.
A_CHOICE = 3
# The share of a kind's words that a maker's product must have to stand beside those that are of it.
MIN_NEAR_SHARE = 0.3
# What is as probably welcome at an age, as read from its words, stands beside what its maker means for it.
LIKELY_FOR_THEM = 0.5
# What is less probably welcome to a child under three is offered to none.
HARDLY_FOR_THE_SMALLEST = 0.05


def selected(plan: Plan, reranked: Sequence[Candidate], *, is_wider: bool = False) -> list[Candidate]:
    """Those that are what was asked for, and where they leave no choice those that are near, in their order.

    `is_wider` where the plan is for a wider kind of toy than was asked for: then any of it is not near.
    """
    floor = plan.filters.better_rated_than
    fitting = [candidate for candidate in reranked if floor is None or (candidate.product.rating or 0) > floor]
    fitting = [candidate for candidate in fitting if not is_ruled_out(plan.intent, candidate)]
    if (age := plan.intent.constraints.age) and is_under_three(age):
        fitting = [one for one in fitting if not means_older(one.product, age) and _may_be_given(plan, one)]
    brand = plan.intent.constraints.brand
    if brand and not any("judged" in one.scores for one in fitting):  # who names a maker means it
        fitting = [one for one in fitting if of_brand(one.product, brand) is not False] or fitting
    if not plan.intent.names_a_toy and (plan.intent.constraints.age or plan.intent.constraints.material):
        chosen = _suiting(plan.intent.constraints, fitting)
    elif plan.intent.ranks_all_of_a_theme:
        chosen = [one for one in fitting if has_words(plan.intent.themes, one.product)] or _by_reading(fitting)
    elif any("right" in one.scores for one in fitting) and not plan.intent.names_only_a_maker:
        chosen = _by_reading(fitting) or ([] if is_wider else _called_so(plan.intent, fitting))
        if not chosen and not plan.intent.product_type and plan.intent.constraints.age:
            chosen = _suiting(plan.intent.constraints, fitting)  # of a baby's toy more is known than "with wheels"
    else:
        chosen = _by_words(plan, fitting)
    if plan.must_match_exactly:
        exact = [candidate for candidate in fitting if holds_terms(candidate.product, plan.must_preserve_terms)]
        chosen = _topped_up(exact, chosen)
    return chosen


def _may_be_given(plan: Plan, candidate: Candidate) -> bool:
    """Whether a child under three may have it: of what states no age only what is likely the toy that was named.

    The more surely it is welcome, as read from its words, the less that needs.
    """
    if candidate.product.age is not None or not plan.intent.names_a_toy:
        return True
    welcome = candidate.scores.get("age", HARDLY_FOR_THE_SMALLEST)
    least = RIGHT if welcome >= LIKELY_FOR_THEM else DOUBTFUL
    return welcome >= HARDLY_FOR_THE_SMALLEST and candidate.scores.get("right", 1.0) >= least


def _suiting(asked: Constraints, fitting: list[Candidate]) -> list[Candidate]:
    """Where no toy is named, what is of the material, and of that what its maker means for the age or else may be."""
    if asked.material:
        fitting = [one for one in fitting if of_material(one.product, asked.material)] or fitting
    if asked.age is None:
        return fitting
    verdicts = [(candidate, for_age(candidate.product, asked.age)) for candidate in fitting]
    # For the smallest a list's ages are not enough: "12 months" stands beside trading cards.
    likeliest = max((one.scores.get("right", 1.0) for one in fitting), default=0.0)
    near_enough = max(NEAR, likeliest / 2) if is_under_three(asked.age) else NEAR
    near = [(one, met) for one, met in verdicts if one.scores.get("right", 1.0) >= near_enough]
    for found in (near, verdicts):
        stated = [one for one, met in found if met]
        may_be = [one for one, met in found if met is not False and one.scores.get("age", 0.0) >= LIKELY_FOR_THEM]
        if for_them := (stated if is_under_three(asked.age) else may_be) or stated:
            return for_them
        if unknown := [one for one, met in found if met is None]:
            return unknown
    return fitting


def _by_reading(fitting: list[Candidate]) -> list[Candidate]:
    """Those that are what was asked for, and where they leave no choice those that are near."""
    right = [candidate for candidate in fitting if candidate.scores["right"] >= RIGHT]
    near = [candidate for candidate in fitting if candidate.scores["right"] >= NEAR and is_of_its_sort(candidate)]
    return _topped_up(right, near)


def _called_so(intent: Intent, fitting: list[Candidate]) -> list[Candidate]:
    """Where none is even near, what has the kind's words in its name or shelf: a robot, though none that dances.

    Rock, paper, scissors has the word for scissors and is none; of a jigsaw of Venice the theme's word tells as much.
    """
    themes = set(stems(" ".join(intent.themes)))
    kinds = [words for kind in intent.kinds if not (words := set(stems(kind))) <= themes]

    def has_all(one: Candidate, asked: set[str]) -> bool:
        return asked <= fields_of(one.product).title | fields_of(one.product).category

    return [
        one for one in fitting
        if any(has_all(one, words) and (is_of_its_sort(one) or (themes and has_all(one, themes))) for words in kinds)
    ]  # fmt: skip


def _by_words(plan: Plan, fitting: list[Candidate]) -> list[Candidate]:
    """Where no candidate was read: those that are named so or of the maker, then those of like meaning."""
    brand, kinds = plan.intent.constraints.brand, plan.intent.kinds
    by_maker = [one for one in fitting if brand is not None and of_brand(one.product, brand)]
    if brand and not plan.intent.product_type:
        return by_maker
    terms = [term.casefold() for term in plan.must_preserve_terms]
    named = [
        one for one in fitting
        if any(term in one.product.title.casefold() for term in terms) or is_of_kind(plan, one)
    ]  # fmt: skip
    of_kind = _topped_up([candidate for candidate in named if not goes_with_it(plan, candidate.product)], named)
    if by_maker:  # of the maker's those that have at least a word of the kind, or mean it
        both = [one for one in by_maker if one in of_kind]
        near = [one for one in by_maker if type_match(kinds, one.product).share >= MIN_NEAR_SHARE or _means(one)]
        return _topped_up(both, near) or by_maker
    least = MIN_COSINE_WITH_NAMED if of_kind else MIN_COSINE
    return _topped_up(of_kind, [one for one in fitting if _means(one, least)])


def _means(candidate: Candidate, least: float = MIN_COSINE) -> bool:
    return candidate.scores.get("vector", 0.0) >= least


def _topped_up(best: list[Candidate], others: list[Candidate]) -> list[Candidate]:
    """The best, and where they leave no choice the others behind them."""
    return best + [candidate for candidate in others if candidate not in best] if len(best) < A_CHOICE else best


def goes_with_it(plan: Plan, product: Product) -> bool:
    """Whether the product is a part of what was asked for, or bears its picture."""
    return type_match(plan.intent.kinds, product).accessory
