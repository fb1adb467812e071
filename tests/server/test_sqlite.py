"""What every action waits for on SQLite: one errand to the driver's thread, and all of it or nothing."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from fangcheng.server.storage.database import Database, open_engine
from fangcheng.server.storage.migrations import upgrade
from fangcheng.server.storage.rows import CommandRow, DealRow, SeatRow, TableRow
from fangcheng.server.storage.sql_tables import commands, log
from fangcheng.server.storage.sqlite import Driver
from fangcheng.server.tables.store import Store


@pytest.fixture
async def store(tmp_path: Path) -> AsyncGenerator[Store]:
    database = Database.file(tmp_path / "fangcheng.db")
    upgrade(database)
    made = Store(open_engine(database))
    seats = [SeatRow(None, "greedy", "greedy")] * 4
    row = TableRow(id="t", variant="mcr", options={}, deals=0, seconds=0, secret="00", seats=seats)
    await made.add_table(row, DealRow(0, "00"), "[]")
    yield made
    await made.close()


@pytest.fixture
def errands(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of what the driver's thread is sent to do."""
    sent: list[str] = []
    send = Driver._execute

    async def count(driver: Driver, errand: Any, *given: Any, **named: Any) -> Any:
        sent.append(errand.__name__)
        return await send(driver, errand, *given, **named)  # type: ignore[no-untyped-call]

    monkeypatch.setattr(Driver, "_execute", count)
    return sent


async def kept(store: Store) -> tuple[list[tuple[int, str]], list[tuple[str, str]]]:
    """Batches by number, and commands by id, that anybody else sees in the database."""
    async with store.engine.connect() as connection:
        batches = await connection.execute(sa.select(log.c.seq, log.c.events).order_by(log.c.seq))
        accepted = await connection.execute(sa.select(commands.c.id, commands.c.what).order_by(commands.c.number))
        return [tuple(row) for row in batches], [tuple(row) for row in accepted]


async def test_an_action_is_stored_in_one_errand(store: Store, errands: list[str]) -> None:
    await store.append("t", 0, 1, '["a"]', CommandRow(2, "id", 0, "act 0"))
    # Whatever has used a connection, it is given back without anything open.
    assert errands == ["_insert", "rollback"]
    await store.append("t", 0, 2, '["b"]')
    assert await kept(store) == ([(0, "[]"), (1, '["a"]'), (2, '["b"]')], [("id", "act 0")])


async def test_all_of_it_or_nothing(store: Store) -> None:
    await store.append("t", 0, 1, "[]", CommandRow(2, "id", 0, "act 0"))
    before = await kept(store)
    with pytest.raises(sa.exc.IntegrityError):
        await store.append("t", 0, 2, "[]", CommandRow(2, "id", 0, "twice"))
    assert await kept(store) == before
    await store.append("t", 0, 2, '["later"]', CommandRow(2, "other", 0, "act 0"))
    assert await kept(store) == ([*before[0], (2, '["later"]')], [*before[1], ("other", "act 0")])


async def test_what_is_unknown_is_refused(store: Store) -> None:
    with pytest.raises(sa.exc.IntegrityError):
        await store.append("elsewhere", 0, 1, "[]")
