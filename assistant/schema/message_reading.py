"""What a message was read to say: acts, and the stretches of it that carry something."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

DialogueAct = Literal[
    "find", "change", "cheaper", "dearer", "value", "another", "best", "question", "opinions", "describe", "price",
    "service", "compare", "why", "total", "goes_with", "take", "back", "greet", "thanks", "help", "form", "outside",
]  # fmt: skip
SlotName = Literal[
    "kind", "theme", "brand", "material", "colour", "feature", "scale", "occasion", "recipient", "age", "players",
    "pieces", "budget", "best", "owns", "ref", "next", "form",
]  # fmt: skip
Sign = Literal["wanted", "refused", "dropped"]
StateSlot = Literal[
    "kind", "theme", "brand", "material", "feature", "age", "players", "pieces", "budget", "refused"
]  # fmt: skip
# More than these at once is no message of a shopper.
MAX_ACTS = 3
ACTS: tuple[DialogueAct, ...] = get_args(DialogueAct)
SLOTS: tuple[SlotName, ...] = get_args(SlotName)
SIGNS: tuple[Sign, ...] = get_args(Sign)
# Slots whose words name a toy.
NAMING: tuple[SlotName, ...] = ("kind", "theme", "brand")


@dataclass(frozen=True, slots=True)
class Span:
    """Words of the message from `start` to `end`, which slot they fill, and whether it is wanted, refused or dropped.

    `confidence` is 0 to 1; `unknown` are its words that are no common English, and may be misspelt. `ref` points at
    something that was shown: its text is the title where the reader tells which; `next` is where another wish begins.
    """

    slot: SlotName
    text: str
    start: int
    end: int
    sign: Sign = "wanted"
    confidence: float = 1.0
    unknown: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MessageReading:
    """What a message does, the surest act first, and what its words say, in their order.

    `odds` are how likely each act is, by its name; `kept` is how likely each of the screen's slots still holds (empty
    where the reader cannot tell). `kind` is the whole sort of toy that is wanted now, where the reader says it.
    `is_whole` tells a reading that took in what was shown and said, which no rule has to put right. `warning` says
    that a model was asked in vain.
    """

    acts: tuple[DialogueAct, ...]
    spans: tuple[Span, ...] = ()
    odds: tuple[tuple[DialogueAct, float], ...] = ()
    kept: tuple[float, ...] = ()
    kind: str = ""
    is_whole: bool = False
    warning: str = ""

    def words_for(self, *slots: SlotName, sign: Sign = "wanted") -> tuple[str, ...]:
        """The words for these slots, in the message's order, each once."""
        return tuple(dict.fromkeys(one.text for one in self.spans_for(*slots, sign=sign)))

    def spans_for(self, *slots: SlotName, sign: Sign = "wanted") -> tuple[Span, ...]:
        """The stretches that fill these slots, in the message's order."""
        return tuple(one for one in self.spans if one.slot in slots and one.sign == sign)

    def odds_of(self, act: DialogueAct, unknown: float = 0.0) -> float:
        """How likely the message does this, 0 to 1; `unknown` where the reader did not say."""
        return dict(self.odds).get(act, unknown)

    def marked(self, where: Callable[[Span], object], **parts: Any) -> MessageReading:
        """The reading with these parts of each span for which `where` holds put right."""
        return replace(self, spans=tuple(replace(one, **parts) if where(one) else one for one in self.spans))

    def turns_down(self, *slots: SlotName) -> bool:
        """Whether words for one of these slots are refused or taken back."""
        return any(one.slot in slots and one.sign != "wanted" for one in self.spans)

    def does(self, *acts: DialogueAct) -> bool:
        """Whether the message does any of these."""
        return any(act in self.acts for act in acts)


@dataclass(frozen=True, slots=True)
class SlotValue:
    """One thing that the wish of that number asks for: "age", "4 years"; what it must not be is "refused"."""

    wish: int
    slot: StateSlot
    text: str


@dataclass(frozen=True, slots=True)
class Screen:
    """What the shopper sees: the present wish in words, and the titles of the ranked list; empty at the beginning.

    `slots` are all that the wishes in force ask for. `prices` stand beside the titles, empty where there is none;
    `earlier` are titles of what was shown before, the latest first, and `said` the shopper's last messages.
    """

    wish: str = ""
    titles: tuple[str, ...] = ()
    slots: tuple[SlotValue, ...] = ()
    prices: tuple[str, ...] = ()
    earlier: tuple[str, ...] = ()
    said: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        """Whether anything is shown."""
        return bool(self.wish or self.titles)
