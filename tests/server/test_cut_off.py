"""Connections that end at the wrong moment: with the last message nothing more is taken, and no command stays half done."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any, cast

import pytest
from server.conftest import FAST
from server.player import GAME, PATIENCE

from fangcheng.server.players.sessions import COOKIE
from fangcheng.server.protocol import Begin, Me, RoomCommand, RoomSettings, Stand, read_room
from fangcheng.server.protocol.common import Outgoing
from fangcheng.server.rooms.lobby import Lobby
from fangcheng.server.rooms.room import RoomState
from fangcheng.server.rooms.rooms import Rooms
from fangcheng.server.storage.database import Database, open_engine
from fangcheng.server.storage.migrations import upgrade
from fangcheng.server.tables.hub import LocalHub
from fangcheng.server.tables.inbox import Connection
from fangcheng.server.tables.store import Store
from fangcheng.server.web.outbox import Outbox
from fangcheng.server.web.services import Services, make_services
from fangcheng.server.web.talk import hold

SETTINGS = RoomSettings(variant=GAME, deals=1, seconds=0, fill="first_legal")


class Quiet:
    """A connection on which nobody listens."""

    def send(self, *messages: Outgoing) -> None: ...

    def close(self, code: str) -> None: ...


class Stuck:
    """The server's end of a socket whose client sends, but takes nothing once it is `full`."""

    def __init__(self, token: str) -> None:
        self.cookies, self.url = {COOKIE: token}, "ws://x/"
        self.headers: dict[str, str] = {}
        self.scope: dict[str, Any] = {}
        self.sent: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.full = False

    async def accept(self) -> None: ...

    async def close(self, code: int, reason: str) -> None: ...

    async def receive(self) -> dict[str, Any]:
        return await self.sent.get()

    async def send(self, message: dict[str, Any]) -> None:
        if self.full:
            await asyncio.Event().wait()

    def say(self, text: str) -> None:
        self.sent.put_nowait({"type": "websocket.receive", "text": text})


class Taking:
    """A conversation that keeps what it has taken, each message when `go` lets it."""

    def __init__(self) -> None:
        self.begun: list[Any] = []
        self.done: list[Any] = []
        self.left = False
        self.go = asyncio.Event()

    async def enter(self) -> None: ...

    async def take(self, message: Any) -> None:
        self.begun.append(message)
        await self.go.wait()
        assert not self.left, "left in the middle of a command"
        self.done.append(message)

    async def leave(self) -> None:
        self.left = True


@pytest.fixture
async def store(tmp_path: Path) -> AsyncGenerator[Store]:
    database = Database.file(tmp_path / "fangcheng.db")
    upgrade(database)
    made = Store(open_engine(database))
    yield made
    await made.close()


@pytest.fixture
async def services(store: Store) -> AsyncGenerator[Services]:
    hub, lobby = LocalHub(store, FAST), Lobby(FAST)
    rooms = Rooms(store, hub, FAST, lobby.show)
    await rooms.start()
    yield make_services(FAST, store, hub, rooms, lobby)
    await rooms.stop()
    await hub.stop()


async def until(holds: Any) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds():  # noqa: ASYNC110
            await asyncio.sleep(0.005)


async def talking(services: Services, talk: Taking) -> tuple[Stuck, Me, asyncio.Task[None], list[Outbox]]:
    me, token = await services.sessions.new_guest("甲")
    socket, outboxes = Stuck(token), list[Outbox]()

    async def opens(me: Me, outbox: Outbox) -> Any:
        outboxes.append(outbox)
        return talk

    running = asyncio.create_task(hold(cast(Any, socket), services, read_room, opens))
    await until(lambda: outboxes)
    return socket, me, running, outboxes


async def test_a_session_that_has_ended_commands_nothing(services: Services) -> None:
    """Not even over a connection whose client does not take the message that says so."""
    talk = Taking()
    talk.go.set()
    socket, me, running, _ = await talking(services, talk)
    socket.say('{"type": "stand", "id": "a"}')
    await until(lambda: talk.done)
    socket.full = True
    await services.sessions.end(me.id)
    socket.say('{"type": "stand", "id": "b"}')
    await until(lambda: talk.left)
    assert talk.begun == [Stand("a")]
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def test_a_command_is_carried_out_to_its_end(services: Services) -> None:
    talk = Taking()
    socket, me, running, _ = await talking(services, talk)
    socket.say('{"type": "stand", "id": "a"}')
    await until(lambda: talk.begun)
    await services.sessions.end(me.id)
    await asyncio.sleep(0.05)
    assert not talk.left
    talk.go.set()
    await asyncio.wait_for(running, PATIENCE)
    assert talk.done == [Stand("a")]
    assert talk.left


async def begun(rooms: Rooms, room: RoomState, me: Me, *commands: RoomCommand) -> None:
    for command in commands:
        await rooms.take(room.id, me, command, cast(Connection, Quiet()))


async def test_a_match_begins_once_whatever_becomes_of_the_answer(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the database has stored a match and could not say so: a second one would have the same wall as the first."""
    rooms, store = services.rooms, services.store
    me, _ = await services.sessions.new_guest("甲")
    room = await rooms.create(me, SETTINGS)
    assert isinstance(room, RoomState)
    start = rooms.stored.start

    async def fail(*given: Any) -> None:
        await start(*given)
        raise OSError("connection lost")

    monkeypatch.setattr(rooms.stored, "start", fail)
    with pytest.raises(OSError, match="connection lost"):
        await begun(rooms, room, me, Begin("a"))
    monkeypatch.setattr(rooms.stored, "start", start)
    await begun(rooms, room, me, Begin("b"))
    (table,) = await store.running()
    entry = rooms.directory.find(room.id)
    assert entry is not None
    assert (entry.state.status, entry.state.table) == ("playing", table)


async def test_a_room_is_what_is_stored_of_it(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    rooms = services.rooms
    me, _ = await services.sessions.new_guest("甲")
    room = await rooms.create(me, SETTINGS)
    assert isinstance(room, RoomState)
    save = rooms.stored.save

    async def fail(room: RoomState) -> None:
        await save(room)
        raise OSError("connection lost")

    monkeypatch.setattr(rooms.stored, "save", fail)
    with pytest.raises(OSError, match="connection lost"):
        await begun(rooms, room, me, Stand("a"))
    monkeypatch.setattr(rooms.stored, "save", save)
    # Nobody has to do anything for it.
    await until(lambda: rooms.directory.find(room.id) is None)
    assert await rooms.stored.open_rooms() == []
