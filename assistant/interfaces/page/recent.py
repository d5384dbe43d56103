"""The newest conversations as they were shown, kept for the page as long as its process runs.

The store keeps only the words: what is remembered here beside them is shown as long as it lacks no turn.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from threading import Lock
from typing import Any

from assistant.interfaces.page.view import MOST_TURNS, Question, TurnView, card_turn
from assistant.schema import Response, SessionTurn


class Recent:
    """The newest conversations as they were shown, by session id; the one longest untouched makes room.

    It also knows which question is being answered just now: a page that is loaded anew meanwhile has to know.
    """

    def __init__(self, most: int = 100) -> None:
        self._most = most
        self._talks: OrderedDict[str, tuple[TurnView, ...]] = OrderedDict()
        self._owed: OrderedDict[str, Question] = OrderedDict()
        self._sought: set[str] = set()
        self._lock = Lock()

    @contextmanager
    def answering(self, session_id: str, question: Question) -> Iterator[None]:
        """While an answer is being sought; a page that is left meanwhile stops that, and the question stays owed."""
        self._owed[session_id] = question
        self._sought.add(session_id)
        try:
            yield
            self._owed.pop(session_id, None)
        finally:
            self._sought.discard(session_id)
            with self._lock:
                self._make_room(self._owed)

    def owed(self, session_id: str) -> Question | None:
        """The question that has no answer yet; None where there is none."""
        return self._owed.get(session_id)

    def is_sought(self, session_id: str) -> bool:
        """Whether an answer is being sought just now."""
        return session_id in self._sought

    def add(self, session_id: str, before: Sequence[TurnView], turn: TurnView) -> None:
        """Remembers a turn after all others, also those of other tabs; `before` are they where none is remembered."""
        with self._lock:
            turns = (*self._talks.get(session_id, before), turn)
            self._talks[session_id] = tuple(without_responses(turns)[-MOST_TURNS:])
            self._talks.move_to_end(session_id)
            self._make_room(self._talks)

    def change(self, session_id: str, response: Response, turn: TurnView) -> None:
        """Puts a turn in the place of the one that was made from this response."""
        with self._lock:
            if kept := self._talks.get(session_id):  # what has made room stays away
                self._talks[session_id] = tuple(turn if old.response is response else old for old in kept)

    def take_back(self, session_id: str, question: str) -> None:
        """Drops the newest turn, where it is about this question: that was heard wrongly."""
        with self._lock:
            kept = self._talks.get(session_id, ())
            if kept and kept[-1].question == question:
                self._talks[session_id] = kept[:-1]

    def _make_room(self, kept: OrderedDict[str, Any]) -> None:
        while len(kept) > self._most:
            kept.popitem(last=False)

    def put(self, session_id: str, turns: Sequence[TurnView]) -> None:
        """Remembers a conversation as it stands elsewhere."""
        with self._lock:
            self._talks[session_id] = tuple(turns)
            self._talks.move_to_end(session_id)
            self._make_room(self._talks)

    def forget(self, session_id: str) -> None:
        """A conversation that its visitor deleted."""
        with self._lock:
            self._talks.pop(session_id, None)

    def turns(self, session_id: str, seen: Iterable[TurnView] = ()) -> list[TurnView]:
        """A conversation, whatever tab it was held in; empty where it is forgotten.

        Only what this tab has `seen` keeps its id: all else is no news to it, and is not spoken by itself again.
        """
        known = {turn.turn_id for turn in seen}
        kept = self._talks.get(session_id, ())
        return [turn if turn.turn_id in known else replace(turn, turn_id="") for turn in kept]


def without_responses(turns: Sequence[TurnView]) -> list[TurnView]:
    """The turns less what they were made from, but for the newest with cards: only that one is still asked about."""
    newest = card_turn(turns)
    return [turn if turn is newest or turn.response is None else replace(turn, response=None) for turn in turns]


def is_whole(kept: Sequence[TurnView], turns: Sequence[SessionTurn]) -> bool:
    """Whether a conversation as this process remembers it has the newest of its stored turns, in their order.

    Another process may have gone on with it. What could not be stored, or not be answered, is remembered beside them.
    """
    shown = iter([_letters(turn.question) for turn in kept])
    return all(_letters(turn.user) in shown for turn in turns[-MOST_TURNS // 2 :])


def unseen(kept: Sequence[TurnView], seen: Sequence[TurnView]) -> Counter[str]:
    """The questions of a conversation, in their letters alone, that a tab does not show: they were asked in another."""
    return Counter(_letters(turn.question) for turn in kept) - Counter(_letters(turn.question) for turn in seen)


def before_all(news: Counter[str], turns: Sequence[SessionTurn]) -> int:
    """How many stored turns there were before the `unseen` ones."""
    count, left = len(turns), Counter(news)
    while count and left[letters := _letters(turns[count - 1].user)]:
        left[letters] -= 1
        count -= 1
    return count


def _letters(text: str) -> str:
    """A question as it is stored or shown, which may differ in its blanks."""
    return "".join(filter(str.isalnum, text))
