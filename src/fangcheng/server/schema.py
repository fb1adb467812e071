"""The machine-readable description: HTTP as OpenAPI, with the messages of the socket and all events among its components."""

from __future__ import annotations

import functools
import operator
from typing import Any

import msgspec
from litestar import Request, Response, get

from fangcheng.server.protocol import Received, Sent
from fangcheng.variants import VARIANTS


def message_schemas() -> dict[str, Any]:
    """JSON Schema of everything on the socket. ``Received``, ``Sent`` and each game's ``<game>.Event`` are the unions to begin at."""
    # A union a game: two games may have events of the same name.
    events = {f"{game.id}.Event": functools.reduce(operator.or_, game.event_types) for game in VARIANTS.values()}
    unions = {"Received": Received, "Sent": Sent, **events}
    found, components = msgspec.json.schema_components(unions.values(), ref_template="#/components/schemas/{name}")
    return {**components, **dict(zip(unions, found, strict=True))}


@get("/schema", include_in_schema=False, sync_to_thread=False)
def schema(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The whole description as one OpenAPI document."""
    described = request.app.openapi_schema.to_schema()
    schemas = described.setdefault("components", {}).setdefault("schemas", {})
    for name, component in message_schemas().items():
        schemas.setdefault(name, component)
    return Response(msgspec.json.encode(described), media_type="application/json")
