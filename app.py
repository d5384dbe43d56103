"""The page: widgets and calls. What can be decided without a browser is decided in `assistant.interfaces.view`."""

from __future__ import annotations

import logging
import uuid

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from assistant import Assistant, AssistantError, Settings
from assistant.interfaces.aloud import open_voice, speak, was_heard
from assistant.interfaces.components import announce, part
from assistant.interfaces.drawings import FALLBACK
from assistant.interfaces.heard import listens, open_ear, question_input
from assistant.interfaces.plain import cited, plain, plain_line
from assistant.interfaces.shelf import drawing, show_shelf
from assistant.interfaces.view import (
    STEPS,
    Recent,
    TurnView,
    answered,
    examples,
    failed,
    is_session_id,
    loaded,
    newest_cards,
    remembered,
    sentence,
    switched_off,
)
from assistant.pipeline.redaction import redact
from assistant.schema import Product, SessionTurn

NAME = "Toy shop assistant"
SESSION = "s"
MOST_TURNS = 30  # of one conversation on the page; the store keeps them all
BROKEN = "Something went wrong on our side, and the question was not answered. Please ask it again."
log = logging.getLogger(__name__)


@st.cache_resource(show_spinner="Opening the catalogue. The very first time takes a few seconds more.")
def open_shop(_settings: Settings) -> Assistant:
    """The assistant, once per process for all visitors."""
    return Assistant.open(settings=_settings)


@st.cache_resource(show_spinner=False)
def recent() -> Recent:
    """The newest conversations with all that their cards show, for all visitors: the store keeps only the words."""
    return Recent()


def main() -> None:
    """One run of the page: the new question, if there is one, then all that is on it."""
    st.set_page_config(page_title=NAME, page_icon="🧸", layout="wide", initial_sidebar_state="collapsed")
    st.html(f"<style>{part('page.css')}</style>")
    settings = Settings()
    shop = ready_shop(settings)
    session_id = this_session()
    if st.session_state.get("talk_of") != session_id:
        st.session_state.talk_of = session_id
        st.session_state.talk = recent().turns(session_id) or past_turns(shop, session_id)
    bar(speaks=settings.voice != "off")
    with st.container(key="room"):
        left, right = st.columns([10, 11], gap="large")
    with left:
        pane = st.container(key="talk", height=600, border=False, autoscroll=True)
        question_box(shop, settings)
    with pane:
        voice_place = conversation(shop, session_id)
    with right, st.container(key="shelf"):
        show_shelf(newest_cards(st.session_state.talk))
    if st.session_state.talk:
        newest: TurnView = st.session_state.talk[-1]
        announce(key="announce", data={"id": newest.turn_id, "text": " ".join(text for _, text in newest.answers)})
        speak(newest.spoken, newest.turn_id, voice_place, settings)


def ready_shop(settings: Settings) -> Assistant:
    """The assistant; where it cannot be opened, a page that says why and what to do."""
    try:
        open_voice(settings)
        return open_shop(settings)
    except AssistantError as error:
        with st.container(key="broken"):
            st.image(drawing(FALLBACK), width=140, alt="")
            st.title("The toys can't be shown just now", anchor=False)
            st.text(sentence(str(error)))
            st.caption("Nothing is lost. When it is put right, reload this page.")
        st.stop()


def this_session() -> str:
    """The session id in the address, so that a reload goes on with the conversation; a new one where there is none."""
    session_id = str(st.query_params.get(SESSION, ""))
    if not is_session_id(session_id):
        session_id = st.query_params[SESSION] = uuid.uuid4().hex
    return session_id


def past_turns(shop: Assistant, session_id: str) -> list[TurnView]:
    """The conversation as the store kept it; a store that cannot be read costs the past, not the page."""
    try:
        turns = shop.session(session_id).turns[-MOST_TURNS:]
    except AssistantError:
        return []
    return [remembered(turn, products(shop, turn)) for turn in turns]


def products(shop: Assistant, turn: SessionTurn) -> list[Product]:
    """The toys that a remembered turn showed; none where the catalogue has lost one of them since."""
    try:
        return shop.catalogue.products([toy.doc_id for toy in turn.shown])
    except KeyError:
        return []


def bar(*, speaks: bool) -> None:
    """The name, whether answers are spoken, and a way to start afresh."""
    with st.container(key="bar", horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.title(NAME, anchor=False, width="content")
        with st.container(key="tools", horizontal=True, vertical_alignment="center", width="content"):
            if speaks:
                st.toggle("Read aloud", value=True, key="aloud")
            empty = not (st.session_state.talk or st.session_state.get("pending"))
            st.button("Start over", on_click=start_afresh, type="tertiary", disabled=empty)


def start_afresh() -> None:
    """Another conversation, under another id; the old one stays where its address leads."""
    st.query_params[SESSION] = uuid.uuid4().hex


def ask_next(question: str) -> None:
    """What a button does: the same as typing it."""
    st.session_state.pending = question


def question_box(shop: Assistant, settings: Settings) -> None:
    """Where the visitor types, and in small print what answers."""
    off = switched_off(model=bool(settings.model_base_url), voice=settings.voice != "off")
    words = loaded(len(shop.catalogue), shop.catalogue.vocabulary.currency, demo=shop.is_demo)
    ear = open_ear(shop, settings, shop.catalogue.digest)
    with st.container(key="box"):
        question_input(ear, settings, ask_next)
        st.caption(plain(". ".join((words, *off, listens(ear))) + "."))


def conversation(shop: Assistant, session_id: str) -> DeltaGenerator:
    """The talk so far and the newest answer, worked out here when it is still owed; returns where its voice goes."""
    talk: list[TurnView] = st.session_state.talk
    pending: str = st.session_state.get("pending", "")
    welcome_slot, earlier, newest = st.empty(), st.container(key="earlier"), st.container(key="newest")
    if not (talk or pending):
        with welcome_slot.container(key="welcome"):
            welcome(shop)
        return newest
    with earlier:
        for turn in talk if pending else talk[:-1]:
            past(turn)
    with newest, st.container(key="ask"):
        with st.chat_message("user"):
            st.text(redact(pending).text if pending else talk[-1].question)
        chips = slot("understood", cleared=bool(pending))
    with newest, st.container(key="words"):
        voice = slot("voice", cleared=bool(pending) or not was_heard(talk[-1].turn_id))
        place = slot("said", cleared=bool(pending))
    if pending:
        talk.append(sought(shop, session_id, pending, place))
        del st.session_state.pending, talk[:-MOST_TURNS]
        recent().keep(session_id, talk)
    with chips.container(key="chips", horizontal=True, gap="xxsmall"):
        for chip in talk[-1].chips:
            st.text(chip)
    with place.container():
        words(talk[-1])
    return voice


def slot(key: str, *, cleared: bool) -> DeltaGenerator:
    """A place for what changes with each question: cleared while an answer is sought, else left as it stands.

    Both kinds put their content at the same spot, so that a redraw without a question disturbs nothing, not even a
    voice in the middle of a sentence.
    """
    place = st.container(key=key)
    return place.empty() if cleared else place


def welcome(shop: Assistant) -> None:
    """The empty page: what this is, and four questions to start from."""
    st.header("Who is the toy for?", anchor=False)
    st.text(
        "Say who it is for, what they like and what you want to spend. You get one toy that fits, with its price, "
        "its rating and where each word comes from."
    )
    with st.container(key="examples"):
        for at, question in enumerate(examples(shop.catalogue.vocabulary.currency)):
            st.button(plain_line(question), key=f"example-{at}", on_click=ask_next, args=(question,), width="stretch")


def sought(shop: Assistant, session_id: str, question: str, place: DeltaGenerator) -> TurnView:
    """The answer to a question, with the step that is under way in words meanwhile."""
    status, turn_id, kept = place.status(STEPS["intake"]), uuid.uuid4().hex, redact(question).text
    try:
        response = shop.ask(
            question, session_id=session_id, on_step=lambda stage: status.update(label=STEPS.get(stage, "Working"))
        )
    except AssistantError as error:
        return failed(kept, str(error), turn_id)
    except Exception:
        log.exception("A question was not answered")
        return failed(kept, BROKEN, turn_id)
    return answered(kept, response, turn_id)


def past(turn: TurnView) -> None:
    """An earlier turn, in small."""
    with st.chat_message("user"):
        st.text(turn.question)
    for _, answer in turn.answers:
        st.markdown(cited(answer))


def words(turn: TurnView) -> None:
    """The newest answer in words, what is to be known of it, and the buttons that carry on from it."""
    for heading, answer in turn.answers:
        if heading:
            st.header(plain_line(heading), anchor=False)
        if turn.tone == "error":
            st.warning(plain(answer), icon=":material/info:")
        else:
            st.markdown(cited(answer))
    for notice in turn.notices:
        st.caption(plain(notice))
    with st.container(key="actions", horizontal=True, gap="xsmall"):
        for at, action in enumerate(turn.actions):
            st.button(plain_line(action.label), key=f"do-{at}", on_click=ask_next, args=(action.says,))


main()
