"""Who asks: what handlers are given of the request, the server and the player."""

from __future__ import annotations

import ipaddress
from typing import Any

from litestar import Request
from litestar.datastructures import Cookie
from litestar.di import NamedDependency

from fangcheng.server.errors import ApiError
from fangcheng.server.players.sessions import COOKIE, MAX_AGE
from fangcheng.server.protocol import Me
from fangcheng.server.web.limits import too_many_requests
from fangcheng.server.web.services import Services

AnyRequest = Request[Any, Any, Any]
Given = NamedDependency[Services]
Asker = NamedDependency[Me]


async def signed_in(request: AnyRequest, services: Given) -> Me:
    """The player who asks; ApiError for somebody who is none, or who asks too much."""
    me = await services.sessions.find(request.cookies.get(COOKIE), agent(request))
    if me is None:
        raise ApiError(401, "no_session")
    if wait := services.players.wait(me.id, request.method):
        raise too_many_requests(wait)
    return me


def agent(request: AnyRequest) -> str:
    """What the browser calls itself."""
    return request.headers.get("user-agent", "")


def place(request: AnyRequest) -> str:
    """Where a request comes from: an address, or of the newer kind the network that one customer has to himself."""
    host = request.client.host if request.client else ""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is None:
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)


def cookie(request: AnyRequest, token: str) -> Cookie:
    """The cookie that makes a browser somebody's; without a token the one that ends that."""
    life = MAX_AGE if token else 0
    return Cookie(COOKIE, value=token, max_age=life, httponly=True, samesite="lax", secure=request.url.scheme == "https")


def storable(part: str) -> str:
    """Part of an address as a database takes it. With a zero byte, which one of ours has no text for, it can be the name of nothing."""
    return "" if "\0" in part else part
