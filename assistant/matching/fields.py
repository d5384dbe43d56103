"""A product's words, ready to compare, and how prominently a word stands among them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from assistant.language.lexicon import SYNONYMS
from assistant.language.text import plainly, stems
from assistant.schema import Product

# How much a word counts by where it stands: a title names the product, a description mentions much else.
TITLE_WEIGHT, CATEGORY_WEIGHT, DETAIL_WEIGHT, BODY_WEIGHT = 1.0, 0.6, 0.6, 0.45
SYNONYM_WEIGHT = 0.9
# Where a title's name ends: a dash, a bracket, a comma, or a word that leads to what is added.
TITLE_CUT = re.compile(
    r"\s[-–—|/~•]+\s|[()\[\]{}|;,\"“”]|:\s|\s(?:with|for|by|in|includes?|including|featuring|from|w/)\s", re.IGNORECASE
)
# Only the first of a row of marks begins a match, or a long row would be read once for each of its marks.
SENTENCE_END = re.compile(r"(?<![.!?;:|•])[.!?;:|•]++(?:\s|$)|\s[-–—]\s|\n")
_SEVERAL = re.compile(r"[&,/]|\band\b", re.IGNORECASE)
MEANINGS: dict[str, frozenset[str]] = {}
for group in SYNONYMS:
    for word in group:
        MEANINGS[word] = MEANINGS.get(word, frozenset()) | group


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
    maker: frozenset[str]
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
    # A denial reaches no further than its own sentence.
    parts = (
        part for text in (product.title, *product.features, product.description) for part in SENTENCE_END.split(text)
    )
    return Fields(
        title_parts=tuple(tuple(stems(part)) for part in TITLE_CUT.split(product.title) if part),
        title_order=tuple(title),
        category_parts=categories,
        title=_joined(title),
        category=_joined([word for part in categories for word in part]),
        maker=_joined(stems(f"{product.brand} . {product.material}")),
        details=_joined(details),
        body=frozenset(body),
        sentences=tuple(tuple(found) for part in parts if (found := stems(part))),
        words=_joined(title) | frozenset(body) | frozenset(details) | {w for part in categories for w in part},
    )


def _joined(order: list[str]) -> frozenset[str]:
    return frozenset(order) | {first + second for first, second in pairwise(order)}


@lru_cache(maxsize=4096)
def shelf_words(shelf: str) -> frozenset[str]:
    """The words of a shelf that holds one kind of thing; none of one that lists several ("Dolls & Accessories")."""
    return frozenset() if _SEVERAL.search(shelf) else frozenset(stems(shelf))


def place_of(word: str, product: Product, *, by_name: bool = False) -> float:
    """How prominently the product's text has a stem, or a word of its meaning: 1 in the title, 0 nowhere."""
    fields, meanings = fields_of(product), MEANINGS.get(word, frozenset()) - {word}
    return max(place({word}, fields, by_name=by_name), SYNONYM_WEIGHT * place(meanings, fields, by_name=by_name))


def place(wanted: Iterable[str], fields: Fields, *, by_name: bool = False) -> float:
    """The weight of the best place in which any of the stems stands; 0 where none does.

    What a shop says of it at length counts for nothing where only name, shelf, maker and material do, `by_name`.
    """
    details, body = (fields.maker, frozenset[str]()) if by_name else (fields.details, fields.body)
    for words_there, weight in (
        (fields.title, TITLE_WEIGHT), (fields.category, CATEGORY_WEIGHT), (details, DETAIL_WEIGHT), (body, BODY_WEIGHT),
    ):  # fmt: skip
        if any(word in words_there for word in wanted):
            return weight
    return 0.0
