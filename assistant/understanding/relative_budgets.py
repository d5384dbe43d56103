"""Sums that are told by another: what is left of a budget, as much as before, any less. Pure."""

from __future__ import annotations

import re
from dataclasses import replace

from assistant.schema import Budget, Price
from assistant.understanding.heard import Heard
from assistant.understanding.message_text import plain
from assistant.understanding.slots import Wish
from assistant.understanding.state.slot_updates import meaning

_LEFT = re.compile(
    r"\bwhat(?:ever)?(?:'?s| is|'?ll be| i have| i've got) (?:left|remaining)\b"
    r"|\bthe (?:rest|remainder)(?: of (?:the|my|our) (?:money|budget|cash)\b|(?= *[.?!,]| *$))"
)
_AS_MUCH = re.compile(
    r"\b(?:same|similar)(?: (?:sort|kind|type) of| sorta| kinda)? (?:money|price|cost|budget|amount)\b"
)
_HALF = re.compile(r"\bhalf (?:the|that|of that) (?:price|cost|money|much)\b|\bhalf as much\b|\bfor half(?: that)?\W*$")
_ANY_LESS = re.compile(
    r"\b(?:cheaper|less|under that|lower)(?: is| would be|'?s) (?:also |just as )?(?:fine|ok|okay|good)\b"
)


def with_its_sum(heard: Heard, wish: Wish, text: str) -> Wish:
    """The wish with the sum that its text tells by what was said or shown before; as it is where it tells none.

    "With what's left" is the budget less what the Top Picks of its other wishes cost, "the same sort of money" the
    budget or, where there was none, about what the Top Pick costs; where "cheaper is fine" it has no lower end,
    and "half the price" is half of what the Top Pick costs.
    """
    said = plain(text)
    if not heard.previous or (wish.constraints.budget and re.search(r"\d", said)):
        return wish
    before = next((intent.constraints.budget for intent in heard.previous if intent.constraints.budget), None)
    budget: Budget | None = None
    if _LEFT.search(said) and before and before.max and not before.each:
        left = before.max - sum(price.amount for price in _prices(heard, said))
        budget = Budget(max=left, currency=before.currency) if left > 0 else None
    elif _AS_MUCH.search(said) and before:
        budget = replace(before, raised_from=None)
    elif _AS_MUCH.search(said) and (prices := _prices(heard, said)):
        budget = Budget(max=prices[0].amount, currency=prices[0].currency, around=True)
    elif _HALF.search(said) and (prices := _prices(heard, said)):
        budget = Budget(max=round(prices[0].amount / 2, 2), currency=prices[0].currency)
    elif _ANY_LESS.search(said) and before:
        budget = replace(before, min=None, around=False)
    return wish.asking(budget=budget) if budget else wish


def _prices(heard: Heard, said: str) -> list[Price]:
    """What the Top Picks cost of the wishes that the text does not mean; of all where it means all."""
    is_meant = meaning(said, heard.previous)
    wishes = range(len(heard.previous))
    others = [at for at in wishes if not is_meant(heard.previous[at])] or wishes
    return [one.price for one in heard.shown if one.top and one.price and one.wish in others]
