"""The desk: work that would keep the tables waiting is done in threads beside them, a few pieces at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final, TypeVar

from fangcheng.server.errors import ApiError

T = TypeVar("T")

WORKERS: Final = 2
QUEUE: Final = 32
"""Pieces of work that may be under way or waiting; further ones are refused."""


class Desk:
    """Threads for questions."""

    def __init__(self) -> None:
        self._free = asyncio.Semaphore(WORKERS)
        self._asked = 0

    async def answer(self, work: Callable[..., T], *given: Any) -> T:
        """The answer of `work(*given)`, once a thread is free for it; ApiError when too much is waiting already."""
        if self._asked >= QUEUE:
            raise ApiError(503, "busy")
        self._asked += 1
        try:
            async with self._free:
                return await asyncio.to_thread(work, *given)
        finally:
            self._asked -= 1
