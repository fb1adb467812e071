"""What bots at a table know, and what others can know of their choices."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest
from server.conftest import FAST
from server.house import House, house
from server.player import GAME

from fangcheng.actions import Action
from fangcheng.bots import Bot
from fangcheng.engine.view import redact
from fangcheng.events import Draw, Event, Start, player
from fangcheng.server.tables import robots
from fangcheng.server.tables.robots import Robot
from fangcheng.server.tables.table import TableTask
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


async def test_a_bot_receives_what_its_seat_may_know(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    received: dict[int, list[Event]] = {1: [], 2: [], 3: []}

    class Listening(Bot):
        def see(self, event: Event) -> None:
            received[self.seat].append(event)

        def choose(self, offers: Sequence[Action]) -> Action:
            return offers[-1]

    monkeypatch.setattr(robots, "make_bot", lambda name, variant, seat, seed: Listening(variant, seat, seed))
    (watcher,) = await house.open([None, "greedy", "greedy", "greedy"])
    await watcher.until(lambda: watcher.tables)
    await house.play_out([watcher], random.Random(4))
    log = await house.log()
    for seat, events in received.items():
        allowed = [seen for event in log if (seen := redact(event, player(seat))) is not None]
        assert events == allowed
        assert events != log
        assert isinstance(events[0], Start)
        assert events[0].secret == ""
        drawn = [event for event in events if isinstance(event, Draw) and not event.open]
        assert any(event.seat != seat for event in drawn)
        assert all((event.tile >= 0) == (event.seat == seat) for event in drawn)
