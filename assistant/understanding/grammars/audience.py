"""Whom the toy is for, read from the message: ages in months, and how many play."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from assistant.language.currencies import UNIT
from assistant.language.numbers import CACHED_TEXTS, NUMBER, ORDINALS, UNITS, value_of
from assistant.schema import AgeRange

# "Toddlers under 3" are so old; "something for two toddlers under 15" is to cost so much.
_INFANTS_UNDER = r"(?:bab(?:y|ies)|toddlers?)(?= under (?:[1-5]|one|two|three|four|five)\b)"
_NEWBORN = r"new ?borns?"
# Years as shops use the words; an adult has no upper end.
_STAGES = {
    _NEWBORN: AgeRange(0, 6),
    r"(?:bab(?:y|ies)|infants?)": AgeRange(0, 12),
    r"toddlers?": AgeRange(12, 36),
    r"pre-?schoolers?": AgeRange(36, 60),
    r"(?:kindergart[en]+ers?|(?:reception|kindergarten) (?:class|children|kids?|child))": AgeRange(48, 72),
    r"(?:tweens?|pre-?teens?)": AgeRange(108, 144),
    r"(?:teens?|teenagers?|teenage (?!mutant)\w+)": AgeRange(156, 228),
    r"(?:adults?|grown[- ]?ups?)": AgeRange(216, None),
}
_MINDER = (
    r"(?:for|by|my|our|her|his|their|a|an|the|some|of|and|or|what would|\d+|two|three|four|five|six|seven|eight|ten|"
    r"(?:game|toy|present|gift|one|thing)s?)"
)
# What a baby is when it is no person: a doll, an animal, an occasion; and the toys that have the word in their name.
_AFTER_A_BABY = (
    r"(?= ?(?:$|[,.;:!?()|]|(?:boy|girl|son|daughter|brother|sister|niece|nephew|cousin|grandson|granddaughter|who|"
    r"that|"
    r"which|to|for|and|or|with|under|over|about|around|up|is|are|aged?|of|from|please|in|on|at|would|will|can|"
    r"could)\b))"
)
_TOYS_OF_A_STAGE = (
    r"(?! (?:at home\b|in the house|(?:baby )?dolls?|toys?|gyms?|"
    r"walkers?|rattles?|bouncers?|born|annabell|shark|yoda|mobile|mutant|titans|wolf|trikes?|"
    r"showers?)|['’]?s? (?:hands?|heads?|feet|size))"
)
# No toy but these is called a teenager, whatever stands before it.
_SORT, _ANY_SORT = r"(?:new|little|older|younger|young)\s", r"[a-z-]+\s"
_PERSONS = (
    *(
        (
            re.compile(
                (r"\b" if words == _NEWBORN else rf"\b{_MINDER}\s")
                + rf"(?:{_ANY_SORT if 'teen' in words else _SORT})?(?P<stage>{words})\b{_TOYS_OF_A_STAGE}"
                + (_AFTER_A_BABY if "bab" in words else "")
            ),
            age,
        )
        for words, age in _STAGES.items()
    ),
    # "Baby's first Christmas", without who it is for before it.
    (re.compile(r"\b(?P<stage>bab(?:y|ies))['’]?s? (?:very )?(?:first|1st)\b(?! years?\b)"), AgeRange(0, 12)),
)
_KIDS = re.compile(r"\b(?:kids?|child(?:ren)?|famil(?:y|ies)|toddlers?|bab(?:y|ies)|all ages)\b")
_YEAR = r"(?:years?|yrs?|y)"
_PERSON_AFTER = r"(?: (?:baby|toddler|infant|child))?"
_OLD = rf"(?:[- ]?{_YEAR}[- ]?(?:olds?|of age)\b|[- ]?{_YEAR}\b|[- ]?(?:yo|y/o)s?\b)"
_MONTHS = rf"(?:[- ]?(?:months?|mths?|mos?|m(?=\+))[- ]?(?:olds?{_PERSON_AFTER}|of age)?\b)"
_WEEK = r"(?:weeks?|wks?)"
_LOW, _HIGH, _ONE = rf"(?P<low>{NUMBER})", rf"(?P<high>{NUMBER})", rf"(?P<one>{NUMBER})"
_TO = r" ?(?:-|–|to|and|or|until|till) ?(?:an? )?"
_CHILD = r"(?:son|daughter|grandson|granddaughter|grandchild|niece|nephew|boy|girl|child|kid|twins|he|she|they)"
_CHILDREN = (
    r"(?:kids?|child(?:ren)?|boys?|girls?|sons?|daughters?|grandkids|grand(?:child|children|sons?|daughters?)|nephews?|"
    r"nieces?|godchildren|little ones|lads?|lasses|twins|cousins?)"
)
_GROUP = rf"(?:{_CHILDREN}(?: and {_CHILDREN})?|ages?|aged)"
# A number behind these is no age, but a count or a sum.
_NO_COUNT = rf"(?! ?(?:[£$€]|{UNIT}|players?|people|pieces?|weeks?|p\b|cm|inch|[.,]?\d))"
_BABY = r"(?:bab(?:y|ies)|new ?borns?|infant|boy|girl|(?:grand)?son|(?:grand)?daughter|niece|nephew|twins|little one)"
_AGED = (
    rf"\b(?:aged?:?|ages|age of|age is|turning|turns|who(?: i|')?s|who will be|is turning|just turned|"
    rf"(?:she|he|they)'ll be|"
    rf"{_CHILD} (?:is|are|will be|turns))(?: (?:only|about|nearly|almost|just|now|coming up to|going on))?"
)
_NTH = rf"(?:(?P<nth>\d{{1,2}})(?:st|nd|rd|th)|(?P<word>{'|'.join(sorted(ORDINALS, key=len, reverse=True))}))"

_MONTH_RANGE = re.compile(rf"{_LOW}{_MONTHS}?{_TO}{_HIGH}{_MONTHS}")
_MONTH_YEAR = re.compile(rf"{_LOW}{_MONTHS}{_TO}{_HIGH}{_OLD}")
_MONTH = re.compile(rf"{_ONE}{_MONTHS}(?P<up> ?(?:\+|plus|and (?:up|over|older)))?")
_YEAR_RANGE = re.compile(rf"{_LOW}{_OLD}?{_TO}{_HIGH}{_OLD}")
_AGED_RANGE = re.compile(rf"{_AGED} (?:between |from )?{_LOW}{_TO}{_HIGH}(?! ?(?:[£$€]|{UNIT}))")
_PLURAL_YEARS = {f"{word}es" if word == "six" else f"{word}s": str(years) for word, years in UNITS.items()}
_PLURALS = "|".join(_PLURAL_YEARS)
_UNDERS = re.compile(rf"\bunder[- ](?:the )?(?:{_HIGH}'?s|(?P<word>{_PLURALS}))\b")
# "Kids of 3 and 5", "my kids are 3, 5 and 8", "ages 5 9 and 12".
_AGES = re.compile(
    rf"\b{_GROUP},? (?:are |is |who are |of |aged? |ages? ){{0,2}}"
    rf"(?P<list>(?:\d\d? (?=\d))?{NUMBER}{_NO_COUNT}(?:(?:, | and |, and | & | or ){NUMBER}{_NO_COUNT})+)"
    rf"(?!{_OLD}|{_MONTHS})"
)
_NUMBERS = re.compile(rf"{NUMBER}(?:(?:,? and|,? &|,? or|,)? {NUMBER})+")
_FROM = re.compile(rf"\bfrom (?:the age of |age )?{_ONE}(?:(?P<months>{_MONTHS})|{_OLD})(?! ?(?:to|-|until))")
_KIDS_UNDER = re.compile(
    rf"\b(?:kids?|children|child|{_INFANTS_UNDER}|boys?|girls?|aged?|ages) under {_HIGH}(?!{_MONTHS})(?:{_OLD})?"
)
# "Girls 8-10", "for boys 6 to 8".
_CHILDREN_RANGE = re.compile(
    rf"\b{_CHILDREN},? (?:aged? |ages )?{_LOW} ?(?:-|–|to) ?{_HIGH}(?! ?(?:[£$€]|{UNIT}|players?))"
)
_NOT_QUITE = re.compile(rf"\bnot (?:quite|yet) {_ONE}(?:{_OLD}|(?= ?(?:$|[,.;!?)]|and\b|so\b|but\b)))")
_MONTHS_UNDER = re.compile(rf"\b(?:under|below|younger than) (?:the age of )?{_HIGH}{_MONTHS}")
_YEARS_UNDER = re.compile(rf"\b(?:under|below|younger than) (?:the age of )?{_HIGH}{_OLD}")
_OVERS = re.compile(
    rf"\b(?:over[- ](?:the )?(?:{_LOW}'?s|(?P<word>{_PLURALS}))\b|(?:over|above|"
    rf"older than) (?:the age of )?(?P<low2>{NUMBER}){_OLD})"
)
_YEARS_UP = re.compile(
    rf"{_ONE}{_OLD}? ?(?:\+|plus\b|and (?:up|over|older|above)|or (?:older|over|above)|upwards)(?!\w)"
    rf"(?! (?:kids|children|people|guests|of (?:us|them))\b)"
)
_AGED_UP = re.compile(rf"{_AGED} {_ONE} ?(?:\+|plus|and (?:up|over|older)|or older)?")
_CHILD_OF = re.compile(
    rf"\b(?:boy|girl|child|kid|baby|son|daughter|niece|nephew|grandson|granddaughter|toddler|sister|brother|cousin|lad|"
    rf"lass)(?:s|es)? (?:of |\(|"
    rf",? ?aged? |(?=about |around ))(?:about |around )?{_ONE}\)?"
    rf"(?! ?-?(?:{_YEAR}|months?|mths?|{_WEEK}))"
)
# "My daughter 7 loves science", "my son, 5, wants a robot", "a boy 6 and a girl 9", "twin girls, nearly 6".
_CHILD_NUMBER = re.compile(
    rf"\b(?:{_CHILD}|{_CHILDREN}),? (?:nearly |almost )?(?!one (?:love|like|want|need|enjoy|adore)s?\b)"
    rf"{_ONE}(?! ?(?:{_YEAR}|months?|mths?))"
    rf"(?=,| (?:who|(?:love|like|want|need|enjoy|adore)s?)\b| (?:and|&) (?:an? |my |his |her |one )?{_CHILD}\b|$)"
)
# "My lad, hes 5", "I'm 13 and I have £15".
_IS = re.compile(
    rf"\b(?:i'?m|i am|s?he'?s|they'?re) {_ONE}(?=$|[,.;!?)]| (?:and|years?|yrs?|now|today|so|but|next|soon|this)\b)"
)
# "She's 5 weeks old", "a baby girl (6 weeks)"; "in 2 weeks" is a time.
_WEEK_ONE = re.compile(
    rf"{_ONE}[- ]?{_WEEK}[- ]?(?:olds?|of age)\b|\b{_BABY},? ?\(?(?:of |aged )?(?P<of>{NUMBER}) ?{_WEEK}\b"
)
_YEAR_ONE = re.compile(rf"{_ONE}{_OLD}")
# British years begin at five and last to thirteen, American grades begin at six and last to twelve.
_SCHOOL_YEAR = re.compile(
    rf"(?<!this )(?<!new )(?<!light )(?<!leap )(?<!last )(?<!next )(?<!every )"
    rf"\b(?:in )?(?:year|yr)s?[- ](?P<one>{NUMBER})(?: ?(?:-|–|/|and|&|to) ?(?P<two>{NUMBER}))?(?:'?s)?\b"
    rf"(?! ?(?:{UNIT}|old|years?|yrs?|months?|kids|inch|[-.,]?\d))"
)
_GRADE = re.compile(rf"\b{_NTH}[- ]grade(?:rs?)?\b")
_BIRTHDAY = re.compile(rf"\b{_NTH} birthday")

# What leads to an age stands in so many letters before it; looking through all that was said would take its square.
_LEADS_TO_IT = 120
_THINGS_YEARS = re.compile(
    r"[- ]?(?:warrant\w+|guarantees?|subscription|membership|supply|plan|anniversary|of (?!age)|ago|later|running|"
    r"in (?:business|the making))\b"
)
_NOT_FOR = re.compile(r"\bnot (?:just |only |really )?for (?:an? )?$")
# "Nothing with a 3+ on it" is for a smaller child.
_UNWANTED = re.compile(r"\b(?:nothing|not|no|without|isn't|aren't)(?: (?!for\b)\w+){0,3} $")
# "That's for age 2, he's seven" tells what the toy is for.
_OF_THE_TOY = re.compile(r"\b(?:that|it|this|which)(?:'?s| is) (?:only |just |meant )?for $")
_PAST = re.compile(r"\b(?:last|past|next|within|lasts?|lasting|after|every|in)(?: (?:the|for|about))? $")

_FOR_AN_ADULT = re.compile(
    r"\bfor (?:my|a|an|our|his|her|their|the|grown[- ]up|old|elderly|retired)(?: [\w-]+)? ?"
    r"(?:gran|grann?y|nan|nana|grandma|grandmother|grandad|granddad|grandpa|grandfather|grandparents|mum|mom|mother|dad|"
    r"father|parents|wife|husband|partner|girlfriend|boyfriend|fiancee?|boss|colleague|coworker|teacher|aunt|auntie|uncle|"
    r"man|woman|lady|gentleman|pub|office|men|women|students?)\b(?!['’]s)"
    r"|\bfor (?:gran|grann?y|nan|nana|grandma|grand?dad|grandpa|mum|mom|dad)\b"
    r"(?!['’]s| and (?:me|bab|child|son|daughter))"
    r"|(?<!without )(?<!no )(?<!not )(?<!-)\b(?:adult|men['’]?s|women['’]?s|ladies['’]?|gents['’]?)\b"
    r"(?! (?:and|or|help|supervision|humou?r)\b)"
)
_PLAYERS = re.compile(
    rf"(?:(?P<low>{NUMBER})(?: ?(?:-|to|or) ?))?(?P<one>{NUMBER})[- ]?(?:players?|player\b|people|persons?|of us|"
    rf"friends|gamers|adults|grown[- ]ups)\b"
    # "22 people liked it" will not play.
    rf"(?! (?:who )?(?:have |had )?(?:liked?|loved?|bought|buy|says?|said|rated?|think|reviewed|gave|give)\b)"
)
_FAMILY = re.compile(rf"\b(?:family|group|party) of (?P<one>{NUMBER})\b")
# "A game for two": in a word, of something that is played.
_SEATS = re.compile(
    r"\b(?:games?|chess|cards?|quiz(?:zes)?|draughts|checkers|dominoes|ludo|backgammon|puzzles?|play)\b[^,.;]*"
    r"\b(?:for|to play) (?P<one>two|three|four|five|six|seven|eight)(?= ?(?:$|[,.;!?]|to play\b|under\b|and under\b))"
)
_SOLO = re.compile(r"\b(?:solo|single[- ]player|on (?:his|her|my|their) own|by (?:himself|herself|myself))\b")
_PIECES = re.compile(rf"(?P<one>{NUMBER})[- ]?(?:pieces?|pcs?|pc|parts|bricks|blocks|bits)\b")
# "100 pieces is too many", "500 of them would be too hard".
TOO_MANY = re.compile(
    r"(?: \w+){0,2} (?:is|are|was|were|would be|will be|seems?|feels?|gets?) (?:\w+ )?"
    r"too\b(?P<few> (?:few|easy|simple))?"
)
_RANGE = re.compile(rf"{NUMBER} ?(?:to|or|-|–) ?$")


@dataclass(frozen=True, slots=True)
class AgeFound:
    """An age and the stretches of the message that said it."""

    age: AgeRange
    spans: tuple[tuple[int, int], ...]


@lru_cache(maxsize=CACHED_TEXTS)
def read_age(folded: str) -> AgeFound | None:
    """The age in a folded message: one child or the range over several; None when none is said."""
    for pattern, reader in _READERS:
        found = [(reader(match), match.span()) for match in pattern.finditer(folded)]
        found = [(age, span) for age, span in found if _plausible(age) and not _of_a_thing(folded, *span)]
        if found:
            return AgeFound(_hull([age for age, _ in found]), tuple(span for _, span in found))
    return _read_stage(folded)


def read_ages(folded: str) -> AgeRange | None:
    """The age or ages in words that are known to say some: "9 and 11", "4 6 and 9", "nearly 3"."""
    if _NUMBERS.fullmatch(folded):
        return _listed(folded)
    found = read_age(folded) or read_age(f"aged {folded}")
    return found.age if found else None


def _years(text: str) -> int:
    return int(value_of(text) * 12)


def _listed(text: str) -> AgeRange:
    years = [_years(number) for number in re.findall(NUMBER, text)]
    return AgeRange(min(years), max(years))


def _single(match: re.Match[str]) -> AgeRange:
    return AgeRange(_years(match["one"]), _years(match["one"]))


def _and_up(match: re.Match[str]) -> AgeRange:
    return AgeRange(_years(match["one"]), None)


def _nth(match: re.Match[str]) -> int:
    return int(match["nth"]) if match["nth"] else ORDINALS[match["word"]]


def _in_classes(first: int, last: int, *, begins: int) -> AgeRange:
    """The ages of classes: the first is entered at `begins` years; no plausible age where there is no such class."""
    if not 1 <= first <= last <= 13:
        return AgeRange(None, 999 * 12)
    return AgeRange((begins + first - 1) * 12, (begins + last) * 12)


def _month(match: re.Match[str]) -> AgeRange:
    months = int(value_of(match["one"]))
    return AgeRange(months, None if match["up"] else months)


def _weeks(number: str) -> AgeRange:
    months = int(value_of(number) * 12 / 52)
    return AgeRange(months, months)


def _aged(match: re.Match[str]) -> AgeRange:
    years = _years(match["one"])
    return AgeRange(
        years, None if re.search(r"\+|plus|up|over|older", match.string[match.end("one") : match.end()]) else years
    )


def _range(match: re.Match[str], *, low_unit: int = 12, high_unit: int = 12) -> AgeRange:
    low, high = int(value_of(match["low"]) * low_unit), int(value_of(match["high"]) * high_unit)
    return AgeRange(min(low, high), max(low, high))


_READERS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], AgeRange]], ...] = (
    (_MONTH_YEAR, lambda m: _range(m, low_unit=1)),
    (_MONTH_RANGE, lambda m: _range(m, low_unit=1, high_unit=1)),
    (_YEAR_RANGE, _range),
    (_CHILDREN_RANGE, _range),
    (_AGED_RANGE, _range),
    (_MONTHS_UNDER, lambda m: AgeRange(None, int(value_of(m["high"])) - 1)),
    (_UNDERS, lambda m: AgeRange(None, _years(m["high"] or _PLURAL_YEARS[m["word"]]) - 1)),
    (_AGES, lambda m: _listed(m["list"])),
    (_NOT_QUITE, lambda m: AgeRange(_years(m["one"]) - 1, _years(m["one"]) - 1)),
    (_WEEK_ONE, lambda m: _weeks(m["one"] or m["of"])),
    (_CHILD_OF, _single),
    (_CHILD_NUMBER, _single),
    (_YEARS_UNDER, lambda m: AgeRange(None, _years(m["high"]) - 1)),
    (_OVERS, lambda m: AgeRange(_years(m["low"] or m["low2"] or _PLURAL_YEARS[m["word"]]), None)),
    (_FROM, lambda m: AgeRange(int(value_of(m["one"]) * (1 if m["months"] else 12)), None)),
    (_YEARS_UP, _and_up),
    (_YEAR_ONE, _single),
    (_BIRTHDAY, lambda m: AgeRange(_nth(m) * 12, _nth(m) * 12)),
    (_SCHOOL_YEAR, lambda m: _in_classes(int(value_of(m["one"])), int(value_of(m["two"] or m["one"])), begins=5)),
    (_GRADE, lambda m: _in_classes(_nth(m), _nth(m), begins=6)),
    (_MONTH, _month),
    (_AGED_UP, _aged),
    (_IS, _single),
    # Last: "a six-year-old boy under 20" has said his age, and "a boy under 20" is to cost so much.
    (_KIDS_UNDER, lambda m: AgeRange(None, _years(m["high"]) - 1 if value_of(m["high"]) < 15 else 999 * 12)),
)


def _of_a_thing(folded: str, start: int, end: int) -> bool:
    """Whether the years are a warranty's, of something's history or of what is unwanted, and nobody's age."""
    before = folded[max(0, start - _LEADS_TO_IT) : start]
    is_unwanted = folded[start:end].endswith("+") and _UNWANTED.search(before)
    is_the_toys = folded.startswith("age", start) and _OF_THE_TOY.search(before)
    is_past = _THINGS_YEARS.match(folded, end) or _PAST.search(before)
    return bool(is_unwanted or is_the_toys or is_past)


def _plausible(age: AgeRange) -> bool:
    """Toys are for people: nothing above 120 years is an age, and "100 plus" is a count."""
    is_open = age.max_months is None and (age.min_months or 0) >= 100 * 12
    return not is_open and max(age.min_months or 0, age.max_months or 0) <= 120 * 12


def _hull(found: list[AgeRange]) -> AgeRange:
    lows, highs = [age.min_months for age in found], [age.max_months for age in found]
    low = None if None in lows else min(months for months in lows if months is not None)
    high = None if None in highs else max(months for months in highs if months is not None)
    return AgeRange(low, high)


def _read_stage(folded: str) -> AgeFound | None:
    """A stage of life, only where it is a person: "for my toddler" is one, "a baby doll" and "a baby shark" are not.

    Grown-ups and children together can be anybody, so that no age is said.
    """
    found = ((age, match.span("stage")) for pattern, age in _PERSONS for match in pattern.finditer(folded))
    stages = [(age, span) for age, span in found if not _NOT_FOR.search(folded[: span[0]])]
    ages = [age for age, _ in stages]
    if not ages or (any(age.max_months is None for age in ages) and _KIDS.search(folded)):
        return None
    return AgeFound(_hull(ages), tuple(span for _, span in stages))


def is_for_an_adult(folded: str) -> bool:
    """Whether the message names a grown-up that the toy is for, by kinship or by work."""
    return bool(_FOR_AN_ADULT.search(folded))


def read_players(folded: str) -> int | None:
    """How many will play; of a range the larger, since the game must seat them all."""
    for pattern in (_PLAYERS, _FAMILY, _SEATS):
        if match := pattern.search(folded):
            return int(value_of(match["one"]))
    return 1 if _SOLO.search(folded) else None


_STAR_WORDS = {"three": 3, "four": 4, "five": 5}
_STARS = rf"(?:[1-4](?:[.,]\d{{1,2}})?|5(?:[.,]0)?|{'|'.join(_STAR_WORDS)})"
_OR_MORE = r"(?:\+| (?:and|or) (?:up(?:wards)?|more|above|over|better|higher|plus)\b)"
_RATED = re.compile(
    rf"\brat(?:ed|ings?)(?: (?:of|is|are))?(?: (?:at least|over|above|more than|higher than|minimum|min))+ "
    rf"(?P<over>{_STARS})(?:[ -]?stars?\b)?(?!\w|\.\d)"
    rf"|\brat(?:ed|ings?)(?: (?:of|is|are))? (?P<rated>{_STARS})(?:[ -]?stars?)?{_OR_MORE}"
    r"|\b(?:at least|over|above|more than|minimum(?: of)?|min|no less than)(?: an?)? "
    rf"(?P<least>{_STARS})[ -]?stars?\b(?! wars)"
    rf"|(?<![\w.])(?P<up>{_STARS})(?:\+[ -]?stars?\b(?! wars)|[ -]?stars?{_OR_MORE})"
)


def read_stars(folded: str) -> tuple[float, tuple[int, int]] | None:
    """The least rating asked for, in stars of five, and where it is said: "rated over 4.5", "4 stars and up"."""
    if not (found := _RATED.search(folded)):
        return None
    said = next(filter(None, found.groups()))
    return float(_STAR_WORDS.get(said) or said.replace(",", ".")), found.span()


def read_pieces(folded: str) -> int | None:
    """How many pieces the shopper asks for, not those that are too many."""
    asked = (
        found for found in _PIECES.finditer(folded)
        if not TOO_MANY.match(folded[found.end() :])
    )  # fmt: skip
    match = next(asked, None)
    if match is None or _RANGE.search(folded[: match.start()]):  # "100 to 300 pieces" is no one count
        return None
    return int(value_of(match["one"]))
