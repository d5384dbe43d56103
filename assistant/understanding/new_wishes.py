"""New wishes: each with its own slots, and what still holds of the last."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from assistant.language.scales import ratio
from assistant.language.spelling import corrected
from assistant.language.text import FUNCTION_WORDS, brand_key, stems, words
from assistant.schema import NAMING, Intent, Route, Span
from assistant.understanding.changed_wishes import (
    NO_WISH,
    direction_of,
    first_of,
    if_the_shop_has_it,
    is_live,
    shown_maker,
    superlative_of,
)
from assistant.understanding.grammars.audience import is_for_an_adult
from assistant.understanding.heard import Heard, seeks_something, sureness
from assistant.understanding.message_text import bare, cut_out, plain, without_budget
from assistant.understanding.reference import has_word, naming, pointed_at
from assistant.understanding.relative_budgets import with_its_sum
from assistant.understanding.several_wishes import (
    for_each_wish,
    for_the_same_person,
    of_the_same_kind,
    of_the_same_look,
    parts_of,
    shared_budget,
    without_the_same,
)
from assistant.understanding.shown_questions import question_beside
from assistant.understanding.slots import Wish, wish_of
from assistant.understanding.state.slot_updates import NO_INTENT, carried_over, updated
from assistant.understanding.state.turned_down import goes_on, objects, turned_down

# A word that so many toys have in their names may be asked for by itself.
SEVERAL_NAMES = 3
# So many words of some length that no slot has tell what a toy is to be, where nothing names one: "is stuck in bed with
# a broken leg and has one hand free".
A_STORY, OF_SOME_LENGTH = 6, 4
# Behind it stands what a new thing is for.
_FOR = re.compile(r"\b(?:for|fits?|fitting|suits?|with|into|onto)\s*$", re.IGNORECASE)
# "A bag to keep them in", "something to stand it on".
_TO_USE_IT = re.compile(r"\bto \w+ (?:it|them|these|those) (?:in|on|with|from|into|onto)\b", re.IGNORECASE)
_LEADS_TO_A_DAY = r"(?:\b(?:for|on|at|to|in|his|her|my|our|their|the|an?) )*"
_MODEL = re.compile(r"\b(?=\w*\d)(?=\w*[A-Za-z])[A-Za-z]\w{2,9}\b")


def is_a_name(heard: Heard) -> bool:
    """Whether a toy of the shop is called all that the message says, small words, a sum and slips aside: no errand is.

    One word has to be in the names of several: "police".
    """
    unknown = {word for span in heard.reading.spans for word in span.unknown}
    said = corrected(without_budget(heard.text), unknown, heard.vocabulary)
    content_words = [word for word in words(said) if word not in FUNCTION_WORDS]
    fewest = 1 if len(content_words) > 1 else SEVERAL_NAMES
    return bool(content_words) and len(heard.named_so(" ".join(content_words))) >= fewest


def wishes_found(heard: Heard) -> Route:
    """New wishes, each with its own slots and what still holds of the last; a sum for all of them is shared."""
    beside = beside_shown(heard)
    before = if_the_shop_has_it(heard, beside or carried_over(heard.previous, heard.reading, heard.text))
    parts = tuple(parts_of(heard))
    wishes = of_the_same_kind(parts, [_wish(heard, text, spans, may_tell=not beside) for text, spans in parts])
    wishes = of_the_same_look(parts, wishes)
    wishes = for_the_same_person(parts, without_the_same(wishes))
    shared = shared_budget(wishes, plain(heard.text))
    warnings = for_each_wish(shared, wishes)
    parts, shared = zip(
        *(_without_days(heard, *part, wish) for part, wish in zip(parts, shared, strict=True)), strict=True
    )
    intents = tuple(
        _intent(heard, text, spans, wish, before) for (text, spans), wish in zip(parts, shared, strict=True)
    )
    asked = question_beside(heard.text) if len(intents) == 1 else None
    if asked:
        intents = (replace(intents[0], question=asked),)
    return Route(intents, warnings=warnings)


def _without_days(heard: Heard, text: str, spans: list[Span], wish: Wish) -> tuple[tuple[str, list[Span]], Wish]:
    """The part and its wish less what it takes back, and a day that no toy is called after: "for the bank holiday".

    What a number is written on is sought with it: "balloons for her 65th".
    """
    text = _without_dropped(text, spans)
    for day in (span.text for span in spans if span.slot == "occasion" and not any(map(str.isdigit, span.text))):
        name = " ".join(filter(None, (wish.theme, *wish.kinds[:1], bare(day))))
        if wish.kinds and bare(day) in wish.leftover and not heard.named_so(name):
            wish = replace(wish, leftover=tuple(one for one in wish.leftover if one != bare(day)))
            text = re.sub(rf"{_LEADS_TO_A_DAY}{re.escape(day)}\b", "", text, count=1)
    return (text.strip(), spans), wish


def beside_shown(heard: Heard) -> Intent | None:
    """What a new kind of thing has to be near to, where it is for a toy on the screen: "spare blades for it".

    That toy itself is not wanted, nor are those beside it that are no such thing or, where nothing is named, are of the
    kind that was sought.
    """
    refs = heard.reading.spans_for("ref")
    goes_with = refs[-1:] if heard.reading.does("goes_with") else ()
    ref = next((span for span in refs if _FOR.search(heard.text[: span.start])), next(iter(goes_with), None))
    top, kinds = heard.top, heard.reading.words_for("kind")
    is_for_it = ref is not None or heard.reading.does("goes_with") or bool(_TO_USE_IT.search(heard.text))
    if not (heard.previous and top and is_for_it and (kinds or seeks_something(heard))):
        return None
    shown = next(iter(pointed_at([ref.text] if ref else (), heard.screen, heard.session)), top)
    subject = heard.subject
    codes = _MODEL.findall(heard.titles.get(shown.doc_id, ""))[:1]
    # What fits a toy is mostly its maker's; what is to match one that is about something may be anybody's.
    maker = subject.constraints.brand or ("" if subject.themes and not codes else shown.brand)
    # What goes with a race set of the maker that was asked for is by them, and no other race set.
    thing = subject.themes or (() if subject.constraints.brand else subject.kinds)
    nouns = [word for kind in subject.kinds for word in stems(kind)[-1:]]
    # A sword for a knight need not be about knights; what fits a model has to fit that one; of dice it is a dice bag.
    about = _sold_so(subject.themes, kinds, heard) or _sold_so(nouns, kinds, heard)
    makers = [one for one in subject.leftover if brand_key(one) in heard.vocabulary.brands]
    like = about if kinds else (*thing, *makers) or subject.leftover
    by = _sold_so([maker], kinds, heard) if maker else []
    near = dict.fromkeys(bare(one) for one in (*by, *codes, *like) if one)
    such = [word for kind in kinds or subject.kinds for word in naming(kind)]
    names = {one.doc_id: stems(heard.titles.get(one.doc_id, "")) for one in heard.shown}
    others = [
        doc_id
        for doc_id, name in names.items()
        if doc_id == shown.doc_id or any(has_word(word, name) for word in such) != bool(kinds)
    ]
    # Track for a car of 1:32 is of 1:32.
    scale = ratio(heard.titles.get(shown.doc_id, "")) if kinds else ""
    holds = carried_over(heard.previous, heard.reading, heard.text) if heard.reading.kept else NO_INTENT
    wanted = (*holds.constraints.wanted, *([scale] if scale else []))
    # What goes with a jigsaw of 1,000 pieces has none of them.
    asked = replace(holds.constraints, brand=None, pieces=None, players=None, wanted=tuple(dict.fromkeys(wanted)))
    return replace(
        NO_INTENT, constraints=asked,
        leftover=tuple(dict.fromkeys((*holds.leftover, *near))), turned_down=tuple(others),
    )  # fmt: skip


def _sold_so(names: Sequence[str], kinds: Sequence[str], heard: Heard) -> list[str]:
    """The names, less those beside which the shop has none of the kinds, or of what their nouns name."""
    kinds = [kind if heard.named_so(kind) else " ".join(stems(kind)[-1:]) for kind in kinds]
    return [
        one for one in names
        if any(map(str.isdigit, one)) or not kinds or not all(_only_otherwise(k, one, heard) for k in kinds)
    ]  # fmt: skip


def _only_otherwise(kind: str, about: str, heard: Heard) -> bool:
    """Whether the shop has toys of that kind, but none that are called so as well."""
    return bool(heard.named_so(kind)) and not heard.named_so(f"{about} {kind}")


def _wish(heard: Heard, text: str, spans: Sequence[Span], *, may_tell: bool) -> Wish:
    wish = with_its_sum(heard, wish_of(text, spans, heard.vocabulary), text)
    names_nothing = wish.asking(budget=None) == NO_WISH
    if names_nothing and is_a_name(heard):  # words that no slot has are the toy's name
        return replace(wish, leftover=(bare(without_budget(heard.text)),))
    told = _told(text, spans) if may_tell and not (wish.names_a_toy or wish.constraints.material) else ()
    return replace(wish, leftover=(" ".join(told),)) if len(told) >= A_STORY else wish


def _without_dropped(text: str, spans: Sequence[Span]) -> str:
    """The text less what it takes back and less a child's name, so that nobody looks for that: "a doll for Poppy"."""
    return cut_out(
        text, [one for one in spans if (one.sign == "dropped" and one.slot in NAMING) or _is_a_given_name(one)]
    ).strip()


def _is_a_given_name(span: Span) -> bool:
    """Whether somebody is named, and not called by kinship: a doll may be a Poppy, too."""
    is_one_word = span.slot == "recipient" and span.text.isalpha() and span.text.istitle()
    return is_one_word and not is_for_an_adult(f"for {span.text.lower()}")


def _told(text: str, spans: Sequence[Span]) -> list[str]:
    """The words of some length that no slot has."""
    return [word for word in words(without_budget(cut_out(text, spans, " "))) if len(word) >= OF_SOME_LENGTH]


def _intent(heard: Heard, text: str, spans: Sequence[Span], wish: Wish, before: Intent) -> Intent:
    reading, best = heard.reading, superlative_of(heard.reading, wish)
    if wish.for_adult:
        before = before.asking(age=None)
    before = first_of(before, best, heard.text)
    direction = direction_of(reading) if heard.previous else None
    left_behind = turned_down(
        heard, wish, all_seen=bool(direction) or objects(heard), goes_on=goes_on(wish, heard.previous)
    )
    return replace(
        updated(before, wish, spans, shown_maker(heard, before), heard.named_so),
        text=text,
        act="find" if wish.names_a_toy or not before.names_a_toy else "refine",  # "and for her brother?"
        question=None, about=(), confidence=sureness(reading), needs_live_price=is_live(heard),
        refinement=direction, best=best, turned_down=tuple(dict.fromkeys((*before.turned_down, *left_behind))),
    )  # fmt: skip
