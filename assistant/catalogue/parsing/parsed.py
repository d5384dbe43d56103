"""What reading one cell gives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Parsed(Generic[Value]):
    """The value of a cell, `None` where there is none; `problem` says why what stood there was changed or dropped."""

    value: Value | None = None
    problem: str = ""
