"""An open room in memory: its state, the people who look at it, and what they are told."""

from __future__ import annotations

import asyncio
import time
from typing import Final

import msgspec

from fangcheng.rules.variant import Refused
from fangcheng.server.allowance import Allowance
from fangcheng.server.config import Config
from fangcheng.server.protocol import Me, Notice, Room, RoomInfo, Said, Say
from fangcheng.server.protocol.common import Outgoing
from fangcheng.server.rooms.room import RoomState
from fangcheng.server.tables.inbox import Connection
from fangcheng.server.tables.sayings import Sayings

NAMED: Final = 50
"""How many of the people who look at a room are named to everybody."""
CROWD: Final = 0.5
"""Seconds between two messages about the room, after the first few in a row. Each goes to everybody who looks, so people who come and go,
or one who keeps changing things, would otherwise keep the server busy."""
AT_ONCE: Final = 8
"""How many changes of a room in a row are told at once; of comings and goings, half as many."""


class Entry:
    """An open room and the people who look at it. Times are in s on the monotonic clock.

    away      since when people who sit there have not been looking
    at_table  people who are connected to the table of its match; `watching` are the spectators there
    unsure    while it is not known whether a change was stored: a database that reports a failure may have stored it all the same
    """

    def __init__(self, state: RoomState) -> None:
        self.state = state
        self.connections: dict[Connection, Me] = {}
        self.at_table: frozenset[str] = frozenset()
        self.watching: tuple[Me, ...] = ()
        self.unsure = False
        self._sayings = Sayings()
        self._changes = Allowance(1 / CROWD, AT_ONCE)
        self._comings = Allowance(1 / CROWD, AT_ONCE // 2)
        self._due: asyncio.TimerHandle | None = None
        now = time.monotonic()
        self.away = {place.user: now for place in state.places if place.user}
        self.empty_since = now

    def present(self) -> set[str]:
        """Ids of the people who look at the room."""
        return {me.id for me in self.connections.values()}

    def lookers(self) -> list[Me]:
        """People who look at the room or watch its match, and do not sit there, in the order in which they came."""
        here = {me.id: me for me in (*self.connections.values(), *self.watching)}
        return [me for me in here.values() if self.state.seat_of(me.id) < 0 and me.id not in self.state.shut_out]

    def looker(self, key: str) -> Me | None:
        """The one with this key."""
        return next((me for me in self.lookers() if self.state.key_of(me.id) == key), None)

    def named(self, user: str) -> Me | None:
        """Somebody who looks at the room or watches its match, by id."""
        return next((me for me in (*self.connections.values(), *self.watching) if me.id == user), None)

    def of(self, user: str) -> list[Connection]:
        """The connections on which somebody looks at the room."""
        return [connection for connection, me in self.connections.items() if me.id == user]

    def info(self, user: str) -> RoomInfo:
        """The room as somebody sees it."""
        return self.seen_by(user, self._info())

    def _info(self) -> RoomInfo:
        return self.state.info(self.present() | self.at_table, self.lookers()[:NAMED])

    def send(self, message: Outgoing) -> None:
        """Tell everybody who looks at the room."""
        for connection in self.connections:
            connection.send(message)

    def came(self, connection: Connection, me: Me) -> None:
        """Somebody has come. They are told how things stand, and the others that they are here."""
        self.connections[connection] = me
        connection.send(Room(self.info(me.id)))
        self.crowd_changed(but=connection)

    def crowd_changed(self, but: Connection | None = None) -> None:
        """Tell everybody who is here now; a little later where many come and go."""
        self._tell_in_time(self._comings, but)

    def tell(self) -> None:
        """Tell everybody how things stand; a little later where that changes all the time."""
        self._tell_in_time(self._changes)

    def _tell_in_time(self, allowed: Allowance, but: Connection | None = None) -> None:
        if self._due is not None:
            return
        if allowed.take():
            self.tell_now(but)
        else:
            self._due = asyncio.get_running_loop().call_later(CROWD, self.tell_now)

    def tell_now(self, but: Connection | None = None) -> None:
        """Tell everybody how things stand."""
        if self._due is not None:
            self._due.cancel()
            self._due = None
        info = self._info()
        for connection, me in self.connections.items():
            if connection is not but:
                connection.send(Room(self.seen_by(me.id, info)))

    def seen_by(self, user: str, info: RoomInfo) -> RoomInfo:
        """The room as one of the people who look at it sees it, made from what is the same for all of them."""
        seat = self.state.seat_of(user)
        if seat >= 0:
            return msgspec.structs.replace(info, you=seat)
        key = self.state.key_of(user)
        lookers = [msgspec.structs.replace(looker, you=True) if looker.key == key else looker for looker in info.lookers]
        return msgspec.structs.replace(info, lookers=lookers)

    def say(self, me: Me, say: Say) -> Refused | None:
        """Let everybody hear what one of the seated people says; or why not."""
        seat = self.state.seat_of(me.id)
        if seat < 0:
            return Refused("not_seated")
        refused = self._sayings.refused(me.id, say.what)
        if refused is None:
            # Not stored by itself: once the server is gone, so is everybody who has heard it.
            self.state.keep(me.id, say.id)
            self.send(Said(seat, say.what))
        return refused

    def lost(self, config: Config) -> list[str]:
        """Who loses a seat while no match is played: those who have been away too long; if nobody looks, all of them, but later."""
        if self.state.status != "waiting":
            return []
        now = time.monotonic()
        limit = (config.room_away if self.connections else config.room_idle) / 1000
        away = [user for user, since in self.away.items() if now - since > limit]
        return away if self.connections or now - self.empty_since > limit else []


def notices(before: RoomState, after: RoomState, kicked: bool) -> list[Notice]:
    """The notices of a change for the people who look at the room."""
    old, new = ({place.user: (seat, place.name) for seat, place in enumerate(state.places) if place.user} for state in (before, after))
    told = [Notice("kicked" if kicked else "stood", *old[user]) for user in old.keys() - new.keys()]
    told += [Notice("sat", *new[user]) for user in new.keys() - old.keys()]
    if before.settings != after.settings:
        told.append(Notice("settings", after.host, after.places[after.host].name))
    if before.places[before.host].user != after.places[after.host].user and after.status != "closed":
        told.append(Notice("host", after.host, after.places[after.host].name))
    return told
