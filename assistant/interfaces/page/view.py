"""What the page shows of a turn: values in, values out, and no widget in sight.

A `TurnView` is made by `answered`, `failed` or `remembered`. Its texts are still as their authors wrote them: the
page passes each through `plain` on its way into a widget.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from assistant.interfaces.page.cards import MOST_OTHERS, CardView, ToyView, cards_of, toy_of, upper_first, wish_of
from assistant.language.currencies import SYMBOLS
from assistant.language.text import fold, stems, words
from assistant.protocols import Voice
from assistant.schema import AskAbout, Command, Intent, Pick, Product, Refine, Response, SessionTurn
from assistant.understanding.redaction import redact
from assistant.understanding.state import dialogue_state

STEPS = {
    "intake": "Reading your question",
    "router": "Working out what you need",
    "planner": "Planning the search",
    "retriever": "Looking through the toys",
    "answerer": "Choosing, and checking every word",
}
BROWSER = "browser:"  # before the name of a voice that the visitor's browser has
# How every trouble with a model begins, and what is shown all the same.
_OF_THE_MODEL, COMPOSED = "The model", "The answer is composed from the catalogue."
MOST_TURNS = 30  # of one conversation on the page; the store keeps them all


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked: words that are read, or the command of a button with the words that say it."""

    text: str
    command: Command | None = None

    def redacted(self) -> Question:
        """The question as the page keeps it."""
        return replace(self, text=redact(self.text).text)


@dataclass(frozen=True, slots=True)
class ActionView:
    """A button: its label, and what pressing it asks."""

    label: str
    asks: Question


Tone = Literal["answer", "reply", "talk", "error"]


@dataclass(frozen=True, slots=True)
class TurnView:
    """A whole turn: `answers` are pairs of a heading, empty for a single wish, and a text with marks like "[1]".

    `chips` are what was understood, each a button that takes it back.
    `turn_id` is empty for a turn remembered from the store: nothing of it is news. `response` is what the turn was made
    from; only the newest turns keep theirs.
    `tried_cheaper` says that "Cheaper" is among the actions only where it leads to something right.
    """

    question: str
    turn_id: str = ""
    chips: tuple[ActionView, ...] = ()
    answers: tuple[tuple[str, str], ...] = ()
    notices: tuple[str, ...] = ()
    actions: tuple[ActionView, ...] = ()
    cards: tuple[CardView, ...] = ()
    spoken: str = ""
    tone: Tone = "talk"
    response: Response | None = None
    asked_prices: bool = False
    tried_cheaper: bool = False

    def after_cheaper(self, *, found: bool) -> TurnView:
        """The turn, once it was tried whether anything right is cheaper: without that button where nothing is."""
        kept = [action for action in self.actions if found or action.asks.command != _CHEAPER.asks.command]
        return replace(self, actions=tuple(kept), tried_cheaper=True)


_CHEAPER = ActionView("Cheaper", Question("Something cheaper", Refine("cheaper")))
_PICK_ACTIONS = (
    _CHEAPER,
    ActionView("Premium", Question("Something premium", Refine("premium"))),
    ActionView("More balanced", Question("More balanced", Refine("balanced"))),
    ActionView("Why this one?", Question("Why this one?", AskAbout("explain"))),
)


def _compare(picks: Sequence[Pick]) -> tuple[ActionView, ...]:
    """The button that compares the first two; none where there are no two."""
    return (compare("Compare the first two", [pick.product.id for pick in picks[:2]]),) if len(picks) > 1 else ()


def compare(label: str, doc_ids: Sequence[str]) -> ActionView:
    """The button that sets toys beside each other."""
    return ActionView(label, Question(label, AskAbout("compare", tuple(doc_ids))))


def answered(question: str, response: Response, turn_id: str, before: Sequence[CardView] = ()) -> TurnView:
    """The turn of a question that was answered, whatever the answer; `before` are the cards on the screen."""
    answers = response.answers
    intents = tuple(answer.intent for answer in answers) or response.route.intents
    wishes = dialogue_state.led_by(intents)
    several = len(wishes) > 1
    titled = [(wish_of(one.intent) if several and one.intent in wishes else "", one.final_answer) for one in answers]
    last = before[0] if len(before) == 1 else None
    cards = cards_of(answers, several=several, before=last)
    return TurnView(
        question=question,
        turn_id=turn_id,
        chips=chips(wishes) if answers else (),
        answers=tuple(titled) or (("", response.final_answer),),
        notices=_unsaid((*response.warnings, *response.errors), [text for _, text in titled]),
        actions=_actions(response),
        cards=cards,
        spoken=response.spoken_answer,
        tone=_tone(intents, cards),
        response=response,
    )


def failed(question: str, error: str, turn_id: str) -> TurnView:
    """The turn of a question that was not answered; `error` is one clear line."""
    return TurnView(question, turn_id, answers=(("", sentence(error)),), tone="error")


def remembered(turn: SessionTurn, products: Iterable[Product]) -> TurnView:
    """A turn after a reload: the words as they were, and the toys as they were shown, without their sources.

    `products` are those of the turn that the catalogue still has.
    """
    known = {product.id: product for product in products}
    picks = [
        Pick(known[shown.doc_id], shown.price, rank, 0.0)
        for rank, shown in enumerate(sorted(turn.shown, key=lambda shown: not shown.top), start=1)
        if shown.doc_id in known
    ]
    tops = max(1, sum(shown.top for shown in turn.shown))
    others = tuple(map(toy_of, picks[1 : 1 + MOST_OTHERS])) if tops == 1 else ()
    cards = tuple(CardView("", toy_of(pick), others) for pick in picks[:tops])
    asked = chips(dialogue_state.led_by(turn.intents))
    actions = (*_PICK_ACTIONS, *(_compare(picks) if others else ())) if cards else ()
    text, tone = (("", turn.assistant),), _tone(turn.intents, cards)
    return TurnView(turn.user, "", asked, text, actions=actions, cards=cards, spoken=turn.assistant, tone=tone)


def _tone(intents: Sequence[Intent], cards: Sequence[CardView]) -> Tone:
    """What kind of turn it is: where a question about shown toys is answered, the words matter more than the card.

    "Cheaper" with nothing cheaper left speaks of the card that stays.
    """
    if not cards:
        return "reply" if any(intent.refinement for intent in intents) else "talk"
    return "answer" if all(intent.searches for intent in intents) else "reply"


def first_sentence(turn: TurnView) -> tuple[tuple[tuple[str, str], ...], str]:
    """An answer parted after its first sentence: the pick and what decides it, and the rest.

    Only a choice is parted, and only one: an answer to a question, or to two wishes, is read in one piece.
    """
    if turn.tone != "answer" or len(turn.answers) > 1:
        return turn.answers, ""
    ((heading, text),) = turn.answers
    first, mark, rest = text.partition("].")
    return ((heading, first + mark),), rest.strip()


def card_turn(turns: Sequence[TurnView]) -> TurnView | None:
    """The newest turn that has cards: small talk leaves the last pick where it is."""
    return next((turn for turn in reversed(turns) if turn.cards), None)


def newest_cards(turns: Sequence[TurnView]) -> tuple[CardView, ...]:
    """The cards on the page."""
    turn = card_turn(turns)
    return turn.cards if turn else ()


def loaded(size: int, currency: str, *, demo: bool, own: str = "") -> str:
    """What is loaded, in a line; `own` is the name of the list that the visitor brought."""
    priced = f", prices in {SYMBOLS.get(currency, currency)}" if currency else ""
    if own:
        return f"{size:,} toys of your list {own}{priced}, for this visit only"
    return f"{size:,} toys{priced}" + ("; all of them invented for this demonstration" if demo else "")


def switched_off(*, model: bool, voice: bool) -> tuple[str, ...]:
    """What the owner has not switched on, each in a line."""
    off = ("No model: answers are composed from the catalogue",) if not model else ()
    return off if voice else (*off, "No voice: answers are shown only")


def voice_labels(made_here: Iterable[Voice], of_the_browser: Iterable[str], chosen: str = "") -> dict[str, str]:
    """What can be chosen to read aloud, by its id: the voices that a recording is made with, then the browser's own.

    What was `chosen` stays among them: a browser tells its voices a moment after the page is drawn.
    """
    made = {voice.voice_id: f"{voice.name}, {voice.where}" for voice in made_here}
    names = dict.fromkeys((*of_the_browser, *([chosen.removeprefix(BROWSER)] if chosen.startswith(BROWSER) else [])))
    labels = {"": "Automatic"} | made | {f"{BROWSER}{name}": f"{name}, this browser" for name in names}
    return labels if chosen in labels else labels | {chosen: chosen.partition(":")[2]}


def sentence(text: str) -> str:
    """An error's line as a sentence of the page."""
    line = text.strip()
    return upper_first(line) + ("" if line.endswith((".", "!", "?")) else ".")


def chips(intents: Sequence[Intent]) -> tuple[ActionView, ...]:
    """What was understood, wish by wish, each part in a few words, and how to take it back."""
    said = dialogue_state.chips(intents)
    parts = (ActionView(chip.label.strip(), Question(chip.text, chip.command)) for chip in said)
    # "No doll" and "no dolls", "paw patrol" as theme and as maker are one to whoever reads them.
    by_words = {tuple(stems(part.label)): part for part in reversed([*parts]) if part.label}
    return tuple(reversed(by_words.values()))


def _actions(response: Response) -> tuple[ActionView, ...]:
    compares = any(answer.intent.act == "compare" for answer in response.answers)
    compared = _compare(response.products) if len(response.answers) == 1 and not compares else ()
    fixed = (*_PICK_ACTIONS, *compared) if response.top_pick else ()
    known = {_gist(action.asks.text) for action in fixed}
    return (
        *fixed,
        *(ActionView(text, Question(text)) for text in _once(response.followups) if _gist(text) not in known),
    )


def _unsaid(notices: Iterable[str], texts: Sequence[str]) -> tuple[str, ...]:
    """The notices that the answer itself does not already give, and what still works where a model does not."""
    unsaid = _once(notice for notice in notices if not any(notice in text for text in texts))
    return tuple(f"{notice} {COMPOSED}" if notice.startswith(_OF_THE_MODEL) else notice for notice in unsaid)


def _gist(text: str) -> str:
    """What a suggestion says, whether it says "cheaper" or "Something cheaper?"."""
    return " ".join(word for word in words(text) if word not in {"something", "a", "one", "please"})


def _once(parts: Iterable[str]) -> tuple[str, ...]:
    first: dict[str, str] = {}
    for part in parts:
        first.setdefault(fold(part).strip(), part.strip())
    return tuple(part for folded, part in first.items() if folded)


def more_about(toy: ToyView) -> ActionView:
    """The button that asks about one toy of the list."""
    return ActionView("Tell me more", Question(f"Tell me more about {toy.title}", AskAbout("details", (toy.doc_id,))))
