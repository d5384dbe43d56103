"""A pressed button becomes a `Route`: no words are read."""

from __future__ import annotations

from dataclasses import replace

from assistant.schema import AskAbout, Command, Drop, Intent, Question, Refine, Route, Session
from assistant.understanding.state import dialogue_state


def route_command(command: Command, text: str, session: Session) -> Route:
    """What the command asks for; `text` is how the conversation shows it.

    A page that stands open longer than its conversation is kept may press a button about nothing: then what is asked
    for is asked anew.
    """
    previous = dialogue_state.last_product_intents(session)
    if not previous:
        return Route((Intent(text, "find", "product_query"),))
    going_on = tuple(
        replace(
            intent, text=text, act="refine", refinement=None, question=None, about=(), confidence=1.0,
            needs_live_price=False,
        )
        for intent in previous
    )  # fmt: skip
    match command:
        case Refine(direction):
            left = dialogue_state.left_behind(session)
            return Route(tuple(replace(intent, refinement=direction, turned_down=left) for intent in going_on))
        case AskAbout(act, doc_ids):
            question = Question(text, "description") if act == "details" else None
            subject = dialogue_state.looked_at(going_on, session)
            return Route((replace(subject, act=act, about=doc_ids, question=question),))
        case Drop():
            return Route(
                tuple(_without(intent, command) if at == command.wish else intent for at, intent in enumerate(going_on))
            )


def _without(intent: Intent, drop: Drop) -> Intent:
    if drop.slot == "product_type":
        return replace(intent.of(()), themes=(), leftover=())
    values = getattr(intent.constraints, drop.slot)
    kept = tuple(value for value in values if value != drop.value) if isinstance(values, tuple) else None
    return intent.asking(**{drop.slot: kept})
