"""Bodies and answers of the HTTP interface about players: accounts, sessions, settings, money."""

from __future__ import annotations

from typing import Annotated, Generic, Literal, TypeVar

import msgspec
from msgspec import UNSET, Meta, UnsetType

from fangcheng.server.protocol.forms import Me

Name = Annotated[str, Meta(max_length=200)]
Secret = Annotated[str, Meta(max_length=1000)]
"""A password as it is typed. If its length is wrong, the server says so by a code of its own."""
Word = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,24}\Z")]

T = TypeVar("T")


class Page(msgspec.Struct, Generic[T], frozen=True):
    """Part of a list. `next` is the `before` of the call for the following page, None at the end."""

    items: list[T]
    next: str | None


class Myself(Me, frozen=True):
    """A player, as told to that player, with the play money held."""

    balance: int = 0


class Login(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A name and its password."""

    name: Name
    password: Secret


class NewPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new password, confirmed by the old one."""

    old: Secret
    new: Secret


class Farewell(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Delete the account, confirmed by its password; guests have none."""

    password: Secret = ""


class SessionInfo(msgspec.Struct, frozen=True):
    """One of the caller's sessions. Times are ms since 1970; `agent` is the browser in two words, `current` the one that asks."""

    id: str
    created: int
    seen: int
    agent: str
    current: bool


class PlayerSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player's settings, which are stored as a whole.

    open_hand     spectators may see my hand
    open_records  others may see my hand in deals that are shared after their end
    messages      messages of the system are shown

    The rest belongs to the client: it is kept as given, and left out if it never was.
    """

    sound: bool = True
    animation: bool = True
    open_hand: bool = False
    open_records: bool = True
    messages: bool = True
    speech: bool | UnsetType = UNSET
    chat: bool | UnsetType = UNSET
    help: bool | UnsetType = UNSET
    auto_win: bool | UnsetType = UNSET
    auto_pass: bool | UnsetType = UNSET
    auto_discard: bool | UnsetType = UNSET
    volume: Annotated[int, Meta(ge=0, le=100)] | UnsetType = UNSET
    language: Word | UnsetType = UNSET
    speed: Word | UnsetType = UNSET
    size: Word | UnsetType = UNSET
    theme: Word | UnsetType = UNSET
    suits: Word | UnsetType = UNSET
    taps: Word | UnsetType = UNSET
    order: Word | UnsetType = UNSET


class StatementLine(msgspec.Struct, frozen=True):
    """A line of a player's statement: what it was for, the `amount` gained or lost, and the `balance` afterwards."""

    kind: Literal["grant", "relief", "deal", "fee", "admin", "closed"]
    amount: int
    balance: int
    at: int
    table: str | None
    deal: int | None
    reason: str
