"""Gift budget: shares one sum out over several children."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import ROUND_DOWN, Decimal

from assistant.language.currencies import amount_of
from assistant.language.text import fold
from assistant.schema import Brief, HelperResult

_WORDS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "both": 2}
_PEOPLE = re.compile(
    r"\bfor (?:my |the |our )?(?P<count>two|three|four|five|six|both|[2-9]|1\d|20) (?:\w+ )?"
    r"(?:kids?|children|boys|girls|twins|nephews|nieces|grandchildren|grandkids|sons|daughters|presents|gifts|toys)\b"
)
# A pool for three children is one thing.
_PRESENTS = re.compile(r"\b(?:presents?|pressies?|gifts?|toys|stocking|christmas|xmas|birthdays?)\b")
_SHARED = re.compile(r"\bshar(?:e|ed|ing)\b|\btogether\b")
_CENT = Decimal("0.01")


@dataclass(frozen=True, slots=True)
class GiftBudget:
    """Says what each present may cost, and what the Top Pick leaves for the others."""

    name: str = "gift budget"

    def help(self, brief: Brief) -> HelperResult | None:
        """The share of one present; nothing where no sum is meant for several."""
        budget, text = brief.plan.intent.constraints.budget, fold(brief.message)
        people = _PEOPLE.search(text) if _PRESENTS.search(text) else None
        if budget is None or budget.max is None or budget.each or len(brief.wishes) > 1 or not people:
            return None
        # One toy for two to share is one present, and who compares or asks has said nothing of presents.
        if brief.plan.intent.act not in ("find", "refine") or _SHARED.search(text):
            return None
        count = _WORDS.get(people["count"]) or int(people["count"])
        return HelperResult(self.name, _shares(brief, budget.max, budget.currency, count), 0.8)


def _shares(brief: Brief, total: Decimal, currency: str, count: int) -> str:
    share = (total / count).quantize(_CENT, rounding=ROUND_DOWN)
    sentence = f"{amount_of(total, currency)} over {count} presents is {amount_of(share, currency)} each."
    price = brief.picks[0].price if brief.picks else None
    if price is None or price.currency != (currency or price.currency) or price.amount >= total:
        return sentence
    cost, left = (amount_of(amount, price.currency) for amount in (price.amount, total - price.amount))
    return f"{sentence} This one at {cost} leaves {left} for the rest."
