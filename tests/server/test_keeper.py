"""Who loses his seat in a room, and who has time to come back to it."""

from __future__ import annotations

import pytest
from server.player import GAME

from fangcheng.server.config import Config
from fangcheng.server.protocol import Me, RoomSettings
from fangcheng.server.rooms.directory import Directory
from fangcheng.server.rooms.entry import Entry
from fangcheng.server.rooms.keeper import Keeper
from fangcheng.server.rooms.opening import new_room
from fangcheng.server.rooms.room import Place, RoomState

CONFIG = Config()
PEOPLE = (Place("a", "甲"), Place("b", "乙"))
HOUR = 3600.0


class Nowhere:
    """Stands for the database: takes whatever is stored."""

    async def save(self, state: RoomState) -> None:
        pass


class Looks:
    """Stands for the connection of somebody who looks at the room."""

    def send(self, *messages: object) -> None:
        pass

    def close(self, code: str) -> None:
        pass


@pytest.fixture
def entry() -> Entry:
    """A room of two people whose match began an hour ago, when both went from the room to the table."""
    state = new_room(RoomSettings(variant=GAME, fill="greedy"), "CODE23", 0, PEOPLE, [])
    assert isinstance(state, RoomState)
    state.start("t")
    entry = Entry(state)
    entry.away = {user: since - HOUR for user, since in entry.away.items()}
    entry.empty_since -= HOUR
    return entry


async def end_match(entry: Entry) -> None:
    after = entry.state.copy()
    after.follow([], 0, over=True)
    await Keeper(Nowhere(), Directory(), lambda state: None).store(entry, after)  # type: ignore[arg-type]


async def test_after_a_long_match_nobody_has_been_away(entry: Entry) -> None:
    assert entry.lost(CONFIG) == [], "while it is played nobody is away"
    await end_match(entry)
    assert entry.state.status == "waiting"
    # Nobody is back yet; then one of them, while the other still reads the score sheet.
    assert entry.lost(CONFIG) == []
    entry.connections[Looks()] = Me("a", "甲")
    entry.away.pop("a")
    assert entry.lost(CONFIG) == []


async def test_whoever_does_not_come_back_after_the_match_loses_his_seat(entry: Entry) -> None:
    await end_match(entry)
    entry.connections[Looks()] = Me("a", "甲")
    entry.away.pop("a")
    entry.away["b"] -= CONFIG.room_away / 1000 + 1
    assert entry.lost(CONFIG) == ["b"]


async def test_a_room_to_which_nobody_comes_back_is_left_by_all(entry: Entry) -> None:
    await end_match(entry)
    idle = CONFIG.room_idle / 1000 + 1
    entry.away = {user: since - idle for user, since in entry.away.items()}
    entry.empty_since -= idle
    assert entry.lost(CONFIG) == ["a", "b"]
