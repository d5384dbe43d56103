"""The right-hand side of the page as widgets: the Top Pick card, the toys beside it, the plot, the sources.

Whatever comes from the catalogue, a model or the web goes through `st.text`, or through `plain` where a widget reads
Markdown.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from assistant import resources
from assistant.interfaces.page.cards import CardView, ToyView, basket_url, live_line
from assistant.interfaces.page.chart import ChartView, spec
from assistant.interfaces.page.marks import marked
from assistant.interfaces.page.pictures import Pictures
from assistant.interfaces.page.plain import https, link, plain_line, table
from assistant.interfaces.page.story import story_of
from assistant.interfaces.page.view import Question, compare, more_about
from assistant.interfaces.trace import trace_json
from assistant.interfaces.widgets.components import redraw_when
from assistant.prices import policy
from assistant.schema import Response

WINDOW = ("trains", "puzzles", "soft-toys", "science", "drums", "building", "games", "kites", "dolls")
MOST_COMPARED = 3
ASKING = "Looking for its price in the shops…"
NOT_CONFIRMED = "Live price: not confirmed. The price shown is from the catalogue."


@dataclass(frozen=True, slots=True)
class Shelf:
    """What the cards can do: `ask` asks what a button asks, `basket` is the shop's address for it, with {id} in it.

    Where nothing can be asked there is no `ask`, and no button for it. `live` says how things stand with live prices,
    which `check` asks for.
    """

    pictures: Pictures
    ask: Callable[[Question], None] | None = None
    live: Literal["off", "can", "asking", "asked"] = "off"
    check: Callable[[], None] | None = None
    basket: str = ""


def show_shelf(cards: tuple[CardView, ...], shelf: Shelf) -> DeltaGenerator | None:
    """The cards of one turn; without any, a few of the things there are. Returns where a live price will appear."""
    if not cards:
        with st.container(key="window", horizontal=True):
            for name in WINDOW:
                st.image(drawing(name), width=120, alt="")
    places = [show_card(card, at, shelf) for at, card in enumerate(cards)]
    for at, card in enumerate(cards):
        show_reasons(card, at)
        show_others(card, at, shelf)
        show_buyers(card, at)
        if card.chart:
            with st.container(key=f"chart-{at}"):
                show_chart(card.chart, at)
        show_sources(card, at)
    return next((place for place in places if place), None)


def pictures_to_come(cards: tuple[CardView, ...], pictures: Pictures) -> list[str]:
    """The addresses of the toys' pictures where one is still to come; to be asked before the toys are drawn.

    One that comes while they are drawn is missing from what was drawn before.
    """
    toys = [toy for card in cards for toy in (card.nearest, *card.toys) if toy and toy.picture]
    addresses = [toy.picture for toy in toys]
    return addresses if pictures.are_coming(addresses) else []


def await_pictures(addresses: list[str], pictures: Pictures) -> None:
    """Draws the page anew once the pictures that were to come are there."""
    if addresses:
        redraw_when(lambda: not pictures.are_coming(addresses))


def show_card(card: CardView, at: int, shelf: Shelf) -> DeltaGenerator | None:
    """The pick, or word that there is none and what came closest."""
    with st.container(key=f"card-{at}"):
        if card.compared:
            st.header(plain_line(_titled(card.kicker, card.wish)), anchor=False)
            st.markdown(table(card.compared[0], card.compared[1:]))
            st.caption(plain_line(card.alike))
            return None
        if card.toy:
            return show_pick(card.toy, card, at, shelf)
        st.header(plain_line(_titled("Nothing fits yet", card.wish)), anchor=False)
        st.text(card.missed)
        if card.nearest:
            with show_row(card.nearest, f"nearest-{at}", shelf):
                show_more(card.nearest, f"nearest-{at}", shelf)
    return None


def show_pick(toy: ToyView, card: CardView, at: int, shelf: Shelf) -> DeltaGenerator:
    """The Top Pick: the largest thing on the page, its price the second."""
    with st.container(key=f"pick-{at}", horizontal=True, gap="medium"):
        picture(toy, 150, shelf.pictures)
        with st.container(key=f"facts-{at}", gap="xsmall"):
            st.caption(_accent(_titled(card.kicker, card.wish)))
            st.header(plain_line(toy.title), anchor=False)
            st.text(toy.facts)
            with st.container(key=f"price-{at}", horizontal=True, vertical_alignment="center", gap="small"):
                st.text(toy.price)
                if toy.stars:
                    st.markdown(_accent(toy.stars))
                    st.caption(plain_line(toy.ratings))
    with st.container(key=f"live-{at}") if shelf.live != "off" or toy.receipt else st.container():
        place = st.empty()
        show_live(toy, at, shelf, place)
    with st.container(key=f"go-{at}", horizontal=True, vertical_alignment="center", gap="small"):
        if toy.url:
            st.link_button("See it in the shop", toy.url, type="primary")
        if basket := basket_url(shelf.basket, toy.doc_id):
            st.link_button("Add to basket", basket, icon=":material/shopping_basket:")
        if card.others and shelf.ask:
            tick(card, toy, at)
            if toy in (chosen := ticked(card, at)):  # the end of the list may be far below
                show_next(chosen, f"compare-card-{at}", shelf)
    return place


def tick(card: CardView, toy: ToyView, at: int) -> None:
    """A box that sets a toy of the list beside others; three are the most that a table shows well."""
    key = tick_key(toy, at)
    full = len(ticked(card, at)) >= MOST_COMPARED and not st.session_state.get(key)
    st.checkbox("Compare", key=key, disabled=full)


def tick_key(toy: ToyView, at: int) -> str:
    """Its key on the page: one for each toy, so that a box that was ticked stays so wherever the toy moves."""
    return f"tick-{at}-{toy.doc_id}"


def ticked(card: CardView, at: int) -> list[ToyView]:
    """The toys of a list whose boxes are ticked, best first."""
    return [toy for toy in card.toys if st.session_state.get(tick_key(toy, at))]


def show_next(chosen: Sequence[ToyView], key: str, shelf: Shelf) -> None:
    """What ticked boxes lead to: the button that compares their toys, or word that one is too few."""
    if len(chosen) == 1:
        st.caption("Tick one more to compare", width="content")
    else:
        asks = compare(f"Compare these {len(chosen)}", [toy.doc_id for toy in chosen])
        st.button(asks.label, key=key, on_click=shelf.ask, args=(asks.asks,), type="primary")


def show_reasons(card: CardView, at: int) -> None:
    """Why the pick was chosen, and what would have been if something else mattered more."""
    if card.toy is None or card.compared:
        return
    for key, title, lines in (
        ("why", "Why this one", card.toy.reasons),
        ("change", "What would change it", card.changes),
    ):
        if lines:
            with st.container(key=f"{key}-{at}", gap="xsmall"):
                st.subheader(plain_line(_titled(title, card.wish)), anchor=False)
                st.markdown(_listed(lines))


def show_live(toy: ToyView, at: int, shelf: Shelf, place: DeltaGenerator) -> None:
    """The place of the live price, as tall before it is known as after."""
    if line := live_line(toy, datetime.now(UTC)):
        where = https(toy.receipt.url) if toy.receipt else ""
        place.caption(link(line, where) if where else plain_line(line))
    elif shelf.live == "asked":
        place.caption(NOT_CONFIRMED)
    elif shelf.live == "can":
        place.button(
            "Check live price", key=f"check-{at}", on_click=shelf.check, type="tertiary", icon=":material/sync:"
        )


def show_others(card: CardView, at: int, shelf: Shelf) -> None:
    """The rest of the ranked list, one row a toy, and the button that compares those that are ticked."""
    if not card.others or card.compared:
        return
    with st.container(key=f"others-{at}", gap="xsmall"):
        st.subheader(plain_line(_titled("Also good", card.wish)), anchor=False)
        with st.container(key=f"list-{at}", gap="xsmall"):
            for place, toy in enumerate(card.others):
                with show_row(toy, f"row-{at}-{place}", shelf):
                    show_more(toy, f"row-{at}-{place}", shelf)
                    tick(card, toy, at)
        if chosen := ticked(card, at):
            with st.container(key=f"ticked-{at}"):
                show_next(chosen, f"compare-{at}", shelf)


def show_row(toy: ToyView, key: str, shelf: Shelf) -> DeltaGenerator:
    """One toy in a row; returns the place for what can be done with it."""
    with st.container(key=key, horizontal=True, vertical_alignment="center", gap="small"):
        if toy.rank:
            st.caption(str(toy.rank), width="content")
        picture(toy, 44, shelf.pictures)
        with st.container(key=f"{key}-name", gap=None):
            st.text(toy.title)
            st.caption(plain_line(toy.facts))
        with st.container(key=f"{key}-price", gap=None, width="content"):
            st.text(toy.price)
            # A live price takes the place of the count, so that no row grows when it comes.
            live = toy.ratings
            if toy.receipt:  # in as few letters as the count
                live = f"live {policy.ago(toy.receipt.fetched_at, datetime.now(UTC))}"
                live = re.sub(r"minutes?", "min", live)
            st.caption(plain_line(" · ".join(part for part in (toy.stars, live) if part)))
        return st.container(key=f"{key}-do", gap=None, width="content")


def offer(questions: Sequence[str], key: str, ask: Callable[[Question], None]) -> None:
    """Questions to ask at a press, one below the other."""
    for at, text in enumerate(questions):
        st.button(plain_line(text), key=f"{key}-{at}", on_click=ask, args=(Question(text),), width="stretch")


def show_more(toy: ToyView, key: str, shelf: Shelf) -> None:
    """The button that asks for more about a toy."""
    if shelf.ask is None:
        return
    more = more_about(toy)
    st.button(more.label, key=f"{key}-more", on_click=shelf.ask, args=(more.asks,), type="tertiary")


def show_buyers(card: CardView, at: int) -> None:
    """What those who bought the pick wrote, in their own words."""
    if card.toy is None or not card.toy.quotes or card.compared:
        return
    with st.container(key=f"buyers-{at}", gap="xsmall"):
        st.subheader(plain_line(_titled("What buyers say", card.wish)), anchor=False)
        for text, by in card.toy.quotes:
            st.markdown(f"“{plain_line(text)}”")
            if by:
                st.caption(plain_line(by))


@st.fragment
def show_chart(chart: ChartView, at: int) -> None:
    """Price against rating for who opens it, as a plot and as a table: a first answer need not load what draws it."""
    opened = st.expander("Price against rating", key=f"opened-{at}", on_change="rerun")
    if opened.open:
        with opened:
            scheme = st.context.theme.type or "light"
            st.vega_lite_chart(spec(chart, scheme), height=230, alt=chart.alt, key=f"plot-{at}")
            rows = [(str(point.rank), point.title, point.price_and_rating) for point in chart.points]
            st.markdown(table(("", "Toy", "Price and stars"), rows))


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
                from_here = f":gray[{plain_line(f'From the catalogue: {source.title}')}]"
                st.markdown(link(source.title, source.url) if source.url else from_here)


def show_story(response: Response, versions: Mapping[str, str]) -> None:
    """How the answer was found, for the curious: in lines, and whole, as JSON."""
    with st.container(key="story"), st.expander("How this was found", key="story-lines"):
        st.markdown(_listed(story_of(response)))
        trace = trace_json(response, versions)
        st.download_button("Save all of it as JSON", trace, "trace.json", "application/json", key="save-trace")


def _listed(lines: Sequence[str]) -> str:
    return "\n".join(f"- {plain_line(line)}" for line in lines)


def _titled(title: str, wish: str) -> str:
    return f"{title} · {wish}" if wish else title


def _accent(text: str) -> str:
    return f":primary[{plain_line(text)}]"


def picture(toy: ToyView, width: int, pictures: Pictures) -> None:
    """The toy's own picture as soon as it is there, else the drawing of its kind."""
    own = pictures.of(toy.picture) if toy.picture else None
    if own:
        st.image(own, width=2 * width, alt=f"Picture of {toy.title}")  # for sharp screens; page.css halves it
    else:
        st.image(drawing(toy.drawing), width=width, alt="")


def drawing(name: str) -> str:
    """The file of a drawing."""
    return str(resources.DRAWINGS / f"{name}.svg")
