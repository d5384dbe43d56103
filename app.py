"""The page: widgets and calls. What can be decided without a browser is decided in `assistant.interfaces.page.view`."""

from __future__ import annotations

import logging
import time
import uuid
import zlib
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Literal

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from assistant import Assistant, AssistantError, Settings
from assistant.adapters.resilience import start
from assistant.errors import CatalogueAwayError
from assistant.interfaces.page.drawings import FALLBACK
from assistant.interfaces.page.pictures import Pictures
from assistant.interfaces.page.plain import cited, plain, plain_line
from assistant.interfaces.page.view import (
    STEPS,
    Question,
    TurnView,
    answered,
    card_turn,
    failed,
    first_sentence,
    loaded,
    newest_cards,
    sentence,
    switched_off,
)
from assistant.interfaces.page.visits import is_link, link_of, list_of, session_of, shown_by
from assistant.interfaces.serve import MIDDLEWARE, opened_early
from assistant.interfaces.widgets.choices import show_choices
from assistant.interfaces.widgets.components import announce, back, part, redraw_when
from assistant.interfaces.widgets.microphone import open_ear, question_input
from assistant.interfaces.widgets.navigation import (
    LIST,
    NAME,
    OWNER,
    SHARED,
    VIEW,
    begin,
    brought_here,
    give_back,
    go,
    secret,
    start_afresh,
    this_tabs_talk,
    this_talk,
)
from assistant.interfaces.widgets.owner_page import show_owner
from assistant.interfaces.widgets.playback import open_voice, read_aloud_switch, sound_of, speak, was_heard
from assistant.interfaces.widgets.prefs import prefs
from assistant.interfaces.widgets.read_only import past, shared, show_shared, show_without_list
from assistant.interfaces.widgets.shared import open_examples, open_pictures, open_shop, own_shops, recent
from assistant.interfaces.widgets.shelf import (
    ASKING,
    Shelf,
    await_pictures,
    drawing,
    offer,
    pictures_to_come,
    show_shelf,
    show_story,
)
from assistant.interfaces.widgets.talks import owing
from assistant.interfaces.widgets.upload_page import show_upload
from assistant.schema import Feedback, Response

VIEWS = {"catalogue": "Your toys", "settings": "Settings"}
BROKEN = "Something went wrong on our side, and the question was not answered. Please ask it again."
AWAY = "The shop is away for a moment. This page goes on by itself as soon as it is back."
LOOKS_AGAIN = "This page goes on by itself as soon as the toys are back."
NOTED = "Thank you. Noted."
log = logging.getLogger(__name__)
Opener = Callable[[Settings], Assistant]


def main(opener: Opener = open_shop) -> None:
    """One run of the page: the new question, if there is one, then all that is on it."""
    view = str(st.query_params.get(VIEW, "talk"))
    title = f"{VIEWS[view]} – {NAME}" if view in VIEWS else NAME
    st.set_page_config(page_title=title, page_icon="🧸", layout="wide", initial_sidebar_state="collapsed")
    st.html(f"<style>{part('page.css')}</style>")
    st.html(f'<p class="away" role="status">{AWAY}</p>')
    back(key="back", on_back_change=lambda: None)
    settings, house = ready_shop(opener)
    if OWNER in st.query_params and (key := settings.owner_key.get_secret_value()):
        show_owner(house, key)
        return
    if is_link(link := str(st.query_params.get(SHARED, ""))):
        show_shared(house, link)
        return
    if brought := st.session_state.pop("brought", None):
        before = brought_here()
        # Where the list of before is gone, no talk about the shop's toys was left.
        left = before.left if before else "" if LIST in st.query_params else this_talk()
        begin(replace(brought, left=left))
    session_id, own = session_of(secret(), this_talk()), brought_here()
    shop = own.shop if own else house
    had_list = st.query_params.get(LIST) == list_of(secret(), this_talk())
    if had_list and not own and view != "catalogue":
        show_without_list(house, session_id)
        return
    session_id = this_tabs_talk(shop, settings, session_id)
    bar(view, speaks=settings.voice != "off")
    if view not in VIEWS:
        show_room(shop, settings, session_id, own.outcome.name if own else "", open_pictures(house))
    else:
        with st.container(key="panel"):
            if view == "catalogue":
                show_upload(house, own_shops(), own, partial(go, "talk"), give_back)
            else:
                forget = partial(forget_all, house, session_id)
                share = partial(shared, house, session_id, own=bool(own))
                show_choices(settings, st.session_state.talk, session_id, partial(go, "talk"), forget, share)
    tell_listeners(view)


def show_room(shop: Assistant, settings: Settings, session_id: str, own_name: str, pictures: Pictures) -> None:
    """The conversation and the shelf beside it, then the voice, or first the live prices into their places."""
    asked = bool(st.session_state.get("pending"))
    with st.container(key="room"):
        left, right = st.columns([10, 11], gap="large")
    with left:
        pane = st.container(key="talk", height=600, border=False, autoscroll=True)
        question_box(shop, settings, session_id, own_name)
    with pane:
        voice_place, actions_place = conversation(shop, session_id, speaks=settings.voice != "off")
    turn = card_turn(st.session_state.talk)
    live = live_state(shop, turn)
    newest: TurnView | None = st.session_state.talk[-1] if st.session_state.talk else None
    # Of a price that is being asked for nothing is said before it is known.
    if newest and live != "asking":
        sound_of(newest, settings)
    with right, st.container(key="shelf"), slot("stand", cleared=asked).container(key="shelves"):
        basket = "" if own_name else settings.basket_url  # of the shop's own toys
        shelf = Shelf(pictures, ask_next, live, lambda: st.session_state.update(check=True), basket)
        coming = pictures_to_come(cards := newest_cards(st.session_state.talk), pictures)
        place = show_shelf(cards, shelf)
        if turn and turn.response:
            show_story(turn.response, shop.versions)
        await_pictures(coming, pictures)
    if place and turn and live == "asking":
        with place.container():
            fill_in_prices(shop, session_id, turn)
    if newest:
        if live != "asking":
            speak(newest, voice_place, settings)
        with actions_place:  # what is cheaper is to be tried once the price is known
            shown = newest if live == "asking" else tried(shop, session_id, newest)
            for at, action in enumerate(shown.actions):
                st.button(plain_line(action.label), key=f"do-{at}", on_click=ask_next, args=(action.asks,))


def tell_listeners(view: str) -> None:
    """Has the newest answer read to those who use a screen reader, and the focus taken to where they go on."""
    talk: list[TurnView] = st.session_state.talk
    newest = talk[-1] if talk and view not in VIEWS else TurnView("")
    text = " ".join(text for _, text in newest.answers)
    announce(
        key="announce",
        data={
            "id": newest.turn_id, "text": text, "still": newest.asked_prices, "view": view, "talk": this_talk(),
            "told": st.session_state.pop("told", ""),
        },
    )  # fmt: skip


def mention(words: str) -> None:
    """Says in passing what was done: shown for a moment, and read to those who use a screen reader."""
    st.toast(words)
    st.session_state.told = words


def ready_shop(opener: Opener) -> tuple[Settings, Assistant]:
    """The settings and the assistant; where it cannot be opened, a page that says why and what to do."""
    try:
        settings = Settings()
        open_voice(settings)
        return settings, opener(settings)
    except AssistantError as error:
        with st.container(key="broken"):
            st.image(drawing(FALLBACK), width=140, alt="")
            st.title("The toys can't be shown just now", anchor=False)
            st.text(sentence(str(error)))
            is_away = isinstance(error, CatalogueAwayError)
            st.caption(f"Nothing is lost. {LOOKS_AGAIN if is_away else 'When it is put right, reload this page.'}")
        if is_away:
            drawn_at = time.monotonic()  # a server that comes back tells nobody
            redraw_when(lambda: time.monotonic() - drawn_at > 3)
        st.stop()


def bar(view: str, *, speaks: bool) -> None:
    """The name, whether answers are spoken, the other views, and a way to start afresh."""
    with st.container(key="bar", horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        if view == "talk":
            st.title(NAME, anchor=False, width="content")
        else:
            st.button(NAME, key="home", on_click=go, args=("talk",), type="tertiary", icon=":material/arrow_back:")
        with st.container(key="tools", horizontal=True, vertical_alignment="center", width="content"):
            if speaks:
                read_aloud_switch()
            for name, icon in (("catalogue", ":material/upload_file:"), ("settings", ":material/tune:")):
                st.button(
                    VIEWS[name],
                    key=f"to-{name}",
                    on_click=go,
                    args=(name,),
                    type="tertiary",
                    icon=icon,
                    disabled=view == name,
                )
            if view != "talk":
                return
            asked = st.session_state.talk or "pending" in st.session_state or "recording" in st.session_state
            st.button(
                "Start over", key="afresh", on_click=start_afresh, type="tertiary", icon=":material/restart_alt:",
                disabled=not asked,
            )  # fmt: skip


def forget_all(shop: Assistant, session_id: str) -> None:
    """Deletes the conversation from the page and the store."""
    try:
        shop.forget(session_id)
        shop.forget(shown_by(link_of(secret(), this_talk())))
    except AssistantError:
        log.exception("A conversation was not deleted")
        mention("It could not be deleted just now, and is still there. Please try again.")
        return
    recent().forget(session_id)
    mention("The conversation is deleted.")
    start_afresh()
    go("talk")


def ask_next(question: Question) -> None:
    """What is asked when the page is drawn anew, once what was asked a moment before is answered."""
    begun = st.session_state.setdefault("pending", question)
    if begun != question:
        st.session_state.setdefault("waiting", []).append(question)
    st.session_state.pop("check", None)


def ask_spoken(shop: Assistant, session_id: str, text: str, instead_of: str) -> None:
    """What was typed or spoken; where it puts right what was heard before, that question is taken back."""
    talk: list[TurnView] = st.session_state.talk
    wrong = Question(instead_of).redacted().text
    if instead_of and talk and talk[-1].question == wrong:
        st.session_state.talk = talk[:-1]
        recent().take_back(session_id, wrong)
        with suppress(AssistantError):
            shop.take_back(session_id, wrong)
    ask_next(Question(text))


def question_box(shop: Assistant, settings: Settings, session_id: str, own_name: str) -> None:
    """Where the visitor types, and in small print what answers."""
    off = switched_off(model=settings.has_model, voice=settings.voice != "off")
    words = loaded(len(shop.catalogue), shop.catalogue.vocabulary.currency, demo=shop.is_demo, own=own_name)
    ear = open_ear(shop, settings, shop.catalogue.digest, own=bool(own_name))
    with st.container(key="box"):
        question_input(ear, settings, partial(shop.read, session_id=session_id), partial(ask_spoken, shop, session_id))
        listens = f"Listens: {ear.name}" if ear else "No microphone: questions are typed"
        st.caption(plain(". ".join((words, *off, listens)) + "."))


def conversation(shop: Assistant, session_id: str, *, speaks: bool) -> tuple[DeltaGenerator, DeltaGenerator]:
    """The talk so far and the newest answer, worked out here when it is still owed.

    Returns where its voice goes and where its buttons do, which come when all else stands.
    """
    talk: list[TurnView] = st.session_state.talk
    pending: Question | None = st.session_state.get("pending")
    welcome_slot, earlier, newest = st.empty(), st.container(key="earlier"), st.container(key="newest")
    if not (talk or pending):
        with welcome_slot.container(key="welcome"):
            welcome(shop)
        return newest, newest
    with earlier:
        for turn in talk if pending else talk[:-1]:
            with st.container():  # on a phone the last of them comes first
                past(turn)
    with newest, st.container(key="ask"):
        with st.chat_message("user"):
            st.text(pending.redacted().text if pending else talk[-1].question)
        chips = slot("understood", cleared=bool(pending))
    with newest, st.container(key="words"):
        voice = slot("voice", cleared=bool(pending) or not was_heard(talk[-1])) if speaks else newest
        place = slot("said", cleared=bool(pending))
    if pending:
        with recent().answering(session_id, pending.redacted()), owing(shop, session_id, pending):
            turn = sought(shop, session_id, pending, place)
            recent().add(session_id, talk, turn)
        st.session_state.talk = talk = recent().turns(session_id, (*talk, turn))
        del st.session_state.pending
        if waiting := st.session_state.get("waiting"):
            ask_next(waiting.pop(0))
            st.rerun()
    newest_tone = talk[-1].tone
    with chips.container(key="chips", horizontal=True, gap="xxsmall"):  # above the words, which they would push down
        show_chips(talk[-1])
    with place.container(key=newest_tone if newest_tone in ("answer", "reply") else "aside"):
        actions = words(talk[-1])
        if pending:  # else the browser draws the words with all that follows them, which takes it as long again
            time.sleep(0.05)
        if talk[-1].cards:
            shown = tuple(card.toy.doc_id for card in talk[-1].cards if card.toy)
            is_new = bool(talk[-1].turn_id)
            thumbs(shop, session_id, talk[-1].question, shown, turn=len(talk), is_new=is_new)
    return voice, actions


def slot(key: str, *, cleared: bool) -> DeltaGenerator:
    """A place for what changes with each question: cleared while an answer is sought, else left as it stands.

    Both kinds put their content at the same spot, so that a redraw without a question disturbs nothing, not even a
    voice in the middle of a sentence.
    """
    place = st.container(key=key)
    return place.empty() if cleared else place


def welcome(shop: Assistant) -> None:
    """The empty page: what this is, and questions to start from that these toys answer."""
    st.header("Who is the toy for?", anchor=False)
    st.text(
        "Say who it is for, what they like and what you want to spend. You get one toy that fits, with its price, "
        "its rating and where each word comes from."
    )
    with st.container(key="examples"):
        offer(open_examples(shop, shop.catalogue.digest), "example", ask_next)


def answering(shop: Assistant) -> Assistant:
    """Who answers: nobody asks a model where the visitor has switched it off."""
    return shop if prefs().model else shop.without_model()


def sought(shop: Assistant, session_id: str, question: Question, place: DeltaGenerator) -> TurnView:
    """The answer to a question; meanwhile the step that is under way."""
    turn_id, kept = uuid.uuid4().hex, question.redacted().text
    with place.container(key="step"):
        step = st.empty()

    def tell(stage: str) -> None:
        step.caption(STEPS.get(stage, "Working"))

    try:
        response = answering(shop).ask(question.text, session_id=session_id, command=question.command, on_step=tell)
    except AssistantError as error:
        return failed(kept, str(error), turn_id)
    except Exception:
        log.exception("A question was not answered")
        return failed(kept, BROKEN, turn_id)
    return answered(kept, response, turn_id, newest_cards(st.session_state.talk))


def live_state(shop: Assistant, turn: TurnView | None) -> Literal["off", "can", "asking", "asked"]:
    """How things stand with the live prices of the cards on the page."""
    if turn is None or turn.response is None or not prefs().live_prices or not shop.can_check_prices(turn.response):
        return "off"
    if turn.asked_prices:
        return "asked"
    return "asking" if turn.response.wants_live_price or st.session_state.get("check") else "can"


@st.fragment(run_every=0.3)
def fill_in_prices(shop: Assistant, session_id: str, turn: TurnView) -> None:
    """Looks again and again whether the shops have answered, beside the finished page, and draws it anew once."""
    st.caption(ASKING)
    asked: tuple[str, Future[Response]] | None = st.session_state.get("asked")
    if turn.response is None:
        return
    if asked is None or asked[0] != turn.turn_id:
        asked = st.session_state.asked = (turn.turn_id, start(partial(answering(shop).live_prices, turn.response)))
    if not asked[1].done():
        return
    error = asked[1].exception()
    if error is not None:
        log.warning("Live prices could not be asked for", exc_info=error)
    talk: list[TurnView] = st.session_state.talk
    if turn in talk:
        at = talk.index(turn)
        response = turn.response if error is not None else asked[1].result()
        before = newest_cards(talk[:at]) or turn.cards
        talk[at] = replace(answered(turn.question, response, uuid.uuid4().hex, before), asked_prices=True)
        recent().change(session_id, turn.response, talk[at])
    st.session_state.pop("check", None)
    del st.session_state.asked
    st.rerun()


def show_chips(turn: TurnView) -> None:
    """What was understood; pressing a part takes it back."""
    for at, chip in enumerate(turn.chips):
        st.button(
            plain_line(chip.label), key=f"chip-{at}", on_click=ask_next, args=(chip.asks,), icon=":material/close:",
            icon_position="right",
        )  # fmt: skip


def words(turn: TurnView) -> DeltaGenerator:
    """The newest answer in words and what is to be known of it; returns where the buttons go that carry on from it.

    On a phone its first sentence stands above the card and all else below.
    """
    lead, rest = first_sentence(turn)
    opened = frozenset(source.number for card in turn.cards for source in card.sources)
    with st.container(key="lead"):
        for heading, answer in lead:
            if heading:
                st.header(plain_line(heading), anchor=False)
            if turn.tone == "error":
                st.warning(plain(answer), icon=":material/info:")
            else:
                st.markdown(cited(answer, opened))
    if rest:
        st.markdown(cited(rest, opened))
    for notice in turn.notices:
        st.caption(plain(notice))
    return st.container(key="actions", horizontal=True, gap="xsmall")


def tried(shop: Assistant, session_id: str, turn: TurnView) -> TurnView:
    """The turn with "Cheaper" among its buttons only where that leads to a toy that is right."""
    if turn.response is None or turn.tried_cheaper or not turn.cards:
        return turn
    try:
        found = shop.has_cheaper(turn.response)
    except Exception:  # the button then finds out
        log.exception("Whether anything is cheaper could not be found out")
        found = True
    talk: list[TurnView] = st.session_state.talk
    talk[talk.index(turn)] = known = turn.after_cheaper(found=found)
    recent().change(session_id, turn.response, known)
    return known


def thumbs(
    shop: Assistant, session_id: str, question: str, shown: tuple[str, ...], *, turn: int, is_new: bool
) -> None:  # fmt: skip
    """A thumb up or down for the answer, and a word on why for those who want to give one.

    Streamlit remembers the callback of every widget there ever was, so this one may hold on to no turn.
    """
    # Of a long conversation all further turns have one number.
    key = f"thumb-{turn}-{zlib.crc32(question.encode()):x}-{session_id}"
    if not is_new and key not in st.session_state:
        st.session_state[key] = thumb_before(shop, session_id, question)

    def keep(comment: str = "") -> None:
        if st.session_state[key] is None:  # it was taken back
            return
        try:
            shop.rate(session_id, Feedback(bool(st.session_state[key]), question, shown, comment))
        except AssistantError:
            log.exception("An opinion was not kept")
            mention("That could not be kept just now. The conversation goes on.")
        else:
            st.session_state.told = NOTED

    with st.container(key="thumbs", horizontal=True, vertical_alignment="center", gap="small"):
        st.caption("Was this helpful?", width="content")
        liked = st.feedback("thumbs", key=key, on_change=keep)
        if liked is not None:
            st.text_input(
                "Why? (optional)", key=f"{key}-word", max_chars=200, label_visibility="collapsed",
                placeholder="Why? (optional)", on_change=lambda: keep(st.session_state[f"{key}-word"]),
            )  # fmt: skip
            st.caption(NOTED, width="content")


def thumb_before(shop: Assistant, session_id: str, question: str) -> int | None:
    """Which thumb was given to the answer to a question; none where nobody gave any."""
    with suppress(AssistantError):
        given = (opinion.liked for opinion in reversed(shop.opinions(session_id)) if opinion.question == question)
        return next(map(int, given), None)
    return None


if __name__ == "__main__":
    main()
else:  # what serves the page imports this file, and runs it for each visit
    app = st.App(__file__, lifespan=opened_early, middleware=MIDDLEWARE)
