"""The machine-readable description: HTTP as OpenAPI, with the messages of all sockets and all events among its components.

What the server sends is described exactly: a field is optional only if it may really be missing. In what it takes, every field with a
default may be left out; a type that goes both ways has a second name there, with ``Given`` appended.
"""

from __future__ import annotations

import functools
import operator
import re
from collections.abc import Iterable, Iterator
from typing import Any, Final, get_args, get_origin

import msgspec
from litestar import Litestar, Request, Response, get
from litestar.handlers import HTTPRouteHandler
from msgspec import inspect

from fangcheng.server.protocol import LobbyReceived, LobbySent, Problem, Received, RoomReceived, RoomSent, Sent
from fangcheng.variants import VARIANTS

PLACE: Final = "#/components/schemas/"
GIVEN: Final = "Given"
NO_JSON: Final = (None, type(None), bytes, Any, Response)
TAKEN: Final[dict[str, Any]] = {"Received": Received, "RoomReceived": RoomReceived, "LobbyReceived": LobbyReceived}
TOLD: Final[dict[str, Any]] = {"Sent": Sent, "RoomSent": RoomSent, "LobbySent": LobbySent}
"""The unions to begin at, by socket; each game's events are ``<game>.Event``."""


def schemas(answers: Iterable[Any] = (), bodies: Iterable[Any] = ()) -> dict[str, Any]:
    """JSON Schema by name of everything on the sockets, and of these types of HTTP."""
    # A union a game: two games may have events of the same name.
    events = {f"{game.id}.Event": functools.reduce(operator.or_, game.event_types) for game in VARIANTS.values()}
    sent = _components(TOLD | events, [Problem, *answers])
    for name, struct in _structs([*TOLD.values(), *events.values(), Problem, *answers]).items():
        if name in sent and not struct.__struct_config__.omit_defaults:
            optional = {field.encode_name for field in msgspec.structs.fields(struct) if field.default is msgspec.UNSET}
            sent[name]["required"] = [field for field in sent[name]["properties"] if field not in optional]
    received = _components(TAKEN, bodies)
    return sent | _renamed(received, _twofold(sent, received))


def _components(unions: dict[str, Any], more: Iterable[Any]) -> dict[str, Any]:
    found, components = msgspec.json.schema_components([*unions.values(), *more], ref_template=PLACE + "{name}")
    return {**components, **dict(zip(unions, found, strict=False))}


def _twofold(sent: dict[str, Any], received: dict[str, Any]) -> set[str]:
    """Names that mean one thing when sent and another when received."""
    both = sent.keys() & received.keys()
    different = {name for name in both if sent[name] != received[name]}
    while more := {name for name in both - different if different & set(_references(received[name]))}:
        different |= more
    return different


def _references(schema: Any) -> list[str]:
    return re.findall(f'"{PLACE}([^"]+)"', msgspec.json.encode(schema).decode())


def _renamed(components: dict[str, Any], names: set[str]) -> dict[str, Any]:
    def rename(found: re.Match[str]) -> str:
        return f'"{PLACE}{found[1]}{GIVEN if found[1] in names else ""}"'

    text = re.sub(f'"{PLACE}([^"]+)"', rename, msgspec.json.encode(components).decode())
    renamed = {name + GIVEN if name in names else name: component for name, component in msgspec.json.decode(text).items()}
    for name in names & components.keys():
        renamed[name + GIVEN]["title"] = name + GIVEN
    return renamed


def _structs(types: Iterable[Any]) -> dict[str, type[msgspec.Struct]]:
    """All structs that types are made of, by each name that they may have among the components."""
    found: set[type[msgspec.Struct]] = set()
    for part in inspect.multi_type_info(types):
        for kind in _parts(part, found):
            found.add(kind)
    return {name: struct for struct in found for name in (struct.__name__, f"{struct.__module__}.{struct.__qualname__}")}


def _parts(kind: inspect.Type, known: set[type[msgspec.Struct]]) -> Iterator[type[msgspec.Struct]]:
    if isinstance(kind, inspect.StructType):
        if kind.cls in known:
            return
        known.add(kind.cls)
        yield kind.cls
        within: Iterable[inspect.Type] = [field.type for field in kind.fields]
    elif isinstance(kind, inspect.UnionType):
        within = kind.types
    elif isinstance(kind, inspect.CollectionType):
        within = [kind.item_type]
    elif isinstance(kind, inspect.TupleType):
        within = kind.item_types
    elif isinstance(kind, inspect.DictType):
        within = [kind.key_type, kind.value_type]
    elif isinstance(kind, inspect.NamedTupleType):
        within = [field.type for field in kind.fields]
    elif isinstance(kind, inspect.Metadata):
        within = [kind.type]
    else:
        within = ()
    for part in within:
        yield from _parts(part, known)


# --- HTTP ---------------------------------------------------------------------------------------------------------------------


def http_types(app: Litestar) -> tuple[list[Any], list[Any]]:
    """What the HTTP interface of an application answers with, and what it takes."""
    every = (handler for route in app.routes for handler in getattr(route, "route_handlers", ()))
    handlers = [handler for handler in every if isinstance(handler, HTTPRouteHandler)]
    answers = [_answer(handler.parsed_return_field.annotation) for handler in handlers]
    answers += [told.data_container for handler in handlers for told in (handler.responses or {}).values()]
    bodies = [field.annotation for handler in handlers if (field := handler.parsed_data_field) is not None]
    return [kind for kind in answers if kind not in NO_JSON], [kind for kind in bodies if kind not in NO_JSON]


def _answer(annotation: Any) -> Any:
    return get_args(annotation)[0] if get_origin(annotation) is Response else annotation


@functools.cache
def description(app: Litestar) -> dict[str, Any]:
    """The whole description as one OpenAPI document."""
    described = app.openapi_schema.to_schema()
    components = described.setdefault("components", {}).setdefault("schemas", {})
    components.update(schemas(*http_types(app)))
    given = {name.removesuffix(GIVEN) for name in components if name.endswith(GIVEN)}
    refused = {"description": "Refused: why", "content": {"application/json": {"schema": {"$ref": f"{PLACE}Problem"}}}}
    for operation in (operation for path in described["paths"].values() for operation in path.values()):
        if "requestBody" in operation:
            operation |= _renamed({"requestBody": operation["requestBody"]}, given)
        # The framework describes its own errors; all of ours are told in one way.
        answers = {code: answer for code, answer in operation["responses"].items() if code < "4"}
        if "204" in answers:
            answers["204"].pop("content", None)
        operation["responses"] = answers | {"default": refused}
    return described


@get("/schema", include_in_schema=False, sync_to_thread=False)
def schema(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The whole description as one OpenAPI document."""
    return Response(msgspec.json.encode(description(request.app)), media_type="application/json", headers={"cache-control": "no-cache"})
