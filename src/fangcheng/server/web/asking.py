"""What handlers are given of the request, the server and the player who asks."""

from __future__ import annotations

from typing import Any, Final

from litestar import Request
from litestar.datastructures import Cookie
from litestar.di import NamedDependency, Provide

from fangcheng.server.errors import ApiError
from fangcheng.server.players.accounts import SESSION_MS
from fangcheng.server.players.sessions import COOKIE
from fangcheng.server.protocol import Me
from fangcheng.server.web.limits import network_of, too_many_requests
from fangcheng.server.web.services import Services

AnyRequest = Request[Any, Any, Any]
Given = NamedDependency[Services]
Asker = NamedDependency[Me]


async def signed_in(request: AnyRequest, services: Given) -> Me:
    """The player who asks; ApiError for a caller without a session, or with too many requests."""
    me = await services.sessions.find(request.cookies.get(COOKIE), agent(request))
    if me is None:
        raise ApiError(401, "no_session")
    if wait := services.players.wait(me.id, request.method):
        raise too_many_requests(wait)
    return me


SIGNED_IN: Final = {"me": Provide(signed_in)}
"""The dependency of handlers that take `me`, the player who asks."""


def agent(request: AnyRequest) -> str:
    """What the browser calls itself."""
    return request.headers.get("user-agent", "")


def place(request: AnyRequest) -> str:
    """Where a request comes from: the network of an address, as it is limited, or this machine."""
    host = request.client.host if request.client else ""
    return network_of(host) or host


def cookie(request: AnyRequest, token: str) -> Cookie:
    """The cookie that carries a session's token, or, without a token, the one that removes it."""
    life = SESSION_MS // 1000 if token else 0
    return Cookie(COOKIE, value=token, max_age=life, httponly=True, samesite="lax", secure=request.url.scheme == "https")


MOST_DEALS: Final = 1 << 31
"""More deals than any match has; the database cannot be asked for larger numbers."""


def is_deal(number: int) -> bool:
    """Whether a number can be that of a deal."""
    return 0 <= number < MOST_DEALS


def storable(part: str) -> str:
    """Part of a URL's path as a database accepts it: "" for a part with a zero byte, which PostgreSQL refuses and no name contains."""
    return "" if "\0" in part else part
