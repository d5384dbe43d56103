"""Intake: what the shopper typed becomes a `Turn`, readable, redacted and annotated.

Everything after this stage sees only the redacted text: what is logged, stored, searched and sent comes from it.
"""

from __future__ import annotations

import re
import unicodedata

from assistant.errors import QuestionError
from assistant.language.lexicon import TEXTING
from assistant.language.text import ages, fold
from assistant.schema import ContextUnit, Guardrails, Message, Sensitivity, Session, Turn
from assistant.understanding.grammars.answer_form import form_of
from assistant.understanding.grammars.audience import read_age
from assistant.understanding.redaction import plain, redact

# Long enough for any wish and for a pasted review; short enough that no step of the turn grows with it.
MAX_QUESTION_CHARS = 2_000
# A conversation is remembered whole in the store; a turn looks back this far.
MAX_MESSAGES = 20

_RESTRICTED = re.compile(
    r"\b(?:(?<!look like )(?<!looks like )(?<!look like a )(?<!looks like a )"
    r"real (?:gun|firearm|weapon|ammunition|explosive)s?|live ammunition|build a bomb|make a bomb|explosives|"
    r"hurt (?:a|my|the|his|her) (?:child|kid|baby|brother|sister)|poison (?:a|my|the|him|her|someone|somebody)|"
    r"sex toys?|vibrators?|dildos?|illegal drugs|cocaine|"
    r"how to (?:harm|kidnap|groom)|choke my)\b"
)
_SENSITIVE = re.compile(
    r"\b(?:autis\w+|adhd|asd|disab\w+|wheelchair|blind|deaf|down'?s syndrome|cerebral palsy|epilep\w+|allerg\w+|"
    r"anxi\w+|therap\w+|special needs|sen\b|bereave\w+|hospital|cancer)\b"
)
_OWNED = re.compile(
    r"\b(?:has|have|got|owns?) (?:already )?(?:an? |the |some )?(?P<what>[\w' -]{3,40}?)(?: set)? already\b"
)
# "Bucket n spade"; of trains N is a gauge.
_AND = re.compile(r"(?<=[a-z] )n(?= (?!gauge|scale)[a-z])", re.IGNORECASE)
_WITH = re.compile(r"(?<=[a-z] )w/?(?= [a-z])")
# "How big r they"; an R/C car is none, and a U-boat neither.
_ARE = re.compile(
    r"(?<=[a-z] )r(?= (?:they|these|those|the|it|you|u|any|there)\b)|(?<=\bthey )r(?= [a-z])", re.IGNORECASE
)
_YOU = re.compile(r"(?<![\w'.&-])u(?![\w'.&/-]| boat)", re.IGNORECASE)
_TEXTING = re.compile(rf"\b(?:{'|'.join(TEXTING)})\b", re.IGNORECASE)


def take_turn(text: str, *, session: Session, locale: str) -> Turn:
    """The shopper's message as a turn; raises `QuestionError` with what to do when it cannot be read."""
    redaction = redact(readable(text))
    folded = fold(redaction.text)
    form, asked = form_of(redaction.text)
    history = [
        message
        for turn in session.turns[-MAX_MESSAGES // 2 :]
        for message in (Message("user", turn.user), Message("assistant", turn.assistant))
    ]
    return Turn(
        text=redaction.text,
        session_id=session.session_id,
        messages=(*history, Message("user", redaction.text)),
        language=locale.partition("-")[0],
        locale=locale,
        asked=_written_out(asked),
        constraints=form,
        guardrails=Guardrails(sensitivity=_sensitivity(folded), pii_present=redaction.found),
        current_turn_context=tuple(_context_units(folded)),
    )


def _written_out(text: str) -> str:
    """The text with the words that are typed short: "bucket n spade", "does it come w batteries", "pls"."""
    text = _YOU.sub("you", _ARE.sub("are", _WITH.sub("with", _AND.sub("and", text))))
    return _TEXTING.sub(lambda short: TEXTING.get(short.group().lower(), short.group()), text)


def readable(text: str) -> str:
    """The message on one line, nothing invisible, no mark doubled; `QuestionError` where there is nothing to read."""
    if not text.strip():
        raise QuestionError("Your question is empty. Type what you are looking for, such as: a puzzle under £15.")
    if len(text) > MAX_QUESTION_CHARS:
        raise QuestionError(
            f"Your question has {len(text):,} characters; at most {MAX_QUESTION_CHARS:,} can be read. "
            "Please shorten it."
        )
    if any(unicodedata.category(char) == "Cc" and char not in "\t\n\r" for char in text):
        raise QuestionError("Your question contains control characters that cannot be read. Please type it again.")
    said = plain(text)
    if not any(char.isalnum() for char in said):
        raise QuestionError("Your question has no words in it. Say in words what you are looking for.")
    return said


def _sensitivity(folded: str) -> Sensitivity:
    if _RESTRICTED.search(folded):
        return "restricted"
    return "sensitive" if _SENSITIVE.search(folded) else "none"


def _context_units(folded: str) -> list[ContextUnit]:
    """What this message tells about the person the toy is for."""
    facts = []
    if age := read_age(folded):
        facts.append(f"child is {ages(age.age).removeprefix('ages ').removeprefix('age ')}")
    facts += [f"has {match['what'].strip()} already" for match in _OWNED.finditer(folded)]
    return [ContextUnit(unit_id=f"turn-{index}", text=fact) for index, fact in enumerate(facts, start=1)]
