"""The numbers in a product's name, told apart: packs, pieces, sizes, scales, ages, series and set numbers.

A name is consumed pattern by pattern, the most telling first, so that the 32 of "1:32" is never a set number and the
80 of "100 x 80 cm" never a pack. What remains are the words and the maker's numbers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from assistant.language.numbers import ORDINALS, UNITS
from assistant.language.text import fold, stem

COUNT_WORDS = {word: str(value) for word, value in (UNITS | ORDINALS).items()} | {
    "single": "1", "dozen": "12", "twin": "2", "double": "2", "duo": "2", "triple": "3", "pair": "2",
}  # fmt: skip
_ROMAN = {"i": "1", "ii": "2", "iii": "3", "iv": "4", "v": "5", "vi": "6", "vii": "7", "viii": "8"}
_MM = {"mm": "1", "cm": "10", "m": "1000", "metre": "1000", "meter": "1000", "inch": "25.4", "in": "25.4",
       '"': "25.4", "ft": "304.8", "feet": "304.8", "foot": "304.8", "'": "304.8"}  # fmt: skip
_MILLI = {"kg": "1000000", "g": "1000", "gram": "1000", "oz": "28350", "lb": "453592",
          "ml": "1", "cl": "10", "l": "1000", "litre": "1000", "liter": "1000"}  # fmt: skip
_N = r"\d+(?:\.\d+)?"
_WORD_UNIT = r"(?:mms?|cms?|m|metres?|meters?|inch(?:es)?|in(?!\s*-?\d)|ft|feet|foot)"
# A quotation mark is inches after a small number only: "Boss 302" stands in quotation marks.
_UNIT = rf"(?:{_WORD_UNIT}|\"|'(?![a-z]))"
_WORD_COUNT = r"\d+|" + "|".join(COUNT_WORDS)
_RANGE = r"(?:\s*(?:-|–|to)\s*\d+)?"
_YEARS = r"(?:years?|yrs?|months?|mths?)"
_BOX = r"(?:pack|set|box|bag|lot|case|tub|tube|card|packet|bundle)s?"
# Each pattern with the kind of number it finds, in the order in which a name is consumed.
_PATTERNS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(pattern))
    for kind, pattern in (
        ("", r"(?:\b(?:requires?|needs|uses|takes|includes?|with)\s+)?\b\d+\s*x?\s*(?:aaa?|lr\d+|9v|cr\d+)\b"
             r"(?:\s+batter\w+)?"),
        ("pack", rf"\b{_BOX}\s+of\s+(?:{_WORD_COUNT})\b"),
        ("length", rf"\b{_N}\s*{_UNIT}?\s*x\s*{_N}[\s-]*{_UNIT}?(?:\s*x\s*{_N}[\s-]*{_UNIT}?)?(?<=[a-z\"'])"
                   r"(?![a-z\d])"),
        ("length", rf"\b{_N}[\s-]*{_WORD_UNIT}(?![a-z\d])|\b\d{{1,2}}(?:\.\d+)?\s*(?:\"|'(?![a-z]))(?![a-z\d])"),
        ("scale", r"\b1\s*[:/]\s*\d{1,4}\b|\b1\.\d{2,4}(?=\s+scale)"),
        ("age", rf"\bages?d?\s*\d+{_RANGE}\s*(?:{_YEARS}|m\b)?(?:\s*(?:\+|plus|and (?:up|over)))?(?:\s*old)?"),
        ("age", rf"\b\d+{_RANGE}[\s-]*{_YEARS}(?:[\s-]*old)?(?:\s*(?:\+|plus|and (?:up|over)))?|\b\d+\s*\+(?!\d)"),
        ("players", r"\b\d+(?:\s*(?:-|–|to)\s*\d+)?\s*-?\s*players?\b"),
        ("mode", r"\b\d+\s*-?\s*in\s*-?\s*\d+\b"),
        ("ct", rf"\b(?:{_WORD_COUNT})\s*-?\s*(?:count|ct)\b"),
        ("pack", rf"\b(?:{_WORD_COUNT})\s*-?\s*(?:packs?|pk|sets)\b"),
        ("pack", r"\b(?:pk|qty)\s*\d+\b|\bx\s?\d{1,3}\b(?!\s*(?:x|mm|cm|[mc]?l|k?g)\b)|\b\d{1,2}\s?x\b(?!\s*\d)|"
                 r"\bpair of\b|\bdozen\b"),
        ("pieces", r"\b\d+(?:\s*(?:[,&/]|and)\s*\d+){0,7}\s*-?\s*(?:pieces?|pcs?|pce)\b"),
        # "42151 model car" is a set number: more than three digits count something only where they are round.
        ("count", r"(?<![/\d])(?<!no )(?<!no\. )(?<!#)(?:\d{1,3}|\d{1,3}00)(?!\d)"
                  r"(?=[\s-]*(?:[a-z]+\s+)?(beads?|cards?|balls?|blocks?|bricks?|tiles?|stickers?|pegs?|sheets?|"
                  r"balloons?|figures?|minifigures?|pens?|crayons?|pencils?|colou?rs?|animals?|cars?|puzzles?|games?|"
                  r"eggs?|coins?|dice)\b)"),
        ("mass", rf"\b{_N}\s*-?\s*(?:kg|g|grams?|oz|lbs?)(?![a-z\d])"),
        ("volume", rf"\b{_N}\s*-?\s*(?:ml|cl|l|lit(?:re|er)s?)(?![a-z\d])"),
        ("measure", rf"\b{_N}\s*-?\s*(?:v|w|ghz|mhz|mah|ch|rpm|mph|gb|mb|degrees?|%)"
                    r"(?![a-z\d])"),
        ("decade", r"\b(?:19|20)?\d0'?s\b"),
        ("year", r"\b(?:19[0-9]{2}|20[0-4][0-9])\b(?:\s*/\s*(?:\d\d){1,2}\b)?"),
        ("series", r"\b(?:series|season|vol(?:ume)?|level|part|book|stage|wave|episode|phase|gen(?:eration)?|mark|mk|"
                   r"version|size|grade)\b\.?\s*#?\s*(?:\d{1,2}|[ivx]{1,4}|[a-f])\b|"
                   r"(?:\b(?:no|number|nr)\b\.?|#)\s*\d{1,3}\b"),
        # "Set A" at the end of a phrase: elsewhere the letter is an article.
        ("series", r"\b(?:set|pack|kit|box|type|style|design|model|option)\s+[a-h](?=\s*$|\s*[^\w\s'-]|\s+-)"),
        ("series", r"\b1[-.]2[-.]3\b"),
        ("series", r"\b\d{1,3}(?:st|nd|rd|th)\b|\b(?:first|second|third|fourth|fifth)(?=\s+edition)"),
        ("code", r"#?\b(?=[a-z\d/-]*\d)[a-z]*\d[a-z\d]*(?:[-/][a-z]*\d[a-z\d]*)*\b|\b[a-z]{1,4}-\d[a-z\d]*\b"),
    )
)  # fmt: skip
MARKS = re.compile(r"[®™©℠]")
_QUARTERS = re.compile(r"\b(\d+) ([13])/([24])\b")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}\b)")


@dataclass(frozen=True, slots=True)
class Quantities:
    """The numbers of a name by kind, each in one canonical form, and `rest`: the name without them.

    Packs and pieces are counts ("ct" where it is not said of what); lengths are millimetres, masses milligrams and
    volumes millilitres, rounded; ages are months; measures and counts are like
    "2.4 ghz" and "12 bead"; series are like "no 38", "series 2"; codes are set and model numbers in lower case without
    hyphens and leading zeros.
    """

    rest: str
    by_kind: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def of(self, kind: str) -> frozenset[str]:
        """The numbers of one kind; none is the empty set."""
        return self.by_kind.get(kind, frozenset())


def quantities(name: str) -> Quantities:
    """Takes a name apart."""
    text = _THOUSANDS.sub("", fold(MARKS.sub(" ", name)).replace("“", '"').replace("”", '"').replace("''", '"'))
    text = _QUARTERS.sub(lambda match: f"{int(match[1]) + int(match[2]) / int(match[3])}", text)
    found: dict[str, set[str]] = {}
    for kind, pattern in _PATTERNS:
        # What a pattern only looks ahead to ("24 coloured pencils") stays in the text, and counts by its group.
        matches = ["".join((match[0], *match.groups())) for match in pattern.finditer(text)]
        text = pattern.sub(" ; ", text)
        for match in matches:
            found.setdefault(kind, set()).update(_CANONICAL.get(kind, _numbers)(match))
    return Quantities(text, {kind: frozenset(values) for kind, values in found.items() if kind})


def code(text: str) -> str:
    """A set or model number in the form in which two are compared."""
    bare = re.sub(r"[^a-z0-9]", "", fold(text))
    return (bare.lstrip("0") or "0") if bare.isdigit() else bare


def _numbers(match: str) -> set[str]:
    return {digits.lstrip("0") or "0" for digits in re.findall(r"\d+", match)}


def _counts(match: str) -> set[str]:
    named = {COUNT_WORDS[word] for word in re.findall(r"[a-z]+", match) if word in COUNT_WORDS}
    return _numbers(match) or named


def _lengths(match: str) -> set[str]:
    """Every length in millimetres; a number without a unit takes the next one's ("100 x 80 cm")."""
    found: set[str] = set()
    unit = ""
    for number, stated in reversed(re.findall(rf"({_N})\s*-?\s*({_UNIT})?", match)):
        unit = re.sub(r"(?<=h)es$|(?<=re)s$|(?<=er)s$|(?<=m)s$", "", stated) or unit
        found.add(str(round(Decimal(number) * Decimal(_MM.get(unit, "1")))))
    return found


def _months(match: str) -> set[str]:
    factor = 1 if "month" in match or "mth" in match else 12
    return {str(int(number) * factor) for number in re.findall(r"\d+", match)}


def _years(match: str) -> set[str]:
    """The years of a season: "2015/16" is 2015 and 2016."""
    first, *more = re.findall(r"\d+", match)
    return {first, *(f"{first[:2]}{year}" for part in more for year in re.findall(r"\d\d", part))}


def _measure(match: str) -> set[str]:
    number, unit = re.findall(rf"({_N}).*?([a-z%]+)$", match)[0]
    return {f"{number} {stem(unit)}"}


def _content(match: str) -> set[str]:
    """A mass in milligrams or a volume in millilitres."""
    number, unit = re.findall(rf"({_N}).*?([a-z]+)$", match)[0]
    return {str(round(Decimal(number) * Decimal(_MILLI[unit if unit in _MILLI else unit.removesuffix("s")])))}


def _series(match: str) -> set[str]:
    kind, value = (re.findall(r"[a-z]+|#", match) or [""])[0], (re.findall(r"[a-z0-9]+", match) or [""])[-1]
    kind = {"#": "no", "number": "no", "nr": "no", "vol": "volume", "gen": "generation", "mk": "mark"}.get(kind, kind)
    ordinal = re.fullmatch(r"(\d+)(?:st|nd|rd|th)", value)
    if ordinal or kind in COUNT_WORDS:
        return {f"edition {ordinal[1] if ordinal else COUNT_WORDS[kind]}"}
    return {f"{kind} {_ROMAN.get(value, value.lstrip('0'))}"}


_CANONICAL: dict[str, Callable[[str], set[str]]] = {
    "pack": _counts, "ct": _counts, "mass": _content, "volume": _content, "length": _lengths, "measure": _measure,
    "count": _measure, "series": _series,
    "year": _years, "age": _months,
    "decade": lambda match: {number[-2:] for number in re.findall(r"\d+", match)},  # "1960's" are "the 60s"
    "scale": lambda match: {re.findall(r"\d+", match)[-1].lstrip("0")},
    "code": lambda match: {code(match)}, "mode": lambda match: {re.sub(r"[\s-]", "", match)},
}  # fmt: skip
