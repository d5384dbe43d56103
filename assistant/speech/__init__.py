"""Words into sound and sound into words.

`words` is pure text; `synthesis` says who speaks and `recognition` who listens, each with the adapters that satisfy
`protocols.Synthesizer` and `protocols.Transcriber` in files of their own.
"""

from assistant.speech.lexicon import Lexicon, lexicon_of
from assistant.speech.recognition import Listeners, transcriber
from assistant.speech.synthesis import GttsSynthesizer, Voices, synthesizer
from assistant.speech.waiting import Breaker
from assistant.speech.words import say, spoken_seconds

__all__ = [
    "Breaker",
    "GttsSynthesizer",
    "Lexicon",
    "Listeners",
    "Voices",
    "lexicon_of",
    "say",
    "spoken_seconds",
    "synthesizer",
    "transcriber",
]
