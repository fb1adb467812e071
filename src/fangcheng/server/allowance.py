"""How often somebody may do something."""

from __future__ import annotations

import time
from typing import Final

BURST: Final = 4
"""Seconds of the allowed rate that may come at once; as much again of what was too much, and the limit is ignored."""


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
