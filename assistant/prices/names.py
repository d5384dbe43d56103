"""Names of products taken apart for comparison: their telling words, variants, colours and numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from assistant.prices.quantities import Quantities, quantities
from assistant.prices.variants import alternatives, variants
from assistant.text import fold, stem, words

# Words for the form a product comes in: a fifth of a word, since "drum" and "drum kit" are two things.
_FORMS = frozenset(map(stem, [
    "set", "sets", "kit", "kits", "play", "playset", "game", "games", "box", "pack", "packs", "piece", "pieces",
    "pcs", "pc", "collection", "range", "edition", "version", "model", "scale",
]))  # fmt: skip
# Words of shops, that tell nothing about the product.
_CHATTER = frozenset(map(stem, [
    "a", "an", "and", "the", "of", "for", "in", "on", "by", "with", "to", "from", "your", "our", "it", "is",
    "are", "or", "plus", "toy", "toys", "kids", "kid", "child", "children", "boys", "boy", "girls", "girl",
    "toddlers", "gift", "gifts", "present", "presents", "idea", "ideas", "stocking", "filler", "fillers",
    "party", "new", "official", "genuine", "brand", "authentic", "licensed", "latest", "great", "best",
    "perfect", "lovely", "fun", "educational", "learning", "preschool", "pre-school", "development", "creative",
    "activity", "activities", "age", "ages", "year", "years", "old", "month", "months", "up", "over", "uk",
    "free", "delivery", "buy", "online", "shop", "price", "sale", "assorted", "styles", "style", "may", "vary",
    "colour", "colours", "color", "boxed", "item", "number", "no", "ref", "includes", "included", "including",
    "requires", "required", "batteries", "battery",
]))  # fmt: skip
_FILLERS = _FORMS | _CHATTER
FORM_WEIGHT, CHATTER_WEIGHT = 0.2, 0.02
_SAME = {
    "wood": "wooden", "colour": "color", "grey": "gray", "jewellery": "jewelry", "aeroplane": "airplane",
    "minifig": "minifigure", "pyjama": "pajama", "centre": "center", "theatre": "theater", "harbour": "harbor",
    "tyre": "tire", "plough": "plow", "armour": "armor", "dinosaur": "dino", "rc": "remote control",
}  # fmt: skip
_COMPANY = frozenset([
    "ltd", "limited", "inc", "llc", "co", "company", "corp", "gmbh", "plc", "sa", "srl", "bv", "the", "uk",
    "usa", "europe", "toys", "toy", "games", "game", "group", "int", "international", "and",
])  # fmt: skip
_UNKNOWN_BRANDS = frozenset({"na", "n a", "none", "unknown", "not specified", "does not apply", "various", "default"})
# Single letters that are left over from possessives and dimensions; others tell ("X-Wing", "E-Wing").
_LETTERS = frozenset("astmx")
_FOR = re.compile(r"\b(?:for|fits|fit|suits|with|to fit|works with|goes with)\b")
# "Hot Toys" is not "hot": a maker's name keeps its company form where less than this would be left.
_TELLING_LETTERS = 5
_BRAND_WORDS = 8
_CODE_MIN_DIGITS = 3
_MAIN_MIN_DIGITS = 4


@dataclass(frozen=True, slots=True)
class Name:
    """A product's name in parts: stems of its words without the maker's, what varies it, and its numbers."""

    words: tuple[str, ...]
    variants: frozenset[str]
    alternatives: Mapping[str, tuple[str, ...]]
    numbers: Quantities
    clauses: tuple[tuple[str, ...], ...]

    @property
    def codes(self) -> frozenset[str]:
        """Set and model numbers: those with at least three digits."""
        return frozenset(number for number in self.numbers.of("code") if _digits(number) >= _CODE_MIN_DIGITS)

    @property
    def main_code(self) -> str:
        """The longest number, if it has four digits at least: shorter ones recur between products."""
        telling = (number for number in self.codes if not _is_round(number))
        longest = max(telling, key=lambda number: (_digits(number), number), default="")
        return longest if _digits(longest) >= _MAIN_MIN_DIGITS else ""

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


def _is_round(number: str) -> bool:
    """Whether a number is more likely a count of something than a set number: 1000, 1500, 2000."""
    return number.isdigit() and int(number) % 500 == 0


def _digits(text: str) -> int:
    return sum(char.isdigit() for char in text)


def name_of(title: str, brand: str) -> Name:
    """Takes a name apart; `brand` is the maker whose words do not count, being compared on their own."""
    numbers = quantities(title)
    own = set(map(stem, words(brand)))
    short = (number for number in numbers.of("code") if _digits(number) < _CODE_MIN_DIGITS)
    minor = tuple(sorted(number for number in short if number not in own))
    found = _stems(numbers.rest)
    # A maker may be called what it makes ("Money Bingo"): then its words are all there is.
    kept = tuple(word for word in found if word not in own) or tuple(found)
    clauses = tuple(tuple(_stems(clause)) for clause in _FOR.split(fold(numbers.rest)))
    return Name(kept + minor, variants(title), alternatives(title), numbers, clauses)


def _stems(text: str) -> list[str]:
    found = (_SAME.get(word, word) for word in map(stem, words(text)) if word not in _LETTERS)
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


def brand_words(brand: str) -> tuple[str, ...]:
    """A maker's name without company forms, where enough of it is left to tell; empty where it says nothing."""
    found = tuple(words(brand))
    if " ".join(found) in _UNKNOWN_BRANDS:
        return ()
    bare = _without_company(found)
    return bare if len("".join(bare)) >= _TELLING_LETTERS else found


def _without_company(found: Sequence[str]) -> tuple[str, ...]:
    return tuple(word for word in found if word not in _COMPANY)


def same_brand(brand: str, other: str) -> bool:
    """Whether two makers' names are one."""
    mine = "".join(brand_words(brand))
    return bool(mine) and mine == "".join(brand_words(other))


def names_brand(text: str, brand: str) -> bool:
    """Whether a maker's name stands in a text, as one word or several ("fisher price", "fisherprice")."""
    return any(_spells(found[start:], brand) for found in _spellings(text) for start in range(len(found)))


def starts_with_brand(text: str, brand: str) -> bool:
    """Whether a text begins with a maker's name."""
    return any(_spells(found, brand) for found in _spellings(text))


def _spellings(text: str) -> tuple[Sequence[str], ...]:
    return words(text), _without_company(words(text))


def _spells(found: Sequence[str], brand: str) -> bool:
    wanted = {"".join(brand_words(brand)), "".join(words(brand)) if brand_words(brand) else ""} - {""}
    return any("".join(found[:end]) in wanted for end in range(1, _BRAND_WORDS + 1))
