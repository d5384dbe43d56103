"""What a message takes back: "forget the budget", "not that brand", "any colour", "I don't mind batteries".

`read_edits` reads it; `edited` applies it to the intent in force. Pure functions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from assistant.language.lexicon import COLOURS
from assistant.language.numbers import CACHED_TEXTS
from assistant.language.text import stems, words
from assistant.schema import Constraints, Intent

Part = Literal["budget", "age", "brand", "material", "players", "pieces", "colour", "features", "type", "all"]

_PARTS: dict[Part, str] = {
    "budget": r"(?:budget|price(?: limit| range)?|cost|money|spending limit|price tag)",
    "age": r"ages?(?: range)?",
    "brand": r"(?:brand|maker?|manufacturer)s?",
    "material": r"materials?",
    "players": r"(?:number of players|players|player count)",
    "pieces": r"(?:number of pieces|pieces|piece count)",
    "colour": r"colou?rs?",
    "features": r"(?:features|extras)",
    "type": r"(?:kind|type|sort)s?(?: of (?:toy|game|thing|present|gift)s?)?",
    "all": r"(?:everything|all of (?:it|that))",
}
_START = (
    r"(?:^|(?<=[,.;!?] )|(?<=\band )|(?<=\bbut )|(?<=\bok )|(?<=\boh )|(?<=\bplease )|(?<=\bactually )|(?<=\bjust )|"
    r"(?<=\byou )|(?<=\blet's ))"
)
_DROP = (
    r"(?:forget(?: about)?|never ?mind(?: about)?|ignore|drop|remove|scrap|clear|leave out|take (?:off|away|out)|"
    r"get rid of|(?:don't|do not) (?:worry|bother|care) about|(?:i )?(?:don't|do not) (?:mind|care)(?: about)?)"
)
_WHICH = r"(?: (?:the|that|my|our|any|what|which|about)){0,2}"
_FINE = r"(?: (?:at all|is|are|would be|will|can be|fine|ok|okay|good|great|do|really|honestly)){0,3}"
_END = r"(?= ?(?:$|[,.;!?]|and\b|but\b|please\b|then\b|now\b|for\b))"
_UNIMPORTANT = (
    r"(?:really |honestly )?(?:(?:doesn't|does not|don't|do not) (?:really )?(?:matter|bother me)|"
    r"(?:is|are) (?:not important|unimportant|no object|no issue|flexible|irrelevant|open)|(?:isn't|aren't) important)"
)


def _dropping(part: str) -> re.Pattern[str]:
    """Every way to say that a part of the ledger no longer counts."""
    return re.compile(
        rf"{_START}{_DROP}{_WHICH} {part}(?: limit)?\b{_END}"
        rf"|(?:\bthe |\bthat |\bmy )?\b{part} {_UNIMPORTANT}\b"
        rf"|{_START}(?:any|whatever|whichever) (?:old )?{part}{_FINE}{_END}"
        rf"|\bno (?:particular |specific )?{part}(?: limit| preference)\b"
    )


_DROPPED: dict[Part, re.Pattern[str]] = {
    **{part: _dropping(pattern) for part, pattern in _PARTS.items()},
    "budget": re.compile(rf"{_dropping(_PARTS['budget']).pattern}|\bno (?:budget|limit)\b{_END}|"
        rf"\bthe sky is the limit\b"),
    "all": re.compile(
        rf"{_START}(?:{_DROP} (?:{_PARTS['all']}|it all)|start (?:over|again|afresh)|reset|clear all){_END}"
    ),
}  # fmt: skip
_OTHER_BRAND = re.compile(
    rf"\b(?:not|no|(?:don't|do not) (?:want|like)|anything but|other than|except)(?: from)? (?:that|this|the same) "
    rf"{_PARTS['brand']}\b|\b(?:a |some )?(?:different|another|other) {_PARTS['brand']}\b"
)
# "I don't mind batteries", "forget the bridge", "it doesn't have to be Lego".
_NAMED = re.compile(
    rf"{_START}{_DROP}(?: (?:the|that|any|about|no|having|it being)){{0,2}} (?P<what>[a-z][\w' -]*?){_END}"
    r"|(?:\bit )?(?:\b(?:doesn't|does not|don't|do not|needn't|need not)) (?:really )?(?:(?:have|need|got) to )?be "
    rf"(?:an? |the )?(?P<what2>[a-z][\w' -]*?){_END}"
)
_ALLOWED = re.compile(
    r"^(?P<what>[a-z][\w' -]*?) (?:is|are|would be) (?:fine|ok|okay|alright|all right|allowed|welcome|no problem)\b"
)


@dataclass(frozen=True, slots=True)
class Edits:
    """What is taken back; `named` are features, brands or materials by their words; `rest` is what else was said."""

    dropped: frozenset[Part] = frozenset()
    refuses_brand: bool = False
    named: tuple[str, ...] = ()
    rest: str = ""

    def __bool__(self) -> bool:
        """Whether anything is taken back."""
        return bool(self.dropped or self.refuses_brand or self.named)


@lru_cache(maxsize=CACHED_TEXTS)
def read_edits(folded: str) -> Edits:
    """What a folded message takes back."""
    dropped: set[Part] = set()
    rest = folded
    for part, pattern in _DROPPED.items():
        if pattern.search(rest):
            dropped.add(part)
            rest = pattern.sub(" , ", rest)
    refuses_brand = bool(_OTHER_BRAND.search(rest))
    rest = _OTHER_BRAND.sub(" , ", rest)
    named = [match["what"] or match["what2"] for match in _NAMED.finditer(rest)]
    rest = _NAMED.sub(" , ", rest)
    return Edits(frozenset(dropped), refuses_brand, tuple(named), re.sub(r"[ ,]+$|^[ ,]+", "", rest))


def allowed(folded: str, intents: Iterable[Intent]) -> str:
    """What of the ledger the message calls fine ("batteries are fine"); nothing where it was not refused."""
    match = _ALLOWED.match(folded)
    asked = [intent.constraints for intent in intents]
    refused = {" ".join(stems(word)) for one in asked for word in (*one.refused, *one.refused_brands)}
    return match["what"] if match and " ".join(stems(match["what"])) in refused else ""


def edited(intent: Intent, edits: Edits, shown_brand: str = "") -> Intent:
    """The intent less what is taken back; `shown_brand` is what "that brand" means where none was asked for."""
    if "all" in edits.dropped:
        return replace(intent.of(()), constraints=Constraints(), leftover=())
    asked = intent.constraints
    brand = asked.brand or shown_brand
    gone = edits.dropped
    asked = replace(
        asked,
        budget=None if "budget" in gone else asked.budget,
        age=None if "age" in gone else asked.age,
        brand=None if "brand" in gone else asked.brand,
        material=None if "material" in gone else asked.material,
        players=None if "players" in gone else asked.players,
        pieces=None if "pieces" in gone else asked.pieces,
        wanted=() if "features" in gone else asked.wanted,
        refused=() if "features" in gone else asked.refused,
        refused_brands=() if "brand" in gone else asked.refused_brands,
    )
    if edits.refuses_brand:
        refused = (*asked.refused_brands, brand) if brand else asked.refused_brands
        asked = replace(asked, brand=None, refused_brands=tuple(dict.fromkeys(refused)))
    intent = replace(intent, constraints=asked)
    if "colour" in edits.dropped:
        intent = _without_colours(intent)
    if "type" in edits.dropped:
        intent = replace(intent.of(()), leftover=())
    for name in edits.named:
        intent = _without(intent, " ".join(stems(name)))
    return intent


def _without_colours(intent: Intent) -> Intent:
    kinds = (" ".join(word for word in words(kind) if word not in COLOURS) for kind in intent.kinds)
    wanted = tuple(w for w in intent.constraints.wanted if not set(words(w)) & COLOURS)
    leftover = tuple(part for part in intent.leftover if not set(words(part)) & COLOURS)
    intent = intent.of(tuple(dict.fromkeys(filter(None, kinds))))
    return replace(intent, leftover=leftover, constraints=replace(intent.constraints, wanted=wanted))


def _without(intent: Intent, name: str) -> Intent:
    """The intent less the feature, brand, material or remark whose stems are these."""
    asked = intent.constraints
    return replace(
        intent,
        leftover=_less(intent.leftover, name),
        constraints=replace(
            asked,
            brand=None if asked.brand and " ".join(stems(asked.brand)) == name else asked.brand,
            material=None if asked.material and name in (asked.material, f"{asked.material}en") else asked.material,
            wanted=_less(asked.wanted, name),
            refused=_less(asked.refused, name),
            refused_brands=_less(asked.refused_brands, name),
        ),
    )


def _less(phrases: tuple[str, ...], name: str) -> tuple[str, ...]:
    return tuple(phrase for phrase in phrases if " ".join(stems(phrase)) != name)


def meant(folded: str, intents: tuple[Intent, ...]) -> tuple[int, ...]:
    """Which of several wishes a message is about: those it names, the fullest name first, or all of them."""
    said = set(stems(folded))
    kinds = [set(stems(intent.product_type)) for intent in intents]
    heads = [set(stems(intent.product_type)[-1:]) for intent in intents]
    named = [number for number, kind in enumerate(kinds) if kind and kind <= said]
    named = named or [number for number, head in enumerate(heads) if head and head <= said]
    fullest = [number for number in named if not any(kinds[number] < kinds[other] for other in named)]
    return tuple(fullest) or tuple(range(len(intents)))
