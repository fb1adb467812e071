"""What bots at a table know, and what others can know of their choices."""

from __future__ import annotations

from typing import Any

import pytest
from server.player import GAME
from server.test_table import FAST, House, house

from fangcheng.bots import Bot
from fangcheng.server import robots
from fangcheng.server.robots import Robot
from fangcheng.server.table import TableTask
from fangcheng.variants import get_variant

__all__ = ["house"]


def seeds(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The seeds of all bots that are made from now on."""
    made: list[int] = []
    make = robots.make_bot

    def note(name: str, variant: Any, seat: int, seed: int) -> Bot:
        made.append(seed)
        return make(name, variant, seat, seed)

    monkeypatch.setattr(robots, "make_bot", note)
    return made


def test_the_seed_of_a_bot_hangs_on_all_that_makes_its_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    made = seeds(monkeypatch)
    deals = [("t", 0, 1, "00"), ("t", 0, 1, "01"), ("t", 0, 2, "00"), ("t", 1, 1, "00"), ("u", 0, 1, "00")]
    for table, number, seat, secret in [*deals, *deals]:
        Robot("random", get_variant(GAME), seat, table, number, secret, 1000)
    assert made[:5] == made[5:]
    assert len(set(made)) == 5


async def test_bots_are_seeded_with_the_secret_of_the_deal(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    made = seeds(monkeypatch)
    (watcher,) = await house.open([None, "random", "random", "random"])
    await watcher.until(lambda: watcher.tables)
    await house.stop()
    secret = (await house.store.load("t")).deals[0].secret
    # Again as after a restart, and as the deal is known to make them.
    await TableTask("t", house.store, FAST)._load()
    for seat in (1, 2, 3):
        Robot("random", get_variant(GAME), seat, "t", 0, secret, 1000)
    assert made[:3] == made[3:6] == made[6:]
