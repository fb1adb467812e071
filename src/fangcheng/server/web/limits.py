"""How many requests one address, one session and one player may make, and how many connections they may hold."""

from __future__ import annotations

import ipaddress
import time
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, Final

import structlog
from litestar.datastructures import Headers
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, Scope, Send

from fangcheng.server import metrics
from fangcheng.server.allowance import Meter
from fangcheng.server.config import Config
from fangcheng.server.errors import ApiError
from fangcheng.server.players.sessions import COOKIE
from fangcheng.server.protocol import Closed, encode
from fangcheng.server.web.origin import is_ours
from fangcheng.server.web.outbox import CLOSE_CODE

logger = structlog.get_logger(__name__)

CHANGE: Final = 5
"""A request that changes something counts as this many that only read."""
SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
PURPOSES: Final = ("tables", "rooms", "lobby")
SESSION: Final = "session "


class Players:
    """The requests and connections of players over all their sessions and addresses: whose session it is becomes known too late for
    `Limits`."""

    def __init__(self, config: Config) -> None:
        self._most = config.player_connections
        self._meter = Meter(config.requests)
        self._guests = Meter(config.guests / 3600, config.guests)
        self.connected: Counter[str] = Counter()

    def wait(self, player: str, method: str) -> float:
        """Count a request; 0 when it is allowed, else the s after which it would be."""
        return self._meter.wait(player, _cost(method), time.monotonic())

    def wait_for_new(self, host: str) -> float:
        """Count a new player from an address; 0.0 when allowed, else the seconds after which it would be. Each is stored for good."""
        network = network_of(host)
        return 0.0 if network is None else self._guests.wait(network, 1, time.monotonic())

    @contextmanager
    def holds(self, player: str) -> Generator[bool]:
        """Count a connection while it is open; False if the player may not hold it, and then it is not counted."""
        if self.connected[player] >= self._most:
            yield False
            return
        self.connected[player] += 1
        try:
            yield True
        finally:
            self.connected[player] -= 1
            # A counter keeps what has come down to nothing.
            if not self.connected[player]:
                del self.connected[player]


class Limits(ASGIMiddleware):
    """Lets through what is within the limits and comes from a page of ours.

    An address is limited unless it is this machine's own: behind a proxy that does not say for whom it asks, all clients would be one.
    """

    scopes = (ScopeType.HTTP, ScopeType.WEBSOCKET)

    def __init__(self, config: Config) -> None:
        self._config = config
        self._meter = Meter(config.requests)
        self.connected: Counter[str] = Counter()

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Count, and pass on or refuse."""
        headers = Headers.from_scope(scope)
        asking = askers(scope, headers)
        if scope["type"] == ScopeType.HTTP:
            self._check(str(scope["method"]), headers, asking)
            await next_app(scope, receive, send)
        elif any(self.connected[asker] >= self._most(asker) for asker in asking):
            await _turn_away(receive, send, "too_many_connections")
        elif self._wait("GET", asking):
            # Somebody who connects and leaves all the time holds no connection, and costs as much as one who sends requests all the time.
            await _turn_away(receive, send, "too_fast")
        else:
            self.connected.update(asking)
            try:
                with metrics.connections.labels(_purpose(scope)).track_inprogress():
                    await next_app(scope, receive, send)
            finally:
                self.connected.subtract(asking)
                # A counter keeps what has come down to nothing.
                for asker in asking:
                    if not self.connected[asker]:
                        del self.connected[asker]

    def _most(self, asker: str) -> int:
        return self._config.session_connections if asker.startswith(SESSION) else self._config.connections

    def _check(self, method: str, headers: Headers, asking: list[str]) -> None:
        """ApiError when a request is one too many, or would change something for a page elsewhere."""
        if method not in SAFE and not is_ours(headers, self._config):
            logger.warning("wrong_origin", origin=headers.get("origin", "")[:200], host=headers.get("host"))
            raise ApiError(403, "wrong_origin")
        if wait := self._wait(method, asking):
            raise too_many_requests(wait)

    def _wait(self, method: str, asking: list[str]) -> float:
        """Count a request; 0 when it is allowed, else the s after which it would be."""
        now = time.monotonic()
        return max((self._meter.wait(asker, _cost(method), now) for asker in asking), default=0.0)


def too_many_requests(wait: float) -> ApiError:
    """The answer to a request that comes `wait` seconds too early."""
    return ApiError(429, "too_many_requests", {"seconds": round(wait, 1)})


def _cost(method: str) -> int:
    return 1 if method in SAFE else CHANGE


def askers(scope: Scope, headers: Headers) -> list[str]:
    """The names under which a request counts: the network of its address, and its session."""
    found = []
    client: Any = scope.get("client")
    if client and (network := network_of(client[0])):
        found.append(network)
    for name, value in _cookies(headers):
        if name == COOKIE:
            found.append(SESSION + value[:64])
            break
    return found


def network_of(host: str) -> str | None:
    """An IPv4 address, or the /64 of an IPv6 address, which belongs to one customer; None for this machine."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host[:64]
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is None:
            return None if address.is_loopback else str(ipaddress.ip_network((address, 64), strict=False))
        address = address.ipv4_mapped
    return None if address.is_loopback else str(address)


def _purpose(scope: Scope) -> str:
    """What a connection is for; watching a table is not sitting at it."""
    kind = next((kind for kind in PURPOSES if scope["path"].startswith(f"/ws/{kind}")), "other")
    return "watch" if kind == "tables" and scope["query_string"].startswith(b"watch") else kind


def _cookies(headers: Headers) -> list[tuple[str, str]]:
    pairs = (part.partition("=") for part in headers.get("cookie", "").split(";"))
    return [(name.strip(), value.strip()) for name, _, value in pairs]


async def _turn_away(receive: Receive, send: Send, code: str) -> None:
    """Refuse a socket, and say why on the connection itself: a browser cannot read anything else."""
    await receive()
    await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
    await send({"type": "websocket.send", "text": encode(Closed(code)).decode(), "bytes": None})
    await send({"type": "websocket.close", "code": CLOSE_CODE, "reason": code})
