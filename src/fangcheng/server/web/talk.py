"""A conversation on a socket: sending in order, and receiving within limits. What the conversation is about is left to the caller."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from contextlib import suppress
from typing import Any, Protocol, TypeVar

import sqlalchemy as sa
import structlog
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from fangcheng.server.allowance import Allowance
from fangcheng.server.players.sessions import COOKIE
from fangcheng.server.protocol import Error, Me, Ping, Pong
from fangcheng.server.trouble import noted
from fangcheng.server.web.frames import DIRECT, Say
from fangcheng.server.web.origin import is_ours
from fangcheng.server.web.outbox import Outbox
from fangcheng.server.web.services import Services

AnySocket = WebSocket[Any, Any, Any]
M = TypeVar("M", contravariant=True)

logger = structlog.get_logger(__name__)


class Talk(Protocol[M]):
    """The server's side of a conversation about something."""

    async def enter(self) -> None:
        """It begins."""

    def take(self, message: M) -> Coroutine[Any, Any, None] | None:
        """A message has come. Answers what is still to be done about it, None for nothing."""

    async def leave(self) -> None:
        """It has ended, however it did."""


Opens = Callable[[Me, Outbox], Awaitable[Talk[M] | str]]
"""Begins a conversation with a player, or answers the code with which the player is turned away."""


async def hold(socket: AnySocket, services: Services, read: Callable[[bytes], M | Ping | Error], opens: Opens[M]) -> None:
    """Hold a conversation. A browser cannot read why a handshake failed, so even a refused socket is accepted first, and then told why."""
    await socket.accept()
    outbox = Outbox()
    pump = asyncio.create_task(outbox.pump(Ways(socket)))
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
    except Exception as error:
        if noted(error, path=socket.url.path):
            # The client reconnects by itself, as after a restart.
            outbox.close("restarting")
        else:
            logger.exception("socket_failed", path=socket.url.path)
            outbox.close("internal")
    finally:
        if not outbox.closed:
            pump.cancel()
        # A client that is gone, or does not take what it is sent, is no failure.
        with suppress(OSError, WebSocketDisconnect, asyncio.CancelledError):
            await pump


class Ways:
    """The two ways to send on a socket: `say` at once, if the server supports it, and `send`, which waits."""

    def __init__(self, socket: AnySocket) -> None:
        extensions: Any = socket.scope.get("extensions") or {}
        self.say: Say = extensions.get(DIRECT, {}).get("say", _never)
        self._socket = socket

    async def send(self, text: bytes) -> None:
        """Send a text, and wait while the client takes nothing."""
        await self._socket.send({"type": "websocket.send", "text": text.decode(), "bytes": None})

    async def close(self, code: int, reason: str) -> None:
        """Hang up."""
        await self._socket.close(code, reason)


def _never(texts: Iterable[bytes]) -> bool:
    return False


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
    """The player who connects, or the code with which the connection is turned away."""
    if not is_ours(socket.headers, services.config):
        logger.warning("wrong_origin", origin=socket.headers.get("origin", "")[:200], host=socket.headers.get("host"))
        return "wrong_origin"
    me = await services.sessions.find(socket.cookies.get(COOKIE))
    return me or "no_session"


async def _listen(socket: AnySocket, services: Services, read: Callable[[bytes], M | Ping | Error], outbox: Outbox, talk: Talk[M]) -> None:
    """Pass on what the client sends until it leaves. After the last message to it, nothing is passed on: otherwise a client that does not
    read could go on using a session that has ended."""
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
        elif (work := talk.take(message)) is not None:
            try:
                await _whole(work)
            except (OSError, sa.exc.SQLAlchemyError) as error:
                if (found := noted(error, path=socket.url.path)) is None:
                    raise
                outbox.send(Error("database_away", {"reason": found}))


async def _whole(work: Coroutine[Any, Any, None]) -> None:
    """Finish some work even if cancelled: a client that is cut off in the middle of a command must not leave half of it behind."""
    task = asyncio.create_task(work)
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        await task
        raise
