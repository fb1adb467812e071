"""What is stored: the tables of the database, and their rows as the server's code sees them."""

from __future__ import annotations

from typing import Any

import msgspec
import sqlalchemy as sa

metadata = sa.MetaData()

users = sa.Table(
    "users",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("name", sa.String, nullable=False),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
)

sessions = sa.Table(
    "sessions",
    metadata,
    sa.Column("token_hash", sa.String, primary_key=True),
    sa.Column("user_id", sa.ForeignKey("users.id"), nullable=False),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
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
    sa.UniqueConstraint("table_id", "seat", "id", name="uq_commands"),
)


class SeatRow(msgspec.Struct, frozen=True):
    """Who sits at a seat: a person by `user_id`, or a bot by its name."""

    user_id: str | None
    bot: str | None
    name: str


class TableRow(msgspec.Struct, frozen=True, kw_only=True):
    """A table as it was opened. `secret` (hex) decides what chance there is before the first deal."""

    id: str
    variant: str
    options: dict[str, Any]
    deals: int
    seconds: int
    secret: str
    seats: list[SeatRow]


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


class Settled(msgspec.Struct, frozen=True):
    """What the end of a deal adds to its last batch: the settle event as JSON, and the deal to come, None after the last."""

    event: str
    following: DealRow | None


class SavedTable(msgspec.Struct, frozen=True):
    """All that a table needs to go on: `log` holds the batches of the latest deal, each a JSON array of events."""

    row: TableRow
    deals: list[DealRow]
    log: list[str]
    commands: list[CommandRow]
