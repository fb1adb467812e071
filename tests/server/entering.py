"""People who open a room, enter it, and go to the table of its match."""

from __future__ import annotations

import asyncio
from typing import Any

from server.player import GAME, Player, last_offer


async def open_room(host: Player, **settings: Any) -> str:
    """A room of the first game for four, whose host is connected to it."""
    answer = await host.http.post("/api/rooms", json={"variant": GAME, "deals": 1, "seconds": 0, **settings})
    assert answer.status_code == 201, answer.text
    room = str(answer.json()["id"])
    await host.connect(f"rooms/{room}")
    assert host.room["code"] == answer.json()["code"]
    return room


async def enter(room: str, *players: Player, sit: bool = True) -> None:
    """Let people enter a room, sit down from seat 1 on, and be ready."""
    for seat, player in enumerate(players, 1):
        await player.connect(f"rooms/{room}")
        if sit:
            assert (await player.order("sit", seat=seat))["type"] == "ack"
            assert (await player.order("ready", on=True))["type"] == "ack"


async def to_table(*players: Player) -> str:
    """Let everybody who sits in a room go to its table once the match begins."""
    for player in players:
        await player.until_room(lambda room: room["status"] == "playing")
    tables = {player.room["table"] for player in players}
    assert len(tables) == 1
    table = tables.pop()
    for player in players:
        assert (await player.join(table))["type"] == "table"
    return table


async def play_out(*players: Player) -> None:
    """Let everybody play the deal to its end at the same time."""
    await asyncio.gather(*(player.play_deal(last_offer) for player in players))
