"""Router: a `Turn` becomes a `Route` of one to three intents.

Rules first and always; a model may later be asked about what they are unsure of. Greetings, thanks and requests
outside toys are answered here, and later stages leave that text alone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from assistant.language.lexicon import COLOURS, SIZES, TOY_STEMS
from assistant.language.text import stems, words
from assistant.schema import Act, Constraints, Intent, Refinement, Route, Session, Turn, Vocabulary
from assistant.understanding import dialogue_state
from assistant.understanding.dialogue_acts import (
    act_about_shown,
    points_at_shown,
    refers_to_shown,
    refinement_of,
    small_talk,
    without_refinement,
)
from assistant.understanding.domain import Domain, DomainJudge, is_errand, judge
from assistant.understanding.question_topics import read_question
from assistant.understanding.slot_updates import Edits, allowed, edited, meant, read_edits
from assistant.understanding.slots import Wish, plain, read_wish

GREETING = "Hello. Tell me what kind of toy you're after, who it's for and your budget, and I'll find one."
OUT_OF_DOMAIN = "I can only help with toys and games. Tell me about a toy you're after and I'll look for it."
THANKS = "You're welcome. If you need another toy, just tell me."
HELP = (
    "Tell me what you're looking for, who it's for and what you'd like to spend, such as: a wooden train set for a "
    "four-year-old under £30. Then ask for something cheaper, premium or more balanced, or ask why I chose it."
)
MAX_INTENTS = 3
# From here on a decision is taken as it is; below, a model is asked where there is one.
SURE = 0.7

_SPLIT = re.compile(
    r"(?:,? and (?:also |then |maybe )?|,? plus |; ?|, (?:also )?|\. (?:also,? )?)(?=(?:an?|some|another|"
    r"one)\b (?!half\b))"
)
_SHARED = re.compile(
    r"\b(?:each|apiece|in total|altogether|(?:all )?together|all in|for (?:both|all|the lot)|between them|total"
    r"|combined)\b"
)
# "Do any have a tunnel?" asks for one like these with a tunnel.
_ANY_OF_THEM = re.compile(
    r"^(?:and |so |but )*(?:(?:do|does|are|is|have|has|which)(?: there)? )?(?:any|either|one|ones|some)"
    r"(?: of (?:them|these|those))?(?: that)? (?:have|has|got|comes? with|includes?|with) (?:an? |any )?"
)
_IN_FRONT = re.compile(
    r"(?:i have|i've got|we have|we've got|with|under|up to|for|my budget|budget|max|maximum|no more than|less than|"
    r"i can spend|around|about|between|£|\$|€|\d)"
)


def route_turn(turn: Turn, *, session: Session, vocabulary: Vocabulary, domain_model: DomainJudge) -> Route:
    """What the message asks for, intent by intent; `domain_model` tells toys from the rest."""
    folded = plain(turn.text)
    if act := small_talk(folded):
        return Route((Intent(turn.text, act, "greeting"),), reply=THANKS if act == "thank" else HELP)
    if intents := _about_the_last_wishes(turn.text, folded, session, vocabulary, domain_model):
        return Route(intents)
    if _points_at_nothing(folded, session):
        return Route((Intent(turn.text, "find", "product_query", confidence=0.9),))
    parts = _split(turn.text, vocabulary, domain_model)
    wishes = [read_wish(part, vocabulary) for part in parts]
    intents = tuple(_intent(part, wish, vocabulary, domain_model) for part, wish in zip(parts, wishes, strict=True))
    shared = _share(intents, folded)
    return replace(_close(shared, session), warnings=_together(shared, intents))


def _points_at_nothing(folded: str, session: Session) -> bool:
    """Whether the message is about products on the screen, or takes something back, and there is nothing yet."""
    if any(turn.shown for turn in session.turns):
        return False
    return points_at_shown(folded) or (bool(edits := read_edits(folded)) and not edits.rest)


_ANYTHING_FOR = re.compile(
    r"(?:(?:and|now|also|then|ok|okay|please|i|we|need|want|am|i'm|looking|for|find|show|me|what|how|about|do|you|have)"
    r"[ ,]+)*"
    r"(?:something|anything|(?:a|some) (?:\w+ )?(?:gifts?|presents?|toys?)|gifts|presents|toys) for "
    r"(?:an?|my|our|his|her|their|the|some)\b"
)


@dataclass(frozen=True, slots=True)
class _Remark:
    """A message behind an answer: what it takes back, what it adds, and in which direction it wants another choice."""

    text: str
    edits: Edits
    wish: Wish
    refinement: Refinement | None

    @property
    def looks(self) -> tuple[str, ...]:
        return _looks(self.wish)

    @property
    def goes_on(self) -> bool:
        """Whether it only says what the last wish should be like, or what it is for."""
        only_constrains = not self.wish.product_type and self.wish.constraints != Constraints()
        only_for = bool(self.wish.product_type) and not self.wish.is_named
        return bool(self.refinement or self.edits or self.looks or only_constrains or only_for)


def _remark(text: str, folded: str, previous: Sequence[Intent], vocabulary: Vocabulary) -> _Remark:
    edits = read_edits(_ANY_OF_THEM.sub("with ", folded))
    if forgiven := allowed(folded, previous):
        edits = replace(edits, named=(*edits.named, forgiven), rest="")
    wish = read_wish(without_refinement(edits.rest), vocabulary)
    return _Remark(text, edits, _with_a_brand(wish) if edits.refuses_brand else wish, refinement_of(folded))


def _about_the_last_wishes(
    text: str, folded: str, session: Session, vocabulary: Vocabulary, domain_model: DomainJudge
) -> tuple[Intent, ...]:
    """Refinements of, or a question about, what is on the screen; empty when the message starts a wish of its own."""
    previous = dialogue_state.last_product_intents(session)
    if not previous or is_errand(folded):
        return ()
    remark, of_them = _remark(text, folded, previous, vocabulary), _ANY_OF_THEM.search(folded)
    act = None if of_them else act_about_shown(folded)
    other = None if of_them else _another_toy(remark, previous, vocabulary, domain_model)
    about_another = other is not None and other.intent_type == "product_query" and not refers_to_shown(folded)
    if act and not remark.refinement and not about_another:
        return (_question(text, act, previous, session, live=remark.wish.needs_live_price),)
    if other or not remark.goes_on or _is_for_somebody_else(remark, folded, previous):
        return ()
    named = meant(folded, previous)
    kinds = frozenset(intent.product_type for intent in previous)
    return tuple(
        _refined(intent, remark, _last_brand(session, intent), kinds)
        if number in named
        else replace(intent, text=text, act="refine", refinement=None, needs_live_price=False)
        for number, intent in enumerate(previous)
    )


def _question(text: str, act: Act, previous: Sequence[Intent], session: Session, *, live: bool) -> Intent:
    """What is asked about a product on the screen; nothing that was understood changes."""
    top, named = dialogue_state.last_top_pick(session), meant(plain(text), tuple(previous))
    looked_at = next((i for i in previous if top and dialogue_state.last_top_pick(session, i) == top), previous[0])
    subject = looked_at if len(named) == len(previous) else previous[named[0]]
    live = live or act == "check_price"
    return replace(
        subject, text=text, act=act, needs_live_price=live, refinement=None, confidence=0.9,
        question=read_question(text) if act == "details" else None,
    )  # fmt: skip


def _refined(intent: Intent, remark: _Remark, shown_brand: str, kinds: frozenset[str]) -> Intent:
    """The wish less what is taken back, with what the message adds; `kinds` name wishes and add nothing."""
    wish, edits = remark.wish, remark.edits
    if wish.constraints.brand:
        edits = replace(edits, refuses_brand=False, dropped=edits.dropped - {"brand"})
    coloured = tuple(look for look in remark.looks if COLOURS.intersection(words(look)))
    if coloured:
        edits = replace(edits, dropped=edits.dropped | {"colour"})
    intent = edited(intent, edits, shown_brand)
    said = replace(wish.constraints, wanted=(*coloured, *wish.constraints.wanted))
    added = () if coloured or (wish.is_named and not remark.looks) else (wish.product_type, *wish.leftover)
    return replace(
        intent,
        text=remark.text,
        act="refine",
        question=None,
        constraints=dialogue_state.merge(intent.constraints, said),
        leftover=tuple(dict.fromkeys((*intent.leftover, *(part for part in added if part and part not in kinds)))),
        needs_live_price=wish.needs_live_price,
        refinement=remark.refinement,
        confidence=0.9,
        for_adult=(intent.for_adult or wish.for_adult) and wish.constraints.age is None,
    )


def _last_brand(session: Session, intent: Intent) -> str:
    top = dialogue_state.last_top_pick(session, intent)
    return top.brand if top else ""


def _another_toy(
    remark: _Remark, previous: Sequence[Intent], vocabulary: Vocabulary, domain_model: DomainJudge
) -> Domain | None:
    """What a message asks for that surely names something else than the last wishes.

    Looks ("a red one") and purposes ("for the beach") name nothing.
    """
    wish, kind = remark.wish, stems(remark.wish.product_type)
    if not kind or not wish.is_named or remark.looks or any(kind == stems(last.product_type) for last in previous):
        return None
    domain = judge(without_refinement(remark.edits.rest), wish, vocabulary, domain_model)
    return domain if domain.confidence >= SURE else None


def _is_for_somebody_else(remark: _Remark, folded: str, previous: Sequence[Intent]) -> bool:
    """Whether it asks for anything at all for another person: "something for a baby" after a kite is no baby's kite."""
    if remark.refinement or not _ANYTHING_FOR.match(folded):
        return False
    wish, ages = remark.wish, {last.constraints.age for last in previous}
    if wish.for_adult:
        return not all(last.for_adult for last in previous)
    return wish.constraints.age is not None and wish.constraints.age not in ages


def _with_a_brand(wish: Wish) -> Wish:
    """What is named behind "a different brand" is a brand, also where the catalogue's list of brands lacks it."""
    kind = wish.product_type
    if not kind or wish.constraints.brand or any(word in TOY_STEMS for word in stems(kind)):
        return wish
    return replace(wish, product_type="", constraints=replace(wish.constraints, brand=kind.title()))


def _looks(wish: Wish) -> tuple[str, ...]:
    """The colours and sizes of a message that names nothing else."""
    named = words(wish.product_type)
    return (wish.product_type,) if named and all(word in COLOURS | SIZES for word in named) else ()


def _split(text: str, vocabulary: Vocabulary, domain_model: DomainJudge) -> list[str]:
    """The message's wishes: cut where a new article opens a part that names a toy of its own."""
    parts = [part.strip() for part in _SPLIT.split(text) if part.strip()]
    if 1 < len(parts) <= MAX_INTENTS + 1 and not read_wish(parts[0], vocabulary).product_type:
        parts = [f"{parts[0]}, {parts[1]}", *parts[2:]]  # what stands in front of the first wish belongs to it
    if not 1 < len(parts) <= MAX_INTENTS or not all(_is_a_wish(part, vocabulary, domain_model) for part in parts):
        return [text]
    return parts


def _is_a_wish(part: str, vocabulary: Vocabulary, domain_model: DomainJudge) -> bool:
    wish = read_wish(part, vocabulary)
    domain = judge(plain(part), wish, vocabulary, domain_model)
    return wish.is_named and domain.intent_type == "product_query" and domain.confidence >= SURE


def _intent(part: str, wish: Wish, vocabulary: Vocabulary, domain_model: DomainJudge) -> Intent:
    domain: Domain = judge(plain(part), wish, vocabulary, domain_model)
    return Intent(
        text=part,
        act={"greeting": "greet", "out_of_domain": "other"}.get(domain.intent_type, "find"),  # type: ignore[arg-type]
        intent_type=domain.intent_type,
        product_type=wish.product_type,
        either=wish.either,
        constraints=wish.constraints if domain.intent_type == "product_query" else Constraints(),
        needs_live_price=wish.needs_live_price and domain.intent_type == "product_query",
        confidence=domain.confidence,
        leftover=wish.leftover,
        for_adult=wish.for_adult,
    )


def _share(intents: tuple[Intent, ...], folded: str) -> tuple[Intent, ...]:
    """A budget said once for all wishes holds for each; one said for a single wish stays with it."""
    budgets = [intent.constraints.budget for intent in intents if intent.constraints.budget]
    if len(intents) < 2 or len(budgets) != 1:
        return intents
    stands_in_front = intents[0].constraints.budget and _IN_FRONT.match(folded)
    if not (stands_in_front or _SHARED.search(folded)):
        return intents
    return tuple(replace(i, constraints=replace(i.constraints, budget=budgets[0])) for i in intents)


def _together(shared: Sequence[Intent], said: Sequence[Intent]) -> tuple[str, ...]:
    """That a sum meant for all wishes bounds each of them, and not what they come to."""
    budget = shared[0].constraints.budget
    if budget is None or budget.each or tuple(shared) == tuple(said):
        return ()
    return (
        f"I took {dialogue_state.budget_words(budget)} for each of the {len(shared)}; together they may come to more.",
    )


def _close(intents: tuple[Intent, ...], session: Session) -> Route:
    first = intents[0]
    if first.intent_type == "greeting":
        return Route((first,), reply=GREETING)
    if all(intent.intent_type == "out_of_domain" for intent in intents):
        return Route((first,), reply=OUT_OF_DOMAIN)
    if previous := dialogue_state.last_product_intents(session):
        intents = tuple(
            i if i.for_adult else replace(i, constraints=dialogue_state.carry_person(previous, i.constraints))
            for i in intents
        )
    return Route(intents)
