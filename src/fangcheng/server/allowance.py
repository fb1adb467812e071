"""How often somebody may do something."""

from __future__ import annotations

import time
from collections.abc import Hashable
from typing import Final

BURST: Final = 4
"""Seconds of the allowed rate that may come at once. After as much again of what was refused, the limit counts as ignored."""
REMEMBERED: Final = 10_000
"""With more askers than this, those that have been quiet for long enough to be allowed everything again are forgotten."""


class Allowance:
    """A rate limit that forgives bursts (token bucket). `take` says whether one more message is allowed."""

    def __init__(self, rate: float, burst: float | None = None) -> None:
        """`rate` messages a second on average, `burst` at once (BURST seconds' worth where none is given)."""
        self._rate, self._burst = rate, rate * BURST if burst is None else burst
        self._tokens, self._then = self._burst, time.monotonic()

    def take(self) -> bool:
        """Count a message."""
        now = time.monotonic()
        self._tokens = min(self._tokens + (now - self._then) * self._rate, self._burst) - 1
        self._then = now
        return self._tokens >= 0

    @property
    def abused(self) -> bool:
        """Whether the limit is ignored altogether."""
        return self._tokens < -self._burst


class Meter:
    """Rates of many askers by name (a token bucket each). What is refused costs nothing."""

    def __init__(self, rate: float, burst: float | None = None) -> None:
        """`rate` a second on average, `burst` at once (BURST seconds' worth where none is given)."""
        self._rate, self._most = rate, float(rate * BURST if burst is None else burst)
        self._left: dict[Hashable, tuple[float, float]] = {}
        self._forget_from = 0.0

    def wait(self, asker: Hashable, cost: int, now: float) -> float:
        """Count something that costs `cost`; 0.0 when it is allowed, else the seconds after which it would be."""
        left = self._tokens(asker, now)
        allowed = left >= cost
        self._left[asker] = left - cost if allowed else left, now
        if len(self._left) > REMEMBERED and now >= self._forget_from:
            self._forget_quiet(now)
        return 0.0 if allowed else (cost - left) / self._rate

    def due(self, asker: Hashable, cost: int, now: float) -> float:
        """What `wait` would answer, without counting anything."""
        return max(cost - self._tokens(asker, now), 0.0) / self._rate

    def forget(self, asker: Hashable) -> None:
        """Allow somebody everything again."""
        self._left.pop(asker, None)

    def _tokens(self, asker: Hashable, now: float) -> float:
        left, then = self._left.get(asker, (self._most, now))
        return min(left + (now - then) * self._rate, self._most)

    def _forget_quiet(self, now: float) -> None:
        # Not with every request: this many askers at once are an attack, and searching through them all must not make it worse.
        self._forget_from = now + 1
        self._left = {asker: kept for asker, kept in self._left.items() if self._tokens(asker, now) < self._most}
