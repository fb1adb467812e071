"""SQLite's driver, with one errand more than it has: rows into tables.

It lives in a thread of its own. SQLAlchemy sends there three times for a statement, and again to commit; what every action at a table
has to wait for goes there once.
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
        # Its lock is the thread it lives in.
        super().__init__(lambda: sqlite3.connect(path, check_same_thread=False), CHUNK)
        # Whoever is told to end does not wait for it.
        self._thread.daemon = True

    async def insert(self, everything: Sequence[Rows]) -> None:
        """Insert and commit: all of it is durable then, or sqlite3.Error and nothing has changed. No transaction may be open."""
        statements = [(_statement(table, tuple(rows[0])), rows) for table, rows in everything if rows]
        await self._execute(_insert, self._conn, statements)  # type: ignore[no-untyped-call]


async def inserted(engine: AsyncEngine, everything: Sequence[Rows]) -> bool:
    """Insert and commit in one go where the engine has this driver; False where it has not, or where the rows are refused.

    Those are refused again the long way, and that is then told in the words of SQLAlchemy. Where the database is locked, full or away
    nobody waits for it a second time: sqlalchemy's OperationalError.
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
    # It commits in the end, or takes everything back.
    with connection:
        for statement, rows in statements:
            connection.executemany(statement, rows)
