"""Beside the claims: whether the rest of a sentence is glue. Pure functions over a folded sentence, claims as marks.

A sentence without any claim may speak of the talk with the shopper, and of no toy.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from assistant.answering.vetting import turns_of_phrase
from assistant.answering.vetting.comparing import is_relation
from assistant.answering.vetting.glue import GLUE, NEGATIONS, PUNCTUATION, TALK
from assistant.answering.vetting.own_words import Setting, without_own_words
from assistant.language.lexicon import TOYS
from assistant.language.text import stem, words
from assistant.schema import Claim, Evidence

MARK = re.compile(r"\x00(\d+)\x00")
# A title behind one of these is only held beside the one that the sentence is about.
_COMPARES = re.compile(r"than|compar|next|unlike")
_BESIDE_ANOTHER = re.compile(r"\b(?:than|(?:compared|next|in comparison) (?:to|with)|unlike)(?: the)?\s*$")
# Words of any script: a title may be in one that the stems do not know.
_TOKEN = re.compile(r"\x00\d+\x00|[^\W_]+(?:['.][^\W_]+)*|[^\w\s]|_")
# What must not stand right before a figure with its unit: it would make another one of it.
_CHANGES_A_NUMBER = frozenset(
    "over under up was were been from most more less per each another other about around near close or second next top "
    "best plus below inside than after start starts instead least third fourth fifth sixth many what how like "
    "matches fits suits needs first closest worth well without of to by now today again yet "
    "round past till until against versus beneath beyond above despite behind before into onto via".split()
)
_ALSO_BEFORE = {
    "price": {"of"},
    "count": {"from", "of", "by"},
    "rating": {"of", "to"},
    "age": {"of", "to", "suits", "from", "by"},
    "pieces": {"of", "from"},
    "players": {"of", "by", "suits", "to"},
}
_MONEY = re.compile(r"\b(?:costs?|costing|prices?|priced|pays?|paid|paying|sells?|sold|retails?|charged?)\b")
# What may stand right before the other claims, besides punctuation, another claim and the beginning.
_BEFORE: Mapping[str, frozenset[str]] = {
    "brand": frozenset(
        "by from is are brand maker made names and the it's of produced manufactured toy a an manufacturer producer "
        "this or".split()
    ),
    "material": frozenset("is in of and a an the its it's from being are all".split()),
    "feature": frozenset(
        "has have having with is are and also it's its the a an says mentions lists say of includes include contains "
        "offers comes as describes notes features states mention note being gives it they you that which who can will "
        "also get gets give brings adds covers in at on this its there's they're there where so while plus either "
        "child children players kids provides".split()
    ),
}
_AFTER_A_NUMBER = frozenset("per each plus or under up more most less too be over below above instead".split())
_NUMBERS = frozenset(("price", "rating", "count", "age", "players", "pieces"))
_UNITS = {
    "pieces": frozenset("piece pieces part parts".split()),
    "players": frozenset("player players people".split()),
    "count": frozenset("rating ratings review reviews buyers customers shoppers reviewers people".split()),
}
_ANOTHERS_UNIT = frozenset().union(*_UNITS.values()) | frozenset("years year months month pounds dollars euros".split())
# What speaks to the shopper, or of the talk.
_ADDRESSES = re.compile(
    r"\b(?:i|me|my|you|your|i'd|i've|i'll|i'm|you'd|you'll|let's|we|us|ask|tell|feel|happy|glad"
    r"|list|choices|options|please|details|hopefully|child|thanks|time|shopping)\b|\?"
)
# A line of facts, as on a card: nothing stands beside them.
_ONLY_CLAIMS = re.compile(r"\s*\x00\d+\x00(?:\s*(?:[,:.]|from)\s*\x00\d+\x00)*\s*\.?\s*")
_STARS = {"rating", "count"}
_ONLY_FIGURES = re.compile(r"[\d.,]+")
_SCORES = re.compile(r"\b(?:rat(?:ed|es?|ings?)|scor(?:ed?|es|ing)|averag(?:e|es|ed|ing)|g[ai]ve[sn]?|put)\b")
# "The catalogue gives no age for it": true when the listing has no such field.
_ABSENT = re.compile(
    r"the (?:catalogue|catalog|listing|maker|shop) "
    r"(?:gives no (?P<a>age|price|rating|material|brand) for it|(?:doesn't|does not) (?:say|give|list|mention|tell)"
    r"(?: what)?(?: its| an?| the)? (?P<b>age|price|rating|material|brand|maker|(?:how many )?pieces(?: it has)?|"
    r"who makes it|how many can play)(?: it is made of)?(?: for it)?)\."
)
_FIELD_OF = {"maker": "brand", "who makes it": "brand", "how many can play": "players"}


def held_beside(placed: Sequence[Claim], masked: str) -> frozenset[int]:
    """Which titles the sentence only compares with: "than …", "compared with …"."""
    if not _COMPARES.search(masked) and not any(claim.kind == "comparison" for claim in placed):
        return frozenset()
    parts = MARK.split(masked)[::2]
    return frozenset(
        at
        for at, (claim, before) in enumerate(zip(placed, parts, strict=False))
        if claim.kind == "title"
        and (
            _BESIDE_ANOTHER.search(before)
            or (at and placed[at - 1].value.lower().endswith(" than") and before.strip() in ("", "the"))
        )
    )


def glue_problems(
    masked: str, placed: Sequence[Claim], evidence: Mapping[str, Evidence], setting: Setting, subject: str
) -> Iterator[str]:
    """What the words beside the claims state."""
    if (
        _ONLY_CLAIMS.fullmatch(masked)
        and not any(_is_bare(claim) for claim in placed)
        and ("from" not in masked or {claim.kind for claim in placed} == _STARS)
    ):
        return
    own = without_own_words(masked.strip(), setting, subject)
    emptied = turns_of_phrase.EMPTY.sub(" , ", own)
    tokens = _TOKEN.findall(emptied)
    denies = bool(NEGATIONS & set(tokens))
    says_what_is_absent = denies and _says_what_is_absent(masked, evidence, setting, subject)
    if denies and not says_what_is_absent:
        yield "a denial"
    if not placed and not says_what_is_absent and not turns_of_phrase.MEASURED.search(emptied):
        yield from _talk_problems(
            tokens, turns_of_phrase.EMPTY.sub(" , ", turns_of_phrase.OF_THE_TALK.sub(" ", own)), setting, subject
        )
        return
    kinds = dict(zip((token for token in tokens if token[0] == "\x00"), placed, strict=True))
    yield from _word_problems(tokens, kinds, emptied, lambda: _own_nouns(evidence, subject))
    yield from _another_pick(placed, masked, _plain(own), setting, subject)
    shape = " ".join(f"<{kinds[token].kind}>" if token in kinds else token for token in tokens)
    if says := turns_of_phrase.SHAPES.search(shape):
        yield f"says more than it shows: {says.group()}"
    compared = sum(claim.kind == "comparison" and is_relation(claim.value) for claim in placed)
    # Where two are compared, what stands behind "than" was held against the evidence.
    plain = re.sub(r"\bthan\b", "", _plain(emptied), count=compared) if compared else _plain(emptied)
    yield from _loaded(plain, {claim.kind for claim in placed}, setting, subject)


def _word_problems(
    tokens: Sequence[str], placed: Mapping[str, Claim], emptied: str, nouns: Callable[[], Collection[str]]
) -> Iterator[str]:
    """Words and signs that are no glue, and those that are none right beside a claim."""
    seats = any(claim.kind == "players" for claim in placed.values())
    for before, token, after in zip(["", *tokens], tokens, [*tokens[1:], ""], strict=False):
        if claim := placed.get(token):
            yield from _beside(claim, before, after)
            if _is_bare(claim):
                yield from _bare(claim, after, _clause(emptied, token))
        elif token == "all":  # noqa: S105  (a word)
            if after not in placed or placed[after].kind != "pieces":
                yield "all of what"
        elif token in GLUE or (token == "game" and seats):  # noqa: S105  (a word)
            continue
        elif before not in ("this", "the", "that") or stem(token) not in nouns():
            yield from _strange(token, GLUE)


def _another_pick(placed: Sequence[Claim], masked: str, plain: str, setting: Setting, subject: str) -> Iterator[str]:
    """Where another than the Top Pick is made the pick, by its name or as "it"."""
    beside = held_beside(placed, masked)
    named = {claim.doc_id for at, claim in enumerate(placed) if claim.kind == "title" and at not in beside}
    picks = turns_of_phrase.PICKS if named else turns_of_phrase.IS_THE_PICK
    if setting.top_id and (named or {subject}) - {setting.top_id} and (said := picks.search(plain)):
        yield f"another is made the pick: {said.group()}"


def _plain(text: str) -> str:
    return " ".join(token for token in _TOKEN.findall(text) if token[0] != "\x00")


def _clause(text: str, mark: str) -> str:
    """The part of the sentence that the mark stands in."""
    return next(part for part in re.split(r"[,;:.!?](?!\d)| and | while ", text) if mark in part)


def _strange(token: str, known: frozenset[str]) -> Iterator[str]:
    if len(token) == 1 and not token.isalnum():
        if token not in PUNCTUATION:
            yield f"sign without a claim: {token}"
    elif token not in known:
        yield f"{'number' if token[0].isdigit() else 'word'} without a claim: {token}"


def _talk_problems(tokens: Sequence[str], plain: str, setting: Setting, subject: str) -> Iterator[str]:
    """What a sentence without a claim states of a toy, where it should speak of the talk."""
    for token in tokens:
        yield from _strange(token, GLUE | TALK)
    if says := turns_of_phrase.SPEAKS_OF_A_TOY.search(plain):
        yield f"says of a toy: {says.group()}"
    if not _ADDRESSES.search(" ".join(tokens)):
        yield "states something without a claim"
    if turns_of_phrase.KEEPS_A_BUDGET.search(plain):
        yield from _kept(plain, setting, subject)


def _own_nouns(evidence: Mapping[str, Evidence], subject: str) -> frozenset[str]:
    """The kinds of toy that the title of the product names before any other thing: "this puzzle" may be said of it."""
    titles = [
        item.metadata["title"] for item in evidence.values() if item.doc_id == subject and "title" in item.metadata
    ]
    named = re.split(r"\b(?:for|with|fits?|compatible)\b", titles[0].lower())[0] if titles else ""
    return frozenset(stem(word) for word in words(named) if stem(word) in TOYS)


def _loaded(plain: str, kinds: Collection[str], setting: Setting, subject: str) -> Iterator[str]:
    """Turns of glue that state something, where they are not so."""
    if loaded := turns_of_phrase.LOADED.search(plain):
        yield f"says more than it shows: {loaded.group()}"
    if turns_of_phrase.PEOPLE.search(plain) and not {"rating", "count"} & set(kinds):
        yield "says what buyers think"
    if "age" not in kinds and (age := turns_of_phrase.THE_AGE.search(plain)):
        yield f"an age without a claim: {age.group()}"
    if not {"age", "players"} & set(kinds) and (says := turns_of_phrase.SOURCE_RECOMMENDS.search(plain)):
        yield f"another's recommendation: {says.group()}"
    yield from _kept(plain, setting, subject, about_age="age" in kinds)


def _kept(plain: str, setting: Setting, subject: str, *, about_age: bool = False) -> Iterator[str]:
    """Where the sentence says that wishes or a budget are kept, whether they are."""
    fits = None if about_age and subject in setting.for_age else turns_of_phrase.FITS.search(plain)
    if setting.fitting is not None and subject not in setting.fitting and fits:
        yield f"not everything fits: {fits.group()}"
    if setting.affordable is not None and subject not in setting.affordable and turns_of_phrase.IN_BUDGET.search(plain):
        yield "no budget that it keeps"


def _beside(claim: Claim, before: str, after: str) -> Iterator[str]:
    """Words right beside a claim that change what it says."""
    kind = "feature" if claim.kind == "attribute" else claim.kind
    if before in NEGATIONS:
        yield f"denied: {claim.value!r}"
    elif before[:1].isalpha() and not _may_stand_before(before, kind):
        yield f"{before!r} before {claim.value!r}"
    if kind in _NUMBERS and after in _AFTER_A_NUMBER:
        yield f"{after!r} behind {claim.value!r}"


def _is_bare(claim: Claim) -> bool:
    """Whether it is a figure that does not say of what."""
    return claim.kind in _NUMBERS and bool(_ONLY_FIGURES.fullmatch(claim.value.strip()))


def _bare(claim: Claim, after: str, clause: str) -> Iterator[str]:
    """A figure alone says what it counts by the word behind it, or is what somebody scored."""
    if claim.kind == "rating" and (
        after in ("star", "stars")
        or (after not in _ANOTHERS_UNIT and _SCORES.search(clause) and not _MONEY.search(clause))
    ):
        return
    if after not in _UNITS.get(claim.kind, frozenset()):
        yield f"a number of what: {claim.value!r}"


def _may_stand_before(word: str, kind: str) -> bool:
    if kind in _BEFORE:
        return word in _BEFORE[kind]
    if kind not in _NUMBERS:
        return True
    if kind != "price" and _MONEY.fullmatch(word):
        return False
    return word not in _CHANGES_A_NUMBER or word in _ALSO_BEFORE[kind]


def _says_what_is_absent(masked: str, evidence: Mapping[str, Evidence], setting: Setting, subject: str) -> bool:
    """Whether the sentence only says that the catalogue does not say something, and it does not."""
    if setting.notes is None:
        return bool(re.search(r"\bcatalogue (?:doesn't|gives no|says no)\b", masked))
    match = _ABSENT.fullmatch(masked.strip())
    if match is None:
        return False
    named = match["a"] or match["b"]
    wanted = _FIELD_OF.get(named, "pieces" if "pieces" in named else named)
    stated = [item.metadata for item in evidence.values() if item.doc_id == subject and "title" in item.metadata]
    return bool(stated) and not any(wanted in facts for facts in stated)
