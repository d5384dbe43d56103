"""Toys or not: whether a message asks for something this shop could sell, with how sure that is.

Rules decide what needs no guess: a mere greeting, a brand of the catalogue, a message that only constrains, and a word
that nobody knows (it is searched for rather than refused, because the shop may sell it). For the rest a model says how
likely each kind is, and the plainest signs move its odds: the head of the phrase above all, because "plush bath
towels" are towels.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

from assistant.language.lexicon import FILLER, GENERIC, OTHER_STEMS, TOY_PHRASES, TOY_STEMS
from assistant.language.text import stem, stems, words
from assistant.schema import IntentType, Vocabulary
from assistant.understanding.budgets import without_money
from assistant.understanding.slots import Wish, named_plainly

_GREETING_WORDS = frozenset(
    """
    hi hello hey hiya yo greetings howdy good morning afternoon evening day there everyone all again nice to meet you
    how are doing going things what's up sup is it hows how's whats are you today pleased hola welcome evenin mornin
    folks buddy friend assistant bot my dear hallo bonjour bonsoir salut ciao buongiorno aloha namaste konnichiwa
    shalom salaam guten tag morgen abend buenos dias buenas tardes
    """.split()
)
_GREETING_START = re.compile(
    r"^(?:oh |well |why )?(?:hi+|hello+|hey+|hiya|howdy|greetings|good (?:morning|afternoon|evening|day)|yo|sup|"
    r"what's up|"
    r"how are (?:you|things)|how's it going|how is it going|how do you do|nice to (?:meet|see) you|"
    r"pleased to meet you|hola|hallo|bonjour|bonsoir|salut|ciao|buongiorno|aloha|namaste|konnichiwa|shalom|salaam|"
    r"guten (?:tag|morgen|abend)|buen[oa]s (?:dias|tardes))\b"
)
_TOY_CUE = re.compile(
    r"\b(?:toys?|pretend|make[- ]believe|dress(?:ing)?[- ]up|role[- ]?play|play ?(?:set|kit|kitchen|food|house|"
    r"tent|mat|dough)"
    r"|dolls?'?s?|puzzles?|for (?:kids|children) to play|model kit|miniature|construction|"
    r"stocking fillers?|party bag|(?:activity|bath|cloth|pop[- ]?up|puzzle) books?|(?:board|card|dice|party|"
    r"tabletop) games?)\b"
)
_GIFT = re.compile(r"\b(?:presents?|gifts?|toys?|cheapest|(?:stocking|party bag) fillers?)\b")
# Talk to an assistant about something that is no goods at all.
_ERRAND = re.compile(
    r"^(?:(?:can|could|would|will) you (?:please )?|please |i (?:need|want|would like) (?:you )?to |i'd like to |"
    r"go ahead and )?"
    r"(?:set|turn|call|text|email|send|transfer|pay|book|schedule|cancel|remind|translate|define|convert|"
    r"calculate|spell|"
    r"tell me|play|pause|stop|skip|increase|decrease|lower|raise|dim|lock|unlock|navigate|report|block|freeze|activate|"
    r"reset|change|switch|sync|update|roll|flip|read|add|remove|delete|check)\b"
)
_QUESTION = re.compile(
    r"^(?:what|what's|whats|when|where|who|whose|why|how|is|are|was|were|did|does|do|am|has|have|should|will|which)\b"
)
_OWN_AFFAIRS = re.compile(
    r"\b(?:my|the) (?:\w+ )?(?:account|bank|bill|bills|balance|card|credit|calendar|meeting|alarm|timer|reminder|list|"
    r"flight|car|phone|insurance|pto|vacation|taxes|tax|paycheck|salary|reservation|transaction|statement|pin|password|"
    r"schedule|playlist|song|lights?|thermostat|location|name|boss|payment|order|package)\b"
    r"|\b(?:weather|temperature outside|forecast|traffic|time zone|exchange rate|interest rate|credit score|"
    r"recipe|calories|"
    r"gas|restaurant|reservations?|visa|vaccin\w+|capital of|population of|meaning of life|president|news|stock price|"
    r"miles|directions|airport|hotel|translate|synonym|definition|spell)\b"
)
_TOY_PHRASE = re.compile(rf"\b(?:{TOY_PHRASES})$")
_UNIT = (
    r"(?:kilo(?:gram|metre|meter)?|gram|pound|ounce|stone|ton|tonne|litre|liter|pint|gallon|cup|teaspoon|tablespoon|"
    r"inch|"
    r"inche|foot|feet|yard|metre|meter|mile|centimetre|centimeter|millimetre|degree|euro|dollar|pence|penny|yen|"
    r"rupee|day|"
    r"week|hour|minute|second|kg|lb|oz|cm|km)"
)
_TONGUE = (
    r"(?:english|spanish|french|german|italian|japanese|chinese|mandarin|russian|portuguese|dutch|polish|greek|arabic|"
    r"hindi|turkish|korean|swedish|welsh|gaelic|latin|hebrew)"
)
# Facts of the world, the time and the weather: never goods, whatever words stand beside them.
_FACTS = re.compile(
    rf"\bhow many {_UNIT}s?\b.*\b(?:in|is|are|make|until|till)\b|\b(?:what is|what's|whats|"
    rf"how much is) [\w. ]+ {_UNIT}s? in "
    rf"(?:\w+ )?{_UNIT}s?\b|^convert\b|\b(?:translate|in|into|to|for|is|mean in) {_TONGUE}\b(?=.*\b(?:say|translate|"
    rf"word|mean|for)\b)"
    rf"|\b(?:say|translate|word for)\b.*\b(?:in|into|to) {_TONGUE}\b|\btranslate\b"
    r"|\bwhat(?:'s| is) the (?:time|date)\b|\bwhat (?:time|day|date) (?:is|does|do|will|was)\b|\btime (?:is it|"
    r"in [a-z]+)\b"
    r"|\b(?:what|how|will|is|are|do|does|should|going)\b.*\b(?:weather|forecast|raining|snowing|temperature|temp|"
    r"degrees "
    r"outside|humid|sunny|cold outside|hot outside)\b|\b(?:is it going|will it|is it likely) to (?:rain|snow)\b|"
    r"\bwill it (?:rain|snow)\b"
    r"|\bmy (?:\w+ )?account\b|\bwhat(?:'s| is) \d+ (?:plus|minus|times|divided by|percent of)\b|\bsquare root\b"
    r"|\b(?:this|the|current|playing) song\b|^play (?:some|my|the|a)? ?(?:\w+ ){0,2}(?:music|song|songs|playlist|"
    r"album|radio)\b"
)
_ONLY_LOOKS = re.compile(
    r"(?:(?:in|the|an?|some|any|that|something|anything|with|but|maybe|please|i'd like|i want|do you have|"
    r"have you got) )*"
    r"(?:(?:light|dark|bright|pale) )?"
    r"(?:red|blue|green|yellow|pink|purple|orange|black|white|grey|gray|brown|silver|gold|golden|turquoise|rainbow|"
    r"small|smaller|big|bigger|large|larger|other)(?: colou?r)?(?: ones?)?(?: please)?"
)
# What each sign adds to the logarithm of the odds against a toy: logistic regression over the signs and over what the
# model says of each of its examples without having seen it, rounded; `usual` is what a message without a sign gets.
_SIGNS = {"usual": -0.2, "toy cue": -0.5, "brand": -0.7, "toy head": -0.8, "no type": -0.7, "age": -0.2}
# What the shop itself calls its goods weighs more than any of them: "trash pack" is a toy where titles say it.
_SIGNS |= {"shop's phrase": -4.0}
# In a longer description of other goods some two words always happen to stand in a title.
_SHORT = 3
# "R4410A", "75192"; not "1080p", "45cm" or a year.
_CODE = re.compile(r"[a-z]{1,3}\d{3,6}[a-z]?|\d{5,6}")
# Greeting words may be a maker's: "hello kitty".
_FILLER_STEMS = frozenset(stem for word in FILLER - {"hello"} for stem in stems(word))


class DomainJudge(Protocol):
    """Reads off a message's meaning whether it is about toys."""

    def probabilities(self, text: str) -> Mapping[str, float]:
        """How likely the folded text is a `product_query`, `out_of_domain` or a `greeting`; they add up to 1."""

    def knows(self, word: str) -> bool:
        """Whether anybody has heard of the folded word, a typing error forgiven."""


@dataclass(frozen=True, slots=True)
class Domain:
    """The decision, and how sure it is, 0 to 1."""

    intent_type: IntentType
    confidence: float


def is_greeting(folded: str) -> bool:
    """Whether the message greets and does nothing else."""
    tokens = re.findall(r"[a-z'-]+", folded)
    return bool(_GREETING_START.match(folded)) and len(tokens) <= 12 and all(word in _GREETING_WORDS for word in tokens)


def judge(folded: str, wish: Wish, vocabulary: Vocabulary, model: DomainJudge) -> Domain:
    """Greeting, out of domain, or a product query: rules first, then the model."""
    if is_greeting(folded):
        return Domain("greeting", 0.98)
    if _is_fact(folded):
        return Domain("out_of_domain", 0.95)
    if _TOY_PHRASE.search(f"{wish.constraints.material or ''} {wish.product_type}"):
        return Domain("product_query", 0.95)
    return _by_model(folded, wish, stems(wish.product_type), vocabulary, model)


def _by_model(folded: str, wish: Wish, kind: list[str], vocabulary: Vocabulary, model: DomainJudge) -> Domain:
    """What the model says, but for messages that name no goods and for words that nobody knows."""
    if _only_constrains(folded, wish, kind):
        return Domain("product_query", 0.6)
    if _names_a_code_of(vocabulary, folded):
        return Domain("product_query", 0.95)
    if wish.constraints.brand and not kind and not is_errand(folded):
        return Domain("product_query", 0.95)
    likely = model.probabilities(without_money(folded))
    if likely["greeting"] > max(likely["product_query"], likely["out_of_domain"]):
        return Domain("greeting", likely["greeting"])
    if _is_unheard_of(folded, vocabulary, model):
        return Domain("product_query", 0.4)
    return _by_meaning(likely, _signs(folded, wish, kind, vocabulary))


def _by_meaning(likely: Mapping[str, float], signs: Iterable[str]) -> Domain:
    """The likelier of toys and the rest, after the signs have moved the odds."""
    against = math.log(likely["out_of_domain"] / likely["product_query"]) + sum(_SIGNS[sign] for sign in signs)
    confidence = 1 / (1 + math.exp(-abs(against)))
    return Domain("out_of_domain" if against > 0 else "product_query", confidence)


def _signs(folded: str, wish: Wish, kind: list[str], vocabulary: Vocabulary) -> list[str]:
    """What the message's words say on their own."""
    head = kind[-1] if kind else ""
    found = {
        "usual": True,
        "toy cue": _has_toy_cue(folded, head) or named_plainly(folded) != folded,
        "brand": bool(wish.constraints.brand),
        "toy head": head in TOY_STEMS and head not in GENERIC and head not in OTHER_STEMS,
        "no type": not kind,
        "age": bool(wish.constraints.age),
        "shop's phrase": _has_a_phrase_of(vocabulary, kind) or _has_a_phrase_of(vocabulary, stems(folded)),
    }
    return [sign for sign, there in found.items() if there]


def _has_a_phrase_of(vocabulary: Vocabulary, said: list[str]) -> bool:
    """Whether two neighbours of a few words are one of the shop's phrases, or one of its words when joined."""
    pairs = [pair for pair in pairwise(said) if not _FILLER_STEMS.intersection(pair)]
    return len(said) <= _SHORT and any(
        f"{first} {second}" in vocabulary.phrases or first + second in vocabulary.document_frequency
        for first, second in pairs
    )


def _only_constrains(folded: str, wish: Wish, kind: list[str]) -> bool:
    """Whether the message names no kind of goods, but what they should be like: it goes on with a wish."""
    if _ONLY_LOOKS.fullmatch(folded):
        return True
    constraints = wish.constraints
    said = (constraints.budget, constraints.age, constraints.material, constraints.players, constraints.pieces)
    return (
        not kind
        and (any(said) or bool(_GIFT.search(folded)))
        and not _ERRAND.match(folded)
        and not _QUESTION.match(folded)
    )


def _names_a_code_of(vocabulary: Vocabulary, folded: str) -> bool:
    """Whether a word is a model's or set's number of the catalogue, or the message is nothing but one."""
    codes = [word for word in words(folded) if _CODE.fullmatch(word)]
    return any(code in vocabulary.document_frequency for code in codes) or codes == [folded]


def _is_unheard_of(folded: str, vocabulary: Vocabulary, model: DomainJudge) -> bool:
    """Whether the message is about something, and neither the language nor the catalogue has a word of it."""
    content = [word for word in words(folded) if word not in FILLER and word.isalpha()]
    return bool(content) and not any(
        model.knows(word) or stem(word) in vocabulary.document_frequency for word in content
    )


def _has_toy_cue(folded: str, head: str) -> bool:
    """Whether a word says that a toy is meant, and not in other goods' name ("puzzle print leggings")."""
    return bool(_TOY_CUE.search(folded)) and not (
        head in OTHER_STEMS and head not in TOY_STEMS and not _cue_beside(folded, head)
    )


def _cue_beside(folded: str, head: str) -> bool:
    """Whether "toy", "pretend" or their like stands right before the head, or the head is of a doll."""
    near = r"(?:toy|pretend|play|make[- ]believe|dolls?'?s?|dress(?:ing)?[- ]up|miniature)(?: [\w'-]+){0,2} "
    return bool(re.search(rf"\b{near}{re.escape(head)}", folded)) or bool(
        re.search(
            rf"\b{re.escape(head)}\w* (?:toys?|playset|puzzles?|(?:board |card )?games?|for (?:dolls?|pretend))", folded
        )
    )


def _is_fact(folded: str) -> bool:
    """Whether the message asks for the weather, the time, a conversion or the like, and names no toy."""
    return bool(_FACTS.search(folded)) and not _TOY_CUE.search(folded)


def is_errand(folded: str) -> bool:
    """Whether the message asks an assistant for a service or a fact."""
    if _is_fact(folded):
        return True
    return bool(_OWN_AFFAIRS.search(folded)) and bool(
        _ERRAND.match(folded) or _QUESTION.match(folded) or "my " in folded
    )
