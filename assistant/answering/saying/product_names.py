"""What a product is called in an answer: short, true, and told from the others beside it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice

from rapidfuzz import fuzz

from assistant.answering.saying.phrases import quoted
from assistant.language.text import fold, stems, without, words
from assistant.language.titles import TITLE_WORDS, short_title
from assistant.schema import Plan, Product

# What is named in more words is no kind of toy but a description of one.
MOST_KIND_WORDS = 3
# So many words of a message are said back at most.
MOST_CALLED = 6
# A misspelt word is still the shopper's.
ALIKE = 85
# So many words of its own tell one toy from another of the same name.
MOST_OWN_WORDS = 3
_TITLE_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
# No name ends with one of these.
_LINKS = frozenset("a an and by for from in of on or the to with".split())
# With one of these dropped, what comes after it in a title would be said to be so.
DENIES = frozenset("not no non without excluding excludes except minus free".split())


def kept_words(plan: Plan) -> str:
    """What a name should keep: terms to repeat letter for letter, and the kind of toy."""
    return " ".join((*plan.must_preserve_terms, plan.intent.product_type))


def kind_by_name(plan: Plan) -> str:
    """What was asked for, where the shopper called it so, or misspelt it, in a few words together; else nothing."""
    asked, said = plan.intent.product_type, f" {' '.join(words(plan.intent.text))} "
    is_name = 0 < len(asked.split()) <= MOST_KIND_WORDS and not re.search(r"[\d']", asked)
    return asked if is_name and fuzz.partial_ratio(f" {asked} ", said) >= ALIKE else ""


def as_called(plan: Plan) -> str:
    """What was asked for, quoted from the message: from the first to the last word that names it, or else its kind.

    Nothing where that is too many words.
    """
    intent = plan.intent
    whole = " ".join((intent.product_type, intent.theme, intent.constraints.brand or ""))
    found = (_stretch(named, intent.text) for named in (whole, without(intent.product_type, intent.theme)))
    return next(filter(None, found), "")


def unknown_theme(plan: Plan) -> str:
    """What it is to be about, quoted from the message, where no text of the shop has a word of it; else nothing."""
    return "" if plan.theme_is_known else _stretch(plan.intent.theme, plan.intent.text)


def _stretch(named: str, text: str) -> str:
    """The message from the first to the last word that names something, quoted; nothing where that is long."""
    wanted, said = set(stems(named)), words(text)
    places = [at for at, word in enumerate(said) if wanted.intersection(stems(word))]
    called = said[places[0] : places[-1] + 1] if places else []
    return quoted(" ".join(called)) if 0 < len(called) <= MOST_CALLED else ""


def name_of(product: Product, keep: str = "", *, max_words: int = TITLE_WORDS, shown: Sequence[Product] = ()) -> str:
    """The product's name, with what sets it apart where another product that is `shown` has the same."""

    def short(of: Product) -> str:
        return short_title(of.title, keep, brand=of.brand, max_words=max_words)

    name = short(product)
    twins = [
        other for other in shown if other.id != product.id and fold(name) in (fold(short(other)), fold(other.title))
    ]
    return " ".join((name, *_own_words(product.title, name, [twin.title for twin in twins]))) if twins else name


def _own_words(title: str, name: str, others: Sequence[str]) -> list[str]:
    """The first words behind the name in a title that no other title has, else its model; none behind a denial."""
    tokens, theirs = _TITLE_WORD.findall(title), {word for other in others for word in words(other)}
    at = 0
    for word in words(name):
        at = next((spot + 1 for spot in range(at, len(tokens)) if word in words(tokens[spot])), at)
    fresh = [not set(words(token)) & theirs and token.isalpha() for token in tokens]
    begin = next((spot for spot in range(at, len(tokens)) if fresh[spot]), len(tokens))
    end = next((spot for spot in range(begin, len(tokens)) if not fresh[spot]), len(tokens))
    denied = DENIES & {token.lower() for token in tokens[at:begin]}
    own = [] if denied else tokens[begin : min(end, begin + MOST_OWN_WORDS)]
    while own and own[-1].casefold() in _LINKS:
        own.pop()
    # "John Deere 3050 Tractor" beside the 3650: nothing but the model tells one from the other.
    models = (
        token for token in tokens if any(map(str.isdigit, token)) and not set(words(token)) & {*theirs, *words(name)}
    )
    return own or ([] if denied else list(islice(models, 1)))
