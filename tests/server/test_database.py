"""Finding, locking and migrating the database, and what is said when that does not work."""

from __future__ import annotations

import asyncio
import importlib.util
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from server.databases import new_database

from fangcheng.server.config import ConfigError
from fangcheng.server.storage.database import Database, find_database, open_engine
from fangcheng.server.storage.lock import locked
from fangcheng.server.storage.migrations import upgrade
from fangcheng.server.storage.sql_tables import metadata
from fangcheng.server.tables import store

assert store, "every table of the database is known once the store is"

SECRET = "hunter2"


def ask(database: Database, question: Callable[[sa.Connection], object]) -> object:
    """Ask a database in a loop of its own."""

    async def run() -> object:
        engine = open_engine(database)
        async with engine.begin() as connection:
            answer = await connection.run_sync(question)
        await engine.dispose()
        return answer

    return asyncio.run(run())


def test_migrations_make_what_the_code_expects(database: Database) -> None:
    for _ in range(2):
        upgrade(database)
    assert ask(database, lambda connection: compare_metadata(MigrationContext.configure(connection), metadata)) == []


def test_a_database_of_the_first_version_is_brought_up_to_date(database: Database) -> None:
    upgrade(database, "0001")
    rows = (
        "INSERT INTO users (id, name, created_ms) VALUES ('u', '张三', 5)",
        "INSERT INTO sessions (token_hash, user_id, created_ms) VALUES ('h', 'u', 7)",
        "INSERT INTO tables (id, variant, options, deals, seconds, secret, over, created_ms) VALUES ('t', 'x', '{}', 1, 0, '00', false, 9)",
    )
    ask(database, lambda connection: [connection.execute(sa.text(row)) for row in rows] and None)
    upgrade(database)
    year = 365 * 24 * 3600 * 1000
    query = "SELECT seen_ms, expires_ms, stake, gain_cap, name_look FROM sessions, tables, users"
    assert ask(database, lambda connection: tuple(connection.execute(sa.text(query)).one())) == (7, 7 + year, 0, False, "张三")


@pytest.mark.parametrize("last", ["CREATE TABLE rooms", "DROP TABLE commands", "UPDATE alembic_version", "CREATE TABLE pulse"])
def test_a_migration_that_is_cut_off_has_not_happened(database: Database, last: str) -> None:
    """Whether the server is killed or the disk is full just then, it starts again."""

    def cut_off(*told: Any) -> None:
        if " ".join(told[2].split()).startswith(last):
            raise sa.exc.OperationalError(last, {}, Exception("cut off"))

    upgrade(database, "0002")
    sa.event.listen(sa.Engine, "before_cursor_execute", cut_off)
    try:
        if last != "DROP TABLE commands" or database.path:
            with pytest.raises(ConfigError, match="cut off"):
                upgrade(database)
    finally:
        sa.event.remove(sa.Engine, "before_cursor_execute", cut_off)
    upgrade(database)
    assert ask(database, lambda connection: compare_metadata(MigrationContext.configure(connection), metadata)) == []


def test_where_the_database_is(tmp_path: Path) -> None:
    home = {"XDG_DATA_HOME": str(tmp_path)}
    assert find_database(None, home).path == tmp_path / "fangcheng" / "fangcheng.db"
    assert (tmp_path / "fangcheng").is_dir()
    named = home | {"FANGCHENG_DATABASE": str(tmp_path / "named.db")}
    assert find_database(None, named).path == tmp_path / "named.db"
    assert find_database(str(tmp_path / "given.db"), named).path == tmp_path / "given.db"
    assert find_database(f"sqlite:///{tmp_path}/url.db", {}).path == tmp_path / "url.db"
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(ConfigError, match="cannot be made"):
        find_database(str(tmp_path / "file" / "x.db"), {})
    with pytest.raises(ConfigError, match="is a folder"):
        find_database(str(tmp_path), {})


@pytest.mark.parametrize(
    ("url", "complaint"),
    [
        ("mysql://a:hunter2@b/c", "no such kind of database: mysql"),
        ("postgresql+psycopg://a:hunter2@b/c", r"no such kind of database: postgresql\+psycopg"),
        ("postgresql://a:hunter2@b:port/c", "cannot be read"),
        ("postgresql://a:hunter2@b", "names no database"),
        ("postgresql://a:hunter2@b/c?fast=yes", "unknown parameter: fast"),
        ("://hunter2", "cannot be read"),
        ("sqlite://", "names no file"),
    ],
)
def test_urls_that_do_not_do(url: str, complaint: str) -> None:
    with pytest.raises(ConfigError, match=complaint) as raised:
        find_database(url, {})
    assert SECRET not in str(raised.value)


def test_postgresql_by_its_url() -> None:
    database = find_database(None, {"FANGCHENG_DATABASE": f"postgresql://me:{SECRET}@example.org:5433/games?sslmode=require"})
    assert str(database) == "postgresql://me:***@example.org:5433/games?ssl=require"
    assert (database.path, database.url.password) == (None, SECRET)


def test_a_missing_driver_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(ConfigError, match=r"needs the driver asyncpg.*pip install asyncpg"):
        find_database(f"postgresql://me:{SECRET}@b/c", {})


def test_a_server_that_does_not_answer() -> None:
    nowhere = find_database(f"postgresql://me:{SECRET}@127.0.0.1:1/games", {})
    for attempt in (lambda: upgrade(nowhere), lambda: locked(nowhere).__enter__()):
        with pytest.raises(ConfigError, match=r"127\.0\.0\.1:1/games") as raised:
            attempt()
        assert SECRET not in str(raised.value)


def test_a_database_that_the_server_does_not_have(postgres: sa.URL) -> None:
    with pytest.raises(ConfigError, match='database "nothing" does not exist'):
        upgrade(Database.server(postgres.set(database="nothing")))


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "letter.db"
    path.write_text("Dear Sir or Madam, " * 100, "utf-8")
    with pytest.raises(ConfigError, match=r"letter\.db.*not a database"):
        upgrade(Database.file(path))


def test_a_database_has_one_server(database: Database) -> None:
    with locked(database), pytest.raises(ConfigError, match="another server"), locked(database):
        pass
    with locked(database):
        pass


def test_the_lock_ends_with_the_process(database: Database) -> None:
    named = str(database.path) if database.path else database.url.render_as_string(hide_password=False)
    code = "import os, sys; from fangcheng.server.storage.database import find_database; from fangcheng.server.storage.lock import locked\n"
    code += "with locked(find_database(sys.argv[1])): print('locked', flush=True); os.kill(os.getpid(), 9)"
    killed = subprocess.run([sys.executable, "-c", code, named], capture_output=True, text=True, check=False, timeout=60, env=os.environ)
    assert (killed.stdout, killed.returncode) == ("locked\n", -9), killed.stderr
    with locked(database):
        pass


def test_the_lock_is_taken_again_when_its_connection_is_cut(postgres: sa.URL) -> None:
    database = new_database(postgres)
    held = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted"
    cut = "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'"
    with locked(database):
        ask(database, lambda connection: connection.execute(sa.text(cut)) and None)
        for _ in range(200):
            if ask(database, lambda connection: connection.scalar(sa.text(held))) == 1:
                return
            time.sleep(0.05)
    pytest.fail("the lock was not taken again")
