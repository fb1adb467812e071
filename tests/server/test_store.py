"""The database under a table, of each kind: what is written together, and what one table's failure does to others."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncGenerator

import pytest
import sqlalchemy as sa
from server.bank import people, table
from server.conftest import FAST
from server.house import House, Watcher
from server.player import check_log

from fangcheng.server.protocol import Ack
from fangcheng.server.storage.rows import CommandRow
from fangcheng.server.tables.inbox import Joined
from fangcheng.server.tables.store import Store
from fangcheng.server.tables.table import TableTask


@pytest.fixture
async def house(store: Store) -> AsyncGenerator[House]:
    """A table in an empty database of each kind."""
    made = House(store)
    yield made
    await made.stop()


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
    for there in (watcher, guest):
        await there.until(lambda there=there: there.tables)  # type: ignore[misc]
    chance = random.Random(9)
    while await house.somebody([watcher]):
        # An action that meets the rival's is not taken, and the table is loaded again: then it is asked for anew.
        if not isinstance(await house.act(watcher, chance.choice(watcher.latest.view.offers).text), Ack):
            await asyncio.sleep(0.01)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    check_log(await house.log())


async def test_a_command_is_taken_once(house: House) -> None:
    """By the constraint of the database, whoever writes: a second owner of the table too."""
    await house.open([None, "greedy", "greedy", "greedy"])
    await house.stop()
    command = CommandRow(0, "once", 0, "act")
    await house.store.append("t", 0, 7, "[]", command)
    with pytest.raises(sa.exc.IntegrityError):
        await house.store.append("t", 0, 8, "[]", command)
    saved = await house.store.load("t")
    assert [row.id for row in saved.commands] == ["once"]


async def test_what_was_opened_is_what_is_loaded(store: Store) -> None:
    await people(store, "a", "b")
    row = await table(store, ["a", None, "b", None], stake=7, fee=2, gain_cap=True, sharing="seat")
    saved = await store.load("t")
    assert saved.row == row
    assert [deal.number for deal in saved.deals] == [0]
    assert await store.running() == ["t"]
    assert [running.id for running in await store.running_of("b")] == ["t"]
    assert (await store.seat_of("t", "b"), await store.seat_of("t", "c")) == (2, None)
    for name in ("nothing", "t\0"):
        with pytest.raises(KeyError):
            await store.seat_of(name, "a")
    with pytest.raises(KeyError):
        await store.load("nothing")
