"""What an operator's tools share: the database, and the error that says why something cannot be done."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from fangcheng.server.config import ConfigError
from fangcheng.server.storage.database import find_database, open_engine, why


class ToolError(Exception):
    """It cannot be done; the message says why."""


@asynccontextmanager
async def engine_of_made(given: str | None) -> AsyncGenerator[AsyncEngine]:
    """The engine of a database that a server has made; ConfigError where there is none, or it cannot be used."""
    database = find_database(given)
    if database.path is not None and not database.path.exists():
        raise ConfigError(f"there is no database: {database} (name it with --database or FANGCHENG_DATABASE)")
    engine = open_engine(database)
    try:
        yield engine
    except (OSError, sa.exc.SQLAlchemyError) as error:
        raise ConfigError(f"the database cannot be used: {database} ({why(error)})") from None
    finally:
        await engine.dispose()
