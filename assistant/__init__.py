"""A shopping assistant for toys that says only what its catalogue supports."""

from assistant.assistant import Assistant
from assistant.errors import AssistantError
from assistant.settings import Settings

__all__ = ["Assistant", "AssistantError", "Settings"]
