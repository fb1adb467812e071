"""What people at a table do beside the deal: clocks, auto-play, switches, votes, leaving; and all of it again after a restart."""

from __future__ import annotations

import asyncio
import random
import time
from typing import Any

import pytest
from server.house import House, Watcher, house
from server.player import check_log

from fangcheng.events import Settle, Start
from fangcheng.server.config import Config
from fangcheng.server.protocol import (
    Ack,
    Act,
    Auto,
    Closed,
    Dissolve,
    Mix,
    Next,
    Notice,
    Quit,
    Refusal,
    Replace,
    Said,
    Say,
    Switch,
)
from fangcheng.server.protocol.help import AskHelp
from fangcheng.server.storage.rows import CommandRow
from fangcheng.server.tables.inbox import Joined, Left, Sends
from fangcheng.server.tables.people import TURNS_AT_ONCE
from fangcheng.wall import contribution_hash

__all__ = ["house"]

ALL = [None] * 4
PAIR = [None, None, "greedy", "greedy"]


def notices(watcher: Watcher) -> list[tuple[str, int]]:
    return [(message.code, message.seat) for message in watcher.sent if isinstance(message, Notice)]


def code_of(answer: Any) -> str:
    assert isinstance(answer, Refusal), answer
    return answer.code


async def turn_of(house: House, watchers: list[Watcher], *, chance: int = 0) -> Watcher:
    """Play until it is openly the turn of somebody who is asked."""
    some = random.Random(chance)
    while asked := await house.somebody(watchers):
        watcher = asked[0]
        if watcher.latest.view.step["name"] == "turn":
            return watcher
        seq = watcher.latest.seq
        await house.act(watcher, some.choice(watcher.latest.view.offers).text)
        await watcher.until(lambda: watcher.latest.seq > seq)  # noqa: B023
    raise AssertionError("the deal is over and it was nobody's turn")


# --- the clock --------------------------------------------------------------------------------------------------------------


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


# --- switches ---------------------------------------------------------------------------------------------------------------


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


# --- leaving ----------------------------------------------------------------------------------------------------------------


async def test_what_changes_nothing_is_acknowledged_and_neither_kept_nor_told(house: House) -> None:
    players = await house.open(PAIR)
    assert isinstance(await house.send(players[0], Switch("s", "win", True)), Ack)
    told, kept = len(players[1].sent), len((await house.store.load("t")).commands)
    for number in range(50):
        assert isinstance(await house.send(players[0], Switch(f"s{number}", "win", True)), Ack)
        assert isinstance(await house.send(players[0], Auto(f"a{number}", False)), Ack)
    assert len((await house.store.load("t")).commands) == kept
    assert len(players[1].sent) == told
    assert players[0].latest.table.switches == ["win"]


async def test_who_turns_auto_play_on_and_off_all_the_time_is_refused(house: House) -> None:
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


async def test_a_bot_plays_on_for_who_leaves(house: House) -> None:
    first, second = await house.open(PAIR, deals=2)
    await second.until(lambda: second.tables)
    await turn_of(house, [first, second])
    assert isinstance(await house.send(first, Quit("bye")), Ack)
    assert isinstance(first.sent[-1], Closed)
    await second.until(lambda: second.latest.table.gone == [True, False, False, False])
    assert (second.latest.table.bots, second.latest.table.host) == ([True, False, True, True], 1)
    assert {("replaced", 0), ("host", 1)} <= set(notices(second))
    # He cannot come back, nor act on an old connection.
    assert house.table is not None
    house.table.post(Joined(0, first))
    house.table.post(Sends(0, first, Auto("late", True)))
    await first.until(lambda: isinstance(first.sent[-1], Refusal))
    assert code_of(first.sent[-1]) == "not_seated"
    assert Closed("left") in first.sent
    await house.play_out([second], random.Random(4))
    book = house.table.book
    # The deal in progress still counts for who has left it, the next one no more.
    assert (book.payers[0].user_id, book.left) == ("u0", {0})
    assert isinstance(await house.send(second, Next("on")), Ack)
    await second.until(lambda: second.latest.view.number == 1)
    assert (book.payers[0].user_id, book.left) == (None, set())
    await house.stop()
    (again,) = house.start(["gone", None, "greedy", "greedy"])
    again.seat = 1
    await again.until(lambda: again.tables)
    assert again.latest.table.gone == [True, False, False, False]
    await house.play_out([again], random.Random(5))
    assert again.latest.table.status == "over"


async def test_the_last_one_to_leave_ends_the_match_after_the_deal(house: House) -> None:
    (watcher,) = await house.open([None, "greedy", "greedy", "greedy"], deals=8)
    await watcher.until(lambda: watcher.tables)
    assert isinstance(await house.send(watcher, Quit("bye")), Ack)
    assert house.running is not None
    await asyncio.wait_for(house.running, 20)
    check_log(await house.log())
    assert "t" not in await house.store.running()


async def test_a_host_replaces_who_is_away(house: House) -> None:
    host, guest = await house.open(PAIR, config=Config(pause=0, think=0, away=1500))
    await guest.until(lambda: guest.tables)
    assert code_of(await house.send(guest, Replace("r-0", 0))) == "not_host"
    assert code_of(await house.send(host, Replace("r-1", 1))) == "still_there"
    assert code_of(await house.send(host, Replace("r-2", 2))) == "no_such_person"
    assert code_of(await house.send(host, Replace("r-3", 0))) == "no_such_person"
    assert house.table is not None
    house.table.post(Left(1, guest))
    await host.until(lambda: ("left", 1) in notices(host))
    # Nobody loses his seat by a connection that is lost for a moment.
    assert code_of(await house.send(host, Replace("r-5", 1))) == "still_there"
    await asyncio.sleep(1.6)
    assert isinstance(await house.send(host, Replace("r-4", 1)), Ack)
    await host.until(lambda: host.latest.table.gone == [False, True, False, False])
    await house.play_out([host], random.Random(6))
    check_log(await house.log())


# --- votes ------------------------------------------------------------------------------------------------------------------


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


async def between_deals(house: House, **changed: Any) -> list[Watcher]:
    """Two people and two bots who have played a deal, and are to play another."""
    first, second = await house.open(PAIR, deals=2, **changed)
    await second.until(lambda: second.tables)
    await house.play_out([first, second], random.Random(2))
    await second.until(lambda: second.latest.table.status == "between")
    return [first, second]


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


# --- between deals ----------------------------------------------------------------------------------------------------------


async def test_entropy_between_deals(house: House) -> None:
    first, second = await house.open(PAIR, deals=2)
    await second.until(lambda: second.tables)
    assert code_of(await house.send(first, Mix("m-0", "early"))) == "deal_in_progress"
    await house.play_out([first, second], random.Random(2))
    await second.until(lambda: second.latest.table.status == "between")
    promised = second.latest.table.commitment
    assert second.latest.table.entropy == [""] * 4
    assert isinstance(await house.send(first, Mix("m-1", "abc")), Ack)
    assert code_of(await house.send(first, Mix("m-2", "other"))) == "entropy_given"
    await house.stop()
    first, second = house.start(PAIR)
    await second.until(lambda: second.tables)
    assert (second.latest.table.commitment, second.latest.table.entropy) == (promised, [contribution_hash("abc"), "", "", ""])
    for watcher in (first, second):
        assert isinstance(await house.send(watcher, Next("on")), Ack)
    await second.until(lambda: second.latest.view.number == 1)
    assert (second.latest.table.commitment, second.latest.table.entropy) == (promised, [contribution_hash("abc"), "", "", ""])
    assert house.table is not None
    start = house.table.book.play.start
    assert isinstance(start, Start)
    assert start.entropy == ("abc", "", "", "")
    await house.play_out([first, second], random.Random(2))


async def test_nobody_can_stall_the_next_deal(house: House) -> None:
    first, second = await house.open(PAIR, deals=2, seconds=60, config=Config(pause=0, think=0, between=400))
    await second.until(lambda: second.tables)
    await house.play_out([first, second], random.Random(2))
    await first.until(lambda: any(0 < (message.table.between_ms or 0) <= 400 for message in first.tables))
    await first.until(lambda: first.latest.view.number == 1)


async def test_what_is_said_reaches_everybody(house: House) -> None:
    first, second = await house.open(PAIR)
    await second.until(lambda: second.tables)
    assert [type(await house.send(first, Say(f"s-{number}", "nice"))) for number in range(5)] == [Ack] * 3 + [Refusal] * 2
    assert code_of(await house.send(second, Say("s", "rude"))) == "unknown_phrase"
    await second.until(lambda: sum(isinstance(message, Said) for message in second.sent) == 3)
    assert Said(0, "nice") in second.sent
    # Once more is not twice.
    before = len(second.sent)
    assert await house.send(first, Say("s-0", "nice")) == Ack("s-0")
    assert not [message for message in second.sent[before:] if isinstance(message, Said)]


async def test_a_vote_ends_as_the_clock_does(house: House) -> None:
    first, second = await between_deals(house, seconds=60, config=Config(pause=0, think=0, vote=1000, between=1000))
    await house.send(second, Dissolve("v-1", True))
    await second.until(lambda: second.latest.table.status == "over")
    kept = [command.what for command in (await house.store.load("t")).commands]
    assert kept.count("dissolve") == 1
    assert await house.store.running() == []
    assert first.latest.view.offers == []


async def test_no_help_where_the_room_wants_none(house: House) -> None:
    (watcher,) = await house.open([None, "greedy", "greedy", "greedy"], hints=False)
    await watcher.until(lambda: watcher.tables and watcher.latest.view.offers)
    assert code_of(await house.send(watcher, AskHelp("h"))) == "no_hints"


async def test_who_comes_back_as_he_is_replaced(house: House) -> None:
    """Either he is back in time and plays, or he is gone and told so; never both."""
    host, guest = await house.open(PAIR, config=Config(pause=0, think=0, away=0))
    await guest.until(lambda: guest.tables)
    assert house.table is not None
    house.table.post(Left(1, guest))
    house.table.post(Joined(1, guest))
    house.table.post(Sends(0, host, Replace("r-1", 1)))
    await host.until(lambda: any(isinstance(message, Ack | Refusal) for message in host.sent))
    assert [message.code for message in host.sent if isinstance(message, Refusal)] == ["still_there"]
    house.table.post(Left(1, guest))
    house.table.post(Sends(0, host, Replace("r-2", 1)))
    house.table.post(Joined(1, guest))
    house.table.post(Sends(1, guest, Auto("back", True)))
    await guest.until(lambda: isinstance(guest.sent[-1], Refusal))
    assert code_of(guest.sent[-1]) == "not_seated"
    assert Closed("left") in guest.sent
    await host.until(lambda: host.latest.table.gone[1])


@pytest.mark.parametrize(("left", "dealer"), [({}, 1), ({1: 0}, 0), ({2: 0}, 1)])
async def test_the_right_to_deal_of_who_has_left(house: House, left: dict[int, int], dealer: int) -> None:
    """In this game a winner who is gone does not deal: the creator's seat does."""
    await house.open([None, None, None, "greedy"], deals=4)
    await house.stop()
    assert house.table is not None
    book = house.table.book
    await book.load()
    rows = [CommandRow(seat, "bye", deal, "leave") for seat, deal in left.items()]
    for row in rows:
        await book.accept(row)
    settle = Settle((0, 0, 0, 0), (), 1, ((), (), (), ()))
    book._settle(0, settle)
    assert book.match.dealer == dealer
