"""Bodies and answers of the HTTP interface."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from fangcheng.rules.options import OptionRow
from fangcheng.server.protocol.room import RoomSettings
from fangcheng.server.protocol.table import Status


class Me(msgspec.Struct, frozen=True):
    """A player, as told to that player; `account` is False for a guest."""

    id: str
    name: str
    account: bool = False


class NewGuest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who wants to play without an account; without a name one is made up."""

    name: str | None = None


class VariantInfo(msgspec.Struct, frozen=True):
    """A game as the form for a new table needs it; `deals` is the usual length of a match, `lengths` lists the customary ones.

    `winds`: seats are named by winds, seat 0 is East.
    """

    id: str
    seats: list[int]
    buttons: list[str]
    deals: int
    lengths: list[int]
    options: list[OptionRow]
    winds: bool = False


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


class NewRoom(RoomSettings, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A room to open; the caller sits down at `seat`, and the named bots at the other seats ("": the seat stays free)."""

    seat: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0
    bots: Annotated[list[str], msgspec.Meta(max_length=4)] = msgspec.field(default_factory=list)


class NewRoomAnswer(msgspec.Struct, frozen=True):
    """A new room, and the code by which others find it."""

    id: str
    code: str


class Preset(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Settings that a host has saved under a name."""

    name: Annotated[str, msgspec.Meta(max_length=24, pattern=r"^[^\u0000]+$")]
    settings: RoomSettings


class Choices(msgspec.Struct, frozen=True):
    """Closed lists that forms need: levels of bots, stakes of quick matches, phrases and emotes."""

    bots: list[str]
    stakes: list[int]
    phrases: list[str]
    emotes: list[str]
