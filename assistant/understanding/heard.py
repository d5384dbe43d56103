"""A message as it was read, with all that it may refer to: what every rule on what it asks for begins with."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from assistant.schema import (
    NAMING,
    DialogueAct,
    Intent,
    MessageReading,
    Refinement,
    Screen,
    Session,
    Shown,
    Span,
    Vocabulary,
)
from assistant.understanding.grammars.question_topics import seeks
from assistant.understanding.state import dialogue_state
from assistant.understanding.state.slot_carryover import screen_of
from assistant.understanding.state.slot_updates import Named

# What asks for another toy than the one that is shown, and in which direction.
DIRECTIONS: dict[DialogueAct, Refinement] = {
    "cheaper": "cheaper", "dearer": "premium", "value": "balanced", "another": "balanced",
}  # fmt: skip
# Below this nobody knows what a message does, and it is taken for a wish: then it is searched for, or asked back.
UNSURE = 0.45
# From here on what goes with a toy is sought, and not asked of its listing.
SURELY = 0.9


@dataclass(frozen=True)
class Heard:
    """A message with its reading and all that it may refer to; `titles` of what was shown, by the products' ids.

    `named_so` are the names of the shop's toys that have some words in them.
    """

    text: str
    reading: MessageReading
    session: Session
    titles: Mapping[str, str]
    vocabulary: Vocabulary
    named_so: Named

    @cached_property
    def screen(self) -> Screen:
        """What the shopper sees, or goes back to."""
        return screen_of(self.session, self.titles)

    @property
    def previous(self) -> tuple[Intent, ...]:
        """The wishes in force."""
        return dialogue_state.last_product_intents(self.session)

    @property
    def shown(self) -> tuple[Shown, ...]:
        """The list on the screen."""
        return dialogue_state.last_list(self.session)

    @property
    def top(self) -> Shown | None:
        """The Top Pick last shown."""
        return dialogue_state.last_top_pick(self.session)

    @property
    def subject(self) -> Intent:
        """Of the wishes in force, of which there has to be one, that of the toy that was shown or asked about last."""
        return dialogue_state.looked_at(self.previous, self.session)

    def read_as(self, **parts: Any) -> Heard:
        """The message with these parts of its reading put right."""
        return replace(self, reading=replace(self.reading, **parts))

    def marked(self, where: Callable[[Span], object], **parts: Any) -> Heard:
        """The message with these parts of each span for which `where` holds put right."""
        return replace(self, reading=self.reading.marked(where, **parts))

    def only(self, stretches: Sequence[tuple[int, int]]) -> Heard:
        """The message less all but these stretches of it, each from one place to another, and their spans."""
        text, spans = "", list[Span]()
        for start, end in stretches:
            moved = len(text) - start
            spans += [
                replace(span, start=span.start + moved, end=span.end + moved)
                for span in self.reading.spans
                if start <= span.start and span.end <= end
            ]
            text += self.text[start:end]
        return replace(self, text=text.rstrip()).read_as(spans=tuple(spans))


def seeks_something(heard: Heard) -> bool:
    """Whether a message asks for something to be found, by its words or as the reader is sure: "what goes with it"."""
    return seeks(heard.text) or heard.reading.odds_of("goes_with") >= SURELY


def sureness(reading: MessageReading) -> float:
    """How sure the reader is of the first act and of the words that name the toy."""
    names = [span.confidence for span in reading.spans if span.slot in NAMING]
    return min(reading.odds_of(reading.acts[0], 1.0), *names, 1.0)
