"""Questions about one product: what they ask for, and the catalogue's own lines that speak of it. Pure functions."""

from __future__ import annotations

import re

from assistant.language.lexicon import FILLER, MATERIALS
from assistant.language.text import fold, sentences_of, stem, stems, words
from assistant.matching.checks import of_material
from assistant.matching.fields import place_of
from assistant.schema import Product

# A sentence of a description that is longer is no answer.
MAX_WORDS = 24
_REVIEWS = re.compile(
    r"\b(?:reviews?|buyers?|customers?|others?|people|parents?|anyone|anybody|everyone|opinions?|complain\w*)\b"
)
# What a question is made of, beside what it asks for.
_ASKING = frozenset(
    """
    tell more detail details describe say says said know come comes coming include includes included contain contains
    need needs required require take takes have has having hold holds made makes first second third fourth fifth sixth
    last next top pick box inside whether which long big size does did it's that's what's there's about own set work
    works good safe suitable for easy hard many really actually sure feature features information info picture look
    looks like available stock
    """.split()
)


def asks_for_reviews(message: str) -> bool:
    """Whether the question is what buyers think of it."""
    folded = fold(message)
    return bool(_REVIEWS.search(folded)) and bool(re.search(r"\b(?:say|said|think|thought|review|opinion)", folded))


def asked_words(message: str, product: Product) -> list[str]:
    """What a question asks about, less what the product is called: "does it come with furniture?" gives "furniture"."""
    named = set(stems(product.title))
    found = (
        word for word in words(message) if word not in FILLER | _ASKING and word.isalpha() and stem(word) not in named
    )
    return list(dict.fromkeys(found))


def lines_about(product: Product, word: str) -> list[tuple[str, str]]:
    """The product's feature lines and sentences of its description that have the word, each with its section."""
    wanted = stem(word)
    lines = [(line.rstrip("."), "features") for line in product.features if wanted in stems(line)]
    told = (part.strip().rstrip(".") for part in sentences_of(product.description) if wanted in stems(part))
    return lines or [(line, "description") for line in told if len(line.split()) <= MAX_WORDS]


def is_unmentioned(product: Product, word: str) -> bool:
    """Whether nothing in the product's text has the word or means it."""
    if word in MATERIALS:
        return of_material(product, MATERIALS[word]) is None
    return place_of(stem(word), product) == 0


def asked_material(message: str) -> str:
    """The material that a question is about, or nothing."""
    return next((MATERIALS[word] for word in words(message) if word in MATERIALS), "")
