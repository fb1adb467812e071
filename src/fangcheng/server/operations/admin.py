"""What an operator can do with tables, beside a running server or without one: list them, end one, export logs."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import msgspec
import sqlalchemy as sa

from fangcheng.formats import encode_log
from fangcheng.server.operations.tools import ToolError, engine_of_made
from fangcheng.server.storage.batches import decode_batches
from fangcheng.server.storage.rows import CommandRow
from fangcheng.server.storage.sql_tables import commands, deals, seats, tables
from fangcheng.server.tables.book import Book
from fangcheng.server.tables.standing import TABLE
from fangcheng.server.tables.store import Store

BY_HAND: Final = "ended by hand"


class TableLine(msgspec.Struct, frozen=True):
    """A table that is not over: who sat there when it was opened, deals settled and to be played (0: no end), commands so far."""

    id: str
    variant: str
    names: list[str]
    played: int
    deals: int
    commands: int
    created_ms: int


class Admin:
    """The operator's tools. A server may run on the database at the same time."""

    def __init__(self, store: Store) -> None:
        self._store = store

    @classmethod
    @asynccontextmanager
    async def of(cls, database: str | None) -> AsyncGenerator[Admin]:
        """The tools for a database that a server has made; ConfigError when it is none, or cannot be used."""
        async with engine_of_made(database) as engine:
            yield cls(Store(engine))

    async def tables(self) -> list[TableLine]:
        """All tables that are not over, the oldest first."""
        played = sa.select(sa.func.count(deals.c.settled)).where(deals.c.table_id == tables.c.id).scalar_subquery()
        sent = sa.select(sa.func.count()).select_from(commands).where(commands.c.table_id == tables.c.id).scalar_subquery()
        query = sa.select(tables, played.label("played"), sent.label("sent")).where(~tables.c.over)
        sitting = sa.select(seats.c.table_id, seats.c.name).join(tables).where(~tables.c.over).order_by(seats.c.table_id, seats.c.seat)
        names: dict[str, list[str]] = {}
        async with self._store.engine.connect() as connection:
            found = (await connection.execute(query.order_by(tables.c.created_ms, tables.c.id))).all()
            for table_id, name in await connection.execute(sitting):
                names.setdefault(table_id, []).append(name)
        return [TableLine(row.id, row.variant, names.get(row.id, []), row.played, row.deals, row.sent, row.created_ms) for row in found]

    async def end(self, table_id: str) -> int:
        """End a match where it is; the deal in progress is not paid. Answers how many deals were played.

        A server that runs the table learns of it within seconds, and tells everybody there. ToolError for an unknown or ended table.
        """
        book = await self._book(table_id)
        if book.over:
            raise ToolError(f"the match at table {table_id} is over already")
        await book.accept(CommandRow(TABLE, BY_HAND, book.play.number, "dissolve"))
        return book.match.played

    async def logs(self, table_id: str) -> AsyncIterator[tuple[int, bytes]]:
        """The full logs of a table's settled deals as JSON lines, by number from 0."""
        book = await self._book(table_id)
        for number in range(book.match.played):
            yield number, encode_log(decode_batches(book.variant, await book.finished(number)))

    async def _book(self, table_id: str) -> Book:
        book = Book(table_id, self._store)
        try:
            await book.load()
        except KeyError:
            raise ToolError(f"there is no table {table_id}") from None
        return book
