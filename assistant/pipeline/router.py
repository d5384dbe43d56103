"""Router: a `Turn` becomes a `Route` of one to three intents.

Rules first and always; a model may later be asked about what they are unsure of. Greetings, thanks and requests
outside toys are answered here, and later stages leave that text alone.
"""

from __future__ import annotations

import re
from dataclasses import replace

from assistant.pipeline import ledger
from assistant.pipeline.acts import act_about_shown, refinement_of, small_talk, without_refinement
from assistant.pipeline.domain import Domain, DomainJudge, judge
from assistant.pipeline.wishes import Wish, plain, read_wish
from assistant.schema import Constraints, Intent, Route, Session, Turn, Vocabulary
from assistant.text import stems

GREETING = "Hello. Tell me what kind of toy you're after, who it's for and your budget, and I'll find one."
OUT_OF_DOMAIN = "I can only help with toys and games. Tell me about a toy you're after and I'll look for it."
THANKS = "You're welcome. If you need another toy, just tell me."
HELP = (
    "Tell me what you're looking for, who it's for and what you'd like to spend, such as: a wooden train set for a "
    "four-year-old under £30. Then ask for something cheaper, premium or more balanced, or ask why I chose it."
)
MAX_INTENTS = 3

_SPLIT = re.compile(r"(?:,? and (?:also |then |maybe )?|,? plus |; ?|, (?:also )?)(?=(?:an?|some|another|one)\b )")
_SHARED = re.compile(
    r"\b(?:each|in total|altogether|all together|all in|for (?:both|all|the lot)|between them|total|combined)\b"
)


def route_turn(
    turn: Turn, *, session: Session, vocabulary: Vocabulary, domain_model: DomainJudge | None = None
) -> Route:
    """What the message asks for, intent by intent; `domain_model` helps to tell toys from the rest."""
    folded = plain(turn.text)
    if act := small_talk(folded):
        return Route((Intent(turn.text, act, "greeting"),), reply=THANKS if act == "thank" else HELP)
    if intent := _about_the_last_wish(turn.text, folded, session, vocabulary, domain_model):
        return Route((intent,))
    parts = _split(turn.text, vocabulary, domain_model)
    wishes = [read_wish(part, vocabulary) for part in parts]
    intents = [_intent(part, wish, vocabulary, domain_model) for part, wish in zip(parts, wishes, strict=True)]
    return _close(_share(intents, folded), session)


def _about_the_last_wish(
    text: str, folded: str, session: Session, vocabulary: Vocabulary, domain_model: DomainJudge | None
) -> Intent | None:
    """A refinement of, or a question about, what is on the screen; None when the message starts a wish of its own."""
    previous = ledger.last_product_intents(session)
    if not previous:
        return None
    wish = read_wish(text, vocabulary)
    refinement, act = refinement_of(folded), act_about_shown(folded)
    if _names_another_toy(folded, previous[0], vocabulary, domain_model) and not (act and not wish.constraints.budget):
        return None
    if refinement or (act is None and _only_constrains(wish)):
        act = "refine"
    if act is None:
        return None
    last = previous[0]
    return replace(
        last,
        text=text,
        act=act,
        constraints=ledger.merge(last.constraints, wish.constraints),
        needs_live_price=wish.needs_live_price or act == "check_price",
        refinement=refinement,
        confidence=0.9,
    )


def _names_another_toy(folded: str, last: Intent, vocabulary: Vocabulary, domain_model: DomainJudge | None) -> bool:
    """Whether the message names a toy other than the last; the words of a refinement ("premium") are none."""
    rest = without_refinement(folded)
    wish = read_wish(rest, vocabulary)
    if not wish.product_type or stems(wish.product_type) == stems(last.product_type):
        return False
    return judge(rest, wish, vocabulary, domain_model).confidence >= 0.7


def _only_constrains(wish: Wish) -> bool:
    return not wish.product_type and wish.constraints != Constraints()


def _split(text: str, vocabulary: Vocabulary, domain_model: DomainJudge | None) -> list[str]:
    """The message's wishes: cut where a new article opens a part that names a toy of its own."""
    parts = [part.strip() for part in _SPLIT.split(text) if part.strip()]
    if (
        len(parts) < 2
        or len(parts) > MAX_INTENTS
        or not all(_is_a_wish(part, vocabulary, domain_model) for part in parts)
    ):
        return [text]
    return parts


def _is_a_wish(part: str, vocabulary: Vocabulary, domain_model: DomainJudge | None) -> bool:
    wish = read_wish(part, vocabulary)
    domain = judge(plain(part), wish, vocabulary, domain_model)
    return wish.is_named and domain.intent_type == "product_query" and domain.confidence >= 0.7


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


def _share(intents: list[Intent], folded: str) -> list[Intent]:
    """A budget said once for all wishes holds for each; one said for a single wish stays with it."""
    if len(intents) < 2:
        return intents
    budgets = [intent.constraints.budget for intent in intents if intent.constraints.budget]
    if len(budgets) != 1 or not (intents[0].constraints.budget or _SHARED.search(folded)):
        return intents
    if (
        intents[0].constraints.budget
        and not re.match(r"(?:i have|i've got|with|under|budget|up to|for|my budget)\b", folded)
        and not _SHARED.search(folded)
    ):
        return intents
    return [replace(intent, constraints=replace(intent.constraints, budget=budgets[0])) for intent in intents]


def _close(intents: list[Intent], session: Session) -> Route:
    first = intents[0]
    if first.intent_type == "greeting":
        return Route((first,), reply=GREETING)
    if all(intent.intent_type == "out_of_domain" for intent in intents):
        return Route((first,), reply=OUT_OF_DOMAIN)
    previous = ledger.last_product_intents(session)
    if previous:
        intents = [
            replace(intent, constraints=ledger.carry_person(previous[0].constraints, intent.constraints))
            for intent in intents
        ]
    return Route(tuple(intents))
