"""The messages between client and server as types: docs/protocol.md is their description, GET /schema their schema."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec

from fangcheng.engine.view import View
from fangcheng.rules.options import OptionRow

MAX_MESSAGE: Final = 4096
"""Largest message of a client, in bytes."""

Id = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Status = Literal["playing", "between", "over"]


class Incoming(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower):
    """Base of what a client sends on a table's socket."""


class Act(Incoming, frozen=True):
    """Take an action in answer to the message numbered `seq` of the deal numbered `deal`; `action` is its text as offered."""

    id: Id
    seq: int
    action: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    deal: int | None = None


class Next(Incoming, frozen=True):
    """Go on to the next deal; ends auto-play: who asks for it is there."""

    id: Id


class Auto(Incoming, frozen=True):
    """Let the table play for me (托管), or stop it."""

    id: Id
    on: bool


class Ping(Incoming, frozen=True):
    """Ask for a sign of life."""


Command = Act | Next | Auto


class Clock(msgspec.Struct, frozen=True):
    """What the viewer's decision may take, and what is left of it in ms."""

    seconds: int
    left_ms: int


class TableInfo(msgspec.Struct, frozen=True):
    """A table around its deal.

    names       of people; of bots the key of their name under ``bot`` in the catalogues
    commitment  to the secret of the deal in progress; between deals, of the next one
    auto, ready, connected  per seat
    """

    id: str
    variant: str
    options: dict[str, Any]
    names: list[str]
    bots: list[bool]
    totals: list[int]
    played: int
    deals: int
    status: Status
    clock: Clock | None
    connected: list[bool]
    commitment: str
    auto: list[bool]
    ready: list[bool]


class Outgoing(msgspec.Struct, frozen=True, tag_field="type", tag=str.lower):
    """Base of what the server sends on a table's socket."""


class Table(Outgoing, frozen=True):
    """What happened, and how things stand for this viewer now. `events` are redacted events of the table's game."""

    seq: int
    events: list[Any]
    view: View
    table: TableInfo


class Ack(Outgoing, frozen=True):
    """The command with this id is carried out, for good."""

    id: str


class Refusal(Outgoing, frozen=True, tag="refused"):
    """The command with this id is not carried out, and nothing has changed."""

    id: str
    code: str
    detail: dict[str, Any] = {}


class Error(Outgoing, frozen=True):
    """Something that was received is no message."""

    code: str
    detail: dict[str, Any] = {}


class Closed(Outgoing, frozen=True):
    """The last message on this connection: why it ends."""

    code: str


class Pong(Outgoing, frozen=True):
    """The answer to a ping."""


Received = Act | Next | Auto | Ping
Sent = Table | Ack | Refusal | Error | Closed | Pong

encode: Final = msgspec.json.Encoder().encode
_decoder: Final = msgspec.json.Decoder(Received)


def read(data: bytes) -> Received | Error:
    """A message from a client, or what is wrong with it."""
    if len(data) > MAX_MESSAGE:
        return Error("too_large", {"bytes": len(data), "maximum": MAX_MESSAGE})
    try:
        return _decoder.decode(data)
    except msgspec.ValidationError as error:
        return Error("bad_message", {"reason": str(error)})
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return Error("not_json")


class Me(msgspec.Struct, frozen=True):
    """A player as he sees himself."""

    id: str
    name: str


class NewGuest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who wants to play without an account."""

    name: str | None = None


class VariantInfo(msgspec.Struct, frozen=True):
    """A game as the form for a new table needs it; `deals` is the usual length of a match, `lengths` what is customary."""

    id: str
    seats: list[int]
    buttons: list[str]
    deals: int
    lengths: list[int]
    options: list[OptionRow]


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table to open: the caller at seat 0, a bot at each other seat. `seconds` per decision, 0 for no clock; `deals` 0 for no end."""

    variant: str
    bots: list[str]
    options: dict[str, Any] = {}
    seats: int | None = None
    deals: Annotated[int, msgspec.Meta(ge=0, le=64)] = 8
    seconds: Annotated[int, msgspec.Meta(ge=0, le=600)] = 20


class Created(msgspec.Struct, frozen=True):
    """A new table."""

    id: str


class RunningTable(msgspec.Struct, frozen=True):
    """One of the caller's tables that are not over."""

    id: str
    variant: str
    played: int
    deals: int
    status: Status


class Health(msgspec.Struct, frozen=True):
    """The server is up."""

    status: str = "ok"


class Problem(msgspec.Struct, frozen=True):
    """Why a request failed; `code` is a key under ``error`` in the catalogues."""

    code: str
    detail: Any = None
