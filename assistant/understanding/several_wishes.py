"""Several wishes in one message: where each begins, and the person, the day and the sum that they share."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from assistant.language.numbers import value_of
from assistant.schema import NAMING, Budget, Span
from assistant.understanding.grammars.budgets import IN_ALL
from assistant.understanding.heard import Heard
from assistant.understanding.message_text import bare
from assistant.understanding.slots import Wish
from assistant.understanding.state import dialogue_state

MAX_INTENTS = 3
# "Two gifts for twins, £40 altogether": each may cost its part.
_SO_MANY_GIFTS = re.compile(
    r"\b(?P<count>[2-5]|two|three|four|five) (?:\w+ )?(?:gifts|presents|pressies|toys|things)\b"
)
_EACH = re.compile(r"\b(?:each|apiece)\b")
_IN_ALL = re.compile(
    rf"\b(?:{IN_ALL}|for all(?= of (?:it|them)|[.,!?]|$)|between (?:them|the)|total(?= (?:of|budget))|combined)\b"
    r"|(?<!\w)(?:£|\$|€)? ?\d[\d.]* (?:total|together)\b|\b\d[\d.]* ?(?:pounds|quid|dollars) (?:total|together)\b"
)
_IN_FRONT = re.compile(
    r"(?:i have|i've got|we have|we've got|with|under|up to|for|my budget|budget|max|maximum|no more than|less than|"
    r"i can spend|around|about|between|£|\$|€|\d)"
)
# Between two kinds of toy: "chips and a deck of cards", "pans to go with it, and a cheap sofa".
_ANOTHER_THING = re.compile(
    r"(?:,? *|(?: +[\w'’]+){1,5}, *)(?:and|plus|&) +(?:an?|some|maybe an?) +(?:(?:cheap|nice|little|small|big) +)?",
    re.IGNORECASE,
)
# A second wish without an article of its own, of whose look the first is, too: "a banner and balloons in pink".
_OF_ONE_LOOK = re.compile(r"\W*(?:and|plus|&) +(?!(?:an?|the|some|maybe)\b)", re.IGNORECASE)
# A wish of its own that names no toy: "and a present for the birthday girl".
_A_PRESENT = re.compile(
    r"\W*(?:also )?(?:a |some )?(?:little |small )?(?:present|gift|pressie|something|anything)s?(?: else)? for ",
    re.IGNORECASE,
)
# "Something crafty and something for the garden".
_SOMETHING_ELSE = re.compile(r"(?<=\w),? (?:and|plus|&) (?=(?:also )?something\b)(?<!something and )", re.IGNORECASE)
# "A wooden toy for a baby, and a card game": the first names no kind.
_SOME_TOY = re.compile(r"\b(?:an?|some) (?:[\w'’-]+ ){0,3}(?:toys?|presents?|gifts?|pressies?)\b", re.IGNORECASE)
_AND_A = re.compile(r",? (?:and|plus|&) (?:also )?(?:an?|some) (?:[\w'’-]+ )?$", re.IGNORECASE)
# "Twins, one mad about trains, the other about cooking": what stands in front is of both.
_DOES = (
    r"(?= (?:is |who |who's |of them )?(?:likes?|loves?|wants?|prefers?|mad|into|keen|obsessed|crazy|about|for|is)\b)"
)
_ONE_AND_THE_OTHER = re.compile(
    rf"\bone{_DOES}[^.!?;]*?(?P<other>(?:, ?|\b)(?:(?:and|but) )?(?:the other(?: one)?|one){_DOES})", re.IGNORECASE
)
_FAILING_THAT = re.compile(r",? (?:or |and )?(?:failing that|if not that|or else),? ", re.IGNORECASE)
_ONE_OF_THEM = re.compile(r"\bones?\b", re.IGNORECASE)
_TO_MATCH = re.compile(r"\b(?:to match|matching)\b", re.IGNORECASE)
_IN = re.compile(r"\bin (?:(?:\w+ ){1,3}(?:or|and|&) )?$", re.IGNORECASE)
# A clause about somebody else begins: "…and my", "… . Her", of whom it then says what they want.
_AND_SOMEBODY = re.compile(
    r"(?:(?:^|[.;!?])\s*|[,&]\s*|\b(?:and|but|while|also|plus)\s+)(?:(?:and|also|then)\s+)*"
    r"(?:(?:my|his|her|our|their|the)\s+)?$",
    re.IGNORECASE,
)
_POSSESSIVE = re.compile(r"(?:my|his|her|our|their|the) ", re.IGNORECASE)
WANTS = re.compile(
    r"(?:\W|\b(?:who|he|she|is|s|aged?|nearly|almost|turning|only|years?|yrs?|old|\d{1,2}|really|also|just|so|very)\b)*"
    r"\b(?:wants|likes|loves|needs|prefers|adores|collects|would (?:like|love)|into|mad (?:on|about|for|keen)|"
    r"crazy (?:about|for)|keen on|obsessed)\b",
    re.IGNORECASE,
)
# Between a person and their age: "my son, 9", "my daughter who is nearly 4".
BETWEEN_A_PERSON_AND_AGE = re.compile(
    r"[ ,(-]*(?:(?:(?:who|he|she)(?:['’]?s)?|is|aged?|nearly|almost|turning) )*", re.IGNORECASE
)


def parts_of(heard: Heard) -> Iterable[tuple[str, list[Span]]]:
    """The message's wishes, cut where a reader says that another begins; each has a toy of its own."""
    text, spans = heard.text, heard.reading.spans
    if both := _ONE_AND_THE_OTHER.search(text):
        start, middle, end = both.start(), both.start("other"), len(text)
        if _names_a_toy(spans, start, middle) and _names_a_toy(spans, middle, end):
            for half in (heard.only([(0, middle)]), heard.only([(0, start), (middle, end)])):
                yield half.text, [span for span in half.reading.spans if span.slot != "next"]
            return
    cuts = [0]
    kinds = [span for span in spans if span.slot == "kind" and span.sign == "wanted"]
    also = [replace(one, slot="next", start=one.end, end=other.start) for one, other in pairwise(kinds)
            if _ANOTHER_THING.fullmatch(text[one.end : other.start])]  # fmt: skip
    parted = (*_SOMETHING_ELSE.finditer(text), *_FAILING_THAT.finditer(text))
    also += [Span("next", found.group(), *found.span()) for found in parted]
    if kinds and (joined := _AND_A.search(text[: kinds[0].start])) and _SOME_TOY.search(text[: joined.start()]):
        also.append(Span("next", joined.group(), *joined.span()))
    # "A girl, 7, who likes animals and a boy, 10, who likes science" are two wishes.
    people = [one for one, other in pairwise(spans) if (one.slot, other.slot) == ("recipient", "age")
              and BETWEEN_A_PERSON_AND_AGE.fullmatch(text[one.end : other.start])]  # fmt: skip
    also += [replace(one, slot="next", end=one.start) for one in people[1:]]
    also += [replace(one, slot="next", end=one.start) for one in spans if _is_somebody_who_wants(text, one)]
    for span in sorted((*spans, *also), key=lambda one: one.start):
        if (
            span.slot == "next"
            and (_names_a_toy(spans, cuts[-1], span.start) or _SOME_TOY.search(text[cuts[-1] : span.start]))
            and (_names_a_toy(spans, span.end, len(text)) or _A_PRESENT.match(text[span.end :]))
        ):
            cuts.append(span.start)
    for start, end in zip(cuts[:MAX_INTENTS], [*cuts[1:MAX_INTENTS], len(text)], strict=True):
        part = heard.only([(start, end)])
        yield part.text, [span for span in part.reading.spans if span.slot != "next"]


def _is_somebody_who_wants(text: str, span: Span) -> bool:
    """Whether a person begins a clause of their own that says what they want."""
    named = _POSSESSIVE.match(span.text)
    before = text[: span.start + (named.end() if named else 0)]
    return span.slot == "recipient" and bool(_AND_SOMEBODY.search(before) and WANTS.match(text[span.end :]))


def for_the_same_person(parts: Sequence[tuple[str, list[Span]]], wishes: Sequence[Wish]) -> tuple[Wish, ...]:
    """The wishes; whom one is for, and on which day, holds of the others where it alone says so, at either end.

    "A puzzle and a doll for a four-year-old", "a banner and balloons for her 40th", "my son is 4, a puzzle and a ball".
    """
    said = [[span for span in spans if span.slot in ("recipient", "age", "occasion")] for _, spans in parts]
    toys = [span for span in parts[0][1] if span.slot in NAMING and span.sign == "wanted"]
    # A day holds of all, wherever it stands: "balloons for a 40th birthday and a banner as well".
    is_a_day = {span.slot for span in said[0]} == {"occasion"}
    is_in_front = is_a_day or (bool(said[0] and toys) and said[0][0].start < toys[0].start)
    at = len(parts) - 1 if said[-1] else 0
    if [bool(one) for one in said].count(True) != 1 or not (said[-1] or is_in_front):
        return tuple(wishes)
    one = wishes[at]
    days = tuple(bare(span.text) for span in said[at] if span.slot == "occasion")
    shared = tuple(day for day in days if day in one.leftover)
    return tuple(
        replace(
            wish.asking(age=one.constraints.age),
            for_adult=one.for_adult,
            leftover=tuple(dict.fromkeys((*wish.leftover, *shared))),
        )
        for wish in wishes
    )


def without_the_same(wishes: Sequence[Wish]) -> Sequence[Wish]:
    """The wishes; what the last is not to be or have, the others are not: "balloons and a banner, she hates pink"."""
    last = wishes[-1].constraints
    return [
        wish.asking(
            refused=tuple(dict.fromkeys((*wish.constraints.refused, *last.refused))),
            refused_kinds=tuple(dict.fromkeys((*wish.constraints.refused_kinds, *last.refused_kinds))),
        )
        for wish in wishes
    ]  # fmt: skip


def of_the_same_kind(parts: Sequence[tuple[str, list[Span]]], wishes: Sequence[Wish]) -> Sequence[Wish]:
    """The wishes; one that names no kind but "one" is of the kind before it: "a badger puppet and a hedgehog one"."""
    found: list[Wish] = []
    for (text, _), wish in zip(parts, wishes, strict=True):
        is_such = found and not wish.kinds and _ONE_OF_THEM.search(text)
        found.append(replace(wish, kinds=found[-1].kinds) if is_such else wish)
    return found


def of_the_same_look(parts: Sequence[tuple[str, list[Span]]], wishes: Sequence[Wish]) -> tuple[Wish, ...]:
    """The wishes; the colours that the last is to be in hold of those before that name none, and the day of the first.

    "A banner and balloons in pink", "18th birthday balloons and banner".
    """
    if len(wishes) < 2 or not (_OF_ONE_LOOK.match(parts[-1][0]) or _TO_MATCH.search(parts[-1][0])):
        return tuple(wishes)
    text, spans = parts[-1]
    colours = [
        span for span in spans if (span.slot, span.sign) == ("colour", "wanted") and _IN.search(text[: span.start])
    ]
    looks = tuple(bare(span.text) for span in colours)
    days = tuple(bare(span.text) for span in parts[0][1] if span.slot == "occasion")
    if days and not any(span.slot == "occasion" for _, later in parts[1:] for span in later):
        wishes = (wishes[0], *(replace(one, leftover=(*one.leftover, *days)) for one in wishes[1:]))
    return tuple(wish.asking(wanted=wish.constraints.wanted or looks) for wish in wishes)


def _names_a_toy(spans: Sequence[Span], start: int, end: int) -> bool:
    return any(span.slot in NAMING and span.sign == "wanted" and start <= span.start < end for span in spans)


def shared_budget(wishes: tuple[Wish, ...], folded: str) -> tuple[Wish, ...]:
    """A budget said once for all wishes: each may cost so much or, of a sum for all of them, what others leave.

    One said for a single wish stays with it.
    """
    budgets = [wish.constraints.budget for wish in wishes if wish.constraints.budget]
    if len(wishes) < 2:
        return tuple(one_of_several(_one_of_so_many(wish, folded), 1, folded) for wish in wishes)
    if len(budgets) != 1:
        return wishes
    (budget,) = budgets
    stands_in_front = wishes[0].constraints.budget and _IN_FRONT.match(folded)
    if not (stands_in_front or _is_for_all(budget, folded) or _EACH.search(folded)):
        return wishes
    return tuple(one_of_several(wish.asking(budget=budget), len(wishes), folded) for wish in wishes)


def _one_of_so_many(wish: Wish, folded: str) -> Wish:
    """The wish for one of several gifts, with its part of a sum for all of them."""
    if not (gifts := _SO_MANY_GIFTS.search(folded)):
        return wish
    count = int(value_of(gifts["count"]))
    budget = one_of_several(wish, count, folded).constraints.budget
    if not (budget and budget.shared and budget.max):
        return wish
    return wish.asking(budget=replace(budget, max=budget.max / count, each=True, shared=False))


def one_of_several(wish: Wish, count: int, folded: str) -> Wish:
    """The wish as one of so many: a sum said for all of them is shared; one for two of a kind is for each the half."""
    budget = wish.constraints.budget
    if budget is None or budget.max is None:
        return wish
    if count < 2 and budget.shared:
        least = budget.min / 2 if budget.min is not None else None
        budget = replace(budget, min=least, max=budget.max / 2, each=True, shared=False)
    elif count > 1 and _is_for_all(budget, folded):
        budget = replace(budget, min=None, each=False, around=False, shared=True)
    return wish.asking(budget=budget)


def _is_for_all(budget: Budget, folded: str) -> bool:
    return budget.shared or (bool(_IN_ALL.search(folded)) and not budget.each)


def for_each_wish(shared: Sequence[Wish], wishes: Sequence[Wish]) -> tuple[str, ...]:
    """That a sum which was said once was taken for each of the wishes."""
    said = next((wish.constraints.budget for wish in wishes if wish.constraints.budget), None)
    budget = shared[0].constraints.budget
    if len(shared) < 2 or not (budget and said) or budget.shared or said.each or tuple(shared) == tuple(wishes):
        return ()
    return (
        f"I took {dialogue_state.budget_words(budget)} for each of the {len(shared)}; together they may come to more.",
    )
