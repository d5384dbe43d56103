"""Questions to start from: made of a catalogue's own toys, and each tried before it is offered.

They are kept beside the catalogue, so that a page has them at its start. A catalogue without them, imported by an
earlier program, gets them when they are first wanted.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import partial
from itertools import islice, pairwise
from pathlib import Path
from statistics import median
from uuid import uuid4

from assistant import resources
from assistant.assistant import Assistant
from assistant.errors import AssistantError
from assistant.language.currencies import amount_of
from assistant.language.lexicon import ACCESSORIES, GENERIC
from assistant.language.text import FUNCTION_WORDS, brand_key, fold, plain_speech, stem, stems, words
from assistant.matching.kinds import is_called
from assistant.schema import Answer, Product

NAME = "examples.json"
OFFERED = 4
# Of a larger catalogue as many are looked at.
MOST_READ = 10_000
# The reader takes some milliseconds for a title.
MOST_TITLES = 100
# Each takes as long as an answer; a list of which so few can be asked about has no better ones.
MOST_TRIED, _MOST_PAIRS = 16, 4
_STEPS = (5, 10, 15, 20, 25, 30, 40, 50, 60, 80, 100, 150, 200, 300, 500)
_LIMITS = ("under", "up to", "under", "under")
_CHILD = range(2, 13)
_MOST_WORDS = 3
# A shelf is asked about where the list has more than one toy of it to choose from.
_FEWEST = 2
# A shelf of whose titles fewer name it is called by what nobody says of a toy: "Vehicles", "Adults".
_NAMED_SHARE = 0.1
# What buyers have rated is offered where they liked it.
_LIKED, _ENOUGH_RATINGS = 4.0, 3
# Of what the reranker likes less one is a toy for some day or age that nobody said.
_SURE_ENOUGH = 0.5
_PLAIN_NAME = re.compile(r"[^\W\d_]+(?:['-]?[ ]?[^\W\d_]+)*'?")
_PART_ENDS = re.compile(r"\s[-–—|]|[,():;\[\]]")


def examples_of(shop: Assistant) -> tuple[str, ...]:
    """The questions that are kept with the catalogue; where there are none they are found, and kept if they can be."""
    folder, catalogue = Path(shop.catalogue.home), shop.catalogue.digest
    if (kept := _kept(folder, catalogue)) is not None:
        return kept
    questions = found_examples(shop)
    is_shipped = folder == resources.DEMO_INDEX.resolve()  # which `tools/build_demo_index.py` makes and nobody else
    if folder.is_dir() and not is_shipped:
        with suppress(OSError):
            keep(folder, catalogue, questions)
    return questions


def keep(folder: Path, catalogue: str, questions: Sequence[str]) -> None:
    """Writes the questions of the catalogue with this digest into its folder."""
    content = json.dumps({"catalogue": catalogue, "questions": questions}, ensure_ascii=False, indent=1)
    (folder / NAME).write_text(content + "\n", encoding="utf-8")


def _kept(folder: Path, catalogue: str) -> tuple[str, ...] | None:
    """The questions in a folder; None where there are none that can be read and are of this catalogue."""
    try:
        content = json.loads((folder / NAME).read_text(encoding="utf-8"))
        questions = tuple(map(str, content["questions"]))
        return questions[:OFFERED] if content["catalogue"] == catalogue else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def found_examples(shop: Assistant) -> tuple[str, ...]:
    """Four questions about different kinds, each answered with a liked Top Pick of its kind; fewer where need be.

    The last of them asks for two toys at once, where two are answered together.
    """
    rules, vocabulary = shop.without_model(), shop.catalogue.vocabulary
    kinds = _varied(_kinds(rules, vocabulary.brands))[:MOST_TRIED]
    singles = iter([(kind,) for kind in kinds])

    def first(tries: Iterable[tuple[_Kind, ...]], form: int) -> str:
        asked = ((_question(kinds, vocabulary.currency, form), kinds) for kinds in tries)
        return next((question for question, kinds in asked if _is_answered(rules, question, kinds)), "")

    found = [first(singles, form) for form in range(OFFERED - 1)]
    left = [kind for (kind,) in singles]
    pairs = islice(pairwise(left), _MOST_PAIRS)
    found.append(first(pairs, OFFERED - 1) or first(((kind,) for kind in left), OFFERED - 1))
    return tuple(filter(None, found))


@dataclass(frozen=True, slots=True)
class _Kind:
    """Toys of one kind: its name, how a shopper calls what is bought of it ("a kite", "balloons"), and its shelf."""

    name: str
    called: str
    shelf: str
    products: tuple[Product, ...]


def _kinds(shop: Assistant, brands: Mapping[str, str]) -> list[_Kind]:
    """The kinds that the toys' own titles name, those with the most toys first.

    They are the narrowest categories and, where those are too few or name nothing, what the reader takes for the kind
    in a title.
    """
    products = shop.catalogue.sample(MOST_READ)
    kinds = _named_by(_shelf_name, partial(_written, ends=True), products, brands, fewest=_FEWEST)
    if len(kinds) < OFFERED:
        known = {stem(words(kind.name)[-1]) for kind in kinds}
        told = _named_by(partial(_told_kind, shop), _written, products[:MOST_TITLES], brands, fewest=1)
        told = [kind for kind in told if stem(words(kind.name)[-1]) not in known]
        # The reader was shown some titles; the toy that answers may be any of the others.
        for kind in told:
            named = tuple(product for product in products if _written(kind.name, product.title))
            kinds.append(replace(kind, products=named))
    return kinds


def _named_by(
    name_of: Callable[[Product], str],
    written: Callable[[str, str], str],
    products: Sequence[Product],
    brands: Mapping[str, str],
    *,
    fewest: int,
) -> list[_Kind]:
    by_name: defaultdict[str, list[Product]] = defaultdict(list)
    for product in products:
        by_name[_sayable(name_of(product))].append(product)
    kinds = []
    for name, there in by_name.items():
        named = tuple(product for product in there if name and written(name, product.title))
        if len(named) >= max(fewest, _NAMED_SHARE * len(there)) and brand_key(name) not in brands:
            shelf = fold(there[0].category[0]) if there[0].category else name
            kinds.append(_Kind(name, _called(name, [written(name, toy.title) for toy in named], brands), shelf, named))
    return sorted(kinds, key=lambda kind: (-len(kind.products), kind.name))


def _shelf_name(product: Product) -> str:
    return product.category[-1].replace("’", "'") if product.category else ""


def _told_kind(shop: Assistant, product: Product) -> str:
    """The kind in a title, read as a shopper's wish is: "Balance Bike Red" is a balance bike."""
    spans = shop.read(plain_speech(product.title).lower(), session_id=uuid4().hex).spans
    # What ends in a word of two parts is a sort of a kind, and no name for it: "car pull-back".
    return next((span.text for span in spans if span.slot == "kind" and "-" not in span.text), "")


def _sayable(name: str) -> str:
    """The name of a kind; empty where nobody would say it."""
    said = set(words(name))
    is_plain = _PLAIN_NAME.fullmatch(name) and len(name.split()) <= _MOST_WORDS and not said & FUNCTION_WORDS
    says = set(stems(name)) - GENERIC
    return name if is_plain and says and not says & ACCESSORIES else ""


def _written(name: str, title: str, *, ends: bool = False) -> str:
    """The last word of a kind as a title writes it, its last place first.

    With `ends` a part of the title has to end in the kind, as names do; it is empty where the title has none.
    """
    kind = stems(name)
    for part in _PART_ENDS.split(title):
        there = words(part)
        for end in (len(there),) if ends else range(len(there), len(kind) - 1, -1):
            if [stem(word) for word in there[max(end - len(kind), 0) : end]] == kind:
                return there[end - 1]
    return ""


def _called(name: str, endings: Sequence[str], brands: Mapping[str, str]) -> str:
    """A kind in a question: one of it with its article, or as many, as most titles have it.

    What the shelf and its titles never name in the plural may be nothing to count ("chess"), and has no article.
    """
    ends = Counter(endings)
    *before, last = (brands.get(fold(word), word.lower()) for word in name.split())
    one = stem(fold(last))
    many = next((word for word in (fold(last), *ends) if word != one), "")
    if not many:
        return " ".join([*before, last])
    if ends.most_common(1)[0][0] != one:
        return " ".join([*before, many])
    said = " ".join([*before, one])
    return f"{'an' if said[0].lower() in 'aeio' else 'a'} {said}"


def _varied(kinds: Sequence[_Kind]) -> list[_Kind]:
    """The kinds with one of every shelf first, and none that ends in the same word as one before it."""
    ends: dict[str, _Kind] = {}
    for kind in kinds:
        ends.setdefault(stem(words(kind.name)[-1]), kind)
    shelves: defaultdict[str, list[_Kind]] = defaultdict(list)
    for kind in ends.values():
        shelves[kind.shelf].append(kind)
    place = {kind: shelf.index(kind) for shelf in shelves.values() for kind in shelf}
    return sorted(ends.values(), key=lambda kind: place[kind])


def _question(kinds: Sequence[_Kind], currency: str, form: int) -> str:
    """What a shopper may ask: by price, by age, by both, or for two toys, as far as the list has prices and ages."""
    first, *others = kinds
    age = _age(first.products) if form else ""
    budget = "" if form == 1 and age else _budget([toy for kind in kinds for toy in kind.products], currency, form)
    second = [f"and {kind.called}" for kind in others]
    budget += " each" if budget and others else ""
    question = " ".join(filter(None, [first.called, age, *second, budget]))
    return question[:1].upper() + question[1:]


def _budget(products: Sequence[Product], currency: str, form: int) -> str:
    """A round sum that half of the toys cost less than."""
    prices = [product.price.amount for product in products if product.price and product.price.currency == currency]
    if not prices:
        return ""
    half = median(prices)
    limit = next((step for step in _STEPS if step > half), int(half) + 1)
    return f"{_LIMITS[form]} {amount_of(Decimal(limit), currency)}"


def _age(products: Sequence[Product]) -> str:
    """An age that suits half of the toys, where the list gives most of them one."""
    years = [product.age.min_months // 12 for product in products if product.age and product.age.min_months is not None]
    old = int(median(years)) if 2 * len(years) > len(products) else 0
    return f"for {'an' if old in {8, 11} else 'a'} {old}-year-old" if old in _CHILD else ""


def _is_answered(shop: Assistant, question: str, kinds: Sequence[_Kind]) -> bool:
    """Whether each wish gets a Top Pick that fits: of its kind by title, liked, and all that is asked known of it."""
    session_id = uuid4().hex
    try:
        reply = shop.ask(question, session_id=session_id)
        shop.forget(session_id)
    except AssistantError:  # a category without a word in it, a store that is away
        return False
    pairs = zip(reply.answers, kinds, strict=False)
    return len(reply.answers) == len(kinds) and all(_fits(answer, kind) for answer, kind in pairs)


def _fits(answer: Answer, kind: _Kind) -> bool:
    if answer.standing == "nearest" or not answer.picks:
        return False
    top, wish = answer.picks[0], answer.intent.constraints
    known = (top.price or not wish.budget) and (top.product.age or not wish.age)
    count = top.product.rating_count
    liked = not top.product.rating or (top.product.rating >= _LIKED and (count is None or count >= _ENOUGH_RATINGS))
    is_sure = top.scores.get("right", 1.0) >= _SURE_ENOUGH
    is_of_it = top.product in kind.products and is_called((kind.name,), top.product)
    return bool(known) and liked and is_sure and is_of_it
