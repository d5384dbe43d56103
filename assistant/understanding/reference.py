"""Reference: which of the toys on the screen a message is about.

A title is full of words that name other toys, ages and pieces. Said in a question about what is shown, they are no new
wish: "tell me more about Farm Train, 46 Pieces" is "tell me more about the third one".
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from assistant.language.numbers import ORDINALS
from assistant.language.text import fold, words
from assistant.schema import Intent, Reference, Session, Shown
from assistant.understanding import dialogue_state
from assistant.understanding.dialogue_acts import act_about_shown, named_ranks

# One word is often what a kind of toy is called.
_LEAST_WORDS = 2
_IT, _ALL_THREE = re.compile(r"\b(?:it|this|that)\b"), re.compile(r"\b(?:three|3|all)\b")
_PLACES = {place: word for word, place in reversed(ORDINALS.items())}


def pointed(text: str, titles: Sequence[str]) -> str:
    """The message with the titles on the screen turned into places; as it is where it asks nothing about them."""
    folded = fold(text)
    by_length = sorted(range(len(titles)), key=lambda at: -len(titles[at]))
    for at in by_length:
        said, place = words(titles[at]), _PLACES.get(at + 1)
        if place and len(said) >= _LEAST_WORDS:
            spelled = r"[\W_]+".join(map(re.escape, said))
            folded = re.sub(rf"(?<!\w)(?:the )?{spelled}(?!\w)", f"the {place} one", folded)
    return folded if folded != fold(text) and act_about_shown(folded) else text


def refer(intent: Intent, session: Session) -> Reference:
    """What of the conversation the intent goes on from."""
    pick = dialogue_state.last_top_pick(session, intent)
    return Reference(_about(intent, session, pick), pick, dialogue_state.picked_ids(session))


def _about(intent: Intent, session: Session, looked_at: Shown | None) -> tuple[str, ...]:
    """The shown products that the message is about: by their place, else the one last looked at; two to compare."""
    shown, folded = dialogue_state.last_list(session), fold(intent.text)
    named = intent.about or tuple(shown[rank - 1].doc_id for rank in named_ranks(folded, len(shown)))
    if intent.act != "compare":
        return named[:1] or ((looked_at.doc_id,) if looked_at else ())
    if len(named) == 1 and looked_at and looked_at.doc_id not in named and _IT.search(folded):
        named = (looked_at.doc_id, *named)
    picked = shown[:3] if _ALL_THREE.search(folded) else shown[:2]
    return named if len(named) > 1 else tuple(one.doc_id for one in picked)
