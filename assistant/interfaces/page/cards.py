"""The Top Pick card and the toys beside it, as values.

Texts are still as their authors wrote them: the page passes each through `plain` on its way into a widget.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from urllib.parse import quote

from assistant.answering.alternatives import best_rated
from assistant.answering.saying.phrases import PUT_FORWARD, players_phrase
from assistant.interfaces.page.chart import ChartView, chart_of
from assistant.interfaces.page.drawings import drawing_for
from assistant.interfaces.page.plain import https
from assistant.language.currencies import money
from assistant.language.text import ages
from assistant.prices import policy
from assistant.schema import (
    Answer,
    Constraints,
    Intent,
    Pick,
    Product,
    Receipt,
    Review,
    Standing,
)

MOST_OTHERS = 5
KICKERS: dict[Standing, str] = {"pick": "Top pick", **PUT_FORWARD}
_NO_PRICE = "No price listed"
_MISSED = {
    "budget_max": "The closest is over your budget",
    "budget_min": "The closest is under your budget",
    "no_price": "The closest has no price in the list",
}
_LIKED, _QUOTES, _QUOTE_CHARS = 4.0, 2, 240
# Acts that speak of a toy on the screen instead of choosing one.
_ABOUT_SHOWN = frozenset({"explain", "details", "check_price"})


@dataclass(frozen=True, slots=True)
class ToyView:
    """One toy as a card or a row shows it; `picture` is an address as the catalogue has it, for the guard to check.

    Until it is there, and where it never will be, `drawing` names what stands in its place.
    """

    rank: int
    title: str
    facts: str
    price: str
    stars: str
    ratings: str
    picture: str
    drawing: str
    reasons: tuple[str, ...] = ()
    url: str = ""
    doc_id: str = ""
    receipt: Receipt | None = None
    catalogue_price: str = ""
    quotes: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class SourceView:
    """A numbered source: where its words stand, the words in short and in full, and the sentences that rest on it."""

    number: int
    title: str
    quote: str
    url: str
    text: str = ""
    cited_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CardView:
    """What one wish came to: the pick and the rest of the list, or no pick and perhaps the nearest miss.

    `wish` names the wish where the turn has several; `kicker` says what the toy is here. `compared` is a table whose
    first row names its columns, `alike` says what all of them have in common.
    """

    wish: str
    toy: ToyView | None
    others: tuple[ToyView, ...] = ()
    sources: tuple[SourceView, ...] = ()
    nearest: ToyView | None = None
    missed: str = ""
    kicker: str = KICKERS["pick"]
    changes: tuple[str, ...] = ()
    chart: ChartView | None = None
    compared: tuple[tuple[str, ...], ...] = ()
    alike: str = ""

    @property
    def toys(self) -> tuple[ToyView, ...]:
        """The pick, where there is one, and the others."""
        return tuple(toy for toy in (self.toy, *self.others) if toy)


def cards_of(answers: Sequence[Answer], *, several: bool, before: CardView | None = None) -> tuple[CardView, ...]:
    """The card of each wish; the sources of what has no toys of its own stand with the first."""
    cards = [card for answer in answers if (card := card_of(answer, several=several, before=before))]
    others = tuple(source for answer in answers if not answer.picks for source in _sources(answer))
    return tuple(replace(card, sources=(*others, *card.sources)) if card is cards[0] else card for card in cards)


def card_of(answer: Answer, *, several: bool, before: CardView | None = None) -> CardView | None:
    """The card of one wish; none where nothing was looked for. Among several wishes each card names its own.

    `before` is the card on the screen: an answer about one of its toys keeps the others beside it.
    """
    wish = wish_of(answer.intent) if several else ""
    if answer.picks:
        card = _chosen(answer, wish, several=several)
        return _about(card, before) if answer.intent.act in _ABOUT_SHOWN and before else card
    miss = answer.pack.nearest_miss
    # "Cheaper" with nothing cheaper left is no reason to take the last pick away.
    if answer.status != "no-context" or answer.intent.refinement:
        return None
    if miss:
        nearest = toy_of(Pick(miss.product, miss.product.price, 0, 0.0))
        return CardView(wish, None, nearest=nearest, missed=_MISSED[miss.broken])
    return CardView(wish, None, missed=_less_asked(answer.intent.constraints))


def _less_asked(asked: Constraints) -> str:
    """What may find a toy after all: less of what was asked."""
    less = [
        *(["a higher budget"] if asked.budget and asked.budget.max is not None else []),
        *(["another age"] if asked.age else []),
        *(["another maker"] if asked.brand else []),
    ]
    told = " or ".join([", ".join(less), "fewer wishes"]) if less else "Fewer wishes or another kind of toy"
    return f"{upper_first(told)} may find one."


def _chosen(answer: Answer, wish: str, *, several: bool) -> CardView:
    top, *others = answer.picks
    compares = answer.intent.act == "compare"
    shown = others if compares else others[: 2 if several else MOST_OTHERS]
    card = CardView(wish, toy_of(top), tuple(map(toy_of, shown)), _sources(answer))
    if compares:
        names, *rows = _side_by_side(answer.picks)
        alike = [row for row in rows if len(set(row[1:])) == 1]
        compared = (names, *(row for row in rows if row not in alike))
        told = f"The same for all: {', '.join(row[1] for row in alike)}" if alike else ""
        return replace(card, kicker="Side by side", compared=compared, alike=told)
    return replace(
        card,
        kicker=KICKERS[answer.standing],
        changes=tuple(_changes(answer.picks, answer.cheaper)),
        chart=chart_of(answer.picks[: 1 + len(shown)], answer.intent.constraints.budget),
    )


def _about(card: CardView, before: CardView) -> CardView:
    """A card about one toy of the list on the screen: the list stays, less the toy itself."""
    mine = next((toy for toy in before.toys if card.toy and toy.doc_id == card.toy.doc_id), None)
    if card.toy is None or mine is None:
        return replace(card, kicker="More about")  # of what came nearest, or of an earlier list
    same = mine is before.toy
    return replace(
        before,
        toy=replace(card.toy, rank=mine.rank, reasons=card.toy.reasons or mine.reasons),
        others=tuple(toy for toy in before.toys if toy is not mine),
        sources=card.sources,
        kicker=before.kicker if same and not before.compared else "More about",
        changes=before.changes if same else (),
        compared=(),
        alike="",
    )


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
        picture=product.image_url.strip(),
        drawing=drawing_for(product),
        reasons=pick.reasons[:4],
        url=https(product.product_url),
        doc_id=product.id,
        receipt=pick.receipt,
        catalogue_price=money(product.price) if product.price and pick.receipt else "",
        quotes=quotes(product.reviews),
    )


def live_line(toy: ToyView, now: datetime) -> str:
    """The live price with its shop and its time in words, and the catalogue's where they differ; empty without one."""
    if toy.receipt is None:
        return ""
    differs = toy.catalogue_price and toy.catalogue_price != money(toy.receipt.price)
    return policy.shown(toy.receipt, now) + (f" · the catalogue says {toy.catalogue_price}" if differs else "")


def stars(rating: float | None, count: int | None) -> tuple[str, str]:
    """A rating in stars and the number of ratings behind it, each empty where the catalogue has none."""
    if not rating or rating <= 0:
        return "", ""
    return f"★ {rating:.1f}", f"{count:,} rating{'' if count == 1 else 's'}" if count else ""


def facts(product: Product) -> str:
    """Maker, ages, players and pieces, as far as the catalogue knows them."""
    age = ages(product.age) if product.age else ""
    return " · ".join(part for part in (product.brand, age, _players(product), _pieces(product)) if part)


def _players(product: Product) -> str:
    return players_phrase(product.players).removeprefix("for ") if product.players else ""


def _pieces(product: Product) -> str:
    return f"{product.pieces:,} piece{'' if product.pieces == 1 else 's'}" if product.pieces else ""


def quotes(reviews: Sequence[Review]) -> tuple[tuple[str, str], ...]:
    """Two buyers' own words: one who liked it and, where there is one, one who liked it less.

    Each with how many stars they gave and when, where they did.
    """
    written = [review for review in reviews if review.text.strip()]
    liked = [review for review in written if review.rating is None or review.rating >= _LIKED]
    doubts = [review for review in written if review.rating is not None and review.rating < _LIKED]
    chosen = [*liked[:1], *doubts[:1], *liked[1:]][:_QUOTES]
    return tuple(
        (shortened(one.text, _QUOTE_CHARS), " · ".join(filter(None, (_stars_text(one.rating), one.date))))
        for one in chosen
    )


def _changes(picks: Sequence[Pick], cheaper: str) -> list[str]:
    """Who came second, and what else would win if something else mattered most; facts of the list alone.

    `cheaper` is the id of what is right and costs less: "Cheaper" leads to it.
    """
    if len(picks) < 2:
        return []
    lines = [("runner-up", picks[1])]
    lines += [("if price matters most", pick) for pick in picks if pick.product.id == cheaper]
    if best := best_rated(picks):
        # Five stars of one buyer are more, and count for less.
        has_most_stars = (best.product.rating or 0) >= max(pick.product.rating or 0 for pick in picks)
        lines.append(("if the rating matters most" if has_most_stars else "well rated by more buyers", best))
    told: dict[str, list[str]] = {}
    for why, pick in lines:
        told.setdefault(_named(pick), []).append(why)
    return [f"{upper_first(' and '.join(why))}: {named}" for named, why in told.items()]


def _named(pick: Pick) -> str:
    rated = _stars_text(pick.product.rating)
    count = stars(pick.product.rating, pick.product.rating_count)[1]
    rated = f"{rated} from {count}" if rated and count else rated
    parts = (pick.product.title, money(pick.price) if pick.price else "", rated)
    return ", ".join(part for part in parts if part)


def _stars_text(rating: float | None) -> str:
    return f"{rating:.1f} stars" if rating and rating > 0 else ""


def _side_by_side(picks: Sequence[Pick]) -> tuple[tuple[str, ...], ...]:
    """A table of what the catalogue says of each; a row that it knows nothing for is left out."""
    products = [pick.product for pick in picks]
    rows = (
        ("", *(product.title for product in products)),
        ("Price", *(money(pick.price) if pick.price else "" for pick in picks)),
        ("Rating", *(" · ".join(filter(None, stars(p.rating, p.rating_count))) for p in products)),
        ("Maker", *(product.brand for product in products)),
        ("Age", *(ages(product.age) if product.age else "" for product in products)),
        ("Players", *map(_players, products)),
        ("Pieces", *map(_pieces, products)),
        ("Material", *(product.material for product in products)),
    )
    return tuple((row[0], *(cell or "not said" for cell in row[1:])) for row in rows if any(row[1:]))


def basket_url(template: str, doc_id: str) -> str:
    """The shop's address that puts a toy into its basket; empty where the owner has set none."""
    return template.replace("{id}", quote(doc_id, safe="")) if doc_id else ""


def wish_of(intent: Intent) -> str:
    """A wish in a few words, as a heading."""
    return upper_first(intent.product_type or intent.text)


def upper_first(text: str) -> str:
    """A text that begins with a capital letter."""
    return text[:1].upper() + text[1:]


def shortened(text: str, most: int = 220) -> str:
    """A text of at most this many characters, broken off between words."""
    line = " ".join(text.split())
    return line if len(line) <= most else line[:most].rsplit(" ", 1)[0].rstrip(",.;:") + "…"


def _sources(answer: Answer) -> tuple[SourceView, ...]:
    """The sources with their words, and the sentences of the answer that carry their number."""
    # Roughly: a mark of a source stands before the full stop that ends a sentence.
    sentences = [part.strip() for part in answer.final_answer.replace("].", "].\n").split("\n")]
    return tuple(
        SourceView(
            cite.number, cite.source, shortened(cite.quote, 90), https(cite.url), cite.quote,
            tuple(part for part in sentences if f"[{cite.number}]" in part),
        )
        for cite in answer.citations
    )  # fmt: skip
