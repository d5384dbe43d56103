"""Words into sound: what a written answer sounds like, and who says it.

`words` is pure text; `synthesis` holds the adapters that satisfy `protocols.Synthesizer`.
"""

from assistant.speech.synthesis import Breaker, GttsSynthesizer, synthesizer
from assistant.speech.words import say, spoken_seconds

__all__ = ["Breaker", "GttsSynthesizer", "say", "spoken_seconds", "synthesizer"]
