"""What a table does by itself for a seat: when its time runs out, in auto-play, and by its switches."""

from __future__ import annotations

import asyncio
import random
import time

import pytest
from server.company import ALL, PAIR, code_of, notices, turn_of
from server.house import House, house
from server.player import check_log

from fangcheng.server.protocol import Ack, Act, Auto, Quit, Refusal, Switch
from fangcheng.server.tables.people import TURNS_AT_ONCE

__all__ = ["house"]


async def test_two_turns_that_run_out_start_auto_play(house: House) -> None:
    (watcher,) = await house.open([None, "first_legal", "first_legal", "first_legal"], seconds=1)
    await watcher.until(lambda: watcher.tables)
    missed: list[float] = []
    while not watcher.latest.table.auto[0]:
        clock = watcher.latest.table.turn_clock
        if watcher.latest.view.offers and clock is not None and clock.seat == 0:
            missed.append(time.monotonic())
        seq = watcher.latest.seq
        await watcher.until(lambda: watcher.latest.seq > seq or watcher.latest.table.auto[0])  # noqa: B023
    assert len(missed) == 2
    assert ("auto_on", 0) in notices(watcher)
    # From now on nobody is waited for, and any action gives the seat back.
    await house.play_out([watcher], random.Random(1)) if watcher.latest.view.offers else None
    await watcher.until(lambda: watcher.latest.table.status == "over")
    check_log(await house.log())


async def test_a_reserve_is_for_turns_and_is_used_up(house: House) -> None:
    watchers = await house.open(ALL, seconds=1, reserve=20)
    for watcher in watchers:
        await watcher.until(lambda: watcher.tables)  # noqa: B023
        assert watcher.latest.table.reserves == [20_000] * 4
    watcher = await turn_of(house, watchers)
    others = [other for other in watchers if other is not watcher]
    clock = watcher.latest.table.turn_clock
    assert clock is not None
    assert (clock.seat, clock.reserve_ms) == (watcher.seat, 20_000)
    await others[0].until(lambda: others[0].latest.table.turn_clock is not None)
    assert others[0].latest.table.clock is None
    seq = watcher.latest.seq
    await asyncio.sleep(1.6)
    assert isinstance(await house.act(watcher, watcher.latest.view.offers[-1].text), Ack)
    await watcher.until(lambda: watcher.latest.seq > seq)
    left = watcher.latest.table.reserves[watcher.seat]
    assert 10_000 < left <= 19_400
    # A window takes nothing from it, and its clock is shown to nobody else.
    assert all(reserve == 20_000 for seat, reserve in enumerate(watcher.latest.table.reserves) if seat != watcher.seat)
    await house.stop()
    again = house.start(ALL)
    await again[0].until(lambda: again[0].tables)
    assert again[0].latest.table.reserves[watcher.seat] == left


async def test_no_clock_tells_who_is_asked_in_a_window(house: House) -> None:
    watchers = await house.open(ALL, seconds=60)
    chance = random.Random(3)
    windows = 0
    for watcher in watchers:
        await watcher.until(lambda: watcher.tables)  # noqa: B023
    while asked := await house.somebody(watchers):
        await asyncio.sleep(0.005)
        infos = [watcher.latest.table for watcher in watchers]
        if watchers[0].latest.view.step["name"] != "turn":
            windows += 1
            assert [info.turn_clock for info in infos] == [None] * 4
            assert [info.clock is not None for info in infos] == [bool(watcher.latest.view.offers) for watcher in watchers]
        seq = asked[0].latest.seq
        await house.act(asked[0], chance.choice(asked[0].latest.view.offers).text)
        await asked[0].until(lambda: asked[0].latest.seq > seq)  # noqa: B023
    assert windows > 3


@pytest.mark.parametrize("late", [-0.01, 0.0, 0.01])
async def test_an_action_at_the_clocks_end_happens_once(house: House, late: float) -> None:
    (watcher,) = await house.open([None, "greedy", "greedy", "greedy"], seconds=1)
    await watcher.until(lambda: watcher.tables and watcher.latest.view.offers)
    clock, seq, offer = watcher.latest.table.clock, watcher.latest.seq, watcher.latest.view.offers[-1].text
    assert clock is not None
    await asyncio.sleep(clock.left_ms / 1000 + late)
    answer = await house.send(watcher, Act("last", seq, offer))
    assert isinstance(answer, Ack) or code_of(answer) == "stale"
    await watcher.until(lambda: watcher.latest.seq > seq)
    await house.stop()
    kept = [command for command in (await house.store.load("t")).commands if command.id == "last"]
    assert len(kept) == isinstance(answer, Ack)


@pytest.mark.parametrize("seed", range(3))
async def test_switches_play_alone(house: House, seed: int) -> None:
    watchers = await house.open(ALL)
    chance = random.Random(seed)
    first = watchers[0]
    await first.until(lambda: first.tables)
    for name in ("win", "no_claims", "discard_drawn"):
        assert isinstance(await house.send(first, Switch(f"s-{name}", name, True)), Ack)  # type: ignore[arg-type]
    assert first.latest.table.switches == ["discard_drawn", "no_claims", "win"]
    assert watchers[1].latest.table.switches == []
    asked_first = []
    while asked := await house.somebody(watchers):
        watcher = asked[-1]
        if watcher is first:
            asked_first.append((watcher.latest.view.step["name"], {offer.verb for offer in watcher.latest.view.offers}))
        seq = watcher.latest.seq
        await house.act(watcher, chance.choice(watcher.latest.view.offers).text)
        await watcher.until(lambda: watcher.latest.seq > seq)  # noqa: B023
    # What is left to him are questions of the game's own: nothing that could be won, claimed or thrown as it was drawn.
    assert not [verbs for step, verbs in asked_first if "win" in verbs or step in ("turn", "claims")]
    log = await house.log()
    check_log(log)
    assert not [event for event in log if event.name in ("pung", "chow") and event.seat == 0]  # type: ignore[attr-defined]
    assert all(event.drawn for event in log if event.name == "discard" and event.seat == 0)  # type: ignore[attr-defined]


async def test_switches_are_kept_and_can_be_turned_off(house: House) -> None:
    (first, second, *_) = await house.open(PAIR)
    await second.until(lambda: second.tables)
    before = len(second.sent)
    await house.send(first, Switch("on", "no_claims", True))
    await asyncio.sleep(0.05)
    # Nobody else notices.
    assert not [message for message in second.sent[before:] if not getattr(message, "events", None)]
    await house.stop()
    first, second = house.start(PAIR)
    await first.until(lambda: first.tables)
    assert first.latest.table.switches == ["no_claims"]
    await house.send(first, Switch("off", "no_claims", False))
    assert first.latest.table.switches == []


async def test_whoever_turns_auto_play_on_and_off_all_the_time_is_refused(house: House) -> None:
    players = await house.open(PAIR)
    answers = []
    for number in range(20):
        answers.append(await house.send(players[0], Auto(f"a{number}", number % 2 == 0)))
        answers.append(await house.send(players[0], Switch(f"s{number}", "win", number % 2 == 0)))
    refused = [answer for answer in answers if isinstance(answer, Refusal)]
    assert {answer.code for answer in refused} == {"changes_too_fast"}
    kept = [row for row in (await house.store.load("t")).commands if row.what.startswith(("auto ", "switch "))]
    # So many at once, and one for each second that this takes on a slow machine.
    assert TURNS_AT_ONCE <= len(kept) < 2 * TURNS_AT_ONCE
    # Another seat is not concerned, and neither is leaving.
    assert isinstance(await house.send(players[1], Auto("a", True)), Ack)
    assert isinstance(await house.send(players[0], Quit("q")), Ack)
