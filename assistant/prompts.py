"""What a model is told: the files in `prompts/`, one for each part, read as they are."""

from __future__ import annotations

from functools import cache
from typing import Literal

from assistant import resources
from assistant.errors import SettingsError

Part = Literal["system", "router", "planner", "judge", "answerer", "offer"]


@cache
def prompt(part: Part) -> str:
    """The text for a part; raises `SettingsError` when its file is missing."""
    path = resources.PROMPTS / f"{part}.txt"
    try:
        return path.read_text(encoding="utf-8").strip()
    except OSError as error:
        raise SettingsError(f"The prompt {path.name} is missing. Install the program again.") from error
