"""What the shopper will spend, read from the message: limits, ranges, slang, currencies.

A bare number is money only behind a word that makes it so ("under 20"), never beside one that makes it something
else ("under 5 years", "under 5s", "20 pieces"), so that no budget is ever invented.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache

from assistant.language.currencies import DOLLARS, SYMBOLS, UNIT, WORDS
from assistant.language.numbers import CACHED_TEXTS, NOTE, NUMBER, TENS, value_of
from assistant.schema import Budget
from assistant.understanding.grammars.audience import read_age

_NUMBER_OR_NOTE = re.compile(f"{NUMBER}|{NOTE}")
_WITH_COINS = re.compile(rf"(?P<whole>{NUMBER}) {UNIT} (?:and )?(?P<coins>{NUMBER})")

_CODE, _SIGN = "|".join(SYMBOLS).lower(), f"[{''.join(SYMBOLS.values())}]"
_BEFORE = rf"(?:(?:us)?{_SIGN}|\b(?:{_CODE})\b ?)"
_AFTER = rf"(?: ?(?:{_SIGN}(?!\d)|(?:{_CODE}|{'|'.join(WORDS)}|p|pence|pee)\b))"
_COUNTED = (
    r"years?|yrs?|yo\b|y/o|months?|mths?|weeks?|days?|pieces?|pcs?\b|parts|players?|people|kids|children|persons?|cm|"
    r"mm|"
    r"inch|inches|ft|feet|minutes?|mins?|hours?|in stock|ratings?|reviews?|stars?|of us|of them"
)
# "Two pounds ninety-nine" and "two pounds and 50p", but not "ten pounds and fifteen".
_COINS = (
    rf"{NUMBER} {UNIT}"
    rf"(?: {NUMBER}(?: ?p| pence| cents)?| and {NUMBER}(?: ?p| pence| cents))\b"
)
_MONEY = (
    rf"(?:{_BEFORE} ?{NUMBER}|{_COINS}(?! ?(?:{_COUNTED}|{'|'.join(WORDS)}))|{NUMBER}{_AFTER}|"
    rf"(?:a )?{NOTE}|"
    rf"\b(?:a|(?:a )?couple of) (?:{UNIT}|bucks?)(?: or two)?\b(?! (?:of|shop|land|pupp|stretcher|coin|sign|note)))"
)
_NOT_MONEY = rf"(?![\d.,]*\d)(?!-?\s*(?:s\b|\+|%|x\b|/|:|(?:to |- ?\d+ )?(?:{_COUNTED}|and up)))"
_AMOUNT = rf"(?:{_MONEY}|{NUMBER}{_NOT_MONEY})"

_NOUGHT = "nothing|nothin|nowt|none"
_AT_MOST = (
    r"(?:(?:strictly )?(?:under|below|less than|cheaper than|lower than|up to|upto|max(?:imum)?(?: spend)?(?: of)?|"
    r"at most|"
    rf"no more than|not more than|not over|no higher than|(?:{_NOUGHT}) (?:over|above)|"
    r"(?:not|don'?t|do not|never|without|can'?t|cannot|won'?t|wouldn'?t)(?: \w+){0,3} "
    r"(?:over|above|more than|past)|not (?:above|exceeding)|within|inside|"
    r"(?:i|we)(?: ?'?ve)? (?:only )?(?:have|got)(?: only)?(?: about)?|can spend(?: up to)?|"
    r"(?:go|stretch|push it)(?: up)? to|to spend|keep it under|"
    r"beneath|<=?)|(?:my |our |the |a |with a |on a )?(?:budget|limit|price limit|max|maximum)"
    r"(?:'?s| (?:is|of|to|at|:))?|with)"
)
_AT_LEAST = (
    r"(?:over|above|more than|at least|minimum(?: of)?|min|no less than|not less than|upwards of|"
    r"starting (?:at|from)|>=?)"
)
_AROUND = (
    r"(?:round about|around|round|about|roughly|approximately|approx|circa|near(?:er)?(?: to)?|closer? to|more like|"
    r"somewhere around|in the region of|(?:just|slightly|a (?:bit|little|touch)) (?:over|above)|~)"
)
_PERSON = (
    r"(?:kids?|children|child|boys?|girls?|ages?|aged|those|anyone|people|someone|bab(?:y|ies)|toddlers?|sons?|daughters?|"
    r"nieces?|nephews?|grand(?:sons?|daughters?|kids|child|children)|twins|cousins?|"
    r"brothers?|sisters?|godson|goddaughter|lads?|lass|he|she|him|her|they)"
)

_RANGE = re.compile(
    rf"(?P<cue>\b(?:between|from|price range|anywhere from|in the range) )?(?P<low>{_AMOUNT}) ?(?:-|–|to|"
    rf"and) ?(?:(?:about|around|roughly) )?(?P<high>{_AMOUNT})"
)
_LIMIT = re.compile(rf"(?<![a-z])(?P<cue>{_AT_MOST}) (?:about |around )?(?P<high>{_AMOUNT})")
_NO_MORE = re.compile(rf"\b(?:under|below|(?:less|more|higher) than|(?:not|{_NOUGHT}) (?:over|above)|up to|at most) $")
_FLOOR = re.compile(
    r"(?<![a-z])(?<!rated )(?<!rating )(?<!not )(?<!no )(?<!nothing )(?<!nothin )(?<!nowt )(?<!none )"
    rf"(?P<cue>{_AT_LEAST}) (?P<low>{_AMOUNT})"
)
# Beside one of these in its clause "over £20" is what it is not to cost: a floor by mistake would break the budget.
_DENIES = re.compile(
    rf"\b(?:no|not|nae|{_NOUGHT}|never|without|avoid\w*|refus\w*|hate|cannot|\w+nae|"
    r"(?:is|are|was|do|does|did|ca|wo|could|would|should|must|need)n['’]?t)\b[^,.;!?]*$"
)
_IS_TOO_MUCH = re.compile(
    r" ?(?:(?:is|are|was|would be|will be|['’]?s) )?(?:way |far |a bit |just )?"
    r"(?:too (?:much|dear|steep|expensive|pricey)|out\b|no (?:way|good|chance)|not )"
)
_OVER, _UNDER = ("over", "above", "more than"), ("under", "below", "less than", "cheaper than", "lower than")
# The other way round only right before it: "no batteries under £20" is no floor.
_NOTHING = re.compile(rf"\b(?:{_NOUGHT}|not|no (?:toys?|presents?|gifts?))(?: that(?:['’]?s| costs))? $")
# "That's over £20 isn't it" tells of what is shown, "we're all over 60" of who plays, "not 23 quid" of what it is not
# to be, and none asks for anything.
_TOLD = re.compile(
    rf"\b(?<!nothing )(?:that|this|it)(?: i|'?)s (?:\w+ )?(?:over|above|more than) {_AMOUNT}"
    rf"|\b(?:but|and|n) (?:that|this|it)(?: i|'?)s (?:like |about |still )?{_MONEY}"
    r"(?! ?(?:max|tops?|limit|budget|or (?:less|under)|i\b|we\b|to\b))"
    rf"|\bnot (?:for )?{_MONEY}(?! ?(?:or|and) (?:more|over|above|up))"
    rf"|\b(?:we|they)(?: a|'|’)?re (?:all |both )?(?:over|under) \d+(?! ?(?:{UNIT}))"
)
_NEAR = re.compile(
    rf"(?<![a-z])(?<!go to )(?<!stretch to )(?<!push it to )(?<!up to )(?<!more than )(?<!under )(?<!max )"
    rf"(?P<cue>{_AROUND}) ?(?:the )?(?:full )?(?P<mid>{_AMOUNT})(?: mark| or so)?"
    rf"(?!\d| ?(?:max(?:imum)?|tops?|at (?:the )?most|or (?:more|over|above))\b)"
)
_ISH = re.compile(
    rf"(?P<mid>{_MONEY}|\b(?:\d+|ten|fifteen|{'|'.join(TENS)}))"
    rf"(?:[- ]?ish|[- ]odd| or (?:so|there ?abouts)| give or take)\b(?P<unit>{_AFTER})?"
)
_TOP = re.compile(
    rf"(?P<high>{_MONEY}) ?(?:max(?:imum)?|tops?|(?:or|and|n|&) (?:less|under|below)(?! ?[£$€\d])|limit|"
    r"at (?:the )?most|budget|"
    r"(?:is|would be|being) (?:about )?(?:my|our|the) (?:\w+ )?(?:limit|max(?:imum)?|budget|most))\b"
)
_BARE_TOP = re.compile(
    rf"\b(?:(?P<high>{NUMBER}) (?:max(?:imum)?|tops|or less)"
    r"|(?P<sum>\d{2,}) (?:altogether|all (?:in|together)|for (?:the lot|both|everything)))\b"
)
# Whatever is counted otherwise, one can only do this with money.
_SPENDS = re.compile(r"\b(?:spend|stretch|push it|budget|price)\b")
_LEADS_TO_MONEY = re.compile(r"\b(?:budget|spend|spending|pay|paying|price)(?:'?s| is| of| about| around|:)? $")
# "If my nan gives me another 30": more than before; "another 2" are toys.
_ON_TOP = re.compile(
    rf"\b(?P<cue>another|extra|further) (?P<more>{_MONEY}|\d{{2,}}{_NOT_MONEY})|(?P<sum>{_MONEY}) (?:more|extra)\b"
)
_PLAIN = re.compile(rf"(?P<high>{_MONEY})")
_BARE = re.compile(rf"(?P<high>{NUMBER})(?=(?: each| apiece)?$)")
_PLUS = re.compile(
    rf"(?P<low>{_MONEY}) ?(?:\+|plus\b(?! \w)|or (?:more|over|above|up)|and (?:up(?:wards)?|over|above)|upwards|"
    r"minimum|at least)"
)
# Words that lead to much else: "about 15" is money only when nothing is counted after it and it closes a clause.
_WEAK = ("with", "inside", "near", "about", "around", "over", "above", "roughly", "another", "extra", "further")
# "More than 1 card", "at least 2 trains".
_COUNTING = ("more than", "at least")
_OF_SOMETHING = re.compile(r" (?!(?:if|please|but|and|or|though|ideally|for|on|in|to|as|so|at|i|we)\b)[a-z]")
_EACH = re.compile(r"\b(?:each|apiece|a piece|per (?:child|kid|person|item|toy|gift|head|bag)|a (?:head|bag))\b")
# What a sum is of that is meant for several things at once.
IN_ALL = r"in total|altogether|in all|all together|all in|for (?:both|everything|the (?:lot|pair|two|three))"
# What two toys may cost together.
_FOR_TWO = re.compile(r" ?(?:in total )?for (?:the|a) pair\b| ?for the two(?: of them)?\b")
_PENCE = re.compile(r"(?<![a-z])(?:p|pence|pee)\b")
_BRITISH = re.compile(f"{_PENCE.pattern}|{NOTE}")


@dataclass(frozen=True, slots=True)
class Found:
    """A constraint, the stretch of the message that said it, and whether that names money or a bare number."""

    budget: Budget
    start: int
    end: int
    names_money: bool = True

    def hidden_in(self, text: str) -> str:
        """The message with this stretch out of sight of whoever reads on, and all else where it was."""
        return f"{text[: self.start]}{'|' * (self.end - self.start)}{text[self.end :]}"


@lru_cache(maxsize=CACHED_TEXTS)
def read_budget(folded: str, currency: str, *, is_money: bool = False) -> Found | None:
    """The budget in a folded message, in the currency it names or else in `currency`; None when none is said.

    `is_money` says that the text is known to be a sum: then a bare number is one, too.
    """
    if is_money and (bare := _BARE.match(folded)):
        return _found(bare, folded, currency)
    folded = without_told_sums(folded)
    sums = list(_sums(folded, currency, is_money=is_money))
    if not sums or sums[0].names_money:
        return next(iter(sums), None)
    # "We have about a hundred, under a tenner": a sum that names money counts before a number that may be one.
    elsewhere = (one for one in sums if one.end <= sums[0].start or sums[0].end <= one.start)
    return next((one for one in elsewhere if one.names_money), sums[0])


def without_told_sums(folded: str) -> str:
    """The message with the sums out of sight that only tell of something: what is shown, who plays."""
    return _TOLD.sub(lambda told: "|" * len(told.group()), folded)


def _sums(folded: str, currency: str, *, is_money: bool) -> Iterator[Found]:
    """What may be the budget, the likeliest first."""
    for pattern in (_ON_TOP, _RANGE, _ISH, _NEAR, _TOP, _PLUS, _LIMIT, _FLOOR, _BARE_TOP, _PLAIN):
        for match in pattern.finditer(folded):
            if pattern is _ISH and _NO_MORE.search(folded[: match.start()]):
                continue  # "no more than £60 or so" is a limit
            led_to = pattern is _RANGE and _LEADS_TO_MONEY.search(folded[: match.start()])
            if is_money or led_to or _is_money(match, folded):
                found = _found(match, folded, currency)
                if pattern is _FLOOR and _is_denied(match, folded):
                    found = replace(found, budget=replace(found.budget, min=None, max=found.budget.min))
                elif pattern is _LIMIT and match["cue"] in _UNDER and _NOTHING.search(folded[: match.start()]):
                    found = replace(found, budget=replace(found.budget, min=found.budget.max, max=None))
                yield _between(found, folded, currency) if pattern is _LIMIT else found


def _is_denied(floor: re.Match[str], folded: str) -> bool:
    """Whether it is said that a toy is not to cost so much or more: "nothing that costs over £20"."""
    is_over = floor["cue"] in _OVER
    return is_over and bool(_DENIES.search(folded[: floor.start()]) or _IS_TOO_MUCH.match(folded, floor.end()))


def _between(limit: Found, folded: str, currency: str) -> Found:
    """A limit with the floor said beside it: "at least £10 but no more than £25"."""
    rest = limit.hidden_in(folded)
    for match in _FLOOR.finditer(rest):
        floor = _found(match, rest, currency).budget
        adjacent = re.fullmatch(
            r",? ?(?:but|and|yet)? ?", folded[min(match.end(), limit.end) : max(match.start(), limit.start)]
        )
        if _currency(match["low"]) and adjacent and floor.min is not None and floor.min < (limit.budget.max or 0):
            both = Budget(floor.min, limit.budget.max, limit.budget.currency, limit.budget.each or floor.each)
            return Found(both, min(match.start(), limit.start), max(match.end(), limit.end))
    return limit


def _is_money(match: re.Match[str], folded: str) -> bool:
    """Whether the match is about money: an amount in it is, or its cue leaves no other reading."""
    groups = match.groupdict()
    if match.re is _RANGE and not groups.get("cue") and (" and " in match.group()[len(match["low"]) :][:5]):
        return False  # "25 quid and three nieces", "two pounds and 50p"
    amounts = [text for name, text in groups.items() if name != "cue" and text]
    if any(_currency(text) for text in amounts):
        return True
    cue = (groups.get("cue") or "").strip()
    if not cue or amounts == ["one"]:  # "more than one please"
        return match.re is _BARE_TOP
    before = folded[: match.start()]
    stated = read_age(folded)
    is_an_age = stated and any(start < match.end() and match.start() < end for start, end in stated.spans)
    if is_an_age or (cue in _WEAK and re.search(rf"\b{_PERSON}\b|\bfor $", before)):
        return False
    if cue.endswith(("have", "got")):
        return bool(re.match(r" (?:to spend|to play with|left|max|in total)\b", folded[match.end() :]))
    if match.re is _RANGE:
        return cue.startswith("price") or bool(re.search(r"\b(?:price|budget|cost|spend|pay)\w*\b", folded))
    if cue in _COUNTING and not _SPENDS.search(before):
        return not _OF_SOMETHING.match(folded[match.end() :])
    is_clear = cue not in ("with", "inside") and not re.match(r" ?[a-z]", folded[match.end() :])
    return cue not in _WEAK or is_clear


def _currency(amount: str) -> str:
    """The currency an amount names, or nothing."""
    for code, symbol in SYMBOLS.items():
        if symbol in amount or code.lower() in amount:
            return code
    named = (WORDS[word] for word in re.findall(r"[a-z]+", amount) if word in WORDS)
    return next(named, "GBP" if _BRITISH.search(amount) else "")


def _value(amount: str) -> Decimal:
    if coins := _WITH_COINS.search(amount):
        return value_of(coins["whole"]) + value_of(coins["coins"]) / 100
    match = _NUMBER_OR_NOTE.search(amount)
    if match is None:  # "a pound", "a couple of quid"
        return Decimal(2 if "couple" in amount else 1)
    number = value_of(match.group())
    return number / 100 if _PENCE.search(amount) else number


def _found(match: re.Match[str], folded: str, currency: str) -> Found:
    groups = {name: text for name, text in match.groupdict().items() if text and name != "cue"}
    named = next((code for text in groups.values() if (code := _currency(text))), currency)
    named = currency if named == "USD" and currency in DOLLARS else named
    values = {name: _value(text) for name, text in groups.items()}
    low = values.get("low")
    high = next((values[name] for name in ("mid", "high", "more", "sum") if name in values), None)
    if low is not None and high is not None and low > high:
        low, high = high, low
    each, for_two = _EACH.search(folded, match.end() - 1), _FOR_TWO.match(folded, match.end())
    budget = Budget(
        min=low, max=high, currency=named, each=bool(each), around="mid" in values, on_top=match.re is _ON_TOP,
        shared=bool(for_two),
    )  # fmt: skip
    end = each.end() if each and each.start() - match.end() <= 1 else for_two.end() if for_two else match.end()
    names_money = any(_currency(text) for text in groups.values()) or bool(_SPENDS.search(match.group()))
    return Found(budget, match.start(), end, names_money=names_money)
