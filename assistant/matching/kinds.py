"""Whether a product is of the kind that was asked for, a part of one, or bears its picture."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from assistant.language.lexicon import (
    ACCESSORIES,
    FORMS,
    GENERIC,
    INFLATED,
    MEANT_TO_BE_INFLATED,
    MERCHANDISE,
    SHAPES,
    SIZES,
    is_a_colour,
)
from assistant.language.text import stems
from assistant.matching.fields import BODY_WEIGHT, MEANINGS, SYNONYM_WEIGHT, Fields, fields_of, place, shelf_words
from assistant.schema import Intent, Product

GENERIC_WEIGHT = 0.3
# A phrase with more words after it names something else that has to do with it; a category only files it there.
INNER_PHRASE, CATEGORY_PHRASE = 0.7, 0.6
# A kind of toy is met where its noun stands in more than running text, and this share of its words is found.
MIN_NAMED_SHARE = 0.55
_SAY_LESS = GENERIC | SHAPES | SIZES
# What furnishes a dolls' house is small, and goes with it for good.
_OF_A_DOLLS_HOUSE = frozenset(stems("miniature accessory accessories"))
# Whatever a title names before it, what ends in this is one.
_BALLOON = ("balloon",)
# These words of a shelf or of what is asked for tell nothing apart: "craft kits" are what "Craft" holds.
_OF_ANY_SHELF = GENERIC | frozenset(stems("kit activity idea range"))
# A shelf of these holds nothing that works alone.
_PARTS = frozenset(stems("parts spares replacements"))


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


def without_new_colour(intent: Intent) -> Intent | None:
    """The toy that a message wants in a colour that was not said before it; None of any other wish.

    A pink flower for a dolls' house has every word of "dolls house, pink", and is no dolls' house.
    """
    wanted = intent.constraints.wanted
    kept = tuple(one for one in wanted if not is_a_colour(one))
    is_new = intent.act == "refine" and intent.product_type and kept != wanted
    return intent.asking(wanted=kept) if is_new else None


@lru_cache(maxsize=16_384)
def type_match(kinds: tuple[str, ...], product: Product) -> TypeMatch:
    """Whether the product is of any of the kinds, the closest of them; no kind is met by all."""
    matches = (_one_type(kind, product) for kind in kinds or ("",))
    return max(matches, key=lambda match: (match.share + match.head - match.accessory, match.phrase, match.share))


def is_called(kinds: tuple[str, ...], product: Product) -> bool:
    """Whether the catalogue calls the product one of these kinds, and no part of one; no kind is no name."""
    match = type_match(kinds, product)
    is_named_so = match.head > BODY_WEIGHT and match.share >= MIN_NAMED_SHARE
    return bool(kinds) and (is_named_so or is_filed_as(kinds, product)) and not match.accessory


def is_named(kinds: tuple[str, ...], product: Product) -> bool:
    """Whether it is called one of these kinds and its name has their noun: a shelf of pools holds floats as well."""
    named = (stems(kind)[-1] in fields_of(product).title for kind in kinds if stems(kind))
    return is_called(kinds, product) and any(named)


def is_filed_as(kinds: tuple[str, ...], product: Product) -> bool:
    """Whether it stands on a shelf that is called so: "role play toys" are what is filed under "Role play"."""
    asked = {frozenset(stems(kind)) - _OF_ANY_SHELF for kind in kinds} - {frozenset()}
    return any(shelf_words(shelf) - _OF_ANY_SHELF in asked for shelf in product.category)


def is_filed_as_a_part(kinds: tuple[str, ...], product: Product) -> bool:
    """Whether its narrowest shelf is of parts, and none is asked for: a speed controller is no car."""
    if not (kinds and product.category and _PARTS & set(stems(product.category[-1]))):
        return False
    return (_PARTS | ACCESSORIES).isdisjoint(word for kind in kinds for word in stems(kind))


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
    title, shelf = set(fields.title_order), shelf_words(product.category[-1]) if product.category else frozenset[str]()
    meant = {word for part in kind for word in MEANINGS.get(part, ())}
    behind = (part[part.index(head) + 1 :] for part in fields.title_parts if head in part)
    return bool(
        extras & title
        or _only_for(kind, fields.title_order)
        or _belongs_to_one(kind, head, product.title)
        or (INFLATED & title and not (INFLATED | MEANT_TO_BE_INFLATED) & set(kind))
        or (fields.title_order[-1:] == _BALLOON and _BALLOON[0] not in kind)
        # "Dolls' House Furniture" for a dolls' house.
        or (set(kind) <= shelf and (ACCESSORIES | FORMS) & shelf - set(kind))
        or (fields.category_parts and _PARTS & set(fields.category_parts[-1][:1]) - set(kind))
        or any((FORMS - set(kind) - meant) & set(words_behind) for words_behind in behind)
    )


def _belongs_to_one(kind: list[str], head: str, title: str) -> bool:
    """Whether the title names something of the kind's own: a doll's pram is for dolls and is none."""
    owned = re.search(rf"\b{re.escape(head)}(?:['’]s|s['’]) (?P<thing>[\w'’ -]+)", title, re.IGNORECASE)
    return owned is not None and not set(stems(owned["thing"])) & set(kind)


def _strength(word: str, kind: list[str], fields: Fields) -> float:
    """The weight of the best place in which the word, a word of its meaning, or its compound stands."""
    position = kind.index(word)
    exact = {word, *(a + b for a, b in pairwise(kind) if word in (a, b))}
    exact |= {f"{word}{kind[position + 1]}"} if position + 1 < len(kind) else set()
    meanings = MEANINGS.get(word, frozenset()) - {word}
    return max(place(exact, fields), SYNONYM_WEIGHT * place(meanings, fields))


def is_merchandise(product: Product) -> bool:
    """Whether the title names something that bears a toy's or a maker's name and is nothing to play with."""
    return bool(MERCHANDISE & set(fields_of(product).title_order))


def _phrase(kind: list[str], fields: Fields) -> float:
    """How squarely the title, or else the category, names the kind."""
    best = max((_phrase_share(kind, part) for part in fields.title_parts), default=0.0)
    return max(best, CATEGORY_PHRASE * any(_phrase_share(kind, part) > 0 for part in fields.category_parts))


def _phrase_share(kind: list[str], part: tuple[str, ...]) -> float:
    size = len(kind)
    spots = [
        at
        for at in range(len(part) - size + 1)
        if all(a == b or a in MEANINGS.get(b, ()) for a, b in zip(part[at : at + size], kind, strict=True))
    ]
    if not spots:
        return 0.0
    return 1.0 if spots[-1] + size == len(part) else INNER_PHRASE


def _only_for(kind: list[str], title: tuple[str, ...]) -> bool:
    """Whether the title names the kind only as what the product is for: "track for a train set"."""
    if "for" not in title:
        return False
    before, after = title[: title.index("for")], title[title.index("for") :]
    return kind[-1] in after and kind[-1] not in before and bool(before)
