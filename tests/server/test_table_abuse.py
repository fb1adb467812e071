"""What a player may try against his table: failures that he causes must win him nothing, and nothing is told before it is stored."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest
from server.house import House, Watcher, house
from server.player import PATIENCE

from fangcheng.server.protocol import Ack, Act, Auto, Closed, Error, Next, Refusal, Said, Say, Table
from fangcheng.server.tables import people, table
from fangcheng.server.tables.inbox import Joined, Left, Sends, Watches

__all__ = ["house"]


async def test_a_failure_does_not_prolong_the_clock(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    (watcher,) = await house.open([None, "greedy", "greedy", "greedy"], seconds=4)
    await watcher.until(lambda: watcher.tables and watcher.latest.view.offers)
    began, seq, obey = time.monotonic(), watcher.latest.seq, people.People._obey

    async def fail(*arguments: Any) -> None:
        monkeypatch.setattr(people.People, "_obey", obey)
        raise RuntimeError("once")

    for number in range(2):
        await asyncio.sleep(0.3)
        monkeypatch.setattr(people.People, "_obey", fail)
        assert await house.send(watcher, Act(f"x-{number}", seq, "pass")) == Error("internal")
        await watcher.until(lambda: isinstance(watcher.sent[-1], Table))
        clock = watcher.latest.table.clock
        assert watcher.latest.seq == seq
        assert clock is not None
        assert clock.left_ms <= 4000 - 300 * (number + 1)
    await watcher.until(lambda: watcher.latest.seq > seq)
    assert time.monotonic() - began > 3.9


async def test_a_failure_does_not_shorten_a_pause(house: House) -> None:
    (watcher,) = await house.open([None, "greedy", "greedy", "greedy"])
    await watcher.until(lambda: watcher.tables and watcher.latest.view.offers)
    assert house.table is not None
    house.table._held_until = until = time.monotonic() + 60
    await house.table._load()
    assert house.table._held_until == until


@pytest.mark.parametrize("error", [ValueError("invalid literal"), UnicodeError("surrogates")])
async def test_text_that_cannot_be_read_is_refused(house: House, monkeypatch: pytest.MonkeyPatch, error: ValueError) -> None:
    (watcher,) = await house.open([None, "greedy", "greedy", "greedy"])
    await watcher.until(lambda: watcher.tables and watcher.latest.view.offers)

    def fail(_: str) -> None:
        raise error

    monkeypatch.setattr(table, "parse_action", fail)
    refused = await house.act(watcher, "float ²")
    assert isinstance(refused, Refusal)
    assert refused.code == "bad_action"
    assert refused.detail == {"action": "float ²", "reason": str(error), "position": 0}


@pytest.mark.parametrize("people", [1, 4])
async def test_nothing_is_told_before_it_is_stored(house: House, monkeypatch: pytest.MonkeyPatch, people: int) -> None:
    watchers = await house.open([None] * people + ["greedy"] * (4 - people))
    await watchers[-1].until(lambda: watchers[-1].tables)
    asked = (await house.somebody(watchers))[0]
    await asyncio.sleep(0.05)
    append, reached, free = house.store.append, asyncio.Event(), asyncio.Event()

    async def block(*arguments: Any) -> None:
        reached.set()
        await free.wait()
        await append(*arguments)

    monkeypatch.setattr(house.store, "append", block)
    before = [len(watcher.sent) for watcher in watchers]
    assert house.table is not None
    house.table.post(Sends(asked.seat, asked, Act("slow", asked.latest.seq, asked.latest.view.offers[-1].text)))
    await asyncio.wait_for(reached.wait(), PATIENCE)
    await asyncio.sleep(0.05)
    assert [len(watcher.sent) for watcher in watchers] == before
    free.set()
    await asked.until(lambda: Ack("slow") in asked.sent)


async def test_what_is_not_stored_is_never_told(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    watchers = await house.open([None] * 4)
    await watchers[3].until(lambda: watchers[3].tables)
    asked = (await house.somebody(watchers))[0]
    await asyncio.sleep(0.05)

    async def fail(*_: Any) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(house.store, "append", fail)
    before = [len(watcher.sent) for watcher in watchers]
    for number in range(2):
        command = Act(f"lost-{number}", asked.latest.seq, asked.latest.view.offers[-1].text)
        assert await house.send(asked, command) == Error("database_away", {"reason": "database"})
    await asyncio.sleep(0.2)
    for watcher, count in zip(watchers, before, strict=True):
        told = watcher.sent[count:]
        assert told
        assert not [message for message in told if isinstance(message, Ack) or (isinstance(message, Table) and message.events)]


async def test_an_answer_to_another_deal_is_stale(house: House) -> None:
    (watcher,) = await house.open([None, "greedy", "greedy", "greedy"])
    await watcher.until(lambda: watcher.tables and watcher.latest.view.offers)
    seq, offer = watcher.latest.seq, watcher.latest.view.offers[-1].text
    for deal in (1, -1):
        refused = await house.send(watcher, Act(f"deal {deal}", seq, offer, deal))
        assert refused == Refusal(f"deal {deal}", "stale", {"seq": seq, "deal": 0})
    assert watcher.latest.seq == seq
    assert await house.send(watcher, Act("this deal", seq, offer, 0)) == Ack("this deal")


async def test_next_ends_auto_play_for_good(house: House) -> None:
    sitting = [None, None, "greedy", "greedy"]
    first, second = await house.open(sitting, deals=2)
    await second.until(lambda: second.tables)
    for watcher in (first, second):
        assert isinstance(await house.send(watcher, Auto("auto", True)), Ack)
    await first.until(lambda: first.latest.table.status == "between")
    assert first.latest.table.auto == [True, True, False, False]
    assert await house.send(first, Next("next")) == Ack("next")
    assert first.latest.table.auto == [False, True, False, False]
    await house.stop()
    first, second = house.start(sitting)
    await first.until(lambda: first.tables)
    assert first.latest.table.auto == [False, True, False, False]
    assert first.latest.table.ready == [True, False, True, True]


async def test_a_connection_that_was_taken_over_upsets_nobody(house: House) -> None:
    """Even where the newer one is gone by the time that what came on it is read."""
    first, other = await house.open([None, None, "greedy", "greedy"])
    await first.until(lambda: first.tables)
    await other.until(lambda: other.tables)
    assert house.table is not None
    second = Watcher(0)
    for message in (Joined(0, second), Left(0, second), Sends(0, first, Say("s", "hello"))):
        house.table.post(message)
    await first.until(lambda: Ack("s") in first.sent)
    await other.until(lambda: any(message == Said(0, "hello") for message in other.sent))
    assert not [message for message in other.sent if isinstance(message, Error)]


async def test_a_slow_connection_does_not_take_over_from_one_that_was_opened_later(house: House) -> None:
    """Its client has given it up for the other, and would believe that somebody else has taken that one over."""
    first, _ = await house.open([None, None, "greedy", "greedy"], spectators="live")
    await first.until(lambda: first.tables)
    assert house.table is not None
    newer, slow, newest = Watcher(0), Watcher(0), Watcher(0)
    for opened, connection in ((2, newer), (1, slow), (3, newest)):
        house.table.post(Joined(0, connection, opened))
    await newest.until(lambda: newest.tables)
    for connection in (first, newer, slow):
        await connection.until(lambda: Closed("taken_over") in connection.sent)  # noqa: B023
    assert (bool(newer.tables), bool(slow.tables)) == (True, False)
    assert house.table.audience.players[0] is newest
    looking, late = Watcher(-1), Watcher(-1)
    for opened, connection in ((5, looking), (4, late)):
        house.table.post(Watches("w", connection, opened))
    await late.until(lambda: late.sent == [Closed("taken_over")])
    assert Closed("taken_over") not in looking.sent
