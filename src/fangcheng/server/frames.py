"""Websockets as uvicorn has them, with a shorter way out for what a server of tables sends most: texts that are written out already."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable
from typing import Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import OPEN

from fangcheng.server.circles import circles

Say = Callable[[Iterable[bytes]], bool]
"""Sends texts in order and in one go; False where none of them can be sent just now, or ever."""
DIRECT: Final = "fangcheng.direct"
"""The extension of a socket's scope that has a `Say` under ``say``."""
TEXT: Final = 0x81
"""The first byte of a text that is one frame."""
# How the length of what a server sends is told (RFC 6455, 5.2): in a byte, in two more, or in eight more.
_SHORT: Final = struct.Struct("!BB").pack
_MIDDLE: Final = struct.Struct("!BBH").pack
_LONG: Final = struct.Struct("!BBQ").pack


class Speaking(WebSocketsSansIOProtocol):
    """A websocket of uvicorn's with `say`: no coroutine, no frame as an object, and one system call for several texts."""

    async def run_asgi(self) -> None:
        """Serve the application on the socket."""
        self.scope["extensions"] = (self.scope["extensions"] or {}) | {DIRECT: {"say": self.say}}
        await super().run_asgi()

    def connection_lost(self, exc: Exception | None) -> None:
        """It has ended."""
        super().connection_lost(exc)
        circles.one_more()

    def say(self, texts: Iterable[bytes]) -> bool:
        """Send texts at once. Where the client is slow or gone, or a side has said goodbye, the long way knows what to do."""
        if self.conn.state is not OPEN or self.disconnected or self.transport.is_closing() or not self.writable.is_set():
            return False
        frames = [head(len(text)) + text for text in texts]
        self.transport.write(frames[0] if len(frames) == 1 else b"".join(frames))
        return True


def head(size: int) -> bytes:
    """What comes before a text of so many bytes."""
    if size < 126:
        return _SHORT(TEXT, size)
    if size < 65_536:
        return _MIDDLE(TEXT, 126, size)
    return _LONG(TEXT, 127, size)
