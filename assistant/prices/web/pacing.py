"""Good manners towards search engines: one request a second for the whole process, and a pause after failures."""

from __future__ import annotations

from dataclasses import dataclass, field
from threading import Lock

from assistant.prices.ports import Clock


@dataclass
class RateLimiter:
    """Hands out moments that lie at least `interval_s` apart, to any number of threads."""

    interval_s: float = 1.0
    clock: Clock = field(default_factory=Clock)
    _next: float = float("-inf")
    _lock: Lock = field(default_factory=Lock)

    def wait(self, until: float) -> bool:
        """Waits for the next free moment; false at once, taking none, when it lies after `until` (monotonic)."""
        with self._lock:
            now = self.clock.monotonic()
            turn = max(now, self._next)
            if turn > until:
                return False
            self._next = turn + self.interval_s
        if turn > now:
            self.clock.sleep(turn - now)
        return True


# One for the process, shared by every price source: search engines count requests by address, not by object.
PROCESS_LIMITER = RateLimiter()


@dataclass
class CircuitBreaker:
    """Stops asking a search engine that failed `limit` times in a row; after `rest_s` one request tries again."""

    limit: int = 3
    rest_s: float = 60.0
    clock: Clock = field(default_factory=Clock)
    _failures: dict[str, int] = field(default_factory=dict)
    _closed_until: dict[str, float] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def may_ask(self, name: str) -> bool:
        """Whether `name` may be asked now; after a rest only the first caller may, until its outcome is known."""
        with self._lock:
            if self._failures.get(name, 0) < self.limit:
                return True
            now = self.clock.monotonic()
            if now < self._closed_until[name]:
                return False
            self._closed_until[name] = now + self.rest_s
            return True

    def succeeded(self, name: str) -> None:
        """Notes an answer."""
        with self._lock:
            self._failures.pop(name, None)

    def failed(self, name: str) -> None:
        """Notes that no answer came."""
        with self._lock:
            self._failures[name] = self._failures.get(name, 0) + 1
            self._closed_until[name] = self.clock.monotonic() + self.rest_s
