"""Many who look at one room: everybody learns how things stand, and the server does not speak without end."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from server.player import GAME

from fangcheng.server.protocol import Me, Room, RoomSettings
from fangcheng.server.rooms import entry as entries
from fangcheng.server.rooms.entry import Entry
from fangcheng.server.rooms.opening import new_room
from fangcheng.server.rooms.room import Place, RoomState

MANY = 200
PEOPLE = [Me(f"u{number}", f"u{number}") for number in range(MANY)]


class Looks:
    """A connection that keeps how things stood when it was told last, and counts how often that was."""

    def __init__(self) -> None:
        self.told = 0
        self.room: Any = None

    def send(self, *messages: object) -> None:
        for message in messages:
            assert isinstance(message, Room)
            self.told, self.room = self.told + 1, message.room

    def close(self, code: str) -> None:
        raise AssertionError(code)


@pytest.fixture
def room(monkeypatch: pytest.MonkeyPatch) -> Entry:
    monkeypatch.setattr(entries, "CROWD", 0.05)
    state = new_room(RoomSettings(variant=GAME), "CODE23", 0, [Place("host", "甲")], [])
    assert isinstance(state, RoomState)
    return Entry(state)


def named(look: Looks) -> int:
    """How many of those who look are himself, to one of them."""
    return sum(looker.you for looker in look.room.lookers)


async def told(room: Entry) -> None:
    """Wait until whoever looks has been told everything."""
    await asyncio.sleep(2 * entries.CROWD)
    assert room._due is None


async def test_many_who_come_at_once_cost_each_a_few_messages(room: Entry) -> None:
    looks = [Looks() for _ in PEOPLE]
    for number, (me, look) in enumerate(zip(PEOPLE, looks, strict=True)):
        room.came(look, me)
        assert (look.told, named(look)) == (1, number < entries.NAMED)
    await told(room)
    assert max(look.told for look in looks) <= 1 + entries.AT_ONCE
    assert all(len(look.room.lookers) == entries.NAMED for look in looks)
    assert [named(look) for look in looks] == [number < entries.NAMED for number in range(MANY)]


async def test_many_who_go_at_once_are_told_of_together(room: Entry) -> None:
    stays, look = Me("stays", "丙"), Looks()
    for me in PEOPLE:
        room.came(Looks(), me)
    room.came(look, stays)
    for connection in [connection for connection in room.connections if connection is not look]:
        del room.connections[connection]
        room.crowd_changed()
    await told(room)
    assert look.told <= 1 + entries.AT_ONCE
    assert [looker.name for looker in look.room.lookers] == ["丙"]


async def test_whoever_changes_his_mind_all_the_time_is_told_of_a_few_times(room: Entry) -> None:
    look = Looks()
    room.came(look, PEOPLE[0])
    for number in range(100):
        room.state.change_place(0, ready=number % 2 == 0)
        room.tell()
    await told(room)
    assert look.told <= 2 + entries.AT_ONCE
    assert look.room.seats[0].ready is False
    # What must not wait is told at once all the same, and makes the other telling needless.
    room.tell()
    room.state.status = "closed"
    before = look.told
    room.tell_now()
    assert (look.told, look.room.status, room._due) == (before + 1, "closed", None)


async def test_a_few_changes_are_told_at_once(room: Entry) -> None:
    look = Looks()
    room.came(look, PEOPLE[0])
    for number in range(entries.AT_ONCE):
        room.state.change_place(0, ready=number % 2 == 0)
        room.tell()
        assert look.room.seats[0].ready == (number % 2 == 0)
