"""The messages on a table's socket."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec

from fangcheng.engine.view import View
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
    ReservePer,
    Said,
    Say,
    Seat,
    Sharing,
    Spectators,
    reader,
)
from fangcheng.server.protocol.help import AskHelp, Help

Status = Literal["playing", "between", "over"]
SwitchName = Literal["win", "no_claims", "discard_drawn"]


class Act(Incoming, frozen=True):
    """Take an action in answer to the message numbered `seq` of the deal numbered `deal`; `action` is its text as offered."""

    id: Id
    seq: int
    action: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    deal: int | None = None


class Next(Incoming, frozen=True):
    """Go on to the next deal. Ends auto-play, since the player is obviously there."""

    id: Id


class Auto(Incoming, frozen=True):
    """Let the table play for me (托管), or stop it."""

    id: Id
    on: bool


class Switch(Incoming, frozen=True):
    """Let the table do one thing for me: ``win`` wins whatever can be won, ``no_claims`` passes where nothing but a claim is on offer,
    ``discard_drawn`` throws the tile just drawn where no win is on offer."""

    id: Id
    switch: SwitchName
    on: bool


class Mix(Incoming, frozen=True, tag="entropy"):
    """Mix this into the seed of the deal to come; once a deal."""

    id: Id
    text: Entropy


class Quit(Incoming, frozen=True, tag="leave"):
    """Leave the match for good: a bot plays on at the seat. The deal in progress still counts for the player who leaves."""

    id: Id


class Replace(Incoming, frozen=True):
    """As the host, let a bot play on at a seat whose player is away."""

    id: Id
    seat: Seat


class Dissolve(Incoming, frozen=True):
    """Call a vote to end the match now, the deal in progress unpaid; or answer one."""

    id: Id
    agree: bool


Command = Act | Next | Auto | Switch | Mix | Quit | Replace | Dissolve | Say


class Clock(msgspec.Struct, frozen=True):
    """How long a decision of `seat` may take, in s; what is left of that, in ms; and what the seat has in reserve beyond that, in ms."""

    seconds: int
    left_ms: int
    seat: int
    reserve_ms: int


class Vote(msgspec.Struct, frozen=True):
    """A vote to end the match: the seat that called it, which seats have agreed, and in how many ms silence counts as an answer."""

    seat: int
    agreed: list[bool]
    left_ms: int


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """What a room has agreed upon beside the options of its game.

    stake        play money a point, 0: points are only counted
    fee          play money that each person pays to the house for each settled deal, beside the fees of the game itself
    gain_cap     whether players may gain no more in a deal than they held when it began
    sharing      what players may show of finished deals: every hand that its player leaves open, their own seat's view, nothing
    seconds      for each decision, 0 for no clock
    reserve      further seconds that each person has for turns, in each deal or in the whole match
    spectators   off: nobody may watch; live: at once; late: when the deal is over
    hints        whether clients may show hints
    bot          level of the bots that take over
    """

    stake: Annotated[int, msgspec.Meta(ge=0, le=100_000)] = 0
    fee: Annotated[int, msgspec.Meta(ge=0, le=100_000)] = 0
    gain_cap: bool = False
    sharing: Sharing = "hands"
    seconds: Annotated[int, msgspec.Meta(ge=0, le=600)] = 20
    reserve: Annotated[int, msgspec.Meta(ge=0, le=3600)] = 0
    reserve_per: ReservePer = "deal"
    spectators: Spectators = "off"
    hints: bool = True
    bot: str = "greedy"


class Purse(msgspec.Struct, frozen=True):
    """Play money that each seat has gained or lost, fees included: in the latest deal that is over, and in the match."""

    deal: list[int]
    match: list[int]


class TableInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A table around its deal.

    names       of people; of bots the key of their name under ``bot`` in the catalogues
    money       None where points are only counted, and before the first deal is over
    gone        seats whose person has left for good; a bot sits there now
    clock       of the viewer's own decision; `turn_clock` of the seat whose turn it openly is
    reserves    ms in reserve of each seat
    commitment  to the secret of the deal in progress; between deals, of the next one
    entropy     SHA-256 of what each seat has mixed into that deal, "" for nothing
    auto, ready, connected  per seat
    between_ms  ms until the next deal begins without the people who are not ready, None: it waits for them
    switches    those of the viewer that are on
    watching    number of spectators
    room, host  id of the room, "" for a table without one; seat of the host
    """

    id: str
    variant: str
    options: dict[str, Any]
    terms: Terms
    room: str
    host: int
    names: list[str]
    bots: list[bool]
    gone: list[bool]
    totals: list[int]
    money: Purse | None
    played: int
    deals: int
    status: Status
    clock: Clock | None
    turn_clock: Clock | None
    reserves: list[int]
    connected: list[bool]
    commitment: str
    entropy: list[str]
    auto: list[bool]
    ready: list[bool]
    between_ms: int | None
    vote: Vote | None
    switches: list[SwitchName]
    watching: int


class Table(Outgoing, frozen=True):
    """What happened, and how things stand for this viewer now. `events` are redacted events of the table's game.

    past  on connecting, and when the table was loaded anew: all that this viewer could know of the deal so far, including this message
    """

    seq: int
    events: list[Any]
    view: View
    table: TableInfo
    past: list[Any] | msgspec.UnsetType = msgspec.UNSET


Received = Command | AskHelp | Ping
Sent = Table | Ack | Refusal | Error | Closed | Pong | Said | Notice | Help

read: Final = reader(Received)  # type: ignore[arg-type]
