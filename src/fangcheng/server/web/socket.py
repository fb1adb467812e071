"""The sockets of docs/protocol.md: of a table for players and spectators, of a room, and of the lobby."""

from __future__ import annotations

from typing import Any, NamedTuple

from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.params import FromPath

from fangcheng.server.protocol import Command, Error, LobbyCommand, Me, RoomCommand, read, read_lobby, read_room
from fangcheng.server.protocol.help import AskHelp
from fangcheng.server.rooms.lobby import Lobby
from fangcheng.server.rooms.rooms import Rooms
from fangcheng.server.tables.hub import LocalHub
from fangcheng.server.tables.inbox import Joined, Left, Sends, Unwatches, Watches
from fangcheng.server.web.outbox import Outbox
from fangcheng.server.web.services import Services
from fangcheng.server.web.talk import Talk, hold

AnySocket = WebSocket[Any, Any, Any]


class Playing(NamedTuple):
    """A player at a table."""

    hub: LocalHub
    table: str
    seat: int
    outbox: Outbox

    async def enter(self) -> None:
        self.hub.post(self.table, Joined(self.seat, self.outbox, self.outbox.opened))

    def take(self, message: Command | AskHelp) -> None:
        self.hub.post(self.table, Sends(self.seat, self.outbox, message))

    async def leave(self) -> None:
        self.hub.post(self.table, Left(self.seat, self.outbox))


class Watching(NamedTuple):
    """A spectator at a table."""

    hub: LocalHub
    table: str
    me: Me
    outbox: Outbox

    async def enter(self) -> None:
        self.hub.post(self.table, Watches(self.me.id, self.outbox, self.outbox.opened, self.me.name))

    def take(self, message: Command | AskHelp) -> None:
        self.outbox.send(Error("spectators_watch"))

    async def leave(self) -> None:
        self.hub.post(self.table, Unwatches(self.me.id, self.outbox))


class InRoom(NamedTuple):
    """Somebody who looks at a room or sits there."""

    rooms: Rooms
    room: str
    me: Me
    outbox: Outbox

    async def enter(self) -> None:
        await self.rooms.join(self.room, self.me, self.outbox)

    async def take(self, message: RoomCommand) -> None:
        await self.rooms.take(self.room, self.me, message, self.outbox)

    async def leave(self) -> None:
        await self.rooms.leave(self.room, self.me, self.outbox)


class InLobby(NamedTuple):
    """Somebody in the lobby."""

    lobby: Lobby
    me: Me
    outbox: Outbox

    async def enter(self) -> None:
        self.lobby.join(self.me, self.outbox)

    async def take(self, message: LobbyCommand) -> None:
        await self.lobby.take(self.me, message, self.outbox)

    async def leave(self) -> None:
        self.lobby.leave(self.outbox)


@websocket("/ws/tables/{table_id:str}")
async def table_socket(socket: AnySocket, table_id: FromPath[str], services: NamedDependency[Services]) -> None:
    """A table: for who sits there, and with ``?watch`` for spectators."""
    watches = "watch" in socket.query_params

    async def opens(me: Me, outbox: Outbox) -> Talk[Command | AskHelp] | str:
        try:
            seat = await services.store.seat_of(table_id, me.id)
        except KeyError:
            return "no_such_table"
        if watches:
            if services.rooms.shuts_out(table_id, me.id):
                return "kicked"
            # Somebody who knows one hand of the deal must not see others as a spectator.
            return Watching(services.hub, table_id, me, outbox) if seat is None else "not_watched"
        return "not_your_table" if seat is None else Playing(services.hub, table_id, seat, outbox)

    await hold(socket, services, read, opens)


@websocket("/ws/rooms/{room_id:str}")
async def room_socket(socket: AnySocket, room_id: FromPath[str], services: NamedDependency[Services]) -> None:
    """A room, for everybody who knows its id."""

    async def opens(me: Me, outbox: Outbox) -> Talk[RoomCommand] | str:
        return InRoom(services.rooms, room_id, me, outbox) if services.rooms.directory.find(room_id) else "no_such_room"

    await hold(socket, services, read_room, opens)


@websocket("/ws/lobby")
async def lobby_socket(socket: AnySocket, services: NamedDependency[Services]) -> None:
    """The lobby."""

    async def opens(me: Me, outbox: Outbox) -> Talk[LobbyCommand] | str:
        return InLobby(services.lobby, me, outbox)

    await hold(socket, services, read_lobby, opens)
