"""Who owns which table, and when one is opened."""

from __future__ import annotations

import asyncio

import pytest
from server.conftest import FAST
from server.house import House, Watcher, house
from server.player import GAME, PATIENCE

from fangcheng.server.players.accounts import Accounts
from fangcheng.server.protocol import Closed, Error, Me, Quit, RoomSettings
from fangcheng.server.rooms.room import RoomState
from fangcheng.server.rooms.rooms import Rooms
from fangcheng.server.tables.hub import LocalHub
from fangcheng.server.tables.inbox import Joined, Left, Sends, Unwatches

__all__ = ["house"]


async def test_no_table_is_opened_for_the_end_of_a_connection(house: House) -> None:
    (watcher,) = await house.open([None, "greedy", "greedy", "greedy"])
    await watcher.until(lambda: watcher.tables)
    await house.stop()
    hub = LocalHub(house.store, FAST)
    opened: list[str] = []
    open_table = hub.open
    hub.open = lambda table_id: (opened.append(table_id), open_table(table_id))[1]  # type: ignore[method-assign]
    hub.post("t", Left(0, watcher))
    hub.post("t", Unwatches("w", watcher))
    assert opened == []
    guest = Watcher(0)
    hub.post("t", Joined(0, guest))
    await guest.until(lambda: guest.tables)
    assert opened == ["t"]
    await hub.stop()
    assert guest.sent[-1] == Closed("restarting")
    # What comes when the end has begun opens nothing any more.
    hub.post("t", Joined(0, guest))
    hub.post("t", Left(0, guest))
    await asyncio.sleep(0.05)
    assert opened == ["t"]
    assert not [message for message in guest.sent if isinstance(message, Error)]


async def test_a_room_hears_of_its_match_in_the_end(
    house: House, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    await Accounts(house.store.engine).add_guest("u", "甲", "hash")
    closed = asyncio.Event()
    hub, me = LocalHub(house.store, FAST), Me("u", "甲")
    rooms = Rooms(house.store, hub, FAST, lambda room: closed.set() if room.status == "closed" else None)
    await rooms.start()
    room = await rooms.create(
        me, RoomSettings(variant=GAME, deals=1, seconds=0), 0, ["", "first_legal", "first_legal", "first_legal"], play=True
    )
    assert isinstance(room, RoomState)
    save, failed = rooms.stored.save, asyncio.Event()

    async def fail(room: RoomState) -> None:
        monkeypatch.setattr(rooms.stored, "save", save)
        failed.set()
        raise OSError("disk full")

    monkeypatch.setattr(rooms.stored, "save", fail)
    watcher = Watcher(0)
    hub.post(room.table, Joined(0, watcher))
    hub.post(room.table, Sends(0, watcher, Quit("bye")))
    await asyncio.wait_for(failed.wait(), PATIENCE)
    await asyncio.wait_for(closed.wait(), PATIENCE)
    assert await rooms.stored.open_rooms() == []
    await rooms.stop()
    await hub.stop()
    assert "room_failed" in capsys.readouterr().err
