"""The sums, ages and counts of a wish: a grammar reads the numbers, a reader's words tell which of them is meant."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from assistant.language.text import words
from assistant.schema import AgeRange, Constraints
from assistant.understanding.grammars.audience import read_age, read_ages, read_pieces, read_players, read_stars
from assistant.understanding.grammars.budgets import Found, read_budget, without_told_sums
from assistant.understanding.message_text import plain

# More sums than these are in no message of a shopper.
MOST_SUMS = 3


def numbers_of(
    folded: str, currency: str, *, sums: Sequence[str], ages: Sequence[str], pieces: Sequence[str],
    players: Sequence[str],
) -> Constraints:  # fmt: skip
    """The sums, ages and counts of a folded text, in which a reader takes these words for them.

    "100 or less" are pounds, but not where a reader takes them for pieces.
    """
    rated = read_stars(folded)
    if rated:  # its number is of nothing else
        (stars, (start, end)) = rated
        folded = folded[:start] + " " * (end - start) + folded[end:]
    stated = read_age(folded)
    aged = " ".join(folded[start:end] for start, end in stated.spans) if stated else ""
    # "Kids under 5" is an age, whoever takes it for a sum, unless they know of another: "my son, 11, 25".
    said_of_money = list(map(plain, sums))
    known = [text for text in said_of_money if text in aged and ages and not any(text in plain(one) for one in ages)]
    taken = [text for text in said_of_money if text not in aged or text in known]
    budget = (
        _meant(folded, currency, taken) or _taken_for_a_sum(folded, currency, taken) or read_budget(folded, currency)
    )
    said_of_pieces = budget and any(_share_words(folded[budget.start : budget.end], plain(text)) for text in pieces)
    if budget and not budget.names_money and said_of_pieces:
        budget = None
    # Its money is out of sight of those who read other numbers.
    masked = budget.hidden_in(folded) if budget and budget.names_money else folded
    age, said = read_age(masked), [found for text in ages if (found := read_ages(text))]
    spans = age.spans if age else ()
    if age and said and (known or not any(_is_said_at(masked, span, text) for span in spans for text in ages)):
        age = None  # "my mum is 70, the youngest is 8": the reader knows whose counts
    seated = read_players(masked)
    if seated is not None:  # "chess is for two! There's six of us": the reader knows which counts
        seated = next((count for text in players if (count := read_players(text)) is not None), seated)
    return Constraints(
        budget=budget.budget if budget else None,
        age=_all_of_them(age.age, said) if age else next(iter(said), None),
        players=seated,
        pieces=read_pieces(masked),
        stars=stars if rated else None,
    )


def _meant(folded: str, currency: str, sums: Sequence[str]) -> Found | None:
    """The sum of a text that a reader takes for the budget: "five pounds was hers, I have twelve"."""
    rest = folded
    for _ in range(MOST_SUMS if sums else 0):
        found = read_budget(rest, currency)
        if found is None:
            break
        if any(_share_words(folded[found.start : found.end], text) for text in sums):
            return found
        rest = found.hidden_in(rest)
    return None


def _taken_for_a_sum(folded: str, currency: str, sums: Sequence[str]) -> Found | None:
    """The first of the words that a reader takes for the budget that can be one: "I said I'd spend around 30"."""
    asking = without_told_sums(folded)
    for text in sums:
        is_told = text in folded and text not in asking  # "and its 22 quid" complains
        if not is_told and (found := read_budget(text, currency, is_money=True)):
            whole = re.search(rf"(?<![\w.]){re.escape(text)}(?![\w.]\w)", folded)
            at = whole.start() if whole else 0
            return replace(found, start=at + found.start, end=at + found.end)
    return None


def _is_said_at(folded: str, span: tuple[int, int], text: str) -> bool:
    """Whether a stretch of a message is of a reader's words, or holds some of them: "5 and up" of "aged 5"."""
    start, end = span
    places = (place.span() for place in re.finditer(re.escape(plain(text)), folded))
    return _share_words(folded[start:end], text) or any(low < end and start < high for low, high in places)


def _share_words(one: str, other: str) -> bool:
    """Whether one of two stretches of a message holds the other's words.

    A reader's words have no "$", and may lack the pence.
    """
    one, other = (f" {' '.join(words(text)).replace('.', ' ')} " for text in (one, other))
    return one in other or other in one


def _all_of_them(age: AgeRange, said: Sequence[AgeRange]) -> AgeRange:
    """The age that the grammar found or, where that is one of several in the words for them, all of these."""
    return next((all_ages for all_ages in said if _within(age, all_ages)), age)


def _within(age: AgeRange, ages: AgeRange) -> bool:
    """Whether a range of ages is a part of another."""
    low, high = ages.min_months, ages.max_months
    starts_within = low is None or (age.min_months is not None and age.min_months >= low)
    return starts_within and (high is None or (age.max_months is not None and age.max_months <= high))
