"""A reader that has learned how people ask: one pass of a small network over the message and what is on the screen.

For the whole message it tells what it does (dialogue acts, several at once), for each word which slot it fills, and
whether that is wanted, refused or taken back; and for each slot value of before whether it still holds.
Numbers are not read here: grammars read them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import process
from rapidfuzz.distance import OSA

from assistant.adapters.networks import TokenNetwork, logistic, shares
from assistant.language.lexicon import GENERIC
from assistant.schema import ACTS, MAX_ACTS, NAMING, SIGNS, SLOTS, MessageReading, Screen, Sign, SlotName, Span

Array = NDArray[np.float32]

# The outputs for each token: no slot, the beginning and the inside of each, the signs, the acts, which are read at the
# first token, and whether what stood before the message still holds, which is read at the words for it.
TAGS = ("", *(f"{place}{slot}" for slot in SLOTS for place in ("B-", "I-")))
PARTS = (len(TAGS), len(SIGNS), len(ACTS), 1)
OUTPUTS = sum(PARTS)
MOST_TOKENS = 128
# What a title says beyond these words seldom tells it from its neighbours.
TITLE_WORDS = 6
# Shorter words have too many neighbours a slip away.
LEAST_LETTERS = 5
# At least as likely as not.
LIKELY = 0.5
# What names a toy, and what else a sentence may say of it.
_OF_THE_TOY: tuple[SlotName, ...] = (*NAMING, "feature")
MOST_SENTENCES = 6
_SENTENCE = re.compile(r"[^.!?\s][^.!?]*[.!?]*")
# Of what was read as refused with less, two of five were.
SURELY_REFUSED = 0.9


def screen_words(screen: Screen) -> tuple[str, list[tuple[int, int]]]:
    """What the network is told of the screen, and from where to where in it each slot value is.

    The wish comes first, then all slot values, then the beginning of each title, which may be cut off.
    """
    if not screen:
        return "", []
    text, places = screen.wish or "something", []
    for one in screen.slots:
        text += f" | {one.slot} {one.text}"
        places.append((len(text) - len(one.text), len(text)))
    shown = [f"{place} {' '.join(title.split()[:TITLE_WORDS])}" for place, title in enumerate(screen.titles, start=1)]
    return " ; ".join([text, *shown]), places


class LearnedReader:
    """Reads by the network in a folder; safe to use from several threads."""

    def __init__(self, network: TokenNetwork) -> None:
        self._network = network

    def read(self, message: str, screen: Screen) -> MessageReading:
        """What the message does and says; at least one act."""
        screen_text, places = screen_words(screen)
        encoded, logits = self._network.logits(message, screen_text)
        tags, signs, acts, holds = np.split(logits, np.cumsum(PARTS)[:-1], axis=1)
        odds = logistic(acts[0])
        words = list(_words(encoded, shares(tags), shares(signs)))
        # A wish, or a change of one, without a word of it is as little understood as what nobody is sure of.
        is_empty = ACTS[int(odds.argmax())] in ("find", "change") and not any(word.slot for word in words)
        if (odds.max() < LIKELY or is_empty) and (meant := self._mended(message, words)) != message:
            _, logits = self._network.logits(meant, screen_text)
            again = logistic(np.split(logits[0], np.cumsum(PARTS)[:-1])[2])
            odds = again if is_empty or again.max() > odds.max() else odds
        ranked_acts = [(ACTS[at], float(odds[at])) for at in np.argsort(-odds)[:MAX_ACTS]]
        likely = tuple(act for act, odd in ranked_acts if odd >= LIKELY) or (ranked_acts[0][0],)
        spans = tuple(_refused_together(message, _spans(message, words)))
        if likely[0] == "find" and not _names_a_toy(spans):
            spans = self._with_asides(message, spans)
        kept = _kept(encoded, logistic(holds[:, 0]), places)
        return MessageReading(likely, spans, tuple((act, round(odd, 3)) for act, odd in ranked_acts), kept)

    def _with_asides(self, message: str, spans: tuple[Span, ...]) -> tuple[Span, ...]:
        """The spans, and what a sentence by itself says of the toy: of what somebody loves, any will do."""
        sentences = [(found.start(), found.group()) for found in _SENTENCE.finditer(message)]
        said = []
        for start, sentence in sentences[:MOST_SENTENCES] if len(sentences) > 1 else ():
            encoded, logits = self._network.logits(sentence, "")
            tags, signs, _, _ = np.split(logits, np.cumsum(PARTS)[:-1], axis=1)
            for span in _spans(sentence, list(_words(encoded, shares(tags), shares(signs)))):
                slot: SlotName = "kind" if span.slot == "theme" else span.slot
                aside = replace(span, slot=slot, start=start + span.start, end=start + span.end)
                is_new = all(aside.end <= one.start or one.end <= aside.start for one in spans)
                said += [aside] if span.slot in _OF_THE_TOY and is_new else []
        return tuple(sorted((*spans, *said), key=lambda span: span.start))

    def _mended(self, message: str, words: Sequence[_Word]) -> str:
        """The message with each word that is no common one as the common word a slip away from it."""
        mended = message
        for word in reversed(words):
            typed = message[word.start : word.end].lower()
            if word.pieces > 1 and len(typed) >= LEAST_LETTERS and typed.isalpha():
                alike = [other for other in self._network.common_words if other[0] == typed[0]]
                if found := process.extractOne(typed, alike, scorer=OSA.distance, score_cutoff=1):
                    mended = mended[: word.start] + found[0] + mended[word.end :]
        return mended


def _names_a_toy(spans: Iterable[Span]) -> bool:
    """Whether any says what it is to be, in more than words for anything at all."""
    naming = (span for span in spans if span.slot in NAMING and span.sign == "wanted")
    return any(not GENERIC.issuperset(span.text.lower().split()) for span in naming)


def _spans(message: str, words: Sequence[_Word]) -> Iterator[Span]:
    """Neighbouring words of one slot, with nothing but space between them, and the sign that is likeliest for all."""
    begun: list[_Word] = []
    for word in [*words, None]:
        goes_on = (
            begun and word and word.slot == begun[-1].slot and not message[begun[-1].end : word.start].strip()
        )  # fmt: skip
        if begun and not goes_on:
            first, last = begun[0].start, begun[-1].end
            assert begun[0].slot  # noqa: S101  (only words with a slot begin a span)
            sign = _sign(message[:first], np.mean([one.signs for one in begun], axis=0))
            if free := _FREE_OF.fullmatch(message, first, last):
                last, sign = free.end("what"), "refused"
            yield Span(
                begun[0].slot, message[first:last], first, last, sign,
                round(float(np.mean([one.sureness for one in begun])), 3),
                tuple(message[one.start : one.end].lower() for one in begun if one.pieces > 1),
            )  # fmt: skip
            begun = []
        if word and word.slot:
            begun.append(word)


_NOT = r"\b(?:no|not|without|nothing|never|nor|(?:do|does|did|is|are|was|wo|ca|should)n['’]?t)\b"
_DENIED = re.compile(rf"{_NOT}(?:\s+(?:an?|the|any|too|that|in|with))*\s*$", re.IGNORECASE)
# Who is not after a thing, or wants anything but that, refuses it; English has no other prepositions of exception.
_UNWANTED = re.compile(
    rf"(?:{_NOT}\s+(?:(?:really|so|that)\s+)?(?:looking for|after|want(?:ing)?|into|keen on|interested in|fond of)"
    r"|(?<!nothing )\bother than|\banything but|\bapart from|\bexcept(?: for)?|\bexcluding|\binstead of|\brather than)"
    r"(?:\s+(?:an?|the|any|another))?\s*$",
    re.IGNORECASE,
)
# Nor is it refused where it only needn't be.
_NEED_NOT = re.compile(
    r"\b(?:needn['’]?t|need not|(?:do|does)(?:n['’]?t| not) (?:\w+ )?(?:have|need) to) be(?: an?)?\s*$", re.IGNORECASE
)
# "Battery-free": what it is free of is refused.
_FREE_OF = re.compile(r"(?P<what>\w[\w ]*)[- ]free", re.IGNORECASE)


def _sign(before: str, shares: Array) -> Sign:
    """The likeliest sign of words behind others; refused is only what surely is, or stands right behind a "not".

    A toy that is hidden for nothing cannot be missed by the shopper.
    """
    if _UNWANTED.search(before):
        return "refused"
    if _NEED_NOT.search(before):
        return "dropped"
    share_of = dict(zip(SIGNS, shares.tolist(), strict=True))
    if share_of["refused"] < SURELY_REFUSED and not _DENIED.search(before):
        del share_of["refused"]
    return max(share_of, key=lambda sign: share_of[sign])


_OR = re.compile(r",?\s+n?or\s+(?:(?:an?|the|any)\s+)?", re.IGNORECASE)


def _refused_together(message: str, spans: Iterable[Span]) -> Iterator[Span]:
    """The spans; what stands behind "or" beside something refused is refused with it: "not yoda or vader"."""
    last: Span | None = None
    for span in spans:
        is_alike = last and (last.slot, last.sign) == (span.slot, "refused")
        is_joined = last and is_alike and _OR.fullmatch(message[last.end : span.start])
        last = replace(span, sign="refused") if is_joined else span
        yield last


@dataclass(frozen=True, slots=True)
class _Word:
    """A word of the message: where it is, its slot, the shares of the signs, how sure, and how many pieces it has."""

    start: int
    end: int
    slot: SlotName | None
    signs: Array
    sureness: float
    pieces: int


def _words(encoded: Any, tags: Array, signs: Array) -> Iterator[_Word]:
    first = [at for at, (text, word) in enumerate(zip(encoded.sequence_ids, encoded.word_ids, strict=True))
             if text == 0 and word is not None]  # fmt: skip
    for _, group in groupby(first, key=lambda at: encoded.word_ids[at]):
        pieces = list(group)
        start, end = encoded.offsets[pieces[0]][0], encoded.offsets[pieces[-1]][1]
        mean = tags[pieces].mean(axis=0)
        by_slot = mean[1:].reshape(len(SLOTS), 2).sum(axis=1)
        best = int(np.argmax(by_slot))
        slot = SLOTS[best] if by_slot[best] > mean[0] else None
        sureness = float(max(by_slot[best], mean[0]))
        yield _Word(start, end, slot, signs[pieces].mean(axis=0), sureness, len(pieces))


def _kept(encoded: Any, holds: Array, places: Sequence[tuple[int, int]]) -> tuple[float, ...]:
    """How likely each slot value still holds; what was cut off does."""
    return tuple(round(float(holds[at].mean()), 3) if (at := tokens_at(encoded, place)) else 1.0 for place in places)


def tokens_at(encoded: Any, place: tuple[int, int]) -> list[int]:
    """The tokens of the second text that stand at a place of it."""
    start, end = place
    return [
        at for at, (text, (first, last)) in enumerate(zip(encoded.sequence_ids, encoded.offsets, strict=True))
        if text == 1 and first < end and start < last
    ]  # fmt: skip
