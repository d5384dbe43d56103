"""Router: a `Turn` becomes a `Route` of one to three intents.

Rules first and always; a model may later be asked about what they are unsure of. Greetings, thanks and requests
outside toys are answered here, and later stages leave that text alone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from assistant.lexicon import COLOURS, SIZES, TOY_STEMS
from assistant.pipeline import ledger
from assistant.pipeline.acts import (
    act_about_shown,
    points_at_shown,
    refers_to_shown,
    refinement_of,
    small_talk,
    without_refinement,
)
from assistant.pipeline.domain import Domain, DomainJudge, is_errand, judge
from assistant.pipeline.edits import Edits, allowed, edited, meant, read_edits
from assistant.pipeline.wishes import Wish, plain, read_wish
from assistant.schema import Act, Constraints, Intent, Route, Session, Turn, Vocabulary
from assistant.text import stems, words

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
    r"(?:,? and (?:also |then |maybe )?|,? plus |; ?|, (?:also )?|\. (?:also,? )?)(?=(?:an?|some|another|one)\b (?!half\b))"
)
_SHARED = re.compile(
    r"\b(?:each|apiece|in total|altogether|all together|all in|for (?:both|all|the lot)|between them|total|combined)\b"
)
_IN_FRONT = re.compile(
    r"(?:i have|i've got|we have|we've got|with|under|up to|for|my budget|budget|max|maximum|no more than|less than|"
    r"i can spend|around|about|between|£|\$|€|\d)"
)


def route_turn(
    turn: Turn, *, session: Session, vocabulary: Vocabulary, domain_model: DomainJudge | None = None
) -> Route:
    """What the message asks for, intent by intent; `domain_model` helps to tell toys from the rest."""
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
    return _close(_share(intents, folded), session)


def _points_at_nothing(folded: str, session: Session) -> bool:
    """Whether the message is about products on the screen, or takes something back, and there is nothing yet."""
    if any(turn.shown for turn in session.turns):
        return False
    return points_at_shown(folded) or (bool(edits := read_edits(folded)) and not edits.rest)


def _about_the_last_wishes(
    text: str, folded: str, session: Session, vocabulary: Vocabulary, domain_model: DomainJudge | None
) -> tuple[Intent, ...]:
    """Refinements of, or a question about, what is on the screen; empty when the message starts a wish of its own."""
    previous = ledger.last_product_intents(session)
    if not previous or is_errand(folded):
        return ()
    edits, refinement, act = read_edits(folded), refinement_of(folded), act_about_shown(folded)
    if forgiven := allowed(folded, previous):
        edits = replace(edits, named=(*edits.named, forgiven), rest="")
    rest = without_refinement(edits.rest)
    wish = read_wish(rest, vocabulary)
    if edits.refuses_brand:
        wish = _with_a_brand(wish)
    other = _another_toy(rest, wish, previous, vocabulary, domain_model)
    if act and not refinement and (refers_to_shown(folded) or other is None or other.intent_type != "product_query"):
        return (_question(text, act, previous, session, wish),)
    if other:
        return ()
    looks = _looks(wish)
    if not (refinement or edits or looks or _goes_on(wish)):
        return ()
    kinds = [intent.product_type for intent in previous]
    return tuple(
        replace(
            _refined(intent, text, edits, wish, looks, _last_brand(session, intent), kinds),
            refinement=refinement,
            needs_live_price=wish.needs_live_price,
        )
        if number in meant(folded, previous)
        else replace(intent, text=text, act="refine", refinement=None, needs_live_price=False)
        for number, intent in enumerate(previous)
    )


def _question(text: str, act: Act, previous: Sequence[Intent], session: Session, wish: Wish) -> Intent:
    """What is asked about a product on the screen; nothing that was understood changes."""
    top = ledger.last_top_pick(session)
    subject = next((i for i in previous if top and ledger.last_top_pick(session, i) == top), previous[0])
    live = wish.needs_live_price or act == "check_price"
    return replace(subject, text=text, act=act, needs_live_price=live, refinement=None, confidence=0.9)


def _refined(
    intent: Intent, text: str, edits: Edits, wish: Wish, looks: tuple[str, ...], shown_brand: str, known: Sequence[str]
) -> Intent:
    """The wish less what is taken back, with what the message adds."""
    if wish.constraints.brand:
        edits = replace(edits, refuses_brand=False, dropped=edits.dropped - {"brand"})
    intent = edited(intent, edits, shown_brand)
    said = replace(wish.constraints, wanted=(*looks, *wish.constraints.wanted))
    added = (
        () if looks or wish.is_named else tuple(p for p in (wish.product_type, *wish.leftover) if p and p not in known)
    )
    return replace(
        intent,
        text=text,
        act="refine",
        constraints=ledger.merge(intent.constraints, said),
        leftover=tuple(dict.fromkeys((*intent.leftover, *added))),
        confidence=0.9,
    )


def _last_brand(session: Session, intent: Intent) -> str:
    top = ledger.last_top_pick(session, intent)
    return top.brand if top else ""


def _another_toy(
    rest: str, wish: Wish, previous: Sequence[Intent], vocabulary: Vocabulary, domain_model: DomainJudge | None
) -> Domain | None:
    """What a message asks for that surely names something else than the last wishes.

    Looks ("a red one") and purposes ("for the beach") name nothing.
    """
    kind = stems(wish.product_type)
    if not kind or not wish.is_named or _looks(wish) or any(kind == stems(last.product_type) for last in previous):
        return None
    domain = judge(plain(rest), wish, vocabulary, domain_model)
    return domain if domain.confidence >= SURE else None


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


def _goes_on(wish: Wish) -> bool:
    """Whether the message only says what the last wish should be like, or what it is for."""
    if not wish.product_type:
        return wish.constraints != Constraints()
    return not wish.is_named


def _split(text: str, vocabulary: Vocabulary, domain_model: DomainJudge | None) -> list[str]:
    """The message's wishes: cut where a new article opens a part that names a toy of its own."""
    parts = [part.strip() for part in _SPLIT.split(text) if part.strip()]
    if 1 < len(parts) <= MAX_INTENTS + 1 and not read_wish(parts[0], vocabulary).product_type:
        parts = [f"{parts[0]}, {parts[1]}", *parts[2:]]  # what stands in front of the first wish belongs to it
    if not 1 < len(parts) <= MAX_INTENTS or not all(_is_a_wish(part, vocabulary, domain_model) for part in parts):
        return [text]
    return parts


def _is_a_wish(part: str, vocabulary: Vocabulary, domain_model: DomainJudge | None) -> bool:
    wish = read_wish(part, vocabulary)
    domain = judge(plain(part), wish, vocabulary, domain_model)
    return wish.is_named and domain.intent_type == "product_query" and domain.confidence >= SURE


def _intent(part: str, wish: Wish, vocabulary: Vocabulary, domain_model: DomainJudge | None) -> Intent:
    domain: Domain = judge(plain(part), wish, vocabulary, domain_model)
    return Intent(
        text=part,
        act={"greeting": "greet", "out_of_domain": "other"}.get(domain.intent_type, "find"),  # type: ignore[arg-type]
        intent_type=domain.intent_type,
        product_type=wish.product_type,
        constraints=wish.constraints if domain.intent_type == "product_query" else Constraints(),
        needs_live_price=wish.needs_live_price and domain.intent_type == "product_query",
        confidence=domain.confidence,
        leftover=wish.leftover,
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


def _close(intents: tuple[Intent, ...], session: Session) -> Route:
    first = intents[0]
    if first.intent_type == "greeting":
        return Route((first,), reply=GREETING)
    if all(intent.intent_type == "out_of_domain" for intent in intents):
        return Route((first,), reply=OUT_OF_DOMAIN)
    if previous := ledger.last_product_intents(session):
        intents = tuple(replace(i, constraints=ledger.carry_person(previous, i.constraints)) for i in intents)
    return Route(intents)
