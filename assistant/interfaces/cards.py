"""The Top Pick card and the toys beside it, as values.

Texts are still as their authors wrote them: the page passes each through `plain` on its way into a widget.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assistant.interfaces.drawings import drawing_for
from assistant.interfaces.plain import https
from assistant.schema import Answer, Citation, Intent, NearestMiss, Pick, Product, Receipt
from assistant.text import ages, money

MOST_OTHERS = 5
_MOST_REASONS = 4
_NO_PRICE = "No price listed"
_MISSED = {
    "budget_max": "The closest is over your budget",
    "budget_min": "The closest is under your budget",
    "material": "The closest is of another material",
    "brand": "The closest is of another brand",
    "age": "The closest is for another age",
}


@dataclass(frozen=True, slots=True)
class ToyView:
    """One toy as a card or a row shows it; `picture` is an https address or empty, then `drawing` names one."""

    rank: int
    title: str
    facts: str
    price: str
    stars: str
    ratings: str
    picture: str
    drawing: str
    reasons: tuple[str, ...] = ()
    live: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class SourceView:
    """A numbered source: the words it gives, and where they stand."""

    number: int
    title: str
    quote: str
    url: str


@dataclass(frozen=True, slots=True)
class CardView:
    """What one wish came to: the pick and the rest of the list, or no pick and perhaps the nearest miss.

    `wish` names the wish where the turn has several.
    """

    wish: str
    toy: ToyView | None
    others: tuple[ToyView, ...] = ()
    sources: tuple[SourceView, ...] = ()
    nearest: ToyView | None = None
    missed: str = ""


def card_of(answer: Answer, *, several: bool) -> CardView | None:
    """The card of one wish; none where nothing was looked for. Among several wishes each card names its own."""
    wish = wish_of(answer.intent) if several else ""
    if answer.picks:
        top, *others = answer.picks
        shown = others[: 2 if several else MOST_OTHERS]
        return CardView(wish, toy_of(top), tuple(map(toy_of, shown)), _sources(answer.citations))
    miss = answer.pack.nearest_miss
    # "Cheaper" with nothing cheaper left is no reason to take the last pick away.
    if answer.status != "no-context" or answer.intent.refinement:
        return None
    return CardView(wish, None, nearest=_nearest(miss), missed=_MISSED[miss.broken]) if miss else CardView(wish, None)


def toy_of(pick: Pick) -> ToyView:
    """One toy at the price that is shown for it."""
    product = pick.product
    rated, count = stars(product.rating, product.rating_count)
    return ToyView(
        rank=pick.rank,
        title=product.title,
        facts=facts(product),
        price=money(pick.price) if pick.price else _NO_PRICE,
        stars=rated,
        ratings=count,
        picture=https(product.image_url),
        drawing=drawing_for(product),
        reasons=pick.reasons[:_MOST_REASONS],
        live=_live(pick.receipt) if pick.receipt else "",
        url=https(pick.receipt.url if pick.receipt else product.product_url),
    )


def stars(rating: float | None, count: int | None) -> tuple[str, str]:
    """A rating in stars and the number of ratings behind it, each empty where the catalogue has none."""
    if not rating or rating <= 0:
        return "", ""
    return f"★ {rating:.1f}", f"{count:,} rating{'' if count == 1 else 's'}" if count else ""


def facts(product: Product) -> str:
    """Maker, ages, players and pieces, as far as the catalogue knows them."""
    players = product.players
    crowd = ""
    if players and (players.min or players.max):
        ends = sorted({end for end in (players.min, players.max) if end})
        crowd = f"{'–'.join(map(str, ends))} player{'' if ends == [1] else 's'}"
    pieces = f"{product.pieces:,} piece{'' if product.pieces == 1 else 's'}" if product.pieces else ""
    age = ages(product.age) if product.age else ""
    return " · ".join(part for part in (product.brand, age, crowd, pieces) if part)


def wish_of(intent: Intent) -> str:
    """A wish in a few words, as a heading."""
    words = intent.product_type or intent.text
    return words[:1].upper() + words[1:]


def shortened(text: str, most: int = 220) -> str:
    """A text of at most this many characters, broken off between words."""
    line = " ".join(text.split())
    return line if len(line) <= most else line[:most].rsplit(" ", 1)[0].rstrip(",.;:") + "…"


def _nearest(miss: NearestMiss) -> ToyView:
    return toy_of(Pick(miss.product, miss.product.price, 0, 0.0))


def _live(receipt: Receipt) -> str:
    return f"Live price: {money(receipt.price)} at {receipt.shop}, checked {receipt.fetched_at:%H:%M} UTC"


def _sources(citations: Sequence[Citation]) -> tuple[SourceView, ...]:
    return tuple(map(_source, citations))


def _source(cite: Citation) -> SourceView:
    """A source, named only where its words or its address do not name it already."""
    url = https(cite.url)
    named = cite.quote.startswith(cite.source) and not url
    return SourceView(cite.number, "" if named else cite.source, shortened(cite.quote), url)
