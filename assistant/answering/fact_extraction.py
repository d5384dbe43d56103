"""The facts of the products that were picked: fields, sentences, wishes met or not, and what follows exactly from two.

Pure functions. A fact is made here and nowhere else; whatever is said or shown is the wording of one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from assistant.answering.alternatives import is_better_rated
from assistant.language.sentences import MOST_WORDS, sentences
from assistant.language.text import FUNCTION_WORDS, promotes, stems
from assistant.language.titles import UNSAYABLE
from assistant.matching.checks import Check, checks, holds_terms, material_section, stated_scales
from assistant.matching.fields import fields_of
from assistant.matching.fit import RIGHT, SURE, has_words, is_far_below
from assistant.matching.kinds import is_called
from assistant.schema import (
    Budget,
    Contradiction,
    Difference,
    Fact,
    FactKind,
    FactValue,
    Intent,
    Pick,
    Plan,
    Price,
    Product,
    Rating,
    Wish,
)

# So long a text that ends without a mark was cut off.
LIKELY_CUT, _CLOSES = 400, tuple('.!?)"”’…:;')
# The most sentences of a listing and of its reviews that are read for an answer: what comes later is small print.
MOST_LINES, MOST_REVIEWS, MOST_OF_A_REVIEW = 24, 6, 4
LEAST_CHARACTERS = 3  # of a sentence that says something

# What a shop's software puts behind a name: "[Toy]".
_REMARK = re.compile(r"\s*(?:\[[^\[\]]*\]|\{[^{}]*\})\s*$")
# A title of a review that goes on in its text: "Enjoyed but".
_BROKEN_OFF = re.compile(r"\b(?:and|but|or|because|so|with|the|an?)\W*$", re.IGNORECASE)


def facts_of(picks: Sequence[Pick], plan: Plan, contradictions: Sequence[Contradiction] = ()) -> tuple[Fact, ...]:
    """All facts of the picks, best pick first; ids begin with "p" and the pick's place in the list, from 1.

    `contradictions` are what the evidence was found to say differently.
    """
    return tuple(
        fact
        for place, pick in enumerate(picks, start=1)
        for fact in (
            *_fields(f"p{place}", pick),
            *_sentences(f"p{place}", pick),
            *_wishes(f"p{place}", pick, plan),
            *_contradictions(f"p{place}", pick, contradictions),
            *_differences(f"p{place}", pick, picks),
        )
    )


def _fields(alias: str, pick: Pick) -> Iterator[Fact]:
    """What the catalogue's own fields state; an empty one, or one with markup in it, states nothing."""
    product = pick.product
    if pick.price is not None:
        yield _fact(alias, "price", pick, pick.price, section="live" if pick.receipt else "listing")
    if product.rating and product.rating > 0:
        yield _fact(alias, "rating", pick, Rating(product.rating, product.rating_count))
    age, players = product.age, product.players
    stated: dict[FactKind, FactValue | None] = {
        "age": age if age and (age.min_months, age.max_months) != (None, None) else None,
        "players": players if players and (players.min or players.max) else None,
        "pieces": product.pieces,
        "brand": product.brand,
        "material": product.material,
        "size": product.size,
        "weight": product.weight,
        "title": title if is_quotable(title := _REMARK.sub("", product.title)) else None,
        "shelf": product.category[-1] if product.category else None,
        "stock": product.stock_count,
    }
    for kind, value in stated.items():
        if (value or (kind == "stock" and value == 0)) and not (isinstance(value, str) and UNSAYABLE.search(value)):
            yield _fact(alias, kind, pick, value)


def _sentences(alias: str, pick: Pick) -> Iterator[Fact]:
    """The listing's and the buyers' sentences that can be quoted: none that sells, gives orders or holds an address."""
    product = pick.product
    lines = [("features", line) for line in product.features]
    lines += [("description", line) for line in sentences(product.description)]
    for number, (section, line) in enumerate(lines[:MOST_LINES], start=1):
        if is_quotable(line):
            yield _fact(alias, "line", pick, line, section=section, name=f"line{number}")
    for number, review in enumerate(product.reviews[:MOST_REVIEWS]):
        parts = [review.title, *sentences(_unbroken(review.text))][:MOST_OF_A_REVIEW]
        for at, part in enumerate(parts):
            if is_quotable(part):
                yield _fact(
                    alias, "review", pick, part, section=f"review-{number}", name=f"review{number + 1}.{at + 1}"
                )


def _unbroken(text: str) -> str:
    """A text without its last sentence, where a list that keeps so many characters of each broke it off."""
    if len(text) < LIKELY_CUT or text.rstrip()[-1:] in _CLOSES:
        return text
    return text[: max(text.rfind(mark) for mark in ".!?") + 1]


def is_quotable(sentence: str) -> bool:
    """Whether a sentence of a listing or a review may be repeated to a shopper."""
    fits = len(sentence) >= LEAST_CHARACTERS and len(sentence.split()) <= MOST_WORDS
    fits = fits and not _BROKEN_OFF.search(sentence)
    return fits and not UNSAYABLE.search(sentence) and not promotes(sentence)


def _wishes(alias: str, pick: Pick, plan: Plan) -> Iterator[Fact]:
    """What was asked for, each as met, not met, or not known."""
    intent = plan.intent
    terms = [Check("term", term, holds_terms(pick.product, (term,)) or None) for term in plan.must_preserve_terms]
    for check in (*_kind(pick, intent), *_theme(pick, intent), *terms, *checks(intent.constraints, pick.product)):
        if check.met is None and check.kind in _FREE and _is_touched_on(check, pick.product):
            continue
        kind: FactKind = "met" if check.met else "unknown" if check.met is None else "unmet"
        name = f"{kind}.{check.kind}" + (f".{'-'.join(stems(check.asked))}" if check.kind in _SEVERAL else "")
        yield _fact(alias, kind, pick, Wish(check.kind, check.asked), section=_section(pick, check), name=name)
    budget = intent.constraints.budget
    if budget is not None and _keeps(pick, budget) and not is_far_below(pick.price, budget):
        yield _fact(alias, "within_budget", pick, budget, section="derived")
    spent = (intent.question and intent.question.numbers.budget) or budget
    if spent and spent.max and pick.price and _keeps(pick, spent) and pick.price.amount < spent.max:
        left = Price(spent.max - pick.price.amount, pick.price.currency)
        yield _fact(alias, "left", pick, left, section="derived")


def _contradictions(alias: str, pick: Pick, found: Sequence[Contradiction]) -> Iterator[Fact]:
    """What the product's own parts give differently, with all that they give."""
    for one in found:
        if one.doc_id == pick.product.id:
            yield _fact(alias, "contradiction", pick, one, name=f"contradiction.{one.about}")


# So many things that it was to be about are told as missing.
MOST_TOLD_BACK = 2
_SEVERAL = frozenset({"wanted", "refused", "refused_kind", "refused_brand", "scale", "term"})
# Wishes in the shopper's own words.
_FREE = frozenset({"wanted", "refused", "theme"})
# Words with so many first letters in common may mean the same thing, crafts and crafty.
_LETTERS_ALIKE = 4


def _is_touched_on(wish: Check, product: Product) -> bool:
    """Whether the product's text may say a wish in other words: that it says nothing of it would be untrue.

    Of a theme a word will do; of a camera it may speak, and say nothing of one in 4K.
    """
    own = {word[:_LETTERS_ALIKE] for word in fields_of(product).words}
    enough = any if wish.kind == "theme" else all
    asked = [word for word in stems(wish.asked) if word not in FUNCTION_WORDS]
    return enough(word[:_LETTERS_ALIKE] in own for word in asked)


def _kind(pick: Pick, intent: Intent) -> Iterator[Check]:
    """Whether it is of the kind that was asked for, or only near it.

    What the reranker read decides whether it is near; that it is of a kind is said only where the catalogue's words do.
    """
    is_about_it = intent.ranks_all_of_a_theme and has_words(intent.themes, pick.product)
    is_named = is_about_it or is_called(intent.kinds, pick.product)
    is_read = "right" in pick.scores and intent.is_judged
    is_right = pick.scores["right"] >= RIGHT if is_read else is_named or not intent.kinds
    if not is_right or is_named:
        yield Check("kind", intent.product_type, True if is_right else None)


def _theme(pick: Pick, intent: Intent) -> Iterator[Check]:
    """That nothing tells of what the shopper would rather have it about, or of what it hardly is: "any with dogs?"."""
    is_unsure = pick.scores.get("right", 1.0) < SURE
    if (intent.act == "refine" or is_unsure) and intent.theme and not has_words((intent.themes[-1],), pick.product):
        yield Check("theme", intent.themes[-1], None)
    elif (
        is_unsure and intent.kinds and 0 < len(intent.leftover) <= MOST_TOLD_BACK
        and not any(has_words((one,), pick.product) for one in intent.leftover)
    ):  # fmt: skip
        yield Check("theme", " or ".join(intent.leftover), None)


def _section(pick: Pick, check: Check) -> str:
    """The part of the product that carries a verdict."""
    if check.kind == "material" and check.met:
        return material_section(pick.product, check.asked) or "listing"
    if check.kind == "scale" and check.met:
        return stated_scales(pick.product)[0]
    return "features" if check.kind in ("wanted", "refused") and pick.product.features else "listing"


def _keeps(pick: Pick, budget: Budget) -> bool:
    """Whether there is a limit and the price keeps it."""
    if budget.max is None or pick.price is None or budget.currency not in ("", pick.price.currency):
        return False
    return (budget.min or 0) <= pick.price.amount <= budget.max


def _differences(alias: str, pick: Pick, picks: Sequence[Pick]) -> Iterator[Fact]:
    """How it stands to each other pick: cheaper or dearer in the same money, better rated, rated by more buyers."""
    for place, other in enumerate(picks, start=1):
        if other.product.id == pick.product.id:
            continue
        mine, theirs = pick.product, other.product
        found: dict[FactKind, Difference] = {}
        if pick.price and other.price and pick.price.currency == other.price.currency:
            by = other.price.amount - pick.price.amount
            side: FactKind = "cheaper" if by > 0 else "dearer"
            found |= {side: Difference(theirs.id, Price(abs(by), pick.price.currency))} if by else {}
        if is_better_rated(mine, theirs):
            found["better_rated"] = Difference(theirs.id)
        if (mine.rating_count or 0) > (theirs.rating_count or 0):
            found["more_rated"] = Difference(theirs.id)
        for kind, value in found.items():
            yield _fact(alias, kind, pick, value, section="derived", name=f"{kind}.p{place}")


def _fact(
    alias: str, kind: FactKind, pick: Pick, value: FactValue, *, section: str = "listing", name: str = ""
) -> Fact:
    doc_id = pick.product.id
    evidence = ("live" if pick.receipt else "listing") if section == "derived" else section
    return Fact(f"{alias}.{name or kind}", doc_id, kind, value, section, f"{doc_id}#{evidence}")
