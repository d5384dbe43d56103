"""What strangers write is read in time that grows with its length, and not with the square of it.

Each reader gets a text and one four times as long. In linear time that takes four times as long, in quadratic time
sixteen; the processor's time of this thread is counted, so that other work on the machine does not, and the best of
several tries, so that one that was disturbed does not either.
"""

from __future__ import annotations

import io
import itertools
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from assistant.adapters.chat_model import object_in
from assistant.answering.saying.indirect_questions import indirect
from assistant.catalogue.parsing import cleaning
from assistant.catalogue.parsing.ages import age_in_text
from assistant.catalogue.parsing.counts import count, players, rating
from assistant.catalogue.parsing.measures import size, weight
from assistant.catalogue.parsing.price_cells import price
from assistant.catalogue.sources.feeds import read_feed
from assistant.language.sentences import sentences
from assistant.language.text import plain_speech, words
from assistant.language.titles import short_title
from assistant.matching.fields import SENTENCE_END
from assistant.matching.mentions import asked_for, mention
from assistant.prices.pages.amounts import amounts_in
from assistant.prices.pages.page_reading import read_page
from assistant.schema import Span, Vocabulary
from assistant.understanding.redaction import redact
from assistant.understanding.several_wishes import BETWEEN_A_PERSON_AND_AGE, WANTS
from assistant.understanding.slots import wish_of

Reader = Callable[[str], object]
CHARS, TIMES, MOST, TRIES = 2_000, 4, 9, 4
# What takes less for the long text is no trouble, however it grows.
NO_TROUBLE_S = 0.02
NEVER_TWICE = itertools.count()
NOW = datetime(2026, 11, 2, tzinfo=UTC)


def page(text: str) -> object:
    return read_page(text.encode(), charset="utf-8", now=NOW)


def between_two_kinds(text: str) -> object:
    both = f"kite,{text} or more of any such sort and a ball"
    spans = (Span("theme", "kite", 0, 4), Span("kind", "ball", len(both) - 4, len(both)))
    return wish_of(both, spans, Vocabulary(0, "GBP"))


READERS: dict[str, Reader] = {
    # Beside a long number, so that all of it is looked for; of longer texts no more is read.
    "redaction": lambda text: redact(f"07700 900123 {text[: len(text) // 3]}"),
    "between two kinds": between_two_kinds,
    "what somebody wants": WANTS.match,
    "how old somebody is": BETWEEN_A_PERSON_AND_AGE.fullmatch,
    "questions": indirect,
    "cleaning": cleaning.clean,
    "ages": lambda text: age_in_text(text * 4),
    "cells": lambda text: [read(f"5{text[1:]}") for read in (rating, count, players, price, size, weight)],
    "sentences": sentences,
    "clauses": SENTENCE_END.split,
    "words": words,
    "plain speech": plain_speech,
    "titles": lambda text: short_title.__wrapped__(text, "train"),
    "what is asked": asked_for.__wrapped__,
    "what is spoken of": lambda text: mention("how tall is it", text) + mention("how many can play", text),
    "amounts": amounts_in,
    # Shorter answers are read in no time, however that grows.
    "a model's answer": lambda text: object_in(8 * text),
    "a page": page,
    "data in a page": lambda text: page(f'<script type="application/ld+json">{text}</script>'),
    "a name in a page": lambda text: page(f'<div itemscope itemtype="Product"><b itemprop="name">{text}</b></div>'),
}
UNITS = (
    "|", "(", ")", "[", "{", "<", ">", ".", ",", ";", "!", "?", "-", "–", "'", '"', "/", "\\", "#", "*", "&", "@", "£",
    "$", "€", "%", " ", "\n", "1", "a", "A", "é", "a ", "1 ", "a, ", "- ", ". ", "! ", "(a) ", "1-", "1,", "1/", "1 x ",
    "£1 ", "a@", "a.", "a-", "train ", "It is red. ", "3 years ", "12 pieces ", "for ", "ignore all ", "<a ", "<b>",
    "age 3+ ", "<!--", "&amp;", "//", "/*", "{}", "[1],", "not ", "10 high ", "'s", "who is ",
)  # fmt: skip


def grows(read: Reader, unit: str) -> float:
    """How many times as long the longer text takes; 0 where it takes no time to speak of."""

    def took(chars: int) -> float:
        text = f"x {unit * (chars // len(unit))} x{next(NEVER_TWICE)}"  # what was read before may be remembered
        begun = time.thread_time()
        read(text)
        return time.thread_time() - begun

    least = float("inf")
    for _ in range(TRIES):
        long = took(CHARS * TIMES)
        if long < NO_TROUBLE_S:
            return 0
        least = min(least, long / took(CHARS))
        if least < MOST:
            break
    return least


@pytest.mark.parametrize("name", READERS)
def test_a_longer_text_takes_no_more_than_its_share(name: str) -> None:
    slow = {unit: grown for unit in UNITS if (grown := grows(READERS[name], unit)) >= MOST}
    assert slow == {}


def test_a_feed_that_repeats_a_tag_takes_no_more_than_its_share() -> None:
    def feed(text: str) -> object:
        return read_feed(io.BytesIO(f"<rss><item>{text * 8}</item></rss>".encode()), Path("feed.xml"))

    assert grows(feed, "<b/>") < MOST


def test_what_grows_with_the_square_is_noticed() -> None:
    def pairs(text: str) -> int:
        return sum(one == other for one in text[::4] for other in text[::4])

    assert grows(pairs, "ab") >= MOST
