"""The symbolic solver: an answer composed from the catalogue's facts by rules, no model involved.

Every stretch of text that states something comes from `assistant.answering.wording` together with its claim.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from assistant.answering.product_questions import (
    asked_material,
    asked_words,
    asks_for_reviews,
    is_unmentioned,
    lines_about,
)
from assistant.answering.wording import (
    SPOKEN_WORDS,
    Fact,
    age_fact,
    brand_fact,
    feature_fact,
    kind_phrase,
    listed,
    material_fact,
    pieces_fact,
    players_fact,
    price_fact,
    rating_fact,
    rating_with_count_fact,
    sentence_of,
    short_title,
    spoken_word_count,
    title_fact,
)
from assistant.language.lexicon import ADJECTIVES
from assistant.language.text import fold, stems
from assistant.language.titles import is_plural
from assistant.matching.checks import Check, checks, material_section
from assistant.schema import Brief, Claim, Constraints, Draft, NearestMiss, Pick, Product, Sentence

MAX_FACTS, MAX_LINES = 3, 4


@dataclass(frozen=True, slots=True)
class SymbolicSolver:
    """Writes short answers: the pick and what decides it, what is unknown or unmet, and what else was close."""

    name: str = "symbolic"

    def solve(self, brief: Brief) -> Draft:
        """The sentences for one intent; the picks must not be empty."""
        intent = brief.plan.intent
        top = brief.picks[0]
        shown: Iterable[Sentence] = {
            "compare": lambda: _comparison(brief),
            "explain": lambda: _explanation(brief),
            "details": lambda: _details(brief),
        }.get(intent.act, lambda: _recommendation(brief))()
        return Draft(
            shown=tuple(shown),
            spoken=(_spoken(top, _names(brief)),),
            reasons={pick.product.id: tuple(_reasons(pick, intent.constraints)) for pick in brief.picks},
        )


def _names(brief: Brief) -> str:
    """What a title should keep: terms to repeat letter for letter, and the kind of toy."""
    return " ".join((*brief.plan.must_preserve_terms, brief.plan.intent.product_type))


def notes(brief: Brief) -> tuple[Sentence, ...]:
    """What the shopper must be told of the Top Pick, whoever words the answer: wishes unmet or unknown, no price."""
    if brief.plan.intent.act == "compare" or not brief.picks:
        return ()
    top = brief.picks[0]
    if brief.plan.intent.act == "details":
        return tuple(_unanswered(brief.message, top.product))
    found = list(_shortcomings(top, brief.plan.intent.constraints, brief.nearest_miss))
    found += [
        sentence_of("The catalogue doesn't mention ", _wish(term, top.product), " for it")
        for term in brief.plan.must_preserve_terms
        if fold(term) not in fold(" ".join((top.product.title, *top.product.features, top.product.description)))
    ]
    if top.price is None:
        found.append(sentence_of("The catalogue gives no price for it"))
    return tuple(found)


def top_pick(name: Fact, facts: Sequence[Fact]) -> Sentence:
    """The recommendation: a name and what decides it."""
    verb = "are" if is_plural(name.text) else "is"
    return sentence_of(name, f" {verb} my top pick", *(": " if facts else "",), *listed(facts))


def _recommendation(brief: Brief) -> Iterable[Sentence]:
    top, intent = brief.picks[0], brief.plan.intent
    facts = _deciding_facts(top, intent.constraints, _names(brief))
    name = named(brief, top)
    yield top_pick(name, facts)
    if stars := rating_with_count_fact(top.product):
        yield sentence_of(stars)
    yield from notes(brief)
    yield from _alternatives(brief)


def _deciding_facts(pick: Pick, asked: Constraints, named: str) -> list[Fact]:
    """What was asked for and is so, the price last; what the title already says is not said again."""
    product = pick.product
    title = set(stems(short_title(product.title, named)))
    facts = [fact for check in checks(asked, product) if check.met and (fact := _met_fact(product, check))]
    facts = [fact for fact in facts if not set(stems(fact.text)) <= title]
    if not asked.age and (age := age_fact(product)):
        facts.append(age)
    price = price_fact(pick)
    return [*facts[:MAX_FACTS], *([price] if price else [])]


def _met_fact(product: Product, check: Check) -> Fact | None:
    """How a met wish is said."""
    wordings: dict[str, Callable[[], Fact | None]] = {
        "material": lambda: _material(product, check.asked),
        "age": lambda: age_fact(product),
        "players": lambda: players_fact(product),
        "pieces": lambda: pieces_fact(product),
        "brand": lambda: brand_fact(product),
        "wanted": lambda: _quoted_feature(product, check.asked),
        "refused": lambda: _quoted_feature(product, check.asked),
        "refused_brand": lambda: None,
    }
    return wordings[check.kind]()


def _material(product: Product, material: str) -> Fact | None:
    section = material_section(product, material)
    return material_fact(product, material, section) if section else None


def _quoted_feature(product: Product, wish: str) -> Fact | None:
    """The catalogue's own feature line that speaks of the wish, when it is short enough to quote."""
    wanted = set(stems(wish))
    for line in product.features:
        if wanted <= set(stems(line)) and len(line.split()) <= 8:
            return feature_fact(product, line[0].lower() + line[1:], "features")
    return None


def _shortcomings(pick: Pick, asked: Constraints, miss: NearestMiss | None) -> Iterable[Sentence]:
    """What was asked for and is not so, or is not known, said before it disappoints."""
    for check in checks(asked, pick.product):
        if miss and miss.product.price and check.met is not True and check.kind in ("material", "brand"):
            yield _elsewhere(miss.product, check)
        elif check.met and check.kind == "refused_brand":
            yield sentence_of("It isn't by ", _wish(check.asked, pick.product))
        elif check.met is False:
            yield from _unmet(pick.product, check)
        elif check.met is None and (parts := _unknown(pick.product, check)):
            yield sentence_of(*parts)


def _elsewhere(product: Product, check: Check) -> Sentence:
    """Where the price of what was asked for starts, when the budget leaves it out."""
    kind = ADJECTIVES.get(check.asked, check.asked)
    start = price_fact(Pick(product, product.price, rank=0, score=0.0)) or Fact("", ())
    return sentence_of("The ", _wish(kind, product), " ones start at ", start)


def _wish(words: str, product: Product) -> Fact:
    """The shopper's own words, repeated to say that they are not met."""
    return Fact(words, (Claim("wish", words, product.id),))


def _unmet(product: Product, check: Check) -> Iterable[Sentence]:
    if check.kind == "material":
        yield sentence_of("It isn't ", _wish(ADJECTIVES.get(check.asked, check.asked), product))
    elif check.kind == "brand":
        yield sentence_of("It isn't made by ", _wish(check.asked, product))
    elif check.kind == "age" and (age := age_fact(product)):
        yield sentence_of("The maker says it is ", age)
    elif check.kind == "players" and (players := players_fact(product)):
        yield sentence_of("It is ", players)
    elif check.kind == "pieces" and (pieces := pieces_fact(product)):
        yield sentence_of("It has ", pieces)


def _unknown(product: Product, check: Check) -> tuple[str | Fact, ...]:
    asked = _wish(ADJECTIVES.get(check.asked, check.asked), product)
    wordings: dict[str, tuple[str | Fact, ...]] = {
        "material": ("The catalogue doesn't say whether it is ", asked),
        "brand": ("The catalogue doesn't say who makes it",),
        "age": ("The catalogue gives no age for it",),
        "players": ("The catalogue doesn't say how many can play",),
        "pieces": ("The catalogue doesn't say how many pieces it has",),
        "wanted": ("The catalogue doesn't mention ", asked),
        "refused": ("The catalogue doesn't say whether it has ", asked),
        "refused_brand": ("The catalogue doesn't say who makes it",),
    }
    return wordings.get(check.kind, ())


def _alternatives(brief: Brief) -> Iterable[Sentence]:
    """Who came second, and what would change the choice."""
    top, rest = brief.picks[0], brief.picks[1:]
    if not rest:
        return
    yield sentence_of("Runner-up: ", *listed(_name_and_numbers(brief, rest[0])))
    priced = [pick for pick in rest[1:] if pick.price]
    if cheapest := min(priced, key=lambda pick: (pick.price.amount if pick.price else 0, pick.rank), default=None):
        lowest = min(p.price.amount for p in brief.picks if p.price)
        if top.price and cheapest.price and cheapest.price.amount == lowest < top.price.amount:
            yield sentence_of(
                _superlative("price matters most", cheapest), ", ", *listed(_name_and_numbers(brief, cheapest))
            )


def _superlative(phrase: str, pick: Pick) -> Fact:
    ids = (f"{pick.product.id}#{'live' if pick.receipt else 'listing'}",)
    return Fact(f"If {phrase}", (Claim("comparison", phrase, pick.product.id, ids),))


def named(brief: Brief, pick: Pick) -> Fact:
    """A pick's name, told from those of the other picks."""
    return title_fact(pick.product, _names(brief), beside=[other.product for other in brief.picks])


def _name_and_numbers(brief: Brief, pick: Pick) -> list[Fact]:
    facts = [named(brief, pick), price_fact(pick), rating_fact(pick.product)]
    return [fact for fact in facts if fact]


def _reasons(pick: Pick, asked: Constraints) -> Iterable[Sentence]:
    """Why this one, a line each."""
    for check in checks(asked, pick.product):
        if check.met and (fact := _met_fact(pick.product, check)):
            yield sentence_of(fact, end="")
    if (price := price_fact(pick)) and _within_budget(pick, asked):
        yield sentence_of(price, ", within your budget", end="")
    if stars := rating_with_count_fact(pick.product):
        yield sentence_of(stars, end="")
    if not asked.age and (age := age_fact(pick.product)):
        yield sentence_of(age, end="")


def _within_budget(pick: Pick, asked: Constraints) -> bool:
    """Whether there is a budget and the price keeps it; a product on the screen may lie above a newer one."""
    low, high = (asked.budget.min, asked.budget.max) if asked.budget else (None, None)
    return pick.price is not None and high is not None and (low or 0) <= pick.price.amount <= high


def _explanation(brief: Brief) -> Iterable[Sentence]:
    top, intent = brief.picks[0], brief.plan.intent
    facts = _deciding_facts(top, intent.constraints, _names(brief))
    kind = kind_phrase(intent.product_type, intent.constraints.material)
    # A number in a sentence needs a claim; what was asked for is none.
    asked = "what" if any(char.isdigit() for char in kind) else f"the {kind}"
    name = named(brief, top)
    yield sentence_of("I chose ", name, " because it came closest to ", _wish(asked, top.product), " you asked for")
    if facts:
        only_the_price = len(facts) == 1 and top.price is not None
        yield sentence_of("It costs " if only_the_price else "It is ", *listed(facts))
    if stars := rating_with_count_fact(top.product):
        yield sentence_of("It has ", stars)
    yield from notes(brief)


def _comparison(brief: Brief) -> Iterable[Sentence]:
    for pick in brief.picks:
        more = [age_fact(pick.product), pieces_fact(pick.product), players_fact(pick.product)]
        yield sentence_of(*listed([*_name_and_numbers(brief, pick), *(fact for fact in more if fact)]))


def _details(brief: Brief) -> Iterable[Sentence]:
    top = brief.picks[0]
    product = top.product
    numbers = [price_fact(top), age_fact(product), pieces_fact(product), players_fact(product)]
    known = [fact for fact in numbers if fact]
    name = named(brief, top)
    maker: tuple[str | Fact, ...] = (" ", brand) if (brand := brand_fact(product)) else ()
    yield sentence_of(name, *maker, ": ", *listed(known)) if known else sentence_of(name, *maker)
    asked = [found for word in asked_words(brief.message, product) for found in lines_about(product, word)[:1]]
    if asks_for_reviews(brief.message) and (stars := rating_with_count_fact(product)):
        yield sentence_of("It has ", stars)
    if (material := asked_material(brief.message)) and (fact := _material(product, material)):
        yield sentence_of("It is ", fact)
    yield from notes(brief)
    others = [(line.rstrip("."), "features") for line in product.features]
    for line, section in list(dict.fromkeys((*asked, *others)))[:MAX_LINES]:
        yield sentence_of(feature_fact(product, line, section))
    if not product.features and not product.description:
        yield sentence_of("The catalogue says no more about it")


def _unanswered(question: str, product: Product) -> Iterable[Sentence]:
    """What a question asks about and the catalogue does not mention; nothing where the question asks for nothing."""
    if asks_for_reviews(question):
        return
    for word in asked_words(question, product)[:MAX_FACTS]:
        if is_unmentioned(product, word):
            yield sentence_of("The catalogue doesn't mention ", _wish(word, product))


def _spoken(pick: Pick, kind: str) -> Sentence:
    """The recommendation in at most `SPOKEN_WORDS`, giving up the maker, then the rating, before the price."""
    brand, price, stars = brand_fact(pick.product), price_fact(pick), rating_fact(pick.product)
    age = age_fact(pick.product)
    for max_words, tail in (
        (6, [brand, price, stars, age]), (6, [brand, price, stars]), (6, [price, stars]), (5, [price, stars]),
        (4, [price, stars]), (4, [price]), (3, [price]),
    ):  # fmt: skip
        name = title_fact(pick.product, kind, max_words=max_words)
        by = [fact for fact in tail if fact and fact is brand]
        facts = [fact for fact in tail if fact and fact is not brand]
        sentence = sentence_of(
            name, *(part for fact in by for part in (" ", fact)), *(", " if facts else "",), *listed(facts)
        )
        if spoken_word_count(sentence.text) <= SPOKEN_WORDS:
            return sentence
    return sentence_of(title_fact(pick.product, kind, max_words=3))
