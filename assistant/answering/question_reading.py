"""Which facts of a shown toy answer a question about it.

Fields are compared exactly where the question holds a number; which sentence answers is learned
(`protocols.AnswerSelector`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from assistant.answering.saying.product_names import DENIES
from assistant.language.currencies import money
from assistant.language.lexicon import MATERIAL_WORDS, is_a_colour
from assistant.language.scales import ASKS_FOR_SCALE, scales
from assistant.language.text import ages, fold, of_it
from assistant.matching import batteries
from assistant.matching.checks import text_states
from assistant.matching.mentions import asked_for, asks_of_a_part, may_state, mention, states
from assistant.matching.superlatives import length_mm
from assistant.protocols import AnswerSelector
from assistant.schema import (
    AgeRange,
    Budget,
    Constraints,
    Fact,
    FactKind,
    PlayerRange,
    Price,
    Question,
    Rating,
    Reading,
    Verdict,
)

# "Is he too young for it?" turns a yes into a no.
_TURNS_ROUND = re.compile(r"\btoo\b|\bnot\b|n't\b")
# How a field is labelled where it is read beside sentences.
_OPENERS = {
    "brand": "Maker: ", "material": "Material: ", "size": "Size: ", "weight": "Weight: ", "title": "name: ",
    "review": "a buyer: ",
}  # fmt: skip
ASKS_THE_PRICE = re.compile(
    r"\bhow much (?:is|are|does|do|was|were|again)\b(?!.*\bweigh)|\b(?:the|its) price\b"
    r"|\bwhat (?:(?:does|do|did) (?:[\w'’-]+ ){1,6}cost|(?:it|they|this|that|these) costs?)\b"
)
# What a field is asked by: a closed set, so that a field that is there is never said to be missing.
_ASKS_FOR: Mapping[FactKind, re.Pattern[str]] = {
    "brand": re.compile(r"\bwho (?:makes?|made|manufactur\w+)\b|\b(?:maker|brand|manufacturer)\b|\bwhat make\b"),
    "pieces": re.compile(r"\bhow many (?:pieces|bits|parts)\b"),
    "players": re.compile(r"\bhow many (?:players|people|can play|of us)\b"),
    "rating": re.compile(r"\brat(?:ed|ings?)\b|\bhow many stars\b"),
    "age": re.compile(
        r"\bwhat(?:'?s| is| are)? (?:the |its |their )?ages?\b|\bhow old\b|\bage (?:range|is it|group)\b"
        r"|\b(?:recommended|minimum) age\b"
    ),
    "price": ASKS_THE_PRICE,
    "material": re.compile(r"\bwhat(?:'s| is| are) (?:it|this|they|these) made (?:of|from|out of)\b|\bwhat material\b"),
    "size": re.compile(r"\bhow (?:big|large|tall|long|wide|high) (?:is|are)\b|\bdimensions\b|\bwhat (?:size|scale)\b"),
    "weight": re.compile(r"\bhow heavy\b|\bweigh\b|\bweight\b"),
    "left": re.compile(
        r"^(?!.*\b(?:too|as well|both|also|another|two|three)\b)"
        r".*(?:\b(?:have|got|is|be|what'?s|much|leave me) left\b(?! (?:out(?! of)|in|on|alone|outside|outdoors)\b)"
        r"|\bleft (?:over|out of|of|from|for)\b|\bchange from\b)"
    ),
}
_IS_IT = re.compile(
    r"\b(?:is|are) (?:it|this|that|they|these|those|everything|all of it) "
    r"(?:(?:all|really|actually|proper|real|made|of|from|out) )*(?P<what>[a-z-]+)"
)
# What is asked for is told by lines that begin so.
_LABELLED = (
    (
        re.compile(r"\bwhat(?:'?s| is| comes) (?:in|inside)(?: (?:it|the \w+))?\W*$|\bwhat do (?:you|i|we) get\b"),
        re.compile(r"(?:(?:the )?(?:box|pack(?:age)?|set|kit) )?(?:contains?|contents?|includes?)\b", re.IGNORECASE),
    ),
    (
        re.compile(r"\b(?:what|which|how many)(?: \w+)? batter(?:y|ies)\b"),
        re.compile(r"batter(?:y|ies)(?: \w+)? ?:", re.IGNORECASE),
    ),
    # Also where words run into one another: "easy to put onMain material: cotton".
    (re.compile(r"\bmade (?:of|from|out of)\b|\bmaterial"), re.compile(r".*(?i:\bmaterials?|main material) ?:")),
)
# What is to be done or left undone is quoted: "do not use rechargeable batteries" is no "no".
_WARNS = re.compile(
    r"\W*(?:(?:caution|warning|important|note)\b\W*)*(?:please )?(?:do not|don['’]t|never|always|keep|avoid)\b", re.I
)
# What is asked of several toys is asked of each.
_EACH_OF_THEM = re.compile(
    r"\b(?:any|all|both|either|each|none|which)(?: one)? of (?:them|these|those|the (?:two|three))\b"
    r"|\bthey (?:both|all)\b|^which one\b",
    re.IGNORECASE,
)
# A longer sentence is quoted by the part of it that answers, as surely as so much of the whole; of so many parts.
LONGEST_QUOTED, FEWEST_WORDS, MOST_PARTS, AS_SURELY = 20, 4, 8, 0.7
_PART_ENDS = re.compile(r"(?<=[;:,!?.])\s+|\s[-–—|•]\s|(?<=[a-z0-9)])\s+(?=[A-Z][a-z]+ [a-z])")
# What is denied stays with all that it is denied of.
DENIED = re.compile(rf"n['’]t\b|\b(?:cannot|separately|only|unless|if|{'|'.join(DENIES)})\b", re.IGNORECASE)
# What it bears is not what it weighs.
BEARS = re.compile(r"\b(?:take|hold|carry|support|bear|stand|limit|capacity|up to)\b")
_SURE = Reading("value", 1.0)
_LEAST_SURE = 0.5
_TOLD_BY_NAMES = frozenset({"length", "weight", "players", "age", "contents"})
_FIELDS = frozenset({"price", "age", "players", "pieces", "rating", "brand", "title", "size", "weight", "left"})


def readings_of(question: Question, facts: Sequence[Fact], selector: AnswerSelector) -> Mapping[str, Reading]:
    """What each fact of a product answers to the question, by fact id, the surest first; silent facts are left out."""
    question = replace(question, text=of_one(question.text))
    asked = fold(question.text)
    title = next((str(fact.value) for fact in facts if fact.kind == "title"), "")
    stating = [fact for fact in facts if _may_answer(asked, fact, title)]
    statements = {fact.fact_id: text for fact in stating if (text := statement(fact))}
    if question.about in ("description", "service") or not statements:
        return {}
    by_id = {fact.fact_id: fact for fact in facts}
    selected = zip(statements, selector.select(question.text, list(statements.values())), strict=True)
    read = {
        name: _compared(by_id[name], _SURE if _asks_for(asked, by_id[name]) else reading, question)
        for name, reading in selected
    }
    ordered = sorted(read.items(), key=lambda item: (-item[1].confidence, item[0]))
    answers = {name: reading for name, reading in ordered if reading.verdict != "unknown"}
    if _WHICH_OF_TWO.search(asked):  # "is it metal or plastic" is answered by no yes
        answers = {
            name: replace(one, verdict="value") if one.verdict in ("yes", "no") else one
            for name, one in answers.items()
        }
    # "Age of Ultron" is no age, and a name without a weight says nothing to "how much does it weigh".
    answers = {
        name: reading for name, reading in answers.items()
        if by_id[name].kind != "title" or may_state(question.text, title)
    }  # fmt: skip
    if not answers:
        labelled = {
            fact.fact_id: _SURE for fact in stating if fact.kind == "line" and _is_its_label(asked, str(fact.value))
        }
        # Where nothing says whether it is "ok for the 5 year old", the maker's age does.
        of_that_age = [fact for fact in stating if fact.kind == "age" and question.numbers.age]
        by_age = {fact.fact_id: _compared(fact, _SURE, question) for fact in of_that_age}
        return labelled or by_age or {
            fact.fact_id: _SURE
            for fact in stating if fact.kind == "title" and (_name_tells(asked, title) or _name_has_it(asked, title))
        }  # fmt: skip
    if asked_for(asked).value == "length" and any(by_id[name].kind != "size" for name in answers):
        # A field's size may be that of the box: the sentence that says how tall the toy stands comes in its place.
        answers = {name: reading for name, reading in answers.items() if by_id[name].kind != "size"}
    return answers


def with_its_part(readings: Mapping[str, Reading], question: Question, facts: Sequence[Fact],
                  selector: AnswerSelector) -> Mapping[str, Reading]:  # fmt: skip
    """The readings, the surest with the part of its sentence that answers, where that is long and its parts are told.

    Which part that is, is read as it was read which sentence answers.
    """
    name, surest = next(iter(readings.items()), ("", _SURE))
    text = next((str(fact.value) for fact in facts if fact.fact_id == name and fact.kind in ("line", "review")), "")
    parts = _parts(text) if len(text.split()) > LONGEST_QUOTED and not DENIED.search(text) else []
    if not 1 < len(parts) <= MOST_PARTS:
        return readings
    read = zip(parts, selector.select(question.text, parts), strict=True)
    part, best = max(read, key=lambda pair: (pair[1].verdict != "unknown", pair[1].confidence))
    is_as_sure = best.verdict != "unknown" and best.confidence >= AS_SURELY * surest.confidence
    return {**readings, name: replace(surest, part=part)} if is_as_sure else readings


def _parts(text: str) -> list[str]:
    """A sentence in parts, each of some words: a shorter one goes with the next, the last with the one before."""
    cuts = [0]
    for match in _PART_ENDS.finditer(text):
        if len(text[cuts[-1] : match.start()].split()) >= FEWEST_WORDS:
            cuts.append(match.start())
    if len(text[cuts[-1] :].split()) < FEWEST_WORDS:
        cuts = cuts[:-1] or cuts
    return [text[begin:end].strip() for begin, end in pairwise((*cuts, len(text)))]


def _is_its_label(asked: str, line: str) -> bool:
    """Whether a line begins as lines do that tell what is asked: "Box Contains 1 x bridge", of "what's in the set"."""
    return any(question.search(asked) and label.match(line) for question, label in _LABELLED)


def _may_answer(asked: str, fact: Fact, title: str) -> bool:
    """Whether a fact is of what is asked: a toy's size or weight is not that of its parts, nor what it holds."""
    if fact.kind == "left":  # what is left of a budget answers nothing but a question for it
        return _asks_for(asked, fact)
    value = asked_for(asked).value
    if fact.kind == "size" and ASKS_FOR_SCALE.search(asked):
        return bool(ASKS_FOR_SCALE.search(str(fact.value)))
    if fact.kind == "size" and value == "length":
        return length_mm(str(fact.value)) is not None and not asks_of_a_part(asked, title)
    return fact.kind != "weight" or not (BEARS.search(asked) or (value == "weight" and asks_of_a_part(asked, title)))


def of_one(question: str) -> str:
    """What is asked of several toys as it is asked of each: "do any of these float" becomes "does it float"."""
    return of_it(_EACH_OF_THEM.sub("it", question))


_WHICH_OF_TWO = re.compile(
    r"\b(?:is|are) (?:it|this|that|one|they|these|those|the \w+) (?:\w+ ){0,3}or (?:[a-z]+ ?){1,3}\W*$"
    r"(?<!or not)(?<!or so)(?<!or anything)(?<!or something)"
)
_IS_OPEN = re.compile(r"\b(?:which|what|how|who|where|when|why)\b")
_IS_THERE = re.compile(
    r"\bdo (?:you|i|we) get\b|\bcomes? with\b|\bincluded\b|\b(?:is|are) there\b.*\bwith (?:it|them)\b"
)


def _is_no_verdict(question: str, line: str) -> bool:
    """Whether a sentence says no yes or no: a warning, or one that names a thing and not that it comes with the toy.

    "Do you get darts with it?" is not answered by "a tray for your darts".
    """
    return bool(_WARNS.match(line) or (_IS_THERE.search(fold(question)) and not states(line, "contents")))


def _is_of(question: str, title: str) -> bool:
    """Whether a title says that it is of the material or colour that a question asks for: "is it made of wood?"."""
    asked = _IS_IT.search(question)
    what = asked["what"] if asked else ""
    colour = (what,) if is_a_colour(what) else ()
    names = next((names for names in MATERIAL_WORDS.values() if what in names), colour)
    return any(text_states(title, name) for name in names)


def _name_tells(question: str, title: str) -> bool:
    """Whether a name states what is asked of the whole toy: "Soft Bodied Dolls 32cm", "2-4 Player Game"."""
    value = asked_for(question).value
    return value in _TOLD_BY_NAMES and states(title, value) and not asks_of_a_part(question, title)


def _name_has_it(question: str, title: str) -> bool:
    """Whether a name has the very thing that is asked about: "Costume with Sword & Gun", of "a hat and a sword"."""
    if asked_for(question).value or _IS_OPEN.search(question):
        return False
    return ("batter" in question and "rechargeable" in fold(title)) or mention(question, title) > 1


def _names_its_material(question: str, title: str) -> bool:
    """Whether a title has a material, where a question asks what the toy is made of: "Set of 6 Fabric Puppets"."""
    if asked_for(question).value != "material" or asks_of_a_part(question, title):
        return False
    return any(text_states(title, name) for names in MATERIAL_WORDS.values() for name in names)


def _asks_for(asked: str, fact: Fact) -> bool:
    """Whether the question asks for this very field; all sides of a toy answer for any of them."""
    if fact.kind == "size" and " x " in str(fact.value) and asked_for(asked).value == "length":
        return True
    pattern = _ASKS_FOR.get(fact.kind)
    return pattern is not None and pattern.search(asked) is not None


def statement(fact: Fact) -> str:
    """A fact as a line that is read for an answer; empty for one that states nothing by itself."""
    match fact.value:
        case Price() if fact.kind in ("price", "left"):
            return f"{'Price' if fact.kind == 'price' else 'Left of the budget'}: {money(fact.value)}"
        case Rating(stars, count):
            return f"Rating: {stars:g} stars" + (f" from {count} ratings" if count else "")
        case AgeRange():
            return f"Recommended age: {ages(fact.value)}"
        case PlayerRange(low, high):
            return f"Players: {low or 1} to {high}" if high else f"Players: {low} or more"
        case int(pieces) if fact.kind == "pieces":
            return f"Pieces: {pieces}"
        case str(words) if fact.kind != "shelf":  # where it is filed answers nothing that is asked of a toy
            return f"{_OPENERS.get(fact.kind, '')}{words}"
        case _:
            return ""


def _compared(fact: Fact, reading: Reading, question: Question) -> Reading:
    """The verdict by comparison where the question has a number for the field; a field alone answers with its value."""
    asked = fold(question.text)
    if reading.verdict != "unknown" and isinstance(fact.value, str) and (named := scales(asked)):
        stated = scales(fact.value)
        return replace(reading, verdict="yes" if named & stated else "no") if stated else reading
    title = str(fact.value) if fact.kind == "title" else ""
    if _is_of(asked, title) or _names_its_material(asked, title):
        verdict: Verdict = "yes" if _is_of(asked, title) else "value"
        return Reading(verdict, max(reading.confidence, _LEAST_SURE))
    if fact.kind == "line" and (known := batteries.told(asked, fold(str(fact.value)))):
        return Reading(known, max(reading.confidence, _LEAST_SURE))
    if fact.kind == "line" and reading.verdict in ("yes", "no") and _is_no_verdict(question.text, str(fact.value)):
        return replace(reading, verdict="value")
    if reading.verdict in ("unknown", "opinion") or fact.kind not in _FIELDS:
        return reading
    asks_how_many = fact.kind == "players" and _asks_for(asked, fact)  # that is no yes or no
    kept = None if asks_how_many or _TURNS_ROUND.search(asked) else _keeps(fact, question.numbers)
    return Reading("value" if kept is None else "yes" if kept else "no", reading.confidence)


def _keeps(fact: Fact, asked: Constraints) -> bool | None:
    """Whether the field takes in the question's number; None where the question has none for it."""
    match fact.value:
        case AgeRange(low, high) if asked.age:
            youngest = asked.age.min_months if asked.age.min_months is not None else asked.age.max_months or 0
            return (low or 0) <= youngest <= (high if high is not None else youngest)
        case PlayerRange(low, high) if asked.players:
            return (low or 1) <= asked.players <= (high or asked.players)
        case Price() if asked.budget and fact.kind == "price":
            return _within(fact.value, asked.budget)
        case _:
            return None


def _within(price: Price, budget: Budget) -> bool | None:
    if budget.currency not in ("", price.currency):
        return None
    return (budget.min or 0) <= price.amount <= (budget.max if budget.max is not None else price.amount)
