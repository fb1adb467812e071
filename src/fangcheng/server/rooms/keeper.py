"""How open rooms change: stored first, then told to everybody. The caller holds the lock of the rooms."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from fangcheng.server.rooms.directory import Directory
from fangcheng.server.rooms.entry import Entry, notices
from fangcheng.server.rooms.room import RoomState
from fangcheng.server.rooms.store import RoomsStore


class Keeper:
    """The open rooms of a directory as they are stored. `show` is told of every change of one."""

    def __init__(self, stored: RoomsStore, directory: Directory, show: Callable[[RoomState], None]) -> None:
        self._stored = stored
        self._directory = directory
        self._show = show

    def add(self, state: RoomState) -> None:
        """Take up a new room, which is stored already."""
        self._directory.add(state)
        self._show(state)

    async def find(self, room_id: str) -> Entry | None:
        """An open room, as it really is."""
        if (entry := self._directory.find(room_id)) is not None:
            await self.make_sure(entry)
        return self._directory.find(room_id)

    async def store(self, entry: Entry, after: RoomState, kicked: bool = False) -> None:
        """Store a room as it is now, then tell everybody."""
        before = entry.state
        if after != before and not (after.status == "playing" and before.status == "waiting"):
            entry.unsure = True
            await self._stored.save(after)
        entry.unsure = False
        if after == before:
            entry.crowd_changed()
            return
        entry.state = after
        now, present = time.monotonic(), entry.present()
        seated = [place.user for place in after.places if place.user]
        if (before.status, after.status) == ("playing", "waiting"):
            # They were at the table. The time in which they must be back begins now.
            entry.away, entry.empty_since = {}, now
        entry.away = {user: entry.away.get(user, now) for user in seated if user not in present}
        for notice in notices(before, after, kicked):
            entry.send(notice)
        if after.status == before.status:
            entry.tell()
        else:
            entry.tell_now()
        self._show(after)

    async def make_sure(self, entry: Entry) -> None:
        """Look up what is stored of a room after a failure. In its old state it could start its match once more, with the same wall."""
        if entry.unsure:
            await self.store(entry, await self._stored.room(entry.state.id))
            self.drop_closed(entry)

    async def let_go(self, entry: Entry, seats: Sequence[int]) -> None:
        """Free the seats of people in a room where no match is played."""
        after = entry.state.copy()
        for seat in seats:
            after.leave(seat)
        await self.store(entry, after)
        self.drop_closed(entry)

    def drop_closed(self, entry: Entry) -> None:
        """Forget a room that is closed, and hang up on everybody who looks at it."""
        if entry.state.status == "closed" and self._directory.drop(entry.state):
            for connection in entry.connections:
                connection.close("room_closed")
