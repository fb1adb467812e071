"""SQLite's driver, with one more thing that it can do: insert rows into tables in a single call.

The driver runs in a thread of its own. SQLAlchemy makes three calls to it for a statement, and another one to commit. What every action at
a table has to wait for needs only one.
"""

from __future__ import annotations

import functools
import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import aiosqlite
import sqlalchemy as sa
from sqlalchemy.dialects.sqlite.aiosqlite import SQLiteDialect_aiosqlite
from sqlalchemy.ext.asyncio import AsyncEngine

CHUNK: Final = 64
"""Rows that the driver reads at a time; its own default."""
NAMED: Final = SQLiteDialect_aiosqlite(paramstyle="named")


class Rows(NamedTuple):
    """Rows for a table, all with the same columns."""

    table: sa.Table
    rows: Sequence[Mapping[str, Any]]


class Driver(aiosqlite.Connection):
    """A connection to a database file."""

    def __init__(self, path: Path) -> None:
        # Nothing else uses the connection: all calls go through its thread.
        super().__init__(lambda: sqlite3.connect(path, check_same_thread=False), CHUNK)
        # A process that is told to end does not wait for this thread.
        self._thread.daemon = True

    async def insert(self, everything: Sequence[Rows]) -> None:
        """Insert and commit: all of it is durable then, or sqlite3.Error and nothing has changed. No transaction may be open."""
        statements = [(_statement(table, tuple(rows[0])), rows) for table, rows in everything if rows]
        await self._execute(_insert, self._conn, statements)  # type: ignore[no-untyped-call]


async def inserted(engine: AsyncEngine, everything: Sequence[Rows]) -> bool:
    """Insert and commit in one call if the engine has this driver; False if it has not, or if the rows are refused.

    The caller then takes the long way, where SQLAlchemy raises its own error for refused rows. If the database is locked, full or away,
    SQLAlchemy's OperationalError is raised at once, so that nobody waits for it a second time.
    """
    if engine.dialect.name != "sqlite":
        return False
    async with engine.connect() as connection:
        driver = (await connection.get_raw_connection()).driver_connection
        assert isinstance(driver, Driver)
        try:
            await driver.insert(everything)
        except sqlite3.OperationalError as error:
            raise sa.exc.OperationalError("INSERT", None, error) from error
        except sqlite3.Error:
            return False
    return True


@functools.cache
def _statement(table: sa.Table, columns: tuple[str, ...]) -> str:
    return str(table.insert().compile(dialect=NAMED, column_keys=columns))


def _insert(connection: sqlite3.Connection, statements: Sequence[tuple[str, Sequence[Mapping[str, Any]]]]) -> None:
    # Commits at the end, or rolls back.
    with connection:
        for statement, rows in statements:
            connection.executemany(statement, rows)
