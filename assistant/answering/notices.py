"""What a shopper must be told beside the answer itself: fixed sentences about money, privacy and live prices."""

from __future__ import annotations

from datetime import datetime

from assistant.answering.saying.speaking import RECOMMENDATION_WORDS, spoken_word_count
from assistant.language.currencies import SYMBOLS, money
from assistant.language.titles import UNSAYABLE, short_title
from assistant.prices import policy
from assistant.schema import Pick, Plan, Turn

PRIVATE = "I removed private details from your message; you don't need to share them."
# What is said of a live price that was asked for: before the web was asked, without success, and not allowed to.
NOT_YET = "I haven't confirmed a live price yet."
NOT_CONFIRMED = "I couldn't confirm a live price just now."
NOT_ALLOWED = "I didn't look on the web, as you asked."
FROM_THE_CATALOGUE, NO_PRICE = "The price shown is from the catalogue.", "The catalogue gives no price for it."


def notices_of(plan: Plan, turn: Turn, currency: str) -> list[str]:
    """What is told of every answer to this wish."""
    notices = []
    budget, searches = plan.intent.constraints.budget, plan.strategy == "retrieve"
    if searches and currency and budget and budget.currency not in ("", currency):
        sign, other = SYMBOLS.get(currency, currency), SYMBOLS.get(budget.currency, budget.currency)
        notices.append(f"Prices here are in {sign} and I don't convert money: I took your {other} as {sign}.")
    if turn.guardrails.pii_present:
        notices.append(PRIVATE)
    return notices


def live_notice(top: Pick, turn: Turn, now: datetime | None, *, asked: bool, is_told: bool) -> str:
    """Whether the price is of this moment, and how it differs from the catalogue's.

    Of one that has none `is_told` says that the answer tells so itself.
    """
    if top.receipt is None:
        why = NOT_ALLOWED if turn.constraints.no_external else NOT_CONFIRMED if asked else NOT_YET
        if is_told and top.product.price is None:
            return why
        return f"{why} {FROM_THE_CATALOGUE if top.product.price else NO_PRICE}"
    live, listed = top.receipt.price, top.product.price
    differs = f" The catalogue says {money(listed)}." if listed and listed != live else ""
    when = policy.ago(top.receipt.fetched_at, now or top.receipt.fetched_at)
    return f"{money(live)} is the price at {top.receipt.shop} {when}.{differs}"


def spoken_price(top: Pick, plan: Plan, now: datetime | None) -> str:
    """The pick and its live price as they are said; empty where there is none or it takes too long to say."""
    if top.receipt is None:
        return ""
    price = policy.spoken(top.receipt, now or top.receipt.fetched_at)
    for most in (6, 5, 4, 3):
        sentence = f"{short_title(top.product.title, plan.intent.product_type, max_words=most)}, {price}."
        if spoken_word_count(sentence) <= RECOMMENDATION_WORDS and not UNSAYABLE.search(sentence):
            return sentence
    return ""
