"""What pressing a button or a chip asks for: values, so that nothing has to be read out of words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from assistant.schema.routes import Refinement

Slot = Literal[
    "product_type", "material", "brand", "age", "players", "pieces", "stars", "budget", "wanted", "refused",
    "refused_brands", "refused_kinds",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Drop:
    """Takes back one thing that was understood; `value` tells one of several, `wish` counts the intents from 0."""

    slot: Slot
    value: str = ""
    wish: int = 0


@dataclass(frozen=True, slots=True)
class Refine:
    """Asks for another choice in a direction."""

    direction: Refinement


@dataclass(frozen=True, slots=True)
class AskAbout:
    """Asks about products on the screen: those with these ids, the one last looked at where there are none."""

    act: Literal["explain", "compare", "details"]
    doc_ids: tuple[str, ...] = ()


Command = Drop | Refine | AskAbout
