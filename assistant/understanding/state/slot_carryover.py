"""Slot carryover: what the wishes in force ask for, value by value, and what of it is left after a message. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from assistant.language.currencies import money
from assistant.language.scales import scales
from assistant.language.text import ages, brand_key, stems, without
from assistant.schema import ContextUnit, Intent, Screen, Session, SlotValue, StateSlot
from assistant.understanding.slots import named
from assistant.understanding.state import dialogue_state

_ONE = re.compile(r"\bones?\b", re.IGNORECASE)
# At least as likely as not.
LIKELY = 0.5
# What something is made of goes with its kind: of 108 labelled messages that name another kind 90 leave it behind.
SURE = 0.9
# So many toys of earlier lists, and so many messages, tell what a shopper may mean.
MOST_EARLIER, MOST_SAID = 12, 2


def list_of(session: Session, titles: Mapping[str, str]) -> Screen:
    """The wish and the list that stood there; `titles` are by the products' ids, and hold what is still sold."""
    intents = dialogue_state.last_product_intents(session)
    wish = " and ".join(intent.product_type for intent in intents if intent.product_type)
    shown = tuple(titles[one.doc_id] for one in dialogue_state.last_list(session) if one.doc_id in titles)
    return Screen(wish, shown)


def screen_of(session: Session, titles: Mapping[str, str]) -> Screen:
    """What the shopper sees and has seen; `titles` are by the products' ids, and hold what is still sold."""
    shown = [one for one in dialogue_state.last_list(session) if one.doc_id in titles]
    here = {one.doc_id for one in shown}
    before = dict.fromkeys(
        one.doc_id for past in dialogue_state.earlier(session) for one in dialogue_state.last_list(past)
    )
    return replace(
        list_of(session, titles),
        slots=slot_values(dialogue_state.last_product_intents(session)),
        prices=tuple(money(one.price) if one.price else "" for one in shown),
        earlier=tuple(titles[doc_id] for doc_id in before if doc_id in titles and doc_id not in here)[:MOST_EARLIER],
        said=tuple(turn.user for turn in session.turns[-MOST_SAID:]),
    )


def slot_values(intents: Sequence[Intent]) -> tuple[SlotValue, ...]:
    """All that the wishes ask for, wish by wish."""
    return tuple(
        SlotValue(wish, slot, text)
        for wish, intent in enumerate(intents)
        for slot, texts in _values(intent)
        for text in texts
        if text
    )


def _values(intent: Intent) -> Iterator[tuple[StateSlot, Sequence[str]]]:
    asked = intent.constraints
    yield "kind", kinds_of(intent)
    yield "theme", intent.themes
    yield "brand", ("" if is_of_maker(intent) else asked.brand or "",)
    yield "material", (asked.material or "",)
    yield "feature", tuple(dict.fromkeys((*asked.wanted, *intent.leftover)))
    yield "age", (ages(asked.age) if asked.age else "",)
    yield "players", (str(asked.players or ""),)
    yield "pieces", (str(asked.pieces or ""),)
    yield "budget", (dialogue_state.budget_words(asked.budget) if asked.budget else "",)
    yield "refused", tuple(dict.fromkeys((*asked.refused, *asked.refused_kinds, *asked.refused_brands)))


def rests_on(intent: Intent, session: Session) -> tuple[ContextUnit, ...]:
    """The earlier messages that first said what is wanted now, the newest first, each with its share of that."""
    wanted = {(value.slot, value.text) for value in slot_values((intent,))}
    said_by: dict[tuple[StateSlot, str], int] = {}
    for number, turn in enumerate(session.turns):
        if wishes := dialogue_state.wishes(turn):
            stated = {(value.slot, value.text) for value in slot_values(wishes)}
            said_by = {value: said_by.get(value, number) for value in stated}
    shares = Counter(number for value, number in said_by.items() if value in wanted)
    return tuple(
        ContextUnit(f"message-{number + 1}", session.turns[number].user, round(count / len(wanted), 4))
        for number, count in sorted(shares.items(), reverse=True)
    )


def kinds_of(intent: Intent) -> tuple[str, ...]:
    """The kinds of toy without the theme that stands in front of each."""
    return tuple(kind for one in intent.kinds if (kind := without(one, intent.theme)))


def less_said_before(intent: Intent, before: Sequence[Intent] = ()) -> Iterator[tuple[Intent, tuple[str, ...]]]:
    """A wish that goes on without the looks that its newest message does not name, then without themes, and kinds.

    With each comes what was left out. A new wish goes on with what stood in the wishes `before` it.
    """
    said, stood = set(stems(intent.text)), {value.text for value in slot_values(before)}

    def split(phrases: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        # What fits no track is no use, whatever else it is: a scale holds.
        old = tuple(
            one for one in phrases
            if said.isdisjoint(stems(one)) and not scales(one) and (intent.act == "refine" or one in stood)
        )  # fmt: skip
        return tuple(one for one in phrases if one not in old), old

    wanted, old_looks = split(intent.constraints.wanted)
    leftover, old_words = split(intent.leftover)
    kinds = kinds_of(intent)
    themes, old_themes = split(intent.themes) if kinds or intent.constraints.brand else (intent.themes, ())
    lesser = replace(intent, leftover=leftover).asking(wanted=wanted)
    if (old_looks or old_words) and lesser.names_a_toy:
        yield lesser, (*old_looks, *old_words)
    if old_themes:
        lesser = named(lesser, kinds, *themes)
        yield from [(lesser, (*old_themes, *old_looks, *old_words))] if lesser.names_a_toy else []
    # "Dinosaur", after a robot: where the shop has no such robot, a dinosaur is what is wanted now. "One with a
    # lighthouse" is of the kind that was wanted.
    is_one = _ONE.search(intent.text) is not None
    goes_on = intent.act == "refine" and not is_one
    old_kinds = tuple(kind for kind in kinds if themes and goes_on and said.isdisjoint(stems(kind)))
    lesser = named(lesser, (), *themes) if old_kinds else lesser
    # Without the last word of what it is to be anything would do: a chess set for a baby shower.
    if old_kinds and lesser.names_a_toy:
        yield lesser, (*old_kinds, *old_themes, *old_looks, *old_words)


def names_it_anew(intent: Intent) -> bool:
    """Whether the newest message of a wish says what the toy is or what it is about."""
    said = set(stems(intent.text))
    return any(not said.isdisjoint(stems(name)) for name in (*kinds_of(intent), *intent.themes))


def is_of_maker(intent: Intent) -> bool:
    """Whether what the toy is about is the name of the maker that it is to be by: these go together."""
    return bool(intent.theme) and brand_key(intent.constraints.brand or "") == brand_key(intent.theme)


def without_dropped(intents: Sequence[Intent], kept: Sequence[float]) -> tuple[Intent, ...]:
    """The wishes less what likely holds no more; `kept` as a reader gives it, empty where it cannot tell."""
    values = slot_values(intents)
    if len(kept) != len(values):
        return tuple(intents)
    odds = dict(zip(values, kept, strict=True))
    return tuple(_still(intent, wish, odds) for wish, intent in enumerate(intents))


def _still(intent: Intent, wish: int, odds: Mapping[SlotValue, float]) -> Intent:
    def holds(slot: StateSlot, text: str, least: float = LIKELY) -> bool:
        return odds.get(SlotValue(wish, slot, text), 1.0) >= least

    def those(slot: StateSlot, texts: Sequence[str]) -> tuple[str, ...]:
        return tuple(text for text in texts if holds(slot, text))

    has = {slot: bool(those(slot, texts)) for slot, texts in _values(intent)}
    asked = intent.constraints
    is_other = bool(kinds_of(intent)) and not has["kind"]
    if is_other and asked.material:
        has["material"] = holds("material", asked.material, SURE)
    if is_of_maker(intent):
        has["brand"] = has["theme"]
    single: tuple[StateSlot, ...] = ("brand", "material", "age", "players", "pieces", "budget")
    lost: dict[str, None] = {slot: None for slot in single if not has[slot]}
    left = replace(intent, leftover=those("feature", intent.leftover)).asking(
        **lost,
        wanted=those("feature", asked.wanted),
        refused=those("refused", asked.refused),
        refused_kinds=those("refused", asked.refused_kinds),
        refused_brands=those("refused", asked.refused_brands),
    )
    return named(left, those("kind", kinds_of(intent)), *those("theme", intent.themes))
