"""The database: its migrations, and what one table's failure does to others."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from server.conftest import FAST
from server.house import House, Watcher, house
from server.player import check_log

from fangcheng.server.config import ConfigError
from fangcheng.server.inbox import Joined
from fangcheng.server.migrations import upgrade
from fangcheng.server.records import CommandRow, metadata
from fangcheng.server.store import Store
from fangcheng.server.table import TableTask

__all__ = ["house"]


def test_migrations_make_what_the_code_expects(tmp_path: Path) -> None:
    for _ in range(2):
        upgrade(tmp_path / "new.db")
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'new.db'}")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "letter.db"
    path.write_text("Dear Sir or Madam, " * 100, "utf-8")
    with pytest.raises(ConfigError, match=r"letter\.db.*not a database"):
        upgrade(path)


async def test_a_write_that_fails_fails_alone(house: House) -> None:
    await house.open([None, "greedy", "greedy", "greedy"])
    await house.stop()
    store: Store = house.store
    taken = CommandRow(0, "taken", 0, "next")
    await store.accept("t", taken)
    writes = [
        store.append("t", 7, 0, "[]"),
        store.accept("t", taken),
        store.append("t", 7, 0, "[]", CommandRow(0, "never", 0, "act")),
        store.append("t", 7, 1, "[]", CommandRow(0, "good", 0, "act")),
    ]
    results = await asyncio.gather(*writes, return_exceptions=True)
    assert [isinstance(result, sa.exc.IntegrityError) for result in results] == [False, True, True, False]
    saved = await store.load("t")
    assert saved.log == ["[]", "[]"]
    assert [command.id for command in saved.commands] == ["taken", "good"]


async def test_two_owners_of_a_table_do_no_harm(house: House) -> None:
    (watcher,) = await house.open([None, "random", "random", "random"])
    rival, guest = TableTask("t", house.store, FAST), Watcher(0)
    rival.post(Joined(0, guest))
    running = asyncio.create_task(rival.run())
    await guest.until(lambda: guest.tables)
    await house.play_out([watcher], random.Random(9))
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    check_log(await house.log())
