"""Ratings, reviews, counts, players and pieces."""

from __future__ import annotations

import re

from assistant.catalogue.parsing.cleaning import Parsed, clean
from assistant.schema import PlayerRange, Review

_RATING = re.compile(
    r"\s*(\d+(?:[.,]\d+)?)\s*(?:(?:out of|/|von|of)\s*(\d+)(?:\.0+)?)?\s*(?:stars?|sterne)?\s*", re.IGNORECASE
)
_COUNT = re.compile(r"\D{0,20}?(-?\d{1,3}(?:[, \u00a0]\d{3})+|-?\d+)(?:\.0+)?(?![\d.])")
_PLAYERS_RANGE = re.compile(r"\b(\d{1,2})\s*(?:-|–|to)\s*(\d{1,2})\s*-?players?\b", re.IGNORECASE)
_PLAYERS_AFTER = re.compile(r"\bplayers\s*:\s*(\d{1,2})\s*(?:-|–|to)\s*(\d{1,2})\b", re.IGNORECASE)
_PLAYERS_MORE = re.compile(r"\b(\d{1,2})\s*(?:\+|or more|plus|and up)\s*-?players?\b", re.IGNORECASE)
_PLAYERS_UP_TO = re.compile(r"\bup to (\d{1,2})\s*-?players?\b", re.IGNORECASE)
_PLAYERS_ONE = re.compile(r"\b(\d{1,2})\s*-?\s*players?\b(?!\s*cards?)", re.IGNORECASE)
_PLAYERS_CELL = re.compile(
    r"(\d{1,2})\s*(?:(?:-|–|to)\s*(\d{1,2})|(\+|or more|plus|and up))?(?:\s*players?.*)?", re.IGNORECASE
)
_PIECES = re.compile(r"(?<![\dx×.,:/-])(\d{1,3}(?:,\d{3})+|\d{1,5})\s*-?\s*(?:pieces?|pcs?\b\.?)(?!\w)", re.IGNORECASE)
# Several of so many: "2 x 500 pieces" is neither 500 nor 1,000 to one who counts.
_TIMES = re.compile(r"\b\d{1,3}\s*[x×]\s*$", re.IGNORECASE)
# So many go in: they are not there.
_HOLDS = re.compile(r"\b(?:for|to|holds?|holding|fits?|stores?|takes?) (?:(?:up to|over|hold) )*$", re.IGNORECASE)
_EMPTY = re.compile(r"\bempty\b", re.IGNORECASE)
# More "players" in a title are figures or cards.
_MOST_PLAYERS = 20
MOST_PIECES = 50_000
# Python itself reads no number of thousands of them.
_MOST_DIGITS = 30


def rating(text: str) -> Parsed[float]:
    """Stars from 0 to 5 out of "4.9 out of 5 stars" or "4.9"; nought means that nobody has rated."""
    text = " ".join(text.split())  # which also keeps the time in line with the length
    if not text:
        return Parsed()
    found = _RATING.fullmatch(text)
    if not found or found[2] not in {None, "5"}:
        return Parsed(problem="rating cannot be read")
    value = float(found[1].replace(",", "."))
    if value > 5:
        return Parsed(problem="rating is over 5")
    return Parsed(value or None)


def count(text: str) -> Parsed[int]:
    """A whole number out of "1,234", "5 new" or "12.0"; words without a number are no number and no problem."""
    found = _COUNT.match(text.strip())
    if not found:
        return Parsed(problem="number cannot be read" if re.search(r"\d", text) else "")
    digits = re.sub(r"[, \u00a0]", "", found[1])
    value = int(digits) if len(digits) <= _MOST_DIGITS else -1
    return Parsed(value) if 0 <= value < 2**53 else Parsed(problem="number is negative or absurd")


def players(text: str) -> Parsed[PlayerRange]:
    """The players a cell of its own states: "2-4", "2 to 4 players", "2+", "2"."""
    text = " ".join(text.split())
    found = _PLAYERS_CELL.fullmatch(text)
    if not found:
        return Parsed(problem="players cannot be read" if text else "")
    low, high = int(found[1]), int(found[2]) if found[2] else None
    if low == 0 or (high is not None and high < low):
        return Parsed(problem="players cannot be read")
    return Parsed(PlayerRange(low, None if found[3] else high or low))


def players_in_text(text: str) -> PlayerRange | None:
    """The players a title or description states in plain words, `None` where it does not or says different things."""
    ranges = _PLAYERS_RANGE.findall(text) + _PLAYERS_AFTER.findall(text)
    found = {PlayerRange(int(low), int(high)) for low, high in ranges if 0 < int(low) < int(high)}
    found |= {PlayerRange(int(low), None) for low in _PLAYERS_MORE.findall(text)}
    if not found:
        found = {PlayerRange(None, int(high)) for high in _PLAYERS_UP_TO.findall(text)}
    return found.pop() if len(found) == 1 else None


def players_in_title(title: str) -> PlayerRange | None:
    """As `players_in_text`, and "4 Player Game" besides, which only a title says of the whole game."""
    stated = players_in_text(title)
    if stated:
        return stated
    exact = {int(number) for number in _PLAYERS_ONE.findall(title)}
    number = exact.pop() if len(exact) == 1 else 0
    return PlayerRange(number, number) if 0 < number <= _MOST_PLAYERS else None


def pieces_in_title(title: str) -> int | None:
    """The pieces a title states as "1000 piece" or "46 pcs"; `None` where it does not, or states several numbers."""
    stated = list(_PIECES.finditer(title))
    if _EMPTY.search(title) or any(_TIMES.search(title[: one.start()]) for one in stated):
        return None
    found = {int(one[1].replace(",", "")) for one in stated if not _HOLDS.search(title[: one.start()])}
    number = found.pop() if len(found) == 1 else 0
    return number if 1 < number <= MOST_PIECES else None


def pieces(text: str) -> Parsed[int]:
    """The pieces that a cell of its own states."""
    parsed = count(text)
    if parsed.value is None or 1 <= parsed.value <= MOST_PIECES:
        return parsed
    return Parsed(problem="pieces are implausible")


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
