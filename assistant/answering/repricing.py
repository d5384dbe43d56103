"""Repricing: an answer from the catalogue, once the web has been asked for the prices of its products.

The products are those that were shown: with their live prices they are held against the budget and ranked again.
Where no price was confirmed no solver is asked a second time: what was decided is said anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime

from assistant.answering.answerer import AnswerTools, Asked, answer
from assistant.answering.ranking import shown_price
from assistant.language.currencies import money
from assistant.language.titles import short_title
from assistant.prices import policy
from assistant.schema import Answer, Pick, Plan, Receipt


def repriced(old: Answer, asked: Asked, answer_tools: AnswerTools, now: datetime) -> Answer:
    """The answer after the web was asked; `asked.receipts` is empty where nothing was confirmed."""
    receipts = asked.receipts or {}
    if not old.picks or old.plan is None:
        return old
    looked = policy.invocation((pick.product, receipts.get(pick.product.id)) for pick in old.picks)
    shown = {pick.product.id for pick in old.picks}
    pack = replace(old.pack, candidates=tuple(c for c in old.pack.candidates if c.doc_id in shown))
    decided = old.content if shown.isdisjoint(receipts) else None
    plan = _asking(old.plan)
    # Fewer stand beside one another, and no price is news.
    if all(pick.price == shown_price(pick.product, receipts) for pick in old.picks):
        plan = replace(plan, focus_ids=tuple(pick.product.id for pick in old.picks))
    new = answer(plan, pack, replace(asked, receipts=receipts, now=now, decided=decided), answer_tools)
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
