"""A reader of finished answers that knows nothing of plans and facts: texts held against the products' records.

Every figure must be a product's, the shopper's, or the difference of two prices; every quotation must stand in a
listing or a review word for word; no sentence may hold an address or markup.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal

from assistant.language.numbers import NUMBER, value_of
from assistant.language.text import ages
from assistant.schema import Brief, Pick, Product, Response

_MARK = re.compile(r" ?\[\d+\]")
_QUOTED = re.compile(r"“([^”]*)”")
_TOGETHER = re.compile(
    rf"(?:({NUMBER}) of [^:.]*)?\bcome to ((?:[^:,]|,(?=\d{{3}}))+)[:,] (.*?)(?:\. |\.$|$)", re.IGNORECASE
)
_PART = re.compile(
    rf"(?:(?P<count>{NUMBER}) of )?(?:(?!{NUMBER} of ).)*?(?P<sum>[£$€]\d[\d,]*(?:\.\d+)?|\b\d+p\b|\b\d+ cents\b)"
    r"(?P<each> each)?"
)
_MONEY = re.compile(r"[£$€](\d[\d,]*(?:\.\d+)?)|(\d+)p\b|(\d+) cents\b")
_STARS = re.compile(r"(\d(?:\.\d)?) stars?\b")
_RATINGS = re.compile(r"from (\d[\d,]*) ratings?\b")
_PIECES = re.compile(r"(\d[\d,]*) pieces?\b")
_AGES = re.compile(
    r"\b(?:for |meant for |as )((?:ages?|newborns|up to age|\d+ months?|\d+ to \d+ months)\b(?:[^,.;:()]|\.\d)*?"
    r"(?=[,;:()]|\.(?!\d)| and (?!up)|$| \())"
)
_STRANGE = re.compile(r"https?://|www\.|[<>`{}|\\]")


def strange(text: str, brief: Brief) -> list[str]:
    """What a text says that the brief's products, or the shopper, do not carry."""
    miss = [brief.nearest_miss.product] if brief.nearest_miss else []
    return list(
        _faults(text, brief.picks, miss, [brief.message, *(wish.text for wish in brief.wishes)], _limits(brief))
    )


def _limits(brief: Brief) -> list[Decimal]:
    budget = brief.plan.intent.constraints.budget
    return [amount for amount in (budget.min, budget.max) if amount is not None] if budget else []


def faults(response: Response) -> list[str]:
    """What an answer shows or speaks that no record carries."""
    messages = [message.content for message in response.turn.messages] if response.turn else []
    misses = [answer.pack.nearest_miss.product for answer in response.answers if answer.pack.nearest_miss]
    wishes = [intent.constraints.budget for intent in response.route.intents if intent.constraints.budget]
    limits = [amount for budget in wishes for amount in (budget.min, budget.max) if amount is not None]
    texts = (response.final_answer, response.spoken_answer)
    return [fault for text in texts for fault in _faults(text, response.products, misses, messages, limits)]


def _faults(
    text: str, picks: Sequence[Pick], misses: Sequence[Product], messages: Sequence[str], limits: Sequence[Decimal]
) -> Iterator[str]:
    products = [*(pick.product for pick in picks), *misses]
    plain = _MARK.sub("", text)
    yield from (f"quotes {quote!r}" for quote in _QUOTED.findall(plain) if not _stands(quote, products, messages))
    rest = _QUOTED.sub("", plain)
    for title in sorted((product.title for product in products), key=len, reverse=True):
        rest = rest.replace(title, "")
    yield from (f"has {found.group()!r}" for found in _STRANGE.finditer(rest))
    yield from _figures(rest, picks, products, messages, limits)


def _stands(quote: str, products: Iterable[Product], messages: Iterable[str]) -> bool:
    """Whether a quotation is a listing's, a buyer's or the shopper's own."""
    wanted = _bare(quote)
    sources = [
        text for product in products
        for text in (product.title, *product.category, *product.features, product.description,
                     *(part for review in product.reviews for part in (review.title, review.text)))
    ]  # fmt: skip
    return any(wanted in _bare(text) for text in (*sources, *messages))


def _bare(text: str) -> str:
    """The letters and digits of a text, inches in letters as a quotation has them."""
    text = re.sub(r"(?<=\d) ?(?:[\"”″]|'')(?!\w)", " in", text.lower())
    return re.sub(r"[^a-z0-9]+", " ", text.replace("‘", "'").replace("’", "'").replace('"', "'")).strip()


def _amounts(text: str) -> list[Decimal]:
    """The sums of money in a text."""
    found = _MONEY.findall(text)
    return [
        Decimal(whole.replace(",", "")) if whole else Decimal(pence or cents) / 100 for whole, pence, cents in found
    ]


def _added(together: tuple[str, str, str]) -> tuple[Decimal, Decimal]:
    """A total, and what its parts add up to."""
    copies, whole, parts = together
    added = (
        _amounts(part["sum"])[0] * (value_of((part["count"] or copies or "1").lower()) if part["each"] else 1)
        for part in _PART.finditer(parts)
    )
    return next(iter(_amounts(whole)), Decimal(-1)), sum(added, Decimal(0))


def _figures(
    text: str, picks: Sequence[Pick], products: Sequence[Product], messages: Sequence[str], limits: Sequence[Decimal]
) -> Iterator[str]:
    prices = {price.amount for price in (*(p.price for p in picks), *(p.price for p in products)) if price}
    sums = prices | set(limits) | {abs(one - other) for one in prices for other in (*prices, *limits)}
    # What several come to is the sum of what stands behind it, to the penny.
    sums |= {whole for whole, parts in map(_added, _TOGETHER.findall(text)) if whole == parts}
    yield from (f"has {amount} of money" for amount in _amounts(text) if amount not in sums)
    stars = {f"{product.rating:g}" for product in products if product.rating}
    yield from (f"has {found} stars" for found in _STARS.findall(text) if found not in stars)
    counts = {str(product.rating_count) for product in products}
    yield from (f"has {found} ratings" for found in _RATINGS.findall(text) if found.replace(",", "") not in counts)
    pieces = {str(product.pieces) for product in products if product.pieces}
    spoken = " ".join(messages)
    lines = [line.lower() for product in products for line in (product.title, *product.features)]
    yield from (
        f"has {found} pieces" for found in _PIECES.findall(text)
        if found.replace(",", "") not in pieces and found not in spoken
        and not any(f"{found} piece" in line for line in lines)
    )  # fmt: skip
    known = {ages(product.age) for product in products if product.age}
    yield from (f"has the age {found!r}" for found in _AGES.findall(text) if found.strip() not in known)
