"""What a reading says of a message, put right by the message's own words where toys were shown. Pure."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

from assistant.language.text import stems, words
from assistant.schema import NAMING, DialogueAct, Span
from assistant.understanding.grammars.question_topics import (
    asks,
    asks_for_dearer,
    first_of_all,
    only_asks_for_cheaper,
    ranks_by_degree,
    read_superlative,
)
from assistant.understanding.heard import DIRECTIONS, SURELY, Heard
from assistant.understanding.pointing import WHAT_ABOUT
from assistant.understanding.reference import has_word, naming, places, pointed_at, ranks
from assistant.understanding.slots import SURELY_NAMED
from assistant.understanding.state import dialogue_state
from assistant.understanding.state.slot_carryover import kinds_of, slot_values

_NO_A = re.compile(r"\bno,? (?:an?|the|i (?:said|meant|want(?:ed)?)(?: an?| the)?) $", re.IGNORECASE)
_ONLY_BATTERIES = re.compile(
    r"\W*(?:(?:ok|okay|so|and|but|oh|what about|how about|any|the)\W+)*batter(?:y|ies)\W*", re.IGNORECASE
)
_OR = re.compile(r"\s+or\s+(?:(?:an?|any|some)\s+)?", re.IGNORECASE)
_AS_ANY = re.compile(r"\b(?:an?|any|some) $", re.IGNORECASE)
_THAT_IS_NOT = re.compile(
    r"\b(?:that|those|these|it|this)(?:['’]?s|['’]?re| is| are| was) [^.!?]{2,40}?,? not (?:for )?(?:an?|the)? ?$",
    re.IGNORECASE,
)
_IT = re.compile(r"\b(?:it|its|them|they|these|those|this one|that one)\b", re.IGNORECASE)
# "Anything to build or dig up" seeks another, where it asks nothing of it.
_ANYTHING_SUCH = re.compile(
    r"\W*(?:(?:and|or|ok|okay|so|hm+)\b\W*)*(?:(?:(?:have|do) you (?:got|have)|got|is there|are there) )?"
    r"(?:anything|something|any|ones?)(?: ones?| others?| else)? "
    r"(?:with|without|that|to(?! (?:watch|know|worry|note|beware|be)\b)) "
    r"(?P<what>(?!.*\b(?:it|its|they|them|i|we)\b).+?)\W*",
    re.IGNORECASE,
)
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
# Words of a toy's name that tell what is like it.
_WORDS_OF_A_NAME = 8
# "Anything like the ice cream van", "got any others like that".
_LIKE = re.compile(
    r"\b(?:(?:some|any)thing(?: else)?|ones?|others?|more|another|toys?|stuff|any)\b[^.,;!?]{0,20}?"
    r"\b(?:like|similar to|along the lines of) "
    r"(?P<what>(?:the|that|this|those|these|it|them)\b[^.,;!?]*?)(?= (?:but|only|and|for|in|under)\b|[.,;!?]|$)",
    re.IGNORECASE,
)
# What is named beside these is no part of a shown toy that something is asked of.
_NO_QUESTIONS: tuple[DialogueAct, ...] = ("take", "describe", "change", *DIRECTIONS)


def reread(heard: Heard) -> Heard:
    """The message with all of that put right."""
    if _WHAT_IS_SOLD.fullmatch(heard.text):
        return heard.read_as(acts=("help",), spans=(), odds=())
    if not heard.previous and only_asks_for_cheaper(heard.text):  # than nothing
        return heard.read_as(acts=("cheaper",), spans=())
    for mended in (
        _either, _no_a, _owned, _given_up, _mistaken, _answering, _anew, _not_dearer, _asking_for_dearer,
        _asking_for_better, _of_batteries, _such_a_thing, _of_it, _of_what_is_not_shown, _which_of_them,
    ):  # fmt: skip
        heard = mended(heard)
    return heard


def like_shown(heard: Heard) -> Heard | None:
    """The message as one for another near to a shown toy, "anything like the ice cream van"; None where it is none.

    What is like the Top Pick of its kind is just another of that kind.
    """
    found = _LIKE.search(heard.text) if heard.previous else None
    if not found:
        return None
    by_name = [ref for ref in (found["what"], *heard.reading.words_for("ref")) if naming(ref) or ranks(ref)]
    meant = pointed_at(by_name or ["it"], heard.screen, heard.session) or ((heard.top,) if not by_name else ())
    if len(meant) != 1 or meant[0] is None or (meant[0].top and kinds_of(heard.subject)):
        return None
    start, end = found.span("what")
    title = " ".join(words(heard.titles.get(meant[0].doc_id, ""))[:_WORDS_OF_A_NAME])
    # Its name is no more than near to what is wanted: what is unsure only ranks.
    near = (
        Span("ref", (by_name or [found["what"]])[0], start, end),
        Span("feature", title, start, end, confidence=0.0),
    )
    others = [one for one in heard.reading.spans if one.slot != "ref" and not start <= one.start < end]
    acts = tuple(act for act in heard.reading.acts if act in DIRECTIONS) or ("another",)
    return heard.read_as(acts=acts, spans=tuple(sorted((*others, *near), key=lambda span: span.start)))


def _either(heard: Heard) -> Heard:
    """The message with a maker beside something else as kinds of which any will do: "any Meccano or robots?"."""
    spans = list(heard.reading.spans)
    for at, (one, other) in enumerate(pairwise(heard.reading.spans)):
        is_choice = _OR.fullmatch(heard.text[one.end : other.start]) and "brand" in (one.slot, other.slot)
        if is_choice and one.sign == other.sign == "wanted" and {one.slot, other.slot} <= set(NAMING):
            spans[at : at + 2] = (replace(one, slot="kind"), replace(other, slot="kind"))
    return heard.read_as(spans=tuple(spans))


def _no_a(heard: Heard) -> Heard:
    """The message with what stands behind a "no" of its own as wanted: "no, a Frozen one" refuses no Frozen."""
    return heard.marked(lambda span: span.sign == "refused" and _NO_A.search(heard.text[: span.start]), sign="wanted")


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


def _mistaken(heard: Heard) -> Heard:
    """The message with what is shown as refused, and what it is not as wanted: "that's a shed, not an engine"."""
    if not heard.previous:
        return heard
    spans = [span for span in heard.reading.spans if span.slot in NAMING]
    contrasts = {span: found.start() for span in spans if (found := _THAT_IS_NOT.search(heard.text[: span.start]))}
    is_told = {one for one in spans for span, start in contrasts.items() if start <= one.start < span.start}
    return heard.marked(is_told.__contains__, sign="refused").marked(contrasts.__contains__, sign="wanted")


def _anew(heard: Heard) -> Heard:
    """The message as a new wish, where it says without a kind all that a first one does: "lego for a 12 year old, £5".

    Whom it is for, what it may cost, and a maker or what it is about: of 62 such labelled messages 50 are new wishes.
    """
    reading = heard.reading
    says_all = all(reading.words_for(*slots) for slots in (("brand", "theme"), ("age", "recipient"), ("budget",)))
    others = any(span.sign != "wanted" or span.slot in ("kind", "ref") for span in reading.spans)
    if reading.acts != ("change",) or not says_all or others:
        return heard
    return heard.read_as(acts=("find",), kept=())


def _of_it(heard: Heard) -> Heard:
    """The message as a question about what is shown, where it asks of "it": "how do I clean them" is of toys."""
    asks_of_it = asks(heard.text) and _IT.search(heard.text) is not None
    if not (heard.previous and heard.titles and heard.reading.acts[0] == "outside" and asks_of_it):
        return heard
    return heard.read_as(acts=("question",))


def _such_a_thing(heard: Heard) -> Heard:
    """The message as a change, where it asks for any that is so: "anything with lights on?"."""
    reading, found = heard.reading, _ANYTHING_SUCH.fullmatch(heard.text)
    if not (found and heard.previous and reading.acts[0] == "question") or reading.words_for("ref"):
        return heard
    is_read = any(span.confidence >= SURELY_NAMED for span in reading.spans)
    spans = reading.spans if is_read else (Span("feature", found["what"], *found.span("what")),)
    return heard.read_as(acts=("change",), spans=spans)


def _of_batteries(heard: Heard) -> Heard:
    """The message as a question about what is shown, where it says nothing but "ok and batteries?"."""
    if not (heard.previous and heard.titles and _ONLY_BATTERIES.fullmatch(heard.text)):
        return heard
    return heard.read_as(spans=(), acts=("question",))


def _of_what_is_not_shown(heard: Heard) -> Heard:
    """The message as a wish, where it seems to point at what the shop has and names it as any: "ok, a doctor's bag?".

    So it is too where nothing that was shown is called so.
    """
    shown = [word for title in heard.titles.values() for word in stems(title)]

    def is_sought(span: Span) -> bool:
        said, before = naming(span.text), heard.text[: span.start]
        # "The second one" is a place on the screen, whatever has a "second" in its name.
        if span.slot != "ref" or span.sign != "wanted" or not said or ranks(span.text):
            return False
        # "Do the blue lights work?" asks of a part of what is shown.
        if heard.reading.acts[0] not in _NO_QUESTIONS and not WHAT_ABOUT.search(before):
            return False
        is_shown = bool(places([span.text], heard.screen)) or any(has_word(word, shown) for word in said)
        return (not is_shown or bool(_AS_ANY.search(before))) and bool(heard.named_so(" ".join(said)))

    sought = {span for span in heard.reading.spans if is_sought(span)}
    if not sought:
        return heard
    # "Just the glitter ones" tells of what is wanted already how it is to be.
    changes = heard.reading.acts[0] in ("change", *DIRECTIONS)
    found = heard.marked(sought.__contains__, slot="feature" if changes else "kind")
    return found if changes else found.read_as(acts=("find",))


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


def _not_dearer(heard: Heard) -> Heard:
    """The message as a change, where it says how it is to be and no word of what that may cost: "anything funnier"."""
    says_how = heard.reading.words_for("feature", *NAMING)
    if not says_how or asks_for_dearer(heard.text) or not 0 < heard.reading.odds_of("dearer") < SURELY:
        return heard
    acts = tuple("change" if act == "dearer" else act for act in heard.reading.acts)
    return heard.read_as(acts=tuple(dict.fromkeys(acts)))


def _asking_for_dearer(heard: Heard) -> Heard:
    """The message with what its own words ask for, where it wants to pay more: a closed set, never the other way."""
    if not (heard.previous and asks_for_dearer(heard.text)):
        return heard
    others = tuple(act for act in heard.reading.acts if act in ("question", "change", "opinions"))
    return heard.read_as(acts=("dearer", *others))


def _asking_for_better(heard: Heard) -> Heard:
    """The message as one for the first of the same, where its own words ask for others: "better reviews"."""
    names_a_toy = heard.reading.words_for("kind", "theme")
    # "Which is the cheapest", of the only one that is shown, is asked of the shop.
    of_one = " ".join(heard.reading.words_for("best")) if len(heard.screen.titles) == 1 else ""
    of_all = first_of_all(heard.text) or (of_one if heard.reading.does("best") and read_superlative(of_one) else "")
    if not heard.previous or names_a_toy or not of_all:
        return heard
    others = (span for span in heard.reading.spans if span.slot not in ("ref", "best"))
    return heard.read_as(acts=("change",), spans=(*others, Span("best", of_all, 0, len(of_all))))
