"""Whether a text speaks of what a question asks: by the question's own words, or by the unit of what it asks for.

Pure functions over closed classes of words: those that join, ask and help, and units with the words for what they
measure. Before anything is said to be missing from a listing, its texts are looked through with these.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from assistant.language.lexicon import MATERIAL_WORDS, MATERIALS
from assistant.language.numbers import CACHED_TEXTS, NUMBER
from assistant.language.sentences import sentences
from assistant.language.text import FUNCTION_WORDS, fold, stem, stems
from assistant.schema import Product

# The closed classes: pronouns, auxiliaries, question words, quantities, and verbs that say only that a thing has
# something or is so. What is left of a question names what is asked.
_LITTLE = FUNCTION_WORDS | frozenset(
    stem(word)
    for word in """
    i me my mine we us our you he him his she her hers they them their these those this that there here who whose what
    whats which when where why how hows if whether be am was were been being do does did done has have had having can
    could will would shall should may might must not no any some all both each every either but so than then too also
    as at about into out up down off over under just only really very much many more most less least other another one
    ones else something anything everything come get got gotten give given go gone take taken make made need want use
    used say said tell know mean include included contain contained supply supplied provide provided please pls thanks
    ok okay hi hello oh um though tho actually still extra free kind sort type lot bit i'm it's he's she's that's
    """.split()
)
_WHOLE = r"\b(?:dimensions?|sizes?|measur\w+)\b"
# A side, as it is asked for and as a sentence names it.
_SIDES = tuple(
    (re.compile(rf"\b(?:{asked})\b"), re.compile(rf"\b(?:{said})\b"))
    for asked, said in (
        ("tall|high|height", "tall|high|height|stands?"),
        ("long|length", "long|length"),
        ("wide|width|broad", "wide|width|across|diameter"),
        ("deep|depth|thick", "deep|depth|thick"),
        ("wing ?span", "wing ?span"),
        ("diameter|across|round", "diameter|across|round"),
    )
)
_MATERIALS = "|".join(map(re.escape, sorted({*MATERIALS, *(name for one in MATERIAL_WORDS.values() for name in one)})))
# What is asked for by its kind, and how a text states one; the first that a question asks for counts.
_VALUES: dict[str, tuple[re.Pattern[str], re.Pattern[str]]] = {
    name: (re.compile(asked), re.compile(stated))
    for name, (asked, stated) in {
        "time": (
            r"\bhow long (?:do|does|did|will|would|can|should|before|until)\b|\bbattery life\b|\b\w+ing time\b",
            rf"{NUMBER} ?-?(?:seconds?|secs?|minutes?|mins?|hours?|hrs?)\b",
        ),
        "length": (
            r"\bhow (?:big|large|small|tall|long|wide|high|deep|thick)\b"
            r"|\b(?:dimensions?|sizes?(?! (?:of )?batter)|height|width|length|depth|diameter|wing ?span)\b",
            rf"(?:{NUMBER}|\ba\b) ?-?"
            r"(?:(?:cms?|mms?|m|ft|(?:centi|milli)?met(?:re|er)s?|inch(?:es)?|foot|feet)\b|[\"”″]|['’](?!\w))"
            # As costumes are sized.
            rf"|\b(?:small|medium|large|one size)\b(?=\W*$)|{NUMBER} ?(?:-|–|to) ?{NUMBER} ?(?:years?|yrs?|months?)\b",
        ),
        "weight": (
            r"\bhow heavy\b|\bweigh(?:s|t)?\b",
            rf"{NUMBER} ?-?(?:kgs?|g|grams?|kilos?|kilograms?|oz|ounces?|lbs?)\b",
        ),
        "players": (
            r"\bhow many (?:of us |people |players |kids |children )?(?:can )?play\b|\bhow many players\b",
            rf"(?:{NUMBER}|\bsingle)[ -]?(?:or more |\+ ?)?(?:players?|people|teams?)\b|\bplayers? ?:",
        ),
        "age": (
            r"\bages?\b|\bhow old\b|\b(?:year|month)s?[- ]olds?\b|\bold enough\b|\btoo (?:young|old)\b",
            rf"\bage[sd]?\b[ :]*(?:from |of )?\d|\b(?:all ages|newborns?|from birth)\b"
            rf"|(?:{NUMBER}|\d\+) ?-?(?:years?|yrs?|y|months?|mths?)\b(?! guarantee| warranty)",
        ),
        "contents": (
            r"\bin (?:the|it'?s) (?:box|set|pack|kit|packet|bag)\b|\bwhat\b.*\bcomes? with\b"
            r"|\bwhat(?:'?s| is) included\b"
            r"|\b(?:what|how many|how much) (?:do|does|would|will) (?:i|we|you|he|she) get\b",
            r"\b(?:with|includ\w+|contain\w*|contents?|supplied|consists? of|(?:set|pack|box|bag|tub)(?:e?s)? of)\b"
            r"|\bw/"
            rf"|{NUMBER} ?x\b|^\d{{1,3}} [a-z]|\b\d{{2,5}} (?:[a-z]+ ){{0,2}}[a-z]{{3,}}s\b",
        ),
        "material": (
            r"\bmade (?:of|from|out of)\b.*|\b(?:what|which) materials?\b",
            rf"\bmade (?:of|from)\b|\d ?%|\b(?:{_MATERIALS})\b",
        ),
        "count": (r"\bhow many\b", NUMBER),
    }.items()
}  # fmt: skip
# What is told before a question: "second one's nice. what size is it".
_BESIDE_IT = re.compile(
    r"^[^?]*[.!]\s+(?=(?:and |so |but )?(?:what|how|which|is|are|does|do|can|will|has|have)\b)", re.IGNORECASE
)
_JOINS = re.compile(r"\b(?:and|or|plus)\b|[,&/?.!]")
# How a word and those derived from it may end, behind their common root.
_ENDINGS = frozenset("s e es ed ing able eable ible al ic y ie ly".split()) | {""}
_LEAST_ROOT = 4
# The marks that a name falls into parts at.
_NAME_CUT = re.compile(r"\s[-–—|/~•]+\s|[()\[\]{}|;,]|:\s")
# A name of no more words is told whole; of a longer one what matters, with so many words on either side.
SHORT_NAME, BESIDE = 7, 2


@dataclass(frozen=True, slots=True)
class Asked:
    """What a question asks for: a kind of value or none, of which side, and the things it names by their stems."""

    value: str
    sides: tuple[re.Pattern[str], ...]
    things: tuple[tuple[str, ...], ...]


@lru_cache(maxsize=CACHED_TEXTS)
def asked_for(question: str) -> Asked:
    """What a question asks for, by the closed classes alone."""
    folded = _british(fold(_BESIDE_IT.sub("", question)))
    value = next((name for name, (asked, _) in _VALUES.items() if asked.search(folded)), "")
    sides = tuple(said for asked, said in _SIDES if value == "length" and asked.search(folded))
    rest = _VALUES[value][0].sub(" ", folded) if value else folded
    things = (tuple(word for word in stems(part) if word not in _LITTLE) for part in _JOINS.split(rest))
    return Asked(value, sides, tuple(dict.fromkeys(thing for thing in things if thing)))


# What a measure is asked of; "how high do they go" asks for none of the toy's own.
_MEASURED = re.compile(
    r"\bhow (?:big|large|small|tall|long|wide|high|deep|thick|heavy)\b(?P<how>[^,;.?!]*)"
    r"|\bhow much (?P<weighs>[^,;.?!]*)\bweigh"
    r"|\b(?:size|height|width|length|depth|diameter|weight|dimension)s?\b(?P<of>[^,;.?!]*)"
)
_REACHES = re.compile(r"\s*(?:do|does|can|will|would)\b(?!.*\b(?:stand|measure|weigh)s?\b)")
_BEARS = re.compile(r"\b(?:take|hold|carry|bear|support)s?\b")
_ALL_OF_IT = frozenset(
    stems("cm mm inch inches feet foot metres roughly approx approximately exactly whole thing toy overall total full")
    + stems("stand measure weigh")
)


def asks_of_a_part(question: str, title: str) -> bool:
    """Whether a measure is asked of something else than the toy of this title as a whole: "how tall is the king"."""
    found = _MEASURED.search(_british(fold(question)))
    if not found:
        return False
    named = {word for thing in asked_for("".join(filter(None, found.groups()))).things for word in thing}
    return bool(
        _REACHES.match(found["how"] or "") or _BEARS.search(found["of"] or "") or named - _ALL_OF_IT - set(stems(title))
    )


def _british(folded: str) -> str:
    return folded.replace("color", "colour")


def mention(question: str, text: str, *, title: str = "") -> int:
    """How nearly a text speaks of what is asked: 0 where it is silent, 3 where it states the very thing.

    What the toy itself is called in its `title` is no thing to look for in a sentence about it.
    """
    asked, folded = asked_for(question), _british(fold(text))
    spoken = stems(folded)
    if not asked.value:
        return max((_names(thing, spoken) for thing in asked.things), default=0)
    if not _VALUES[asked.value][1].search(folded):
        return 0
    of_parts = [thing for thing in asked.things if not set(thing) <= set(stems(title))]
    if of_parts and asked.value not in ("age", "players", "time"):
        return 3 if any(_names(thing, spoken) for thing in of_parts) else 0
    if asked.value != "length":
        return 3 if asked.value != "count" or not asked.things else 2
    if any(side.search(folded) for side in asked.sides) or (not asked.sides and re.search(_WHOLE, folded)):
        return 3
    return 2 if re.search(_WHOLE, folded) else 1 if not asked.sides else 0


def may_state(question: str, text: str) -> bool:
    """Whether a text states a value of the kind that is asked for, where a value is."""
    value = asked_for(question).value
    return not value or states(text, value)


def states(text: str, value: str) -> bool:
    """Whether a text states a value of a kind; of "contents", that something comes with something or in what number."""
    return _VALUES[value][1].search(_british(fold(text))) is not None


# Of batteries speaks what is charged again.
_POWER, _RECHARGED = frozenset(stems("battery batteries")), frozenset(stems("rechargeable"))


def part_of_name(question: str, name: str) -> str:
    """The words of a long name that speak of what is asked: the part that has them all, else those beside them.

    The whole where none does.
    """
    spots = _speaking(question, name) if len(name.split()) > SHORT_NAME else []
    if not spots:
        return name
    whole = next((part for part in _NAME_CUT.split(name) if len(_speaking(question, part)) == len(spots)), name)
    said = whole.split()
    if len(said) <= SHORT_NAME:
        return whole.strip()
    spots = _speaking(question, whole)
    start, end = max(0, min(spots) - BESIDE), max(spots) + BESIDE + 1
    # So few words more are no longer to read than the sign that they are left out.
    start, end = start if start > BESIDE else 0, end if len(said) - end > BESIDE else len(said)
    return f"{'… ' if start else ''}{' '.join(said[start:end])}{' …' if end < len(said) else ''}"


def _speaking(question: str, name: str) -> list[int]:
    """The places of a name's words that speak of what is asked."""
    asked, folded = asked_for(question), _british(fold(name))
    things = {word for thing in asked.things for word in thing}
    things |= _RECHARGED if things & _POWER else set()
    own = enumerate(name.split())
    spots = [at for at, one in own if any(is_alike(word, other) for word in things for other in stems(one))]
    if asked.value and (stated := _VALUES[asked.value][1].search(folded)):
        spots += [len(folded[: stated.start()].split()), len(folded[: stated.end()].split()) - 1]
    return spots


def texts_of(product: Product) -> list[str]:
    """All that a listing says of its product in words, sentence by sentence, and what its buyers say."""
    said = [product.title, product.brand, product.material, *product.features]
    said += sentences(product.description)
    return said + [part for review in product.reviews for part in (review.title, *sentences(review.text))]


def speaks_of(question: str, texts: Iterable[str], *, title: str = "") -> bool:
    """Whether one of the texts speaks of what is asked."""
    return any(mention(question, text, title=title) for text in texts)


def _names(thing: Sequence[str], spoken: Sequence[str]) -> int:
    """2 where all words of a thing are spoken of, 1 where its noun is, which comes last."""
    # A chalk board is a chalkboard.
    found = [
        any(is_alike(word, other) for other in spoken) or any(one + other == word for one, other in pairwise(spoken))
        for word in thing
    ]
    return 2 if all(found) else 1 if found[-1] else 0


@lru_cache(maxsize=65_536)
def is_alike(word: str, other: str) -> bool:
    """Whether two stems are one word, or have one root: "washable" and "washed", "magnet" and "magnetic"."""
    if word == other:
        return True
    endings = [one for one in _ENDINGS if word.endswith(one) and len(word) - len(one) >= _LEAST_ROOT]
    root = word.removesuffix(max(endings, key=len, default=""))
    return len(root) >= _LEAST_ROOT and any(
        one.startswith(root) and one[len(root) :] in _ENDINGS for one in (other, other.removeprefix("re"))
    )
