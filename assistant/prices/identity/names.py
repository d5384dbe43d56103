"""Names of products taken apart for comparison: their telling words, variants, colours and numbers."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from assistant.language.text import FUNCTION_WORDS, fold, stem, words
from assistant.prices.identity.quantities import Quantities, code, quantities
from assistant.prices.identity.variants import alternatives, variants

# Words for the form a product comes in: a fifth of a word, since "drum" and "drum kit" are two things.
_FORMS = frozenset(map(stem, [
    "set", "sets", "kit", "kits", "play", "playset", "box", "pack", "packs", "piece", "pieces",
    "pcs", "pc", "collection", "range", "edition", "version", "model", "scale",
]))  # fmt: skip
# Words of shops, that tell nothing about the product. "Shop", "delivery" or "kids" are none: "Delivery Van", "Tea Shop"
# and "Dobble Kids" are products; only in a shop's own turns of phrase do they say nothing.
_CHATTER = frozenset(map(stem, [
    *FUNCTION_WORDS, "our", "plus", "toy", "toys", "game", "games", "idea", "ideas", "new", "official", "genuine",
    "brand", "authentic", "licensed", "latest", "perfect", "lovely", "educational", "preschool", "pre-school", "age",
    "ages", "year", "years", "month", "months", "up", "over", "uk", "online", "price", "sale", "assorted", "boxed",
    "no", "ref", "includes", "included", "including", "requires", "required",
]))  # fmt: skip
_WHO = r"(?:(?:young|little|small|all|the|older) )?(?:kids?|child(?:ren)?|toddlers?|babies|boys?|girls?)"
_VARY = r"(?:colou?rs?|styles?|designs?)(?: of \w+)?"
_TALK = re.compile("|".join(rf"\b(?:{phrase})\b" for phrase in (
    # "Toy for kids" says who buys it; "Ticket to Ride for Kids" is another game.
    rf"(?:(?:great|perfect|ideal|lovely|suitable|toys?|gifts?|presents?|ideas?|activity|activities|fun) )+for {_WHO}"
    rf"(?:(?:,? (?:and|or|&) |, ?| ?/ ?| ){_WHO})*",
    r"(?:kids'?|children'?s|boys'?|girls'?|toddlers?'?|educational|learning|activity|creative|development(?:al)?|"
    r"pre-?school|fun|party|best|great) (?:toys?|play)",
    r"(?:(?:great|perfect|ideal|lovely|birthday|christmas|xmas) )+(?:gifts?|presents?)(?: ideas?)?|gift ideas?",
    r"stocking fillers?|party (?:bag )?(?:fillers?|favou?rs?)",
    r"(?:free|fast|next day)(?: uk)? (?:delivery|shipping|postage)|(?:buy|shop)(?: it)? (?:now|online)",
    rf"(?:item|model) (?:no|number)|{_VARY}(?: and {_VARY})? (?:may )?vary|assorted {_VARY}",
    r"(?:no )?batter(?:y|ies) (?:not )?(?:included|required)|(?:requires?|includes?|including) batter(?:y|ies)",
    r"board games?",
)))  # fmt: skip
# A puzzle whose pieces are counted is a jigsaw; without a count it may be one with pegs.
_JIGSAW, _COUNTED_PUZZLE = re.compile(r"\bjigsaw puzzles?\b"), re.compile(r"\b(?:jigsaw )?puzzles?\b")
# Letters that are in no alphabet that the words are compared in.
_UNREAD = re.compile(r"[^\W\d_a-z]+")
_FILLERS = _FORMS | _CHATTER
FORM_WEIGHT, CHATTER_WEIGHT = 0.2, 0.02
_SAME = {
    "wood": "wooden", "grey": "gray", "jewellery": "jewelry", "aeroplane": "airplane",
    "minifig": "minifigure", "pyjama": "pajama", "centre": "center", "theatre": "theater",
    "tyre": "tire", "plough": "plow", "dr": "doctor", "dinosaur": "dino", "rc": "remote control",
}  # fmt: skip
# As they are spelled in the United States, also within longer words ("coloured").
_OUR = re.compile(r"(?<=\bcol|\bfav|\bhon|\blab|\barm)our|(?<=\bharb)our|(?<=\bneighb)our")
# Single letters that are left over from possessives and dimensions; others tell ("X-Wing", "E-Wing").
_LETTERS = frozenset("astmx")
_FOR = re.compile(r"\b(?:for|fits|fit|suits|with|to fit|works with|goes with)\b")
_CODE_MIN_DIGITS = 3
_MAIN_MIN_DIGITS = 4
# "GRG93": letters and two digits are a maker's number where there are five of them at least.
_MIXED_MIN_CHARS, _MIXED_MIN_DIGITS = 5, 2
_MAX_NUMBER_PARTS = 8


@dataclass(frozen=True, slots=True)
class Name:
    """A product's name in parts: stems of its words without the maker's, what varies it, and its numbers.

    `known` are numbers in it, of any length, that catalogue or shop give as the product's own.
    """

    words: tuple[str, ...]
    variants: frozenset[str]
    alternatives: Mapping[str, tuple[str, ...]]
    numbers: Quantities
    clauses: tuple[tuple[str, ...], ...]
    unread: frozenset[str] = frozenset()
    known: frozenset[str] = frozenset()

    @property
    def codes(self) -> frozenset[str]:
        """Set and model numbers: those that are known or long enough to be one."""
        return self.known | frozenset(filter(_is_code, self.numbers.of("code")))

    @property
    def says(self) -> tuple[str, ...]:
        """Its words in order of the alphabet, without those of shops: what two titles share that are the same."""
        return tuple(sorted(word for word in self.words if word not in _CHATTER))

    @property
    def main_code(self) -> str:
        """The longest number that tells products apart: shorter ones recur."""
        telling = filter(is_set_number, self.codes)
        return max(telling, key=lambda number: (_digits(number), number), default="")

    def made_for(self, other: Name) -> bool:
        """Whether this is something for the other: the other's words all follow a "for" that the other lacks."""
        spelled = {word for clause in other.clauses for word in clause}
        telling = {word for word in other.words if word not in _FILLERS and word in spelled}
        if not telling or len(other.clauses) >= len(self.clauses):
            return False
        after = {word for clause in self.clauses[1:] for word in clause}
        return telling <= after and not telling & set(self.clauses[0])


@dataclass(frozen=True, slots=True)
class Likeness:
    """How far two names agree, 0 to 1, and the telling words that only the first or only the second has."""

    score: float
    missing: tuple[str, ...]
    extra: tuple[str, ...]


def is_set_number(number: str) -> bool:
    """Whether a number tells sets apart: four digits at least, and no round count of something (1000), or "GRG93"."""
    if number.isdigit():
        return len(number) >= _MAIN_MIN_DIGITS and int(number) % 500 != 0
    return _digits(number) >= _MAIN_MIN_DIGITS or _is_mixed(number)


def _is_code(number: str) -> bool:
    return _digits(number) >= _CODE_MIN_DIGITS or _is_mixed(number)


def _is_mixed(number: str) -> bool:
    letters = not number.isdigit()
    return letters and len(number) >= _MIXED_MIN_CHARS and _digits(number) >= _MIXED_MIN_DIGITS


def _digits(text: str) -> int:
    return sum(char.isdigit() for char in text)


def name_of(title: str, brand: str, own_numbers: Collection[str] = ()) -> Name:
    """Takes a name apart; `brand` is the maker whose words do not count, being compared on their own.

    `own_numbers` are the maker's numbers as catalogue and shop write them: each is one token and no word.
    """
    title, known = _without_numbers(title, own_numbers)
    numbers = quantities(title)
    own = set(map(stem, words(brand)))
    own |= {stem("".join(words(brand))), _initials(brand)}
    short = (number for number in numbers.of("code") if not _is_code(number))
    minor = tuple(sorted(number for number in short if number not in own))
    jigsaw = _COUNTED_PUZZLE if numbers.of("pieces") else _JIGSAW
    found = _stems(_TALK.sub(" ", jigsaw.sub("jigsaw", numbers.rest)))
    kept = tuple(word for word in found if word not in own)
    # A maker may be called what it makes ("Money Bingo", "Money Bingo Game"): then its words are all there is.
    kept = kept if _telling(kept) or minor else tuple(found)
    clauses = tuple(tuple(_stems(clause)) for clause in _FOR.split(fold(numbers.rest)))
    unread = frozenset(_UNREAD.findall(numbers.rest))
    return Name(kept + minor, variants(title), alternatives(title), numbers, clauses, unread, known)


def _initials(brand: str) -> str:
    """What a maker of three words or more is called for short ("ELC"), or nothing."""
    found = words(brand)
    return "".join(word[0] for word in found) if len(found) > 2 else ""


def _without_numbers(title: str, own_numbers: Collection[str]) -> tuple[str, frozenset[str]]:
    """The title without the product's own numbers of letters and digits ("10.80.31.327", "n-1"), and those it has."""
    found = set()
    for number in own_numbers:
        parts = re.findall(r"[a-z]+|[0-9]+", fold(number))[:_MAX_NUMBER_PARTS]
        # One run of digits is found as a number anyway, and "car" is a word, whatever a list says.
        if len(parts) > 1 and _digits(number):
            pattern = r"[\W_]{0,3}".join(map(re.escape, parts))
            bare = re.sub(rf"(?<![^\W_]){pattern}(?![^\W_])", " ", title, flags=re.IGNORECASE)
            found |= {code(number)} if bare != title else set()
            title = bare
    return title, frozenset(found)


def _stems(text: str) -> list[str]:
    spelled = _OUR.sub("or", fold(text))
    found = (_SAME.get(word, word) for word in map(stem, words(spelled)) if word not in _LETTERS)
    return [part for word in found for part in word.split()]


def likeness(ours: Name, theirs: Name) -> Likeness:
    """The mean of how much of each name is found in the other, fillers counting little."""
    missing = _absent(ours.words, theirs.words)
    extra = _absent(theirs.words, ours.words)
    score = (_covered(ours.words, missing) + _covered(theirs.words, extra)) / 2
    return Likeness(score, _telling(missing), _telling(extra))


def _absent(names: Sequence[str], others: Sequence[str]) -> tuple[str, ...]:
    """The words that the other name lacks, also in two parts or as one ("play set", "playset")."""
    single, joined = set(others), {first + second for first, second in pairwise(others)}
    in_pairs = {word for pair in pairwise(names) if "".join(pair) in single for word in pair}
    return tuple(word for word in names if word not in single and word not in joined and word not in in_pairs)


def _weight(names: Sequence[str]) -> float:
    return sum(CHATTER_WEIGHT if word in _CHATTER else FORM_WEIGHT if word in _FORMS else 1.0 for word in names)


def _covered(names: Sequence[str], absent: Sequence[str]) -> float:
    whole = _weight(names)
    return 1 - _weight(absent) / whole if whole else 0.0


def _telling(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(word for word in names if word not in _FILLERS)
