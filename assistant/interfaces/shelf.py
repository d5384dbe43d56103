"""The right-hand side of the page as widgets: the Top Pick card, the toys beside it, the sources.

Whatever comes from the catalogue, a model or the web goes through `st.text`, or through `plain` where a widget reads
Markdown.
"""

from __future__ import annotations

import streamlit as st

from assistant import resources
from assistant.interfaces.cards import CardView, SourceView, ToyView
from assistant.interfaces.plain import link, plain_line

WINDOW = ("trains", "puzzles", "soft-toys", "science", "music", "building", "games", "outdoor", "dolls")


def show_shelf(cards: tuple[CardView, ...]) -> None:
    """The cards of one turn; without any, a few of the things there are."""
    if not cards:
        with st.container(key="window", horizontal=True):
            for name in WINDOW:
                st.image(drawing(name), width=120, alt="")
    for at, card in enumerate(cards):
        show_card(card, at)
    for at, card in enumerate(cards):
        show_others(card, at)
        show_sources(card, at)


def show_card(card: CardView, at: int) -> None:
    """The pick, or word that there is none and what came closest."""
    with st.container(key=f"card-{at}"):
        if card.toy:
            show_pick(card.toy, _titled("Top pick", card.wish), at)
            return
        st.header(plain_line(_titled("Nothing fits yet", card.wish)), anchor=False)
        if card.nearest:
            st.text(card.missed)
            show_row(card.nearest, f"nearest-{at}")
        else:
            st.text("A higher budget, another age or fewer wishes may find one.")


def show_pick(toy: ToyView, kicker: str, at: int) -> None:
    """The Top Pick: the largest thing on the page, its price the second."""
    with st.container(key=f"pick-{at}", horizontal=True, gap="medium"):
        picture(toy, 200)
        with st.container(key=f"facts-{at}", gap="xsmall"):
            st.caption(_accent(kicker))
            st.header(plain_line(toy.title), anchor=False)
            st.text(toy.facts)
            with st.container(key=f"price-{at}", horizontal=True, vertical_alignment="center", gap="small"):
                st.text(toy.price)
                rating(toy)
            if toy.live:
                st.caption(plain_line(toy.live))
    if toy.reasons:
        with st.container(key=f"why-{at}", gap="xsmall"):
            st.subheader("Why this one", anchor=False)
            st.markdown("\n".join(f"- {plain_line(reason)}" for reason in toy.reasons))
    if toy.url:
        st.markdown(link("See it at the shop", toy.url))


def show_others(card: CardView, at: int) -> None:
    """The rest of the ranked list, one row a toy."""
    if not card.others:
        return
    with st.container(key=f"others-{at}", gap="xsmall"):
        st.subheader(plain_line(_titled("Also good", card.wish)), anchor=False)
        with st.container(key=f"list-{at}", gap="xsmall"):
            for place, toy in enumerate(card.others):
                show_row(toy, f"row-{at}-{place}")


def show_row(toy: ToyView, key: str) -> None:
    """One toy in a row."""
    with st.container(key=key, horizontal=True, vertical_alignment="center", gap="small"):
        if toy.rank:
            st.caption(str(toy.rank), width="content")
        picture(toy, 44)
        with st.container(key=f"{key}-name", gap=None):
            st.text(toy.title)
            st.caption(plain_line(toy.facts))
        with st.container(key=f"{key}-price", gap=None, width="content"):
            st.text(toy.price)
            st.caption(plain_line(" · ".join(part for part in (toy.stars, toy.ratings) if part)))


def show_sources(card: CardView, at: int) -> None:
    """What the answer rests on, numbered as it is cited."""
    if not card.sources:
        return
    with st.container(key=f"sources-{at}", gap="xsmall"):
        st.subheader(plain_line(_titled("Sources", card.wish)), anchor=False)
        for source in card.sources:
            st.markdown(_source(source))


def _source(source: SourceView) -> str:
    where = link(source.title, source.url) if source.url else plain_line(source.title)
    return rf"**\[{source.number}\]** “{plain_line(source.quote)}” :gray[{where}]"


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
