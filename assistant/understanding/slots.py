"""One wish of a message, read by rules: what kind of toy, and every constraint the shopper put on it.

Each reader claims the stretch of the message it understood; what is left names the product. Nothing is guessed: a
constraint is there only because words of the message said it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from assistant.language.lexicon import (
    FEATURES,
    FILLER,
    GENERIC,
    LINES,
    MATERIALS,
    NAMED_OTHERWISE,
    NO_MATERIAL,
    ORDINARY_NAMES,
    TOY_STEMS,
)
from assistant.language.numbers import CACHED_TEXTS, NUMBER
from assistant.language.text import brand_key, fold, stem, words
from assistant.schema import Constraints, Vocabulary
from assistant.understanding.audience import is_for_an_adult, read_age, read_pieces, read_players
from assistant.understanding.budgets import Found, read_budget
from assistant.understanding.slot_updates import read_edits
from assistant.understanding.spelling import corrected, meant_brand, mended

_BOUNDARY = re.compile(
    r"[,.;:!?|()\"]+(?!\d)|\b(?:for|with|that|which|who|whose|because|since|so|to|as|about|from|without|but|where|when|"
    r"made|or|shaped like|"
    r"suitable|costing|priced)\b"
)
_TAIL = r"(?P<what>[a-z][\w'-]*(?: (?!(?:or|nor|and)\b)[a-z][\w'-]*)?)"
_REFUSED = re.compile(
    r"\b(?:no|not(?: too| very| so| a| an| made(?: out)? (?:of|from|in))?|without(?: any| a| an)?|never|nothing(?: too|"
    r" with| that is)?|"
    r"avoid(?:ing)?|anything but|"
    rf"except|(?:aren't|isn't)(?: made(?: out)? (?:of|from|in))?(?: a| an)?|"
    rf"(?:scared|afraid|frightened|terrified) of|allergic to|can't stand|doesn't (?:need|use|require|have|take|"
    rf"involve|make|include|contain|play|come with|run on|like)|don't (?:need|want|like)|"
    rf"hates?|dislikes?) {_TAIL}(?P<more>(?: (?:or|nor|and no|and without) [a-z][\w'-]*)*)"
)
_NO_X_WITH = re.compile(r"\b(?:no|not|nothing)(?: [a-z][\w'-]*)? with (?:any |a |an )?(?P<what>[a-z][\w'-]*)")
# Behind a sum: it is meant for all that is wished for.
_SUMMED = re.compile(r"\|\s*(?:in total|altogether|(?:all )?together|all in|between them|combined|total)\b")
_NUMBER_WORD = re.compile(NUMBER)
_AND_NO = re.compile(r" (?:or|nor|and no|and without) ")
_NON = re.compile(r"\bnon[- ](?P<what>[a-z][\w'-]*)")
_FREE = re.compile(r"\b(?P<what>[a-z]+)[- ]free\b")
_WITH = re.compile(
    r"\b(?:with|that (?:has|have|includes?|comes with|makes?|plays?|can)|which (?:has|have)|includes?|including|"
    r"featuring)"
    r" (?P<what>[a-z][^,.;:!?|()]*)"
)
_DOES = re.compile(
    r"\b(?:that|which) (?P<what>(?:goes|lights?|glows?|floats?|sings?|talks?|moves?|walks?|flies|spins?|bounces?|"
    r"changes?|"
    r"vibrates?|squeaks?|dances?|squirts?|rolls?|shoots?|folds?)\b(?: [a-z]+){0,3})"
)
_NAMED_OTHERWISE = [(re.compile(rf"\b{said}\b"), name) for said, name in NAMED_OTHERWISE.items()]
# What is to be left behind is not what is wanted.
_INSTEAD = re.compile(r"\b(?:instead of|rather than|and not just)\b[^,.;!?|]*")
# "1:35", "1/72": the scale of a model is looked for as it stands.
_SCALE = re.compile(r"(?<![\d.,:/])1[:/]\d{2,3}(?![\d:/])")
_WITH_END = re.compile(r"\b(?:for|under|below|up|around|between|that|which|who|but|without|no|not|from|by|please|as)\b")
_LIVE = re.compile(
    r"\b(?:live price|(?:current|latest|today's|up[- ]to[- ]date|real[- ]time|actual) prices?|"
    r"prices? (?:right )?(?:now|today)|"
    r"(?:cost|much)(?: \w+){0,4} (?:right now|now|today|at the moment|currently)|check (?:the |its |"
    r"their )?(?:live |current )?prices?|"
    r"in stock (?:right )?now)\b"
)
# What can follow "no" or "not" without being a feature: amounts, comparisons, small talk.
_NOT_FEATURES = frozenset(
    """
    more less over under above below than sure idea problem later worries thanks that this the it a an too very bad good
    really one only just need want like matter mind exceeding cheaper longer to object have be rush hurry limit
    preference budget price brand particular specific
    """.split()
)
# "Not a soft toy" refuses the kind, not the softness.
_OF_TOYS = frozenset({"soft", "cuddly", "stuffed", "electronic", "noisy", "musical"})
_IS = re.compile(r"\b(that|it|he|she|what|who|there|where)'s\b")
# Written fast: "arent lego", "doesnt need batteries".
_NOT = re.compile(r"\b(are|is|was|does|do|did|has|have|had|ca|wo)nt\b")
_HES = re.compile(r"\b(he|she)s\b(?= (?:\d|a |an |into|mad|obsessed|turning|just|only|nearly))")
_KEEN = re.compile(
    r"\b(?:is |are )?(?:really |totally |so |very )?(?:obsessed (?:with|by)|"
    r"(?:mad|crazy|crackers|nuts|bonkers|daft) (?:about|on|for|over)|keen on|a (?:big |huge )?fan of|fond of|"
    r"really into|is into|are into|(?<!who )(?<!that )(?:loves|likes|enjoys|adores))\b"
)
_NTH_BIRTHDAY = re.compile(r"\b(?:\d{1,3}(?:st|nd|rd|th)) birthday\b")
# Words that lead into what the toy is used for, or what the person does.
_PURPOSE = frozenset({"who", "that", "which", "because", "since", "where", "when", "but"})
_FEATURE = re.compile(rf"\b(?:{'|'.join(sorted(FEATURES, key=len, reverse=True))})\b".replace("-", "[ -]"))
# "A set of blocks" are blocks, and "a puzzle of a castle" is a castle puzzle.
_NO_MATERIAL = re.compile(rf"\b(?:{NO_MATERIAL})\b")
_CONTAINER = re.compile(r"\b(?:set|pack|box|bag|tub|bucket|bunch|pair|packet|tin)s? of\b")
_MOTIF = re.compile(
    r"\b((?:model )?kit|puzzle|jigsaw|model|figure|doll|picture|costume|mask|puppet)s? of (?:a |an |the )?"
    r"(\w+(?: \w+){0,2})"
)
_MASK = " | "
# "£10 for a puzzle", "I'm looking for a puzzle": behind these "for" names the toy, not the person.
_LEADS_TO_A_NAME = re.compile(
    r"(?:\|\s*|\b(?:look|looking|search|searching|shop|shopping|hunt|hunting|ask|asked|asking|hope|hoping|wish|"
    r"wishing|go|"
    r"going) )for$"
)
# "My card is [card]": what redaction left, with the words that led to it.
_REDACTED = re.compile(
    r"(?:\b(?:i|am|i'm|live|my|our|me|the|a|at|on|to|is|call|text|ring|mail|email|phone|mobile|card|number|no|"
    r"address|postcode)"
    r"\W+)*\[(?:card|phone|email|address|postcode)\]"
)


@dataclass(frozen=True, slots=True)
class Wish:
    """What one stretch of the message asks for; `leftover` are its other content words, for ranking only.

    `is_named` says that the type stands for itself ("a puzzle", "£10 for a puzzle"), not in a phrase about a person.
    """

    product_type: str
    constraints: Constraints
    needs_live_price: bool
    leftover: tuple[str, ...] = ()
    is_named: bool = False
    for_adult: bool = False
    either: tuple[str, ...] = ()


@lru_cache(maxsize=CACHED_TEXTS)
def plain(text: str) -> str:
    """The message folded, on one line, with "that's" and its like written out and what was redacted left out."""
    folded = mended(re.sub(r"\s+", " ", _REDACTED.sub(",", fold(text))).strip())
    folded = re.sub(r"(?<=\w) (?:n|'n'|&) (?=\w)", " and ", folded) if " n " in folded or " 'n' " in folded else folded
    folded = _HES.sub(r"\1 is", folded)
    return _KEEN.sub("who likes", _NOT.sub(r"\1n't", _IS.sub(r"\1 is", folded)))


def read_wish(text: str, vocabulary: Vocabulary) -> Wish:
    """Every constraint of one wish, and the kind of toy it names."""
    folded = read_edits(plain(text)).rest
    budget = read_budget(folded, vocabulary.currency)
    said = _hidden(folded, budget)
    age, players, pieces = read_age(said), read_players(said), read_pieces(said)
    spans = [span for found in (budget, players, pieces) if found for span in [(found.start, found.end)]]
    spans += [match.span() for match in _INSTEAD.finditer(folded)]
    rest = _blank(folded, _disjoint([*spans, *(age.spans if age else ())]))
    rest = _SUMMED.sub(_MASK, rest)
    refused, rest = _read_refused(rest)
    makers = {what: maker for what in refused if (maker := _brand_refused(what, vocabulary))}
    brand, rest = _read_brand(rest, vocabulary)
    material, rest = _read_material(rest)
    wanted, rest = _read_wanted(rest)
    tiers, either = _phrases(rest, vocabulary)
    phrases = [
        *(phrase for tier in tiers for phrase in tier),
        *(match.group() for beside in (_NTH_BIRTHDAY, _SCALE) for match in beside.finditer(folded)),
    ]
    either = tuple(corrected(kind, vocabulary) for kind in either)
    first = either or (corrected(phrases[0], vocabulary) if phrases else _line_of(brand, folded, vocabulary),)
    return Wish(
        product_type=" or ".join(first),
        either=either,
        constraints=Constraints(
            budget=budget.budget if budget else None,
            age=age.age if age else None,
            brand=brand,
            material=material,
            players=players.count if players else None,
            pieces=pieces.count if pieces else None,
            wanted=wanted,
            refused=tuple(what for what in refused if what not in makers),
            refused_brands=tuple(dict.fromkeys(makers.values())),
        ),
        needs_live_price=bool(_LIVE.search(folded)),
        leftover=tuple(phrases[1:]),
        is_named=bool(tiers[0]),
        for_adult=age is None and is_for_an_adult(folded),
    )


def named_plainly(text: str) -> str:
    """The text with roundabout names of toys replaced by what a shop calls them."""
    for pattern, name in _NAMED_OTHERWISE:
        text = pattern.sub(name, text)
    return text


def _brand_refused(what: str, vocabulary: Vocabulary) -> str:
    """The maker's name as it is written, where the refused thing is one; else nothing."""
    name = re.sub(r"^(?:(?:made )?by|from) ", "", what)
    key = brand_key(name)
    is_thing = name in MATERIALS or any(stem(word) in TOY_STEMS for word in words(name))
    if key not in vocabulary.brands or (is_thing and name == what):
        return ""
    return vocabulary.brands[key]


def _hidden(folded: str, budget: Found | None) -> str:
    """The message with its money out of sight of those who read other numbers."""
    if budget is None or not budget.names_money:
        return folded
    return f"{folded[: budget.start]}{'|' * (budget.end - budget.start)}{folded[budget.end :]}"


def _blank(text: str, spans: Iterable[tuple[int, int]]) -> str:
    for start, end in sorted(spans, reverse=True):
        text = text[:start] + _MASK + text[end:]
    return text


def _read_refused(text: str) -> tuple[tuple[str, ...], str]:
    found: list[str] = []
    spans: list[tuple[int, int]] = []
    for pattern in (_NO_X_WITH, _NON, _FREE, _REFUSED):
        for match in pattern.finditer(text):
            if any(start <= match.start() < end for start, end in spans):
                continue
            what = _trim(match["what"].split())
            if what and what[0] not in _NOT_FEATURES and (pattern is not _FREE or what[0] not in ("for", "hands")):
                found.append(" ".join(what))
                end = match.end() if pattern is _FREE else match.start("what") + len(" ".join(what))
                if pattern is _REFUSED and match["more"] and end == match.end("what"):
                    found += [word for word in _AND_NO.split(match["more"]) if word]
                    end = match.end()
                spans.append((match.start(), end))
    return tuple(dict.fromkeys(found)), _blank(text, _disjoint(spans))


def _disjoint(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    kept: list[tuple[int, int]] = []
    for span in sorted(spans):
        if not kept or span[0] >= kept[-1][1]:
            kept.append(span)
    return kept


def _trim(tokens: list[str]) -> list[str]:
    """The words up to the first that cannot belong to a feature."""
    kept: list[str] = []
    for token in tokens:
        if kept and (token in FILLER or _BOUNDARY.match(token)):
            return [*kept, token] if kept[-1] in _OF_TOYS and stem(token) == "toy" else kept
        kept.append(token)
    return kept


def _read_brand(text: str, vocabulary: Vocabulary) -> tuple[str | None, str]:
    """The longest brand of the catalogue that the text names as whole words."""
    tokens = [match for match in re.finditer(r"[a-z0-9]+(?:[.'][a-z0-9]+)*", text) if match.group() != "and"]
    for size in range(min(5, len(tokens)), 0, -1):
        for first in range(len(tokens) - size + 1):
            named = tokens[first : first + size]
            key = " ".join(match.group() for match in named)
            if "-" in (text[named[-1].end() :][:1], text[: named[0].start()][-1:]):
                continue  # "lego-compatible" is not LEGO
            brand = vocabulary.brands.get(key) or vocabulary.brands.get(key.removesuffix("'s"))
            if brand and (size > 1 or _is_meant_as_a_name(key, text, named[0])):
                return brand, _blank(text, [(named[0].start(), named[-1].end())]).replace(_MASK, " ")
    return _read_misspelt_brand(text, tokens, vocabulary)


def _line_of(brand: str | None, text: str, vocabulary: Vocabulary) -> str:
    """The word behind the maker where it would pass for filler and the shop's titles have it there: "LEGO Friends"."""
    maker = words(brand or "")
    behind = re.search(rf"\b{re.escape(maker[-1])} ([a-z]+)", text) if maker else None
    is_line = behind and behind[1] in LINES and f"{stem(maker[-1])} {stem(behind[1])}" in vocabulary.phrases
    return behind[1] if behind and is_line else ""


def _is_meant_as_a_name(word: str, text: str, at: re.Match[str]) -> bool:
    """Whether a word that can be more than a maker's name is one here: "by Alex", "from Safari", "Green brand"."""
    if word not in ORDINARY_NAMES and word not in FILLER:
        return True
    return bool(re.search(r"\b(?:by|from|brand) $", text[: at.start()]) or re.match(r" brand\b", text[at.end() :]))


def _read_misspelt_brand(text: str, tokens: list[re.Match[str]], vocabulary: Vocabulary) -> tuple[str | None, str]:
    """The brand that a word which nobody knows, or two such in a row, were meant for."""
    for size in (2, 1):
        for first in range(len(tokens) - size + 1):
            named = tokens[first : first + size]
            if key := meant_brand(tuple(match.group() for match in named), vocabulary):
                return vocabulary.brands[key], _blank(text, [(named[0].start(), named[-1].end())]).replace(_MASK, " ")
    return None, text


def _read_material(text: str) -> tuple[str | None, str]:
    others = [match.span() for match in _NO_MATERIAL.finditer(text)]
    for match in re.finditer(r"[a-z]+(?:-cast)?", text):
        if match.group() in MATERIALS and not any(low <= match.start() < high for low, high in others):
            rest = f"{text[: match.start()]} {text[match.end() :]}"
            return MATERIALS[match.group()], re.sub(r"\b(?:made )?(?:out )?(?:of|from|in)\s+(?=\||$)", " ", rest)
    return None, text


def _read_wanted(text: str) -> tuple[tuple[str, ...], str]:
    found = []
    for match in (*_WITH.finditer(text), *_DOES.finditer(text)):
        clause = _WITH_END.split(match["what"])[0]
        for part in re.split(r"\band\b|,|&", clause):
            content = [word for word in words(part) if word not in FILLER]
            if 0 < len(content) <= 4:
                found.append(" ".join(content))
    rest = _DOES.sub(_less_the_feature, _WITH.sub(_less_the_feature, text))
    rest = named_plainly(rest)
    found.extend(match.group() for match in _FEATURE.finditer(rest))
    rest = _FEATURE.sub(" ", rest)
    return tuple(dict.fromkeys(found)), rest


def _less_the_feature(match: re.Match[str]) -> str:
    return _MASK + match["what"][len(_WITH_END.split(match["what"])[0]) :]


def _phrases(text: str, vocabulary: Vocabulary) -> tuple[tuple[list[str], ...], tuple[str, ...]]:
    """The content phrases of what is left: those that name, then whom or what it is for, then what it is to do.

    Beside them the two kinds that the first phrase names, where either will do.
    """
    tiers: tuple[list[str], ...] = ([], [], [])
    either: tuple[str, ...] = ()
    start, opener = 0, ""
    for boundary in (*_BOUNDARY.finditer(text), None):
        clause = text[start : boundary.start() if boundary else len(text)]
        clause = _MOTIF.sub(r"\2 \1", _CONTAINER.sub(" ", clause))
        content = [word for word in words(clause) if word not in FILLER]
        says_much = any(stem(word) not in GENERIC and not _is_small_number(word) for word in content)
        if says_much or _is_sold(content, vocabulary):
            names = opener == "for" and not any(tiers) and _LEADS_TO_A_NAME.search(text[:start])
            tier = tiers[0 if names else _tier(opener, clause)]
            if opener == "or" and tier is tiers[0] and len(tier) == 1:
                either = _either(tier[0].split(), content)
                tier[0] = " or ".join(either)
            else:
                tier.append(" ".join(content))
        start, opener = (boundary.end(), boundary.group().strip()) if boundary else (len(text), "")
    return tiers, either


def _is_sold(content: list[str], vocabulary: Vocabulary) -> bool:
    """Whether words that say little are together what the shop calls some of its goods: "stocking fillers"."""
    return any(f"{stem(first)} {stem(second)}" in vocabulary.phrases for first, second in pairwise(content))


def _either(first: list[str], second: list[str]) -> tuple[str, str]:
    """Two kinds of which either will do, each whole: "memory or pairs game" is "memory game or pairs game".

    A first that names no toy lacks the second's noun; a second of one word has the first's other words before it.
    """
    if stem(first[-1]) not in TOY_STEMS and len(second) > 1:
        first = [*first, second[-1]]
    elif len(second) == 1 and len(first) > 1:
        second = [*first[:-1], *second]
    return " ".join(first), " ".join(second)


def _is_small_number(word: str) -> bool:
    """Whether the word is a number that nobody understood; longer ones are codes."""
    return (word.isdecimal() and len(word) < 4) or bool(_NUMBER_WORD.fullmatch(word))


def _tier(opener: str, clause: str) -> int:
    """How a clause bears on what is wanted, by the word that opens it; "to his train set" names, "to add" does not."""
    if opener == "to":
        return 0 if re.match(r" *(?:his|her|my|our|their|the|an?)\b", clause) else 2
    return 2 if opener in _PURPOSE else int(opener in ("for", "from", "suitable"))
