"""Websockets as uvicorn has them, with a shorter way out for what this server sends most: texts that are encoded already.

They also limit what uvicorn would wait for or keep: no other limit applies to frames that are no messages, or to a connection that is over.
"""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Callable, Iterable
from typing import Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame
from websockets.protocol import OPEN

from fangcheng.server.allowance import Allowance
from fangcheng.server.web.circles import circles

Say = Callable[[Iterable[bytes]], bool]
"""Sends texts in order, with one write; False if none of them can be sent now."""
DIRECT: Final = "fangcheng.direct"
"""The name of the ASGI extension whose ``say`` is a `Say`."""
ASIDE: Final = 20.0
"""Frames per second that a client may send beside its messages: pings, pongs, and further pieces of a message. Browsers send a pong now
and then, and proxies may split a message."""
LINGER: Final = 20.0
"""Seconds in which a client must read what it has been sent once its connection is over; otherwise the server would keep it for ever."""
TEXT: Final = 0x81
"""The first byte of a text message in a single frame."""
# The header of a frame without mask (RFC 6455, 5.2): its length is in one byte, in two more, or in eight more.
_SHORT: Final = struct.Struct("!BB").pack
_MIDDLE: Final = struct.Struct("!BBH").pack
_LONG: Final = struct.Struct("!BBQ").pack


class Speaking(WebSocketsSansIOProtocol):
    """A websocket of uvicorn's with `say`, which needs no coroutine, no frame objects, and one system call for several texts."""

    _aside: Allowance | None = None
    _lingering: asyncio.TimerHandle | None = None

    async def run_asgi(self) -> None:
        """Serve the application on the socket, which ends with it."""
        self.scope["extensions"] = (self.scope["extensions"] or {}) | {DIRECT: {"say": self.say}}
        try:
            await super().run_asgi()
        finally:
            self._linger()

    def connection_lost(self, exc: Exception | None) -> None:
        """It has ended."""
        if self._lingering is not None:
            self._lingering.cancel()
            self._lingering = None
        super().connection_lost(exc)
        circles.one_more()

    def keepalive_timeout(self) -> None:
        """The client has not answered a ping. uvicorn would tell the application once all that was sent is read, which may be never."""
        super().keepalive_timeout()
        self.queue.put_nowait({"type": "websocket.disconnect", "code": CloseCode.INTERNAL_ERROR})

    def handle_text(self, event: Frame) -> None:
        """A text, passed on as bytes: our reader says what is wrong with bad UTF-8, where uvicorn would log a stack trace."""
        self.handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        """A further piece of a message; empty pieces would never make it too large."""
        if self._allows_aside():
            super().handle_cont(event)

    def handle_ping(self) -> None:
        """A ping, whose answer the client need not take."""
        if self._allows_aside():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """A pong."""
        if self._allows_aside():
            super().handle_pong(event)

    def _allows_aside(self) -> bool:
        if self.transport.is_closing():
            return False
        self._aside = self._aside or Allowance(ASIDE)
        if self._aside.take():
            return True
        if self.conn.state is OPEN:
            self.conn.fail(CloseCode.POLICY_VIOLATION, "too many frames")
            self.handle_parser_exception()
        else:
            self.transport.abort()
        return False

    def _linger(self) -> None:
        if not self.disconnected:
            self._lingering = self.loop.call_later(LINGER, self.transport.abort)

    def say(self, texts: Iterable[bytes]) -> bool:
        """Send texts at once. If the client is slow or gone, or the connection is closing, the caller must take the long way."""
        if self.conn.state is not OPEN or self.disconnected or self.transport.is_closing() or not self.writable.is_set():
            return False
        frames = [head(len(text)) + text for text in texts]
        self.transport.write(frames[0] if len(frames) == 1 else b"".join(frames))
        return True


def head(size: int) -> bytes:
    """The header of a text of `size` bytes."""
    if size < 126:
        return _SHORT(TEXT, size)
    if size < 65_536:
        return _MIDDLE(TEXT, 126, size)
    return _LONG(TEXT, 127, size)
