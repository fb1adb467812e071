"""The lock on a database: two servers would play on at the same tables. It ends with the process, however that ends."""

from __future__ import annotations

import asyncio
import fcntl
import os
import signal
import threading
from collections.abc import Generator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import sqlalchemy as sa
import structlog
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from fangcheng.server.config import ConfigError
from fangcheng.server.storage.database import Database, open_engine, why

logger = structlog.get_logger(__name__)

KEY: Final = 0x66616E67
"""The number of our advisory lock; it counts within one database of the server."""
PATIENCE: Final = 3.0
"""Seconds that the lock of a server that has just been killed may live on."""
HEARTBEAT: Final = 2.0
"""Seconds between two looks whether the connection that holds the lock still stands."""


@contextmanager
def locked(database: Database) -> Generator[None]:
    """Keep a second server off the database; ConfigError when there is one already, or when the database cannot be reached."""
    with _file_lock(database.path) if database.path else _advisory_lock(database):
        yield


def _taken(database: Database) -> ConfigError:
    return ConfigError(f"another server already uses this database: {database} (choose another with --database)")


@contextmanager
def _file_lock(path: Path) -> Generator[None]:
    with open(path.with_name(path.name + ".lock"), "w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise _taken(Database.file(path)) from None
        yield


@contextmanager
def _advisory_lock(database: Database) -> Generator[None]:
    holder = _Holder(database)
    thread = threading.Thread(target=lambda: asyncio.run(holder.hold()), name="database lock", daemon=True)
    thread.start()
    try:
        try:
            taken = holder.taken.result()
        except (OSError, sa.exc.SQLAlchemyError) as error:
            raise ConfigError(f"the database cannot be reached: {database} ({why(error)})") from None
        if not taken:
            raise _taken(database)
        yield
    finally:
        holder.end()
        thread.join()


class _Holder:
    """Holds the lock by a connection of its own, in a thread of its own: the server's loop comes and goes within that."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ended = asyncio.Event()
        self.taken: Future[bool] = Future()

    def end(self) -> None:
        """Let go. From any thread."""
        if self._loop is not None:
            with suppress(RuntimeError):
                # The loop has closed: nothing is held any more.
                self._loop.call_soon_threadsafe(self._ended.set)

    async def hold(self) -> None:
        """Take the lock, say so in `taken`, and keep it; after a lost connection take it again."""
        self._loop = asyncio.get_running_loop()
        engine = open_engine(self._database).execution_options(isolation_level="AUTOCOMMIT")
        try:
            while not self._ended.is_set():
                try:
                    await self._hold_once(engine)
                except Exception as error:
                    if not self.taken.done():
                        self.taken.set_exception(error)
                        return
                    logger.warning("lock_lost", reason=why(error))
                    await self._wait(1)
        finally:
            await engine.dispose()

    async def _hold_once(self, engine: AsyncEngine) -> None:
        async with engine.connect() as connection:
            got = await self._try(connection)
            if not self.taken.done():
                self.taken.set_result(got)
            elif not got:
                # Somebody else has the database now. What we would still write, its tables would refuse.
                logger.error("lock_taken", database=str(self._database))
                os.kill(os.getpid(), signal.SIGTERM)
            if not got:
                self._ended.set()
            while not await self._wait(HEARTBEAT):
                await connection.scalar(sa.select(1))

    async def _try(self, connection: AsyncConnection) -> bool:
        for _ in range(round(PATIENCE / 0.1)):
            if await connection.scalar(sa.select(sa.func.pg_try_advisory_lock(KEY))):
                return True
            await self._wait(0.1)
        return False

    async def _wait(self, seconds: float) -> bool:
        """Whether the end came within this time."""
        try:
            async with asyncio.timeout(seconds):
                return await self._ended.wait()
        except TimeoutError:
            return False
