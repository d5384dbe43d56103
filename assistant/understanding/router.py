"""Router: a message, as a reader read it, becomes a `Route` of one to three intents.

What needs no products is answered by `replies.py`; several wishes in one message are cut by `several_wishes.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from assistant.language.lexicon import LANGUAGES
from assistant.language.scales import ratio
from assistant.language.text import FUNCTION_WORDS, stems, words
from assistant.schema import (
    SLOTS,
    Budget,
    DialogueAct,
    Intent,
    MessageReading,
    Refinement,
    Route,
    Screen,
    Session,
    SlotName,
    Span,
    Superlative,
)
from assistant.understanding.grammars.question_topics import (
    asks_for_dearer,
    is_of_size,
    only_asks_for_cheaper,
    read_superlative,
    seeks,
    sentences,
)
from assistant.understanding.heard import DIRECTIONS, NAMING, Heard, sureness
from assistant.understanding.pointing import UNSURE, WHAT_ABOUT, pointing, remarking
from assistant.understanding.reference import (
    beyond,
    by_title,
    from_the_start,
    gone_back_to,
    has_word,
    is_just_shown,
    naming,
    places,
    pointed_at,
    ranks,
)
from assistant.understanding.replies import REPLIES, none_shown, replied, telling_words
from assistant.understanding.several_wishes import (
    MAX_INTENTS,
    for_the_same_person,
    of_the_same_look,
    part_for_each,
    parts_of,
    shared_budget,
    together,
)
from assistant.understanding.shown_questions import (
    ABOUT_SHOWN,
    asked_and_told,
    asked_of_shown,
    asks_for_advice,
    is_of_what_is_found,
    only_told,
    question_beside,
    question_intent,
    question_intents,
)
from assistant.understanding.slots import Wish, bare, named, plain, wish_of
from assistant.understanding.state import dialogue_state
from assistant.understanding.state.slot_carryover import kinds_of, screen_of
from assistant.understanding.state.slot_updates import NO_INTENT, carried_over, going_on, updated
from assistant.understanding.state.turned_down import asks_for_else, complains, goes_on, objects, turned_down

ONLY_ENGLISH = "I can only answer in English."
ONLY_ONE = "I showed only one."
SORRY = "Sorry about that."
# So many lists before the one on the screen may be pointed at by a toy's name.
FAR_BACK = 5
# From here on a message is outside toys even where a word of it could name one.
SURELY_OUTSIDE = 0.75
# From here on a message that names no toy is.
MAY_BE_OUTSIDE = 0.3

# A word that so many toys have in their names may be asked for by itself.
SEVERAL_NAMES = 3

# Words that no slot has say how something is to look or be where they are few: "a bit less plasticky please".
MOST_WORDS_OF_A_LOOK = 7

# Behind it stands what a new thing is for.
_FOR = re.compile(r"\b(?:for|fits?|fitting|suits?|with|into|onto)\s*$", re.IGNORECASE)
_AS_ANY = re.compile(r"\b(?:an?|any|some) $", re.IGNORECASE)
_SOME_FOR_IT = re.compile(
    r"\b(?:any|some|an?) (?P<what>(?!more\b|other\b|good\b)[\w'-]+(?: [\w'-]+)?) "
    r"(?:for|with|to (?:go|fit|use) \w+|that (?:go|goes|fits?)(?: with)?|in|on) "
    r"(?:it|them|that|this|those|these|him|her)\b",
    re.IGNORECASE,
)
_SOMETHING_FOR = re.compile(
    r"\b(?:and|also|plus) (?:also )?(?:something|anything|a (?:present|gift)) (?:else )?"
    r"for (?:my|his|her|their|our|the)\b",
    re.IGNORECASE,
)
_SAME_SORT = re.compile(
    r"\bones? (?:shaped|that looks?|in the shape)\b|"
    r"\bsame (?:sort|kind|type|thing)(?: of (?:thing|toy|set|one))?,? (?:but|only)\b",
    re.IGNORECASE,
)
_THAT_IS_NOT = re.compile(
    r"\b(?:that|those|these|it|this)(?:['’]?s|['’]?re| is| are| was) [^.!?]{2,40}?,? not (?:for )?(?:an?|the)? ?$",
    re.IGNORECASE,
)
_FORGOT = re.compile(r"\byou(?:['’]ve)? (?:forgot|missed|left out)\b", re.IGNORECASE)
_MODEL = re.compile(r"\b(?=\w*\d)(?=\w*[A-Za-z])[A-Za-z]\w{2,9}\b")
# Points at what is on the screen now.
_HERE = re.compile(r"(?:it|this|that)(?: one)?", re.IGNORECASE)
# What the answers themselves offer to ask for, in their own words.
_OFFERED: dict[str, DialogueAct] = {
    "cheaper": "cheaper", "premium": "dearer", "more premium": "dearer", "balanced": "value", "more balanced": "value",
}  # fmt: skip
# Slots whose words change a wish.
_CHANGED: tuple[SlotName, ...] = tuple(slot for slot in SLOTS if slot not in ("ref", "next", "form"))
# A price of this moment: "what does it cost right now".
_LIVE = re.compile(
    r"\b(?:live|current|latest|today's|up[- ]to[- ]date|real[- ]time) prices?\b"
    r"|\b(?:cost|price|much)\b.*\b(?:right now|now|today|at the moment|currently)\b"
)
_OF_THEM = re.compile(r"\bof (?:the (?:two|three|four|lot)|these|those|them|both)\b", re.IGNORECASE)


# What is named beside these is no part of a shown toy that something is asked of.
_NO_QUESTIONS: tuple[DialogueAct, ...] = ("take", "describe", "change", *DIRECTIONS)

NO_WISH = Wish()


def route_turn(heard: Heard) -> Route:
    """What the message asks for, intent by intent."""
    heard = _of_what_is_not_shown(_for_it(_asking_for_dearer(_beyond_talk(_forgotten(_mistaken(heard))))))
    heard = replace(heard, reading=_pointing(heard))
    route = _routed(heard)
    told_first = _told_first(heard) or (SORRY if heard.previous and complains(heard.text) and route.intents else "")
    return replace(route, told_first=told_first, warnings=(*route.warnings, *_reading_warnings(heard)))


def _mistaken(heard: Heard) -> Heard:
    """The message with what the shown toy is not as what it wants: "that's a shed, not an engine"."""
    if not heard.previous:
        return heard
    spans = tuple(
        replace(span, sign="wanted")
        if span.sign == "refused" and _THAT_IS_NOT.search(heard.text[: span.start])
        else span
        for span in heard.reading.spans
    )
    return replace(heard, reading=replace(heard.reading, spans=spans))


def _forgotten(heard: Heard) -> Heard:
    """The message with what was left out as what it wants now: "you forgot the sofa"."""
    if not (heard.previous and _FORGOT.search(heard.text) and heard.reading.words_for(*NAMING, sign="dropped")):
        return heard
    spans = tuple(replace(span, sign="wanted") if span.sign == "dropped" else span for span in heard.reading.spans)
    return replace(heard, reading=replace(heard.reading, spans=spans, acts=("find",)))


def _beyond_talk(heard: Heard) -> Heard:
    """The message as a wish, where it takes a toy or thanks and seeks another: "that one then. Any track for it?"."""
    if heard.reading.acts[0] not in ("take", "thanks", "greet") or heard.reading.does("find", "change", *DIRECTIONS):
        return heard
    parts = (heard.only([stretch]) for stretch in sentences(heard.text))
    if not any(seeks(part.text) and part.reading.words_for("kind") for part in parts):
        return heard
    return replace(heard, reading=replace(heard.reading, acts=("find",)))


def _for_it(heard: Heard) -> Heard:
    """The message with what is to go with a shown toy as a kind, where no word of it is known: "any glue for it?"."""
    found = _SOME_FOR_IT.search(heard.text)
    if not found or not heard.reading.does("goes_with") or heard.reading.words_for(*NAMING):
        return heard
    spans = (*heard.reading.spans, Span("kind", found["what"], *found.span("what")))
    return replace(heard, reading=replace(heard.reading, spans=tuple(sorted(spans, key=lambda span: span.start))))


def _of_what_is_not_shown(heard: Heard) -> Heard:
    """The message as a wish, where it seems to point at what the shop has and names it as any: "ok, a doctor's bag?".

    So it is too where nothing that was shown is called so.
    """
    shown = [word for title in heard.titles.values() for word in stems(title)]

    def is_sought(span: Span) -> bool:
        said, before = naming(span.text), heard.text[: span.start]
        if span.slot != "ref" or span.sign != "wanted" or not said:
            return False
        # "Do the blue lights work?" asks of a part of what is shown.
        if heard.reading.acts[0] not in _NO_QUESTIONS and not WHAT_ABOUT.search(before):
            return False
        is_shown = bool(places([span.text], heard.screen)) or any(has_word(word, shown) for word in said)
        return (not is_shown or bool(_AS_ANY.search(before))) and bool(heard.named_so(" ".join(said)))

    sought = {span for span in heard.reading.spans if is_sought(span)}
    if not sought:
        return heard
    # "Just the glitter ones" tells of what is wanted already how it is to be.
    changes = heard.reading.acts[0] in ("change", *DIRECTIONS)
    spans = tuple(
        replace(span, slot="feature" if changes else "kind") if span in sought else span for span in heard.reading.spans
    )
    return replace(
        heard, reading=replace(heard.reading, spans=spans, acts=heard.reading.acts if changes else ("find",))
    )


def _asking_for_dearer(heard: Heard) -> Heard:
    """The message with what its own words ask for, where it wants to pay more: a closed set, never the other way."""
    if not (heard.previous and asks_for_dearer(heard.text)):
        return heard
    others = tuple(act for act in heard.reading.acts if act in ("question", "change", "opinions"))
    return replace(heard, reading=replace(heard.reading, acts=("dearer", *others)))


def _pointing(heard: Heard) -> MessageReading:
    """The reading with what points at a toy on the screen or, where nothing does, at one that was shown earlier.

    What is compared may stand on several lists.
    """
    heard = replace(heard, reading=remarking(heard.text, heard.reading, heard.screen))
    for session in (heard.session, *dialogue_state.earlier(heard.session)[:FAR_BACK]):
        screen = screen_of(session, heard.titles)
        reading = pointing(heard.text, heard.reading, screen, session, is_shown_now=session is heard.session)
        if reading is not heard.reading and not reading.does("compare"):
            return reading
        heard = replace(heard, reading=reading)
    return heard.reading


def _reading_warnings(heard: Heard) -> Iterator[str]:
    """Warnings about how the message was read."""
    reading = heard.reading
    if reading.warning:
        yield reading.warning
    if any(LANGUAGES & set(words(form)) for form in reading.words_for("form")):
        yield ONLY_ENGLISH


def _told_first(heard: Heard) -> str:
    """That not so many toys are shown, where something is asked of one behind the last."""
    reading, shown = heard.reading, len(heard.screen.titles)
    is_asked = reading.does(*ABOUT_SHOWN) and not reading.does("find", "back")
    if not (is_asked and beyond(reading.words_for("ref"), heard.screen)):
        return ""
    return ONLY_ONE if shown == 1 else f"I showed only {shown}."


def _routed(heard: Heard) -> Route:
    if before := _before(heard):
        return _gone_back(before)
    return _routed_here(heard)


def _routed_here(heard: Heard) -> Route:
    reading = heard.reading
    if heard.previous and (route := _going_on(heard)):
        return route
    if reading.acts[0] == "outside" and _is_a_name(heard):
        return _found(replace(heard, reading=replace(reading, acts=("find",))))
    if not _wants_a_toy(reading):
        if sought := _sought_besides(heard):
            return _found(sought)
        return Route(_again(heard)) if _only_of_form(heard) else replied(heard)
    return _unclear(heard) if heard.previous and _says_nothing(heard) else _found(heard)


def _going_on(heard: Heard) -> Route | None:
    """What a message does beside toys on the screen; None where it does nothing with them or with the wish."""
    reading = heard.reading
    if direction := _OFFERED.get(" ".join(telling_words(heard.text))):
        return _changed(replace(heard, reading=MessageReading((direction,))))
    if route := _asked_and_wished(heard):
        return route
    if route := _cheaper_and_another(heard) or _changed_and_another(heard):
        return route
    if reading.does(*ABOUT_SHOWN) and (told := only_told(heard)):
        return _routed_here(told)
    if asks_for_advice(heard):
        return _advised(heard)
    asked = asked_of_shown(heard)
    if asked and dialogue_state.last_list(heard.session):
        return Route(question_intents(heard, *asked))
    if asked and not reading.words_for(*NAMING):
        return replied(heard) if reading.does(*REPLIES) else none_shown(heard)
    return _changed(heard) if reading.does("change", *DIRECTIONS) and reading.acts[0] != "find" else None


def _asked_and_wished(heard: Heard) -> Route | None:
    """What is asked of a shown toy, and beside it what else is wanted: "is it loud? I'd rather have a wooden one"."""
    if not (both := asked_and_told(heard)):
        return None
    asked, told = both
    if not told.reading.does(*DIRECTIONS) and not any(span.slot in _CHANGED for span in told.reading.spans):
        return None
    (act, *_), route = asked.reading.acts, _routed_here(told)
    if not route.reply and len(route.intents) == 1 and is_of_what_is_found(heard, asked, told):
        return replace(route, intents=(replace(route.intents[0], question=question_beside(asked.text)),))
    question = question_intent(asked, act, ABOUT_SHOWN[act], whole=heard)
    if act == "best" and route.intents and not read_superlative(asked.text):
        return route  # "a cheaper one, and which is the best of them": the pick is the answer
    if route.reply:  # what stands beside the question came to no wish
        return Route((question,))
    if question.about and _only_chooses(told, heard.titles.get(question.about[0], "")):
        return replace(route, intents=(replace(question, constraints=route.intents[0].constraints),))
    return replace(route, intents=(question, *route.intents)[:MAX_INTENTS])


def _cheaper_and_another(heard: Heard) -> Route | None:
    """Less for what is wanted and another wish beside it, "anything cheaper? And a spade"; None where it isn't both."""
    parts = [(start, end) for start, end in sentences(heard.text) if heard.text[start:end].strip()]
    cheaper = [stretch for stretch in parts if only_asks_for_cheaper(heard.text[slice(*stretch)])]
    others = heard.only([stretch for stretch in parts if stretch not in cheaper])
    if not cheaper or not others.reading.words_for("kind"):
        return None
    less = _changed(replace(heard.only(cheaper), reading=MessageReading(("cheaper",))))
    return _and_found(less, others)


def _changed_and_another(heard: Heard) -> Route | None:
    """A change of what is wanted and another wish for somebody else: "no, green ones, and something for my dad too"."""
    begins = _SOMETHING_FOR.search(heard.text)
    if begins is None or not heard.reading.does("change", *DIRECTIONS):
        return None
    first, second = heard.only([(0, begins.start())]), heard.only([(begins.start(), len(heard.text))])
    if not (first.text.strip() and second.reading.words_for(*NAMING, "feature")):
        return None
    return _and_found(_changed(first), second)


def _and_found(changed: Route, another: Heard) -> Route:
    """A change of what is wanted, and behind it a wish of which nothing before holds but the age."""
    found = _found(replace(another, reading=replace(another.reading, acts=("find",), kept=())))
    warnings = (*changed.warnings, *found.warnings)
    return replace(changed, intents=(*changed.intents, *found.intents)[:MAX_INTENTS], warnings=warnings)


def _only_chooses(told: Heard, title: str) -> bool:
    """Whether what stands beside a question says no more than which toy is meant: nothing else is to be looked for.

    "Not the Thomas, the second one. How many pieces?", "the servants, then: what scale?", "the cheaper of the two".
    """
    named = set(stems(title))
    wanted = [span for span in told.reading.spans if span.slot in _CHANGED and span.sign == "wanted"]
    others = [span for span in wanted if not set(stems(span.text)) <= named]
    if _OF_THEM.search(told.text) and not any(span.slot == "kind" for span in others):
        return True
    return not told.reading.does("find", *DIRECTIONS) and not others


def _sought_besides(heard: Heard) -> Heard | None:
    """What is looked for beside thanks or a choice: "I'll have it. Got anything to go with it, like an owl?"."""
    parts = [stretch for stretch in sentences(heard.text) if seeks(heard.text[slice(*stretch)])]
    if not (parts and heard.previous and heard.reading.does("take", "thanks")):
        return None
    sought = heard.only(parts)
    names_it = bool(sought.reading.words_for(*NAMING, "feature")) or _beside_shown(sought) is not None
    return replace(sought, reading=replace(sought.reading, acts=("find",))) if names_it else None


def _only_of_form(heard: Heard) -> bool:
    """Whether the message says no more than how what is on the screen is to be told."""
    return bool(heard.previous) and heard.reading.does("form") and not heard.reading.does(*REPLIES)


def _unclear(heard: Heard) -> Route:
    """Beside toys on the screen: a word on the one that it points at, else no wish at all."""
    if seeks(heard.text) and (near := _beside_shown(heard)):
        said = _found(replace(heard, reading=replace(heard.reading, acts=("find",))))
        ref = next((span for span in heard.reading.spans if span.slot == "ref"), None)
        behind = bare(heard.text[ref.end :]) if ref else ""
        return replace(
            said, intents=(replace(said.intents[0], leftover=tuple(filter(None, (*near.leftover, behind)))),)
        )
    if heard.reading.words_for("ref"):
        return Route((question_intent(heard, "describe", "details"),))
    likely = [act for act, _ in heard.reading.odds if act in REPLIES or act == "outside"]
    return replied(replace(heard, reading=replace(heard.reading, acts=tuple(likely[:1]) or ("outside",))))


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
    if len(refs) > 1 and here and reading.does("compare", "best", "total"):  # "that or the rabbit" is of both lists
        return None
    if any(map(is_just_shown, refs)):  # "the one you just showed me" is no earlier one
        return None
    refs = tuple(ref for ref in refs if ref not in here) or refs
    if reading.does("back"):  # "the steam one is sweet, but go back to the garden one, is it loud"
        refs = tuple(ref for ref in refs if naming(ref) or ranks(ref))[-1:] or refs[-1:]
    says_so = reading.does("back") or any(map(from_the_start, refs))
    session = gone_back_to(refs, heard.session, heard.titles, says_so=says_so)
    # What a reader says to hold is of what was on the screen just now.
    return replace(heard, session=session, reading=replace(reading, kept=())) if session else None


def _gone_back(heard: Heard) -> Route:
    """What is wanted of an earlier part of the conversation: what is asked of it, one toy of it, or all of it again."""
    reading = heard.reading
    acts = tuple(act for act in reading.acts if act != "back")
    if acts:
        route = _routed_here(replace(heard, reading=replace(reading, acts=acts)))
    elif _points_at_one(reading.words_for("ref"), heard.screen):
        route = Route((question_intent(heard, "describe", "details"),))
    else:
        route = Route(_again(heard))
    top = dialogue_state.last_top_pick(heard.session)
    looked_at = (top.doc_id,) if top else ()
    return replace(route, intents=tuple(
        one if one.about or one.searches else replace(one, about=looked_at) for one in route.intents
    ))  # fmt: skip


def _points_at_one(refs: Sequence[str], screen: Screen) -> bool:
    """Whether a toy of the list is meant, by its name or a place behind the first; "the first" is what led it."""
    by_name = any(len(by_title(ref, screen.titles)) == 1 for ref in refs)
    return by_name or any(1 < rank <= len(screen.titles) for ref in refs for rank in ranks(ref))


def _again(heard: Heard) -> tuple[Intent, ...]:
    """The wishes as they were said, with what was shown for them then."""
    shown = dialogue_state.last_list(heard.session)
    return tuple(
        replace(intent, refinement=None, question=None, about=tuple(one.doc_id for one in shown if one.wish == wish))
        for wish, intent in enumerate(heard.previous)
    )


def _advised(heard: Heard) -> Route:
    """The best of those on the screen: the wishes as they were said, within what is said now, over these toys alone."""
    changed = _changed(replace(heard, reading=replace(heard.reading, acts=("change",))))
    named = pointed_at(heard.reading.words_for("ref"), heard.screen, heard.session)
    shown = named or dialogue_state.last_list(heard.session)
    return replace(changed, intents=tuple(
        replace(
            before, constraints=now.constraints, question=question_beside(heard.text),
            refinement="balanced" if heard.reading.does("value") else None,
            about=tuple(one.doc_id for one in shown if one.wish == wish),
        )
        for wish, (before, now) in enumerate(zip(heard.previous, changed.intents, strict=False))
    ))  # fmt: skip


def _is_a_name(heard: Heard) -> bool:
    """Whether a toy of the shop is called all that the message says, small words aside: no errand is.

    One word has to be in the names of several: "police".
    """
    content_words = [word for word in words(heard.text) if word not in FUNCTION_WORDS]
    fewest = 1 if len(content_words) > 1 else SEVERAL_NAMES
    return bool(content_words) and len(heard.named_so(" ".join(content_words))) >= fewest


def _wants_a_toy(reading: MessageReading) -> bool:
    """Whether it is more than talk: it names a toy, asks about toys that are not there, or nobody knows what it is.

    A wish that names none and may well be for something else, "a school bag for a 7-year-old", is for no toy.
    """
    names_nothing = reading.acts[0] == "find" and not reading.words_for(*NAMING, "feature")
    if names_nothing and dict(reading.odds).get("outside", 0.0) >= MAY_BE_OUTSIDE:
        return False
    if not reading.does("form", *REPLIES, "outside") or dict(reading.odds).get(reading.acts[0], 1.0) < UNSURE:
        return True
    names_a_toy = bool(reading.words_for(*NAMING))
    is_outside = dict(reading.odds).get("outside", 0.0) >= SURELY_OUTSIDE
    return reading.does("find") or (names_a_toy and reading.does("outside", "thanks", "greet") and not is_outside)


def _changed(heard: Heard) -> Route:
    """The wishes in force as the message changes them: all of them, or the one that it names."""
    reading = heard.reading
    wish = _of_the_same_sort(heard, wish_of(heard.text, reading.spans, heard.vocabulary))
    direction = _direction(reading)
    if direction == "cheaper" and _is_above(wish.constraints.budget, heard.session):
        direction = None  # "a bit cheap looking, I'd rather spend £25"
    if direction == "premium" and wish.constraints.wanted and _is_above(wish.constraints.budget, heard.session):
        direction = None  # "something easier, I can go up to £60" raises the limit, and asks for nothing dearer
    direction = direction or ("balanced" if objects(heard) and not _names_another_kind(wish, heard.previous) else None)
    best = _superlative(reading, wish)
    still, spans = going_on(heard.previous, reading, wish, heard.text)
    is_short = len(words(heard.text)) <= MOST_WORDS_OF_A_LOOK
    is_unread = wish == NO_WISH and not (direction or best) and not reading.turns_down(*_CHANGED)
    if is_unread and is_short and still == heard.previous:
        wish = replace(wish, leftover=(bare(heard.text),))  # words that no slot has, and that take nothing back, rank
    if asks_for_else(heard) and dialogue_state.found_nothing(heard.session):
        still = tuple(_of_any_kind(intent) for intent in still)  # the shop has not got what was asked for
    still = tuple(_unlimited(intent) if best == "dearest" else intent for intent in still)
    than_shown = any(is_of_size(one) and "est" not in one for one in reading.words_for("feature"))  # "a bigger one"
    left_behind = turned_down(heard, wish, all_seen=direction is not None or than_shown, goes_on=True)
    said, wish = wish, part_for_each(wish, len(still), plain(heard.text))
    intents = tuple(
        replace(
            updated(intent, wish, spans, _shown_maker(heard.session, intent), heard.named_so),
            text=heard.text, act="refine", question=None, about=(), confidence=sureness(reading),
            refinement=direction, needs_live_price=_is_live(heard),
            best=best, turned_down=left_behind,
        )
        for intent in still
    )  # fmt: skip
    return Route(intents, warnings=together((wish,) * len(still), (said,) * len(still)))


def _of_the_same_sort(heard: Heard, wish: Wish) -> Wish:
    """The wish with what it names as what the kind before is to show: "an owl instead of the fox", of hand puppets."""
    top = dialogue_state.last_top_pick(heard.session)
    before = kinds_of(heard.previous[0]) if len(heard.previous) == 1 else ()
    if not (wish.kinds and before and top):
        return wish
    kind, title = set(stems(before[0])), set(stems(heard.titles.get(top.doc_id, "")))
    replaced = set(stems(" ".join(wish.constraints.refused_kinds))) & title - kind
    if not (replaced or _SAME_SORT.search(heard.text)) or any(kind & set(stems(one)) for one in wish.kinds):
        return wish
    if heard.reading.kind and not kind & set(stems(heard.reading.kind)):
        return wish
    return replace(wish, kinds=tuple(f"{one} {before[0]}" for one in wish.kinds))


def _names_another_kind(wish: Wish, previous: Sequence[Intent]) -> bool:
    """Whether the wish is for a kind of toy that was not asked for before."""
    asked = {word for intent in previous for word in stems(intent.product_type)}
    return any(not asked.issuperset(stems(kind)) for kind in wish.kinds)


def _is_above(budget: Budget | None, session: Session) -> bool:
    """Whether the sum that is said lies above the price of what is shown."""
    top = dialogue_state.last_top_pick(session)
    return bool(budget and budget.max and top and top.price and budget.max > top.price.amount)


def _of_any_kind(intent: Intent) -> Intent:
    """The wish without what the toy was to be: for whom and for how much stays."""
    asked = replace(intent.constraints, brand=None, material=None, pieces=None, wanted=())
    return replace(named(intent, ()), constraints=asked, leftover=())


def _unlimited(intent: Intent) -> Intent:
    """The wish without its budget: who asks for the dearest is not bound by it."""
    return replace(intent, constraints=replace(intent.constraints, budget=None))


def _direction(reading: MessageReading) -> Refinement | None:
    """In which direction another choice is wanted; none where none is."""
    return next((DIRECTIONS[act] for act in reading.acts if act in DIRECTIONS), None)


def _superlative(reading: MessageReading, wish: Wish) -> Superlative | None:
    """The field by which the first is wanted; none where none is, or no field of the kind tells it."""
    said = (*reading.words_for("best"), *filter(is_of_size, reading.words_for("feature")))
    if reading.does("best"):  # "cheap as poss" is no sum
        said += tuple(text for text in reading.words_for("budget") if not re.search(r"\d", text))
    return read_superlative(" ".join(said), " ".join((*wish.kinds, wish.constraints.brand or "")))


def _shown_maker(session: Session, intent: Intent) -> str:
    top = dialogue_state.last_top_pick(session, intent)
    return top.brand if top else ""


def _found(heard: Heard) -> Route:
    """New wishes, each with its own slots and what still holds of the last; a sum for all of them is shared."""
    before = _beside_shown(heard) or carried_over(heard.previous, heard.reading, heard.text)
    parts = tuple(parts_of(heard))
    wishes = of_the_same_look(parts, [_wish(heard, text, spans) for text, spans in parts])
    wishes = for_the_same_person(parts, wishes)
    shared = shared_budget(wishes, plain(heard.text))
    intents = tuple(
        _intent(heard, text, spans, wish, before) for (text, spans), wish in zip(parts, shared, strict=True)
    )
    asked = question_beside(heard.text) if len(intents) == 1 else None
    if asked:
        intents = (replace(intents[0], question=asked),)
    return Route(intents, warnings=together(shared, wishes))


def _beside_shown(heard: Heard) -> Intent | None:
    """What a new kind of thing has to be near to, where it is for a toy on the screen: "spare blades for it".

    That toy itself is not wanted, nor are those beside it that are no such thing.
    """
    refs = [span for span in heard.reading.spans if span.slot == "ref" and span.sign == "wanted"]
    goes_with = refs[-1:] if heard.reading.does("goes_with") else []
    ref = next((span for span in refs if _FOR.search(heard.text[: span.start])), next(iter(goes_with), None))
    top, listed = dialogue_state.last_top_pick(heard.session), dialogue_state.last_list(heard.session)
    kinds = heard.reading.words_for("kind")
    is_for_it = ref is not None or heard.reading.does("goes_with")
    if not (heard.previous and top and is_for_it and (kinds or seeks(heard.text))):
        return None
    shown = next(iter(pointed_at([ref.text] if ref else (), heard.screen, heard.session)), top)
    subject = dialogue_state.looked_at(heard.previous, heard.session)
    codes = _MODEL.findall(heard.titles.get(shown.doc_id, ""))[:1]
    maker = subject.constraints.brand or shown.brand
    like = subject.themes if kinds else (*(subject.themes or subject.kinds), *subject.leftover)
    near = dict.fromkeys(bare(one) for one in (maker, *codes, *like) if one)
    such = [word for kind in kinds for word in naming(kind)]
    others = [
        one.doc_id
        for one in listed
        if one.doc_id == shown.doc_id or not _is_such(such, heard.titles.get(one.doc_id, ""))
    ]
    # Track for a car of 1:32 is of 1:32.
    scale = ratio(heard.titles.get(shown.doc_id, "")) if kinds else ""
    holds = carried_over(heard.previous, heard.reading, heard.text) if heard.reading.kept and kinds else NO_INTENT
    wanted = (*holds.constraints.wanted, *([scale] if scale else []))
    return replace(
        NO_INTENT, constraints=replace(holds.constraints, brand=None, wanted=tuple(dict.fromkeys(wanted))),
        leftover=tuple(dict.fromkeys((*holds.leftover, *near))), turned_down=tuple(others),
    )  # fmt: skip


def _is_such(naming_words: Sequence[str], title: str) -> bool:
    return any(has_word(word, stems(title)) for word in naming_words)


def _wish(heard: Heard, text: str, spans: Sequence[Span]) -> Wish:
    wish = wish_of(text, spans, heard.vocabulary)
    if wish == NO_WISH and _is_a_name(heard):  # words that no slot has are the toy's name
        wish = replace(wish, leftover=(bare(heard.text),))
    return wish


def _intent(heard: Heard, text: str, spans: Sequence[Span], wish: Wish, before: Intent) -> Intent:
    reading, best = heard.reading, _superlative(heard.reading, wish)
    if wish.for_adult:
        before = replace(before, constraints=replace(before.constraints, age=None))
    before = _unlimited(before) if best == "dearest" else before
    asked = wish.constraints
    names_a_toy = wish.kinds or wish.theme or wish.leftover or asked.brand or asked.wanted
    direction = _direction(reading) if heard.previous else None
    left_behind = turned_down(
        heard, wish, all_seen=bool(direction) or objects(heard), goes_on=goes_on(wish, heard.previous)
    )
    return replace(
        updated(before, wish, spans, _shown_maker(heard.session, before), heard.named_so),
        text=text.strip(), act="find" if names_a_toy or not before.names_a_toy else "refine",  # "and for her brother?"
        question=None, about=(), confidence=sureness(reading), needs_live_price=_is_live(heard),
        refinement=direction, best=best, turned_down=tuple(dict.fromkeys((*before.turned_down, *left_behind))),
    )  # fmt: skip


def _is_live(heard: Heard) -> bool:
    return heard.reading.does("price") or bool(_LIVE.search(plain(heard.text)))
