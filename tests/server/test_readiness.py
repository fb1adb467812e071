"""Whether the server is ready: only where its database can be written."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from typing import Any

import pytest
import sqlalchemy as sa
from server.ailing import failing, full, pragma

from fangcheng.server.storage.sql_tables import pulse
from fangcheng.server.tables.store import Store
from fangcheng.server.web import health
from fangcheng.server.web.health import Readiness


@pytest.fixture
async def readiness(store: Store, monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[Readiness]:
    """Readiness on each kind of database; every question is answered anew."""
    monkeypatch.setattr(health, "FRESH", -1.0)
    made = Readiness(store.engine)
    yield made
    await made.close()


async def test_a_server_that_can_write_is_ready_and_nothing_grows(store: Store, readiness: Readiness) -> None:
    for _ in range(3):
        assert await readiness.problem() is None
    async with store.engine.connect() as connection:
        assert await connection.scalar(sa.select(sa.func.count()).select_from(pulse)) == 1


async def test_however_many_ask_it_is_written_once(store: Store) -> None:
    asked, written = Readiness(store.engine), []
    sa.event.listen(store.engine.sync_engine, "before_cursor_execute", lambda *told: written.append(told[2]))
    assert await asyncio.gather(*(asked.problem() for _ in range(50))) == [None] * 50
    assert len([text for text in written if text.startswith("INSERT")]) == 1


async def test_not_ready_on_a_full_disk(store: Store, readiness: Readiness, capsys: pytest.CaptureFixture[str]) -> None:
    if store.engine.dialect.name == "postgresql":
        async with store.engine.begin() as connection:
            refuse = "BEGIN RAISE EXCEPTION USING ERRCODE = '53100', MESSAGE = 'no space left'; END"
            await connection.exec_driver_sql(f"CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $${refuse}$$")
            await connection.exec_driver_sql("CREATE TRIGGER full_disk BEFORE INSERT ON pulse EXECUTE FUNCTION refuse()")
        assert await readiness.problem() == "database_full"
        async with store.engine.begin() as connection:
            await connection.exec_driver_sql("DROP TRIGGER full_disk ON pulse")
    else:
        with full(store.engine):
            assert await readiness.problem() == "database_full"
    assert await readiness.problem() is None
    logged = capsys.readouterr().err
    assert "database_away" in logged
    assert "secret" not in logged
    assert "Traceback" not in logged


async def test_not_ready_where_only_reading_is_possible(store: Store, readiness: Readiness) -> None:
    if store.engine.dialect.name == "postgresql":
        name = store.engine.url.database
        async with store.engine.begin() as connection:
            await connection.exec_driver_sql(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        await store.engine.dispose()
        assert await readiness.problem() == "database_read_only"
    else:
        async with pragma(store.engine, "query_only=ON", "query_only=OFF"):
            assert await readiness.problem() == "database_read_only"
        assert await readiness.problem() is None


class Away:
    """An engine whose database cannot be reached."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    def begin(self) -> Any:
        raise self.error


@pytest.mark.parametrize("error", [OSError("no route"), sa.exc.TimeoutError("secret"), failing(Exception("secret"))])
async def test_not_ready_without_a_database(error: Exception, capsys: pytest.CaptureFixture[str]) -> None:
    assert await Readiness(Away(error)).problem() == "database"  # type: ignore[arg-type]
    assert "secret" not in capsys.readouterr().err


async def test_not_ready_where_the_database_does_not_answer(store: Store, readiness: Readiness, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "PATIENCE", 0.05)
    async with store.engine.begin() as first:
        await first.execute(pulse.insert().values(id=1, at_ms=0))
        assert await readiness.problem() == "database"
    await readiness.close()
    monkeypatch.setattr(health, "PATIENCE", 20)
    assert await readiness.problem() is None
