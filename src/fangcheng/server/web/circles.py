"""Reference cycles that ended sockets leave behind, and when to collect them.

A socket of uvicorn and Litestar refers to itself in several ways. When it ends, it leaves 20 kB that only a full garbage collection frees,
since they have long outlived the young generations. A full collection makes everybody wait for a moment, so it runs only when it pays.
It does not wait for a quiet moment: with hundreds of tables there is none, and with a few it takes no time (30 ms for 200 without sockets).
At once per `PAUSE`, it delays a few actions in a thousand.
"""

from __future__ import annotations

import gc
import time
from typing import Final

MOST: Final = 500
"""Sockets that must have ended before there is a collection."""
PAUSE: Final = 60.0
"""Seconds between two collections: people who come and go all the time must not make everybody wait all the time."""


class Circles:
    """Counts sockets that have ended."""

    def __init__(self, most: int = MOST, pause: float = PAUSE) -> None:
        self._most, self._pause = most, pause
        self._ended = 0
        self._not_before = 0.0

    def one_more(self) -> None:
        """A socket has ended; now and then, collect what ended sockets have left."""
        self._ended += 1
        if self._ended >= self._most and time.monotonic() >= self._not_before:
            self._ended = 0
            gc.collect()
            self._not_before = time.monotonic() + self._pause


circles: Final = Circles()
"""Those of this process."""
