"""How a product meets a wish, part by part: pure functions that read the product's own fields.

Every verdict has three values: True where the catalogue says so, False where it says otherwise, None where it says
nothing. Only the first may ever be claimed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from assistant.language.lexicon import (
    ACCESSORIES,
    FORMS,
    GENERIC,
    INFLATED,
    MATERIAL_WORDS,
    MEANT_TO_BE_INFLATED,
    MERCHANDISE,
    SHAPES,
    SIZES,
    SYNONYMS,
)
from assistant.language.text import brand_key, maker_refused, plainly, stems, words
from assistant.schema import AgeRange, Constraints, PlayerRange, Product

# How much a word counts by where it stands: a title names the product, a description mentions much else.
TITLE_WEIGHT, CATEGORY_WEIGHT, DETAIL_WEIGHT, BODY_WEIGHT = 1.0, 0.6, 0.6, 0.45
SYNONYM_WEIGHT = 0.9
GENERIC_WEIGHT = 0.3
# A phrase with more words after it names something else that has to do with it; a category only files it there.
INNER_PHRASE, CATEGORY_PHRASE = 0.7, 0.6
# A count of pieces is asked for loosely: "a 100-piece puzzle" is met from 80 to 125.
PIECES_TOLERANCE = 1.25

# Where a title's name ends: a dash, a bracket, a comma, or a word that leads to what is added.
TITLE_CUT = re.compile(
    r"\s[-–—|/~•]+\s|[()\[\]{}|;,\"“”]|:\s|\s(?:with|for|by|in|includes?|including|featuring|from|w/)\s", re.IGNORECASE
)
_SEVERAL = re.compile(r"[&,/]|\band\b", re.IGNORECASE)
_SAY_LESS = GENERIC | SHAPES | SIZES
_SENTENCE_END = re.compile(r"[.!?;:|•]+(?:\s|$)|\s[-–—]\s|\n")
_MEANINGS: dict[str, frozenset[str]] = {}
for _group in SYNONYMS:
    for _word in _group:
        _MEANINGS[_word] = _MEANINGS.get(_word, frozenset()) | _group


@dataclass(frozen=True, slots=True)
class Fields:
    """A product's words, ready to compare: stems of its parts, in order and as sets.

    Neighbours in the sets are also joined, so that "doll house" meets "dollhouse".
    """

    title_parts: tuple[tuple[str, ...], ...]
    title_order: tuple[str, ...]
    category_parts: tuple[tuple[str, ...], ...]
    title: frozenset[str]
    category: frozenset[str]
    details: frozenset[str]
    body: frozenset[str]
    sentences: tuple[tuple[str, ...], ...]
    words: frozenset[str]


@lru_cache(maxsize=4096)
def fields_of(product: Product) -> Fields:
    """The product's words."""
    product = plainly(product)
    title, body = stems(product.title), stems(product.description)
    details = stems(" . ".join((product.brand, product.material, *product.features)))
    categories = tuple(tuple(stems(name)) for name in product.category)
    return Fields(
        title_parts=tuple(tuple(stems(part)) for part in TITLE_CUT.split(product.title) if part),
        title_order=tuple(title),
        category_parts=categories,
        title=_joined(title),
        category=_joined([word for part in categories for word in part]),
        details=_joined(details),
        body=frozenset(body),
        sentences=tuple(_sentences(product)),
        words=_joined(title) | frozenset(body) | frozenset(details) | {w for part in categories for w in part},
    )


def _sentences(product: Product) -> Iterator[tuple[str, ...]]:
    """Every sentence of the product's text, as stems: a denial reaches no further than its own."""
    for text in (product.title, *product.features, product.description):
        yield from (tuple(found) for part in _SENTENCE_END.split(text) if (found := stems(part)))


def _joined(order: list[str]) -> frozenset[str]:
    return frozenset(order) | {first + second for first, second in pairwise(order)}


# What furnishes a dolls' house is small, and goes with it for good.
_OF_A_DOLLS_HOUSE = frozenset(stems("miniature accessory accessories"))
# Whatever a title names before it, what ends in this is one.
_BALLOON = ("balloon",)


@dataclass(frozen=True, slots=True)
class TypeMatch:
    """How well a product is of a kind: `share` of the kind's words found, 0 to 1; `head` how well its noun was.

    `phrase` is 1 where the words stand together at the end of a part of the title, as names do ("Wooden Train Set"),
    less where other words follow ("Train Set Storage Box"), 0 where they do not stand together.
    """

    share: float
    head: float
    phrase: float
    accessory: bool


@lru_cache(maxsize=16_384)
def type_match(product_type: str, product: Product) -> TypeMatch:
    """Whether the product is what the words name, the best of several ("puzzle or game"); nothing is met by all."""
    return max((_one_type(part, product) for part in product_type.split(" or ")), key=_closeness)


def _closeness(match: TypeMatch) -> tuple[float, float, float]:
    return (match.share + match.head - match.accessory, match.phrase, match.share)


def _one_type(product_type: str, product: Product) -> TypeMatch:
    kind, fields = stems(product_type), fields_of(product)
    if not kind:
        return TypeMatch(1.0, head=1.0, phrase=1.0, accessory=False)
    weights = [GENERIC_WEIGHT if word in _SAY_LESS and len(kind) > 1 else 1.0 for word in kind]
    found = [_strength(word, kind, fields) for word in kind]
    share = sum(w * f for w, f in zip(weights, found, strict=True)) / sum(weights)
    naming = [index for index, weight in enumerate(weights) if weight == 1.0] or [len(kind) - 1]
    return TypeMatch(share, found[naming[-1]], _phrase(kind, fields), _goes_with(kind, kind[naming[-1]], product))


def _goes_with(kind: list[str], head: str, product: Product) -> bool:
    """Whether the product only belongs to what was asked for, or bears its picture."""
    fields = fields_of(product)
    extras = ACCESSORIES - set(kind) - (_OF_A_DOLLS_HOUSE if "house" in kind and len(kind) > 2 else set())
    if extras & set(fields.title_order) or _only_for(kind, fields.title_order):
        return True
    if _belongs_to_one(kind, head, product.title):
        return True
    if INFLATED & set(fields.title_order) and not (INFLATED | MEANT_TO_BE_INFLATED) & set(kind):
        return True
    if fields.title_order[-1:] == _BALLOON and _BALLOON[0] not in kind:
        return True
    if _is_shelf_beside(kind, product.category[-1] if product.category else ""):
        return True
    if fields.category_parts and _PARTS & set(fields.category_parts[-1][:1]) - set(kind):
        return True
    meant = {word for part in kind for word in _MEANINGS.get(part, ())}
    behind = (part[part.index(head) + 1 :] for part in fields.title_parts if head in part)
    return any((FORMS - set(kind) - meant) & set(words_behind) for words_behind in behind)


def _belongs_to_one(kind: list[str], head: str, title: str) -> bool:
    """Whether the title names something of the kind's own: a doll's pram is for dolls and is none."""
    owned = re.search(rf"\b{re.escape(head)}(?:['’]s|s['’]) (?P<thing>[\w'’ -]+)", title, re.IGNORECASE)
    return owned is not None and not set(stems(owned["thing"])) & set(kind)


@lru_cache(maxsize=4096)
def _shelf_words(shelf: str) -> frozenset[str]:
    """The words of a shelf that holds one kind of thing; none of one that lists several ("Dolls & Accessories")."""
    return frozenset() if _SEVERAL.search(shelf) else frozenset(stems(shelf))


def _is_shelf_beside(kind: list[str], shelf: str) -> bool:
    """Whether the shelf is of what goes with the kind: "Dolls' House Furniture" for a dolls' house."""
    there = _shelf_words(shelf)
    return set(kind) <= there and bool((ACCESSORIES | FORMS) & there - set(kind))


def _strength(word: str, kind: list[str], fields: Fields) -> float:
    """The weight of the best place in which the word, a word of its meaning, or its compound stands."""
    position = kind.index(word)
    exact = {word, *(a + b for a, b in pairwise(kind) if word in (a, b))}
    exact |= {f"{word}{kind[position + 1]}"} if position + 1 < len(kind) else set()
    meanings = _MEANINGS.get(word, frozenset()) - {word}
    return max(_place(exact, fields), SYNONYM_WEIGHT * _place(meanings, fields))


def is_merchandise(product: Product) -> bool:
    """Whether the title names something that bears a toy's or a maker's name and is nothing to play with."""
    return bool(MERCHANDISE & set(fields_of(product).title_order))


def holds_terms(product: Product, terms: Iterable[str]) -> bool:
    """Whether the product's text has every term letter for letter, capitals aside."""
    text = "\n".join(
        (product.title, product.brand, product.material, *product.features, product.description)
    ).casefold()
    return all(term.casefold() in text for term in terms)


def place_of(word: str, product: Product) -> float:
    """How prominently the product's text has a stem, or a word of its meaning: 1 in the title, 0 nowhere."""
    fields = fields_of(product)
    return max(_place({word}, fields), SYNONYM_WEIGHT * _place(_MEANINGS.get(word, frozenset()) - {word}, fields))


def kindred(product_type: str) -> list[str]:
    """Other words for the kind's words, to search by."""
    return sorted({word for part in stems(product_type) for word in _MEANINGS.get(part, ())} - set(stems(product_type)))


def _place(wanted: Iterable[str], fields: Fields) -> float:
    for words_there, weight in (
        (fields.title, TITLE_WEIGHT), (fields.category, CATEGORY_WEIGHT), (fields.details, DETAIL_WEIGHT),
        (fields.body, BODY_WEIGHT),
    ):  # fmt: skip
        if any(word in words_there for word in wanted):
            return weight
    return 0.0


def _phrase(kind: list[str], fields: Fields) -> float:
    """How squarely the title, or else the category, names the kind."""
    best = max((_standing(kind, part) for part in fields.title_parts), default=0.0)
    return max(best, CATEGORY_PHRASE * any(_standing(kind, part) > 0 for part in fields.category_parts))


def _standing(kind: list[str], part: tuple[str, ...]) -> float:
    size = len(kind)
    spots = [at for at in range(len(part) - size + 1) if _same(part[at : at + size], kind)]
    if not spots:
        return 0.0
    return 1.0 if spots[-1] + size == len(part) else INNER_PHRASE


def _same(there: tuple[str, ...], kind: list[str]) -> bool:
    return all(a == b or a in _MEANINGS.get(b, ()) for a, b in zip(there, kind, strict=True))


def _only_for(kind: list[str], title: tuple[str, ...]) -> bool:
    """Whether the title names the kind only as what the product is for: "track for a train set"."""
    if "for" not in title:
        return False
    before, after = title[: title.index("for")], title[title.index("for") :]
    return kind[-1] in after and kind[-1] not in before and bool(before)


def says(product: Product, phrase: str) -> bool | None:
    """Whether a sentence of the product's text has all words of the phrase, none of them denied there."""
    wanted = stems(phrase)
    found = any(
        all(word in sentence and not _denied_word(sentence, word) for word in wanted)
        for sentence in (*fields_of(product).sentences, tuple(stems(" ".join(product.category))))
    )
    return True if wanted and found else None


def of_material(product: Product, material: str) -> bool | None:
    """Whether the product is of the material; False where its own material field names others."""
    names = [tuple(stems(name)) for name in MATERIAL_WORDS.get(material, (material,))]
    if product.material:
        stated = tuple(stems(product.material))
        return any(_holds(stated, name) for name in names)
    found = any(_holds(sentence, name) for sentence in fields_of(product).sentences for name in names)
    return True if found else None


def _holds(sentence: tuple[str, ...], phrase: tuple[str, ...]) -> bool:
    """Whether the sentence has the phrase, undenied, as what the thing is and not what it goes or looks with."""
    size = len(phrase)
    return any(
        not _denied(sentence, at, size)
        and not _COMPANIONS & set(sentence[max(0, at - 4) : at])
        and not _LOOKS & set(sentence[at + size : at + size + 1])
        for at in _spots(sentence, phrase)
    )


def text_states(text: str, phrase: str) -> bool:
    """Whether a sentence of a text states the phrase, with no denial anywhere before it.

    A phrase that denies is stated where it stands word for word.
    """
    wanted = tuple(stems(phrase))
    sentences = [tuple(stems(part)) for part in _SENTENCE_END.split(text)]
    if wanted and wanted[0] in _DENIALS:
        return any(_spots(sentence, wanted) for sentence in sentences)
    return bool(wanted) and any(
        not set(_DENIALS) & set(sentence[:at]) and _holds(sentence, wanted)
        for sentence in sentences
        for at in _spots(sentence, wanted)
    )


def _spots(sentence: Sequence[str], phrase: tuple[str, ...]) -> list[int]:
    size = len(phrase)
    return [at for at in range(len(sentence) - size + 1) if tuple(sentence[at : at + size]) == phrase]


def _denied_word(sentence: tuple[str, ...], word: str) -> bool:
    return all(_denied(sentence, at, 1) for at in _spots(sentence, (word,)))


def material_section(product: Product, material: str) -> str:
    """The part of the product's text that states the material; nothing where none does."""
    names = MATERIAL_WORDS.get(material, (material,))
    sections = (
        ("listing", product.material), ("listing", product.title), ("features", ". ".join(product.features)),
        ("description", product.description),
    )  # fmt: skip
    return next((section for section, text in sections if any(text_states(text, name) for name in names)), "")


def of_brand(product: Product, brand: str) -> bool | None:
    """Whether the brand is the maker's, or named in the title ("LEGO" finds "LEGO Education")."""
    wanted, own, title = words(brand), words(product.brand), words(product.title)
    named = any(title[at : at + len(wanted)] == wanted for at in range(len(title) - len(wanted) + 1))
    if named or wanted == own[: len(wanted)]:
        return True
    return False if own else None


def for_age(product: Product, age: AgeRange) -> bool | None:
    """Whether the maker's age takes in the whole of the child's; what is sold for adults is for no child."""
    if for_adults_only(product, age):
        return False
    stated = product.age
    if stated is None:
        return None
    youngest = age.min_months if age.min_months is not None else age.max_months
    if youngest is not None and stated.min_months is not None and youngest < stated.min_months:
        return False
    return not (stated.max_months is not None and age.min_months is not None and age.min_months > stated.max_months)


def for_adults_only(product: Product, age: AgeRange) -> bool:
    """Whether the toy is for a child and the shop files or names the product for grown-ups."""
    is_child = age.max_months is not None and age.max_months < TEENAGE_MONTHS
    fields = fields_of(product)
    return is_child and bool(
        _ADULTS & set(fields.title_order) or any(_ADULTS & set(part) for part in fields.category_parts)
    )


def for_players(product: Product, players: int) -> bool | None:
    """Whether that many can play."""
    stated: PlayerRange | None = product.players
    if stated is None:
        return None
    return (stated.min is None or players >= stated.min) and (stated.max is None or players <= stated.max)


def of_pieces(product: Product, pieces: int) -> bool | None:
    """Whether the count of pieces is about the one asked for."""
    if product.pieces is None:
        return None
    return pieces / PIECES_TOLERANCE <= product.pieces <= pieces * PIECES_TOLERANCE


# A shelf of these holds nothing that works alone.
_PARTS = frozenset(stems("parts spares replacements"))
# Below this a costume for grown-ups is the wrong answer whatever it costs.
TEENAGE_MONTHS = 13 * 12
_ADULTS = frozenset(stems("adult adults ladies lady's womens women men mens sexy hen stag"))
# "Fits wooden railways": what stands behind these is another thing's.
_COMPANIONS = frozenset(stems("fits fit compatible suits matches"))
# "Wood-effect" is no wood.
_LOOKS = frozenset(stems("effect look style like imitation coloured colored grain"))
_DENIALS = ("no", "not", "without", "non", "free")
# "Batteries not included" says that they are needed.
_NOT_IN_THE_BOX = frozenset(stems("included include includes supplied provided"))


def refuses(product: Product, feature: str) -> bool | None:
    """False where the product's text says the refused feature is there, True where it says it is not.

    A refused maker is there where it is the product's, and is not where the product has another.
    """
    maker = maker_refused(feature) or (feature if brand_key(product.brand) == brand_key(feature) else "")
    if maker:
        is_there = of_brand(product, maker)
        return None if is_there is None else not is_there
    wanted = tuple(stems(feature))
    sentences = (*fields_of(product).sentences, tuple(stems(product.material)))
    denied = [_denied(sentence, at, len(wanted)) for sentence in sentences for at in _spots(sentence, wanted)]
    return all(denied) if denied else None


def _denied(order: tuple[str, ...], at: int, size: int) -> bool:
    behind, ahead = order[max(0, at - 3) : at], order[at + size : at + size + 2]
    denied_ahead = "not" in ahead and not _NOT_IN_THE_BOX & set(order[at + size : at + size + 3])
    return any(word in _DENIALS for word in behind) or "free" in ahead or denied_ahead


@dataclass(frozen=True, slots=True)
class Check:
    """One wish, held against a product: `kind` and `asked` name the wish, `met` is the verdict."""

    kind: str
    asked: str
    met: bool | None


def checks(constraints: Constraints, product: Product) -> tuple[Check, ...]:
    """Every wish but the budget, each with its verdict."""
    asked = constraints
    found = []
    if asked.material:
        found.append(Check("material", asked.material, of_material(product, asked.material)))
    if asked.brand:
        found.append(Check("brand", asked.brand, of_brand(product, asked.brand)))
    if asked.age:
        found.append(Check("age", str(asked.age.max_months or ""), for_age(product, asked.age)))
    if asked.players:
        found.append(Check("players", str(asked.players), for_players(product, asked.players)))
    if asked.pieces:
        found.append(Check("pieces", str(asked.pieces), of_pieces(product, asked.pieces)))
    found += [Check("wanted", feature, says(product, feature)) for feature in asked.wanted]
    found += [Check("refused", feature, refuses(product, feature)) for feature in asked.refused]
    return tuple(found)
