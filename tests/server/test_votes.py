"""Votes to end a match: who must agree, what silence means, and when a vote ends."""

from __future__ import annotations

import asyncio
import random

from server.company import PAIR, between_deals, code_of, notices
from server.house import House, house

from fangcheng.server.config import Config
from fangcheng.server.protocol import Ack, Auto, Dissolve, Next

__all__ = ["house"]


async def test_all_agree_to_end_the_match(house: House) -> None:
    watchers = await house.open([None, None, None, "greedy"], deals=4)
    first, second, third = watchers
    await third.until(lambda: third.tables)
    assert code_of(await house.send(first, Dissolve("v-0", False))) == "no_vote"
    assert isinstance(await house.send(first, Dissolve("v-1", True)), Ack)
    assert code_of(await house.send(first, Dissolve("v-2", True))) == "voted"
    await third.until(lambda: third.latest.table.vote is not None)
    vote = third.latest.table.vote
    assert vote is not None
    assert (vote.seat, vote.agreed) == (0, [True, False, False, False])
    assert isinstance(await house.send(second, Dissolve("v-3", True)), Ack)
    await house.stop()
    watchers = house.start([None, None, None, "greedy"])
    third = watchers[2]
    await third.until(lambda: third.tables)
    assert third.latest.table.vote is not None
    assert third.latest.table.vote.agreed == [True, True, False, False]
    assert isinstance(await house.send(third, Dissolve("v-4", True)), Ack)
    await third.until(lambda: third.latest.table.status == "over")
    assert third.latest.view.offers == []
    assert ("dissolved", 0) in notices(third)
    assert code_of(await house.send(third, Auto("late", True))) == "match_over"
    assert code_of(await house.act(third, "pass")) == "match_over"
    assert await house.store.deal_log("t", 0) is None
    assert await house.store.running() == []


async def test_one_no_lets_the_match_go_on(house: House) -> None:
    first, second = await house.open(PAIR)
    await second.until(lambda: second.tables)
    await house.send(first, Dissolve("v-1", True))
    assert isinstance(await house.send(second, Dissolve("v-2", False)), Ack)
    await first.until(lambda: ("vote_failed", 0) in notices(first))
    assert first.latest.table.vote is None
    assert code_of(await house.send(first, Dissolve("v-3", True))) == "vote_failed"
    assert isinstance(await house.send(second, Dissolve("v-4", True)), Ack)


async def test_silence_is_no_consent_in_a_deal(house: House) -> None:
    """Or whoever has a bad hand could ask while the others are away."""
    first, second = await house.open(PAIR, seconds=60, config=Config(pause=0, think=0, vote=200))
    await second.until(lambda: second.tables)
    for number in range(2):
        told = len(notices(first))
        await house.send(first, Dissolve(f"v-{number}", True))
        await first.until(lambda: ("vote_failed", 0) in notices(first)[told:])  # noqa: B023
    assert first.latest.table.vote is None
    await house.play_out([first, second], random.Random(2))
    assert first.latest.view.settled is not None


async def test_nobody_keeps_the_others_waiting_for_ever_where_there_is_no_clock(house: House) -> None:
    first, second = await house.open(PAIR, config=Config(pause=0, think=0, vote=200))
    await second.until(lambda: second.tables)
    await house.send(first, Dissolve("v-1", True))
    await second.until(lambda: second.latest.table.auto[1])
    assert ("auto_on", 1) in notices(first)
    # The deal goes on without him, and is paid.
    await house.play_out([first], random.Random(2))
    assert first.latest.view.settled is not None


async def test_nobody_calls_off_a_deal_alone(house: House) -> None:
    (watcher,) = await house.open([None, "greedy", "greedy", "greedy"], deals=2)
    await watcher.until(lambda: watcher.tables)
    assert code_of(await house.send(watcher, Dissolve("v-1", True))) == "deal_in_progress"
    await house.play_out([watcher], random.Random(2))
    await watcher.until(lambda: watcher.latest.table.status == "between")
    assert isinstance(await house.send(watcher, Dissolve("v-2", True)), Ack)
    await watcher.until(lambda: watcher.latest.table.status == "over")


async def test_the_next_deal_waits_for_a_vote_and_ends_it(house: House) -> None:
    """What was agreed between deals holds for no deal that is played after all, however long it lasts."""
    first, second = await between_deals(house, seconds=60, config=Config(pause=0, think=0, vote=700, between=100), stake=1)
    await house.send(first, Dissolve("v-1", True))
    await asyncio.sleep(0.3)
    assert second.latest.table.status == "between"
    for watcher in (first, second):
        assert isinstance(await house.send(watcher, Next("on")), Ack)
    await second.until(lambda: second.latest.view.number == 1)
    await asyncio.sleep(0.8)
    assert (second.latest.table.status, second.latest.table.vote) == ("playing", None)
    assert code_of(await house.send(second, Dissolve("v-2", True))) == "deal_in_progress"
    assert [command.what for command in (await house.store.load("t")).commands if command.seat < 0] == []


async def test_silence_is_consent_between_deals(house: House) -> None:
    first, second = await between_deals(house, config=Config(pause=0, think=0, vote=300))
    await house.send(first, Dissolve("v-1", True))
    await second.until(lambda: second.latest.table.status == "over")
    # A "no" that comes when the time is up is too late.
    assert code_of(await house.send(second, Dissolve("v-2", False))) == "match_over"


async def test_a_vote_ends_as_the_clock_does(house: House) -> None:
    first, second = await between_deals(house, seconds=60, config=Config(pause=0, think=0, vote=1000, between=1000))
    await house.send(second, Dissolve("v-1", True))
    await second.until(lambda: second.latest.table.status == "over")
    kept = [command.what for command in (await house.store.load("t")).commands]
    assert kept.count("dissolve") == 1
    assert await house.store.running() == []
    assert first.latest.view.offers == []
