"""A viewer's connection to a table."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any, Final
from urllib.parse import urlsplit

import structlog
from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from fangcheng.server.allowance import Allowance
from fangcheng.server.inbox import Joined, Left, Sends
from fangcheng.server.protocol import Closed, Error, Ping, Pong, Sent, encode, read
from fangcheng.server.services import Services
from fangcheng.server.sessions import COOKIE

AnySocket = WebSocket[Any, Any, Any]

logger = structlog.get_logger(__name__)

BACKLOG: Final = 256
"""Messages that may wait for a viewer who does not take them; then he is cut off and may reconnect."""
PATIENCE: Final = 20
"""Seconds that a viewer may take to receive one message."""
CLOSE_CODE: Final = 4000


class Outbox:
    """What is to be sent on one connection, in order. `closed` once the last message is queued."""

    def __init__(self) -> None:
        self._queue: asyncio.Queue[Sent] = asyncio.Queue()
        self.closed = False

    def send(self, message: Sent) -> None:
        """Queue a message."""
        if self._queue.qsize() >= BACKLOG:
            self.close("too_slow")
        if not self.closed:
            self._queue.put_nowait(message)

    def close(self, code: str) -> None:
        """Queue the last message; what is sent later is lost."""
        if not self.closed:
            self.closed = True
            self._queue.put_nowait(Closed(code))

    async def pump(self, socket: AnySocket) -> None:
        """Send what comes, and hang up after the last message."""
        while True:
            message = await self._queue.get()
            # Encoded late: a view that waits costs no more than its objects.
            async with asyncio.timeout(PATIENCE):
                await socket.send_data(encode(message).decode(), mode="text")
            if isinstance(message, Closed):
                await socket.close(CLOSE_CODE, message.code)
                return


@websocket("/ws/tables/{table_id:str}")
async def table_socket(socket: AnySocket, table_id: FromPath[str], services: NamedDependency[Services]) -> None:
    """The socket of docs/protocol.md. A browser cannot read why a handshake failed, so even a refusal is accepted and then said."""
    await socket.accept()
    outbox = Outbox()
    pump = asyncio.create_task(outbox.pump(socket))
    try:
        seat, code = await _admit(socket, table_id, services)
        if seat is None:
            outbox.close(code)
        else:
            services.hub.post(table_id, Joined(seat, outbox))
            try:
                await _until_either(pump, asyncio.create_task(_listen(socket, table_id, seat, outbox, services)))
            finally:
                services.hub.post(table_id, Left(seat, outbox))
    except Exception:
        logger.exception("socket_failed", table=table_id)
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


async def _admit(socket: AnySocket, table_id: str, services: Services) -> tuple[int | None, str]:
    """The seat of whoever connects, or why he has none."""
    origin = socket.headers.get("origin")
    if origin and urlsplit(origin).netloc != socket.headers.get("host") and origin not in services.config.origins.split():
        logger.warning("wrong_origin", origin=origin[:200], host=socket.headers.get("host"))
        return None, "wrong_origin"
    me = await services.sessions.find(socket.cookies.get(COOKIE))
    if me is None:
        return None, "no_session"
    try:
        seat = await services.store.seat_of(table_id, me.id)
    except KeyError:
        return None, "no_such_table"
    return seat, "not_your_table"


async def _listen(socket: AnySocket, table_id: str, seat: int, outbox: Outbox, services: Services) -> None:
    """Hand on what the client sends, until it leaves."""
    allowance = Allowance(services.config.rate)
    while True:
        received: Any = await socket.receive()
        if received["type"] == "websocket.disconnect":
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
            services.hub.post(table_id, Sends(seat, outbox, message))
