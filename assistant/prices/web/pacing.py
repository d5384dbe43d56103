"""Good manners towards search engines: one request a second for the whole process."""

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
