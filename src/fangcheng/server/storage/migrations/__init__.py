"""Versions of the database. `upgrade` brings a database of any age to the newest."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.util import CommandError

from fangcheng.server.config import ConfigError
from fangcheng.server.storage.database import Database, open_engine, why


def upgrade(database: Database, to: str = "head") -> None:
    """Carry out all migrations that a database has not seen; ConfigError when it is none of ours, or out of reach."""
    # In a thread with an event loop of its own: the caller may or may not have one running.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(_upgrade(database, to))).result()


async def _upgrade(database: Database, to: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.set_main_option("path_separator", "os")
    engine = open_engine(database)

    def migrate(connection: sa.Connection) -> None:
        config.attributes["connection"] = connection
        command.upgrade(config, to)

    try:
        async with engine.begin() as connection:
            if connection.dialect.name == "sqlite":
                # Its driver begins none for a change of tables: a server that is killed would leave half of them, and never start again.
                await connection.exec_driver_sql("BEGIN IMMEDIATE")
            await connection.run_sync(migrate)
    except (OSError, sa.exc.SQLAlchemyError, CommandError) as error:
        raise ConfigError(f"the database cannot be used: {database} ({why(error)})") from None
    finally:
        await engine.dispose()
