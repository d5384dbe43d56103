"""The wishes in force as a message changes them: what still holds, what is added, and what is left behind."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from assistant.language.lexicon import COLOURS
from assistant.language.scales import scales
from assistant.language.text import fold, stems, words
from assistant.schema import NAMING, SLOTS, Budget, Intent, MessageReading, Refinement, Route, SlotName, Superlative
from assistant.understanding.grammars.audience import read_pieces
from assistant.understanding.grammars.question_topics import first_of_all, is_of_size, read_superlative
from assistant.understanding.heard import DIRECTIONS, Heard, sureness
from assistant.understanding.message_text import bare, plain
from assistant.understanding.reference import is_called, pointed_at
from assistant.understanding.relative_budgets import with_its_sum
from assistant.understanding.several_wishes import one_of_several
from assistant.understanding.slots import Wish, named, wish_of
from assistant.understanding.state import dialogue_state
from assistant.understanding.state.slot_updates import going_on, updated
from assistant.understanding.state.turned_down import asks_for_else, objects, turned_down

# Words that no slot has say how something is to look or be where they are few: "a bit less plasticky please".
MOST_WORDS_OF_A_LOOK = 7
# Slots whose words change a wish.
CHANGED: tuple[SlotName, ...] = tuple(slot for slot in SLOTS if slot not in ("ref", "next", "form"))
_OF_ALL = re.compile(r"\b(?:both|each|all|everything|either|they|them|the (?:two|three|lot))\b", re.IGNORECASE)
# A price of this moment: "what does it cost right now".
_LIVE = re.compile(
    r"\b(?:live|current|latest|today's|up[- ]to[- ]date|real[- ]time) prices?\b"
    r"|\b(?:cost|price|much)\b.*\b(?:right now|now|today|at the moment|currently)\b"
)
# "A harder one", "something quieter", "more colourful" are unlike what is shown.
_COMPARES = re.compile(
    r"(?:^|\b(?:an?|something|anything|bit|lot|much|even|slightly) )\w{3,}er(?: ones?)?\b"
    r"(?=\W*$|[,.!?]| (?:please|than|but)\b)|\bmore \w+",
    re.IGNORECASE,
)
NO_WISH = Wish()


def wishes_changed(heard: Heard) -> Route:
    """The wishes in force as the message changes them: all of them, or the one that it names."""
    reading = heard.reading
    wish = with_its_sum(heard, wish_of(heard.text, reading.spans, heard.vocabulary), heard.text)
    direction, than = _directed(heard, wish)
    best = superlative_of(reading, wish)
    still, spans, beside = going_on(heard.previous, reading, wish, heard.text)
    if len(meant := _of_the_toy_asked_about(heard, still)) < len(still):
        still, beside = meant, tuple(one for one in heard.previous if one is not heard.subject)
    still = still[:1] if wish.kinds else still  # two would become the same
    wish = _bounded(heard, wish)
    is_short = len(words(heard.text)) <= MOST_WORDS_OF_A_LOOK
    is_unread = wish == NO_WISH and not (direction or best) and not reading.turns_down(*CHANGED, "ref")
    if is_unread and is_short and still == heard.previous:
        wish = replace(wish, leftover=(bare(heard.text),))  # words that no slot has, and that take nothing back, rank
    still = tuple(if_the_shop_has_it(heard, intent) for intent in still)
    still = tuple(first_of(intent, best, heard.text) for intent in still)
    than_shown = any(is_of_size(one) and "est" not in one for one in reading.words_for("feature"))  # "a bigger one"
    of_all_toys = best and first_of_all(heard.text)
    all_seen = direction is not None or than_shown
    if heard.top and (than_shown or _COMPARES.search(heard.text)):
        than = than or heard.top.doc_id
    left_behind = () if of_all_toys else turned_down(heard, wish, all_seen=all_seen, goes_on=True)
    wish = one_of_several(wish, len(still), plain(heard.text))
    intents = tuple(
        replace(
            updated(intent, wish, spans, shown_maker(heard, intent), heard.named_so),
            text=heard.text, act="refine", question=None, about=(), confidence=sureness(reading),
            refinement=direction, needs_live_price=is_live(heard),
            best=best, turned_down=left_behind, than=than,
        )
        for intent in still
    )  # fmt: skip
    if not (direction or left_behind) and _refuses_none_of_those(heard, wish):
        pairs = zip(again(heard), intents, strict=True)
        intents = tuple(replace(before, constraints=now.constraints) for before, now in pairs)
    if len(still) < len(heard.previous) and not (direction or reading.words_for("ref", sign="refused")):
        intents = tuple(_shown_again(heard, intent) for intent in intents)
    unchanged = tuple(now for then, now in zip(heard.previous, again(heard), strict=True) if then in beside)
    # Of a sum for all of them what is new may cost what the rest leaves.
    is_shared = any(one.constraints.budget and one.constraints.budget.shared for one in unchanged)
    return Route((*unchanged, *intents) if is_shared else (*intents, *unchanged))


def _directed(heard: Heard, wish: Wish) -> tuple[Refinement | None, str]:
    """In which direction another choice is wanted, and the id of the toy beside which, where that is no Top Pick."""
    reading, direction = heard.reading, direction_of(heard.reading)
    if direction == "cheaper" and wish.constraints.budget and wish.constraints.budget.max:
        direction = None  # "more like a tenner": the sum says it, and what was shown may keep it
    if direction == "premium" and wish.constraints.wanted and _is_above(wish.constraints.budget, heard):
        direction = None  # "something easier, I can go up to £60" raises the limit, and asks for nothing dearer
    if direction == "premium" and reading.is_whole and reading.words_for(*NAMING):
        direction = None  # "any other Hornby engines closer to the full amount" need not be better rated
    direction = direction or ("balanced" if objects(heard) and not _names_another_kind(wish, heard.previous) else None)
    if direction == "balanced" and dialogue_state.found_nothing(heard.session):
        return None, ""  # nothing was there to be left behind
    if direction == "balanced" and heard.subject.refinement == "cheaper":  # "not that one" is to be no dearer
        return "cheaper", heard.subject.than or dialogue_state.top_before(heard.session)
    pointed = pointed_at(reading.words_for("ref"), heard.screen, heard.session)
    is_beside_one = direction in ("cheaper", "premium") and len(pointed) == 1
    return direction, pointed[0].doc_id if is_beside_one else ""


def _of_the_toy_asked_about(heard: Heard, still: tuple[Intent, ...]) -> tuple[Intent, ...]:
    """Of several wishes that of the toy that was asked about last: "not that one, a fiercer one"; all if none was.

    Whoever means all says so: "both cheaper please".
    """
    newest = dialogue_state.newest(heard.session)
    meant = {doc_id for intent in newest for doc_id in intent.about}
    wishes = {one.wish for one in heard.shown if one.doc_id in meant}
    is_of_one = len(wishes) == 1 and not any(one.searches for one in newest)
    if len(still) < 2 or len(still) < len(heard.previous) or not is_of_one or _OF_ALL.search(heard.text):
        return still
    return (still[heard.previous.index(heard.subject)],)


def _refuses_none_of_those(heard: Heard, wish: Wish) -> bool:
    """Whether the message says no more than what is not wanted, and none of what is shown is called so."""
    refused = wish.constraints.refused_kinds
    says_no_more = {span.sign for span in heard.reading.spans} == {"refused"} and wish.asking(
        refused_kinds=()
    ) == NO_WISH
    return bool(says_no_more and refused) and not any(
        is_called(kind, title) for kind in refused for title in heard.screen.titles
    )


def _shown_again(heard: Heard, intent: Intent) -> Intent:
    """A wish that stays while others are given up: as it was said, with what was shown, where it has not changed."""

    def asked(one: Intent) -> tuple[object, ...]:
        return one.kinds, one.themes, one.constraints

    return next((before for before in again(heard) if before.about and asked(before) == asked(intent)), intent)


def again(heard: Heard) -> tuple[Intent, ...]:
    """The wishes as they were said, with what was shown for them then."""
    shown = heard.shown
    return tuple(
        replace(intent, refinement=None, question=None, about=tuple(one.doc_id for one in shown if one.wish == wish))
        for wish, intent in enumerate(heard.previous)
    )


_PIECES = r"(?:pieces|bits|bricks|parts)"
_FEWER_OR_MORE = re.compile(
    rf"\b(?:(?P<fewer>fewer|(?:less|not (?:so|as) many)(?= {_PIECES}))|more(?= {_PIECES}))\b", re.IGNORECASE
)


def _bounded(heard: Heard, wish: Wish) -> Wish:
    """The wish for fewer or more pieces than the shown toy has, where the message asks for these: "fewer pieces"."""
    said, title = _FEWER_OR_MORE.search(heard.text), heard.titles.get(heard.top.doc_id, "") if heard.top else ""
    count = read_pieces(fold(title))
    if not said or count is None:
        return wish
    wanted = tuple(one for one in wish.constraints.wanted if not _FEWER_OR_MORE.search(one))
    bound = f"{count} pieces or {'more' if said['fewer'] else 'fewer'}"
    return wish.asking(wanted=wanted, refused=(*wish.constraints.refused, bound))


def _names_another_kind(wish: Wish, previous: Sequence[Intent]) -> bool:
    """Whether the wish is for a kind of toy that was not asked for before."""
    asked = {word for intent in previous for word in stems(intent.product_type)}
    return any(not asked.issuperset(stems(kind)) for kind in wish.kinds)


def _is_above(budget: Budget | None, heard: Heard) -> bool:
    """Whether the sum that is said lies above the price of what is shown."""
    top = heard.top
    return bool(budget and budget.max and top and top.price and budget.max > top.price.amount)


def if_the_shop_has_it(heard: Heard, intent: Intent) -> Intent:
    """The wish or, of who asks what else there is where the shop has not got it, for whom and for how much alone."""
    if not (asks_for_else(heard) and dialogue_state.found_nothing(heard.session)):
        return intent
    return replace(named(intent, ()), leftover=()).asking(brand=None, material=None, pieces=None, wanted=())


def first_of(intent: Intent, by: Superlative | None, text: str) -> Intent:
    """The wish without what the first by a field is not bound by: the dearest by no sum.

    Of all that the shop has it need not be for the beach: "the cheapest kite you've got".
    """
    if by is None:
        return intent
    if by == "dearest":
        intent = intent.asking(budget=None)
    if not first_of_all(text):
        return intent
    looks = (one for one in intent.constraints.wanted if scales(one) or COLOURS & set(stems(one)))
    return replace(intent, leftover=()).asking(wanted=tuple(looks))


def direction_of(reading: MessageReading) -> Refinement | None:
    """In which direction another choice is wanted; none where none is."""
    return next((DIRECTIONS[act] for act in reading.acts if act in DIRECTIONS), None)


def superlative_of(reading: MessageReading, wish: Wish) -> Superlative | None:
    """The field by which the first is wanted; none where none is, or no field of the kind tells it."""
    said = (*reading.words_for("best"), *filter(is_of_size, reading.words_for("feature")))
    if reading.does("best"):  # "cheap as poss" is no sum
        said += tuple(text for text in reading.words_for("budget") if not re.search(r"\d", text))
    return read_superlative(" ".join(said), " ".join((*wish.kinds, wish.constraints.brand or "")))


def shown_maker(heard: Heard, intent: Intent) -> str:
    """Who makes what was recommended for a wish; empty where nothing was, or nobody says."""
    top = dialogue_state.last_top_pick(heard.session, intent)
    return top.brand if top else ""


def is_live(heard: Heard) -> bool:
    """Whether it asks for a price of this moment."""
    return heard.reading.does("price") or bool(_LIVE.search(plain(heard.text)))
