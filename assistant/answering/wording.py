"""How products are put into words: facts with the claims they make.

Pure functions. A fact is worded here once, as text and claim together, so that what is said and what is checked can
never drift apart.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from assistant.language.currencies import money
from assistant.language.lexicon import ADJECTIVES
from assistant.language.text import ages, fold, words
from assistant.language.titles import TITLE_WORDS, UNSAYABLE, short_title
from assistant.schema import Claim, Pick, Price, Product, Sentence

__all__ = ["TITLE_WORDS", "UNSAYABLE", "short_title"]

# So many words of its own tell one toy from another of the same name.
MOST_OWN_WORDS = 3
_TITLE_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
# With one of these dropped, what comes after it in a title would be said to be so.
DENIES = frozenset("not no non without excluding excludes except minus free".split())
# 37 words last 14.8 s at 150 a minute; the fixed closing sentence takes 22 of them.
SPOKEN_WORDS = 15


def kind_phrase(product_type: str, material: str | None) -> str:
    """What was asked for, as a noun: "wooden train set"."""
    adjective = ADJECTIVES.get(material or "", material or "")
    return " ".join(part for part in (adjective, product_type or "toy") if part)


@dataclass(frozen=True, slots=True)
class Fact:
    """A stretch of a sentence and the claims it makes."""

    text: str
    claims: tuple[Claim, ...]


def sentence_of(*parts: str | Fact, end: str = ".") -> Sentence:
    """A sentence put together from plain words and facts."""
    text = "".join(part if isinstance(part, str) else part.text for part in parts) + end
    claims: list[Claim] = [claim for part in parts if isinstance(part, Fact) for claim in part.claims]
    return Sentence(text[0].upper() + text[1:], tuple(claims))


def listed(facts: Sequence[Fact]) -> list[str | Fact]:
    """Facts with commas between them."""
    joined: list[str | Fact] = []
    for fact in facts:
        joined += [", ", fact] if joined else [fact]
    return joined


def evidence_id(product: Product, section: str = "listing") -> str:
    """The id under which a part of a product is evidence."""
    return f"{product.id}#{section}"


def title_fact(
    product: Product, keep: str = "", *, max_words: int = TITLE_WORDS, beside: Sequence[Product] = ()
) -> Fact:
    """The product's name, with what sets it apart where another product `beside` it would go by the same."""

    def short(of: Product) -> str:
        return short_title(of.title, keep, brand=of.brand, max_words=max_words)

    name = short(product)
    twins = [
        other for other in beside if other.id != product.id and fold(name) in (fold(short(other)), fold(other.title))
    ]
    if twins:
        name = " ".join((name, *_own_words(product.title, name, [twin.title for twin in twins])))
    return Fact(name, (_claim("title", name, product),))


def _own_words(title: str, name: str, others: Sequence[str]) -> list[str]:
    """The first words behind the name in a title that no other title has; none where they are a code or a denial."""
    tokens, theirs = _TITLE_WORD.findall(title), {word for other in others for word in words(other)}
    at = 0
    for word in words(name):
        at = next((spot + 1 for spot in range(at, len(tokens)) if word in words(tokens[spot])), at)
    fresh = [not set(words(token)) & theirs and token.isalpha() for token in tokens]
    begin = next((spot for spot in range(at, len(tokens)) if fresh[spot]), len(tokens))
    end = next((spot for spot in range(begin, len(tokens)) if not fresh[spot]), len(tokens))
    denied = DENIES & {token.lower() for token in tokens[at:begin]}
    return [] if denied else tokens[begin : min(end, begin + MOST_OWN_WORDS)]


def price_fact(pick: Pick) -> Fact | None:
    """The price shown, if there is one."""
    if pick.price is None:
        return None
    return _money_fact(pick.product, pick.price, "live" if pick.receipt else "listing")


def _money_fact(product: Product, price: Price, section: str) -> Fact:
    amount = money(price)
    return Fact(amount, (Claim("price", amount, product.id, (evidence_id(product, section),)),))


def rating_fact(product: Product) -> Fact | None:
    """The stars, if any."""
    if not product.rating or product.rating <= 0:
        return None
    stars = f"{product.rating:g} stars" if product.rating != 1 else "1 star"
    return Fact(stars, (_claim("rating", stars, product),))


def rating_with_count_fact(product: Product) -> Fact | None:
    """The stars and how many gave them."""
    stars = rating_fact(product)
    if stars is None or not product.rating_count:
        return stars
    count = f"{product.rating_count:,} rating{'s' if product.rating_count != 1 else ''}"
    return Fact(f"{stars.text} from {count}", (*stars.claims, _claim("count", count, product)))


def age_fact(product: Product) -> Fact | None:
    """The maker's age."""
    if product.age is None or not ages(product.age):
        return None
    text = f"for {ages(product.age)}"
    return Fact(text, (_claim("age", text, product),))


def pieces_fact(product: Product) -> Fact | None:
    """How many pieces there are."""
    if not product.pieces:
        return None
    text = f"{product.pieces:,} pieces" if product.pieces != 1 else "1 piece"
    return Fact(text, (_claim("pieces", text, product),))


def players_fact(product: Product) -> Fact | None:
    """How many can play."""
    players = product.players
    if players is None or not players.max:
        return None
    low, high = players.min, players.max
    if low is None:
        text = f"for up to {high} players"
    else:
        text = f"for {low} player{'s' if low > 1 else ''}" if low == high else f"for {low} to {high} players"
    return Fact(text, (_claim("players", text, product),))


def brand_fact(product: Product) -> Fact | None:
    """The maker, unless the title already says it."""
    if not product.brand or UNSAYABLE.search(product.brand) or set(words(product.brand)) <= set(words(product.title)):
        return None
    text = f"by {product.brand}"
    return Fact(text, (_claim("brand", text, product),))


def material_fact(product: Product, material: str, section: str) -> Fact:
    """That it is of a material; call it only where that section of the product's evidence says so."""
    adjective = ADJECTIVES.get(material, material)
    return Fact(adjective, (Claim("material", adjective, product.id, (evidence_id(product, section),)),))


def feature_fact(product: Product, text: str, section: str) -> Fact:
    """A feature in the catalogue's own words."""
    return Fact(text, (Claim("feature", text, product.id, (evidence_id(product, section),)),))


def _claim(kind: str, value: str, product: Product) -> Claim:
    return Claim(kind, value, product.id, (evidence_id(product),))  # type: ignore[arg-type]


def spoken_word_count(text: str) -> int:
    """How many words a text is when it is said: "£24.99" is five, "4.7" three, "3-in-1" three."""
    return sum(
        _words_of(part) for token in text.split() for part in re.split(r"[-–/&+]", token) if re.search(r"\w", part)
    )


def _words_of(token: str) -> int:
    digits = re.sub(r"[^\d.]", "", token).strip(".")
    if not digits:
        return 1
    whole, _, fraction = digits.partition(".")
    said = _words_in(int(whole or 0))
    if re.search(r"[£$€]", token):
        return said + 1 + (_words_in(int(fraction)) if fraction else 0)
    return said + (len(fraction) + 1 if fraction else 0) + bool(re.search(r"[a-z]", token, re.IGNORECASE))


def _words_in(number: int) -> int:
    """Words in a spoken whole number, tens and units counted apart."""
    if number >= 1000:
        return _words_in(number // 1000) + 1 + (_words_in(number % 1000) if number % 1000 else 0)
    if number >= 100:
        return 2 + (1 + _words_in(number % 100) if number % 100 else 0)
    return 1 if number <= 20 or number % 10 == 0 else 2
