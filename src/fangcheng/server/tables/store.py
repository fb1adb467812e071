"""Tables in the database: what a table must remember in order to go on after its process is gone.

Everything that one command causes is one transaction. The log's key makes a second owner of a table fail instead of writing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from fangcheng.server.money.ledger import HELD, of_player
from fangcheng.server.money.settlement import Money
from fangcheng.server.protocol import RunningTable
from fangcheng.server.results.booking import book
from fangcheng.server.storage.rows import CommandRow, DealRow, SavedTable, SeatRow, Settled, TableRow
from fangcheng.server.storage.sql_tables import commands, deals, log, seats, tables
from fangcheng.server.storage.times import now_ms
from fangcheng.server.storage.writer import Write, Writer


class Ended(Exception):
    """The match at a table has been ended by an operator in the meantime."""


class Store:
    """Typed questions to the database. Times are ms since 1970."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self._writer = Writer(engine)

    async def close(self) -> None:
        """Give the database back."""
        await self._writer.close()
        await self.engine.dispose()

    async def add_table(self, row: TableRow, first: DealRow, events: str, more: Sequence[sa.Executable] = ()) -> None:
        """A new table with the first batch of its first deal, and further statements in the same transaction."""
        table = {
            "id": row.id,
            "variant": row.variant,
            "options": msgspec.json.encode(row.options).decode(),
            "deals": row.deals,
            "seconds": row.seconds,
            "secret": row.secret,
            "over": False,
            "created_ms": now_ms(),
            "stake": row.stake,
            "fee": row.fee,
            "gain_cap": row.gain_cap,
            "sharing": row.sharing,
        }
        sitting = [{"table_id": row.id, "seat": seat, **msgspec.structs.asdict(sits)} for seat, sits in enumerate(row.seats)]
        async with self.engine.begin() as connection:
            await connection.execute(tables.insert().values(table))
            await connection.execute(seats.insert(), sitting)
            await connection.execute(deals.insert().values(table_id=row.id, number=first.number, secret=first.secret))
            await connection.execute(log.insert().values(table_id=row.id, deal=first.number, seq=0, events=events))
            for statement in more:
                await connection.execute(statement)

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
        """Where a player sits at a table, None for nowhere; KeyError for a table that does not exist."""
        if "\0" in table_id:
            # PostgreSQL has no text with a zero byte.
            raise KeyError(table_id)
        query = sa.select(seats.c.seat, seats.c.user_id).where(seats.c.table_id == table_id)
        async with self.engine.connect() as connection:
            found = (await connection.execute(query)).all()
        if not found:
            raise KeyError(table_id)
        return next((row.seat for row in found if row.user_id == user_id), None)

    async def held(self, people: Sequence[str]) -> dict[str, int]:
        """What players hold, by id."""
        names = [of_player(user_id) for user_id in people]
        async with self.engine.connect() as connection:
            found = {row.id: row.balance for row in await connection.execute(HELD, {"names": names})}
        return {user_id: found.get(of_player(user_id), 0) for user_id in people}

    async def balances(self, row: TableRow) -> tuple[int | None, ...]:
        """What each seat holds, in points of the table (None for bots), as the game reads it; empty where points are not money."""
        if not row.stake:
            return ()
        held = await self.held([sits.user_id for sits in row.seats if sits.user_id is not None])
        return tuple(held[sits.user_id] // row.stake if sits.user_id is not None else None for sits in row.seats)

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
                    stake=table.stake,
                    fee=table.fee,
                    gain_cap=table.gain_cap,
                    sharing=table.sharing,
                ),
                numbers,
                list((await connection.execute(batches)).scalars()),
                [CommandRow(row.seat, row.id, row.deal, row.what) for row in accepted],
            )

    async def append(
        self, table_id: str, deal: int, seq: int, events: str, command: CommandRow | None = None, settled: Settled | None = None
    ) -> Money | None:
        """Batch `seq` of a deal, with the command that caused it and what its settlement brings: all or nothing, and durable.

        Answers what a settlement came to in money, None without one. Ended when the match is over, so that nothing may be paid any more.
        """
        batch = {"table_id": table_id, "deal": deal, "seq": seq, "events": events}
        if settled is None:
            await self._writer.write(Write(batch, _command(table_id, command)))
            return None
        here = deals.c.table_id == table_id, deals.c.number == deal
        event = msgspec.json.encode(settled.played.settle).decode()
        following: sa.Executable = tables.update().where(tables.c.id == table_id).values(over=True)
        if settled.following is not None:
            following = deals.insert().values(table_id=table_id, number=settled.following.number, secret=settled.following.secret)

        async def settle(connection: AsyncConnection) -> Money:
            # An operator who ends the match at the same time either waits until this is done, or comes first, and nothing is paid.
            if await connection.scalar(sa.select(tables.c.over).where(tables.c.id == table_id).with_for_update()):
                raise Ended(table_id)
            await connection.execute(deals.update().where(*here).values(settled=event))
            await connection.execute(following)
            return await book(connection, table_id, deal, settled.played)

        money: Money = await self._writer.write(Write(batch, _command(table_id, command), then=settle))
        return money

    async def accept(self, table_id: str, command: CommandRow, *, over: bool = False) -> None:
        """A command that causes no event, durable; `over` when it ends the match."""
        end = (tables.update().where(tables.c.id == table_id).values(over=True),) if over else ()
        await self._writer.write(Write(command=_command(table_id, command), more=end))

    async def deal_log(self, table_id: str, number: int) -> list[str] | None:
        """All batches of a finished deal, None while it is not."""
        done = sa.select(deals.c.settled).where(deals.c.table_id == table_id, deals.c.number == number)
        batches = sa.select(log.c.events).where(log.c.table_id == table_id, log.c.deal == number).order_by(log.c.seq)
        async with self.engine.connect() as connection:
            if (await connection.execute(done)).scalar() is None:
                return None
            return list((await connection.execute(batches)).scalars())


def _command(table_id: str, command: CommandRow | None) -> dict[str, Any] | None:
    return None if command is None else {"table_id": table_id, **msgspec.structs.asdict(command)}
