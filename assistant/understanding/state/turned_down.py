"""Turned down: shown toys that are not wanted, so that nobody is offered again what they said no to.

Who has seen a toy and says of it that it won't do, or asks for what it has not, wants another one.
"""

from __future__ import annotations

import re

from assistant.language.text import fold, stems, words
from assistant.schema import NAMING, SIGNS, Intent, Span
from assistant.understanding.grammars.question_topics import seeks
from assistant.understanding.heard import Heard
from assistant.understanding.reference import has_word, is_called, naming, pointed_at
from assistant.understanding.slots import Wish
from assistant.understanding.state import dialogue_state

# "Um no, a card game", "that's too small", "I wanted balloons": what was shown is not wanted again.
_SO = r"\W*(?:(?:um+|oh|hm+|well|but|lol|ok|okay)\b\W*)*"
_OBJECTS = re.compile(
    r"\W*(?:(?:um+|er+m?|oh|ooh|hm+|well|sorry|but|ok|okay|dear|thanks|thank you)\b\W*)*(?:no|nope|nah)\b\s*"
    r"(?:[,.!;:-]|$|(?:no|not|i|that|those|these|it|you|mate|thanks|thank)\b)"
    rf"|{_SO}(?:that|those|these)(?:['’]?s|['’]?re| is| are) "
    r"(?!(?:\w+ )?(?:lovely|great|nice|good|perfect|fine|ok|okay|cool|brilliant|cute|sweet|amazing|ideal|right|better|"
    r"all|it|what)\b)"
    rf"|{_SO}(?:(?:a bit|bit|way|far|much|rather|all)\s+)*too (?!many\b|much\b)\w+"
    r"|.*\b(?:already showed|showed me that|keep showing)\b"
    r"|.*(?<!\bis )(?<!\bare )\b(?:that|this|it|those|these|they)(?: ones?)?(?:['’]?s|['’]?re| is| are)?"
    r" (?:\w+ )?too \w+"
    r"|.*\bis too (?:many|much|few|little)\b"
    r"|.*\bi (?:wanted|said|asked for|meant)\b",
    re.IGNORECASE | re.DOTALL,
)
_MORE = re.compile(
    r"\b(?:show|see|got|have|any|some)\b[\w ']*\bmore\b(?: (?:please|pls|of (?:these|those|them)))?\W*$"
    r"|^\W*more\W*$|\bmore (?:options|choices|ideas)\b",
    re.IGNORECASE,
)
_ELSE = re.compile(r"\b(?:what|anything|something) else\b", re.IGNORECASE)
# What was shown is not what was said: "that's a banner, I wanted balloons", "you forgot the sofa".
_COMPLAINS = re.compile(
    r"\bi (?:said|asked for|wanted|meant|did(?:n['’]?t| not) (?:mean|ask|want|say))\b"
    r"|\byou(?:['’]ve)? (?:forgot|missed|ignored)\b"
    r"|\b(?:that|those|these)(?:['’]?s|['’]?re| is| are) (?:only|just|not) (?:an? |one |what |for )",
    re.IGNORECASE,
)


def complains(text: str) -> bool:
    """Whether a message says that what was shown is not what was asked for; who is sorry themselves does not."""
    return _COMPLAINS.search(text) is not None and "sorry" not in words(fold(text))


def asks_for_else(heard: Heard) -> bool:
    """Whether it asks what else there is."""
    return _ELSE.search(heard.text) is not None and seeks(heard.text)


def objects(heard: Heard) -> bool:
    """Whether the message says no to what is shown: who turns something down beside a toy speaks of that toy.

    "What else is there up to £20?" leaves it behind too; "not German", of a British tank, does not.
    """
    refused = [span for span in heard.reading.spans if span.sign == "refused"]
    return (
        asks_for_else(heard)
        or any(not _is_of_others(span, heard) for span in refused)
        or bool(_OBJECTS.match(heard.text))
    )


def _is_of_others(refused: Span, heard: Heard) -> bool:
    """Whether it points at another than what was recommended, or names toys of the shop of which that is none."""
    top = heard.top
    title = heard.titles.get(top.doc_id, "") if top else ""
    if pointed := pointed_at([refused.text] if refused.slot == "ref" else [], heard.screen, heard.session):
        return top is not None and all(one.doc_id != top.doc_id for one in pointed)
    if not title or refused.slot not in NAMING or not heard.named_so(refused.text):
        return False
    return not heard.named_so(f"{title} {refused.text}")


def turned_down(heard: Heard, wish: Wish, *, all_seen: bool, goes_on: bool) -> tuple[str, ...]:
    """The ids of the shown toys that a message asking for another leaves behind, with those left behind before.

    These are those that it points at, those that somebody has and, where `all_seen` are meant, all Top Picks since the
    wish began; else, where it `goes_on` with a wish, those Top Picks whose names lack a word of what it now asks for.
    """
    session = heard.session
    shown, reading = dialogue_state.last_list(session), heard.reading
    refused = reading.words_for("ref", sign="refused")  # "not the second one, more like the first"
    refs = refused or [ref for sign in SIGNS for ref in reading.words_for("ref", sign=sign)]
    pointed = pointed_at(refs, heard.screen, session)
    left = [one.doc_id for one in pointed]
    left += [one.doc_id for one in shown if _is_owned(heard, heard.titles.get(one.doc_id, ""))]
    if all_seen:
        left += sorted(dialogue_state.picked_ids(session))
        left += [one.doc_id for one in shown if _MORE.search(heard.text)]  # what was listed is seen, too
    elif goes_on:
        words = _asked(wish)
        left += [
            one.doc_id
            for one in shown
            if one.top and not all(has_word(word, stems(heard.titles.get(one.doc_id, ""))) for word in words)
        ]
    # "Not the turtle" says nothing of what was shown for another wish.
    meant = {one.wish for one in pointed} or {one.wish for one in shown}
    others = {one.doc_id for one in shown if one.wish not in meant}
    left = [doc_id for doc_id in left if doc_id not in others]
    return tuple(dict.fromkeys((*dialogue_state.turned_down(session), *left)))


def _is_owned(heard: Heard, title: str) -> bool:
    """Whether the message says that somebody has what a title names: "she already has cards"."""
    return any(naming(one.text) and is_called(one.text, title) for one in heard.reading.spans_for("owns"))


def goes_on(wish: Wish, previous: tuple[Intent, ...]) -> bool:
    """Whether a new wish has to do with what was asked for before: a shopper who says it anew got what is not it."""
    before = {word for intent in previous for word in stems(intent.product_type)}
    return not before.isdisjoint(_asked(wish))


def _asked(wish: Wish) -> list[str]:
    """All that a message says of what the toy is to be, as stems."""
    asked = wish.constraints
    return naming(" ".join((*wish.kinds, wish.theme, *wish.leftover, *asked.wanted, str(asked.pieces or ""))))
