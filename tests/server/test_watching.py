"""Spectators over real sockets: what they may ask for, hands opened by a setting, and a finished deal seen again."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from server.player import GAME, Player, Visit, check_log, last_offer, seen_by_spectator

from fangcheng.events import Start


async def test_two_pages_that_open_and_close_a_hand_at_once_leave_it_as_it_is_kept(visit: Visit) -> None:
    host, watcher = await visit(), await visit()
    opened = await host.http.post("/api/rooms", json={"variant": GAME, "fill": "greedy", "spectators": "live", "options": {"float_max": 0}})
    await host.connect(f"rooms/{opened.json()['id']}")
    assert (await host.order("start"))["type"] == "ack"
    table = (await host.until_room(lambda room: room["table"]))["table"]
    await host.join(table)
    await host.until_table(lambda message: message["view"]["seats"][0]["size"])
    await watcher.connect(f"tables/{table}?watch")
    others = {"sound": True, "animation": True, "messages": True}
    for first in (True, False) * 10:
        wanted = [host.http.put("/api/settings", json={**others, "open_hand": on}) for on in (first, not first)]
        assert [answer.status_code for answer in await asyncio.gather(*wanted)] == [200, 200]
        kept = (await host.http.get("/api/settings")).json()["open_hand"]
        # Whoever comes anew sees it as the table knows it.
        first_message = await watcher.connect(f"tables/{table}?watch")
        assert bool(first_message["view"]["seats"][0]["hand"]) == kept


async def open_watched(host: Player, **settings: Any) -> str:
    body = {"variant": GAME, "deals": 1, "seconds": 0, "fill": "first_legal", "spectators": "live", **settings}
    room = (await host.http.post("/api/rooms", json=body)).json()["id"]
    await host.connect(f"rooms/{room}")
    assert (await host.order("start"))["type"] == "ack"
    await host.until_room(lambda room: room["status"] == "playing")
    return str(host.room["table"])


async def test_watching_over_a_socket(visit: Visit) -> None:
    host, spectator, other = await visit(), await visit(), await visit()
    table = await open_watched(host)
    await host.join(table)
    shown = await spectator.connect(f"tables/{table}?watch")
    assert (shown["type"], shown["view"]["viewer"]) == ("table", -1)
    await host.until_table(lambda message: message["table"]["watching"] == 1)
    # A spectator is no player, whatever he sends.
    for message in (
        {"type": "act", "id": "x", "seq": shown["seq"], "action": "pass"},
        {"type": "leave", "id": "y"},
        {"type": "next", "id": "z"},
    ):
        assert (await spectator.ask(**message))["code"] == "spectators_watch"
    assert (await spectator.ask(type="ping")) == {"type": "pong"}
    assert (await other.join(table))["code"] == "not_your_table"
    # Who sits at the table has seen a hand of it.
    second = Player(host.url)
    second.http.cookies = host.http.cookies
    assert (await second.connect(f"tables/{table}?watch"))["code"] == "not_watched"
    await second.close()
    await host.play_deal(last_offer)
    await spectator.until_table(lambda message: message["table"]["status"] == "over")
    log = await host.deal_log(table, 0)
    check_log(log)
    secret = log[0].secret  # type: ignore[attr-defined]
    assert isinstance(log[0], Start)
    assert secret not in json.dumps(spectator.log)


async def test_a_setting_opens_a_hand_at_once(visit: Visit) -> None:
    host, spectator = await visit(), await visit()
    settings = (await host.http.get("/api/settings")).json()
    table = await open_watched(host)
    await host.join(table)
    await spectator.connect(f"tables/{table}?watch")
    while await host.asked() and host.latest["view"]["step"]["name"] != "turn":
        await host.play_deal(last_offer, 1)
    assert (await host.http.put("/api/settings", json={**settings, "open_hand": True})).status_code == 200
    await spectator.until_table(lambda message: message["view"]["seats"][0]["hand"])
    assert [bool(seat["hand"]) for seat in spectator.latest["view"]["seats"]] == [True, False, False, False]
    assert (await host.http.put("/api/settings", json=settings)).status_code == 200
    await spectator.until_table(lambda message: message["view"]["seats"][0]["hand"] is None)


async def test_a_spectator_looks_again_at_a_finished_deal_and_sees_no_more_than_before(visit: Visit) -> None:
    host, spectator = await visit(), await visit()
    table = await open_watched(host, deals=2)
    await host.join(table)
    await spectator.connect(f"tables/{table}?watch")
    address = f"/api/replay/{table}/0"
    refused = await spectator.http.get(address)
    assert (refused.status_code, refused.json()["code"]) == (404, "deal_not_finished")
    await host.play_deal(last_offer)
    replay = (await spectator.http.get(address, params={"open": True})).json()
    assert (replay["seats"], replay["open"], replay["you"], replay["deal"]["names"][0]) == ([], False, -1, host.latest["table"]["names"][0])
    log = await host.deal_log(table, 0)
    assert [event for frame in replay["frames"] for event in frame["events"]] == seen_by_spectator(log)
    for frame in replay["frames"]:
        assert frame["view"]["viewer"] == -1
        assert frame["choices"] == []
        assert frame["view"]["settled"] or frame["view"]["win"] or not any(seat["hand"] for seat in frame["view"]["seats"])
    for path, status in (("?seat=0", 403), ("/analysis?line=2&seat=0", 403), ("/analysis?line=2&seat=-1", 400), ("/won", 404)):
        assert (await spectator.http.get(address + path)).status_code == status
    checked = (await spectator.http.get(f"{address}/verify")).json()
    assert (checked["verification"]["ok"], checked["evidence"]) == (True, None)
    assert (await spectator.http.get(f"/api/replay/{table}/1")).json()["code"] == "deal_not_finished"
