"""The messages on a room's socket, and the room as everybody sees it before sitting down."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec

from fangcheng.server.protocol.common import (
    Ack,
    Closed,
    Entropy,
    Error,
    Id,
    Incoming,
    Notice,
    Outgoing,
    Ping,
    Pong,
    Refusal,
    Said,
    Say,
    Seat,
    reader,
)
from fangcheng.server.protocol.table import Terms

RoomStatus = Literal["waiting", "playing", "closed"]
Key = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]


class RoomSettings(Terms, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All that a host decides.

    seats    number of seats, None: as many as the game allows
    deals    length of a match, 0 for no end
    listed   whether the lobby shows the room; else it is found by its code or link
    fill     level of the bots that take empty seats at the start, None: every seat must be taken
    seating  chosen: everybody takes any free seat; lot: the seats of the people are drawn when a match starts
    """

    variant: str
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    seats: Annotated[int, msgspec.Meta(ge=2, le=4)] | None = None
    deals: Annotated[int, msgspec.Meta(ge=0, le=64)] = 8
    listed: bool = False
    fill: str | None = None
    seating: Literal["chosen", "lot"] = "chosen"


class Sit(Incoming, frozen=True):
    """Sit down at a free seat, or move to it."""

    id: Id
    seat: Seat


class Stand(Incoming, frozen=True):
    """Give up the seat; the last person to do so closes the room."""

    id: Id


class Ready(Incoming, frozen=True):
    """Be ready for the start, or not yet. A change of the settings makes everybody unready; with the room's `changes` as last seen, the
    command is refused if the settings have changed since."""

    id: Id
    on: bool
    changes: int | None = None


class SeatEntropy(Incoming, frozen=True, tag="entropy"):
    """Mix this into the seed of the first deal; once a match."""

    id: Id
    text: Entropy


class Begin(Incoming, frozen=True, tag="start"):
    """As the host, start the match, once everybody else is ready and every seat is taken or can be filled by a bot."""

    id: Id


class Kick(Incoming, frozen=True):
    """As the host, free a seat; a person who is sent away from it cannot sit down in this room again, unless offered a seat."""

    id: Id
    seat: Seat


class OfferSeat(Incoming, frozen=True, tag="offer"):
    """As the host, offer a free seat to somebody who looks at the room, by key, even to somebody who was sent away from a seat."""

    id: Id
    person: Key
    seat: Seat


class Expel(Incoming, frozen=True):
    """As the host, send away somebody who looks at the room, by key, for good."""

    id: Id
    person: Key


class SeatBot(Incoming, frozen=True, tag="bot"):
    """As the host, put a bot at a free seat."""

    id: Id
    seat: Seat
    level: Annotated[str, msgspec.Meta(min_length=1, max_length=32)]


class PassHost(Incoming, frozen=True, tag="host"):
    """As the host, make another person the host."""

    id: Id
    seat: Seat


class Change(Incoming, frozen=True):
    """As the host, change the settings while no match is played; the game stays, and so does the number of seats."""

    id: Id
    settings: RoomSettings


class CloseRoom(Incoming, frozen=True, tag="close"):
    """As the host, close the room while no match is played."""

    id: Id


RoomCommand = Sit | Stand | Ready | SeatEntropy | Begin | Kick | OfferSeat | Expel | SeatBot | PassHost | Change | CloseRoom | Say


class RoomSeat(msgspec.Struct, frozen=True):
    """A seat: the `name` of a person or the level of a `bot`, free if both are empty. `connected`: to the room or its match's table."""

    name: str = ""
    bot: str = ""
    ready: bool = False
    connected: bool = False


class Looker(msgspec.Struct, frozen=True):
    """Somebody who looks at a room and does not sit there; `key` stands for this person in this room, and means nothing elsewhere."""

    key: str
    name: str
    you: bool = False


class RoomInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A room as one viewer sees it.

    host, you   seats, -1 for none
    table       id of the running match, "" for none
    commitment  to the secret of the first deal of the match to come
    entropy     SHA-256 of what each seat has mixed into that deal, "" for nothing
    changes     how often the settings have been changed
    lookers     people who are here without a seat, in the order in which they came; only the first ones, if there are many
    """

    id: str
    code: str
    status: RoomStatus
    settings: RoomSettings
    seats: list[RoomSeat]
    host: int
    you: int
    table: str
    commitment: str
    entropy: list[str]
    changes: int
    lookers: list[Looker] = []


class Room(Outgoing, frozen=True):
    """How things stand in the room."""

    room: RoomInfo


class Offered(Outgoing, frozen=True):
    """The host offers the viewer a seat."""

    seat: int


RoomReceived = RoomCommand | Ping
RoomSent = Room | Offered | Ack | Refusal | Error | Closed | Pong | Said | Notice

read_room: Final = reader(RoomReceived)  # type: ignore[arg-type]
