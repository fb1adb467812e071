"""What people at a table do beside the deal: they leave, are replaced, mix in entropy and talk; and all of it again after a restart."""

from __future__ import annotations

import asyncio
import random

import pytest
from server.company import PAIR, code_of, notices, turn_of
from server.house import House, house
from server.player import check_log

from fangcheng.events import Settle, Start
from fangcheng.server.config import Config
from fangcheng.server.protocol import Ack, Auto, Closed, Mix, Next, Quit, Refusal, Replace, Said, Say, Switch
from fangcheng.server.protocol.help import AskHelp
from fangcheng.server.storage.rows import CommandRow
from fangcheng.server.tables.inbox import Joined, Left, Sends
from fangcheng.wall import contribution_hash

__all__ = ["house"]


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


async def test_no_help_where_the_room_wants_none(house: House) -> None:
    (watcher,) = await house.open([None, "greedy", "greedy", "greedy"], hints=False)
    await watcher.until(lambda: watcher.tables and watcher.latest.view.offers)
    assert code_of(await house.send(watcher, AskHelp("h"))) == "no_hints"


async def test_whoever_comes_back_as_he_is_replaced(house: House) -> None:
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
