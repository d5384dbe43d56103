"""Reviews out of one cell."""

from __future__ import annotations

import re

from assistant.catalogue.parsing.cleaning import clean
from assistant.catalogue.parsing.counts import rating
from assistant.schema import Review

_FIELDS = re.compile(r"(?<!\S)//(?!\S)")


def reviews(text: str) -> tuple[Review, ...]:
    """Reviews written as `title // stars // date // author // text` and divided by ` | `.

    Authors are private and dropped; a remainder without all five parts is the torn end of a cell and dropped too.
    """
    read = (_review(part) for part in " ".join(text.split()).split(" | "))
    return tuple(review for review in read if review)


def _review(text: str) -> Review | None:
    parts = [clean(part) for part in _FIELDS.split(text, maxsplit=4)]
    if len(parts) != 5 or not parts[4]:
        return None
    title, stars, date, _author, body = parts
    return Review(title=title, text=body, rating=rating(stars).value, date=date)
