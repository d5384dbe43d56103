"""How products are put into words: titles a person can say, and facts with the claims they make.

Pure functions. A fact is worded here once, as text and claim together, so that what is said and what is checked can
never drift apart. Shortening a title drops words; it never adds or changes one (only its capitals).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from assistant.lexicon import GENERIC
from assistant.schema import Claim, Pick, Price, Product
from assistant.text import ages, money, stems, words

# 37 words last 14.8 s at 150 a minute; the fixed closing sentence takes 22 of them.
SPOKEN_WORDS = 15
# What a person calls a thing seldom takes more words.
TITLE_WORDS = 8
_CUT = re.compile(
    r"\s[-–—|/~•]+\s|[(\[{|:;,\"“”]|\s(?:with|for|by|includes?|including|featuring|from|w/)\s", re.IGNORECASE
)
_CODE = re.compile(r"\d")
# Web and mail addresses and markup: never said, never part of a name.
_ADDRESS = re.compile(r"://|www\.|@|\w\.(?:com|net|org|co|uk|eu|io)\b", re.IGNORECASE)
UNSAYABLE = re.compile(rf"{_ADDRESS.pattern}|[<>`*_\[\]{{}}|\\#^=]", re.IGNORECASE)
# What follows is what the toy is not or has not: with the word dropped, it would be said to be so.
_DENIED = re.compile(r"\s[(\[]?(?:without|excluding|excludes|except|minus|not)\s", re.IGNORECASE)
_COUNTED = re.compile(r"(?:pieces?|pcs?|in|pack)$", re.IGNORECASE)
_UNITS = frozenset("cm mm m inch inches in ft litre litres ml g kg oz x".split())
# So few words are often a series; what follows tells which one of it this is.
_BARE_NAME = 3
_SCALE = re.compile(r"\b\d+ ?[:/] ?\d+(?:th)?\b")
_ALONE = frozenset({"I"})
_LINKS = frozenset("and of the & + with in on to".split())
_WEAK = frozenset(
    "new the a an of and & + in official genuine brand original co ltd inc edition version range series model".split()
)
_KEEP_NUMBERED = re.compile(
    r"^(?:3-?d|4-?d|2-?in-?1|3-?in-?1|4-?in-?a-?row|2-?player|\d+-?(?:piece|pc|pcs|pieces))$", re.IGNORECASE
)
ADJECTIVES = {"wood": "wooden", "wool": "woollen"}


def short_title(title: str, keep: str = "", *, max_words: int = TITLE_WORDS) -> str:
    """The title as a person would say it: at most `max_words` of its own words, those of `keep` first."""
    wanted = {word for word in stems(keep) if word not in GENERIC}
    tokens = _head(" ".join(t for t in _DENIED.split(title)[0].split() if not _ADDRESS.search(t)), wanted)
    if len(tokens) > max_words:
        tokens = _choose(tokens, wanted, max_words)
    while len(tokens) > 1 and tokens[-1].casefold() in _WEAK:
        tokens = tokens[:-1]
    while len(tokens) > 1 and tokens[0].casefold() in _LINKS:
        tokens = tokens[1:]
    return " ".join(_calm(tokens)) or " ".join(title.split()[:max_words])


def _sayable(part: str) -> list[str]:
    """The words of a part of a title that a person would say: no codes, sizes or lone letters."""
    tokens = [token.strip("®™©*!?.'’‘~_)]}") for token in part.split()]
    tokens = [token for token in tokens if re.search(r"\w", token) and not UNSAYABLE.search(token)]
    tokens = [token for at, token in enumerate(tokens) if not (at and _is_unit(token) and _CODE.search(tokens[at - 1]))]
    counted = {at for at, token in enumerate(tokens[1:]) if _COUNTED.match(token)}
    # In a name of few words a small number is part of it: "Phase 10", "Connect 4".
    small = {at for at, token in enumerate(tokens) if at and len(tokens) <= 4 and re.fullmatch(r"\d{1,2}", token)}
    return [
        token
        for at, token in enumerate(tokens)
        if (len(token) > 1 and not _CODE.search(token))
        or _KEEP_NUMBERED.match(token)
        or token in _ALONE
        or (at in counted and token.isdigit())
        or at in small
    ]


def _is_unit(token: str) -> bool:
    return token.casefold() in _UNITS


def _head(title: str, wanted: set[str]) -> list[str]:
    """The sayable words of the title's first parts: enough of them to name something, and what was asked for."""
    taken: list[str] = []
    title = _SCALE.sub(" ", title)
    reachable = wanted & set(stems(title))
    for part in _CUT.split(title):
        more, known = _sayable(part or ""), set(stems(" ".join(taken)))
        if reachable <= known and len(taken) >= 2 and set(stems(" ".join(more))[-1:]) & known:
            continue
        taken += more
        if len(taken) > _BARE_NAME and reachable <= known | set(stems(" ".join(more))):
            break
    return taken or title.split()


def _choose(tokens: list[str], wanted: set[str], max_words: int) -> list[str]:
    """The most telling words in their order: those asked for, the first two (often the maker), then the last ones."""
    order = sorted(
        range(len(tokens)),
        key=lambda at: (not set(stems(tokens[at])) & wanted, at > 1, tokens[at].casefold() in _WEAK, -at),
    )
    return [tokens[at] for at in sorted(order[:max_words])]


def _calm(tokens: Sequence[str]) -> list[str]:
    """Shouted words in ordinary capitals; short ones may be initials and stay."""
    shouted = sum(token.isupper() and len(token) > 3 for token in tokens)
    if shouted * 2 < len(tokens):
        return list(tokens)
    return [token.capitalize() if token.isupper() and len(token) > 2 else token for token in tokens]


def kind_phrase(product_type: str, material: str | None) -> str:
    """What was asked for, as a noun: "wooden train set"."""
    adjective = ADJECTIVES.get(material or "", material or "")
    return " ".join(part for part in (adjective, product_type or "toy") if part)


@dataclass(frozen=True, slots=True)
class Fact:
    """A stretch of a sentence and the claims it makes."""

    text: str
    claims: tuple[Claim, ...]


def evidence_id(product: Product, section: str = "listing") -> str:
    """The id under which a part of a product is evidence."""
    return f"{product.id}#{section}"


def title_fact(product: Product, keep: str = "", *, max_words: int = TITLE_WORDS) -> Fact:
    """The product's name."""
    name = short_title(product.title, keep, max_words=max_words)
    return Fact(name, (_claim("title", name, product),))


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
