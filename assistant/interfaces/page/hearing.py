"""Which words of a spoken question are shown before it is asked."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.language.text import fold
from assistant.schema import MessageReading

# Of thirty spoken questions that chose it, the reader was at 0.45 or above in each heard without noise and understood.
READER_UNSURE = 0.4


def doubted(unsure: Sequence[str], reading: MessageReading) -> tuple[str, ...]:
    """The words that carry something and may be wrong, by the recogniser or by the reader.

    Where the reader makes nothing of a word, nothing rests on how it was heard.
    """
    carried = {word for span in reading.spans for word in fold(span.text).split()}
    heard = [word for word in unsure if fold(word) in carried]
    read = [span.text for span in reading.spans if span.confidence < READER_UNSURE]
    return tuple(dict.fromkeys((*heard, *read)))
