"""An open room in memory: its state, who looks at it, and what they are told."""

from __future__ import annotations

import time
from typing import Final

from fangcheng.rules.variant import Refused
from fangcheng.server.config import Config
from fangcheng.server.inbox import Connection
from fangcheng.server.protocol import Me, Notice, Room, RoomInfo, Said, Say
from fangcheng.server.protocol.common import Outgoing
from fangcheng.server.room import RoomState
from fangcheng.server.sayings import Sayings

NAMED: Final = 50
"""So many of those who look at a room everybody is told of."""


class Entry:
    """An open room and who looks at it. `away` says since when people who sit there have not looked; times are monotonic.
    `at_table` are the people who are connected to the table of its match.

    `unsure` while nobody knows whether a change was stored: a database that fails may have done it all the same.
    """

    def __init__(self, state: RoomState) -> None:
        self.state = state
        self.connections: dict[Connection, Me] = {}
        self.at_table: frozenset[str] = frozenset()
        self.unsure = False
        self._sayings = Sayings()
        now = time.monotonic()
        self.away = {place.user: now for place in state.places if place.user}
        self.empty_since = now

    def present(self) -> set[str]:
        """Ids of the people who look at the room."""
        return {me.id for me in self.connections.values()}

    def lookers(self) -> list[Me]:
        """People who look at the room and do not sit there, in the order in which they came."""
        here = {me.id: me for me in self.connections.values()}
        return [me for me in here.values() if self.state.seat_of(me.id) < 0]

    def looker(self, key: str) -> Me | None:
        """The one with this key."""
        return next((me for me in self.lookers() if self.state.key_of(me.id) == key), None)

    def named(self, user: str) -> Me | None:
        """Somebody who looks at the room, by his id."""
        return next((me for me in self.connections.values() if me.id == user), None)

    def of(self, user: str) -> list[Connection]:
        """The connections on which somebody looks at the room."""
        return [connection for connection, me in self.connections.items() if me.id == user]

    def info(self, user: str) -> RoomInfo:
        """The room as somebody sees it."""
        return self.state.info(user, self.present() | self.at_table, self.lookers()[:NAMED])

    def send(self, message: Outgoing) -> None:
        """Tell everybody who looks at the room."""
        for connection in self.connections:
            connection.send(message)

    def tell(self) -> None:
        """Tell everybody how things stand."""
        for connection, me in self.connections.items():
            connection.send(Room(self.info(me.id)))

    def say(self, me: Me, say: Say) -> Refused | None:
        """Let everybody hear what somebody says who sits here, or say why not."""
        seat = self.state.seat_of(me.id)
        if seat < 0:
            return Refused("not_seated")
        refused = self._sayings.refused(me.id, say.what)
        if refused is None:
            # Not stored by itself: with a server that is gone nobody is left who has heard it.
            self.state.keep(me.id, say.id)
            self.send(Said(seat, say.what))
        return refused

    def lost(self, config: Config) -> list[str]:
        """Who loses his seat while no match is played: who is away for long, and where nobody looks all of them, after longer."""
        if self.state.status != "waiting":
            return []
        now = time.monotonic()
        limit = (config.room_away if self.connections else config.room_idle) / 1000
        away = [user for user, since in self.away.items() if now - since > limit]
        return away if self.connections or now - self.empty_since > limit else []


def notices(before: RoomState, after: RoomState, kicked: bool) -> list[Notice]:
    """What people who look at a room are to be told of a change."""
    old, new = ({place.user: (seat, place.name) for seat, place in enumerate(state.places) if place.user} for state in (before, after))
    told = [Notice("kicked" if kicked else "stood", *old[user]) for user in old.keys() - new.keys()]
    told += [Notice("sat", *new[user]) for user in new.keys() - old.keys()]
    if before.settings != after.settings:
        told.append(Notice("settings", after.host, after.places[after.host].name))
    if before.places[before.host].user != after.places[after.host].user and after.status != "closed":
        told.append(Notice("host", after.host, after.places[after.host].name))
    return told
