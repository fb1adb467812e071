"""The table by itself, with several people at it: numbering, pauses, clocks, bots that fail, and exceptions."""

from __future__ import annotations

import asyncio
import itertools
import random
import time
from collections.abc import Sequence
from typing import Any

import pytest
from server.house import House, house
from server.player import check_log

from fangcheng.actions import Action
from fangcheng.bots import Bot
from fangcheng.events import Event
from fangcheng.server.config import Config
from fangcheng.server.protocol import Ack, Act, Auto, Error, Next, Refusal, Table
from fangcheng.server.tables import robots
from fangcheng.server.tables.inbox import Joined, Left
from fangcheng.variants import VARIANTS, get_variant

__all__ = ["house"]


async def test_numbers_tell_nobody_of_hidden_answers(house: House) -> None:
    watchers = await house.open([None] * 4)
    await watchers[3].until(lambda: watchers[3].tables)
    await house.play_out(watchers, random.Random(3))
    await watchers[3].until(lambda: watchers[3].latest.table.status == "over")
    log = await house.log()
    check_log(log)
    assert any(event.name == "answered" for event in log)
    for watcher in watchers:
        news = [message for message in watcher.tables if message.events]
        assert [message.seq for message in news] == list(range(2, len(news) + 2))
        events = [event for message in news for event in message.events]
        assert not [event for event in events if event.name == "answered" and event.seat != watcher.seat]
        # What is not news carries the number that was current before.
        assert all(later.events or later.seq == before.seq for before, later in itertools.pairwise(watcher.tables))


async def test_a_hidden_answer_sends_nothing_to_others(house: House) -> None:
    chance = random.Random(1)
    watchers = await house.open([None] * 4)
    await watchers[3].until(lambda: watchers[3].tables)
    while asked := await house.somebody(watchers):
        if len(asked) > 1:
            others = [watcher for watcher in watchers if watcher is not asked[0]]
            before = [len(watcher.sent) for watcher in others]
            assert isinstance(await house.act(asked[0], asked[0].latest.view.offers[-1].text), Ack)
            await asyncio.sleep(0.02)
            assert [len(watcher.sent) for watcher in others] == before
            return
        await house.act(asked[0], chance.choice(asked[0].latest.view.offers).text)
    raise AssertionError("nobody was ever asked together with somebody else")


async def test_everything_waits_alike_after_a_discard(house: House) -> None:
    pause = 60
    (watcher,) = await house.open([None, "random", "random", "random"], config=Config(pause=pause, think=0))
    await watcher.until(lambda: watcher.tables)
    assert isinstance(await house.send(watcher, Auto("auto", True)), Ack)
    await watcher.until(lambda: watcher.latest.table.status == "over" or len(watcher.sent) > 60)
    messages = [(at, message) for at, message in zip(watcher.times, watcher.sent, strict=True) if isinstance(message, Table)]
    waits = []
    for (then, before), (at, after) in itertools.pairwise(messages):
        # His own answer, which the table gives for him, he may see at once.
        if before.events and before.events[-1].name == "discard" and after.events[0].name != "answered":
            waits.append(at - then)
    assert len(waits) > 5
    assert min(waits) >= pause / 1000 * 0.98


@pytest.mark.parametrize("game", VARIANTS)
async def test_every_game_is_played_and_resumed(house: House, game: str) -> None:
    seats = get_variant(game).seats[0]
    sitting = [None, *["greedy"] * (seats - 1)]
    chance = random.Random(7)
    (watcher,) = await house.open(sitting, game=game)
    await watcher.until(lambda: watcher.tables)
    for _ in range(6):
        if asked := await house.somebody([watcher]):
            seq = watcher.latest.seq
            await house.act(watcher, chance.choice(asked[0].latest.view.offers).text)
            await watcher.until(lambda: watcher.latest.seq > seq)  # noqa: B023
    await house.stop()
    (again,) = house.start(sitting)
    await again.until(lambda: again.tables)
    await house.play_out([again], chance)
    assert sum(again.latest.table.totals) == 0
    check_log(await house.log())


async def test_resumed_in_mid_deal(house: House) -> None:
    sitting = [None, "greedy", None, "random"]
    chance = random.Random(5)
    watchers = await house.open(sitting)
    for _ in range(4):
        await watchers[1].until(lambda: watchers[1].tables)
        asked = await house.somebody(watchers)
        seq = asked[0].latest.seq
        await house.act(asked[0], chance.choice(asked[0].latest.view.offers).text)
        await asked[0].until(lambda: asked[0].latest.seq > seq)  # noqa: B023
    assert await house.somebody(watchers)
    await asyncio.sleep(0.05)
    await house.stop()
    again = house.start(sitting)
    await again[1].until(lambda: again[1].tables)
    for before, after in zip(watchers, again, strict=True):
        assert after.tables[0].seq == before.latest.seq
        assert after.tables[0].view == before.latest.view
    await house.play_out(again, chance)
    check_log(await house.log())


async def test_failed_write_loses_nothing(house: House, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    (watcher,) = await house.open([None, "greedy", "greedy", "greedy"])
    await watcher.until(lambda: watcher.tables and watcher.latest.view.offers)
    seq, offer = watcher.latest.seq, watcher.latest.view.offers[-1].text
    append = house.store.append

    async def fail(*arguments: Any) -> None:
        monkeypatch.setattr(house.store, "append", append)
        raise OSError("disk full")

    monkeypatch.setattr(house.store, "append", fail)
    assert await house.send(watcher, Act("same", seq, offer)) == Error("database_away", {"reason": "database"})
    await watcher.until(lambda: isinstance(watcher.sent[-1], Table))
    assert watcher.latest.seq == seq
    assert await house.send(watcher, Act("same", seq, offer)) == Ack("same")
    await house.play_out([watcher], random.Random(2))
    check_log(await house.log())
    assert "database_away" in capsys.readouterr().err


class Broken(Bot):
    """Fails in a way of its own at every seat."""

    def see(self, event: Event) -> None:
        if self.seat == 3:
            raise RuntimeError("blind")

    def choose(self, offers: Sequence[Action]) -> Action:
        if self.seat == 1:
            raise RuntimeError("confused")
        if self.seat == 2:
            return Action("cheat")
        raise AssertionError("a bot that is lost is not asked")


async def test_broken_bots_are_replaced(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(robots, "make_bot", lambda name, variant, seat, seed: Broken(variant, seat, seed))
    (watcher,) = await house.open([None, "greedy", "greedy", "greedy"])
    await watcher.until(lambda: watcher.tables)
    await house.play_out([watcher], random.Random(4))
    check_log(await house.log())


async def test_silent_bot_is_replaced(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    class Silent(Broken):
        def choose(self, offers: Sequence[Action]) -> Action:
            asked.append(self.seat)
            time.sleep(0.3)
            return offers[0]

    monkeypatch.setattr(robots, "make_bot", lambda name, variant, seat, seed: Silent(variant, seat, seed))
    (watcher,) = await house.open([None, "greedy", "greedy", "greedy"], config=Config(pause=0, think=0, bot_limit=50))
    await watcher.until(lambda: watcher.tables)
    await house.play_out([watcher], random.Random(4))
    check_log(await house.log())
    assert sorted(asked) == [1, 2]


async def test_clock_runs_out(house: House) -> None:
    (watcher,) = await house.open([None, "greedy", "greedy", "greedy"], seconds=1)
    await watcher.until(lambda: watcher.tables and watcher.latest.view.offers)
    clock, seq, began = watcher.latest.table.clock, watcher.latest.seq, time.monotonic()
    assert clock is not None
    assert clock.seconds == 1
    assert 0 < clock.left_ms <= 1000
    house.table.post(Left(0, watcher))  # type: ignore[union-attr]
    await asyncio.sleep(0.3)
    house.table.post(Joined(0, watcher))  # type: ignore[union-attr]
    await watcher.until(lambda: watcher.latest.seq > seq)
    assert 0.9 < time.monotonic() - began < 5


async def test_auto_play_until_an_action(house: House) -> None:
    watchers = await house.open([None, None, "greedy", "greedy"], deals=2)
    first, second = watchers
    await second.until(lambda: second.tables)
    assert await house.send(second, Auto("a-1", True)) == Ack("a-1")
    assert second.latest.table.auto == [False, True, False, False]
    await house.play_out([first], random.Random(6))
    assert (first.latest.table.status, first.latest.table.ready) == ("between", [False, False, True, True])
    assert isinstance(await house.send(first, Act("late", first.latest.seq, "pass")), Refusal)
    assert await house.send(first, Next("n-1")) == Ack("n-1")
    assert first.latest.table.ready[0]
    assert await house.send(second, Next("n-2")) == Ack("n-2")
    await first.until(lambda: first.latest.view.number == 1)
    assert first.latest.table.auto == [False] * 4
    assert await house.send(second, Auto("a-3", True)) == Ack("a-3")
    assert second.latest.table.auto[1]
    assert await house.send(second, Auto("a-2", False)) == Ack("a-2")
    assert second.latest.table.auto[1] is False
    assert await house.send(second, Auto("a-1", True)) == Ack("a-1")
    assert second.latest.table.auto[1] is False
    refused = await house.send(first, Next("n-3"))
    assert isinstance(refused, Refusal)
    assert refused.code == "deal_in_progress"


async def test_action_ends_auto_play(house: House) -> None:
    (watcher,) = await house.open([None, "greedy", "greedy", "greedy"], config=Config(pause=0, think=60_000))
    await watcher.until(lambda: watcher.tables and watcher.latest.view.offers)
    while watcher.latest.view.step["name"] != "turn":
        await house.act(watcher, watcher.latest.view.offers[-1].text)
        await watcher.until(lambda: watcher.latest.view.offers)
    await house.send(watcher, Auto("a-1", True))
    assert watcher.latest.table.auto[0]
    assert isinstance(await house.act(watcher, watcher.latest.view.offers[-1].text), Ack)
    await watcher.until(lambda: not watcher.latest.table.auto[0])
