"""Messages with their words marked by hand, as a reader would read them."""

from __future__ import annotations

import re
from collections.abc import Collection

from builders import a_vocabulary, price

from assistant.language.text import stems
from assistant.schema import (
    DialogueAct,
    Intent,
    MessageReading,
    Screen,
    Session,
    SessionTurn,
    Shown,
    Sign,
    Span,
    Vocabulary,
)
from assistant.understanding.heard import Heard
from assistant.understanding.state.dialogue_state import last_list, last_product_intents
from assistant.understanding.state.slot_carryover import slot_values
from assistant.understanding.state.slot_updates import Named

_MARK = re.compile(r"\{([-~]?)(\w+)\|([^}]*)\}")
_SIGNS: dict[str, Sign] = {"": "wanted", "-": "refused", "~": "dropped"}
NAMES = ("Rag Doll", "Bat Kite", "Shark Kite", "Dinosaur Jigsaw", "Star Wars Yoda", "Star Wars Darth Maul")
SHOP = a_vocabulary("LEGO", "Brio", "Early Learning Centre")


def marked(text: str) -> tuple[str, tuple[Span, ...]]:
    """The message without its marks, and the spans that they stood for."""
    spans, said, end = [], "", 0
    for match in _MARK.finditer(text):
        said += text[end : match.start()]
        spans.append(Span(match[2], match[3], len(said), len(said) + len(match[3]), _SIGNS[match[1]]))  # type: ignore[arg-type]
        said += match[3]
        end = match.end()
    return said + text[end:], tuple(spans)


def heard(
    text: str, *acts: DialogueAct, session: Session | None = None, screen: Screen | None = None,
    vocabulary: Vocabulary = SHOP, names: tuple[str, ...] = NAMES, holds: Collection[str] | None = None,
) -> Heard:  # fmt: skip
    """A marked message that does these things; of the slot values `holds` still do, by its name or a word of it."""
    said, spans = marked(text)
    session, shown = session or Session("s"), screen.titles if screen else ()
    titles = dict(zip((one.doc_id for one in last_list(session)), shown, strict=False))
    values = () if holds is None else slot_values(last_product_intents(session))
    kept = tuple(float(one.slot in holds or one.text in holds) for one in values) if holds is not None else ()
    return Heard(said, MessageReading(acts, spans, kept=kept), session, titles, vocabulary, named_among(names))


def named_among(names: tuple[str, ...]) -> Named:
    """The names that have all of some words in them."""
    return lambda words: [name for name in names if set(stems(words)) <= set(stems(name))]


def after(
    *intents: Intent, titles: tuple[str, ...] = ("Red Train", "Blue Train", "Tin Robot")
) -> tuple[Session, Screen]:
    """A conversation in which these wishes were answered with these toys, and its screen."""
    shown = tuple(Shown(f"p{at}", price("20"), 4.0, top=at == 1, brand="Brio") for at in range(1, len(titles) + 1))
    screen = Screen(" and ".join(intent.product_type for intent in intents), titles)
    return Session("s", (SessionTurn("a wish", "an answer", intents, shown),)), screen
