"""Planner: an `Intent` becomes a `Plan`, by rules alone.

`rag.search` always comes first; `web.search` only follows when a price of this moment is wanted; a budget makes the
price a needed field. Only the budget (and what a refinement rules out) filters; everything else steers ranking.
"""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise

from assistant.language.lexicon import ACCESSORIES, ADJECTIVES, GENERIC, GIFT_EXCHANGE, WELL_KNOWN
from assistant.language.spelling import is_english
from assistant.language.text import ages, stem, stems, words
from assistant.schema import (
    AcceptanceCriteria,
    AgeRange,
    AnswerRequirements,
    Constraints,
    Filters,
    FormConstraints,
    Intent,
    Limits,
    Plan,
    Reference,
    RetrievalMode,
    Safety,
    Tool,
    Turn,
    Vocabulary,
)

# Candidates fetched by each engine: enough for a tight taste to leave a choice, few enough for a millisecond.
CANDIDATES_PER_MODE = 60
# What is the cheapest of a kind may stand anywhere among all of it.
CANDIDATES_BY_FIELD = 400
# So many of them are kept, since the cheapest need not be among those that are most like what was asked for.
DOCS_BY_FIELD = 36
# Shares in the fusion: with 0.3 to 0.4 for words a right toy is among the first 12 for 0.90 of the requests for
# choosing, with 0.55 for 0.89.
BM25_WEIGHT, VECTOR_WEIGHT = 0.3, 0.7
_NAMES_BY_AGE = (
    (12, "baby toy soft rattle teether"),
    (36, "toddler toy stacking sorting push along"),
    (72, "preschool toy playset puzzle"),
    (156, "children toy game craft set"),
)
ANY_TOY = "toy game set"
_UNIT = (
    r"(?:[- ]?(?:years?|yrs?|yo|months?|mths?|m)\b(?:[- ]?olds?\b)?"
    r"|[- ]?(?:quid|pounds?|bucks|dollars?|euros?)\b|ish\b)?"
)
NOTHING_SHOWN = Reference()
_PENNY = Decimal("0.01")
# "About £15" may be £16.50; what costs less is only ranked behind, so that a much-loved one is not lost.
A_LITTLE_OVER = Decimal("1.1")
_QUOTED = re.compile(r"[\"“]([^\"”]{2,60})[\"”]")
_CODE = re.compile(r"(?<![\w-])(?=[A-Za-z-]*\d)(?=[\w-]*[A-Za-z]|\d{4,})[A-Za-z0-9][A-Za-z0-9-]{3,}\b")
_AMOUNT_OR_AGE = re.compile(
    r"^\d+(?:st|nd|rd|th|p|yrs?|yo|s|cm|mm|pc|pcs|piece|month|year|player|ish)\b|^\d+-(?!(?-i:[A-Z]{2}))", re.IGNORECASE
)


def plan_intent(
    intent: Intent, *, turn: Turn, reference: Reference = NOTHING_SHOWN, limits: Limits, vocabulary: Vocabulary
) -> Plan:
    """What to do for one product intent over a catalogue with this vocabulary."""
    shown_only = intent.act in ("explain", "compare", "details", "check_price") and bool(reference.about)
    preserved = _preserved(intent) if intent.act == "find" else ()
    depth = CANDIDATES_PER_MODE if intent.names_a_toy else CANDIDATES_BY_FIELD
    by_words = CANDIDATES_BY_FIELD if intent.best else depth
    # Then what was named beside the last pick, for whom price matters most, is among what is wanted.
    is_cheaper = intent.refinement == "cheaper" or (intent.act == "refine" and intent.best == "cheapest")
    asks_the_web = intent.needs_live_price and not turn.constraints.no_external
    tools: tuple[Tool, ...] = ("rag.search", "web.search") if asks_the_web else ("rag.search",)
    why_the_web = ("the shopper wants a price of this moment",) if asks_the_web else ()
    return Plan(
        goal=_goal(intent),
        intent=intent,
        strategy="shown" if shown_only else "retrieve",
        focus_ids=reference.about if shown_only else intent.about,
        named_id=reference.pick.cheaper_id if reference.pick and is_cheaper else "",
        said=reference.said,
        was_found=reference.was_found,
        tools=tools,
        fields_needed=_fields_needed(intent),
        reason="; ".join(("the catalogue grounds the answer", *why_the_web)),
        query_variants=_variants(intent, vocabulary),
        relaxed_kinds=tuple(dict.fromkeys(wider for kind in intent.kinds if (wider := _wider_kind(kind, vocabulary)))),
        verbatim_query=_without_numbers(intent) if intent.act == "find" and not intent.best else "",
        kind_is_known=any(_is_known(kind, vocabulary) for kind in intent.kinds),
        theme_is_known=all(word in vocabulary.document_frequency for word in stems(intent.theme) if len(word) > 2),
        must_preserve_terms=preserved,
        must_match_exactly=bool(preserved),
        retrieval_modes=(RetrievalMode("bm25", by_words, BM25_WEIGHT), RetrievalMode("vector", depth, VECTOR_WEIGHT)),
        filters=replace(_filters(intent, reference, limits.max_price), currency=vocabulary.currency),
        answer_requirements=_form(turn.constraints),
        safety=Safety(sensitivity=turn.guardrails.sensitivity),
        acceptance_criteria=_criteria(intent),
        limits=replace(limits, max_docs=DOCS_BY_FIELD, max_total_docs=DOCS_BY_FIELD) if intent.best else limits,
    )


def _form(wanted: FormConstraints) -> AnswerRequirements:
    return AnswerRequirements(wanted.format, wanted.length, "none" if wanted.no_citations else "numbered")


def plan_search(
    text: str, product_type: str, k: int, *, min_price: Decimal | None = None, max_price: Decimal | None = None
) -> Plan:
    """A plan that searches for a text as it stands: nothing is asked of the answer."""
    depth = max(CANDIDATES_PER_MODE, k)
    intent = Intent(text, "find", "product_query", product_type=product_type)
    # A review names no kind, but is no wish for whatever is liked best either.
    intent = intent if product_type else replace(intent, leftover=(text,))
    return Plan(
        goal="Find products for a text",
        intent=intent,
        query_variants=(text,),
        retrieval_modes=(RetrievalMode("bm25", depth, BM25_WEIGHT), RetrievalMode("vector", depth, VECTOR_WEIGHT)),
        filters=Filters(min_price=min_price, max_price=max_price),
        limits=Limits(rerank_top_n=max(Limits().rerank_top_n, k)),
    )


def preserved_terms(text: str) -> tuple[str, ...]:
    """Quoted titles and model codes, letter for letter: they must reach the engines unchanged."""
    codes = [code for code in _CODE.findall(text) if not _AMOUNT_OR_AGE.match(code)]
    return tuple(dict.fromkeys((*_QUOTED.findall(text), *codes)))


def _preserved(intent: Intent) -> tuple[str, ...]:
    """The terms to keep, less the numbers that were understood as an amount or a count.

    Beside pieces a bare number is another count of them: "500 pieces, not 1000"; so is a round one: "1000 is too many".
    """
    asked = intent.constraints
    understood = {asked.players, *((asked.budget.min, asked.budget.max) if asked.budget else ())}
    return tuple(
        term
        for term in preserved_terms(intent.text)
        if not (term.isdecimal() and (asked.pieces or Decimal(term) % 500 == 0 or Decimal(term) in understood))
    )


def _goal(intent: Intent) -> str:
    kind = intent.product_type or "toy"
    return {
        "compare": "Compare the products on the screen",
        "explain": "Explain the choice on the screen",
        "details": "Tell more about the product on the screen",
        "check_price": "Confirm the price of the product on the screen",
    }.get(intent.act, f"Recommend one {kind} that fits the wishes")


def _fields_needed(intent: Intent) -> tuple[str, ...]:
    asked = intent.constraints
    wanted = {
        "price": asked.budget or intent.needs_live_price or intent.refinement,
        "age": asked.age,
        "brand": asked.brand or asked.refused_brands,
        "material": asked.material,
        "players": asked.players,
        "pieces": asked.pieces,
        "features": asked.wanted or asked.refused,
    }
    return ("title", *(name for name, needed in wanted.items() if needed))


def _variants(intent: Intent, vocabulary: Vocabulary) -> tuple[str, ...]:
    """The wish in full, then the bare kind of toy with its shelf's words; without either, what is known of the person.

    The shelf's words bring in what is of the kind and calls itself something else: "kites" finds a "Flight Toy". Of
    what only says what it is about ("loves football") toys are looked for: a banner has that word as well.
    """
    asked = intent.constraints
    material = ADJECTIVES.get(asked.material or "", asked.material)
    # The words that the shop writes as one where the kind has two: "armbands" for "arm bands".
    joined = (one + other for one, other in pairwise(words(intent.product_type)))
    compounds = [word for word in joined if stem(word) in vocabulary.document_frequency]
    named = (asked.brand, material, intent.product_type, *compounds, *asked.wanted, *intent.leftover)
    full = " ".join(filter(None, named))
    if not intent.product_type and asked.age:
        names = _toys_at(asked.age)
        full = f"{full} {names.replace('soft ', '') if material else names}".strip()
    if asked.pieces:
        full = f"{full} {asked.pieces} pieces"
    if intent.theme and stems(intent.product_type) == stems(intent.theme):
        beside = _toys_at(asked.age) if asked.age else ANY_TOY
    else:
        beside = _shelf(intent.product_type, vocabulary)
    bare = " ".join(filter(None, (asked.brand, intent.product_type, beside)))
    # Shops write "dolls house": with its apostrophe the word is another one to search for.
    variants = (re.sub(r"(?<=\w)['’]s\b", "s", variant) for variant in (full, bare) if variant)
    return tuple(dict.fromkeys(variants)) or (intent.text,)


def _without_numbers(intent: Intent) -> str:
    """The message without its sums, its ages and an exchange of gifts: "for a 70 year old" finds 70 pieces."""
    text = GIFT_EXCHANGE.sub(" ", intent.text)
    budget, age = intent.constraints.budget, intent.constraints.age
    sums = (budget.min, budget.max) if budget else ()
    months = (age.min_months, age.max_months) if age else ()
    numbers = {f"{amount:f}".removesuffix(".00") for amount in sums if amount is not None}
    numbers |= {str(month if month % 12 else month // 12) for month in months if month is not None}
    if not numbers:
        return text
    named = "|".join(map(re.escape, sorted(numbers, key=len, reverse=True)))
    return re.sub(rf"[£$€]?(?<![\w.])(?:{named})(?![.,]?\d)(?!st|nd|rd|th){_UNIT}", " ", text, flags=re.IGNORECASE)


def _shelf(product_type: str, vocabulary: Vocabulary) -> str:
    """The words that the category of the kind has beyond it: of those with the kind's noun the most alike."""
    kind = stems(product_type)
    if not kind or kind[-1] in GENERIC:
        return ""
    # A stem begins as its word does; stemming every shelf's name would take longer than the search.
    alike = [stems(name) for name in vocabulary.categories if kind[-1][:3] in name]
    found = [shelf for shelf in alike if kind[-1] in shelf]
    best = min(found, key=lambda shelf: (-len(set(kind) & set(shelf)), len(shelf), shelf), default=[])
    return " ".join(word for word in best if word not in kind and word not in ACCESSORIES)


def _wider_kind(product_type: str, vocabulary: Vocabulary) -> str:
    """The kind less the word before its noun that the catalogue uses least; nothing where that leaves no word it uses.

    The noun stays: without it "pretend play kitchen" would find whatever is for pretend play.
    """
    kind = words(product_type)
    if plain := _plain_name(kind, vocabulary):
        return plain
    if len(kind) < 2:
        return ""
    counts = [vocabulary.document_frequency.get(stem(word), 0) for word in kind[:-1]]
    rest = [word for at, word in enumerate(kind) if at != counts.index(min(counts))]
    named = [word for word in rest if word not in GENERIC and vocabulary.document_frequency.get(stem(word), 0)]
    return " ".join(rest) if named else ""


def _is_known(kind: str, vocabulary: Vocabulary) -> bool:
    """Whether the kind's noun is a word of the catalogue's or of English, and no slip."""
    noun = words(kind)[-1:]
    return any(stem(word) in vocabulary.document_frequency or is_english(word.removesuffix("s")) for word in noun)


def _plain_name(kind: list[str], vocabulary: Vocabulary) -> str:
    """The kind with a well-known make that the shop does not have called by what it is; empty where there is none."""
    named = f" {' '.join(kind)} "
    for make, general in WELL_KNOWN.items():
        first, *more = stems(make)
        is_sold = f"{first} {more[0]}" in vocabulary.phrases if more else first in vocabulary.document_frequency
        if f" {make} " in named and not is_sold:
            return " ".join(dict.fromkeys(named.replace(f" {make} ", f" {general} ").split()))
    return ""


def _toys_at(age: AgeRange) -> str:
    """What toys for that age are called in catalogues, where nothing but the age is known."""
    months = age.max_months if age.max_months is not None else age.min_months or 0
    names = next((names for limit, names in _NAMES_BY_AGE if months <= limit), "board game puzzle adult")
    return f"{names} {ages(age)}"


def _filters(intent: Intent, reference: Reference, left: Decimal | None) -> Filters:
    """The budget, or what is left of it.

    "Cheaper" is strictly below the price last shown, "premium" strictly above it and better rated.

    Where something was named for whom price matters most, "cheaper" leads to it.
    """
    budget = intent.constraints.budget
    low, high = (budget.min, budget.max) if budget else (None, None)
    if budget and budget.around and high is not None:
        high *= A_LITTLE_OVER
    if left is not None:
        high = min(left, high) if high is not None else left
    pick, better_rated_than = reference.pick, None
    last = pick.price.amount if pick and pick.price else None
    if intent.refinement == "cheaper" and pick and last is not None:
        below = min(last - _PENNY, pick.cheaper.amount) if pick.cheaper else last - _PENNY
        high = min(below, high) if high is not None else below
    if intent.refinement == "premium" and pick:
        low = max(last + _PENNY, low or _PENNY) if last is not None else low
        better_rated_than = pick.rating
    return Filters(low, high, exclude_ids=frozenset(intent.turned_down), better_rated_than=better_rated_than)


def _criteria(intent: Intent) -> AcceptanceCriteria:
    asked: Constraints = intent.constraints
    single = {"material": asked.material, "brand": asked.brand, "players": asked.players, "pieces": asked.pieces}
    several = {"wanted": asked.wanted, "refused": asked.refused, "refused_brand": asked.refused_brands}
    wished = [f"{name}:{value}" for name, value in single.items() if value] + (["age"] if asked.age else [])
    wished += [f"{name}:{value}" for name, values in several.items() for value in values]
    required = (f"type:{intent.product_type}",) if intent.product_type else ()
    return AcceptanceCriteria(required, tuple(wished))
