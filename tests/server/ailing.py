"""Databases that cannot be written for a while."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from fangcheng.server.storage.sqlite import Driver

FULL = sqlite3.OperationalError("database or disk is full")
FULL.sqlite_errorname = "SQLITE_FULL"  # type: ignore[misc]


def failing(error: BaseException) -> sa.exc.DBAPIError:
    """What SQLAlchemy raises for an error of the driver; nobody may be told its statement."""
    return sa.exc.OperationalError("INSERT a secret", {}, error)


@contextmanager
def full(engine: AsyncEngine) -> Generator[None]:
    """A disk without room: whatever writes fails, in the middle of its transaction. What came before it must be taken back."""

    def refuse(*told: Any) -> None:
        # The first statement goes through, and is taken back.
        if told[2].startswith(("INSERT", "UPDATE")) and "INTO log " not in told[2]:
            raise failing(FULL)

    async def refuse_rows(*told: Any) -> None:
        raise FULL

    sa.event.listen(engine.sync_engine, "before_cursor_execute", refuse)
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Driver, "insert", refuse_rows)
            yield
    finally:
        sa.event.remove(engine.sync_engine, "before_cursor_execute", refuse)


@asynccontextmanager
async def pragma(engine: AsyncEngine, setting: str, after: str) -> AsyncGenerator[None]:
    """SQLite set otherwise for a while, on the one connection that there is."""
    for text in (setting, after):
        async with engine.connect() as connection:
            await connection.exec_driver_sql(f"PRAGMA {text}")
        if text == setting:
            yield


@asynccontextmanager
async def locked(engine: AsyncEngine) -> AsyncGenerator[None]:
    """Somebody else writes, and does not come to an end."""
    other = sqlite3.connect(str(engine.url.database), isolation_level=None)
    async with pragma(engine, "busy_timeout=20", "busy_timeout=1000"):
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")
    other.close()
