"""The HTTP interface of rooms: opening and finding them, presets, and the table that plays against bots at once."""

from __future__ import annotations

from typing import Final

from litestar import delete, get, post, put
from litestar.params import FromPath, JSONBody

from fangcheng.bots import BOTS
from fangcheng.rules.variant import Refused
from fangcheng.server.errors import ApiError
from fangcheng.server.protocol import (
    EMOTES,
    PHRASES,
    STAKES,
    Card,
    Choices,
    Created,
    Me,
    NewRoom,
    NewRoomAnswer,
    NewTable,
    Preset,
    RoomInfo,
    RoomSettings,
)
from fangcheng.server.rooms.agreement import checked
from fangcheng.server.rooms.entry import Entry
from fangcheng.server.rooms.room import RoomState
from fangcheng.server.web.asking import SIGNED_IN, Asker, Given, storable
from fangcheng.variants import VARIANTS


@get("/api/choices", sync_to_thread=False)
def choices() -> Choices:
    """Closed lists for forms and buttons."""
    return Choices(list(BOTS), list(STAKES), list(PHRASES), list(EMOTES))


@post("/api/rooms", dependencies=SIGNED_IN)
async def open_room(data: JSONBody[NewRoom], me: Asker, services: Given) -> NewRoomAnswer:
    """Open a room; the caller is its host."""
    settings = RoomSettings(**{name: getattr(data, name) for name in RoomSettings.__struct_fields__})
    room = _opened(await services.rooms.create(me, settings, data.seat, data.bots))
    return NewRoomAnswer(room.id, room.code)


@post("/api/tables", dependencies=SIGNED_IN)
async def open_table(data: JSONBody[NewTable], me: Asker, services: Given) -> Created:
    """Open a private room with bots and begin to play: the caller sits at seat 0, bots at the others."""
    variant = VARIANTS.get(data.variant)
    seats = data.seats if data.seats is not None or variant is None else variant.seats[-1]
    if variant is not None and seats in variant.seats and len(data.bots) != seats - 1:
        raise ApiError(400, "bad_bots", {"bots": seats - 1})
    settings = RoomSettings(variant=data.variant, options=data.options, seats=data.seats, deals=data.deals, seconds=data.seconds)
    room = _opened(await services.rooms.create(me, settings, 0, ["", *data.bots], play=True))
    return Created(room.table)


@get("/api/rooms", sync_to_thread=False)
def listed_rooms(services: Given) -> list[Card]:
    """Listed rooms, newest first."""
    return services.lobby.cards()


@get("/api/rooms/mine", dependencies=SIGNED_IN)
async def my_rooms(me: Asker, services: Given) -> list[Card]:
    """The open rooms where the caller sits, newest first."""
    return [entry.state.card() for entry in services.rooms.directory.of(me.id)]


@get("/api/rooms/{room_id:str}", dependencies=SIGNED_IN)
async def room_by_id(room_id: FromPath[str], me: Asker, services: Given) -> RoomInfo:
    """A room as the caller sees it."""
    return _seen(services.rooms.directory.find(room_id), me)


@get("/api/codes/{code:str}", dependencies=SIGNED_IN)
async def room_by_code(code: FromPath[str], me: Asker, services: Given) -> RoomInfo:
    """The room with a code, as the caller sees it."""
    room, wait = services.rooms.directory.by_code(me, code)
    if wait:
        raise ApiError(429, "too_many_requests", {"seconds": round(wait, 1)})
    return _seen(room, me)


@get("/api/presets/{game:str}", dependencies=SIGNED_IN)
async def presets(game: FromPath[str], me: Asker, services: Given) -> list[Preset]:
    """The caller's presets for a game, by name."""
    return await services.rooms.stored.presets(me.id, storable(game))


@put("/api/presets/{game:str}", dependencies=SIGNED_IN, status_code=204)
async def put_preset(game: FromPath[str], data: JSONBody[Preset], me: Asker, services: Given) -> None:
    """Save a preset, over one of the same name."""
    if data.settings.variant != game:
        raise ApiError(400, "unknown_variant", {"variant": data.settings.variant, "variants": [game]})
    if isinstance(refused := checked(data.settings), Refused):
        raise ApiError(400, refused.code, refused.detail)
    if not await services.rooms.stored.put_preset(me.id, data):
        raise ApiError(409, "too_many_presets")


@delete("/api/presets/{game:str}/{name:str}", dependencies=SIGNED_IN)
async def delete_preset(game: FromPath[str], name: FromPath[str], me: Asker, services: Given) -> None:
    """Forget a preset."""
    if not await services.rooms.stored.delete_preset(me.id, storable(game), storable(name)):
        raise ApiError(404, "no_such_preset")


def _opened(room: RoomState | Refused) -> RoomState:
    if isinstance(room, Refused):
        raise ApiError(409 if room.code.startswith("too_many") else 400, room.code, room.detail)
    return room


def _seen(entry: Entry | None, me: Me) -> RoomInfo:
    if entry is None:
        raise ApiError(404, "no_such_room")
    if me.id in entry.state.shut_out:
        raise ApiError(403, "kicked")
    return entry.info(me.id)


ROOM_HANDLERS: Final = [
    choices, open_room, open_table, listed_rooms, my_rooms, room_by_id, room_by_code, presets, put_preset, delete_preset,
]  # fmt: skip
