"""HTTP as uvicorn reads it, with an end to what it waits for: until a request has come whole nobody knows who asks, and no limit counts."""

from __future__ import annotations

import asyncio
from typing import Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MOST: Final = 65_536
"""Bytes that a request may have beside its body; the parser would gather any number."""
PATIENCE: Final = 30.0
"""Seconds that a request may take to come, and a new connection to ask for something."""


class Guarded(HttpToolsProtocol):
    """A connection on which somebody asks. It is cut off where a request has no end."""

    _beside = 0
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has connected."""
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """He has gone."""
        self._wait_no_more()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Something of a request has come."""
        self._wait()
        self._beside += len(data)
        super().data_received(data)
        if self._beside > MOST and not self.transport.is_closing():
            self.send_400_response("The request has too large a head.")

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._beside = 0
        self._wait()

    def on_body(self, body: bytes) -> None:
        """Some of its body: how large that may be is asked where the body is read."""
        self._beside -= len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """It has come whole."""
        self._wait_no_more()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """It becomes a socket, which has limits of its own."""
        self._wait_no_more()
        self._beside = 0
        super().handle_websocket_upgrade()

    def _wait(self) -> None:
        if self._timer is None:
            self._timer = self.loop.call_later(PATIENCE, self._cut_off)

    def _wait_no_more(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _cut_off(self) -> None:
        self.transport.abort()
