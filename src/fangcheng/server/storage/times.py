"""The time of day, as the database keeps it."""

from __future__ import annotations

import time


def now_ms() -> int:
    """Milliseconds since 1970. For records only, never for measuring: the clock of a machine may be set."""
    return time.time_ns() // 1_000_000
