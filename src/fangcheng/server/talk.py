"""A conversation on a socket: what is to be sent, in order, and what comes, within its limits. What it is about the caller knows."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any, Final, Protocol, TypeVar

import structlog
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from fangcheng.server.allowance import Allowance
from fangcheng.server.origin import is_ours
from fangcheng.server.protocol import Closed, Error, Me, Ping, Pong, encode
from fangcheng.server.protocol.common import Outgoing
from fangcheng.server.services import Services
from fangcheng.server.sessions import COOKIE

AnySocket = WebSocket[Any, Any, Any]
M = TypeVar("M", contravariant=True)

logger = structlog.get_logger(__name__)

BACKLOG: Final = 256
"""Messages that may wait for a viewer who does not take them; then he is cut off and may reconnect."""
PATIENCE: Final = 20
"""Seconds that a viewer may take to receive what waits for him."""
CLOSE_CODE: Final = 4000


class Outbox:
    """What is to be sent on one connection, in order. `closed` once the last message is queued.

    A list and a future: of queues, thousands of which are empty nearly always, asyncio's takes ten times the memory.
    """

    def __init__(self) -> None:
        self._queue: list[Outgoing] = []
        self._filled: asyncio.Future[None] | None = None
        self.closed = False

    def send(self, message: Outgoing) -> None:
        """Queue a message."""
        if len(self._queue) >= BACKLOG:
            self.close("too_slow")
        if not self.closed:
            self._put(message)

    def close(self, code: str) -> None:
        """Queue the last message; what is sent later is lost."""
        if not self.closed:
            self.closed = True
            self._put(Closed(code))

    def _put(self, message: Outgoing) -> None:
        self._queue.append(message)
        if self._filled is not None and not self._filled.done():
            self._filled.set_result(None)

    async def _waiting(self) -> list[Outgoing]:
        """All that waits, once anything does."""
        while not self._queue:
            self._filled = asyncio.get_running_loop().create_future()
            await self._filled
        waiting, self._queue = self._queue, []
        return waiting

    async def pump(self, socket: AnySocket) -> None:
        """Send what comes, and hang up after the last message."""
        while True:
            waiting = await self._waiting()
            async with asyncio.timeout(PATIENCE):
                for message in waiting:
                    # Encoded late: a view that waits costs no more than its objects.
                    await socket.send_data(encode(message).decode(), mode="text")
            if isinstance(waiting[-1], Closed):
                await socket.close(CLOSE_CODE, waiting[-1].code)
                return


class Talk(Protocol[M]):
    """One side of a conversation: who talks about what."""

    async def enter(self) -> None:
        """It begins."""

    def take(self, message: M) -> Coroutine[Any, Any, None]:
        """A message has come."""

    async def leave(self) -> None:
        """It has ended, however it did."""


Opens = Callable[[Me, Outbox], Awaitable[Talk[M] | str]]
"""Begins a conversation with somebody, or says with which code he is turned away."""


async def hold(socket: AnySocket, services: Services, read: Callable[[bytes], M | Ping | Error], opens: Opens[M]) -> None:
    """Hold a conversation. A browser cannot read why a handshake failed, so even a refusal is accepted and then said."""
    await socket.accept()
    outbox = Outbox()
    pump = asyncio.create_task(outbox.pump(socket))
    try:
        with services.sessions.connected(socket.cookies.get(COOKIE), lambda: outbox.close("session_ended")):
            me = await _admit(socket, services)
            if isinstance(me, str):
                outbox.close(me)
                return
            with services.players.holds(me.id) as allowed:
                talk = await opens(me, outbox) if allowed else "too_many_connections"
                if isinstance(talk, str):
                    outbox.close(talk)
                    return
                await talk.enter()
                try:
                    await _until_either(pump, asyncio.create_task(_listen(socket, services, read, outbox, talk)))
                finally:
                    await talk.leave()
    except Exception:
        logger.exception("socket_failed", path=socket.url.path)
        outbox.close("internal")
    finally:
        if not outbox.closed:
            pump.cancel()
        # A client that is gone, or does not take what it is sent, is no failure.
        with suppress(OSError, WebSocketDisconnect, asyncio.CancelledError):
            await pump


async def _until_either(pump: asyncio.Task[None], listening: asyncio.Task[None]) -> None:
    """Wait until nothing more can be sent or nothing more comes."""
    try:
        await asyncio.wait((pump, listening), return_when=asyncio.FIRST_COMPLETED)
        if listening.done():
            listening.result()
    finally:
        listening.cancel()
        await asyncio.wait((listening,))


async def _admit(socket: AnySocket, services: Services) -> Me | str:
    """Who it is, or with which code he is turned away."""
    if not is_ours(socket.headers, services.config):
        logger.warning("wrong_origin", origin=socket.headers.get("origin", "")[:200], host=socket.headers.get("host"))
        return "wrong_origin"
    me = await services.sessions.find(socket.cookies.get(COOKIE))
    return me or "no_session"


async def _listen(socket: AnySocket, services: Services, read: Callable[[bytes], M | Ping | Error], outbox: Outbox, talk: Talk[M]) -> None:
    """Hand on what the client sends, until it leaves. What comes after the last message is for nobody: a client that does not take
    what it is sent would go on for as long with a session that has ended."""
    allowance = Allowance(services.config.rate)
    while True:
        received: Any = await socket.receive()
        if received["type"] == "websocket.disconnect" or outbox.closed:
            return
        if not allowance.take():
            if allowance.abused:
                outbox.close("too_fast")
                return
            outbox.send(Error("too_fast", {"per_second": services.config.rate}))
            continue
        text, data = received.get("text"), received.get("bytes")
        message = read(text.encode() if text is not None else data or b"")
        if isinstance(message, Error):
            outbox.send(message)
        elif isinstance(message, Ping):
            outbox.send(Pong())
        else:
            await _whole(talk.take(message))


async def _whole(work: Coroutine[Any, Any, None]) -> None:
    """Do something to its end: a client that is cut off in the middle of a command must not leave half of it behind."""
    task = asyncio.create_task(work)
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        await task
        raise
