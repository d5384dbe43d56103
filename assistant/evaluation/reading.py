"""A second reader: final texts held against the catalogue, by other means than the program's own checks.

It knows nothing of claims. It finds which products a text names, and asks of every amount, number, word and denial that
follows whether the product named last has it in its own record. What it cannot place, it reports.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from assistant.schema import Product, Response

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
# Words that hold a sentence together; none of them says anything of a toy.
_CLOSED_CLASS = frozenset(
    """
    a an and are as at be because but by can could for from go going had has have having here i i'd i'll i'm
    i've if in into is it it's its just let's may me might mine my of off on one or other so that that's the
    their them then there these this those to too up was we were what when which while who whom whose why will
    with would you you'd you're your also another both than not no doesn't isn't don't how many does do did
    """.split()
)
_SHOP_TALK = frozenset(
    """
    top pick picks choice choose chose chosen choosing recommend recommendation suggest runner-up runner second
    next alternative alternatively option instead closest close came comes come asked ask look looked looking
    after behind cost costs price priced rated rating ratings star stars says say said lists listed listing list
    catalogue catalog mentions mention gives give maker made make brand age ages aged piece pieces player
    players matters most within budget start starts ones take took suggestion request based according available
    average buyers customers designed intended suitable meant contains includes sells bought currently toy
    produced received holds drawn possibility good something recommended suit suits fit fits match matches my
    your perhaps paid pay find found else rate rates gave was given whether know like consider get newborns
    months month third wanted want about around details shown
    """.split()
)
_SUPERLATIVES = re.compile(
    r"\b(?:best|cheapest|lowest|highest|top[- ]rated|best[- ]?sell\w*|most popular|number one|finest|greatest"
    r"|only one)\b",
    re.IGNORECASE,
)
_SALE = re.compile(
    r"\d ?%|\boff\b|\bsale\b|\bdiscount|\bfree delivery|\binstead of [£$€]|\bwas [£$€]|\bsave\b", re.IGNORECASE
)


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
    inside = {at for named in names for at in range(named.begin, named.end)}
    starts = {named.begin: named for named in names}
    at = 0
    while at < len(tokens):
        if at in starts:
            subject = starts[at].products
        if at not in inside:
            about = _ahead(tokens, at, starts, subject)
            yield from _fault_at(tokens, at, about, reply=reply, asked=asked)
        at += 1
    outside = " ".join(token if at not in inside else "_" for at, token in enumerate(tokens))
    if sale := _SALE.search(outside):
        yield f"a sale: {sale.group()}"
    for superlative in _SUPERLATIVES.finditer(outside):
        yield f"a superlative: {superlative.group()}"
    yield from _false_absences(text, names[0].products if names else ())


def _names(tokens: Sequence[str], known: Sequence[Product]) -> list[Named]:
    """Every stretch of words that is a product's title with words left out, the longest from each place."""
    titles = [(product, [word.lower() for word in _WORD.findall(product.title)]) for product in known]
    found, at = [], 0
    while at < len(tokens):
        lengths = [(_name_length(tokens, at, title), product, title) for product, title in titles]
        longest = max((length for length, _, _ in lengths), default=0)
        winners = tuple(product for length, product, _ in lengths if length == longest)
        if longest and _is_name(
            tokens[at : at + longest], [title for length, _, title in lengths if length == longest]
        ):
            found.append(Named(at, at + longest, winners))
            at += longest
        else:
            at += 1
    return found


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
        length = size if words[-1] not in _CLOSED_CLASS or not title[place:] else length
    return length


def _is_name(tokens: Sequence[str], titles: Sequence[Sequence[str]]) -> bool:
    """Whether the words are a name and not a chance likeness: two of them that mean something, or a whole title."""
    words = [word.lower() for token in tokens for word in _WORD.findall(token)]
    telling = [word for word in words if word not in _CLOSED_CLASS and word not in _SHOP_TALK]
    whole = any(len(set(title) - _CLOSED_CLASS) <= len(words) for title in titles)
    return len(telling) >= 2 or (bool(telling) and whole)


def _fault_at(
    tokens: Sequence[str], at: int, about: Sequence[Product], *, reply: Response, asked: str
) -> Iterator[str]:
    token, after = tokens[at], tokens[at + 1].lower() if at + 1 < len(tokens) else ""
    if token[0] in "£$€":
        yield from _price_fault(token, tokens, at, about, reply)
    elif token[0].isdigit():
        if token.lower() not in asked.lower() and not any(
            _has_number(product, token.replace(",", ""), after, tokens, at) for product in about
        ):
            yield f"{token} {after} is no number of {_titles(about)}"
    elif token[0].isalpha():
        word = token.lower().replace("’", "'")
        if word in _CLOSED_CLASS or word in _SHOP_TALK or word in asked.lower().split():
            return
        if not any(_carries(product, word, _is_denied(tokens, at)) for product in about):
            yield f"{token!r} is no word of {_titles(about)}"


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


def _price_fault(
    token: str, tokens: Sequence[str], at: int, about: Sequence[Product], reply: Response
) -> Iterator[str]:
    shown = {pick.product.id: pick.price for pick in reply.products}
    prices = [price for product in about for price in (shown.get(product.id), product.price) if price]
    sign = {"£": "GBP", "$": "USD", "€": "EUR"}[token[0]]
    amount = token[1:].replace(",", "")
    misses = [answer.pack.nearest_miss for answer in reply.answers if answer.pack.nearest_miss]
    if " ".join(tokens[max(0, at - 3) : at]).lower() == "ones start at":
        prices = [miss.product.price for miss in misses if miss.product.price]
    if not any(price.currency == sign and f"{price.amount:.2f}" == f"{float(amount):.2f}" for price in prices):
        yield f"{token} is no price of {_titles(about)}"
    around = " ".join(tokens[max(0, at - 2) : at]).lower()
    if re.search(r"\b(?:under|over|from|was|only|save|less|more)$", around) or tokens[at + 1 : at + 2] == ["per"]:
        yield f"{around} {token} says more than a price"


def _has_number(product: Product, number: str, unit: str, tokens: Sequence[str], at: int) -> bool:
    value = float(re.sub(r"[^\d.]", "", number).strip("."))
    if unit.startswith("star"):
        return product.rating is not None and abs(product.rating - value) < 1e-9
    if unit.startswith("rating"):
        return product.rating_count == value
    if unit.startswith("piece"):
        return product.pieces == value
    near = " ".join(tokens[max(0, at - 5) : at + 5]).lower()
    if "player" in near and product.players and value in (product.players.min, product.players.max):
        return True
    if re.search(r"\bage|\bmonth|\bup\b", near) and product.age:
        ends = [end for end in (product.age.min_months, product.age.max_months) if end is not None]
        return any(abs(end - value) < 0.01 or abs(end / 12 - value) < 0.06 for end in ends)
    return number in {found.replace(",", "") for found in re.findall(r"\d[\d,]*(?:\.\d+)?", _record(product))}


def _record(product: Product) -> str:
    """Everything that the catalogue itself says of a product; what buyers wrote is left out."""
    return " . ".join(
        (product.title, product.brand, " . ".join(product.category), product.material, " . ".join(product.features),
         product.description)
    )  # fmt: skip


def _carries(product: Product, word: str, denied: bool) -> bool:
    """Whether the record has the word, or the same word in another number, and denies it just as the text does."""
    record = [found.lower() for found in re.findall(r"[^\W_]+(?:['’][^\W_]+)*|[.;]", _record(product))]
    parts = [part for part in re.split(r"[-'’]", word) if part]
    for part in parts if len(parts) > 1 and word not in record else [word]:
        kin = {part, part + "s", part.removesuffix("s"), part + "en", part.removesuffix("en"), part + "len"}
        spots = [at for at, found in enumerate(record) if found in kin]
        if not spots or (not denied and all(_denied_in(record, at) for at in spots)):
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


def _titles(products: Sequence[Product]) -> str:
    return " / ".join(product.title[:60] for product in products[:2]) or "anything named"
