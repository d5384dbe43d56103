"""Titles a person can say: a product's name out of the line that a shop fills with codes, sizes and search words.

Pure functions. Shortening drops words; it never adds, moves or changes one (only its capitals). What stays are whole
stretches of the title, and no "with", "of" or "no" is lost between two that are kept.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from assistant.language.lexicon import ACCESSORIES, GENERIC, is_a_colour
from assistant.language.text import TRADE_MARK, fold, plain_speech, stem, stems, words

# What a person calls a thing seldom takes more words.
TITLE_WORDS = 11
# Web and mail addresses and markup: never said, never part of a name.
ADDRESS = re.compile(r"://|www\.|@|\w\.(?:com|net|org|co|uk|eu|io)\b", re.IGNORECASE)
UNSAYABLE = re.compile(rf"{ADDRESS.pattern}|[<>`*_\[\]{{}}|\\#^=]", re.IGNORECASE)
# What follows is what the toy is not or has not: with the word dropped, it would be said to be so.
_DENIED = re.compile(r"\s[(\[]?(?:without|excluding|excludes|except|minus|not)\s", re.IGNORECASE)
_MARK = r"\s[-–—/~•|]+|[-–—~•|]+\s|[(\[{|:;\"“”)\]}]|,(?!\d)"
# A part of a title with the mark that it stands behind.
_SEGMENT = re.compile(rf"(?P<mark>^|{_MARK})(?P<words>(?:(?!{_MARK}).)*)")
# What stands behind one of these says which one of the thing it is: "LEGO Star Wars: B-Wing".
_DASH = re.compile(r"[-–—~•|:]")
_RANGE = re.compile(r"(?<=\d) (?:[-–]|to) (?=\d+ ?(?:years?|yrs?|months?|cm|players)\b)", re.IGNORECASE)
# "Big Digger, 8+"
_AGE_AT_THE_END = re.compile(r"[\s,(–-]{1,3}\d{1,2} ?\+\)?$")
# "Children Kids Girls Boys": so many words for whom leave no room for what.
_FOR_ALL = re.compile(
    r"(?:\b(?:child(?:ren)?|kid|girl|boy|toddler|unisex)(?:['’]?s)?\b(?: ?[/,&] ?| |$)){2,}",
    re.IGNORECASE,
)
# "Black / Red" goes on: behind it stands what the thing is.
_BESIDE = re.compile(r"\b([A-Za-z]+) ?/ ?([A-Za-z]+)\b")
_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+")
_SCALE = re.compile(
    r"\b(?:1 ?[:/] ?\d+(?:th)?(?:[ -](?:\w+[ -])?scale)?|1\.\d\d[ -](?:\w+[ -])?scale)\b"
    r"|\b\d+(?:\.\d+)? ?(?:\"|''|[”″])",
    re.IGNORECASE,
)
# What stands behind one of these is what comes with the thing, or what it is for.
_JOINTS = frozenset("with for by includes include including featuring features from w/ plus".split())
# "Made by" somebody: without whom there is no sense in it.
_MADE = frozenset("made designed inspired manufactured produced published".split())
_LINKS = frozenset("and of the & + with in on to by for from".split())
_DENYING = frozenset("no not non without free less like effect style".split())
_WEAK = frozenset(
    "new the a an of and & + in official genuine brand original co ltd inc edition version range model type no size "
    "age aged scale x suitable includes including great".split()
)
_WEAK_BEGINNING = frozenset("new brand official genuine size + & and of the".split())
# What is said behind a length, and goes with it.
_SIDES = frozenset("length long height high tall width wide diameter approx".split())
_YEAR = re.compile(r"(?:19|20)\d\d")
# So few words with a year in them are told from others by it: "Hornby 2014 Catalogue".
_WITH_ITS_YEAR = 4
_UNITS = frozenset("cm mm m inch inches in ft litre litres ml g kg oz x years year yrs months".split())
# These lead to a code or a size, and go with it.
_LEADS_TO_CODE = frozenset("type model no size age aged ages ref item scale series art".split())
# Single letters that are words, and those that are between two others: "Rock N Roll".
_LONE, _LONE_BETWEEN = frozenset("I&+aA"), frozenset("nN")
_SIZES = frozenset("SMLX")
_SINGULAR_ENDS = ("ss", "us", "is", "series", "'s", "as", "os")
# "Men X Large" is not "Men Large".
_SIZED_BY_X = frozenset("large small long".split())
_COUNTED = re.compile(r"(?:pieces?|pcs?|pack)$", re.IGNORECASE)
_KEEP_NUMBERED = re.compile(
    r"^(?:(?P<side>[2-9])x(?P=side)(?:x(?P=side))?|[234]-?d|[23]-?in-?1|4-?in-?a-?row|[2-9]-?player|[2-9]-?(?:channel|ch)|\d+-?(?:piece|pc|pcs|pieces)|(?:\d+/)?\d+(?:st|nd|rd|th))$",
    re.IGNORECASE,
)
# "R2-D2", "C3PO", "A4": longer ones are codes.
_NUMBERED = re.compile(r"[A-Z]{1,2}-?\d{1,2}(?:-?[A-Z]{1,2}\d?)?(?:-\d)?")
_IN_ONE = re.compile(r"\d+ in \d+$", re.IGNORECASE)
_SMALL_NUMBER = re.compile(r"\d{1,3}(?:\.\d)?")
# So few words are often a maker or a series; what follows tells which one of it this is.
_BARE_NAME = 2
# So few words before the kind's end are a make and its series: "LEGO Star Wars" is no name of a set.
_SHORTEST_FULL = 3
# A name with which one it is has at most so many words behind its maker.
_FULL_NAME = 9
# A name without the noun of the kind goes on to the next part up to so many words.
_WITHOUT_ITS_NOUN = 6
# Where the noun is the last word, a name may have so many words more.
_TO_THE_NOUN = 2
# A name of this many words may end with its number: "Phase 10", "Barbie Entry Doll No 2".
_NUMBERED_NAME = 6


@lru_cache(maxsize=2_048)
def short_title(title: str, keep: str = "", *, brand: str = "", max_words: int = TITLE_WORDS) -> str:
    """The title as a person would say it: at most `max_words` of its own words, with what `keep` names if it can be.

    A first part that is only the `brand` is not yet a name.
    """
    wanted = [word for word in stems(keep) if word not in GENERIC]
    text = _RANGE.sub("-", _AGE_AT_THE_END.sub("", _DENIED.split(title)[0].rstrip()))
    text = _SCALE.sub(
        " ", " ".join(token for token in (plain_speech(text) or text).split() if not ADDRESS.search(token))
    )
    text = TRADE_MARK.sub("", _FOR_ALL.sub(" ", text))
    text = _BESIDE.sub(
        lambda two: f"{two[1]}/{two[2]}" if is_a_colour(two[1]) and is_a_colour(two[2]) else two[0], text
    )
    parts, behind_dash = [], []
    for part in _SEGMENT.finditer(text):
        if tokens := _spoken_tokens(part["words"], set(fold(keep).split())):
            parts.append(tokens)
            behind_dash.append(bool(_DASH.search(part["mark"])))
    codes = [word for word in fold(keep).split() if _has_digit(word)]
    name = _once(_name(parts, behind_dash, wanted, brand))
    ahead, behind = _missing(codes, [token for part in parts for token in part], name)
    room = max(1, max_words - len(ahead) - len(behind))
    of_brand = len(words(brand)) if words(title)[: len(words(brand))] == words(brand) else 0
    tokens = [*ahead, *_trimmed(_fitted(name, wanted, room, of_brand)), *behind]
    if len(tokens) <= _BARE_NAME and (number := re.search(rf"\b{re.escape(' '.join(tokens))} (\d{{3,5}})\b", text)):
        tokens.append(number[1])  # "John Deere 7930", "Wilesco 00310": nothing else says which
    return " ".join(_calm(tokens)) or " ".join(title.split()[:max_words])


def _name(parts: Sequence[list[str]], behind_dash: Sequence[bool], wanted: Sequence[str], brand: str) -> list[str]:
    """The first part, and the next ones while it is too bare, does not yet say what it is, or not which one."""
    if not parts:
        return []
    name, rest, room = list(parts[0]), list(parts[1:]), _FULL_NAME
    if rest and fold(" ".join(name)) == fold(brand):
        room += len(name)
        more = rest.pop(0)
        name = more if _stems(more)[: len(name)] == _stems(name) else name + more
    head = next((word for word in reversed(wanted) if any(word in _stems(part) for part in parts)), "")
    while rest and (len(name) < _BARE_NAME or (head and head not in _stems(name) and len(name) <= _WITHOUT_ITS_NOUN)):
        more = rest.pop(0)
        # "Dice - 6 sided spot dice": the second says it all.
        name = more if len(name) == 1 and len(more) > 1 and stem(fold(name[0])) in _stems(more) else name + more
    if rest and len(name) == _BARE_NAME and (len(rest[0]) <= 3 or not head):
        name += rest.pop(0)
    marks = list(behind_dash[len(parts) - len(rest) :])
    # "LEGO Star Wars: Biker Scout Minifigure with Blaster" is the Biker Scout Minifigure.
    while rest and marks.pop(0) and len(name) + _counting(rest[0], short=len(name) < _WITHOUT_ITS_NOUN) <= room:
        name += rest.pop(0)
    return name


def _counting(tokens: Sequence[str], *, short: bool) -> int:
    """How many words a part of a title has; behind a `short` name those before what comes with the thing."""
    joints = (at for at, token in enumerate(tokens) if at and short and fold(token) in _JOINTS)
    return next(joints, len(tokens))


def _once(tokens: list[str]) -> list[str]:
    """The words without a beginning that is said twice."""
    for size in range(len(tokens) // 2, 0, -1):
        if _stems(tokens[:size]) == _stems(tokens[size : 2 * size]):
            return tokens[size:]
    return tokens


def _missing(codes: Sequence[str], title: Sequence[str], name: Sequence[str]) -> tuple[list[str], list[str]]:
    """Codes that were asked for and that the name leaves out: those before it in the title, and those behind."""
    begin = next((at for at, token in enumerate(title) if name and token == name[0]), 0)
    found = [(at, token) for at, token in enumerate(title) if fold(token) in codes and token not in name]
    return [token for at, token in found if at < begin], [token for at, token in found if at > begin]


def _stems(tokens: Sequence[str]) -> list[str]:
    return stems(" ".join(tokens))


def _spoken_tokens(part: str, literal: set[str]) -> list[str]:
    """The words of a part of a title that a person would say: no codes, no sizes, no lone signs."""
    tokens = [token.strip("®™©*!?.'’‘~_)]}+-–,") if fold(token) not in literal else token for token in part.split()]
    tokens = [token for token in tokens if re.search(r"\w", token) or token in ("&", "+")]
    kept: list[str] = []
    begins = [at for at in range(len(tokens) - 2) if _IN_ONE.match(" ".join(tokens[at : at + 3]))]
    several = {at + step for at in begins for step in range(3)}
    times = [
        at for at in range(len(tokens) - 2)
        if tokens[at + 1].casefold() == "x"
        and (tokens[at + 2].isalpha() or any(map(_COUNTED.search, tokens[at + 2 : at + 4])))
    ]  # fmt: skip
    # "36 x Pencil", "2 X 500pc".
    several |= {at + step for at in times if _SMALL_NUMBER.fullmatch(tokens[at]) for step in range(2)}
    for at, token in enumerate(tokens):
        before, after = tokens[at - 1] if at else "", tokens[at + 1] if at + 1 < len(tokens) else ""
        if _COUNTED.fullmatch(token) and _has_digit(before) and kept[-1:] != [before] and fold(token) not in literal:
            continue  # what was counted goes with its count: "3x49 piece"
        if at in several or fold(token) in literal or _is_spoken(token, before, after, len(tokens)):
            kept.append(token)
        elif _has_digit(token) and kept and fold(kept[-1]) in _LEADS_TO_CODE:
            kept.pop()
    # A lone sign is no part of a name.
    return kept if any(re.search(r"\w", token) for token in kept) else []


def _is_spoken(token: str, before: str, after: str, length: int) -> bool:
    """Whether a word is part of a name; a number is, where it counts what follows or closes a short name."""
    if UNSAYABLE.search(token):
        return False
    if not _has_digit(token):
        measured = token.casefold() in _UNITS | _SIDES and _has_digit(before)
        between = token in _LONE_BETWEEN and bool(before) and bool(after)
        is_extra = token.casefold() == "x" and after.casefold() in _SIZED_BY_X
        # "Enterprise B", "H and H": no size, and no model's code.
        is_capital = token.isalpha() and token.isupper() and token not in _SIZES
        is_initial = length > 1 and is_capital and before.casefold() not in _LEADS_TO_CODE
        return not measured and (len(token) > 1 or token in _LONE or between or is_extra or is_initial)
    if _NUMBERED.fullmatch(token) and (length == 1 or (before and before.casefold() not in _LEADS_TO_CODE)):
        return True
    if _KEEP_NUMBERED.match(token) or (_COUNTED.match(after) and token.replace(",", "").isdigit()):
        return True
    # "10000 Beads" are so many.
    if (_THOUSANDS.fullmatch(token) and after) or (re.fullmatch(r"\d{2,3}00", token) and after.endswith("s")):
        return True
    if _YEAR.fullmatch(token) and before and after and length <= _WITH_ITS_YEAR:
        return True
    if not _SMALL_NUMBER.fullmatch(token) or after.casefold() in _UNITS or before.casefold() == "x":
        return False
    return bool(after and not _has_digit(after)) or length <= _NUMBERED_NAME


def _has_digit(token: str) -> bool:
    return any(char.isdigit() for char in token)


def _fitted(tokens: list[str], wanted: Sequence[str], max_words: int, of_brand: int) -> list[str]:
    """A whole stretch of the words: up to what comes with the thing, up to the thing, or the last words before it.

    The thing stands behind the `of_brand` words of its maker: the Puppet Company's may be a castle.
    """
    named = {
        at + 1 for at, token in enumerate(tokens) if wanted and at >= of_brand and set(_stems([token])) & {wanted[-1]}
    }
    joints = [
        at for at, token in enumerate(tokens) if at > 2 and (fold(token) in _JOINTS or fold(token).startswith("w/"))
    ]
    own = set(_stems(tokens[of_brand:])) - set(wanted)
    for at in joints:
        # "Bruder John Deere with Frontloader": before it stands only whose it is and what was asked for; "Rio Grande
        # Games Roll for the Galaxy": a single word.
        if of_brand and (at - of_brand == 1 or (own and not own & set(_stems(tokens[of_brand:at])))):
            continue
        if not named or min(named) <= at:
            is_made_by = fold(tokens[at]) == "by" and fold(tokens[at - 1]) in _MADE
            tokens = tokens[: at - is_made_by]
            break
    if len(tokens) <= max_words:
        return tokens
    ends = sorted(at for at in named if at <= len(tokens))
    to_its_end = len(tokens) <= max_words + _TO_THE_NOUN
    if to_its_end and ends and ends[-1] == len(tokens):
        return tokens
    within = [at for at in ends if at <= max_words and (at > _SHORTEST_FULL or at == len(tokens))]
    if within:
        end = _past_what_it_is(tokens, within[-1])
        return [*tokens[:end], *_accessory(tokens[end:])]
    if to_its_end and max_words == TITLE_WORDS:
        return tokens  # what it is stands last: an easel board, a kit that really flies
    if ends and (called := _with_its_noun(tokens, ends[0], wanted, max_words)):
        return called
    # "Key Clip Tundra The Polar" lost its bear: what a link began is left out with it.
    cut = tokens[:max_words]
    return cut[:-2] if len(cut) > 3 and cut[-2].casefold() in _LINKS else cut


def _with_its_noun(tokens: Sequence[str], end: int, wanted: Sequence[str], max_words: int) -> list[str]:
    """The first words and those of the kind up to its noun, "Hornby Belle Train Set" of a … Belle 00 Gauge Train Set.

    Nothing where a small word between them says how they belong together.
    """
    begin, end = end - 1, _past_what_it_is(tokens, end)
    while begin and set(_stems([tokens[begin - 1]])) & set(wanted):
        begin -= 1
    first = max_words - (end - begin)
    while first > _BARE_NAME and tokens[first - 1].isdigit():
        first -= 1
    # "Remote" is half of "remote control".
    first += 0 < first < begin and set(_stems(tokens[first - 1 : first + 1])) <= set(wanted)
    between = {fold(token) for token in tokens[max(first - 1, 0) : begin]}
    head, noun = list(tokens[:first]), list(tokens[begin:end])
    is_apart = first < _BARE_NAME or between & (_JOINTS | _LINKS | _DENYING) or set(_stems(head)) & set(_stems(noun))
    return [] if is_apart else head + noun


def _past_what_it_is(tokens: Sequence[str], end: int) -> int:
    """The end of a name, past the word that says what sort of thing it is: a "train set", a "sensory toy"."""
    return end + (end < len(tokens) and GENERIC.issuperset(_stems([tokens[end]])))


def _accessory(rest: Sequence[str]) -> Sequence[str]:
    """The words that say of what stands behind a toy's name that it only goes with it: "Spare Parts", "Tools Kit"."""
    at = next((at for at, token in enumerate(rest) if set(_stems([token])) & ACCESSORIES), None)
    if at is None:
        return ()
    end = next((end for end in range(at, len(rest)) if not set(_stems([rest[end]])) & ACCESSORIES), len(rest))
    return rest[max(0, at - (end - at < _TO_THE_NOUN)) : end]


def _trimmed(tokens: list[str]) -> list[str]:
    """The words without joints and empty praise at either end."""
    while len(tokens) > 1 and (tokens[-1].casefold() in _WEAK | _LINKS or tokens[-1].casefold().startswith("w/")):
        tokens = tokens[:-1]
    while len(tokens) > 2 and tokens[0].casefold() in _WEAK_BEGINNING:
        tokens = tokens[1:]
    return tokens


def _calm(tokens: Sequence[str]) -> list[str]:
    """Shouted words in ordinary capitals; short ones may be initials and stay."""
    shouted = sum(token.isupper() and len(token) > 3 for token in tokens)
    if shouted * 2 < len(tokens):
        return list(tokens)
    return [token.capitalize() if token.isupper() and len(token) > 2 else token for token in tokens]


def is_plural(name: str) -> bool:
    """Whether a name is spoken of as several things: "Spinning Tops are", "Pack of Cards is"."""
    # "Paint by Numbers" is one thing, its noun stands before what it is done by; "paint by number kits" are several.
    head = re.sub(r" (?:by|with|for|in|on) \w+$", "", fold(name))
    last = head.split()[-1] if head.split() else ""
    counted = " of " in f" {fold(name)} "
    return not counted and (last == "dice" or (last.endswith("s") and not last.endswith(_SINGULAR_ENDS)))
