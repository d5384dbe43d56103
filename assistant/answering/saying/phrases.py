"""Facts as phrases: each fact in the few words that a sentence takes it in, with the evidence that carries it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from assistant.language.currencies import amount_of, money
from assistant.language.lexicon import ADJECTIVES, GENERIC
from assistant.language.numbers import NUMBER_NAMES
from assistant.language.scales import ratio, scales
from assistant.language.text import ages, stems
from assistant.matching.checks import stated_scales
from assistant.schema import (
    AgeRange,
    Budget,
    Contradiction,
    Difference,
    Fact,
    PlayerRange,
    Price,
    Product,
    Rating,
    Standing,
    Stated,
    Wish,
)

# How what may not be what was asked for is put forward: in the text, aloud, and on the card.
PUT_FORWARD: dict[Standing, str] = {
    "guess": "My best guess", "closest": "The closest I found", "nearest": "The nearest I have",
}  # fmt: skip

# So few ratings tell little.
FEW_RATINGS = 3
# A feature in so few words names a property; a longer one is a sentence of the shop's.
MOST_PLAIN_WORDS = 6
# Up to this age somebody is spoken of by it.
OLDEST_CHILD = 12


@dataclass(frozen=True, slots=True)
class Phrase:
    """A stretch of a sentence, and the ids of the evidence that carries it."""

    text: str
    evidence_ids: tuple[str, ...] = ()


def together(*parts: str | Phrase, end: str = ".") -> Phrase:
    """A sentence put together from plain words and phrases, its first letter large."""
    text = "".join(part if isinstance(part, str) else part.text for part in parts).strip()
    ids = dict.fromkeys(name for part in parts if isinstance(part, Phrase) for name in part.evidence_ids)
    closed = text if text.endswith((".", "?", "!", ".”", "?”", "!”")) else text + end
    return Phrase(closed[:1].upper() + closed[1:], tuple(ids))


def lower_first(sentence: str) -> str:
    """A sentence as it goes on behind another's beginning."""
    return sentence[:1].lower() + sentence[1:]


def listed(phrases: Sequence[Phrase], last: str = " and ") -> Phrase:
    """Phrases one after the other: "a, b and c"; with another sign in place of "and", that between all of them."""
    texts, between = [phrase.text for phrase in phrases], last if last in (", ", "; ") else ", "
    ids = dict.fromkeys(name for phrase in phrases for name in phrase.evidence_ids)
    text = f"{between.join(texts[:-1])}{last}{texts[-1]}" if len(texts) > 1 else "".join(texts)
    return Phrase(text, tuple(ids))


def phrase_of(fact: Fact) -> Phrase:
    """The fact as it stands in a list behind a product's name: "wooden", "for ages 3 and up", "£24.99"."""
    return Phrase(_text(fact), (fact.evidence_id,))


def _text(fact: Fact) -> str:  # noqa: PLR0911  (one line for each kind of value)
    match fact.value:
        case Price():
            return money(fact.value)
        case Rating(stars, count):
            return _rating(stars, count)
        case AgeRange():
            return f"for {ages(fact.value)}"
        case PlayerRange():
            return players_phrase(fact.value)
        case Budget():
            return budget_kept(fact.value)
        case Difference():
            return _difference(fact, fact.value)
        case Wish(_, asked):
            return ADJECTIVES.get(asked, asked)
        case Contradiction(_, _, stated):
            return _contradiction(stated)
        case _:
            return _words(fact, str(fact.value))


def _words(fact: Fact, value: str) -> str:
    """A count or a text in words, by what it is of."""
    match fact.kind:
        case "stock":
            return f"{int(value):,} in stock" if int(value) else "none in stock"
        case "pieces":
            return f"{int(value):,} piece{'' if value == '1' else 's'}"
        case "brand":
            return f"by {value}"
        case "material":
            return f"made of {_in_words(value)}"
        case "size" | "weight":
            return value
        case "shelf":
            return f"filed under {value}"
        case _:
            return _own_words(value) if fact.section == "features" else quoted(value)


def in_stars(stars: float) -> str:
    """A rating without how many gave it: "4.5 stars"."""
    return "1 star" if stars == 1 else f"{stars:g} stars"


def _rating(stars: float, count: int | None) -> str:
    rated = in_stars(stars)
    return f"{rated} from {count:,} rating{'' if count == 1 else 's'}" if count else rated


def _contradiction(stated: Sequence[Stated]) -> str:
    """All that the parts of a listing say of one thing, the first against the others."""
    first, *others = (
        f"{'the' if at == 0 else 'its'} {one.section} {'say' if one.section == 'features' else 'says'} "
        f"{_stated(one.value)}"
        for at, one in enumerate(stated)
    )
    return f"{first}, but {' and '.join(others)}"


def _stated(value: AgeRange | PlayerRange | int) -> str:
    if isinstance(value, AgeRange):
        return ages(value)
    return players_phrase(value).removeprefix("for ") if isinstance(value, PlayerRange) else f"{value:,} pieces"


def players_phrase(players: PlayerRange) -> str:
    """Who can play: "for 2 to 4 players"."""
    low, high = players.min, players.max
    if high is None:
        return f"for {low} or more players"
    if low is None or low == high:
        one = "" if low is not None else "up to "
        return f"for {one}{high} player{'' if high == 1 else 's'}"
    return f"for {low} to {high} players"


def a_child_of(age: AgeRange | None) -> str:
    """Somebody of one age in whole years, "a four-year-old"; empty for a range, and of those whom nobody calls so."""
    if age is None or age.min_months is None or age.min_months != age.max_months or age.min_months % 12:
        return ""
    years = age.min_months // 12
    if not 0 < years <= OLDEST_CHILD:
        return ""
    return f"{'an' if years in (8, 11) else 'a'} {NUMBER_NAMES[years]}-year-old"


def budget_kept(budget: Budget) -> str:
    """The limit that a price keeps, in the shopper's figures; of "about £15" the shopper named no limit."""
    if budget.min is not None or budget.around:
        return "within your budget"
    assert budget.max is not None  # noqa: S101  (no such fact is made without one)
    if budget.each:
        return f"within {amount_of(budget.max, budget.currency)} each"
    return f"within your {amount_of(budget.max, budget.currency)}"


def _in_words(materials: str) -> str:
    """A list of a few materials as it is said: "beech wood and felt", "ABS plastic"."""
    said = re.sub(r"\b[A-Z][a-z]+\b", lambda word: word[0].lower(), materials)
    first, comma, last = said.rpartition(", ")
    return f"{first} and {last}" if comma and "&" not in said and " and " not in said else said


def small_sum(price: Price) -> str:
    """A sum, in pence or cents where it is less than one: "76p"."""
    signs = {"GBP": "{}p", "USD": "{} cents", "EUR": "{} cents"}
    if price.amount < 1 and price.currency in signs:
        return signs[price.currency].format(int(price.amount * 100))
    return money(price)


def _difference(fact: Fact, value: Difference) -> str:
    by = f"{small_sum(value.amount)} " if value.amount else ""
    return {
        "cheaper": f"{by}cheaper", "dearer": f"{by}more", "better_rated": "better rated",
        "more_rated": "rated by more buyers",
    }[fact.kind]  # fmt: skip


def _own_words(line: str) -> str:
    """A short line of features as it stands, a longer one in quotation marks."""
    line = " ".join(line.split()).rstrip(".;, ")
    is_plain = len(line.split()) <= MOST_PLAIN_WORDS and line[:1].isalnum() and not line[1:2].isupper()
    return line[:1].lower() + line[1:] if is_plain else quoted(line)


# "10 x metal tins3 x throwing bags".
_GLUED = re.compile(r"(?<=[a-z])(?=\d+ ?x )")
_QUOTE = re.compile(r"(?<!\d)\"")
_INCHES = re.compile(r"(?<=\d) ?(?:[\"”″]|'')(?!\w)")


def rated(fact: Fact, beside: str = "") -> Phrase:
    """The stars as a sentence, and what is told beside them; of so few that they say little, said so."""
    value = fact.value
    if isinstance(value, Rating) and value.count and value.count <= FEW_RATINGS:
        buyers = "one buyer has" if value.count == 1 else f"{NUMBER_NAMES[value.count]} buyers have"
        stars = Phrase(in_stars(value.stars), (fact.evidence_id,))
        return together(f"Only {buyers} rated it so far: ", stars, beside)
    return together("Buyers give it ", phrase_of(fact), beside)


def from_buyers(facts: Sequence[Fact]) -> Iterator[Phrase]:
    """What buyers write, each of them in a sentence: two remarks of one review are one buyer's."""
    by_buyer = defaultdict[str, dict[Phrase, None]](dict)
    for fact in facts:
        by_buyer[fact.evidence_id][Phrase(quoted(str(fact.value)), (fact.evidence_id,))] = None
    for at, remarks in enumerate(map(tuple, by_buyer.values())):
        yield together("Another: " if at else "One buyer writes ", listed(remarks))


def quoted(sentence: str) -> str:
    """A sentence of others in quotation marks, its own marks inside made single and its inches in letters."""
    plain = _INCHES.sub(_inches, _GLUED.sub(" ", " ".join(sentence.split())))
    inside = plain.replace("“", "‘").replace("”", "’").replace('"', "’")
    return f"“{inside.rstrip('.;, ')}”"


def _inches(mark: re.Match[str]) -> str:
    """The mark behind a number as inches, unless it closes a quotation."""
    before = mark.string[: mark.start()]
    is_open = len(_QUOTE.findall(before)) % 2 or before.count("“") > before.count("”")
    return mark.group() if is_open else " in"


def met_phrases(
    met: Iterable[Fact], facts: Sequence[Fact], product: Product, name: str, *, also_by_name: bool = False
) -> list[Phrase]:
    """What was asked for and is so, each said once; what the name says already only where that is to be said too."""
    name_stems = set(stems(name))
    found = [phrase for fact in met if (phrase := _met(fact, facts, product, name_stems)) is not None]
    said = set[str]() if also_by_name else name_stems
    return [phrase for phrase in dict.fromkeys(found) if not set(stems(phrase.text)) <= said]


def _met(fact: Fact, facts: Sequence[Fact], product: Product, name_stems: set[str]) -> Phrase | None:
    """A met wish in the words of the field or the line that meets it."""
    if not isinstance(fact.value, Wish):
        return None
    wish = fact.value
    if wish.kind == "kind":
        return _by_its_shelf(wish.asked, facts, product, name_stems)
    if wish.kind in ("age", "players", "pieces"):
        return next((phrase_of(own) for own in facts if own.doc_id == product.id and own.kind == wish.kind), None)
    if wish.kind == "material":
        return Phrase(ADJECTIVES.get(wish.asked, wish.asked), (fact.evidence_id,))
    if wish.kind in ("brand", "refused_brand") and product.brand and not set(stems(product.brand)) <= name_stems:
        return Phrase(f"by {product.brand}", (fact.evidence_id,))
    if wish.kind == "scale":
        # A name leaves the scale out; who asks for one wants to hear it.
        own = scales(wish.asked) & stated_scales(product)[1]
        said = f"1:{min(own)} scale" if len(scales(wish.asked)) > len(own) == 1 else in_scale(wish.asked)
        return Phrase(said, (fact.evidence_id,))
    if wish.kind in ("wanted", "refused"):
        wanted = set(stems(wish.asked))
        lines = (own for own in facts if own.doc_id == product.id and own.kind == "line")
        return next((phrase_of(own) for own in lines if _is_short_and_has(str(own.value), wanted)), None)
    return None


def _by_its_shelf(kind: str, facts: Sequence[Fact], product: Product, name_stems: set[str]) -> Phrase | None:
    """Where the catalogue files it, if only that tells that it is what was asked for."""
    naming = set(stems(kind)) - GENERIC
    shelves = (own for own in facts if own.doc_id == product.id and own.kind == "shelf")
    tells = (phrase_of(shelf) for shelf in shelves if naming & set(stems(str(shelf.value))))
    return None if naming & (name_stems | set(stems(product.title))) else next(tells, None)


def in_scale(asked: str) -> str:
    """A wish's scale in words, a gauge by its name: "1:35 scale", "OO gauge"."""
    return ratio(asked) or re.sub(r"\b(?:oo|ho|h0|tt|n|z|o)\b", lambda name: name[0].upper(), asked)


def _is_short_and_has(line: str, wanted: set[str]) -> bool:
    return len(line.split()) <= 8 and wanted <= set(stems(line))
