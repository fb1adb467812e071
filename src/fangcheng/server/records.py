"""What is stored: the tables of the database, and their rows as the server's code sees them."""

from __future__ import annotations

import time
from typing import Any, Literal

import msgspec
import sqlalchemy as sa

from fangcheng.events import Settle, Winner

metadata = sa.MetaData()


def now_ms() -> int:
    """The time of day, for records; never for measuring."""
    return time.time_ns() // 1_000_000


users = sa.Table(
    "users",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("name", sa.String, nullable=False),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
    sa.Column("deleted_ms", sa.BigInteger),
    sa.Column("name_look", sa.String, nullable=False, index=True),
)

sessions = sa.Table(
    "sessions",
    metadata,
    sa.Column("token_hash", sa.String, primary_key=True),
    sa.Column("user_id", sa.ForeignKey("users.id"), nullable=False, index=True),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
    sa.Column("seen_ms", sa.BigInteger, nullable=False),
    sa.Column("expires_ms", sa.BigInteger, nullable=False),
    sa.Column("agent", sa.String, nullable=False),
)

# Who has a password. Both keys of a name are unique: one folds case, the other what looks alike.
logins = sa.Table(
    "logins",
    metadata,
    sa.Column("user_id", sa.ForeignKey("users.id"), primary_key=True),
    sa.Column("name_key", sa.String, nullable=False, unique=True),
    sa.Column("name_look", sa.String, nullable=False, unique=True),
    sa.Column("password", sa.String, nullable=False),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
)

settings = sa.Table(
    "settings",
    metadata,
    sa.Column("user_id", sa.ForeignKey("users.id"), primary_key=True),
    sa.Column("kept", sa.Text, nullable=False),
)

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("variant", sa.String, nullable=False),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("deals", sa.Integer, nullable=False),
    sa.Column("seconds", sa.Integer, nullable=False),
    sa.Column("secret", sa.String, nullable=False),
    sa.Column("over", sa.Boolean, nullable=False),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
    sa.Column("stake", sa.Integer, nullable=False),
    sa.Column("fee", sa.Integer, nullable=False),
    sa.Column("gain_cap", sa.Boolean, nullable=False),
    sa.Column("sharing", sa.String, nullable=False),
)

seats = sa.Table(
    "seats",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("user_id", sa.ForeignKey("users.id"), index=True),
    sa.Column("bot", sa.String),
    sa.Column("name", sa.String, nullable=False),
)

deals = sa.Table(
    "deals",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("secret", sa.String, nullable=False),
    sa.Column("settled", sa.Text),
)

log = sa.Table(
    "log",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("deal", sa.Integer, primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("events", sa.Text, nullable=False),
)

commands = sa.Table(
    "commands",
    metadata,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("table_id", sa.ForeignKey("tables.id"), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("id", sa.String, nullable=False),
    sa.Column("deal", sa.Integer, nullable=False),
    sa.Column("what", sa.String, nullable=False),
    sa.UniqueConstraint("table_id", "seat", "id", "deal", name="uq_commands"),
)

accounts = sa.Table(
    "accounts",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("kind", sa.String, nullable=False),
    sa.Column("balance", sa.BigInteger, nullable=False),
    sa.CheckConstraint("kind <> 'player' OR balance >= 0", name="ck_accounts_nobody_owes"),
)

# `key` says what caused a transaction, so that nothing is booked twice.
transactions = sa.Table(
    "transactions",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("key", sa.String, nullable=False, unique=True),
    sa.Column("kind", sa.String, nullable=False),
    sa.Column("table_id", sa.String),
    sa.Column("deal", sa.Integer),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
)

# `balance` is the account's after the posting.
postings = sa.Table(
    "postings",
    metadata,
    sa.Column("transaction_id", sa.ForeignKey("transactions.id"), primary_key=True),
    sa.Column("place", sa.Integer, primary_key=True),
    sa.Column("account_id", sa.ForeignKey("accounts.id"), nullable=False),
    sa.Column("amount", sa.BigInteger, nullable=False),
    sa.Column("balance", sa.BigInteger, nullable=False),
    sa.Index("ix_postings_account", "account_id", "transaction_id", "place"),
)

# What a finished deal was for each seat, and who sat there then. `how`: win, self_draw, deal_in, loss or draw.
results = sa.Table(
    "results",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("deal", sa.Integer, primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("user_id", sa.ForeignKey("users.id")),
    sa.Column("bot", sa.String),
    sa.Column("name", sa.String, nullable=False),
    sa.Column("points", sa.Integer, nullable=False),
    sa.Column("money", sa.BigInteger, nullable=False),
    sa.Column("how", sa.String, nullable=False),
    sa.Column("ended_ms", sa.BigInteger, nullable=False),
    sa.Index("ix_results_user", "user_id", "ended_ms"),
)

# Sums of a player's results by game, period (``all``, ``2026-11``, ``2026-W49``) and company (``people`` or ``bots``).
tallies = sa.Table(
    "tallies",
    metadata,
    sa.Column("user_id", sa.ForeignKey("users.id"), primary_key=True),
    sa.Column("variant", sa.String, primary_key=True),
    sa.Column("period", sa.String, primary_key=True),
    sa.Column("company", sa.String, primary_key=True),
    sa.Column("deals", sa.BigInteger, nullable=False),
    sa.Column("wins", sa.BigInteger, nullable=False),
    sa.Column("self_draws", sa.BigInteger, nullable=False),
    sa.Column("deal_ins", sa.BigInteger, nullable=False),
    sa.Column("draws", sa.BigInteger, nullable=False),
    sa.Column("points", sa.BigInteger, nullable=False),
    sa.Column("money", sa.BigInteger, nullable=False),
    sa.Column("best", sa.BigInteger, nullable=False),
    sa.Column("best_table", sa.String),
    sa.Column("best_deal", sa.Integer),
    sa.Index("ix_tallies_board", "variant", "period", "company", "points"),
)

element_tallies = sa.Table(
    "element_tallies",
    metadata,
    sa.Column("user_id", sa.ForeignKey("users.id"), primary_key=True),
    sa.Column("variant", sa.String, primary_key=True),
    sa.Column("element", sa.String, primary_key=True),
    sa.Column("times", sa.BigInteger, nullable=False),
)

# A deal that somebody shows to whoever has the link. `shows`: hands or seat.
shares = sa.Table(
    "shares",
    metadata,
    sa.Column("token", sa.String, primary_key=True),
    sa.Column("table_id", sa.ForeignKey("tables.id"), nullable=False),
    sa.Column("deal", sa.Integer, nullable=False),
    sa.Column("user_id", sa.ForeignKey("users.id"), nullable=False),
    sa.Column("shows", sa.String, nullable=False),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
    sa.UniqueConstraint("table_id", "deal", "user_id", "shows", name="uq_shares"),
)

# One row, written again and again to see whether that is possible.
pulse = sa.Table(
    "pulse",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
)


class SeatRow(msgspec.Struct, frozen=True):
    """Who sits at a seat: a person by `user_id`, or a bot by its name."""

    user_id: str | None
    bot: str | None
    name: str


Sharing = Literal["hands", "seat", "none"]


class TableRow(msgspec.Struct, frozen=True, kw_only=True):
    """A table as it was opened.

    secret    hex; decides what chance there is before the first deal
    stake     play money a point, 0 where the table only keeps score
    fee       play money that each seat pays to the house for a deal, beside what the game itself asks for
    gain_cap  whether nobody may gain more in a deal than he held when it began
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
    """An accepted command of a client. `what` is ``act``, ``next``, ``auto on`` or ``auto off``."""

    seat: int
    id: str
    deal: int
    what: str


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """A finished deal as money and statistics see it.

    seats     who pays and is paid at each seat, and whose result it is
    left      seats of people who left in the middle of the deal: its losses are theirs, what the bot has won there is the house's
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
