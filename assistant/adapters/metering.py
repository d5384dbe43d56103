"""What a turn's calls of a model cost, and how long they may still take.

Whoever answers opens an account with `metered()`; each call, in whatever thread of the turn, writes to it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from threading import Lock


@dataclass
class Account:
    """What was asked of a model, and what it cost; calls from several threads may write to it.

    Of the `limit_s` seconds that all calls may take together no call has more than are left.
    """

    limit_s: float = math.inf
    calls: int = 0
    took_ms: float = 0.0
    tokens_in: int = 0
    tokens_out: int = 0
    _lock: Lock = field(default_factory=Lock)

    def add(self, *, calls: int = 0, took_ms: float = 0.0, tokens_in: int = 0, tokens_out: int = 0) -> None:
        """Adds to the sums."""
        with self._lock:
            self.calls += calls
            self.took_ms += took_ms
            self.tokens_in += tokens_in
            self.tokens_out += tokens_out

    def left_s(self) -> float:
        """Seconds that are left for another call."""
        return max(self.limit_s - self.took_ms / 1000, 0.0)

    def timings(self) -> dict[str, float]:
        """The sums by name; nothing where no model was asked."""
        if not self.calls:
            return {}
        return {
            "model": round(self.took_ms, 3), "model_calls": self.calls, "model_tokens_in": self.tokens_in,
            "model_tokens_out": self.tokens_out,
        }  # fmt: skip


_open_account: ContextVar[Account | None] = ContextVar("open_account", default=None)


@contextmanager
def metered(limit_s: float = math.inf) -> Iterator[Account]:
    """An account for all calls of a model that are made inside, which may take so many seconds together."""
    account = Account(limit_s)
    token = _open_account.set(account)
    try:
        yield account
    finally:
        _open_account.reset(token)


def open_account() -> Account:
    """The account that is open here, or one that nobody reads."""
    return _open_account.get() or Account()
