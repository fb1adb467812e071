"""HTTP as uvicorn reads it, with limits on what it waits for.

Until a request is complete, nobody knows who asks, and no other limit applies.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from typing import Any, Final

import structlog
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from fangcheng.server.web.limits import network_of

MOST: Final = 65_536
"""Bytes that a request may have beside its body; the parser would collect any number."""
PATIENCE: Final = 30.0
"""Seconds that a request may take to arrive, a new connection to send its first one, and a client to read at least LEAST bytes."""
LEAST: Final = 4096
"""Bytes of an answer that a client must read in that time, unless fewer are left."""
AHEAD: Final = 16
"""Requests that one connection may send ahead of the answers to earlier ones; browsers send none. Each takes fifty times as much memory as
it took bytes to send."""
SILENCE: Final = 60.0
"""Seconds between two lines in the log about an address that has too many connections."""

logger = structlog.get_logger(__name__)


class Door:
    """Counts the HTTP connections of each address. Sockets have a limit of their own; this machine and its proxies, which ask for others,
    have none."""

    def __init__(self, most: int, proxies: str) -> None:
        self._most = most
        self._proxies = ProxyHeadersMiddleware(_nothing, proxies).trusted_hosts
        self._silent_until = 0.0
        self.inside: Counter[str] = Counter()

    def enter(self, host: str) -> str | None:
        """A connection comes in. Answers the name under which it is counted, "" if it is not counted, None if it must be refused."""
        network = None if host in self._proxies else network_of(host)
        if network is None:
            return ""
        if self.inside[network] >= self._most:
            self._note(network)
            return None
        self.inside[network] += 1
        return network

    def leave(self, network: str) -> None:
        """A connection that was counted under a name has ended."""
        self.inside[network] -= 1
        # A counter keeps what has come down to nothing.
        if self.inside[network] <= 0:
            del self.inside[network]

    def _note(self, network: str) -> None:
        # Not each time: somebody who opens thousands of connections must not fill the disk as well.
        if (now := time.monotonic()) >= self._silent_until:
            self._silent_until = now + SILENCE
            logger.warning("too_many_connections", address=network, most=self._most)


async def _nothing(scope: Any, receive: Any, send: Any) -> None:
    """Answers nothing."""


def entering(door: Door) -> type[Guarded]:
    """The protocol class of connections that a door counts."""
    return type("Entering", (Guarded,), {"door": door})


class Guarded(HttpToolsProtocol):
    """An HTTP connection. It is cut off when a request does not end, or when nobody reads the answer."""

    door: Door
    _beside = 0
    _timer: asyncio.TimerHandle | None = None
    _taking: asyncio.TimerHandle | None = None
    _counted: str | None = None
    _answering: RequestResponseCycle | None = None

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._answering = cycle
        super()._start_asgi_task(cycle, app)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A client has connected."""
        super().connection_made(transport)
        self._counted = self.door.enter(self.client[0] if self.client else "")
        if self._counted is None:
            transport.abort()
            return
        # So that `pause_writing` is called for anything that the client does not read at once, however little.
        transport.set_write_buffer_limits(high=0)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """The client has gone."""
        self._wait_no_more()
        self._all_taken()
        self._leave()
        if self._answering is not None:
            # uvicorn tells only the latest request's cycle that the client has gone; the one at work would go on writing.
            self._answering.disconnected = True
        self.pipeline.clear()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """The client does not read what it is sent."""
        super().pause_writing()
        self._watch()

    def resume_writing(self) -> None:
        """The client has read all of it."""
        self._all_taken()
        super().resume_writing()

    def data_received(self, data: bytes) -> None:
        """Something of a request has come."""
        self._wait()
        self._beside += len(data)
        super().data_received(data)
        if self._beside > MOST and not self.transport.is_closing():
            self.send_400_response("The request has too large a head.")

    def on_message_begin(self) -> None:
        """A request begins. An exception raised here makes httptools reject the request as malformed."""
        if len(self.pipeline) >= AHEAD:
            raise ValueError("too many requests ahead of their answers")
        super().on_message_begin()
        self._beside = 0
        self._wait()

    def on_body(self, body: bytes) -> None:
        """Part of a body, whose size is limited where the body is read."""
        self._beside -= len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """A request is complete."""
        self._wait_no_more()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """The connection becomes a socket, which has limits of its own."""
        self._wait_no_more()
        self._beside = 0
        self._leave()
        self.transport.set_write_buffer_limits()
        super().handle_websocket_upgrade()

    def _wait(self) -> None:
        if self._timer is None:
            self._timer = self.loop.call_later(PATIENCE, self._cut_off)

    def _wait_no_more(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _watch(self) -> None:
        left = self.transport.get_write_buffer_size()
        self._taking = self.loop.call_later(PATIENCE, self._look, left)

    def _look(self, before: int) -> None:
        if self.transport.get_write_buffer_size() > before - LEAST:
            self._cut_off()
        else:
            self._watch()

    def _all_taken(self) -> None:
        if self._taking is not None:
            self._taking.cancel()
            self._taking = None

    def _leave(self) -> None:
        if self._counted:
            self.door.leave(self._counted)
        self._counted = None

    def _cut_off(self) -> None:
        self.transport.abort()
