"""The messages on the lobby's socket."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from fangcheng.server.protocol.common import Ack, Closed, Error, Id, Incoming, Outgoing, Ping, Pong, Refusal, reader
from fangcheng.server.protocol.room import RoomSettings, RoomStatus

STAKES: Final = (0, 1, 5, 20, 100)
"""Base stakes of quick matches."""


class Queue(Incoming, frozen=True):
    """Wait for a quick match at one of `STAKES`, in place of any other that is waited for. `bots`: they may fill up after a while."""

    id: Id
    variant: Annotated[str, msgspec.Meta(max_length=64)]
    stake: int = 0
    bots: bool = False


class Unqueue(Incoming, frozen=True):
    """Wait no longer."""

    id: Id


LobbyCommand = Queue | Unqueue


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """A listed room: all its settings, the names at its seats ("" for a free one), and the table of its running match, "" for none."""

    id: str
    status: RoomStatus
    settings: RoomSettings
    host: str
    seats: list[str]
    table: str


class Waiting(msgspec.Struct, frozen=True):
    """How many wait for a quick match."""

    variant: str
    stake: int
    people: int


class Lobby(Outgoing, frozen=True):
    """All listed rooms, newest first; all who wait; and how many people are in the lobby."""

    rooms: list[Card]
    waiting: list[Waiting]
    people: int


class Changes(Outgoing, frozen=True):
    """What has changed since the last message: new and changed rooms, ids of those that are gone; and all who wait."""

    rooms: list[Card]
    gone: list[str]
    waiting: list[Waiting]
    people: int


class Matched(Outgoing, frozen=True):
    """The quick match is found and begins."""

    room: str
    table: str


LobbyReceived = LobbyCommand | Ping
LobbySent = Lobby | Changes | Matched | Ack | Refusal | Error | Closed | Pong

read_lobby: Final = reader(LobbyReceived)  # type: ignore[arg-type]
