"""What carries over from the conversation: constraints of earlier turns, and what was shown.

Pure functions over a `Session`. A message that names a new kind of toy starts a new wish and keeps only what is about
the person (the age); one that only constrains or refines goes on with the last wish.
"""

from __future__ import annotations

from dataclasses import replace

from assistant.schema import Constraints, Intent, Session, Shown


def last_product_intents(session: Session) -> tuple[Intent, ...]:
    """The product intents of the newest turn that had any."""
    for turn in reversed(session.turns):
        intents = tuple(intent for intent in turn.intents if intent.intent_type == "product_query")
        if intents:
            return intents
    return ()


def last_top_pick(session: Session) -> Shown | None:
    """The Top Pick last shown."""
    return next((shown for shown in last_list(session) if shown.top), None)


def last_list(session: Session) -> tuple[Shown, ...]:
    """The ranked list on the screen: of the newest turn that searched, since a question about it changes nothing."""
    searched = (
        turn.shown for turn in reversed(session.turns) if any(i.act in ("find", "refine") for i in turn.intents)
    )
    return next((shown for shown in searched if shown), ())


def shown_ids(session: Session) -> frozenset[str]:
    """Every product shown since the current wish began."""
    ids: set[str] = set()
    for turn in reversed(session.turns):
        ids.update(shown.doc_id for shown in turn.shown)
        if any(intent.act == "find" for intent in turn.intents):
            break
    return frozenset(ids)


def merge(old: Constraints, new: Constraints) -> Constraints:
    """The old constraints with everything that the new message says put over them."""
    return Constraints(
        budget=new.budget or old.budget,
        age=new.age or old.age,
        brand=new.brand or old.brand,
        material=new.material or old.material,
        category=new.category or old.category,
        players=new.players or old.players,
        pieces=new.pieces or old.pieces,
        wanted=tuple(dict.fromkeys((*old.wanted, *new.wanted))),
        refused=tuple(dict.fromkeys((*old.refused, *new.refused))),
    )


def carry_person(old: Constraints, new: Constraints) -> Constraints:
    """A new wish keeps what is about the person: the age, when it names none of its own."""
    return replace(new, age=new.age or old.age)
