"""Repricing: an answer from the catalogue, once the web has been asked for the prices of its products.

The products are those that were shown: with their live prices they are held against the budget and ranked again. No
model is asked a second time: the rules word what the receipts changed, and where there are none the answer stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from assistant.answering.answerer import NOT_CONFIRMED, NOT_YET, Authors, answer
from assistant.answering.wording import short_title
from assistant.language.currencies import money
from assistant.prices import policy
from assistant.schema import Answer, Intent, Pick, Plan, Receipt, Turn


def repriced(
    old: Answer,
    receipts: Mapping[str, Receipt],
    *,
    turn: Turn,
    wishes: Sequence[Intent],
    authors: Authors,
    currency: str,
    first_citation: int,
    now: datetime,
) -> Answer:
    """The answer after the web was asked; `receipts` are by product id and empty where nothing was confirmed."""
    if not old.picks or old.plan is None:
        return old
    looked = policy.invocation((pick.product, receipts.get(pick.product.id)) for pick in old.picks)
    shown = {pick.product.id for pick in old.picks}
    if shown.isdisjoint(receipts):
        others = (helper for helper in old.helpers if helper.plugin != policy.HELPER)
        return replace(_unconfirmed(old), helpers=(*others, looked))
    pack = replace(old.pack, candidates=tuple(c for c in old.pack.candidates if c.doc_id in shown))
    new = answer(
        _asking(old.plan), pack, turn=turn, authors=replace(authors, solvers=()), receipts=receipts, wishes=wishes,
        currency=currency, first_citation=first_citation, now=now,
    )  # fmt: skip
    changes = tuple(_changes(old, new, receipts, now))
    return replace(
        new,
        final_answer=" ".join((new.final_answer, *changes)),
        warnings=(*new.warnings, *changes),
        helpers=(*new.helpers, looked),
    )


def _asking(plan: Plan) -> Plan:
    """The plan of a turn whose shopper asked for the live price, in words or by a click."""
    tools = plan.tools if "web.search" in plan.tools else (*plan.tools, "web.search")
    return replace(plan, intent=replace(plan.intent, needs_live_price=True), tools=tools)


def _unconfirmed(old: Answer) -> Answer:
    """The same answer, saying that the web was asked in vain."""
    if NOT_YET not in old.final_answer:
        words = old.final_answer if NOT_CONFIRMED in old.final_answer else f"{old.final_answer} {NOT_CONFIRMED}"
        return replace(old, final_answer=words, warnings=tuple(dict.fromkeys((*old.warnings, NOT_CONFIRMED))))
    said = tuple(NOT_CONFIRMED if warning == NOT_YET else warning for warning in old.warnings)
    return replace(old, final_answer=old.final_answer.replace(NOT_YET, NOT_CONFIRMED), warnings=said)


def _changes(old: Answer, new: Answer, receipts: Mapping[str, Receipt], now: datetime) -> Iterator[str]:
    """What the live prices changed: who left the list, and who leads it now."""
    kept = {pick.product.id for pick in new.picks}
    for pick in old.picks:
        receipt = receipts.get(pick.product.id)
        if receipt is not None and pick.product.id not in kept:
            yield (
                f"{_name(pick)} costs {money(receipt.price)} at {receipt.shop} {policy.ago(receipt.fetched_at, now)}, "
                "outside your budget, so I left it out."
            )
    before, leads = old.picks[0], new.picks[0] if new.picks else None
    if leads and leads.product.id != before.product.id and before.product.id in kept:
        yield f"With the live prices, {_name(leads)} comes before {_name(before)}."


def _name(pick: Pick) -> str:
    return short_title(pick.product.title)
