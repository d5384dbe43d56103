"""Pointing: words of a message that name one of the toys on the screen, by its title or by its price.

"The Carousel set", "that Mooshka ragdoll", "the one at £98.50" speak of what is shown: they are no new wish, and the
price in them is no budget. A reader knows kinds of toys and not this list, so that it may take them for either.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise

from assistant.language.lexicon import GENERIC
from assistant.language.numbers import value_of
from assistant.language.text import FUNCTION_WORDS, fold, stems
from assistant.schema import DialogueAct, MessageReading, Screen, Session, SlotName, Span
from assistant.understanding.grammars.question_topics import asks
from assistant.understanding.reference import is_called, naming
from assistant.understanding.state import dialogue_state

# Below this nobody knows what a message does, and it is taken for a wish: then it is searched for, or asked back.
UNSURE = 0.45
WHAT_ABOUT = re.compile(r"\b(?:what|how) about (?:the |that |this )?$", re.IGNORECASE)
# A question has so fair a chance where the reader is not sure what the message does.
FAIR_CHANCE = 0.05
# A phrase without "the" before it names a toy by so many words that nothing else on the screen has.
ENOUGH_WORDS, MOST_WORDS = 2, 12
# "£6 feels a bit mean" tells of what costs that.
_IS_SO = re.compile(r" (?:is|feels|seems|sounds|looks) ", re.IGNORECASE)
_ENDS = re.compile(r"[.!?;]\s")
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
_COMES_WITH = re.compile(r"\b(?:with|including|plus)\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W_][\w'’&.-]*[^\W_]|[^\W_]")
_DEFINITE = frozenset({"the", "that", "this"})
# Behind these any of a kind is wanted.
_INDEFINITE = frozenset({"a", "an", "any", "some", "other", "another", "more", "no"})
# What stands in front of a toy that is not meant, or that another is to be like.
_NOT_THAT = re.compile(
    r"\b(?:no|not|without|nor|than|like|of|except|besides|as|to|for)\s+(?:the|that|this)?\s*$", re.IGNORECASE
)
# A sum behind these is a limit, whatever costs as much.
_LIMIT = re.compile(
    r"\b(?:no|not|than|under|over|above|below|to|max(?:imum)?|budget(?: is| of)?|within|around|about|spend)\s*$",
    re.IGNORECASE,
)
_AMOUNT = re.compile(
    r"(?:£|\$|€)?(?<![\d.,])(?P<whole>\d{1,4})(?P<coins>[.,]\d\d)?(?!\d)(?: ?(?:pounds?|quid|euros?|dollars?))?"
    r"|\ban? (?P<words>pound|quid|euro|dollar|fiver|tenner)\b",
    re.IGNORECASE,
)
# What a change of the wish is made of; ages and whom it is for may as well be said of the toy that is meant.
_WISHES: tuple[SlotName, ...] = (
    "kind", "theme", "brand", "colour", "material", "feature", "scale", "pieces", "players", "budget",
)  # fmt: skip
_ASKS: tuple[DialogueAct, ...] = ("question", "opinions", "price", "why", "service", "goes_with", "describe")
_SEEKS: tuple[DialogueAct, ...] = ("find", "change", "another", "outside", "take")


def pointing(
    text: str, reading: MessageReading, screen: Screen, session: Session, *, is_shown_now: bool = True
) -> MessageReading:
    """The reading with the words that name a shown toy as such; where no more is wanted, with what is asked of it."""
    least = 1 if is_shown_now else ENOUGH_WORDS
    pointers = [_widened(text, one, reading.spans) for one in _named(text, screen, least)]
    # What somebody has already is spoken of, and nothing is asked of it.
    beside = [span for span in reading.spans if span.sign != "wanted" or span.slot == "owns"]
    pointers = [one for one in pointers if not any(_overlap(one, other) for other in beside)]
    pointers += _priced(text, screen, session, pointers)
    if not pointers:
        return reading
    # A price is out of sight of the grammars of money; all else that is said of the toy is part of its name.
    prices = [replace(one, slot="budget", sign="dropped") for one in pointers if one.text in screen.titles]
    others = [span for span in reading.spans if not any(_overlap(span, one) for one in pointers)]
    spans = sorted([*others, *pointers, *prices], key=lambda span: span.start)
    wanted = [one for one in others if one.slot in _WISHES and one.sign == "wanted" and not _is_shown(one, screen)]
    is_unsure = asks(text) and max((odds for _, odds in reading.odds), default=1.0) < UNSURE
    if not reading.does(*_SEEKS) or (wanted and not is_unsure):
        return replace(reading, spans=tuple(spans))
    asked = next((act for act, odds in reading.odds if act in _ASKS and odds >= FAIR_CHANCE), None)
    about_it = [span for span in spans if span.slot not in _WISHES or span.sign == "dropped"]
    if WHAT_ABOUT.search(text[: pointers[0].start]):
        asked = "describe"
    return replace(reading, acts=(asked or ("question" if asks(text) else "describe"),), spans=tuple(about_it))


def _named(text: str, screen: Screen, least: int) -> Iterator[Span]:
    """The phrases that have words of one title alone, the longest from each place on; behind "the" `least` of them."""
    # "How big is the board?" asks nothing of the set "with Folding Game Board".
    titles = [frozenset(stems(_COMES_WITH.split(title)[0])) for title in screen.titles]
    said_before = set(stems(screen.wish)) | GENERIC
    words, at = list(_WORD.finditer(text)), 0
    while at < len(words):
        count, telling = _longest(_of_one_sentence(text, words[at : at + MOST_WORDS]), titles, said_before)
        led_by = words[at - 1].group().lower() if at else ""
        is_enough = telling >= (least if led_by in _DEFINITE else ENOUGH_WORDS) and led_by not in _INDEFINITE
        start = words[at].start()
        if is_enough and not _NOT_THAT.search(text[:start]):
            end = words[at + count - 1].end()
            yield Span("ref", text[start:end], start, end)
            at += count
        else:
            at += 1


def _of_one_sentence(text: str, words: Sequence[re.Match[str]]) -> Sequence[re.Match[str]]:
    """The words up to the end of the sentence that the first is in."""
    ends = (
        at for at, (one, other) in enumerate(pairwise(words), start=1) if _ENDS.search(text, one.end(), other.start())
    )
    return words[: next(ends, len(words))]


def remarking(text: str, reading: MessageReading) -> MessageReading:
    """The reading with what stands behind "one with" as what the toy is to have, and without a limit that is lifted."""
    led = [found.span() for found in _ONE_WITH.finditer(text)]
    reading = reading.marked(
        lambda span: span.slot == "kind" and any(start < span.start < end for start, end in led), slot="feature"
    )
    lifted = [Span("budget", found[0], *found.span(), "dropped") for found in _NO_LIMIT.finditer(text)]
    others = (span for span in reading.spans if not any(_overlap(span, one) for one in lifted))
    return replace(reading, spans=tuple(sorted((*others, *lifted), key=lambda span: span.start)))


def _widened(text: str, pointer: Span, spans: Sequence[Span]) -> Span:
    """The phrase with all of the words that a reader takes for pointing: "the tin one"."""
    refs = [pointer, *(span for span in spans if span.slot == "ref" and _overlap(span, pointer))]
    start, end = min(one.start for one in refs), max(one.end for one in refs)
    return replace(pointer, text=text[start:end], start=start, end=end)


def _longest(
    words: Sequence[re.Match[str]], titles: Sequence[frozenset[str]], said_before: set[str]
) -> tuple[int, int]:
    """How many words from here on are of one title alone, and how many of them tell it from the wish; none are 0."""
    live, telling, best = list(titles), 0, (0, 0)
    for count, word in enumerate(words, start=1):
        if fold(word.group()) in FUNCTION_WORDS:
            if count == 1:  # "with a camera" names no toy
                break
            continue
        named = naming(word.group())
        live = [title for title in live if named and named[0] in title]
        if not live:
            break
        telling += named[0] not in said_before
        if len(live) == 1:
            best = (count, telling)
    return best


def _priced(text: str, screen: Screen, session: Session, named: Sequence[Span]) -> Iterator[Span]:
    """Sums that are the price of one shown toy: to the penny, or in pounds beside its name."""
    shown = dialogue_state.last_list(session)[: len(screen.titles)]
    for amount in _AMOUNT.finditer(text):
        value = _value(amount)
        priced = zip(shown, screen.titles, strict=False)
        same = [title for one, title in priced if one.price and _is_price(value, one.price.amount)]
        exact = amount["coins"] is not None
        if (
            len(same) == 1
            and (exact or any(is_called(one.text, same[0]) for one in named) or _IS_SO.match(text, amount.end()))
            and not _LIMIT.search(text[: amount.start()])
        ):
            yield Span("ref", same[0], amount.start(), amount.end())


def _value(amount: re.Match[str]) -> Decimal:
    if amount["words"]:
        return value_of(amount["words"].lower()) or Decimal(1)
    return Decimal(amount["whole"] + (amount["coins"] or "").replace(",", "."))


def _is_price(value: Decimal, price: Decimal) -> bool:
    return value == price or (value == int(value) and value in (int(price), round(price)))


def _is_shown(span: Span, screen: Screen) -> bool:
    """Whether all of its words are in a title on the screen: beside a toy that is meant, they tell of another there."""
    return bool(naming(span.text)) and any(is_called(span.text, title) for title in screen.titles)


def _overlap(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end
