"""What a reading says of a message, put right by the message's own words where toys were shown. Pure."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

from assistant.language.lexicon import MATERIALS, is_a_colour
from assistant.language.text import stems
from assistant.schema import NAMING, SlotName, Span
from assistant.understanding.grammars.question_topics import (
    first_of_all,
    only_asks_for_cheaper,
    ranks_by_degree,
    read_superlative,
)
from assistant.understanding.heard import Heard
from assistant.understanding.reference import has_word, naming, places, shown_before
from assistant.understanding.state import dialogue_state
from assistant.understanding.state.slot_carryover import slot_values

_NO_LIMIT = re.compile(
    r"\b(?:do(?:n['’]?t| not) mind (?:paying|spending)(?: (?:a (?:bit|little)|much))? more"
    r"|money(?:['’]?s| is)? no object|(?:price|cost|money|budget) "
    r"(?:does(?:n['’]?t| not) matter|is(?:n['’]?t| not) (?:a problem|an issue)))\b",
    re.IGNORECASE,
)
# "Got one with a slide or sprinkler": up to where another clause begins. A little one is a child.
_ONE_WITH = re.compile(
    r"\b(?<!little )(?<!young )ones? (?:with|without|that ha(?:s|ve)|which ha(?:s|ve))\b"
    r"(?:(?! (?:and|but|so|needs?|wants?|would|likes?|loves?)\b)[^,.;!?])*",
    re.IGNORECASE,
)
_OR = re.compile(r"\s+or\s+(?:(?:an?|any|some)\s+)?", re.IGNORECASE)
_OF_A_LOOK = re.compile(r"(?:the|that) (?P<look>[\w-]+) ones?")
_WHICH_OF_THEM = re.compile(
    r"\W*(?:(?:and|so|ok|okay|but) )*which (?:ones?|(?:ones? )?of (?:these|those|them|the (?:two|three|lot)))\s+"
    r"(?P<verb>is|are|has|have|needs?|comes?|works?|takes?|can|do|does)(?:n['’]?t| not)?\s+(?P<rest>[^.!?;]+)\W*$",
    re.IGNORECASE,
)
_WHAT_IS_SOLD = re.compile(
    r"\W*(?:(?:hi|hello|hey|so|ok)\b\W*)*what (?:(?:sorts?|kinds?|types?) of )?(?:(?:toys?|things|stuff) )?"
    r"(?:do|can|have) you (?:sell|have|stock|got|do|offer)(?: here)?\W*",
    re.IGNORECASE,
)


def reread(heard: Heard) -> Heard:
    """The message with all of that put right."""
    if _WHAT_IS_SOLD.fullmatch(heard.text):
        return heard.read_as(acts=("help",), spans=(), odds=())
    if not heard.previous and only_asks_for_cheaper(heard.text):  # than nothing
        return heard.read_as(acts=("cheaper",), spans=())
    for mended in (
        _said_twice,
        _remarking,
        _going_back,
        _of_another_look,
        _either,
        _owned,
        _given_up,
        _answering,
        _asking_for_better,
        _which_of_them,
    ):
        heard = mended(heard)
    return heard


def _said_twice(heard: Heard) -> Heard:
    """The message with what names a toy twice read where it stands last: "she prefers dogs. Puppies or dogs jigsaw"."""
    named = [(span.slot, span.sign, tuple(stems(span.text))) for span in heard.reading.spans]
    spans = heard.reading.spans
    return heard.read_as(spans=tuple(
        span for at, span in enumerate(spans) if span.slot not in NAMING or named[at] not in named[at + 1 :]
    ))  # fmt: skip


def _remarking(heard: Heard) -> Heard:
    """The message with what stands behind "one with" as what the toy is to have, and without a limit that is lifted."""
    led = [found.span() for found in _ONE_WITH.finditer(heard.text)]
    heard = heard.marked(
        lambda span: span.slot == "kind" and any(start < span.start < end for start, end in led), slot="feature"
    )
    lifted = [Span("budget", found[0], *found.span(), "dropped") for found in _NO_LIMIT.finditer(heard.text)]
    others = (
        span for span in heard.reading.spans if not any(one.start < span.end and span.start < one.end for one in lifted)
    )
    return heard.read_as(spans=tuple(sorted((*others, *lifted), key=lambda span: span.start)))


def _going_back(heard: Heard) -> Heard:
    """The message with what it goes back to as pointed at, by whatever name: "the Heinkel that you showed me"."""
    if not heard.reading.does("back") or any(naming(ref, 3) for ref in heard.reading.words_for("ref")):
        return heard
    return heard.marked(lambda span: span.slot in NAMING and span.sign == "wanted", slot="ref")


def _of_another_look(heard: Heard) -> Heard:
    """The message as one for another, where it points at one of a colour or material that no name shown tells of."""
    for span in heard.reading.spans_for("ref"):
        look = _OF_A_LOOK.fullmatch(span.text.lower())
        if not (look and heard.previous and (is_a_colour(look["look"]) or look["look"] in MATERIALS)):
            continue
        if places([span.text], heard.screen) or any(shown_before([span.text], heard.session, heard.titles)):
            continue
        slot: SlotName = "colour" if is_a_colour(look["look"]) else "material"
        asked = replace(span, slot=slot, text=look["look"], start=span.start + look.start("look"))
        others = (one for one in heard.reading.spans if one is not span)
        return heard.read_as(acts=("change",), spans=tuple(sorted((*others, asked), key=lambda one: one.start)))
    return heard


def _either(heard: Heard) -> Heard:
    """The message with a maker beside something else as kinds of which any will do: "any Meccano or robots?"."""
    spans = list(heard.reading.spans)
    for at, (one, other) in enumerate(pairwise(heard.reading.spans)):
        is_choice = _OR.fullmatch(heard.text[one.end : other.start]) and "brand" in (one.slot, other.slot)
        if is_choice and one.sign == other.sign == "wanted" and {one.slot, other.slot} <= set(NAMING):
            spans[at : at + 2] = (replace(one, slot="kind"), replace(other, slot="kind"))
    return heard.read_as(spans=tuple(spans))


def _owned(heard: Heard) -> Heard:
    """The message with what somebody has as not wanted, where it says no more: "he's got figures already"."""
    wished = stems(" ".join(intent.product_type for intent in heard.previous))
    says_no_more = {span.slot for span in heard.reading.spans} <= {"owns", "recipient"}
    if not (heard.previous and heard.reading.does("change") and says_no_more):
        return heard
    return heard.marked(
        lambda span: span.slot == "owns" and not any(has_word(word, wished) for word in naming(span.text)),
        slot="kind", sign="refused",
    )  # fmt: skip


def _given_up(heard: Heard) -> Heard:
    """The message with one of several wishes as taken back, where that is refused: "no sword, just the costume"."""
    wished = [set(stems(intent.product_type)) for intent in heard.previous]

    def names_one(span: Span) -> bool:
        said = set(stems(span.text))
        return bool(said) and sum(said <= kind for kind in wished) == 1

    if len(wished) < 2:
        return heard
    return heard.marked(lambda span: span.sign == "refused" and names_one(span), sign="dropped", slot="kind")


def _which_of_them(heard: Heard) -> Heard:
    """The message asked of each toy that is shown: "which of these isn't made by Brio", "which ones need batteries"."""
    found = _WHICH_OF_THEM.match(heard.text) if len(heard.screen.titles) > 1 else None
    if not found or heard.reading.does("best", "value"):
        return heard
    if read_superlative(heard.text) or ranks_by_degree(heard.text):  # "which one is cheaper" asks for no cheaper one
        return heard.read_as(acts=("best",)) if heard.reading.does("cheaper", "dearer") else heard
    verb, rest = found["verb"].lower(), found["rest"]
    opener, said = {"is": ("are", ""), "are": ("are", ""), "can": ("can", ""), "has": ("do", "have ")}.get(
        verb, ("do", "" if verb in ("do", "does") else f"{verb.removesuffix('s')} ")
    )
    text = f"{opener} any of these {said}{rest}"
    start = text.index("these")
    spans = (Span("ref", "these", start, start + len("these")),)
    return replace(heard, text=text).read_as(spans=spans, acts=("question",))


def _answering(heard: Heard) -> Heard:
    """The message with all that was said before, where it answers what was asked back: "he likes football"."""
    asked_back = dialogue_state.last_outcomes(heard.session) == {"asked back"}
    if not asked_back or not heard.reading.does("find"):
        return heard
    return heard.read_as(kept=(1.0,) * len(slot_values(heard.previous)))


def _asking_for_better(heard: Heard) -> Heard:
    """The message as one for the first of the same, where its own words ask for others: "better reviews"."""
    names_a_toy = heard.reading.words_for("kind", "theme")
    # "Which is the cheapest", of the only one that is shown, is asked of the shop.
    of_one = " ".join(heard.reading.words_for("best")) if len(heard.screen.titles) == 1 else ""
    of_all = first_of_all(heard.text) or (of_one if heard.reading.does("best") and read_superlative(of_one) else "")
    if not heard.previous or names_a_toy or not of_all or heard.reading.does("back"):
        return heard
    others = (span for span in heard.reading.spans if span.slot not in ("ref", "best"))
    return heard.read_as(acts=("change",), spans=(*others, Span("best", of_all, 0, len(of_all))))
