"""The database: its migrations, and what one table's failure does to others."""

from __future__ import annotations

import asyncio
import random

import sqlalchemy as sa
from server.conftest import FAST
from server.house import House, Watcher, house
from server.player import check_log

from fangcheng.server.inbox import Joined
from fangcheng.server.records import CommandRow
from fangcheng.server.store import Store
from fangcheng.server.table import TableTask

__all__ = ["house"]


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
