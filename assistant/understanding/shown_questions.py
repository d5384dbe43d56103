"""What a message asks of toys on the screen: whether it asks at all, of which, and what is to be said of them."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from typing import Literal

from assistant.language.spelling import spelt
from assistant.language.text import FUNCTION_WORDS, fold, of_it, words
from assistant.schema import NAMING, Act, DialogueAct, Intent, MessageReading, Question, Screen, SlotName
from assistant.understanding.grammars.audience import read_age
from assistant.understanding.grammars.budgets import IN_ALL
from assistant.understanding.grammars.question_topics import (
    asks,
    asks_of_it,
    asks_of_the_shop,
    asks_of_what_is_found,
    asks_what_is_left,
    looks_for,
    questions_in,
    ranks_by_degree,
    read_copies,
    read_numbers,
    read_question,
    read_superlative,
    seeks,
    sentences,
    texts_of_sentences,
    without_told,
)
from assistant.understanding.heard import DIRECTIONS, Heard, seeks_something, sureness
from assistant.understanding.message_text import bare, cut_out, plain
from assistant.understanding.reference import (
    LONG,
    about,
    by_title,
    compared_before,
    nth_by,
    places,
    pointed_at,
    shown_before,
)
from assistant.understanding.slots import is_praise
from assistant.understanding.state import dialogue_state
from assistant.understanding.state.slot_updates import meaning

# What is said about the toys on the screen, and what each asks for; the first that a message does counts.
ABOUT_SHOWN: dict[DialogueAct, Act] = {
    "compare": "compare", "why": "explain", "price": "check_price", "best": "compare", "question": "details",
    "opinions": "details", "describe": "details", "service": "details", "goes_with": "details", "total": "compare",
    "back": "details",
}  # fmt: skip
_ASKED: dict[DialogueAct, Literal["description", "opinions"]] = {
    "describe": "description", "back": "description", "opinions": "opinions",
}  # fmt: skip
# What else a message may want beside that.
WANTS: tuple[DialogueAct, ...] = ("find", "change", *DIRECTIONS)
_TALK: tuple[DialogueAct, ...] = ("thanks", "greet")
# What is told of a toy that is wanted, beside a question about another.
_TOLD: tuple[SlotName, ...] = (*NAMING, "colour", "material", "feature", "scale", "pieces", "budget")
# "Lovely, thank you. Is it all right at three?" thanks and asks.
LIKELY_TOO = 0.2
_ADVICE = re.compile(
    r"\bwhich (?:(?:\w+|of [\w ]+) )?(?:would|do|should) (?:you|i) "
    r"(?:pick|choose|recommend|suggest|(?<!do you )(?<!do i )(?:get|buy)|go for)\b",
    re.IGNORECASE,
)
_BEST_VALUE = re.compile(r"\b(?:which|what)\b[^.!?]*\bbest (?:value|deal|buy)\b", re.IGNORECASE)
_IT = re.compile(r"\b(?:its?|this|these|those|they|them)\b", re.IGNORECASE)
# "The hgl 7 piece one": a reader may take less for the name.
_OF_THE_NAME = re.compile(r"^(?: [\w'’-]+){0,2} one\b", re.IGNORECASE)
_THEIR_AGE = re.compile(
    r"\b(?:his|her|their|that) age\b|\b(?:he|she|they)\b[^.!?]*"
    r"\b(?:manage|cope|able to|understand|too (?:young|old|small|little|hard|difficult|easy|tricky|big))\b|"
    r"\btoo (?:young|old|hard|difficult|easy|tricky|babyish)\b[^.!?]*\bfor (?:him|her|them)\b",
    re.IGNORECASE,
)
_COSTS = re.compile(r"\bhow much\b|\btotal\b|\bcosts?\b|\bcome to\b|\bprice of\b", re.IGNORECASE)
_SUM = re.compile(
    rf"\b(?:{IN_ALL}|for all|together|both|the (?:two of them|lot))\b|\btotal (?:cost|price)\b",
    re.IGNORECASE,
)
# Who asks once more for what was said wants that, and no price of this moment.
_SAID_BEFORE = re.compile(
    r"\b(?:how much|what)\b[^.!?]*\bagain\b|\bhow much (?:was|were)\b|\bdid you say\b|\bremind me\b",
    re.IGNORECASE,
)
_WITHIN_A_NAME = re.compile(r"\b(?:an?|the|any|some) (?!of\b)[\w'-]+ $", re.IGNORECASE)
_SEVERAL = re.compile(r"they|(?:\w+ of )?(?:them|these|those|the two|the three)|both", re.IGNORECASE)
# "And the second one", behind a question, asks the same of that one.
_AND_THAT = re.compile(r"(?:and|or|what about|how about)\b", re.IGNORECASE)
# What led from the question to what stands behind it.
_LEADS_ON = re.compile(r"[\s,;]+(?:and|but|or|so)\s*$", re.IGNORECASE)
_LED_ON = re.compile(r"^(?:(?:and|but|or|so|also|plus)\b,? )+", re.IGNORECASE)
# One question of several toys: "are they both for a six-year-old", "which one has a light".
_OF_SEVERAL = re.compile(
    r"\bboth\b|\b(?:any|all|each|either|neither|none|which)(?: one)? of (?:them|these|those|the (?:two|three))\b"
    r"|\bthey all\b|(?:^|[,.;!?])\W*(?:and |so )?which ones?\b",
    re.IGNORECASE,
)
_WHICH_OF_THEM = re.compile(r"\bwhich(?: one)? of (?:them|these|those|the (?:two|three|lot))\b", re.IGNORECASE)
_OF_THE_TWO = re.compile(r"\b(?:both|n?either|the two)\b", re.IGNORECASE)
_JOINED = re.compile(r"\W*(?:and|or|,)\W*", re.IGNORECASE)
MOST_ASKED_OF = 3
_OPENS_WITH_IT = re.compile(
    r"\W*(?:and |so |but )?(?:is|are|does|do|can|will|would|has) (?:it|they|this)\b", re.IGNORECASE
)
_ARTICLE = re.compile(r"\b(?:the|that|this) $", re.IGNORECASE)


def asked_of_shown(heard: Heard) -> tuple[DialogueAct, Act] | None:
    """What is asked about the toys on the screen; none where something else is wanted."""
    if asks_what_is_left(heard.text) and not heard.reading.does("find"):
        return "question", "details"
    return _by_its_acts(heard)


def _may_ask(reading: MessageReading) -> bool:
    """Whether a reader gives it some chance that the message asks about a shown toy; who tells no odds, does so."""
    return not reading.odds or any(reading.odds_of(act) >= LIKELY_TOO for act in ABOUT_SHOWN)


def asks_for_advice(heard: Heard) -> bool:
    """Whether it asks which of the toys on the screen is the best, by no field of the list: "which would you pick?"."""
    reading = heard.reading
    if reading.words_for(*NAMING) or not heard.screen.titles:
        return False
    if _BEST_VALUE.search(heard.text):
        return True
    if reading.does("find", *DIRECTIONS):
        return False
    points_at_one = len(heard.screen.titles) > 1 and _points_at_one(reading, heard.screen)
    if points_at_one or read_superlative(heard.text):
        return False
    return bool(_ADVICE.search(heard.text)) or (
        reading.does("best") and all(map(is_praise, reading.words_for("best") or (heard.text,)))
    )


def _points_at_one(reading: MessageReading, screen: Screen) -> bool:
    return len(places(reading.words_for("ref"), screen)) == 1


def _by_its_acts(heard: Heard) -> tuple[DialogueAct, Act] | None:
    """What it does, where nothing else is wanted.

    Who first of all asks about one that they point at wants that answered, whatever else they tell.
    """
    reading = heard.reading
    # "Anything to go with it, like a trailer?", "and some pirates to go in it", "got a badger to go with him?".
    goes_with = reading.does("goes_with") and reading.acts[0] != "question"
    if goes_with and (seeks_something(heard) or reading.words_for("kind", "theme")):
        return None
    asks_first = reading.acts[0] in ("question", "why") and reading.words_for("ref")
    if reading.does("find", *DIRECTIONS) or (reading.does("change") and not asks_first):
        return None
    if reading.acts[0] == "best" and reading.words_for(*NAMING):  # "the biggest dinosaur you have"
        return None
    if reading.does("compare") and len(reading.words_for("ref")) > 1:  # "which of the two do people like more"
        return "compare", "compare"
    if reading.does("question") and not reading.is_whole and _sets_beside_another(heard):
        return "best", "compare"
    about_shown = sorted((act for act in reading.acts if act in ABOUT_SHOWN), key=lambda act: act == "back")
    return next(((act, ABOUT_SHOWN[act]) for act in about_shown), None)


def _sets_beside_another(heard: Heard) -> bool:
    """Whether it asks of one toy how it stands to the one before: "is the second one bigger?"."""
    is_of_one = len(heard.screen.titles) > 1 and _points_at_one(heard.reading, heard.screen)
    return is_of_one and read_superlative(heard.text) is not None and "than" not in words(heard.text)


def asked_and_told(heard: Heard) -> tuple[Heard, Heard] | None:
    """What a message asks of a shown toy and what it says beside that; None where it does not do both.

    "Is the red one loud? I'd rather have wood" asks in one sentence, and in the other wants something.
    """
    is_new = heard.reading.acts[0] == "find"  # "a doll for my niece, is it soft" asks of no toy on the screen
    asking, telling = list[tuple[int, int]](), list[tuple[int, int]]()
    points = _points_at_one(heard.reading, heard.screen)
    for stretch in sentences(heard.text):
        part = heard.only([stretch])
        # What asks first, by an "it", can only mean what is on the screen.
        by_name = is_new and (bool(telling) or not _OPENS_WITH_IT.match(part.text))
        (asking if _asks_of_shown(part, by_name=by_name, points=points) else telling).append(stretch)
    read = [act for act in heard.reading.acts if act in WANTS]
    wants = read or [act for act, odd in heard.reading.odds if act in WANTS and odd >= LIKELY_TOO]
    if not wants and any(looks_for(heard.text[slice(*stretch)]) for stretch in telling):
        wants = ["find" if heard.only(telling).reading.words_for(*NAMING) else "another"]
    if not _may_ask(heard.reading):
        return None
    if not (asking and telling and wants):
        return _both_at_once(heard)
    part = heard.only(asking)
    part = replace(part, text=_LEADS_ON.sub("", part.text))
    asked = [act for act in heard.reading.acts if act in ABOUT_SHOWN and (act != "best" or part.reading.words_for(act))]
    asked = ["question"] if "question" in asked or not asked else asked
    return part.read_as(acts=tuple(asked)), heard.only(telling).read_as(acts=tuple(wants))


def _both_at_once(heard: Heard) -> tuple[Heard, Heard] | None:
    """The message as what asks of what it points at, and as what wants all else that it names, if it does both.

    "Is the Eevee really under ten, and if not a smaller one": where no sentence does one of these alone.
    """
    asked = tuple(act for act in heard.reading.acts if act in ABOUT_SHOWN and act not in ("best", "goes_with"))
    wants = tuple(act for act in heard.reading.acts if act in WANTS)
    others = tuple(span for span in heard.reading.spans if span.slot != "ref")
    refs = heard.reading.spans_for("ref")
    if not (asked and wants and refs and any(span.sign == "wanted" and span.slot in _TOLD for span in others)):
        return None
    asking = [stretch for stretch in sentences(heard.text) if asks(heard.text[slice(*stretch)])]
    part = heard.only(asking) if asking else heard
    return part.read_as(acts=asked, spans=refs), heard.read_as(acts=wants, spans=others)


def _asks_of_shown(part: Heard, *, by_name: bool, points: bool) -> bool:
    """Whether a sentence asks of a toy on the screen, at which it or a sentence beside it `points`."""
    if _ADVICE.search(part.text):
        return False
    if asks_of_the_shop(part.text) and not seeks(part.text) and not part.reading.words_for(*NAMING):
        return True
    names_none = not part.reading.words_for(*NAMING)
    points = bool(part.reading.words_for("ref")) or (
        not by_name and (bool(_IT.search(part.text)) or (points and names_none))
    )
    return points and asks(part.text) and not seeks(part.text)


def question_intents(heard: Heard, dialogue_act: DialogueAct, act: Act) -> tuple[Intent, ...]:
    """What is asked about products on the screen; beside which of them is the best, what is asked of one alone."""
    parts = [heard.only([stretch]) for stretch in sentences(heard.text)]
    ranks = [bool(ranks_by_degree(part.text) or read_superlative(part.text)) for part in parts]
    of_one = [_points_at_one(part.reading, heard.screen) for part in parts]
    if dialogue_act == "best" and (one := nth_by(heard.text, heard.screen, heard.session)):
        told = question_intent(heard, "describe", "details")
        return (replace(told, about=(one.doc_id,), question=Question(heard.text, "description")),)
    if act == "compare" and sorted(ranks) == [False, True] and of_one[ranks.index(False)]:
        return tuple(
            question_intent(part, *(("best", "compare") if is_best else ("question", "details")))
            for part, is_best in zip(parts, ranks, strict=True)
        )
    return (question_intent(heard, dialogue_act, act),)


def question_intent(heard: Heard, dialogue_act: DialogueAct, act: Act, whole: Heard | None = None) -> Intent:
    """What is asked about products on the screen; nothing that was understood changes.

    `whole` is the message that `heard` is a part of: another part may name what is meant.
    """
    refs = _meant(whole or heard) if act != "compare" else heard.reading.words_for("ref")
    ranks = dialogue_act == "compare" or (act == "details" and _WHICH_OF_THEM.search(heard.text))
    is_asked_of_it = heard.reading.is_whole and dialogue_act == "question"  # "the cheaper one, has that got a bag?"
    if not is_asked_of_it and (ranks_by_degree(heard.text) or (ranks and read_superlative(heard.text))):
        dialogue_act, act = "best", "compare"  # "which of the two is cheaper", "which of these has better reviews"
    copies = _copies(heard)
    if _COSTS.search(heard.text) and _SUM.search(heard.text) and len(dialogue_state.best_of_each(heard.session)) > 1:
        dialogue_act, act, copies = "total", "compare", {}
    elif max(copies.values(), default=1) > 1 and (dialogue_act == "describe" or _COSTS.search(heard.text)):
        dialogue_act, act = "total", "compare"
    elif act == "check_price" and (len(questions_in(heard.text)) > 1 or _SAID_BEFORE.search(heard.text)):
        dialogue_act, act = "question", "details"  # "how much is it, and does it need batteries"
    subject = heard.subject
    chosen = heard.top
    before = tuple(shown_before(_not_there(heard, act), heard.session, heard.titles))
    others = tuple(
        ref for ref in heard.reading.words_for("ref", sign="refused") if before or places([ref], heard.screen)
    )
    pointed = {one.doc_id for one in pointed_at(refs, heard.screen, heard.session)}
    if act == "explain" and chosen and (others or pointed - {chosen.doc_id}):
        act, refs = "compare", (*refs, *others, "it")  # "why not the Hamleys one": beside the one that was chosen
    subject = _with_told_age(subject, heard)
    question = _of_their_age(_question(heard, dialogue_act, act), heard.text, subject)
    of = dialogue_act if dialogue_act in ("best", "total") else act
    is_whole = heard.reading.is_whole
    of_these = about(of, refs, heard.text, heard.screen, heard.session, before=before, is_whole=is_whole)
    if dialogue_act == "total" and len(of_these) == 1 and not copies:
        act, question = "check_price", None
    if act == "details" and question:
        of_these = _asked_of(heard, question, of_these)
    elif act not in ("compare", "details"):
        of_these = of_these[:1]
    if question and question.about == "total" and copies:
        of_these = tuple(copies) if len(copies) > 1 or max(copies.values()) > 1 else of_these
        question = replace(question, counts=tuple(copies.get(doc_id, 1) for doc_id in of_these))
    return replace(
        subject, text=heard.text, act=act, refinement=None, question=question,
        needs_live_price=act == "check_price", about=of_these, confidence=sureness(heard.reading),
    )  # fmt: skip


def _of_their_age(question: Question | None, text: str, subject: Intent) -> Question | None:
    """The question with the age that was said before, where it asks for that: "is it any good for a girl her age"."""
    age = subject.constraints.age
    if question is None or age is None or question.numbers.age or not _THEIR_AGE.search(text):
        return question
    about = "toy" if question.about == "opinions" else question.about
    return replace(question, about=about, numbers=replace(question.numbers, age=age))


def _with_told_age(subject: Intent, heard: Heard) -> Intent:
    """The wish with an age that is told beside a question, where none was said: "she's only 4, would she manage it"."""
    telling = [part for part in texts_of_sentences(heard.text) if not asks(part)]
    told = next((found.age for part in telling if (found := read_age(plain(part)))), None)
    if told is None or subject.constraints.age or not heard.reading.words_for("age"):
        return subject
    return subject.asking(age=told)


def taken(heard: Heard) -> Intent:
    """That a shown toy is to be bought: what is said of that, with the toy's own card."""
    return replace(
        question_intent(heard, "question", "details"), question=Question(heard.text, "service", topic="taken")
    )


def _asked_of(heard: Heard, question: Question, pointed: tuple[str, ...]) -> tuple[str, ...]:
    """The toys that a question is about: several where it says so, "do any of these need batteries", else the first."""
    refs = [span for span in heard.reading.spans if span.slot == "ref"]
    between = (heard.text[one.end : other.start] for one, other in pairwise(refs))
    names_several = len(pointed) > 1 and any(map(_JOINED.fullmatch, between))  # "the first one, the calypso" is one
    if question.about not in ("toy", "safety", "opinions") or not (_OF_SEVERAL.search(heard.text) or names_several):
        return pointed[:1]
    is_meant = meaning(heard.text, heard.previous)
    wishes = [at for at, intent in enumerate(heard.previous) if is_meant(intent)]  # "those dolls" beside dinosaurs
    shown = compared_before(heard.session) or tuple(one.doc_id for one in heard.shown if one.wish in wishes)
    refused = pointed_at(heard.reading.words_for("ref", sign="refused"), heard.screen, heard.session)
    shown = tuple(doc_id for doc_id in shown if doc_id not in {one.doc_id for one in refused})
    most = 2 if _OF_THE_TWO.search(heard.text) else MOST_ASKED_OF
    return (pointed if len(pointed) > 1 else shown)[:most]


def _copies(heard: Heard) -> dict[str, int]:
    """How many are meant of each toy that is pointed at, by id: "two of the first and one of the second"."""
    found, end = dict[str, int](), 0
    for span in heard.reading.spans_for("ref"):
        count = read_copies(_LED_ON.sub("", heard.text[end : span.end].strip()))
        those = pointed_at([span.text], heard.screen, heard.session)
        # "Three of those" is three of the toy that was recommended.
        found |= {one.doc_id: count for one in (those if len(those) == 1 or count == 1 else ())}
        end = span.end
    if len(found) == 1 and set(found.values()) == {1}:  # "the second one: what do 8 sets come to"
        found = dict.fromkeys(found, read_copies(heard.text))
    if not found and (count := read_copies(heard.text)) > 1 and (top := heard.top):
        named = by_title(heard.text, heard.screen.titles, LONG)
        one = heard.shown[named[0] - 1] if len(named) == 1 else top
        found[one.doc_id] = count
    return found


def _not_there(heard: Heard, act: Act) -> tuple[str, ...]:
    """The words that point at what is not on the screen; what is compared may be named as a wish is."""
    refs = (*heard.reading.words_for("ref"), *heard.reading.words_for("ref", sign="refused"))
    refs += heard.reading.words_for(*NAMING, "feature") if act == "compare" else ()
    return tuple(ref for ref in refs if not places([ref], heard.screen))


def _meant(heard: Heard) -> tuple[str, ...]:
    """The words that point at what is asked about: those of the sentence that asks, else the last before an "it".

    "The chess is too hard. How many can play the other one?" asks nothing of the chess.
    """
    refs = heard.reading.spans_for("ref")
    asking = [stretch for stretch in sentences(heard.text) if asks(heard.text[slice(*stretch)])]
    if not asking:
        return tuple(span.text for span in refs)
    (start, end), *_ = asking
    named = [span for span in refs if places([span.text], heard.screen) or read_superlative(span.text)]
    here = [span.text for span in named if start <= span.start < end and not _SEVERAL.fullmatch(span.text)]
    before = [span.text for span in named if span.end <= start]
    says_it = _IT.search(heard.text[start:end]) or any(start <= span.start < end for span in refs)  # "that one"
    if not here and before and says_it:
        return (before[-1],)
    within = tuple(span.text for span in refs if any(first <= span.start < last for first, last in asking))
    return tuple(here) or within or tuple(span.text for span in refs)


def _question(heard: Heard, dialogue_act: DialogueAct, act: Act) -> Question | None:
    """What is asked of the products on the screen; nothing where they are only compared, explained or priced."""
    if act == "compare":
        return _question_of_several(heard, dialogue_act)
    if dialogue_act == "describe" and (beside := _asked_beside(heard.text)):
        # "Tell me about it, is it loud": the second is said of the toy that the first has named.
        return Question(heard.text, "description", more=tuple(replace(one, follows=True) for one in beside))
    if act != "details":
        return None
    if again := _asked_again(heard):
        return again
    text = spelt(_with_it(heard), heard.vocabulary)
    parts = questions_in(text)
    first, *more = map(read_question, parts)
    services = [one for one in (first, *more) if one.about == "service"]
    # "Does it fit Brio? And what do people say" asks two things, only one of them for opinions.
    is_told_apart = any(one.about == _ASKED.get(dialogue_act) for one in (first, *more))
    if len(services) <= len(more) and more and (dialogue_act == "question" or services or is_told_apart):
        return replace(first, more=tuple(replace(one, follows=True) for one in more))
    # "I'll have the better rated one. Is it wood?" asks for no ratings.
    whole = first if heard.reading.is_whole else read_question(heard.text)
    question = replace(whole, text=without_told(text if more else parts[0]))
    if dialogue_act == "service":
        return question if question.about == "service" else replace(question, about="service", topic="that")
    return replace(question, about=_ASKED.get(dialogue_act, question.about))


def _question_of_several(heard: Heard, dialogue_act: DialogueAct) -> Question | None:
    """What is asked of products beside one another; nothing where they are only compared."""
    if dialogue_act == "total":
        return Question(heard.text, "total")
    numbers, beside = read_numbers(fold(heard.text)), _asked_beside(heard.text)
    if dialogue_act == "best":
        said = " ".join(heard.reading.words_for("best"))
        topic = read_superlative(said) or read_superlative(heard.text) or bare(said)
        return Question(heard.text, "best", numbers, topic, beside)
    # "Compare the two for a six-year-old" asks of each whether it is for that age.
    return Question(heard.text, "description", numbers, more=beside) if numbers.age or beside else None


def _sentences_alone(text: str) -> list[str]:
    """The sentences of a message without what leads from one to the next."""
    return [_LEADS_ON.sub("", _LED_ON.sub("", part.strip())) for part in texts_of_sentences(text)]


def _asked_beside(text: str) -> tuple[Question, ...]:
    """What is asked of each beside a comparison: "compare the two, do they come with figures"."""
    asked = [
        part
        for part in _sentences_alone(text)
        if asks_of_it(part) and not (ranks_by_degree(part) or read_superlative(part))
    ]
    return tuple(question for part in asked if (question := read_question(part)).about == "toy")


def question_beside(text: str) -> Question | None:
    """What a message asks of the toy that it wants or has chosen: "a microscope, and does it need batteries"."""
    asking = [
        part
        for part in _sentences_alone(text)
        if (asks_of_what_is_found(part) or (asks_of_the_shop(part) and not seeks(part)))
        and not read_superlative(part)  # "what is the biggest you've got" is the wish
    ]
    question = read_question(asking[0]) if asking else None
    return question if question and question.about != "description" else None


def is_of_what_is_found(heard: Heard, asked: Heard, told: Heard) -> bool:
    """Whether "it" is another toy, asked for before: "something round £15, and how big is it?".

    Whoever names the one they ask about, or asks first, means what they see.
    """
    if not seeks(told.text) or heard.text.startswith(asked.text):
        return False
    parts = texts_of_sentences(heard.text)
    wants_first = next((seeks(part) for part in parts if seeks(part) or asks(part)), False)
    by_it = all(_IT.fullmatch(ref) for ref in asked.reading.words_for("ref"))
    return wants_first and by_it and question_beside(asked.text) is not None


def _asked_again(heard: Heard) -> Question | None:
    """The question before, where a message only points at another toy: "and the second one?"."""
    if not _AND_THAT.match(heard.text) and "?" not in heard.text:
        return None
    rest = cut_out(heard.text, (span for span in heard.reading.spans if span.slot == "ref"))
    if rest == heard.text or set(words(rest)) - FUNCTION_WORDS - {"what", "how", "about"}:
        return None
    asked = (intent.question for intent in dialogue_state.newest(heard.session))
    return next((one for one in asked if one and one.about in ("toy", "safety", "opinions")), None)


def _with_it(heard: Heard) -> str:
    """The question with "it" for the words that point at one toy: which that is, has been found."""
    text, refs = heard.text, [span for span in heard.reading.spans if span.slot == "ref"]
    if len(refs) != 1 or not places([refs[0].text], heard.screen):
        return text
    (ref,) = refs
    # "Are they" is no "are it", and "an off switch" no "off it".
    if _SEVERAL.fullmatch(ref.text) or _WITHIN_A_NAME.search(text[: ref.start]):
        return text
    rest = _OF_THE_NAME.sub("", text[ref.end :])
    return of_it(f"{_ARTICLE.sub('', text[: ref.start])}it{rest}")
