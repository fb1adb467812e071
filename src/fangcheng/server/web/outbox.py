"""What is to be sent on a connection: at once where the connection takes it, else queued, and sent by one task."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Iterable
from typing import Final, Protocol

from fangcheng.server.protocol import Closed, encode
from fangcheng.server.protocol.common import Outgoing

BACKLOG: Final = 256
"""Messages that may wait for a viewer who does not take them; then he is cut off and may reconnect."""
PATIENCE: Final = 20
"""Seconds that a viewer may take to receive what waits for him."""
CLOSE_CODE: Final = 4000
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
    """What is to be sent on one connection, in order. `closed` once the last message is queued, `opened` numbers connections as they come.

    A message is sent by whoever has it to say, while nothing else waits: to wake a task for each would cost as much as to send it. Where
    the client takes nothing just now, the task that pumps waits for that.

    A list and a future: of queues, thousands of which are empty nearly always, asyncio's takes ten times the memory.
    """

    def __init__(self) -> None:
        self._queue: list[bytes] = []
        self._filled: asyncio.Future[None] | None = None
        # Where to send at once: while the pump waits for something to send, else None.
        self._idle: Sink | None = None
        self._code = ""
        self.opened = next(_opened)

    @property
    def closed(self) -> bool:
        """Whether nothing more can be sent."""
        return self._code != ""

    def send(self, *messages: Outgoing) -> None:
        """Send messages, in one go where the connection takes them."""
        if len(self._queue) >= BACKLOG:
            self.close("too_slow")
        if not self._code:
            # Written out at once: text takes less room while it waits than the hundred objects of a view, which would be looked at by
            # every garbage collection until then.
            texts = [encode(message) for message in messages]
            if self._idle is None or not self._idle.say(texts):
                self._put(texts)

    def close(self, code: str) -> None:
        """Queue the last message; what is sent later is lost."""
        if not self.closed:
            self._code = code
            self._put([encode(Closed(code))])

    def _put(self, texts: list[bytes]) -> None:
        self._queue += texts
        self._idle = None
        if self._filled is not None and not self._filled.done():
            self._filled.set_result(None)

    async def pump(self, sink: Sink, seconds: float = PATIENCE) -> None:
        """Send what comes, and hang up after the last message. Cancelled when a viewer takes too long to receive what waits for him."""
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
