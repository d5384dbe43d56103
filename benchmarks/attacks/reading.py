"""A second reader: final texts held against the catalogue, by other means than the program's own checks.

It knows nothing of claims. It finds which products a text names, and asks of every amount, number, word and denial that
follows whether the product named last has it in its own record. What it cannot place, it reports.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from assistant.schema import Product, Response
from benchmarks.attacks.reading_comparisons import false_comparisons
from benchmarks.attacks.reading_numbers import Spot, number_fault, price_fault, record, titles
from benchmarks.attacks.reading_words import (
    CLOSED_CLASS,
    MORE_TALK,
    ONE_OF_WHAT,
    OPINIONS,
    SALE,
    SHOP_TALK,
    SPELLED,
    SUPERLATIVES,
)

# Sentences that the program says word for word, whatever was found; the shopper's own words may stand in them.
_FIXED = (
    r"I've sent details and sources to your screen\. "
    r"If you'd like a cheaper, premium, or more balanced option, just let me know\.",
    r"Sorry, I couldn't find matching products\. Try adjusting your budget or adding more details\.",
    r"Sorry, my search isn't working just now, so I can't tell you what there is\. Please try again in a moment\.",
    r"Prices here are in \S+ and I don't convert money: I took \S+ as \S+?\.(?= |$)",
    r"I found no [^.]*, so I looked for [^.]*\.",
    r"I couldn't confirm a live price just now\. The price shown is from the catalogue\.",
    r"I removed private details from your message; you don't need to share them\.",
    r"Nothing can be rated above 5 stars, so I looked only for what costs more\.",
    r"There is nothing [^.]* left that fits your other wishes\. Change one of them and I'll look again\.",
    r"What kind of toy is it for, and how old is the child\?",
    r"What do they like: a puzzle, a game, a model to build\? And how much may it cost\?",
    r"(?:Toy safety: )?The maker gives it for [^.]*, so it is not meant for a younger child\.",
    r"(?:Toy safety: )?The catalogue gives no maker's age, so check the box before a child under three gets it\.",
    r"(?:Toy safety: )?Its description speaks of small parts, which a child under three can choke on\.",
    r"(?:Toy safety: )?Its description speaks of magnets: they must not come loose and be swallowed\.",
    r"(?:Toy safety: )?Its description speaks of button cells: keep them and their cover out of a child's reach\.",
    r"Gift budget: \S+ over \d+ \w+ is \S+ each\.(?: This one at \S+ leaves \S+ for the rest\.)?",
)
_ALIEN = re.compile(r"https?:|www\.|<[a-z/!]|```|\]\(|\*\*|[★☆✨👑🥇]|\.(?:com|net|example)\b")
_MARK = re.compile(r"\s?(?:\[\d+\])+")
_TOKEN = re.compile(r"[£$€]\d[\d,]*(?:\.\d+)?|\d[\d,]*(?:\.\d+)?[A-Za-z]*%?|[^\W\d_][^\W_]*(?:['’-][^\W_]+)*|[^\w\s]")
_WORD = re.compile(r"[^\W_]+")
_ENDS_A_NAME, _ENDS_A_SENTENCE = frozenset(".:;"), frozenset(",!?")
_DENIALS = frozenset("no not without never nor non isn't doesn't don't".split())


@dataclass(frozen=True, slots=True)
class Named:
    """A product's name as it stands in a text, as token positions; several products may answer to it."""

    begin: int
    end: int
    products: tuple[Product, ...]


def faults(reply: Response, others: Sequence[Product] = ()) -> list[str]:
    """What the reply says that no record carries; `others` are products it may speak of besides those it shows."""
    if not reply.products:
        return []
    known = list({product.id: product for product in [*(pick.product for pick in reply.products), *others]}.values())
    asked = " ".join(intent.text for intent in reply.route.intents)
    found: list[str] = []
    for text in reply.final_answer.split("\n\n"):
        found += (f"shown: {fault}" for fault in _faults_of(text, reply, known, asked))
    spoken = _read_spoken(reply, known, asked)
    found += (f"spoken: {fault}" for fault in spoken)
    for pick in reply.products:
        for reason in pick.reasons:
            for fault in _faults_of(reason, reply, [pick.product], asked, first=pick.product):
                found.append(f"reason: {fault}")
    return found


def _read_spoken(reply: Response, known: Sequence[Product], asked: str) -> Iterator[str]:
    text = _unfixed(reply.spoken_answer)
    tops = [answer.picks[0].product for answer in reply.answers if answer.picks]
    yield from _faults_of(text, reply, tops, asked)
    for named in _names(_TOKEN.findall(text), known):
        if not {product.id for product in named.products} & {top.id for top in tops}:
            yield f"names another product: {named.products[0].title}"


def _unfixed(text: str) -> str:
    for sentence in _FIXED:
        text = re.sub(sentence, " ", text)
    return text


def _faults_of(
    text: str, reply: Response, known: Sequence[Product], asked: str, first: Product | None = None
) -> Iterator[str]:
    text = _unfixed(text)
    if alien := _ALIEN.search(text):
        yield f"what no answer may hold: {alien.group()}"
    text = _MARK.sub("", text)
    tokens = _TOKEN.findall(text)
    names = _names(tokens, known)
    tops = [answer.picks[0].product for answer in reply.answers if answer.picks]
    subject: tuple[Product, ...] = (first,) if first else ()
    if names and not first:
        if not set(names[0].products) & set(tops):
            yield f"does not begin with the Top Pick but with {names[0].products[0].title!r}"
        subject = names[0].products
    for sentence, named, before in _sentences(tokens, names, subject):
        shown = {pick.product.id: pick.price for pick in reply.products}
        yield from false_comparisons(sentence, named, before, shown)
    yield from _faults_in_order(tokens, names, subject, reply, asked)
    yield from _faults_outside(tokens, names)
    yield from _false_absences(text, names[0].products if names else ())


def _faults_in_order(
    tokens: Sequence[str], names: Sequence[Named], subject: Sequence[Product], reply: Response, asked: str
) -> Iterator[str]:
    """The tokens one after the other, each held against the product that it is about."""
    inside = {at for named in names for at in range(named.begin, named.end)}
    starts = {named.begin: named for named in names}
    spoken_about = subject
    for at, token in enumerate(tokens):
        if at in starts:
            beside = _is_beside(" ".join(tokens[max(0, at - 3) : at]) + " ")
            spoken_about, subject = (subject if beside else starts[at].products), starts[at].products
        elif token in (".", "?", "!") and at not in inside:
            subject = spoken_about
        if at not in inside:
            yield from _fault_at(tokens, at, _ahead(tokens, at, starts, subject), reply=reply, asked=asked)


def _faults_outside(tokens: Sequence[str], names: Sequence[Named]) -> Iterator[str]:
    """Sales, opinions and superlatives anywhere but in a name."""
    inside = {at for named in names for at in range(named.begin, named.end)}
    outside = " ".join(token if at not in inside else "_" for at, token in enumerate(tokens))
    if sale := SALE.search(outside):
        yield f"a sale: {sale.group()}"
    if opinion := OPINIONS.search(outside):
        yield f"an opinion: {opinion.group()}"
    for superlative in SUPERLATIVES.finditer(outside):
        yield f"a superlative: {superlative.group()}"


def _sentences(
    tokens: Sequence[str], names: Sequence[Named], subject: Sequence[Product]
) -> Iterator[tuple[str, list[tuple[int, Product]], Product | None]]:
    """Each sentence with a sign in place of its names, where those stand, and who was spoken about before it."""
    starts, at = {named.begin: named for named in names}, 0
    text, found, before = "", [], (subject[0] if len(subject) == 1 else None)
    while at < len(tokens):
        if at in starts:
            found.append((len(text), starts[at].products[0]))
            text, at = f"{text}_ ", starts[at].end
            continue
        text += tokens[at] + " "
        if tokens[at] in (".", "?", "!") or at + 1 == len(tokens):
            yield text, found, before
            before = next((product for place, product in reversed(found) if not _is_beside(text[:place])), before)
            text, found = "", []
        at += 1
    if text:
        yield text, found, before


def _is_beside(before: str) -> bool:
    """Whether what is named next is only held beside another: "than …", "compared with …"."""
    return bool(re.search(r"\b(?:than|compared (?:with|to)|next to)(?: the)? $", before, re.IGNORECASE))


def _names(tokens: Sequence[str], known: Sequence[Product]) -> list[Named]:
    """Every stretch of words that is a product's title with words left out, the longest from each place."""
    titles = [(product, [word.lower() for word in _WORD.findall(product.title)]) for product in known]
    found, at = [], 0
    while at < len(tokens):
        lengths = [
            (_name_length(tokens, at, title), product, title) for product, title in titles if _begins(tokens[at], title)
        ]
        longest = max((length for length, _, _ in lengths), default=0)
        named = [(product, title) for length, product, title in lengths if length == longest]
        # Of several that answer to it, the one whose whole title it is comes first.
        winners = tuple(product for product, title in sorted(named, key=lambda each: len(each[1]) != longest))
        if longest and _is_name(
            tokens[at : at + longest], [title for length, _, title in lengths if length == longest]
        ):
            found.append(Named(at, at + longest, winners))
            at += longest
        else:
            at += 1
    return found


def _begins(token: str, title: Sequence[str]) -> bool:
    """Whether a name may begin so: "for" begins none, unless the whole title does."""
    return token.lower() not in CLOSED_CLASS or title[:1] == [token.lower()]


def _name_length(tokens: Sequence[str], at: int, title: Sequence[str]) -> int:
    """How many tokens from here on stand in the title in this order; signs between words are passed over."""
    place, length, size = 0, 0, 0
    for token in tokens[at:]:
        size += 1
        words = [word.lower() for word in _WORD.findall(token)]
        if not words:
            ends = token in _ENDS_A_NAME or (token in _ENDS_A_SENTENCE and not title[place:])
            if ends or not length:
                break
            continue
        for word in words:
            if word not in title[place:]:
                return length
            place = title.index(word, place) + 1
        # "Playing Cards, by …": a name does not end with a word that only joins, unless its title does.
        length = size if words[-1] not in CLOSED_CLASS or not title[place:] else length
    return length


def _is_name(tokens: Sequence[str], titles: Sequence[Sequence[str]]) -> bool:
    """Whether the words are a name and not a chance likeness: two of them that mean something, or a whole title."""
    words = [word.lower() for token in tokens for word in _WORD.findall(token)]
    telling = [word for word in words if word not in CLOSED_CLASS and word not in SHOP_TALK]
    whole = any(len(set(title) - CLOSED_CLASS) <= len(words) for title in titles)
    return len(telling) >= 2 or (bool(telling) and whole)


def _fault_at(
    tokens: Sequence[str], at: int, about: Sequence[Product], *, reply: Response, asked: str
) -> Iterator[str]:
    spot = Spot(tokens, at)
    token, word = spot.token, spot.token.lower().replace("’", "'")
    if token[0] in "£$€":
        yield from price_fault(spot, about, reply, asked)
    elif token[0].isdigit() or (word in SPELLED and (word != "one" or spot.after in ONE_OF_WHAT)):
        yield from number_fault(spot, about, asked)
    elif (
        token[0].isalpha()
        and not _is_talk(word, tokens[at - 1].lower() if at else "", asked.lower())
        and not any(_carries(product, word, _is_denied(tokens, at)) for product in about)
    ):
        yield f"{token!r} is no word of {titles(about)}"


def _is_talk(word: str, before: str, asked: str) -> bool:
    """Whether a word says nothing of a toy, or says again what the shopper said."""
    if word in CLOSED_CLASS or word in SHOP_TALK or word in MORE_TALK or word in asked.split():
        return True
    if child := re.fullmatch(r"([a-z]+|\d+)-year-old(?:'s)?", word):
        return bool(re.search(rf"\b(?:{SPELLED.get(child[1], child[1])}|{child[1]})\b", asked))
    return (before, word) == ("feel", "free")


def _ahead(tokens: Sequence[str], at: int, starts: dict[int, Named], subject: Sequence[Product]) -> Sequence[Product]:
    """What a word is about: the product named before it; in a clause that has yet to name one, that one."""
    begin = at
    while begin > 0 and tokens[begin - 1] not in (".", ";", ":") and begin not in starts:
        begin -= 1
    if begin in starts:
        return subject
    for later in range(at, len(tokens)):
        if later in starts:
            return starts[later].products
        if tokens[later] in (".", ";"):
            break
    return subject


def _carries(product: Product, word: str, denied: bool) -> bool:
    """Whether the record has the word, or the same word in another number, and denies it just as the text does."""
    stated = [found.lower() for found in re.findall(r"[^\W_]+(?:['’][^\W_]+)*|[.;]", record(product))]
    parts = [part for part in re.split(r"[-'’]", word) if part]
    for part in parts if len(parts) > 1 and word not in stated else [word]:
        kin = {part, part + "s", part.removesuffix("s"), part + "en", part.removesuffix("en"), part + "len"}
        spots = [at for at, found in enumerate(stated) if found in kin]
        if not spots or (not denied and all(_denied_in(stated, at) for at in spots)):
            return False
    return True


def _denied_in(record: Sequence[str], at: int) -> bool:
    before = list(record[max(0, at - 3) : at])
    if "." in before:
        before = before[len(before) - before[::-1].index(".") :]
    return bool(set(before) & {"no", "not", "without", "non"})


def _is_denied(tokens: Sequence[str], at: int) -> bool:
    return bool({token.lower() for token in tokens[max(0, at - 6) : at]} & _DENIALS)


def _false_absences(text: str, top: Iterable[Product]) -> Iterator[str]:
    """Sentences such as "The catalogue gives no price for it", where it gives one: said only of the Top Pick."""
    for product in list(top)[:1]:
        for words, value in (("no price", product.price), ("no age", product.age), ("no rating", product.rating),
                             ("how many can play", product.players), ("how many pieces", product.pieces)):  # fmt: skip
            if re.search(rf"catalogue (?:gives|doesn't say) {words}", text) and value:
                yield f"{words!r}, but there is one: {value}"
