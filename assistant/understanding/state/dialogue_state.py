"""What carries over from the conversation: constraints of earlier turns, and what was shown.

Pure functions over a `Session`. `chips` show what stands, each with the command that takes it back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from assistant.language.currencies import amount_of
from assistant.language.lexicon import MATERIALS
from assistant.language.text import ages, stems
from assistant.schema import Budget, Constraints, Drop, Intent, Outcome, Session, SessionTurn, Shown, Slot

# In what is refused: "301 pieces or more".
_OF_PIECES = " pieces or "
# A wish beside the one before it: "and a ball for his sister", "a kite as well", "I'll have that. Now a kite".
_BESIDE = re.compile(
    r"\W*(?:(?:ok(?:ay)?|oh|great|lovely|thanks|yes)\b\W*)*(?:and|also|plus)\b|\b(?:as well|too|also)\b"
    r"|\b(?:i|we)(?:['’]?ll| will) (?:have|take|get|go (?:for|with))\b"
    r"|\b(?:to \w+ (?:in|on|with)|for|go(?:es)? with|matching) (?:it|them|that|those)\b",
    re.IGNORECASE,
)


def wishes(turn: SessionTurn) -> tuple[Intent, ...]:
    """What a turn searched for."""
    return tuple(intent for intent in turn.intents if intent.searches)


def newest(session: Session) -> tuple[Intent, ...]:
    """What the last message asked for; nothing at the beginning."""
    return session.turns[-1].intents if session.turns else ()


def led_by(intents: tuple[Intent, ...]) -> tuple[Intent, ...]:
    """The intents that look for a toy; all of them where none does."""
    return tuple(intent for intent in intents if intent.searches) or intents


def _searched(session: Session) -> list[int]:
    """The places of the turns that searched, the one in force first, then the newest first.

    In force is the newest or, where one toy of an earlier list was asked about since, the turn that found that.
    """
    at = [place for place in reversed(range(len(session.turns))) if wishes(session.turns[place])]
    for turn in reversed(session.turns):
        if wishes(turn):
            break
        asked_of = {one.doc_id for one in turn.shown if all(intent.act == "details" for intent in turn.intents)}
        found = [place for place in at if asked_of & {one.doc_id for one in session.turns[place].shown}]
        if len(asked_of) == 1 and found:
            return [found[0], *(place for place in at if place != found[0])]
    return at


def searches(session: Session) -> tuple[SessionTurn, ...]:
    """The turns that searched, the one in force first, then the newest first."""
    return tuple(session.turns[place] for place in _searched(session))


def last_product_intents(session: Session) -> tuple[Intent, ...]:
    """The wishes in force; one that names no age with what was told since, beside a question about a shown toy."""
    searched = next(iter(searches(session)), None)
    found = wishes(searched) if searched else ()
    if len(found) != 1 or found[0].constraints.age:
        return found
    since = takewhile(lambda turn: turn is not searched, reversed(session.turns))
    told = (intent.constraints.age for turn in since for intent in turn.intents if intent.constraints.age)
    return (found[0].asking(age=next(told, None)),)


def constraints_in_force(session: Session) -> Constraints:
    """What is understood of the first wish in force."""
    return next((intent.constraints for intent in last_product_intents(session)), Constraints())


def was_found(session: Session, intent: Intent) -> bool:
    """Whether the last search for the kind of toy that the intent is about found it, and not what is only near."""
    kind = stems(intent.product_type)
    return any(
        outcome == "answered" and one.searches and stems(one.product_type) == kind
        for turn in searches(session)[:1]
        for one, outcome in zip(turn.intents, turn.outcomes, strict=False)
    )


def last_outcomes(session: Session) -> frozenset[Outcome]:
    """What came of the last message's intents."""
    return frozenset(session.turns[-1].outcomes if session.turns else ())


def found_nothing(session: Session) -> bool:
    """Whether the last search left the screen without a toy."""
    return any(not turn.shown for turn in searches(session)[:1])


def last_top_pick(session: Session, intent: Intent | None = None) -> Shown | None:
    """The Top Pick last shown, of that intent where several wishes were answered."""
    for turn in reversed(session.turns):
        tops = [shown for shown in turn.shown if shown.top]
        if tops:
            return next((shown for shown in tops if intent and _answers(turn, shown, intent)), tops[0])
    return None


def top_before(session: Session) -> str:
    """The id of the first Top Pick before that of the wishes in force; empty where there was none."""
    tops = (one.doc_id for turn in searches(session)[1:] for one in turn.shown if one.top)
    return next(tops, "")


def _answers(turn: SessionTurn, shown: Shown, intent: Intent) -> bool:
    """Whether the product was shown for the kind of toy that the intent is about."""
    kinds = [one.product_type for one in led_by(turn.intents)]
    return shown.wish < len(kinds) and stems(kinds[shown.wish]) == stems(intent.product_type)


def looked_at(intents: Sequence[Intent], session: Session) -> Intent:
    """Of the wishes in force the one of the toy that was shown or asked about last."""
    top = last_top_pick(session)
    wishes = (one.wish for one in last_list(session) if top and one.doc_id == top.doc_id)
    return next((intents[wish] for wish in wishes if wish < len(intents)), intents[0])


def last_list(session: Session) -> tuple[Shown, ...]:
    """The ranked list on the screen: of the turn in force, since a question about it changes nothing.

    What was just set side by side stands before it, in the order of its columns.
    """
    listed = next((turn.shown for turn in searches(session) if turn.shown), ())
    compared = session.turns[-1].shown if session.turns else ()
    if len(compared) < 2 or any(intent.act != "compare" or intent.question for intent in newest(session)):
        return listed
    ids = {one.doc_id for one in compared}
    return (*compared, *(one for one in listed if one.doc_id not in ids))


def first_of_each(shown: Sequence[Shown]) -> tuple[Shown, ...]:
    """The first toy of each wish."""
    return tuple({one.wish: one for one in reversed(shown)}.values())[::-1]


def best_of_each(session: Session) -> tuple[str, ...]:
    """The ids of what leads each of the wishes that stand beside each other, of one message or of several."""
    found: dict[tuple[str, ...], str] = {}
    last, is_taken = tuple[str, ...](), False
    for turn in session.turns:
        asked = wishes(turn)
        if not asked:  # "I'll take the second one"
            is_taken = _BESIDE.search(turn.user) is not None
            found |= {last: turn.shown[0].doc_id} if is_taken and found and len(turn.shown) == 1 else {}
            continue
        names = [tuple(stems(intent.product_type)) for intent in asked]
        if asked[0].act == "find" and _BESIDE.search(turn.user):  # "and one for the bathroom too", of furniture
            names = [
                (*name, *stems(" ".join(intent.constraints.wanted))) if name in found else name
                for name, intent in zip(names, asked, strict=True)
            ]
        is_beside = is_taken or _BESIDE.search(turn.user) or set(names) & set(found)
        if asked[0].act == "find" and not is_beside:
            found.clear()
        elif len(names) == 1 and asked[0].act != "find" and not is_beside:  # "make it a bus"
            found.pop(last, None)
        tops = {one.wish: one.doc_id for one in first_of_each(turn.shown)}
        found |= {name: tops[wish] for wish, name in enumerate(names) if wish in tops}
        last, is_taken = names[-1], False
    return tuple(dict.fromkeys(found.values()))


def earlier(session: Session) -> tuple[Session, ...]:
    """The conversation as it stood after each search but the one in force, the latest of those first."""
    return tuple(replace(session, turns=session.turns[: place + 1]) for place in _searched(session)[1:])


def turned_down(session: Session) -> tuple[str, ...]:
    """The ids of the shown toys that the wishes in force have turned down."""
    return tuple(dict.fromkeys(doc_id for intent in last_product_intents(session) for doc_id in intent.turned_down))


def left_behind(session: Session) -> tuple[str, ...]:
    """What was turned down, and every Top Pick since the current wish began."""
    return tuple(dict.fromkeys((*turned_down(session), *sorted(picked_ids(session)))))


def picked_ids(session: Session) -> frozenset[str]:
    """Every Top Pick since the current wish began; what only stood in a list may yet be picked."""
    ids: set[str] = set()
    for turn in reversed(session.turns):
        ids.update(shown.doc_id for shown in turn.shown if shown.top)
        if any(intent.act == "find" and not intent.about for intent in turn.intents):
            break
    return frozenset(ids)


def merge(old: Constraints, new: Constraints, also: Sequence[str] = ()) -> Constraints:
    """The old constraints with everything that the new message says put over them; what it wants is refused no more.

    `also` is what else it wants: kinds and themes.
    """
    pieces = f"{new.pieces} pieces" if new.pieces else ""
    wished = _spelled((*new.wanted, new.brand or "", new.material or "", pieces, *also))
    turned_down = _spelled((*new.refused, *new.refused_brands, *new.refused_kinds))
    return Constraints(
        budget=_to_spend(old.budget, new.budget),
        age=new.age or old.age,
        brand=new.brand or (None if _spelled((old.brand or "",)) & turned_down else old.brand),
        material=new.material or (None if _spelled((old.material or "",)) & turned_down else old.material),
        category=new.category or old.category,
        players=new.players or old.players,
        pieces=new.pieces or (None if _limits_pieces(new) else old.pieces),
        stars=new.stars or old.stars,
        wanted=_kept(old.wanted, new.wanted, turned_down),
        refused=_kept(_without_bounds(old, new), new.refused, wished),
        refused_brands=_kept(old.refused_brands, new.refused_brands, wished),
        refused_kinds=_kept(old.refused_kinds, new.refused_kinds, wished),
    )


def _limits_pieces(asked: Constraints) -> bool:
    return any(_OF_PIECES in one for one in asked.refused)


def _without_bounds(old: Constraints, new: Constraints) -> Sequence[str]:
    """What was refused, less a limit of pieces where another or a count takes its place."""
    counts = new.pieces or _limits_pieces(new)
    return [one for one in old.refused if not (counts and _OF_PIECES in one)]


def _to_spend(old: Budget | None, new: Budget | None) -> Budget | None:
    """The sum in force: the new one, which may come on top of the old, and knows what it was raised from."""
    if new is None or old is None:
        return new or old
    if old.max is None or new.max is None or new.currency != old.currency:
        return replace(new, on_top=False)
    most = old.max + new.max if new.on_top else new.max
    is_raised = most > old.max and new.min is None
    return replace(new, max=most, on_top=False, raised_from=old.max if is_raised else None)


def _kept(old: Sequence[str], new: Sequence[str], against: set[str]) -> tuple[str, ...]:
    """The old phrases that the new message does not speak against, and the new ones."""
    return tuple(dict.fromkeys((*(phrase for phrase in old if not _spelled((phrase,)) & against), *new)))


def _spelled(phrases: Sequence[str]) -> set[str]:
    """The phrases by their stems, and a material by the name it goes by here: "wooden" is wood."""
    spelled = {" ".join(stems(phrase)) for phrase in phrases if phrase}
    return spelled | {MATERIALS[phrase] for phrase in spelled if phrase in MATERIALS}


@dataclass(frozen=True, slots=True)
class Chip:
    """One thing that was understood: how it is shown, and what takes it back, said in `text` and done by `command`."""

    label: str
    text: str
    command: Drop


def chips(intents: Sequence[Intent]) -> tuple[Chip, ...]:
    """What stands of every wish, in the order in which people say it."""
    several = len(intents) > 1
    return tuple(
        Chip(label, f"{text} for the {intent.product_type}" if several and intent.product_type else text, command)
        for number, intent in enumerate(intents)
        for label, text, command in _chips(intent, number)
    )


def _chips(intent: Intent, wish: int) -> Iterator[tuple[str, str, Drop]]:
    asked = intent.constraints
    if intent.product_type:
        yield intent.product_type, "any kind of toy", Drop("product_type", wish=wish)
    if asked.material:
        yield asked.material, "any material", Drop("material", wish=wish)
    if asked.brand:
        yield asked.brand, "any brand", Drop("brand", wish=wish)
    if asked.age:
        yield ages(asked.age), "forget the age", Drop("age", wish=wish)
    if asked.players:
        label = f"{asked.players} player{'s' * (asked.players > 1)}"
        yield label, "forget the number of players", Drop("players", wish=wish)
    if asked.pieces:
        yield f"{asked.pieces} pieces", "forget the number of pieces", Drop("pieces", wish=wish)
    if asked.stars:
        yield f"{asked.stars:g} stars and up", "any rating", Drop("stars", wish=wish)
    if asked.budget:
        yield budget_words(asked.budget), "forget the budget", Drop("budget", wish=wish)
    yield from ((feature, f"forget the {feature}", Drop("wanted", feature, wish)) for feature in asked.wanted)
    turned_down: tuple[tuple[Slot, tuple[str, ...], str], ...] = (
        ("refused", asked.refused, "no"), ("refused_kinds", asked.refused_kinds, "no"),
        ("refused_brands", asked.refused_brands, "not by"),
    )  # fmt: skip
    for slot, values, no in turned_down:
        yield from ((f"{no} {value}", f"I don't mind {value}", Drop(slot, value, wish)) for value in values)


def budget_words(budget: Budget) -> str:
    """A budget in a few words: "up to £30", "about £15", "£10 to £20 each", "up to £40 in all"."""
    low, high = (amount_of(end, budget.currency) if end is not None else "" for end in (budget.min, budget.max))
    most = f"{'about' if budget.around else 'up to'} {high}"
    span = f"{low} to {high}" if low and high else most if high else f"from {low}"
    return f"{span} each" if budget.each else f"{span} in all" if budget.shared else span
