"""What is to be sent on a connection: queued by whoever has something to say, sent by one task."""

from __future__ import annotations

import asyncio
import itertools
from typing import Any, Final

from litestar import WebSocket

from fangcheng.server.protocol import Closed, encode
from fangcheng.server.protocol.common import Outgoing

BACKLOG: Final = 256
"""Messages that may wait for a viewer who does not take them; then he is cut off and may reconnect."""
PATIENCE: Final = 20
"""Seconds that a viewer may take to receive what waits for him."""
CLOSE_CODE: Final = 4000
NEVER: Final = float("inf")


_opened = itertools.count(1)


class Outbox:
    """What is to be sent on one connection, in order. `closed` once the last message is queued, `opened` numbers connections as they come.

    A list and a future: of queues, thousands of which are empty nearly always, asyncio's takes ten times the memory.
    """

    def __init__(self) -> None:
        self._queue: list[str] = []
        self._filled: asyncio.Future[None] | None = None
        self._code = ""
        self.opened = next(_opened)

    @property
    def closed(self) -> bool:
        """Whether nothing more can be sent."""
        return self._code != ""

    def send(self, message: Outgoing) -> None:
        """Queue a message."""
        if len(self._queue) >= BACKLOG:
            self.close("too_slow")
        if not self._code:
            self._put(message)

    def close(self, code: str) -> None:
        """Queue the last message; what is sent later is lost."""
        if not self.closed:
            self._code = code
            self._put(Closed(code))

    def _put(self, message: Outgoing) -> None:
        # Written out at once: text takes less room while it waits than the hundred objects of a view, which would be looked at by every
        # garbage collection until then.
        self._queue.append(encode(message).decode())
        if self._filled is not None and not self._filled.done():
            self._filled.set_result(None)

    async def pump(self, socket: WebSocket[Any, Any, Any], seconds: float = PATIENCE) -> None:
        """Send what comes, and hang up after the last message. Cancelled when a viewer takes too long to receive what waits for him."""
        patience, loop = Patience(seconds), asyncio.get_running_loop()
        while True:
            while not self._queue:
                self._filled = loop.create_future()
                await self._filled
            waiting, self._queue = self._queue, []
            with patience:
                for text in waiting:
                    await socket.send({"type": "websocket.send", "text": text, "bytes": None})
            if self._code and not self._queue:
                await socket.close(CLOSE_CODE, self._code)
                return


class Patience:
    """Cancels the task that has made it when anything that is done ``with`` it takes too long.

    One timer serves for many things, nearly all of which are done at once: to set and drop one for each would cost as much as they do.
    """

    def __init__(self, seconds: float) -> None:
        self._loop = asyncio.get_running_loop()
        self._task = asyncio.current_task()
        self._seconds = seconds
        self._since = NEVER
        self._timer: asyncio.TimerHandle | None = None

    def __enter__(self) -> None:
        self._since = self._loop.time()
        if self._timer is None:
            self._timer = self._loop.call_later(self._seconds, self._look)

    def __exit__(self, *failed: object) -> None:
        self._since = NEVER

    def _look(self) -> None:
        left, self._timer = self._since + self._seconds - self._loop.time(), None
        if left <= 0 and self._task is not None:
            self._task.cancel()
        elif left < NEVER:
            self._timer = self._loop.call_later(left, self._look)
