"""Rooms to which nobody comes back are closed, whatever happens to other rooms meanwhile."""

from __future__ import annotations

import asyncio
import sqlite3
from typing import Any

import pytest
from server.ailing import failing
from server.player import GAME, PATIENCE

from fangcheng.server.config import Config
from fangcheng.server.protocol import RoomSettings
from fangcheng.server.rooms import rooms as rooms_module
from fangcheng.server.rooms.opening import new_room
from fangcheng.server.rooms.room import Place, RoomState
from fangcheng.server.rooms.rooms import Rooms
from fangcheng.server.tables.hub import LocalHub

IMPATIENT = Config(room_away=0, room_idle=0)


def room(code: str) -> RoomState:
    state = new_room(RoomSettings(variant=GAME), code, 0, (Place(code, "甲"),), [])
    assert isinstance(state, RoomState)
    return state


@pytest.mark.parametrize(
    ("error", "event"),
    [(ValueError("what is stored makes no sense"), "room_not_looked_after"), (failing(sqlite3.Error("away")), "database_away")],
)
async def test_a_room_that_always_fails_keeps_no_other_open(
    error: Exception, event: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(rooms_module, "TICK", 0.001)
    bad, good = room("first"), room("second")
    nowhere: Any = None
    closed: asyncio.Queue[str] = asyncio.Queue()
    rooms = Rooms(nowhere, LocalHub(nowhere, IMPATIENT), IMPATIENT, lambda state: closed.put_nowait(state.id))

    async def open_rooms() -> list[RoomState]:
        return [bad, good]

    async def save(state: RoomState) -> None:
        if state.id == bad.id:
            raise error

    async def stored(room_id: str) -> RoomState:
        return bad

    monkeypatch.setattr(rooms.stored, "open_rooms", open_rooms)
    monkeypatch.setattr(rooms.stored, "save", save)
    monkeypatch.setattr(rooms.stored, "room", stored)
    await rooms.start()
    assert await asyncio.wait_for(closed.get(), PATIENCE) == good.id
    await rooms.stop()
    assert rooms.directory.find(bad.id) is not None
    assert rooms.directory.find(good.id) is None
    (line, *_) = [line for line in capsys.readouterr().err.splitlines() if event in line]
    assert bad.id in line
