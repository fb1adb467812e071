"""Where the database is: a SQLite file, or a PostgreSQL server by its URL. Everything above speaks to both in the same words."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from fangcheng.server.config import ConfigError
from fangcheng.server.storage.sqlite import Driver

PRAGMAS: Final[Sequence[str]] = (
    "journal_mode=WAL",
    # An acknowledged action must survive a power cut too.
    "synchronous=FULL",
    "foreign_keys=ON",
    # Shorter than the patience of everybody who asks, so that they learn that it is locked.
    "busy_timeout=1000",
)
# A machine that has died must not hold the lock for hours.
KEEP_ALIVE: Final = {"tcp_keepalives_idle": "10", "tcp_keepalives_interval": "5", "tcp_keepalives_count": "3"}
POSTGRES: Final = ("postgresql", "postgres", "postgresql+asyncpg")
SQLITE: Final = ("sqlite", "sqlite+aiosqlite")
PARAMETERS: Final = frozenset({"host", "port", "ssl", "prepared_statement_cache_size"})
"""Parameters that a PostgreSQL URL may have; ``sslmode`` is another name for ``ssl``."""


class Database(NamedTuple):
    """A database. `path` is its file, None on PostgreSQL. As text it says where it is, and no password."""

    url: sa.URL
    path: Path | None

    def __str__(self) -> str:
        return str(self.path or self.url.set(drivername="postgresql").render_as_string(hide_password=True))

    @classmethod
    def file(cls, path: Path) -> Database:
        """A SQLite file."""
        return cls(sa.URL.create("sqlite+aiosqlite", database=str(path)), path)

    @classmethod
    def server(cls, url: sa.URL) -> Database:
        """A database on a PostgreSQL server; ConfigError if the URL is wrong or the driver missing."""
        if importlib.util.find_spec("asyncpg") is None:
            raise ConfigError(f"PostgreSQL needs the driver asyncpg, which is not installed: {sys.executable} -m pip install asyncpg")
        query = dict(url.query)
        if "sslmode" in query:
            query["ssl"] = query.pop("sslmode")
        if unknown := sorted(set(query) - PARAMETERS):
            raise ConfigError(f"the database's URL has an unknown parameter: {unknown[0]} (there are {', '.join(sorted(PARAMETERS))})")
        if not url.database:
            raise ConfigError("the database's URL names no database: postgresql://user:password@host/DATABASE")
        return cls(url.set(drivername="postgresql+asyncpg", query=query), None)


def find_database(given: str | None, environment: Mapping[str, str] = os.environ) -> Database:
    """The database that is meant: `given` wins over FANGCHENG_DATABASE, which wins over a file in the user's data folder.

    A file lies in a folder that exists and can be written to. ConfigError says what is wrong, without the password.
    """
    named = given or environment.get("FANGCHENG_DATABASE")
    if not named:
        home = environment.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
        return Database.file(_writable(Path(home, "fangcheng", "fangcheng.db")))
    if "://" not in named:
        return Database.file(_writable(Path(named).expanduser()))
    try:
        url = sa.make_url(named)
    except (sa.exc.ArgumentError, ValueError):
        # The complaint of the library repeats the URL, and with it the password.
        raise ConfigError("the database's URL cannot be read; it looks like postgresql://user:password@host:5432/database") from None
    if url.drivername in POSTGRES:
        return Database.server(url)
    if url.drivername not in SQLITE:
        raise ConfigError(f"no such kind of database: {url.drivername} (there are sqlite and postgresql)")
    if not url.database or url.database == ":memory:":
        raise ConfigError("the database's URL names no file: sqlite:///folder/file.db")
    return Database.file(_writable(Path(url.database).expanduser()))


def _writable(path: Path) -> Path:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ConfigError(f"the folder of the database cannot be made: {path.parent} ({error.strerror})") from None
    if path.is_dir():
        raise ConfigError(f"the database is a folder, not a file: {path}")
    # SQLite keeps files of its own beside the database, so the folder must be writable too.
    if not os.access(path.parent, os.W_OK) or (path.exists() and not os.access(path, os.W_OK)):
        raise ConfigError(f"the database cannot be written: {path} (choose another with --database or FANGCHENG_DATABASE)")
    return path


def open_engine(database: Database) -> AsyncEngine:
    """The engine of a database. Errors never repeat the parameters of a statement: there are secrets among them."""
    if database.path is None:
        return create_async_engine(
            database.url,
            pool_size=5,
            max_overflow=10,
            pool_pre_ping=True,
            hide_parameters=True,
            connect_args={"server_settings": KEEP_ALIVE},
        )
    # One connection: SQLite has one writer anyway, and so nothing here ever waits for a lock.
    path = database.path
    engine = create_async_engine(database.url, async_creator=lambda: Driver(path), pool_size=1, max_overflow=0, hide_parameters=True)

    @sa.event.listens_for(engine.sync_engine, "connect")
    def set_pragmas(connection: Any, _: object) -> None:
        cursor = connection.cursor()
        for pragma in PRAGMAS:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    return engine


def why(error: Exception) -> str:
    """What a database, or the network on the way to it, complains of, in one line and without the driver's wrapping."""
    if isinstance(error, sa.exc.DBAPIError):
        return str(error.orig).partition(": ")[2] if str(error.orig).startswith("<class") else str(error.orig)
    return str(error) or type(error).__name__
