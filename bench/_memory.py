"""What a server's memory does while people play."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Generator
from contextlib import contextmanager

from _servers import Server

SAMPLES = 120
"""Looks at the memory in the whole time."""
EARLY, LATE = (1 / 6, 1 / 2), (2 / 3, 1.0)
"""Shares of the time that are compared: in half an hour minutes 5 to 15 and 20 to 30."""
TOLD = 6
"""Moments that are told, beside the first."""


class Memory:
    """Kilobytes a table above a server without any, with the share of the time at which it was so: a line through `SAMPLES` moments.

    What grows must be looked for between means over several deals: a table takes more as its deal goes on, and gives it back.
    """

    def __init__(self, server: Server, base: int, tables: int, seconds: float) -> None:
        self._server, self._base, self._tables, self.seconds = server, base, tables, seconds
        self.samples: list[tuple[float, float]] = []

    @contextmanager
    def watched(self) -> Generator[None]:
        """While people play."""
        looking = asyncio.create_task(self._look())
        try:
            yield
        finally:
            looking.cancel()

    async def _look(self) -> None:
        began = time.perf_counter()
        while True:
            kilobytes = (self._server.memory() - self._base) / 1000 / self._tables
            self.samples.append(((time.perf_counter() - began) / self.seconds, kilobytes))
            await asyncio.sleep(self.seconds / SAMPLES)

    @property
    def highest(self) -> float:
        """The most that there was."""
        return max(kilobytes for _, kilobytes in self.samples)

    @property
    def grown(self) -> float:
        """How much more it was late than early, on average."""
        return self._mean(*LATE) - self._mean(*EARLY)

    def _mean(self, start: float, end: float) -> float:
        found = [kilobytes for share, kilobytes in self.samples if start <= share <= end]
        return sum(found) / len(found) if found else float("nan")

    def moments(self) -> list[tuple[int, float]]:
        """What there was at a few moments, with the s since the beginning."""
        chosen = [min(self.samples, key=lambda sample: abs(sample[0] - place / TOLD)) for place in range(TOLD + 1)]
        return [(round(share * self.seconds), kilobytes) for share, kilobytes in dict.fromkeys(chosen)]
