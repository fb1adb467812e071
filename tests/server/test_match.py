"""Whole matches over a real socket."""

from __future__ import annotations

import json

from server.player import Player, check_log, first_offer, last_offer

from fangcheng.events import Start
from fangcheng.wall import deal_seed


async def test_match_to_its_end(player: Player) -> None:
    table = await player.open_table(deals=2)
    first = await player.join(table)
    assert (first["type"], first["seq"], first["events"]) == ("table", 1, [])
    assert first["view"]["step"]["name"] in ("dealing", "floating")
    commitments = [first["table"]["commitment"]]
    for number in range(2):
        assert await player.play_deal(first_offer if number else last_offer)
        info = player.latest["table"]
        assert (info["status"], info["played"]) == ("over" if number else "between", number + 1)
        assert sum(info["totals"]) == 0
        if number == 0:
            commitments.append(info["commitment"])
            listed = (await player.http.get("/api/tables")).json()
            assert listed == [{"id": table, "variant": info["variant"], "played": 1, "deals": 2, "status": "between"}]
            assert (await player.ask(type="next", id="on"))["type"] == "ack"
            while player.latest["table"]["status"] != "playing":
                await player.until("table")
    assert (await player.http.get("/api/tables")).json() == []
    for number, promised in enumerate(commitments):
        log = await player.deal_log(table, number)
        check_log(log)
        start = log[0]
        assert isinstance(start, Start)
        assert start.commitment == promised
        # Whoever knew the seed would know the wall.
        assert deal_seed(bytes.fromhex(start.secret), start.entropy).hex() not in json.dumps(player.log)
