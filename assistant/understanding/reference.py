"""Reference: which of the toys shown a message is about, and which earlier part of the conversation."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise

from rapidfuzz import fuzz

from assistant.language.numbers import ORDINALS
from assistant.language.text import FUNCTION_WORDS, fold, stems, words
from assistant.schema import Intent, Reference, Screen, Session, Shown, Superlative
from assistant.understanding.grammars.question_topics import read_superlative
from assistant.understanding.state import dialogue_state
from assistant.understanding.state.slot_carryover import list_of, rests_on

_ALL = re.compile(r"\b(?:all|both|these|those|them|they|(?:the )?(?:two|three|lot))\b")
_SEVERAL = "two|three|four|five|six|[2-6]"
_FIRST_SEVERAL = re.compile(rf"\b(?:first|top) (?P<count>{_SEVERAL})\b")
_FIRST_TWO = re.compile(r"\b(?:both|either|neither|the two|two)\b")
# "The second is tiny. Which of the others has the best camera?"
_THE_OTHERS = re.compile(r"\bof the (?:others|rest|other (?:ones|two|three))\b")
_BOTH = re.compile(r"(?:for )?(?:both|the (?:two|pair))(?: of (?:them|these|those))?")
_THEM = re.compile(r"^(?:them|these|those|they)$")
_IT = re.compile(r"\b(?:it|its|this|that|he|she|him|her)\b")
_CARDINALS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_RANK = re.compile(
    rf"(?<!\bshowed )(?<!\bhad )(?<!\bsaw )"
    rf"\b(?:(?P<word>{'|'.join(ORDINALS)})(?! (?:{_SEVERAL})\b)|(?P<digit>[1-9])(?:st|nd|rd|th)|"
    rf"(?:number|no\.?|option|#) ?(?:(?P<n>{'|'.join(_CARDINALS)})|(?P<d2>[1-9])))\b|^(?P<d3>[1-6])$"
)
# A bare small number counts places: "the 2 one".
_SUM = re.compile(
    r"(?<![\d.])(?:[£$€] ?(?=\d)|(?=\d+[.,]\d\d\b)|(?=\d+ ?(?:quid|pounds?|dollars?|euros?)\b))"
    r"(?P<sum>\d{1,4}(?:[.,]\d\d)?)"
)
_LAST = re.compile(r"\blast\b|\bbottom\b")
_TOP = re.compile(r"\btop(?: (?:one|pick))?$|\bmain one\b")
_OF_ONE = ("details", "check_price", "explain")
MOST_BESIDE = 2
# "OK the cheaper one": a reader may take no more than "one" for what points.
_THE_ONE = re.compile(
    r"\b(?:the|that) (?:\w+ ){1,2}(?:one|of (?:the (?:two|three)|(?:these|those)(?: (?:two|three))?))(?=\W|$)"
)
# "Are there small parts" asks nothing of the small ghost ship, "how many players" nothing of a 2-player game.
_OF_ANY_TOY = frozenset(
    "big bigger large larger small smaller little long longer tall mini tiny huge giant "
    "players player people pieces piece parts age ages years old batteries battery price cost box".split()
)
# A word of a message that points at nothing must be so long to name a title.
LONG = 4
# A word that was typed in a hurry is still the title's.
ALIKE = 85


def places(refs: Sequence[str], screen: Screen) -> tuple[int, ...]:
    """The places on the screen, from 1, that these words point at, in their order; none where they only say "it".

    "Those" beside a toy that is named speaks of the others: "those are for toddlers, is the train any good?"
    """
    elsewhere = set(map(fold, screen.earlier)) - set(map(fold, screen.titles))
    refs = [ref for ref in refs if fold(ref) not in elsewhere]
    several = [ref for ref in refs if _THEM.match(fold(ref))]
    titled = (by_title(ref, screen.titles) for ref in refs)
    sure = {found[0] for found in titled if len(found) == 1}
    named = [
        place for ref in refs if ref not in several
        for place in _by_price(ref, screen.prices) or _places(fold(ref), screen.titles, sure)
    ]  # fmt: skip
    return tuple(dict.fromkeys(named or [place for ref in several for place in _places(fold(ref), screen.titles)]))


def _by_price(ref: str, prices: Sequence[str]) -> list[int]:
    """The place of the one toy that costs what these words say, to the penny or in whole pounds: "the 12.99 one"."""
    said = _SUM.search(ref)
    value = Decimal(said["sum"].replace(",", ".")) if said else None
    amounts = [Decimal(re.sub(r"[^\d.]", "", price) or 0) for price in prices]
    same = [
        place for place, amount in enumerate(amounts, start=1)
        if value == amount or (value == int(value or 0) and value in (int(amount), round(amount)))
    ]  # fmt: skip
    return same if value and len(same) == 1 else []


def pointed_at(refs: Sequence[str], screen: Screen, session: Session) -> tuple[Shown, ...]:
    """The toys on the screen that these words point at, in their order; both, of two wishes, are the best of each."""
    shown = dialogue_state.last_list(session)
    best_of_each = dialogue_state.first_of_each(shown)
    if len(best_of_each) > 1 and refs and all(_BOTH.fullmatch(fold(ref)) for ref in refs):
        return best_of_each[:2]
    counted = [rank for ref in refs for rank in ranks(ref)]
    if counted and beyond(refs, screen):  # "the third", of two, was the third of three before
        last = max(counted)
        lists = map(dialogue_state.last_list, dialogue_state.earlier(session))
        return next(((listed[last - 1],) for listed in lists if len(listed) >= last), ())
    return tuple(shown[place - 1] for place in places(refs, screen) if place <= len(shown))


def _places(ref: str, titles: Sequence[str], sure: Collection[int] = ()) -> list[int]:
    """The places that words point at; of those whose titles have as many of them the one that is `sure` to be meant."""
    count = len(titles)
    whole = [place for place, title in enumerate(titles, start=1) if ref == fold(title)][:1]
    if counted := whole or [rank for rank in ranks(ref) if 1 <= rank <= count]:
        return counted
    if several := _first_several(ref):  # whatever title has a "two" in it
        return list(range(1, several + 1))[:count]
    if named := by_title(ref, titles):
        return [place for place in named if place in sure][:1] or named[:1]
    if _FIRST_TWO.search(ref):
        return [1, 2][:count]
    if _LAST.search(ref):
        return [count] if count else []
    if _TOP.search(ref):
        return [1] if count else []
    return list(range(1, count + 1)) if _ALL.search(ref) else []


def _first_several(ref: str) -> int:
    """How many from the first on are meant: three by "the first three"; 0 where no such count is said."""
    if not (found := _FIRST_SEVERAL.search(ref)):
        return 0
    return _CARDINALS.get(found["count"]) or int(found["count"])


def ranks(ref: str) -> list[int]:
    """The places that words count, on a list however long."""
    return [
        int(m["digit"] or m["d2"] or m["d3"] or ORDINALS.get(m["word"] or "", 0) or _CARDINALS.get(m["n"] or "", 0))
        for m in _RANK.finditer(fold(ref))
    ]


def by_title(ref: str, titles: Sequence[str], least: int = 2, *, may_shorten: bool = True) -> list[int]:
    """The places whose titles have the most of the words; none where no title has any, or all of several as many.

    Words that may as well point at nothing shorten no name: who asks how many can play asks of no Playmobil.
    """
    name_words = naming(ref, least)
    shares = [sum(has_word(word, stems(title), may_shorten=may_shorten) for word in name_words) for title in titles]
    most = max(shares, default=0)
    found = [place for place, share in enumerate(shares, start=1) if share == most]
    said = " ".join(word for word in fold(ref).split() if word not in FUNCTION_WORDS)
    word_for_word = [place for place in found if len(name_words) > 1 and said in fold(titles[place - 1])]
    found = word_for_word if len(word_for_word) == 1 else found  # "Poly Dice Set", beside "… Poly Dices"
    return found if most and (len(found) == 1 or len(found) < len(titles)) else []


def naming(ref: str, least: int = 2) -> list[str]:
    """The words that name something, as stems."""
    return [word for word in stems(fold(ref)) if len(word) >= least and word not in _NO_NAMES]


def has_word(word: str, title: Sequence[str], *, may_shorten: bool = True) -> bool:
    """Whether a title has a word, a slip in it forgiven; both as stems. "R2-D2" has "r2d2"."""
    if any(char.isdigit() for char in word) and word in map("".join, pairwise(title)):
        return True
    ends_one = len(word) >= LONG  # the bird one is the Skybird
    return any(
        word == other or (ends_one and (other.endswith(word) or (may_shorten and _is_short_for(word, other))))
        or fuzz.ratio(word, other) >= ALIKE
        for other in title
    )  # fmt: skip


def is_called(phrase: str, title: str) -> bool:
    """Whether a title has every naming word of a phrase."""
    return all(has_word(word, stems(title)) for word in naming(phrase))


def _is_short_for(word: str, other: str) -> bool:
    """Whether a word is how people shorten another: the lambo is the Lamborghini."""
    return len(other) - len(word) >= LONG and other.startswith(word)


_COUNTS = frozenset("two three four five six 2 3 4 5 6".split())
_NO_NAMES = frozenset(
    stems(
        "the one ones that this it its them they their those these he she him her both either neither all other set "
        "toy pack game piece pieces part parts box again before earlier you showed had said first last mine my your "
        "thing things"
    )
)


def gone_back_to(refs: Sequence[str], session: Session, titles: Mapping[str, str], *, says_so: bool) -> Session | None:
    """The conversation as it stood when that was shown which these words name; None where they mean what is there.

    Who says so may name it by a word or not at all; in any other message every word must fit, and none on the screen.
    """
    before = dialogue_state.earlier(session)
    if not before:
        return None
    if says_so and any(_FIRST.search(fold(ref)) for ref in refs):
        return _beginning(session, before)
    # "The first two", "them two" are of the list that is there, whatever name has a "two" in it.
    names = [ref for ref in refs if says_so or not (_first_several(fold(ref)) or _COUNTS.issuperset(naming(ref)))]
    shares = [
        max((_share(ref, one, titles, loosely=says_so, is_here=one is session) for ref in names), default=0.0)
        for one in (session, *before)
    ]
    here, best = shares[0], max(shares[1:])
    by_title_alone = {fold(title) for title in titles.values()}.issuperset(map(fold, refs)) and bool(refs)
    if best > here and (says_so or (best == 1.0 and (by_title_alone or not here))):
        return before[shares.index(best) - 1]
    if says_so and (wished := next((one for one in before if _is_wish_of(refs, one)), None)):
        return None if _is_wish_of(refs, session) else wished
    return before[0] if says_so and not here else None


def _is_wish_of(refs: Sequence[str], session: Session) -> bool:
    """Whether one of these names what was wished for then, in every word: "the animals", of animal puppets."""
    wished = " ".join(intent.product_type for intent in dialogue_state.last_product_intents(session))
    return any(is_called(ref, wished) for ref in filter(naming, refs))


def beyond(refs: Sequence[str], screen: Screen) -> bool:
    """Whether these count further than what is on the screen: "the third" of two, "the first two" of one."""
    shown = set(map(fold, screen.titles))  # one with a number in its name is no place
    last = [_first_several(fold(ref)) or max(ranks(ref), default=0) for ref in refs if fold(ref) not in shown]
    return 0 < len(screen.titles) < max(last, default=0)


_FIRST = re.compile(r"\b(?:first|1st|original|start|beginning)\b")


def _beginning(session: Session, before: Sequence[Session]) -> Session:
    """Where the present wish began; where it has only just begun, where the conversation did."""
    begun = (one for one in before if any(intent.act == "find" for intent in dialogue_state.last_product_intents(one)))
    just_begun = any(intent.act == "find" for intent in dialogue_state.last_product_intents(session))
    return before[-1] if just_begun else next(begun, before[-1])


def _share(ref: str, session: Session, titles: Mapping[str, str], *, loosely: bool, is_here: bool) -> float:
    """How many of the naming words a title of that time's list or its wish has, 0 to 1.

    Loosely it may also be as it was said, and what has only been wished for is not here: "back to the dress" from pens.
    """
    name_words, screen = naming(ref), list_of(session, titles)
    texts = [*screen.titles, *([] if loosely and is_here else [screen.wish])]
    texts += [intent.text for intent in dialogue_state.last_product_intents(session)] if loosely else []
    shares = (sum(has_word(word, stems(text)) for word in name_words) / len(name_words) for text in texts if name_words)
    return max(shares, default=0.0)


def _first_by(by: Superlative | None, shown: Sequence[Shown]) -> Shown | None:
    """The first of what is shown by its price or its stars: "the dearer one"."""
    priced = [one for one in shown if one.price]
    rated = [one for one in shown if one.rating is not None]
    match by:
        case "cheapest" if priced:
            return min(priced, key=lambda one: one.price.amount if one.price else 0)
        case "dearest" if priced:
            return max(priced, key=lambda one: one.price.amount if one.price else 0)
        case "best rated" if rated:
            return max(rated, key=lambda one: one.rating or 0.0)
        case _:
            return None


_NTH_BY = re.compile(r"\b(?P<nth>next|second|2nd|third|3rd)[- ](?P<by>(?:best|most|least|highest|lowest) \w+|\w+est)\b")


def nth_by(message: str, screen: Screen, session: Session) -> Shown | None:
    """The next, second or third of what is shown by its price or its stars: "next cheapest"; None where that is none.

    The next is counted from what was looked at last.
    """
    found = _NTH_BY.search(fold(message))
    if not found:
        return None
    by = read_superlative(found["by"])
    left, ordered = list(dialogue_state.last_list(session)[: len(screen.titles)]), list[Shown]()
    while left and (one := _first_by(by, left)):
        ordered.append(one)
        left.remove(one)
    looked_at = _named_first(session) or dialogue_state.last_top_pick(session)
    last = next((at for at, one in enumerate(ordered) if looked_at and one.doc_id == looked_at.doc_id), 0)
    place = last + 1 if found["nth"] == "next" else 1 if found["nth"] in ("second", "2nd") else 2
    return ordered[place] if place < len(ordered) else None


def _named_first(session: Session) -> Shown | None:
    """What the last answer named first of those that were shown: the cheapest, where that was asked."""
    asked = (intent.question for intent in dialogue_state.newest(session))
    topics = [question.topic for question in asked if question and question.about == "best"]
    return _first_by(read_superlative(f"{topics[0]} one"), dialogue_state.last_list(session)) if topics else None


def shown_before(refs: Sequence[str], session: Session, titles: Mapping[str, str]) -> Iterator[str]:
    """The ids of what earlier lists showed that these words name, in every word, each the first of the latest list."""
    for ref in filter(naming, refs):
        for one in dialogue_state.earlier(session):
            named = [at for at, title in enumerate(list_of(one, titles).titles) if is_called(ref, title)]
            if named:
                yield dialogue_state.last_list(one)[named[0]].doc_id
                break


def about(
    act: str, refs: Sequence[str], message: str, screen: Screen, session: Session, *, before: Sequence[str] = (),
    is_whole: bool = False,
) -> tuple[str, ...]:  # fmt: skip
    """The ids of the shown products that a message is about; those beside it where it compares and names one.

    `before` are ids of what it names that an earlier list showed: they can be compared with what is there. `is_whole`
    where these words are sure to be all that it names.
    """
    shown = dialogue_state.last_list(session)[: len(screen.titles)]
    named = [one.doc_id for one in pointed_at(refs, screen, session)]
    if not refs and act in _OF_ONE and not _IT.search(fold(message)):
        telling = " ".join(word for word in words(fold(message)) if word not in _OF_ANY_TOY)
        by_name = by_title(telling, screen.titles, LONG, may_shorten=False)
        named = [shown[by_name[0] - 1].doc_id] if len(by_name) == 1 else []
    compared = [one for one in shown if one.doc_id in compared_before(session)]  # "the cheaper one" is of these
    said = [*refs, *(found[0] for found in _THE_ONE.finditer(fold(message)))]
    named = named or [one.doc_id for ref in said if (one := _first_by(read_superlative(ref), compared or shown))]
    if act in ("best", "compare") and named and _THE_OTHERS.search(fold(message)):
        named = [one.doc_id for one in shown if one.doc_id not in named] or named
    if act in ("compare", "best", "total"):
        named = list(dict.fromkeys((*named, *before)))
    if act == "compare" and all(_THEM.match(fold(ref)) for ref in refs):
        named = []
    if act == "total" and all(_ALL.match(fold(ref)) or _IT.fullmatch(fold(ref)) for ref in refs):
        of_each = dialogue_state.best_of_each(session)
        if len(of_each) > 1 and not compared_before(session):
            return of_each
    if act == "total" and len(named) > (0 if is_whole else 1):
        # "That and the rings" are two; "the rings, what does that come to" are the rings.
        top = dialogue_state.last_top_pick(session) if any(_IT.fullmatch(fold(ref)) for ref in refs) else None
        return tuple(dict.fromkeys((*([top.doc_id] if top else ()), *named)))
    if act == "total" or (act == "best" and not named):
        meant = shown if act == "best" else shown[:2]
        return compared_before(session) or tuple(one.doc_id for one in meant)
    if act != "compare" and not (act == "best" and len(named) == 1):
        return tuple(named)
    return _set_beside(named, message, session, shown)


def _set_beside(named: Sequence[str], message: str, session: Session, shown: Sequence[Shown]) -> tuple[str, ...]:
    """What is compared: the toys that are named, and beside one alone what stands nearest to it."""
    named = list(named)
    looked_at = dialogue_state.last_top_pick(session)
    past = dialogue_state.earlier(session)
    if len(named) == 1 and looked_at and looked_at.doc_id not in named and _IT.search(fold(message)):
        named = [looked_at.doc_id, *named]
    if len(named) == 1:
        named += [one.doc_id for one in shown if one.doc_id not in named][:1]
    named = named or [one.doc_id for one in shown[:2]]
    if len(named) == 1 and past:  # beside the only one there is stands the one before it
        named += [one.doc_id for one in dialogue_state.last_list(past[0]) if one.doc_id not in named][:1]
    return tuple(named)


def compared_before(session: Session) -> tuple[str, ...]:
    """The ids of the toys that the last message set beside each other; none where it did something else."""
    return next((intent.about for intent in dialogue_state.newest(session) if intent.act == "compare"), ())


def refer(intent: Intent, session: Session) -> Reference:
    """What of the conversation the intent goes on from."""
    shown = dialogue_state.last_list(session)
    seen = (*shown, *(one for turn in reversed(session.turns) for one in turn.shown))
    than = intent.than if intent.searches else ""  # a question is asked of what was found instead
    meant = next((replace(one, cheaper=None, cheaper_id="") for one in seen if one.doc_id == than), None)
    pick = meant or _named_first(session) or dialogue_state.last_top_pick(session, intent)
    listed = next((one for one in shown if pick and one.doc_id == pick.doc_id), None)
    if pick and listed:  # a question about it in between took nothing back
        pick = replace(pick, cheaper=listed.cheaper, cheaper_id=listed.cheaper_id)
    was_found = dialogue_state.was_found(session, intent)
    return Reference(_seen(intent, session, pick), pick, rests_on(intent, session), was_found)


def _seen(intent: Intent, session: Session, looked_at: Shown | None) -> tuple[str, ...]:
    """The products that the intent names; else the one last looked at, or the first two where it compares.

    Why one was chosen is told beside the next of its list.
    """
    listed = [one.doc_id for one in dialogue_state.last_list(session)]
    if intent.act == "compare":
        return intent.about or tuple(listed[:2])
    named = intent.about or ((looked_at.doc_id,) if looked_at else ())
    beside = [doc_id for doc_id in listed if doc_id not in named] if intent.act == "explain" and named else []
    return (*named, *beside[:MOST_BESIDE])
