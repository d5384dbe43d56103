"""Questions to start from for a list that a visitor brought: made of its own toys, and tried before they are shown."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import islice
from statistics import median
from uuid import uuid4

from assistant.assistant import Assistant
from assistant.errors import AssistantError
from assistant.interfaces.page.view import amount_of_whole
from assistant.language.titles import short_title
from assistant.schema import Product

OFFERED = 3
# Each takes as long as an answer; a list of which so few can be asked about has no better ones.
MOST_TRIED = 12
_STEPS = (5, 10, 20, 50, 100, 200, 500)
# Words of a toy's title that name what it is, where the list has no categories.
_NAME_WORDS = 3
_CHILD = range(2, 13)


def own_examples(shop: Assistant) -> tuple[str, ...]:
    """Three questions about different kinds, each answered with a Top Pick of its kind; fewer where there are none."""
    rules = shop.without_model()
    kinds = _kinds(shop.catalogue.products(shop.catalogue.ids))
    found: list[str] = []
    for kind, products in islice(kinds.items(), MOST_TRIED):
        question = _question(kind, products, shop.catalogue.vocabulary.currency, form=len(found))
        if _is_answered(rules, question, {product.id for product in products}):
            found.append(question)
        if len(found) == OFFERED:
            break
    return tuple(found)


def _kinds(products: Sequence[Product]) -> Mapping[str, Sequence[Product]]:
    """The toys by their narrowest category, the fullest first; by what they are called where they have none."""
    by_name: defaultdict[str, list[Product]] = defaultdict(list)
    for product in products:
        name = product.category[-1] if product.category else short_title(product.title, max_words=_NAME_WORDS)
        by_name[name].append(product)
    return dict(sorted(by_name.items(), key=lambda item: (-len(item[1]), item[0])))


def _question(kind: str, products: Sequence[Product], currency: str, *, form: int) -> str:
    """What a shopper may ask of a kind: by price, by age, or both, as far as the list has them."""
    said = list(islice(_said(products, currency, age_first=bool(form % 2)), 1 + form // 2))
    name = kind if any(char.isupper() for char in kind[1:]) else kind.lower()
    return " ".join([name[:1].upper() + name[1:], *said])


def _said(products: Sequence[Product], currency: str, *, age_first: bool) -> Iterator[str]:
    prices = [product.price.amount for product in products if product.price and product.price.currency == currency]
    years = [product.age.min_months // 12 for product in products if product.age and product.age.min_months is not None]
    budget = f"under {_round_sum(median(prices), currency)}" if prices else ""
    old = int(median(years)) if years else 0
    age = f"for {'an' if old in {8, 11} else 'a'} {old}-year-old" if old in _CHILD else ""
    yield from filter(None, (age, budget) if age_first else (budget, age))


def _round_sum(amount: Decimal, currency: str) -> str:
    """The next sum that somebody would name as a limit."""
    return amount_of_whole(next((step for step in _STEPS if step > amount), int(amount) + 1), currency)


def _is_answered(shop: Assistant, question: str, ids: set[str]) -> bool:
    session_id = uuid4().hex
    try:
        reply = shop.ask(question, session_id=session_id)
        shop.forget(session_id)
    except AssistantError:  # a category without a word in it, a store that is away
        return False
    nearest = any(answer.is_nearest for answer in reply.answers)
    return reply.top_pick is not None and reply.top_pick.product.id in ids and not nearest
