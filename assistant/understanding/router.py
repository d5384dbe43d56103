"""Router: a message, as a reader read it, becomes a `Route` of one to three intents.

What needs no products is answered by `replies.py`; several wishes in one message are cut by `several_wishes.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from assistant.language.lexicon import LANGUAGES
from assistant.language.text import fold, stems, words
from assistant.schema import NAMING, DialogueAct, MessageReading, Question, Route, Screen
from assistant.understanding.changed_wishes import CHANGED, NO_WISH, again, wishes_changed
from assistant.understanding.grammars.question_topics import (
    asks,
    only_asks_for_cheaper,
    read_superlative,
    seeks,
    sentences,
)
from assistant.understanding.heard import DIRECTIONS, UNSURE, Heard, seeks_something
from assistant.understanding.message_text import bare
from assistant.understanding.new_wishes import beside_shown, is_a_name, wishes_found
from assistant.understanding.reference import (
    beyond,
    by_title,
    gone_back_to,
    naming,
    pointed_at,
    ranks,
)
from assistant.understanding.replies import NOT_UNDERSTOOD, REPLIES, none_shown, replied, telling_words
from assistant.understanding.rereading import reread
from assistant.understanding.several_wishes import MAX_INTENTS
from assistant.understanding.shown_questions import (
    ABOUT_SHOWN,
    asked_and_told,
    asked_of_shown,
    asks_for_advice,
    is_of_what_is_found,
    question_beside,
    question_intent,
    question_intents,
)
from assistant.understanding.slots import wish_of
from assistant.understanding.state import dialogue_state
from assistant.understanding.state.turned_down import complains

ONLY_ENGLISH = "I can only answer in English."
ONLY_ONE = "I showed only one this time."
SORRY = "Sorry about that."
# To who takes a toy and wants another beside it.
A_GOOD_CHOICE = "A good choice."
# From here on a message is outside toys even where a word of it could name one.
SURELY_OUTSIDE = 0.75
# From here on a message that names no toy is.
MAY_BE_OUTSIDE = 0.3
_INSTEAD = re.compile(r"\b(?:instead|rather|swap)\b", re.IGNORECASE)
# Points at what is on the screen now.
_HERE = re.compile(r"(?:it|this|that)(?: one)?", re.IGNORECASE)
# What the answers themselves offer to ask for, in their own words.
_OFFERED: dict[str, DialogueAct] = {
    "cheaper": "cheaper", "premium": "dearer", "more premium": "dearer", "balanced": "value", "more balanced": "value",
}  # fmt: skip
_TALK: tuple[DialogueAct, ...] = ("take", "thanks", "greet")
_OF_THEM = re.compile(r"\bof (?:the (?:two|three|four|lot)|these|those|them|both)\b", re.IGNORECASE)


def route_turn(heard: Heard) -> Route:
    """What the message asks for, intent by intent."""
    takes = bool(heard.shown) and heard.reading.does("take") and len(heard.reading.acts) > 1
    if heard.reading.is_whole:
        # "I'll take that one. What engine would go with it?" does something beside talk.
        acts = tuple(act for act in heard.reading.acts if act not in _TALK)
        heard = heard.read_as(acts=acts or heard.reading.acts)
    else:
        heard = reread(heard)
    is_unread = _is_unread(heard)
    route = Route(again(heard)) if is_unread or _is_said_again(heard) else _routed(heard)
    if is_unread:
        return replace(route, told_first=NOT_UNDERSTOOD)
    told_first = _told_first(heard, route)
    if told_first and len(heard.screen.titles) > 1:  # nothing is told of another than was meant
        return none_shown(heard, told_first)
    told_first = told_first or (SORRY if heard.previous and complains(heard.text) else route.told_first)
    if takes and any(intent.searches for intent in route.intents):
        told_first = told_first or A_GOOD_CHOICE
    return replace(route, told_first=told_first, warnings=(*route.warnings, *_reading_warnings(heard)))


def _is_unread(heard: Heard) -> bool:
    """Whether nothing of the message is understood, so that what is on the screen stays: "asdfgh", "let me think"."""
    knows_something = heard.reading.spans or max((odds for _, odds in heard.reading.odds), default=1.0) >= UNSURE
    return bool(heard.previous and heard.shown) and not knows_something and not is_a_name(heard)


def _is_said_again(heard: Heard) -> bool:
    """Whether the message is the wish that was answered last, word for word: it has the same answer."""
    last = heard.session.turns[-1] if heard.session.turns else None
    is_a_wish = last is not None and last.shown and all(intent.act == "find" for intent in last.intents)
    return bool(is_a_wish) and fold(last.user if last else "") == fold(heard.text)


def _reading_warnings(heard: Heard) -> Iterator[str]:
    """Warnings about how the message was read."""
    reading = heard.reading
    if reading.warning:
        yield reading.warning
    if any(LANGUAGES & set(words(form)) for form in reading.words_for("form")):
        yield ONLY_ENGLISH


def _told_first(heard: Heard, route: Route) -> str:
    """That not so many toys are shown, where something is asked of one behind the last, and none of before."""
    reading, shown = heard.reading, len(heard.screen.titles)
    if shown == 1 and _OF_THEM.search(heard.text) and read_superlative(heard.text):  # "the cheapest of them"
        return ONLY_ONE
    is_asked = reading.does(*ABOUT_SHOWN) and not reading.does("find", "back")
    are_of_before = shown == 1 and any(len(intent.about) > 1 for intent in route.intents)
    refs = reading.words_for("ref")
    is_of_a_list_before = any(map(ranks, refs)) and pointed_at(refs, heard.screen, heard.session)
    if are_of_before or is_of_a_list_before or not (is_asked and beyond(refs, heard.screen)):
        return ""
    return ONLY_ONE if shown == 1 else f"I showed only {shown} this time."


def _routed(heard: Heard) -> Route:
    if before := _before(heard):
        return _gone_back(before)
    return _routed_here(heard)


def _routed_here(heard: Heard) -> Route:
    reading = heard.reading
    if heard.previous and (route := _going_on(heard)):
        return route
    wants_a_toy = _wants_a_toy(reading)
    may_be_outside = reading.acts[0] == "outside" or (reading.acts[0] == "find" and not wants_a_toy)
    if may_be_outside and is_a_name(heard):
        return wishes_found(heard.read_as(acts=("find",)))
    if not wants_a_toy:
        if sought := _sought_besides(heard):
            return wishes_found(sought)
        only_of_form = heard.previous and reading.does("form") and not reading.does(*REPLIES)
        return Route(again(heard)) if only_of_form else replied(heard)
    return _unclear(heard) if heard.previous and _says_nothing(heard) else wishes_found(heard)


def _going_on(heard: Heard) -> Route | None:
    """What a message does beside toys on the screen; None where it does nothing with them or with the wish."""
    reading = heard.reading
    if direction := _OFFERED.get(" ".join(telling_words(heard.text))):
        return wishes_changed(replace(heard, reading=MessageReading((direction,))))
    if route := _added_up(heard) or _asked_and_wished(heard):
        return route
    if route := _exchanged(heard) or _cheaper_and_another(heard):
        return route
    if asks_for_advice(heard):
        return _advised(heard)
    asked = asked_of_shown(heard)
    if asked and heard.shown:
        return Route(question_intents(heard, *asked))
    if asked and not reading.words_for(*NAMING):
        return replied(heard) if reading.does(*REPLIES) else none_shown(heard)
    return wishes_changed(heard) if reading.does("change", *DIRECTIONS) and reading.acts[0] != "find" else None


def _added_up(heard: Heard) -> Route | None:
    """A wish on top of what was found before, and then the sum of all: "and a jigsaw too. what's the total?"."""
    if not (heard.reading.does("find") and heard.reading.does("total") and heard.reading.words_for(*NAMING)):
        return None
    telling = heard.only([one for one in sentences(heard.text) if not asks(heard.text[slice(*one)])])
    told = telling if telling.reading.words_for(*NAMING) else heard
    route, before = wishes_found(told.read_as(acts=("find",))), dialogue_state.best_of_each(heard.session)
    total = replace(question_intent(heard, "total", "compare"), act="compare", about=before)
    total = replace(total, question=Question(heard.text, "total"), needs_live_price=False)
    return replace(route, intents=(*route.intents[: MAX_INTENTS - 1], total))


def _asked_and_wished(heard: Heard) -> Route | None:
    """What is asked of a shown toy, and beside it what else is wanted: "is it loud? I'd rather have a wooden one"."""
    if not (both := asked_and_told(heard)):
        return None
    asked, told = both
    told_of = {span.slot for span in told.reading.spans if span.slot in CHANGED}
    asks_for_another = told.reading.does(*DIRECTIONS)
    if not (told_of or asks_for_another):
        return None
    (act, *_), route = asked.reading.acts, _routed_here(told)
    if not route.reply and len(route.intents) == 1 and is_of_what_is_found(heard, asked, told):
        return replace(route, intents=(replace(route.intents[0], question=question_beside(asked.text)),))
    question = question_intent(asked, act, ABOUT_SHOWN[act], whole=heard)
    if act == "best" and route.intents and not read_superlative(asked.text):
        return route  # "a cheaper one, and which is the best of them": the pick is the answer
    # What somebody has already asks for nothing else: "he's got loads of games. Is the van any good?"
    if route.reply or (told_of == {"owns"} and not asks_for_another):
        return Route((question,))
    if question.about and _only_chooses(told, heard.titles.get(question.about[0], "")):
        return replace(route, intents=(replace(question, constraints=route.intents[0].constraints),))
    return replace(route, intents=(question, *route.intents)[:MAX_INTENTS])


def _exchanged(heard: Heard) -> Route | None:
    """Another wish in the place of one of several, the others as they were: "forget the bunting, balloons instead"."""
    spans = heard.reading.spans
    given_up = {word for span in spans if span.sign != "wanted" for word in stems(span.text)}
    left = [wish for wish, intent in enumerate(heard.previous) if given_up.isdisjoint(stems(intent.product_type))]
    is_one = len(left) == len(heard.previous) - 1 > 0
    if not (is_one and heard.reading.words_for("kind") and _INSTEAD.search(heard.text)):
        return None
    wanted = tuple(one for one in spans if one.sign == "wanted")
    found = wishes_found(heard.read_as(acts=("find",), kept=(), spans=wanted))
    gone = next(intent for wish, intent in enumerate(heard.previous) if wish not in left)
    kept = tuple(intent for wish, intent in enumerate(again(heard)) if wish in left)
    sum_before = gone.constraints.budget
    new = (one.asking(budget=one.constraints.budget or sum_before) for one in found.intents)
    return replace(found, intents=(*kept, *new)[:MAX_INTENTS])


def _cheaper_and_another(heard: Heard) -> Route | None:
    """Less for what is wanted and another wish beside it, "anything cheaper? And a spade"; None where it isn't both."""
    parts = [(start, end) for start, end in sentences(heard.text) if heard.text[start:end].strip()]
    cheaper = [stretch for stretch in parts if only_asks_for_cheaper(heard.text[slice(*stretch)])]
    others = heard.only([stretch for stretch in parts if stretch not in cheaper])
    if not cheaper or not others.reading.words_for("kind"):
        return None
    less = wishes_changed(replace(heard.only(cheaper), reading=MessageReading(("cheaper",))))
    found = wishes_found(others.read_as(acts=("find",), kept=()))  # of which nothing before holds but the age
    intents = (*less.intents, *found.intents)[:MAX_INTENTS]
    return replace(less, intents=intents, warnings=(*less.warnings, *found.warnings))


def _only_chooses(told: Heard, title: str) -> bool:
    """Whether what stands beside a question says no more than which toy is meant: nothing else is to be looked for.

    "Not the Thomas, the second one. How many pieces?", "the servants, then: what scale?", "the cheaper of the two".
    """
    named = set(stems(title))
    wanted = [span for span in told.reading.spans if span.slot in CHANGED and span.sign == "wanted"]
    others = [span for span in wanted if not set(stems(span.text)) <= named]
    if _OF_THEM.search(told.text) and not any(span.slot == "kind" for span in others):
        return True
    return not told.reading.does("find", *DIRECTIONS) and not others


def _sought_besides(heard: Heard) -> Heard | None:
    """What is looked for beside thanks or a choice: "I'll have it. Got anything to go with it, like an owl?"."""
    goes_with = heard.reading.does("goes_with")
    parts = [
        stretch for stretch in sentences(heard.text)
        if seeks(heard.text[slice(*stretch)]) or (goes_with and heard.only([stretch]).reading.words_for(*NAMING))
    ]  # fmt: skip
    if not (parts and heard.previous and heard.reading.does("take", "thanks")):
        return None
    sought = heard.only(parts)
    names_it = bool(sought.reading.words_for(*NAMING, "feature")) or beside_shown(sought) is not None
    return sought.read_as(acts=("find",)) if names_it else None


def _unclear(heard: Heard) -> Route:
    """Beside toys on the screen: a word on the one that it points at, else no wish at all."""
    if seeks_something(heard) and (near := beside_shown(heard)):
        said = wishes_found(heard.read_as(acts=("find",)))
        ref = next((span for span in heard.reading.spans if span.slot == "ref"), None)
        behind = bare(heard.text[ref.end :]) if ref else ""
        leftover = tuple(filter(None, (*near.leftover, behind)))
        return replace(said, intents=(replace(said.intents[0], leftover=leftover, turned_down=near.turned_down),))
    if heard.reading.words_for("ref"):
        return Route((question_intent(heard, "describe", "details"),))
    likely = [act for act, _ in heard.reading.odds if act in REPLIES or act == "outside"]
    return replied(heard.read_as(acts=tuple(likely[:1]) or ("outside",)))


def _says_nothing(heard: Heard) -> bool:
    """Whether the message is taken for a wish, and has no word of one, nor of whom it is for."""
    return (
        not heard.reading.words_for("recipient")
        and wish_of(heard.text, heard.reading.spans, heard.vocabulary) == NO_WISH
    )


def _before(heard: Heard) -> Heard | None:
    """The message beside what was on the screen earlier, where it goes back to that or names it."""
    reading = heard.reading
    if not reading.does("back", "change", *DIRECTIONS, *ABOUT_SHOWN) or reading.does("find"):
        return None
    refs = reading.words_for("ref")
    here = [ref for ref in refs if _HERE.fullmatch(ref)]
    is_of_several = reading.does("compare", "best", "total") or (reading.does("why") and not reading.does("back"))
    if len(refs) > 1 and here and is_of_several:  # "that or the rabbit" is of both lists
        return None
    refs = tuple(ref for ref in refs if ref not in here) or refs
    if reading.does("back"):  # "the steam one is sweet, but go back to the garden one, is it loud"
        refs = tuple(ref for ref in refs if naming(ref) or ranks(ref))[-1:] or refs[-1:]
    session = gone_back_to(refs, heard.session, heard.titles, says_so=reading.does("back"))
    # What a reader says to hold is of what was on the screen just now.
    return replace(heard, session=session, reading=replace(reading, kept=())) if session else None


def _gone_back(heard: Heard) -> Route:
    """What is wanted of an earlier part of the conversation: what is asked of it, one toy of it, or all of it again."""
    reading = heard.reading
    acts = tuple(act for act in reading.acts if act != "back")
    if acts:
        route = _routed_here(heard.read_as(acts=acts))
    elif _points_at_one(reading.words_for("ref"), heard.screen):
        route = Route((question_intent(heard, "describe", "details"),))
    else:
        route = Route(again(heard))
    top = heard.top
    looked_at = (top.doc_id,) if top else ()
    return replace(route, intents=tuple(
        one if one.about or one.searches else replace(one, about=looked_at) for one in route.intents
    ))  # fmt: skip


def _points_at_one(refs: Sequence[str], screen: Screen) -> bool:
    """Whether a toy of the list is meant, by its name or a place behind the first; "the first" is what led it."""
    by_name = any(len(by_title(ref, screen.titles)) == 1 for ref in refs)
    return by_name or any(1 < rank <= len(screen.titles) for ref in refs for rank in ranks(ref))


def _advised(heard: Heard) -> Route:
    """The best of those on the screen: the wishes as they were said, within what is said now, over these toys alone."""
    changed = wishes_changed(heard.read_as(acts=("change",)))
    named = pointed_at(heard.reading.words_for("ref"), heard.screen, heard.session)
    shown = named or heard.shown
    # Of several wishes that which is named comes first, the others as they were.
    now = {one.product_type: one for one in changed.intents} if len(heard.previous) > 1 else {}
    advised = tuple(
        replace(
            before, constraints=now.get(before.product_type, changed.intents[0] if not now else before).constraints,
            question=question_beside(heard.text), refinement="balanced" if heard.reading.does("value") else None,
            about=tuple(one.doc_id for one in shown if one.wish == wish),
        )
        for wish, before in enumerate(heard.previous)
    )  # fmt: skip
    return replace(changed, intents=tuple(one for one in advised if one.about) or advised)


def _wants_a_toy(reading: MessageReading) -> bool:
    """Whether it is more than talk: it names a toy, asks about toys that are not there, or nobody knows what it is.

    A wish that names none and may well be for something else, "a school bag for a 7-year-old", is for no toy.
    """
    names_nothing = reading.acts[0] == "find" and not reading.words_for(*NAMING, "feature")
    if names_nothing and reading.odds_of("outside") >= MAY_BE_OUTSIDE:
        return False
    if not reading.does("form", *REPLIES, "outside") or reading.odds_of(reading.acts[0], 1.0) < UNSURE:
        return True
    names_a_toy = bool(reading.words_for(*NAMING))
    is_outside = reading.odds_of("outside") >= SURELY_OUTSIDE
    return reading.does("find") or (names_a_toy and reading.does("outside", "thanks", "greet") and not is_outside)
