"""Turns written from many threads; and a store that loses some is seen."""

from __future__ import annotations

import json

import pytest

from assistant.schema import Session, SessionTurn
from benchmarks.storing import main, measure_store


class Forgetful:
    """Keeps a conversation's first turn only."""

    def __init__(self) -> None:
        self.kept: dict[str, SessionTurn] = {}

    def load(self, session_id: str) -> Session:
        return Session(session_id, (self.kept[session_id],))

    def append(self, session_id: str, turn: SessionTurn) -> None:
        self.kept.setdefault(session_id, turn)

    def amend(self, session_id: str, turn: SessionTurn) -> None:
        """Nothing is put right here."""

    def take_back(self, session_id: str, message: str) -> None:
        """Nothing is deleted here."""

    def owe(self, session_id: str, message: str) -> bool:
        return False

    def owed(self, session_id: str, for_s: float = 0) -> str:
        return ""

    def forget(self, session_id: str) -> int:
        return bool(self.kept.pop(session_id, None))

    def close(self) -> None:
        """Nothing was opened."""


def test_nothing_is_lost_and_what_is_lost_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--turns", "200", "--json"])
    figures = json.loads(capsys.readouterr().out)
    assert (figures["turns"], figures["lost"]) == (200, 0)
    assert measure_store(Forgetful(), turns=50, sessions=10, threads=2).lost == 40
