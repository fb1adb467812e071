"""The database: what a table must remember to go on after its process is gone.

Everything that one command causes is one transaction, and the log's key makes a second owner of a table fail instead of writing.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from fangcheng.server.protocol import RunningTable

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


class Store:
    """The database behind typed questions. Times are ms since 1970."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    async def close(self) -> None:
        """Give the database back."""
        await self.engine.dispose()

    # --- players --------------------------------------------------------------------------------------------------------------

    async def add_guest(self, user_id: str, name: str, token_hash: str) -> None:
        """A new player with a session."""
        async with self.engine.begin() as connection:
            await connection.execute(users.insert().values(id=user_id, name=name, created_ms=now_ms()))
            await connection.execute(sessions.insert().values(token_hash=token_hash, user_id=user_id, created_ms=now_ms()))

    async def user_of(self, token_hash: str) -> tuple[str, str] | None:
        """Id and name of the player whose session it is."""
        query = sa.select(users.c.id, users.c.name).join(sessions).where(sessions.c.token_hash == token_hash)
        async with self.engine.connect() as connection:
            row = (await connection.execute(query)).first()
        return (row.id, row.name) if row else None

    async def rename(self, user_id: str, name: str) -> None:
        """Change a player's name at tables to come."""
        async with self.engine.begin() as connection:
            await connection.execute(users.update().where(users.c.id == user_id).values(name=name))

    # --- tables ---------------------------------------------------------------------------------------------------------------

    async def add_table(self, row: TableRow, first: DealRow, events: str) -> None:
        """A new table with the first batch of its first deal."""
        table = {
            "id": row.id,
            "variant": row.variant,
            "options": msgspec.json.encode(row.options).decode(),
            "deals": row.deals,
            "seconds": row.seconds,
            "secret": row.secret,
            "over": False,
            "created_ms": now_ms(),
        }
        sitting = [{"table_id": row.id, "seat": seat, **msgspec.structs.asdict(sits)} for seat, sits in enumerate(row.seats)]
        async with self.engine.begin() as connection:
            await connection.execute(tables.insert().values(table))
            await connection.execute(seats.insert(), sitting)
            await connection.execute(deals.insert().values(table_id=row.id, number=first.number, secret=first.secret))
            await connection.execute(log.insert().values(table_id=row.id, deal=first.number, seq=0, events=events))

    async def running(self) -> list[str]:
        """Ids of all tables that are not over."""
        async with self.engine.connect() as connection:
            return list((await connection.execute(sa.select(tables.c.id).where(~tables.c.over))).scalars())

    async def running_of(self, user_id: str) -> list[RunningTable]:
        """A player's tables that are not over, newest first."""
        played = sa.select(sa.func.count(deals.c.settled)).where(deals.c.table_id == tables.c.id).scalar_subquery()
        dealt = sa.select(sa.func.max(log.c.deal)).where(log.c.table_id == tables.c.id).scalar_subquery()
        query = (
            sa.select(tables.c.id, tables.c.variant, tables.c.deals, played.label("played"), dealt.label("dealt"))
            .join(seats)
            .where(seats.c.user_id == user_id, ~tables.c.over)
            .order_by(tables.c.created_ms.desc(), tables.c.id)
        )
        async with self.engine.connect() as connection:
            found = (await connection.execute(query)).all()
        return [
            RunningTable(row.id, row.variant, row.played, row.deals, "between" if row.dealt < row.played else "playing") for row in found
        ]

    async def seat_of(self, table_id: str, user_id: str) -> int | None:
        """Where a player sits at a table, None where he does not; KeyError for a table that does not exist."""
        query = sa.select(seats.c.seat, seats.c.user_id).where(seats.c.table_id == table_id)
        async with self.engine.connect() as connection:
            found = (await connection.execute(query)).all()
        if not found:
            raise KeyError(table_id)
        return next((row.seat for row in found if row.user_id == user_id), None)

    async def load(self, table_id: str) -> SavedTable:
        """A table with its latest deal; KeyError for one that does not exist."""
        async with self.engine.connect() as connection:
            table = (await connection.execute(tables.select().where(tables.c.id == table_id))).first()
            if table is None:
                raise KeyError(table_id)
            sitting = await connection.execute(seats.select().where(seats.c.table_id == table_id).order_by(seats.c.seat))
            dealt = await connection.execute(deals.select().where(deals.c.table_id == table_id).order_by(deals.c.number))
            numbers = [DealRow(deal.number, deal.secret, deal.settled) for deal in dealt]
            last = sa.select(sa.func.max(log.c.deal)).where(log.c.table_id == table_id).scalar_subquery()
            batches = sa.select(log.c.events).where(log.c.table_id == table_id, log.c.deal == last).order_by(log.c.seq)
            accepted = await connection.execute(commands.select().where(commands.c.table_id == table_id).order_by(commands.c.number))
            return SavedTable(
                TableRow(
                    id=table.id,
                    variant=table.variant,
                    options=msgspec.json.decode(table.options),
                    deals=table.deals,
                    seconds=table.seconds,
                    secret=table.secret,
                    seats=[SeatRow(row.user_id, row.bot, row.name) for row in sitting],
                ),
                numbers,
                list((await connection.execute(batches)).scalars()),
                [CommandRow(row.seat, row.id, row.deal, row.what) for row in accepted],
            )

    async def append(
        self, table_id: str, deal: int, seq: int, events: str, command: CommandRow | None = None, settled: Settled | None = None
    ) -> None:
        """Batch `seq` of a deal, with the command that caused it and what its settlement brings: all or nothing, and durable."""
        async with self.engine.begin() as connection:
            await connection.execute(log.insert().values(table_id=table_id, deal=deal, seq=seq, events=events))
            if command is not None:
                await connection.execute(_insert(table_id, command))
            if settled is None:
                return
            here = (deals.c.table_id == table_id) & (deals.c.number == deal)
            await connection.execute(deals.update().where(here).values(settled=settled.event))
            if settled.following is None:
                await connection.execute(tables.update().where(tables.c.id == table_id).values(over=True))
            else:
                following = settled.following
                await connection.execute(deals.insert().values(table_id=table_id, number=following.number, secret=following.secret))

    async def accept(self, table_id: str, command: CommandRow) -> None:
        """A command that causes no event, durable."""
        async with self.engine.begin() as connection:
            await connection.execute(_insert(table_id, command))

    async def deal_log(self, table_id: str, number: int) -> list[str] | None:
        """All batches of a finished deal, None while it is not."""
        done = sa.select(deals.c.settled).where(deals.c.table_id == table_id, deals.c.number == number)
        batches = sa.select(log.c.events).where(log.c.table_id == table_id, log.c.deal == number).order_by(log.c.seq)
        async with self.engine.connect() as connection:
            if (await connection.execute(done)).scalar() is None:
                return None
            return list((await connection.execute(batches)).scalars())


def _insert(table_id: str, command: CommandRow) -> sa.Insert:
    return commands.insert().values(table_id=table_id, **msgspec.structs.asdict(command))


def now_ms() -> int:
    """The time of day, for records; never for measuring."""
    return time.time_ns() // 1_000_000


PRAGMAS: Final[Sequence[str]] = (
    "journal_mode=WAL",
    # An acknowledged action must survive a power cut too.
    "synchronous=FULL",
    "foreign_keys=ON",
    "busy_timeout=5000",
)


def open_engine(path: Path) -> AsyncEngine:
    """The engine of a SQLite file. One connection: SQLite has one writer anyway, and so nothing here ever waits for a lock."""
    engine = create_async_engine(f"sqlite+aiosqlite:///{path}", pool_size=1, max_overflow=0)

    @sa.event.listens_for(engine.sync_engine, "connect")
    def set_pragmas(connection: Any, _: object) -> None:
        cursor = connection.cursor()
        for pragma in PRAGMAS:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    return engine
