"""A shopping assistant for toys that says only what its catalogue supports."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from assistant.assistant import Assistant
    from assistant.errors import AssistantError
    from assistant.settings import Settings

__all__ = ["Assistant", "AssistantError", "Settings"]
_HOMES = {"Assistant": "assistant.assistant", "AssistantError": "assistant.errors", "Settings": "assistant.settings"}


def __getattr__(name: str) -> Any:
    """The public names, loaded when asked for: a process that only reads a page must not load the whole assistant."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
