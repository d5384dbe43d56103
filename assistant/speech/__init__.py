"""Words into sound and sound into words.

`speaking.synthesis` says who speaks and `listening.recognition` who listens, each with the adapters that satisfy
`protocols.Synthesizer` and `protocols.Transcriber` in files of their own.
"""

from assistant.speech.listening.recogniser_data import Lexicon, lexicon_of
from assistant.speech.listening.recognition import Listeners, transcriber
from assistant.speech.speaking.spoken_form import say, spoken_seconds
from assistant.speech.speaking.synthesis import GttsSynthesizer, Voices, synthesizer

__all__ = [
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
