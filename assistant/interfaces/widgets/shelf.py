"""The right-hand side of the page as widgets: the Top Pick card, the toys beside it, the plot, the sources.

Whatever comes from the catalogue, a model or the web goes through `st.text`, or through `plain` where a widget reads
Markdown.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from assistant import resources
from assistant.interfaces.page.cards import CardView, SourceView, ToyView, live_line
from assistant.interfaces.page.chart import ChartView, spec
from assistant.interfaces.page.marks import marked
from assistant.interfaces.page.plain import https, link, plain_line
from assistant.interfaces.page.view import Question, more_about
from assistant.prices import policy
from assistant.schema import Receipt

WINDOW = ("trains", "puzzles", "soft-toys", "science", "music", "building", "games", "outdoor", "dolls")
ASKING = "Looking for its price in the shops…"
NOT_CONFIRMED = "Live price: not confirmed. The price shown is from the catalogue."


@dataclass(frozen=True, slots=True)
class Live:
    """How things stand with live prices on this page, and what asks for them."""

    state: Literal["off", "can", "asking", "asked"]
    check: Callable[[], None]


@dataclass(frozen=True, slots=True)
class Story:
    """How an answer was found: in lines for people, and whole, as JSON."""

    lines: Sequence[str] = ()
    trace: str = ""


def show_shelf(
    cards: tuple[CardView, ...], story: Story, ask: Callable[[Question], None], live: Live
) -> DeltaGenerator | None:
    """The cards of one turn; without any, a few of the things there are. Returns where a live price will appear.

    `ask` asks what a button asks; `story` tells how the answer was found.
    """
    if not cards:
        with st.container(key="window", horizontal=True):
            for name in WINDOW:
                st.image(drawing(name), width=120, alt="")
    places = [show_card(card, at, live) for at, card in enumerate(cards)]
    for at, card in enumerate(cards):
        show_others(card, at, ask)
        show_buyers(card, at)
        if card.chart:
            with st.container(key=f"chart-{at}"):
                show_chart(card.chart, at)
        show_sources(card, at)
    if cards and story.lines:
        show_story(story)
    return next((place for place in places if place), None)


def show_card(card: CardView, at: int, live: Live) -> DeltaGenerator | None:
    """The pick, or word that there is none and what came closest."""
    with st.container(key=f"card-{at}"):
        if card.compared:
            st.caption(_accent(_titled(card.kicker, card.wish)))
            show_comparison(card.compared)
            return None
        if card.toy:
            return show_pick(card.toy, card, at, live)
        st.header(plain_line(_titled("Nothing fits yet", card.wish)), anchor=False)
        if card.nearest:
            st.text(card.missed)
            show_row(card.nearest, f"nearest-{at}")
        else:
            st.text("A higher budget, another age or fewer wishes may find one.")
    return None


def show_pick(toy: ToyView, card: CardView, at: int, live: Live) -> DeltaGenerator:
    """The Top Pick: the largest thing on the page, its price the second."""
    with st.container(key=f"pick-{at}", horizontal=True, gap="medium"):
        picture(toy, 150)
        with st.container(key=f"facts-{at}", gap="xsmall"):
            st.caption(_accent(_titled(card.kicker, card.wish)))
            st.header(plain_line(toy.title), anchor=False)
            st.text(toy.facts)
            with st.container(key=f"price-{at}", horizontal=True, vertical_alignment="center", gap="small"):
                st.text(toy.price)
                rating(toy)
    with st.container(key=f"live-{at}"):
        place = st.empty()
        show_live(toy, at, live, place)
    if toy.reasons:
        with st.container(key=f"why-{at}", gap="xsmall"):
            st.subheader("Why this one", anchor=False)
            st.markdown(_listed(toy.reasons))
    if card.changes:
        with st.container(key=f"change-{at}", gap="xsmall"):
            st.subheader("What would change it", anchor=False)
            st.markdown(_listed(card.changes))
    if toy.url:
        st.markdown(link("See it at the shop", toy.url))
    return place


def show_live(toy: ToyView, at: int, live: Live, place: DeltaGenerator) -> None:
    """The place of the live price, as tall before it is known as after."""
    if line := live_line(toy, datetime.now(UTC)):
        where = https(toy.receipt.url) if toy.receipt else ""
        place.caption(link(line, where) if where else plain_line(line))
    elif live.state == "asked":
        place.caption(NOT_CONFIRMED)
    elif live.state == "can":
        place.button(
            "Check live price", key=f"check-{at}", on_click=live.check, type="tertiary", icon=":material/sync:"
        )


def show_comparison(rows: Sequence[Sequence[str]]) -> None:
    """Toys side by side, as a table whose first row names them."""
    head, *body = [" | ".join(plain_line(cell) or " " for cell in row) for row in rows]
    lines = (f"| {head} |", f"|{'---|' * len(rows[0])}", *(f"| {line} |" for line in body))
    st.markdown("\n".join(lines))


def show_others(card: CardView, at: int, ask: Callable[[Question], None]) -> None:
    """The rest of the ranked list, one row a toy."""
    if not card.others or card.compared:
        return
    with st.container(key=f"others-{at}", gap="xsmall"):
        st.subheader(plain_line(_titled("Also good", card.wish)), anchor=False)
        with st.container(key=f"list-{at}", gap="xsmall"):
            for place, toy in enumerate(card.others):
                show_row(toy, f"row-{at}-{place}", ask)


def show_row(toy: ToyView, key: str, ask: Callable[[Question], None] | None = None) -> None:
    """One toy in a row, with a way to hear more of it."""
    with st.container(key=key, horizontal=True, vertical_alignment="center", gap="small"):
        if toy.rank:
            st.caption(str(toy.rank), width="content")
        picture(toy, 44)
        with st.container(key=f"{key}-name", gap=None):
            st.text(toy.title)
            st.caption(plain_line(toy.facts))
        with st.container(key=f"{key}-price", gap=None, width="content"):
            st.text(toy.price)
            # A live price takes the place of the count, so that no row grows when it comes.
            live = f"live {_soon(toy.receipt)}" if toy.receipt else toy.ratings
            st.caption(plain_line(" · ".join(part for part in (toy.stars, live) if part)))
        if ask:
            more = more_about(toy)
            st.button(more.label, key=f"{key}-more", on_click=ask, args=(more.asks,), type="tertiary")


def show_buyers(card: CardView, at: int) -> None:
    """What those who bought the pick wrote, in their own words."""
    if card.toy is None or not card.toy.quotes or card.compared:
        return
    with st.container(key=f"buyers-{at}", gap="xsmall"):
        st.subheader(plain_line(_titled("What buyers say", card.wish)), anchor=False)
        for quote in card.toy.quotes:
            st.markdown(f"“{plain_line(quote.text)}”")
            if quote.by:
                st.caption(plain_line(quote.by))


def _soon(receipt: Receipt) -> str:
    """How old a live price is, in as few letters as the count it stands in for."""
    return policy.ago(receipt.fetched_at, datetime.now(UTC)).replace("minute", "min").replace("mins", "min")


@st.fragment
def show_chart(chart: ChartView, at: int) -> None:
    """Price against rating for who opens it, as a plot and as a table: a first answer need not load what draws it."""
    opened = st.expander("Price against rating", key=f"opened-{at}", on_change="rerun")
    if opened.open:
        with opened:
            scheme = st.context.theme.type or "light"
            st.vega_lite_chart(spec(chart, scheme), height=230, alt=chart.alt, key=f"plot-{at}")
            rows = [(str(point.rank), point.title, point.price_and_rating) for point in chart.points]
            show_comparison([("", "Toy", "Price and stars"), *rows])


def show_sources(card: CardView, at: int) -> None:
    """What the answer rests on, numbered as it is cited; each opens its text with the supporting words marked."""
    if not card.sources:
        return
    with st.container(key=f"sources-{at}", gap="xsmall"):
        st.subheader(plain_line(_titled("Sources", card.wish)), anchor=False)
        for source in card.sources:
            with st.expander(
                rf"**\[{source.number}\]** {plain_line(source.quote)}", key=f"source-{at}-{source.number}"
            ):
                st.markdown(marked(source.text, source.cited_by))
                st.markdown(_where(source))


def show_story(story: Story) -> None:
    """How the answer was found, for the curious."""
    with st.container(key="story"), st.expander("How this was found", key="story-lines"):
        st.markdown(_listed(story.lines))
        st.download_button("Save all of it as JSON", story.trace, "trace.json", "application/json", key="save-trace")


def _where(source: SourceView) -> str:
    if source.url:
        return link(source.title, source.url)
    return f":gray[{plain_line(f'From the catalogue: {source.title}')}]"


def _listed(lines: Sequence[str]) -> str:
    return "\n".join(f"- {plain_line(line)}" for line in lines)


def _titled(title: str, wish: str) -> str:
    return f"{title} · {wish}" if wish else title


def _accent(text: str) -> str:
    return f":primary[{plain_line(text)}]"


def rating(toy: ToyView) -> None:
    """Stars and how many people gave them, where the catalogue knows."""
    if toy.stars:
        st.markdown(_accent(toy.stars))
        st.caption(plain_line(toy.ratings))


def picture(toy: ToyView, width: int) -> None:
    """The toy's own picture from an https address, else the drawing of its kind."""
    st.image(toy.picture or drawing(toy.drawing), width=width, alt=f"Picture of {toy.title}" if toy.picture else "")


def drawing(name: str) -> str:
    """The file of a drawing."""
    return str(resources.DRAWINGS / f"{name}.svg")
