"""Two people and a spectator play a whole match of every game, from the room to the end and back, on both databases."""

from __future__ import annotations

import asyncio

import pytest
from server.conftest import Serve
from server.entering import enter, to_table
from server.player import Player, check_log, last_offer

from fangcheng.audit import verify
from fangcheng.events import Start
from fangcheng.server.storage.database import Database
from fangcheng.variants import VARIANTS, get_variant

DEALS = 2


@pytest.mark.parametrize("game", VARIANTS)
async def test_a_whole_match(serve: Serve, database: Database, game: str) -> None:
    url = await serve(database=database)
    host, guest, spectator = [await Player(url).sign_in(name) for name in "甲乙丙"]
    settings = {"variant": game, "deals": DEALS, "fill": "first_legal", "seconds": 60, "reserve": 10, "spectators": "live", "stake": 1}
    answer = await host.http.post("/api/rooms", json=settings)
    assert answer.status_code == 201, answer.text
    room = answer.json()["id"]
    await host.connect(f"rooms/{room}")
    await enter(room, guest)
    for player in (host, guest):
        assert (await player.order("entropy", text=f"first{player.room['you']}"))["type"] == "ack"
    assert (await host.order("start"))["type"] == "ack"
    table = await to_table(host, guest)
    assert (await spectator.connect(f"tables/{table}?watch"))["type"] == "table"
    for number in range(DEALS):
        await asyncio.gather(host.play_deal(last_offer), guest.play_deal(last_offer))
        if number < DEALS - 1:
            for player in (host, guest):
                assert (await player.order("entropy", text="next"))["type"] == "ack"
                assert (await player.order("next"))["type"] == "ack"
            for player in (host, guest):
                await player.until_table(lambda message: message["view"]["number"] == number + 1)  # noqa: B023
    await spectator.until_table(lambda message: message["table"]["status"] == "over")
    assert sum(spectator.latest["table"]["totals"]) == 0
    promised = {message["view"]["number"]: message["table"]["commitment"] for message in host.log if not message["view"]["settled"]}
    for number in range(DEALS):
        log = await guest.deal_log(table, number)
        check_log(log)
        assert verify(get_variant(game), log).ok
        start = log[0]
        assert isinstance(start, Start)
        assert start.commitment == promised[number]
        assert start.entropy[:2] == (("first0", "first1") if number == 0 else ("next", "next"))
    await host.connect(f"rooms/{room}")
    await host.until_room(lambda room: room["status"] == "waiting")
    for player in (host, guest, spectator):
        await player.close()
