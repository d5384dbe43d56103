"""A model reads the message: what it does and which of its words say what, held against the message itself.

It is asked about every message where a model is set, after the learned reader, whose reading stands where the model is
late, fails, or says nothing that the message carries. Sums, ages and counts are not taken from it: grammars read them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field
from rapidfuzz import fuzz

from assistant.errors import ModelError
from assistant.language.text import fold, stems
from assistant.prompts import prompt
from assistant.protocols import ChatModel, Reader
from assistant.schema import MAX_ACTS, DialogueAct, Message, MessageReading, Screen, Sign, SlotName, Span

MAX_SPANS = 40
# So much of a misspelt word, of 100, is in the word that is meant.
ALIKE = 70


class _Read(BaseModel):
    model_config = ConfigDict(extra="ignore")


class _Words(_Read):
    slot: SlotName
    words: str
    sign: Sign = "wanted"
    toys: list[int] = Field(default_factory=list)
    means: str = ""


class ModelReading(_Read):
    """What the model fills in; its constraints are for the trace, because grammars read them from the message."""

    intent_type: Literal["greeting", "out_of_domain", "product_query"]
    acts: list[DialogueAct] = Field(default_factory=list)
    words: list[_Words] = Field(default_factory=list)
    keeps: list[int] | None = None
    product_type: str = ""
    needs_live_price: bool = False


@dataclass(frozen=True, slots=True)
class ModelReader:
    """A model before a learned reader."""

    model: ChatModel
    learned: Reader

    def read(self, message: str, screen: Screen) -> MessageReading:
        """The model's reading, or the learned one with a warning."""
        learned = self.learned.read(message, screen)
        asked = {"message": message, "screen": _in_json(screen)}
        try:
            given = self.model.complete(
                [Message("user", json.dumps(asked, ensure_ascii=False))], ModelReading,
                system=f"{prompt('system')}\n\n{prompt('router')}",
            )  # fmt: skip
        except ModelError as error:
            return replace(learned, warning=str(error))
        return held_against(message, screen, given, learned)


def held_against(message: str, screen: Screen, given: ModelReading, learned: MessageReading) -> MessageReading:
    """What of the model's reading the message carries; what holds is as it was learned where the model says nothing."""
    live: list[DialogueAct] = ["price"] if given.acts and given.needs_live_price else []
    acts = tuple(dict.fromkeys((*given.acts, *live)))[:MAX_ACTS]
    if given.intent_type == "out_of_domain":
        acts = ("outside",)
    if not acts:
        return learned
    keeps = given.keeps
    kept = learned.kept if keeps is None else tuple(float(at in keeps) for at in range(len(screen.slots)))
    spans = sorted(_spans(message, given.words, _toys(screen)), key=lambda span: span.start)
    said = (message, screen.wish, *(one.text for one in screen.slots), *(one.text for one in spans))
    known = set(stems(" ".join(said)))
    kind = given.product_type if known.issuperset(stems(given.product_type)) else ""
    return MessageReading(acts, tuple(spans), kept=kept, kind=kind, is_whole=True)


def _toys(screen: Screen) -> Mapping[int, str]:
    """The titles of what is shown, and behind them of what was, by the number that the model knows them by."""
    return dict(enumerate((*screen.titles, *screen.earlier), start=1))


def _in_json(screen: Screen) -> dict[str, Any]:
    toys: list[dict[str, Any]] = [{"toy": number, "name": title} for number, title in _toys(screen).items()]
    for toy, price in zip(toys, screen.prices, strict=False):
        toy.update({"price": price} if price else {})
    slots = [{"id": at, "slot": one.slot, "words": one.text} for at, one in enumerate(screen.slots)]
    count = len(screen.titles)
    return {"said": screen.said, "wish": screen.wish, "shown": toys[:count], "earlier": toys[count:], "slots": slots}


def _spans(message: str, words: list[_Words], toys: Mapping[int, str]) -> Iterator[Span]:
    """The stretches that stand in the message, none twice, spelt right; what points at toys bears their names."""
    taken: list[tuple[int, int]] = []
    for one in words[:MAX_SPANS]:
        spelled = r"\s+".join(map(re.escape, one.words.split()))
        found = re.finditer(rf"(?<!\w){spelled}(?!\w)", message, re.IGNORECASE) if spelled else ()
        places = (match.span() for match in found)
        place = next((p for p in places if not any(p[0] < end and start < p[1] for start, end in taken)), None)
        if place:
            taken.append(place)
            said = message[slice(*place)]
            named = [toys[number] for number in one.toys if number in toys] if one.slot == "ref" else []
            for text in named or [one.means if _is_slip(said, one.means) else said]:
                yield Span(one.slot, text, *place, one.sign)


def _is_slip(said: str, means: str) -> bool:
    """Whether these are the same words, spelt otherwise: "dinosar puzzel" for "dinosaur puzzle"."""
    return len(said.split()) == len(means.split()) and fuzz.ratio(fold(said), fold(means)) >= ALIKE
