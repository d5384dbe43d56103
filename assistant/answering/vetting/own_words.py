"""The shopper's own words: budget, child and wish, which a sentence may repeat where the product keeps them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from assistant.answering.vetting.forms import spelled
from assistant.language.text import fold

_KEPT_TWICE = re.compile(r"\b(?:under|within|inside|below|in) (?:your )?within your budget")
_NOT_OVER = re.compile(
    r"\b(?:without|won't|doesn't|wouldn't|don't|not)(?: (?:be|go|goes|going|being))? "
    r"(?:over|beyond|above|exceed|exceeding|break|breaking) (?:within )?(?:your |the )?(?:budget|limit)\b"
)
# The shopper's sum and what a price leaves of it, while a sentence is read.
_ALL, _LEFT = "\x01", "\x02"
_MONEY = re.compile(r"[£$€]\d+(?:,\d{3})*(?:\.\d+)?")
_IN_FIGURES = re.compile(
    r"\b(?:your|a|the) \x01 (?:budget|limit)\b|\byour \x01|(?:your |a |the )?\b(?:budget|limit) (?:of|is|at) \x01"
    r"|\b(?:under|within|below|up to) (?:your )?\x01|\x01 (?=(?:to spend|you wanted)\b)"
    r"|\byou (?:said|mentioned|gave|set|named) \x01"
    r"|\x02 (?:under|below|inside|within|less than) (?:your )?budget\b"
    r"|\b(?:leaves|leaving) (?:you )?(?:with )?\x02(?: to spare| of your budget)?"
)
_CHILD = re.compile(r"\b(?P<for>for )?(?:your|a|an|the|this) (?P<years>\w+)[- ]year[- ]old\b(?:'s)?")
_MAY_REPEAT = re.compile(r"budget|limit|spend|you |your |year|for |after |[£$€]\d|wanted")
_OWN = re.compile(r"\W*(?:(?:for )?your child|(?:is |stays )?(?:well )?within your budget)\W*")
_ARTICLE = re.compile(r"^(?:an?|the|some|your) ")
_REPEATS = re.compile(
    r"\b(?:asked (?:me )?for|asking for|wanted|looking for|request for|wish for|search for|searched for|^for) "
    r"(?!is |are |was |has |have |it )(?P<said>(?:[^,;:!?\x00.]|\.\d)+)"
)


@dataclass(frozen=True, slots=True)
class Setting:
    """What is known of the products when sentences are read; a field that is None is not asked of them.

    `notes` are the only sentences that may say what is unmet or unknown in the shopper's own words; `fitting` are the
    products that meet every wish, `affordable` those whose price keeps a budget that was said, `for_age` those whose
    maker's age holds the child's. `budget` is that amount as it is written, `left` what is left of it by product,
    `child_years` the child's age, and `asked` the wish in the shopper's words.
    """

    top_id: str = ""
    notes: frozenset[str] | None = None
    fitting: frozenset[str] | None = None
    affordable: frozenset[str] | None = None
    for_age: frozenset[str] = frozenset()
    budget: str = ""
    left: Mapping[str, str] = field(default_factory=dict)
    child_years: int | None = None
    asked: str = ""


def without_own_words(masked: str, setting: Setting, subject: str) -> str:
    """The sentence without the shopper's budget, child and wish, where the product keeps them."""
    if not _MAY_REPEAT.search(masked):
        return masked
    if setting.asked:
        masked = _REPEATS.sub(lambda match: _less_what_was_asked(match, setting.asked), masked)
    masked = _without_budget(masked, setting, subject)
    return _without_child(masked, setting, subject) if setting.child_years else masked


def is_own(words: str, setting: Setting, subject: str) -> bool:
    """Whether the words are nothing but the shopper's child or budget, which this product keeps."""
    return _OWN.fullmatch(without_own_words(f" {fold(words)} ", setting, subject)) is not None


def _without_budget(masked: str, setting: Setting, subject: str) -> str:
    """The sentence with "within your budget" for every way to put it in figures."""
    sums = {setting.left.get(subject, ""): _LEFT, setting.budget: _ALL}
    if setting.budget:
        masked = _MONEY.sub(lambda match: sums.get(match.group(), match.group()), masked)
        masked = _IN_FIGURES.sub("within your budget ", masked)
        masked = masked.replace(_ALL, setting.budget).replace(_LEFT, setting.left.get(subject, ""))
    return _NOT_OVER.sub("within your budget", _KEPT_TWICE.sub("within your budget", masked))


def _without_child(masked: str, setting: Setting, subject: str) -> str:
    """The sentence with "your child" for the child's age, or with nothing where it only says whom it is for."""
    years = setting.child_years or 0
    names = (str(years), spelled(years))

    def put(match: re.Match[str]) -> str:
        if match["years"] not in names:
            return match.group()
        if subject in setting.for_age:
            return f"{match['for'] or ''}your child"
        return "for that" if match["for"] else match.group()

    return _CHILD.sub(put, masked)


def _less_what_was_asked(match: re.Match[str], asked: str) -> str:
    """The match without those words from its beginning that the shopper said in this order."""
    said, known = match["said"].split(), f" {' '.join(asked.split())} "
    for end in range(len(said), 0, -1):
        part = " ".join(said[:end])
        if not _ARTICLE.fullmatch(f"{part} ") and any(f" {form} " in known for form in (part, _ARTICLE.sub("", part))):
            lead = match.group().removesuffix(match["said"])
            return " ".join((lead.strip(), "that", *said[end:])) + (" " if match.group().endswith(" ") else "")
    return match.group()
