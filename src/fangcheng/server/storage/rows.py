"""What is stored of tables, as the server's code sees it."""

from __future__ import annotations

from typing import Any

import msgspec

from fangcheng.events import Settle, Winner
from fangcheng.server.protocol import Sharing


class SeatRow(msgspec.Struct, frozen=True):
    """Who sits at a seat: a person by `user_id`, or a bot by its name."""

    user_id: str | None
    bot: str | None
    name: str


class TableRow(msgspec.Struct, frozen=True, kw_only=True):
    """A table as it was opened.

    secret    hex; decides what chance there is before the first deal
    stake     play money a point, 0 where the table only keeps score
    fee       play money that each seat pays to the house for a deal, beside what the game itself asks for
    gain_cap  whether players may gain no more in a deal than they held when it began
    sharing   what players may show of finished deals: every hand that its player leaves open, their own seat's view, nothing
    """

    id: str
    variant: str
    options: dict[str, Any]
    deals: int
    seconds: int
    secret: str
    seats: list[SeatRow]
    stake: int = 0
    fee: int = 0
    gain_cap: bool = False
    sharing: Sharing = "hands"


class DealRow(msgspec.Struct, frozen=True):
    """A deal: its secret (hex), chosen as soon as the deal before is over, and its settle event as JSON once there is one."""

    number: int
    secret: str
    settled: str | None = None


class CommandRow(msgspec.Struct, frozen=True):
    """An accepted command; `what` is one of the lines that `tables.standing` folds, such as ``act 1500`` or ``vote yes``."""

    seat: int
    id: str
    deal: int
    what: str


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """A finished deal as money and statistics see it.

    seats     who pays and is paid at each seat, and whose result it is
    left      seats of people who left during the deal: its losses are theirs, what the bot has won for them is the house's
    balances  what each seat held at the start, in points; None without a limit
    """

    variant: str
    seats: tuple[SeatRow, ...]
    stake: int
    fee: int
    gain_cap: bool
    balances: tuple[int | None, ...]
    winners: tuple[Winner, ...]
    settle: Settle
    left: frozenset[int] = frozenset()


class Settled(msgspec.Struct, frozen=True):
    """What the end of a deal adds to its last batch: the deal to come, None after the last, and all there is to book."""

    following: DealRow | None
    played: Played


class SavedTable(msgspec.Struct, frozen=True):
    """All that a table needs to go on: `log` holds the batches of the latest deal, each a JSON array of events."""

    row: TableRow
    deals: list[DealRow]
    log: list[str]
    commands: list[CommandRow]
