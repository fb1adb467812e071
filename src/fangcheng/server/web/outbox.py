"""What is sent on a connection: at once if the connection takes it, else queued and sent by one task."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Iterable
from typing import Final, Protocol

from fangcheng.server.protocol import Closed, encode
from fangcheng.server.protocol.common import Outgoing

BACKLOG: Final = 256
"""Messages that may wait for a client that does not read them; with more, it is cut off and may reconnect."""
PATIENCE: Final = 20
"""Seconds that a client may take to read what waits for it."""
CLOSE_CODE: Final = 4000
"""With which the server hangs up; the reason is a code of the catalogues."""
NEVER: Final = float("inf")


_opened = itertools.count(1)


class Sink(Protocol):
    """The server's end of a socket."""

    def say(self, texts: Iterable[bytes]) -> bool:
        """Send texts at once; False where that cannot be, and nothing has been sent."""

    def send(self, text: bytes) -> Awaitable[None]:
        """Send a text, and wait while the client takes nothing."""

    def close(self, code: int, reason: str) -> Awaitable[None]:
        """Hangs up."""


class Outbox:
    """The messages on one connection, in order. `closed` once the last one is queued; `opened` numbers connections as they are opened.

    As long as nothing is waiting, the caller of `send` writes its message itself: waking a task for it would cost as much as the write.
    When the client does not read, the task that runs `pump` waits for it.

    The queue is a list and a future: there are thousands of queues, nearly always empty, and one of asyncio's takes ten times the memory.
    """

    def __init__(self) -> None:
        self._queue: list[bytes] = []
        self._filled: asyncio.Future[None] | None = None
        # Where to write at once: set while the pump waits for something to send, else None.
        self._idle: Sink | None = None
        self._code = ""
        self.opened = next(_opened)

    @property
    def closed(self) -> bool:
        """Whether nothing more can be sent."""
        return self._code != ""

    def send(self, *messages: Outgoing) -> None:
        """Send messages, with one write if the connection takes them."""
        if len(self._queue) >= BACKLOG:
            self.close("too_slow")
        if not self._code:
            # Encoded at once: while it waits, text takes less room than the hundred objects of a view, which every garbage collection
            # would have to visit.
            texts = [encode(message) for message in messages]
            if self._idle is None or not self._idle.say(texts):
                self._put(texts)

    def close(self, code: str) -> None:
        """Queue the last message; anything sent later is dropped."""
        if not self.closed:
            self._code = code
            self._put([encode(Closed(code))])

    def _put(self, texts: list[bytes]) -> None:
        self._queue += texts
        self._idle = None
        if self._filled is not None and not self._filled.done():
            self._filled.set_result(None)

    async def pump(self, sink: Sink, seconds: float = PATIENCE) -> None:
        """Send what is queued, and hang up after the last message. Cancelled when the client takes too long to read what waits for it."""
        patience, loop = Patience(seconds), asyncio.get_running_loop()
        while True:
            while not self._queue:
                self._filled, self._idle = loop.create_future(), sink
                try:
                    await self._filled
                finally:
                    self._idle = None
            waiting, self._queue = self._queue, []
            with patience:
                for text in waiting:
                    await sink.send(text)
            if self._code and not self._queue:
                await sink.close(CLOSE_CODE, self._code)
                return


class Patience:
    """Cancels the task that has made it when a ``with`` block takes too long.

    One timer serves for many blocks, nearly all of which end at once: a timer for each would cost as much as they do.
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
