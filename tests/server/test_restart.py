"""Servers that are killed: nothing acknowledged is lost, nothing happens twice."""

from __future__ import annotations

import asyncio
import json
import random
import signal
from typing import Any

from server.player import Player, check_log, last_offer
from server.process import Process
from websockets.exceptions import ConnectionClosed

KILLS = 3


class Stubborn(Player):
    """Sends every command until it is acknowledged, whatever happens to the server in between."""

    def __init__(self, process: Process, chance: random.Random) -> None:
        super().__init__(process.url)
        self.process, self.chance = process, chance
        self.table = ""
        self.kills = 0
        self.acted: list[str] = []

    async def insist(self, **message: Any) -> None:
        killer = asyncio.create_task(self.kill_soon()) if self.kills < KILLS and self.chance.random() < 0.2 else None
        while True:
            try:
                answer = await self.ask(**message)
                break
            except ConnectionClosed:
                assert killer is not None
                await killer
                killer = None
                await self.come_back()
        assert answer == {"type": "ack", "id": message["id"]}
        if message["type"] == "act":
            self.acted.append(message["action"])
        if killer is not None:
            await killer
            await self.come_back()

    async def kill_soon(self) -> None:
        await asyncio.sleep(self.chance.uniform(0, 0.04))
        self.process.end(signal.SIGKILL)
        self.kills += 1

    async def come_back(self) -> None:
        before = self.latest
        self.process.start()
        await self.process.answers()
        after = await self.join(self.table)
        assert after["events"] == []
        if after["view"]["number"] == before["view"]["number"]:
            assert after["seq"] >= before["seq"]
        if after["seq"] == before["seq"]:
            assert {**after["view"], "offers": []} == {**before["view"], "offers": []}


async def test_killed_again_and_again(process: Process) -> None:
    process.start()
    await process.answers()
    player = Stubborn(process, random.Random(8))
    await player.sign_in()
    player.table = await player.open_table(bots=["random"] * 3, deals=2)
    await player.join(player.table)
    choices: list[str] = []
    try:
        for number in range(2):
            while await player.asked():
                seq = player.latest["seq"]
                offers = player.latest["view"]["offers"]
                await player.insist(type="act", id=next(player.ids), seq=seq, action=player.chance.choice(offers)["text"])
                while player.latest["seq"] == seq and player.latest["view"]["number"] == number:
                    await player.until("table")
            choices += [str(action) for seat, action in check_log(await player.deal_log(player.table, number)) if seat == 0]
            if number < 1:
                await player.insist(type="next", id=next(player.ids))
                while player.latest["view"]["number"] == number:
                    await player.until("table")
    finally:
        await player.close()
    assert choices == player.acted
    assert player.kills == KILLS
    assert process.end(signal.SIGINT) == 0


async def test_commands_are_known_after_a_restart(process: Process) -> None:
    process.start()
    await process.answers()
    player = await Player(process.url).sign_in()
    table = await player.open_table(bots=["greedy"] * 3)
    await player.join(table)
    await player.asked()
    command = {"type": "act", "id": "once", "seq": player.latest["seq"], "action": last_offer(player.latest["view"])}
    assert (await player.ask(**command))["type"] == "ack"
    assert (await player.ask(type="auto", id="auto", on=False))["type"] == "ack"
    await player.asked()
    process.end(signal.SIGKILL)
    process.start()
    await process.answers()
    again = await player.join(table)
    assert again["view"]["offers"]
    assert (await player.ask(**command)) == {"type": "ack", "id": "once"}
    assert (await player.ask(**{**command, "id": "twice"}))["code"] == "stale"
    assert player.latest["seq"] == again["seq"]
    assert json.dumps(player.latest["view"]) == json.dumps(again["view"])
    await player.close()
