"""Rooms whose server is killed or ends, in every phase: nothing acknowledged is lost, and everybody is told what he can be told."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncGenerator

import pytest
from server.entering import enter, open_room, to_table
from server.player import Player, check_log, last_offer
from server.process import Process


@pytest.fixture
async def people(process: Process) -> AsyncGenerator[tuple[Player, Player]]:
    """Two people on a server of its own."""
    process.start()
    await process.answers()
    host, guest = await Player(process.url).sign_in("甲"), await Player(process.url).sign_in("乙")
    yield host, guest
    for player in (host, guest):
        await player.close()


async def again(process: Process) -> None:
    """Kill the server and start it once more."""
    await asyncio.to_thread(process.end, signal.SIGKILL)
    process.start()
    await process.answers()


async def test_killed_in_every_phase_of_a_room(process: Process, people: tuple[Player, Player]) -> None:
    host, guest = people
    room = await open_room(host, fill="first_legal", listed=True, deals=2, stake=0)
    await enter(room, guest)
    assert (await guest.order("entropy", text="mine"))["type"] == "ack"
    before = host.room
    # While people gather: seats, entropy and the promised secret are kept; who is not there is not ready.
    await again(process)
    await host.connect(f"rooms/{room}")
    assert {name: host.room[name] for name in ("code", "commitment", "settings", "host")} == {
        name: before[name] for name in ("code", "commitment", "settings", "host")
    }
    assert host.room["entropy"][1]
    assert [(seat["name"], seat["ready"]) for seat in host.room["seats"]] == [("甲", False), ("乙", False), ("", False), ("", False)]
    await guest.connect(f"rooms/{room}")
    assert (await guest.order("ready", on=True))["type"] == "ack"
    assert (await host.order("start"))["type"] == "ack"
    table = await to_table(host, guest)
    assert host.latest["table"]["commitment"] == before["commitment"]
    # In the middle of a deal.
    await again(process)
    await host.join(table)
    await guest.join(table)
    await asyncio.gather(host.play_deal(last_offer), guest.play_deal(last_offer))
    # Between deals.
    assert (await guest.order("entropy", text="second"))["type"] == "ack"
    assert (await guest.order("next"))["type"] == "ack"
    await again(process)
    await guest.join(table)
    assert guest.latest["table"]["ready"] == [False, True, True, True]
    assert guest.latest["table"]["entropy"][1]
    await host.join(table)
    assert (await host.order("next"))["type"] == "ack"
    for player in (host, guest):
        await player.until_table(lambda message: message["view"]["number"] == 1)
    await asyncio.gather(host.play_deal(last_offer), guest.play_deal(last_offer))
    assert host.latest["table"]["status"] == "over"
    # When the match is over, and the room may not know it yet.
    await again(process)
    await host.connect(f"rooms/{room}")
    await host.until_room(lambda room: room["status"] == "waiting")
    assert [seat["name"] or seat["bot"] for seat in host.room["seats"]] == ["甲", "乙", "first_legal", "first_legal"]
    for number in range(2):
        check_log(await host.deal_log(table, number))


async def test_whoever_has_left_stays_gone(process: Process, people: tuple[Player, Player]) -> None:
    host, guest = people
    room = await open_room(host, fill="first_legal")
    await enter(room, guest)
    assert (await host.order("start"))["type"] == "ack"
    table = await to_table(host, guest)
    assert (await host.order("leave"))["type"] == "ack"
    await again(process)
    assert (await host.join(table))["code"] == "left"
    await guest.join(table)
    assert guest.latest["table"]["gone"][0]
    await guest.play_deal(last_offer)
    await guest.connect(f"rooms/{room}")
    await guest.until_room(lambda room: room["status"] == "waiting")
    assert [seat["name"] for seat in guest.room["seats"]] == ["", "乙", "", ""]
    assert guest.room["host"] == 1


async def test_a_server_that_ends_says_so(process: Process, people: tuple[Player, Player]) -> None:
    host, guest = people
    room = await open_room(host, fill="first_legal")
    await enter(room, guest)
    assert (await host.order("start"))["type"] == "ack"
    await host.until_room(lambda room: room["status"] == "playing")
    table = host.room["table"]
    lobby, looker = await Player(process.url).sign_in(), await Player(process.url).sign_in()
    await lobby.connect("lobby")
    await looker.connect(f"rooms/{room}")
    await host.join(table)
    await host.asked()
    seq = host.latest["seq"]
    ended = asyncio.create_task(asyncio.to_thread(process.end, signal.SIGTERM))
    for player in (host, guest, lobby, looker):
        assert await player.until("closed") == {"type": "closed", "code": "restarting"}
    assert await ended == 0
    process.start()
    await process.answers()
    assert (await host.join(table))["seq"] >= seq
    for player in (lobby, looker):
        await player.close()


async def test_a_command_sent_again_after_a_restart_counts_once(process: Process, people: tuple[Player, Player]) -> None:
    host, guest = people
    third = await Player(process.url).sign_in("丙")
    room = await open_room(host, fill="first_legal", listed=True, deals=1)
    await enter(room, guest)
    change = {"type": "change", "settings": {**host.room["settings"], "seconds": 9}}
    done = [(host, {"type": "kick", "seat": 1}), (host, {"type": "bot", "seat": 3, "level": "greedy"}), (host, change)]
    for number, (player, command) in enumerate(done):
        assert (await player.ask(id=f"once-{number}", **command))["type"] == "ack"
    # Another one has sat down where the first was sent away from, and everybody is ready again.
    await enter(room, third)
    await host.until_room(lambda room: room["seats"][1]["ready"])
    done += [(third, {"type": "sit", "seat": 2}), (third, {"type": "entropy", "text": "mine"}), (third, {"type": "ready", "on": True})]
    for number, (player, command) in enumerate(done[3:], 3):
        assert (await player.ask(id=f"once-{number}", **command))["type"] == "ack"
    await again(process)
    await host.connect(f"rooms/{room}")
    await third.connect(f"rooms/{room}")
    assert (await third.order("ready", on=True))["type"] == "ack"
    before = (await host.until_room(lambda room: room["seats"][2]["ready"]))["seats"]
    for number, (player, command) in enumerate(done):
        assert await player.ask(id=f"once-{number}", **command) == {"type": "ack", "id": f"once-{number}"}
    assert (await host.ask(type="start", id="once-start"))["type"] == "ack"
    table = await to_table(host, third)
    assert [seat["name"] or seat["bot"] for seat in before] == ["甲", "", "丙", "greedy"]
    await asyncio.gather(host.play_deal(last_offer), third.play_deal(last_offer))
    await again(process)
    # The match is over, and its start is not one of the next match.
    await host.connect(f"rooms/{room}")
    await third.connect(f"rooms/{room}")
    await host.until_room(lambda room: room["status"] == "waiting")
    assert (await third.order("ready", on=True))["type"] == "ack"
    assert (await host.ask(type="start", id="once-start"))["type"] == "ack"
    assert host.room["status"] == "waiting"
    assert host.latest["table"]["id"] == table
    await third.close()
