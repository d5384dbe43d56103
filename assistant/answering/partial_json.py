"""A model's JSON while it is being written: each sentence as soon as it is whole."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

_SHOWN = re.compile(r'"shown"\s*:\s*\[')
_BETWEEN = re.compile(r"[\s,]*")


class ShownReader:
    """Reads the objects of the array "shown" out of a text that comes in pieces; what it cannot read it waits for."""

    def __init__(self) -> None:
        self.text = ""
        self._at = -1
        self._ended = False
        self._decoder = json.JSONDecoder()

    @property
    def whole(self) -> str:
        """The object in all that came, without words or fences around it."""
        return self.text[self.text.find("{") : self.text.rfind("}") + 1]

    def feed(self, piece: str) -> Iterator[dict[str, Any]]:
        """The objects that this piece completes."""
        self.text += piece
        # Only a bracket completes anything; looking after every piece would read the text again and again.
        while not self._ended and ("}" in piece or "]" in piece) and (found := self._next()) is not None:
            yield found

    def _next(self) -> dict[str, Any] | None:
        if self._at < 0:
            begins = _SHOWN.search(self.text)
            if begins is None:
                return None
            self._at = begins.end()
        between = _BETWEEN.match(self.text, self._at)
        at = between.end() if between else self._at
        self._ended = self.text[at : at + 1] == "]"
        try:
            found, self._at = self._decoder.raw_decode(self.text, at)
        except (ValueError, RecursionError):
            return None
        return found if isinstance(found, dict) else None
