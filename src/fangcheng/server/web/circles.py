"""Circles of objects that ended sockets leave behind, and when they are looked for.

A socket of uvicorn and Litestar knows itself in several ways: 20 kB that only a search through all of memory gives back, for it has been
there too long for the quick ones. Such a search makes everybody wait for a moment, so it is made where it is worth it.
It does not wait for a quiet moment: with hundreds of tables there is none, and with a few it takes no time (30 ms for 200 without sockets).
Once in `PAUSE` it delays a few actions in a thousand.
"""

from __future__ import annotations

import gc
import time
from typing import Final

MOST: Final = 500
"""Sockets that end before there is a search."""
PAUSE: Final = 60.0
"""Seconds between two searches: who comes and goes all the time must not make everybody wait all the time."""


class Circles:
    """Counts sockets that have ended."""

    def __init__(self, most: int = MOST, pause: float = PAUSE) -> None:
        self._most, self._pause = most, pause
        self._ended = 0
        self._not_before = 0.0

    def one_more(self) -> None:
        """A socket has ended; now and then that is paid for."""
        self._ended += 1
        if self._ended >= self._most and time.monotonic() >= self._not_before:
            self._ended = 0
            gc.collect()
            self._not_before = time.monotonic() + self._pause


circles: Final = Circles()
"""Those of this process."""
