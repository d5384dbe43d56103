"""Which of the candidates that fusion found are read closely, and in which order: a network has time for few.

What was turned down is not among them, what suits the age that was said comes sooner, and what would not be shown last.
Where nothing but a kind is named, what is liked comes sooner too. Where no toy is named, they are what is of the
material, suits the age and is liked best; where a superlative is asked for, the first by its field are among them; of
"about £25", what costs a fraction comes last.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from assistant.language.text import stems
from assistant.matching.checks import checks, for_age, of_brand, of_material
from assistant.matching.fit import has_words, is_far_below, is_under_three
from assistant.matching.kinds import is_named
from assistant.matching.suiting import age_odds, is_another, is_for_somebody_else, is_ruled_out
from assistant.matching.superlatives import MEAN_RATING, place_by, shrunk_rating
from assistant.schema import Candidate, Intent, Plan, Product

# So many of the likeliest, and so many of the first by its field, are read where a superlative is asked for.
READ_OF_EACH, READ_BY_FIELD = 6, 16
# What it is worth that a thing suits the age that was said, in standard scores of the fusion for each unit of log odds.
AGE_WORTH = 0.5
# What a star is worth beside it where nothing but a kind was asked for: of two hundred dolls those that are liked are
# read, not those whose names are short.
STAR_WORTH = 6.0
# Whether a thing is called so takes half a millisecond to tell: it is told of the first alone, by the noun in the name.
MOST_LOOKED_UP = 24


def to_be_read(plan: Plan, merged: Sequence[Candidate]) -> list[Candidate]:
    """Those that are read, best first; their scores count down, because a reranker reads by the scores it is given."""
    allowed = [one for one in merged if not _refused(plan, one)]
    ordered = _by_wish(plan, allowed) if plan.intent.names_a_toy else sorted(allowed, key=partial(_liking, plan))
    read = _shown_first(plan.intent, ordered, plan.limits.rerank_top_n)
    return [replace(one, score=-place) for place, one in enumerate(read)]


def _shown_first(intent: Intent, ordered: Sequence[Candidate], most: int) -> list[Candidate]:
    """The first `most`, those behind that would not be shown; no more are looked at than it takes to find so many."""
    may_be, in_vain = list[Candidate](), list[Candidate]()
    for one in ordered:
        if len(may_be) == most:
            break
        own = one.product
        is_in_vain = is_ruled_out(intent, one) or is_for_somebody_else(intent, own) or is_another(intent, own)
        (in_vain if is_in_vain else may_be).append(one)
    return [*may_be, *in_vain][:most]


def _by_wish(plan: Plan, allowed: list[Candidate]) -> list[Candidate]:
    """The best of the fusion; behind the very best of them the first by the field of a superlative, where one is asked.

    Only what has the kind's words in its name can be that: the cheapest of all is some spare part.
    """
    by, kinds = plan.intent.best, plan.intent.kinds
    nouns = [found[-1] for kind in kinds if (found := stems(kind))]

    def may_be_named(product: Product) -> bool:
        title = product.title.lower()
        return any(noun in title for noun in nouns)

    allowed = sorted(allowed, key=partial(_place, plan.intent, may_be_named))
    looked_up = sorted(allowed[:MOST_LOOKED_UP], key=partial(_place, plan.intent, partial(is_named, kinds)))
    allowed[:MOST_LOOKED_UP] = looked_up
    likely, rest = allowed[:READ_OF_EACH], allowed[READ_OF_EACH:]
    budget = plan.intent.constraints.budget
    rest.sort(key=lambda one: is_far_below(one.product.price, budget))
    if by is None:
        return [*likely, *rest]
    by_kind = bool(kinds) and not plan.intent.ranks_all_of_a_theme
    is_of_it = partial(is_named, kinds) if by_kind else partial(_bears, plan.intent)
    called = [one for one in rest if is_of_it(one.product)]
    called.sort(key=lambda one: (place_by(one.product, one.product.price, by), one.doc_id))
    first = {one.doc_id: one for one in called[:READ_BY_FIELD]}
    return [*likely, *first.values(), *(one for one in rest if one.doc_id not in first)]


def _bears(intent: Intent, product: Product) -> bool:
    """Whether it is by whom and about what is named, where no kind is: "the cheapest Playmobil"."""
    brand = intent.constraints.brand
    return has_words(intent.themes, product) and not (brand and of_brand(product, brand) is False)


def _place(intent: Intent, is_so_called: Callable[[Product], bool], candidate: Candidate) -> float:
    """By its score, whether it suits the age that was said and, where it is called so, whether it is liked.

    Rounded as the fusion does, so that equal ones stay as it left them.
    """
    product, is_plain = candidate.product, not (intent.themes or intent.constraints.wanted or intent.leftover)
    stars = 0.0
    if is_plain and product.rating and (not intent.kinds or is_so_called(product)):
        stars = shrunk_rating(product.rating, product.rating_count or 0) - MEAN_RATING
    return -round(candidate.score + AGE_WORTH * age_odds(candidate) + STAR_WORTH * stars, 9)


def _liking(plan: Plan, candidate: Candidate) -> tuple[int, int, float, str]:
    """What comes first where no toy is named: of the material, not meant for others by its maker, liked and welcome.

    For the smallest it is what their makers mean for them, and of that what is most like a toy for them.
    """
    product, asked = candidate.product, plan.intent.constraints
    is_small = is_under_three(asked.age)
    liked = candidate.score if is_small else shrunk_rating(product.rating or 0.0, product.rating_count or 0)
    is_of_it = of_material(product, asked.material) if asked.material else True
    met = for_age(product, asked.age) if asked.age else True
    by_age = (True, None, False).index(met) if is_small else int(met is False)
    return (True, None, False).index(is_of_it), by_age, -liked - AGE_WORTH * age_odds(candidate), candidate.doc_id


def _refused(plan: Plan, candidate: Candidate) -> bool:
    """Whether the product's own text says that it has what the shopper turned down."""
    asked = plan.intent.constraints
    if not (asked.refused or asked.refused_brands or asked.refused_kinds):
        return False
    verdicts = checks(asked, candidate.product)
    return any(check.kind.startswith("refused") and check.met is False for check in verdicts)
