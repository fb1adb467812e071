"""A short run under load, and that a table does not grow while people play at it. `scripts/bench server` measures the real thing."""

from __future__ import annotations

import gc
import json
import random
import subprocess
import sys
import tracemalloc
import weakref
from itertools import combinations
from pathlib import Path
from statistics import median

import pytest
from server.bank import any_deal, people, settle, table
from server.house import House, Watcher, house

from fangcheng import shapes
from fangcheng.server.protocol import Ack, Next
from fangcheng.server.tables.inbox import Left
from fangcheng.server.tables.store import Store
from fangcheng.shapes.mode import mode

__all__ = ["house"]

ROOT = Path(__file__).resolve().parents[2]
GROWTH = 12_000 if mode() == "accelerated" else 30_000
"""Bytes in a deal of four people: two to four thousand are timers that people here have let go. To keep the ids of all commands takes ten
thousand more. Where all is Python, what is kept of hands by the games comes to as much, and only a growth beyond that is seen."""

HAND_THEORY = tracemalloc.Filter(False, f"{Path(shapes.__file__).parent}/*")
"""What is kept of suits, up to a bound, for all tables together."""


@pytest.mark.slow
def test_a_short_run_under_load() -> None:
    options = ["--tables", "6", "--interval", "0.2", "--seconds", "5", "--saturate", "1", "--json"]
    done = subprocess.run([sys.executable, ROOT / "bench" / "server.py", *options], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    pace, full, bare = found["pace"], found["saturated"], found["bare"]
    assert set(pace["refusals"]) <= {"stale"}
    assert pace["actions_per_s"] > 2
    assert 0 < pace["p50_ms"] <= pace["p95_ms"] <= pace["p99_ms"] < 5000
    assert pace["kb_grown_per_table"] < 2000
    assert full["messages_per_s"] > 0
    assert bare["messages_per_s"] > 0
    assert full["us_per_message"] > bare["us_per_message"] > 0
    assert found["share_of_bare"] > 0.02


async def test_a_table_does_not_grow_with_its_deals(house: House) -> None:
    watchers = await house.open([None] * 4, deals=0)
    await watchers[0].until(lambda: watchers[0].tables)
    gc.collect()
    # What lies about until a search for circles counts too.
    gc.disable()
    tracemalloc.start()
    try:
        sizes = [await another_deal(house, watchers, number) for number in range(9)]
    finally:
        tracemalloc.stop()
        gc.enable()
    # The first deal fills the caches of hand theory, any deal may make one of them larger, and how much of the next one there is already
    # differs: what counts is how steeply the sizes rise, the median of all that two of them say.
    rises = [(later - earlier) / (last - first) for (first, earlier), (last, later) in combinations(enumerate(sizes[1:]), 2)]
    assert median(rises) < GROWTH, sizes


async def test_a_table_that_is_over_is_gone(house: House) -> None:
    watchers = await house.open([None, None, "greedy", None])
    await watchers[0].until(lambda: watchers[0].tables)
    await house.play_out(watchers, random.Random(0))
    assert house.table is not None
    assert house.running is not None
    gc.disable()
    try:
        for watcher in watchers:
            house.table.post(Left(watcher.seat, watcher))
        await house.running
        table = weakref.ref(house.table)
        house.table = house.running = None
        assert table() is None
    finally:
        gc.enable()


async def test_what_a_deal_brings_is_gone_without_a_search_for_circles(store: Store) -> None:
    """The server searches seldom: circles of objects that a deal leaves behind are memory that every table has on top of its own."""
    await people(store, "a", "b", "c")
    row, chance = await table(store, ["a", "b", None, "c"], stake=3, fee=1, gain_cap=True), random.Random(1)
    for number in range(2):
        await settle(store, row, number, any_deal(row, chance))
    gc.collect()
    gc.disable()
    try:
        for number in range(2, 5):
            await store.balances(row)
            await settle(store, row, number, any_deal(row, chance))
        left = gc.collect()
    finally:
        gc.enable()
    assert left == 0


async def another_deal(house: House, watchers: list[Watcher], number: int) -> int:
    """Play a deal, and begin the next; the memory in use then."""
    await house.play_out(watchers, random.Random(number))
    for watcher in watchers:
        assert isinstance(await house.send(watcher, Next(f"next {number}")), Ack)
    for watcher in watchers:
        await watcher.until(lambda: watcher.latest.view.number > number)  # noqa: B023
        # What the test keeps is not the table's.
        watcher.sent[:], watcher.times[:] = [watcher.latest], []
    snapshot = tracemalloc.take_snapshot().filter_traces([tracemalloc.Filter(False, tracemalloc.__file__), HAND_THEORY])
    return sum(trace.size for trace in snapshot.traces)
