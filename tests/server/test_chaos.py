"""Servers that are killed at random points, and one that ends as it should. `scripts/chaos` does the first for hundreds of deals."""

from __future__ import annotations

import asyncio
import random
import signal
from collections.abc import Generator
from pathlib import Path

import pytest
from server.chaos import Chaos, check_deal, ledger_in_order, tables_of
from server.player import GAME
from server.process import Process

from fangcheng import Game, get_variant
from fangcheng.engine.decide import forced_action


@pytest.fixture
def server(tmp_path: Path) -> Generator[Process]:
    made = Process(str(tmp_path / "chaos.db"), gather=200)
    yield made
    made.close()


async def test_nothing_acknowledged_is_lost_and_nothing_happens_twice(server: Process, tmp_path: Path) -> None:
    # Kills come soon: on a fast machine a deal is over in a moment.
    chaos = Chaos(server, random.Random(3), calm=0.5)
    await chaos.run(list(tables_of(server.url, 2, 2, random.Random(4))), kills=2)
    acted, _ = await chaos.check()
    assert acted > 50
    assert server.kills
    await ledger_in_order(str(tmp_path / "chaos.db"))


async def test_an_orderly_end_says_so_and_loses_nothing(server: Process) -> None:
    chaos = Chaos(server, random.Random(5))
    tables = list(tables_of(server.url, 2, 1, random.Random(6)))
    server.start()
    await server.answers()
    for table in tables:
        await table.open(4)
    people = [person for table in tables for person in table.people]
    playing = [asyncio.create_task(person.play(table.id)) for table in tables for person in table.people]
    while not all(person.kept[0] for person in people):  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    assert await asyncio.to_thread(server.end, signal.SIGTERM) == 0
    server.start()
    await server.answers()
    await asyncio.gather(*playing)
    assert {"restarting"} in [person.farewells for person in people]
    chaos.tables = tables
    assert (await chaos.check())[0] > 50


def played() -> tuple[Game, dict[int, list[str]]]:
    """A deal, and what each seat has chosen in it."""
    game, chance = Game.start(get_variant(GAME), secret=bytes(32)), random.Random(1)
    kept: dict[int, list[str]] = {seat: [] for seat in range(game.state.seats)}
    while asked := game.asks():
        seat = min(asked)
        action = chance.choice(asked[seat])
        if forced_action(game.state, seat) is None:
            kept[seat].append(str(action))
        game.act(seat, action)
    return game, kept


def test_the_check_finds_what_is_missing_and_what_is_too_much() -> None:
    game, kept = played()
    assert check_deal(game.log, kept) == sum(map(len, kept.values()))
    with pytest.raises(AssertionError, match="not in the log"):
        check_deal(game.log, {**kept, 1: [*kept[1], "pass"]})
    with pytest.raises(AssertionError, match="not acknowledged"):
        check_deal(game.log, {**kept, 2: kept[2][:-1]})
    with pytest.raises(AssertionError):
        check_deal(game.log, {**kept, 0: [*kept[0][:3], *kept[0][4:]]})
    changed = [event for event in game.log if event.name != "discard"]
    with pytest.raises(AssertionError):
        check_deal(changed, kept)
