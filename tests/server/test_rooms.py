"""Rooms over real sockets: sitting down, settings, starting, leaving, and what happens when two want the same at once."""

from __future__ import annotations

import asyncio
import hashlib
from typing import Any

import pytest
from server.conftest import Serve
from server.entering import enter, open_room, play_out, to_table
from server.player import GAME, Player, Visit, check_log
from websockets.exceptions import ConnectionClosed

from fangcheng.events import Settle, Start
from fangcheng.server.config import Config
from fangcheng.variants import VARIANTS


async def test_two_people_and_two_bots_play_twice(visit: Visit) -> None:
    host, guest = await visit(), await visit()
    room = await open_room(host, fill="greedy")
    await enter(room, guest)
    assert [(seat["name"], seat["bot"], seat["ready"]) for seat in guest.room["seats"][:2]] == [("甲", "", False), ("甲", "", True)]
    for _ in range(2):
        assert (await host.order("start"))["type"] == "ack"
        table = await to_table(host, guest)
        info = host.latest["table"]
        assert (info["room"], info["host"], info["bots"]) == (room, 0, [False, False, True, True])
        await play_out(host, guest)
        assert host.latest["table"]["status"] == "over"
        check_log(await guest.deal_log(table, 0))
        for player in (host, guest):
            await player.connect(f"rooms/{room}")
            await player.until_room(lambda room: room["status"] == "waiting")
        assert [seat["bot"] for seat in host.room["seats"]] == ["", "", "greedy", "greedy"]
        assert host.room["table"] == ""
        assert (await guest.order("ready", on=True))["type"] == "ack"


async def test_whoever_plays_at_the_table_is_connected(visit: Visit) -> None:
    host, guest, looker = await visit(), await visit(), await visit()
    room = await open_room(host, fill="greedy")
    await enter(room, guest)
    assert (await host.order("start"))["type"] == "ack"
    await to_table(host, guest)
    await looker.connect(f"rooms/{room}")
    await looker.until_room(lambda room: [seat["connected"] for seat in room["seats"]] == [True] * 4)
    await guest.leave()
    await looker.until_room(lambda room: [seat["connected"] for seat in room["seats"]] == [True, False, True, True])


async def test_everybody_sees_all_options_before_he_sits(visit: Visit) -> None:
    host, guest = await visit(), await visit()
    settings = {"options": {}, "seconds": 15, "reserve": 30, "reserve_per": "match", "stake": 5, "spectators": "late", "hints": False}
    room = await open_room(host, **settings)
    await enter(room, guest, sit=False)
    assert {name: guest.room["settings"][name] for name in settings} == settings
    assert (guest.room["you"], host.room["you"]) == (-1, 0)
    found = (await guest.http.get(f"/api/codes/{guest.room['code'].lower()}")).json()
    assert found["id"] == room
    assert found == (await guest.http.get(f"/api/rooms/{room}")).json()
    answers = [(await guest.http.get(f"/api/codes/22222{number}")).status_code for number in range(2, 12)]
    assert set(answers) == {404, 429}


async def test_two_want_one_seat(visit: Visit) -> None:
    host, first, second = await visit(), await visit(), await visit()
    room = await open_room(host)
    await enter(room, first, second, sit=False)
    answers = await asyncio.gather(first.order("sit", seat=2), second.order("sit", seat=2))
    assert sorted(answer["type"] for answer in answers) == ["ack", "refused"]
    assert next(answer for answer in answers if answer["type"] == "refused")["code"] == "seat_taken"
    await host.until_room(lambda room: room["seats"][2]["name"])
    # Who sits may move, and his old seat is free then.
    sitting = first if answers[0]["type"] == "ack" else second
    assert (await sitting.order("sit", seat=3))["type"] == "ack"
    assert [bool(seat["name"]) for seat in sitting.room["seats"]] == [True, False, False, True]


async def test_what_only_a_host_may_do(visit: Visit) -> None:
    host, guest, looker = await visit(), await visit(), await visit()
    room = await open_room(host, fill="random")
    await enter(room, guest)
    await enter(room, looker, sit=False)
    settings = {"variant": GAME, "deals": 2}
    commands: list[tuple[str, dict[str, Any]]] = [
        ("start", {}),
        ("kick", {"seat": 0}),
        ("expel", {"person": "x"}),
        ("bot", {"seat": 2, "level": "greedy"}),
        ("host", {"seat": 1}),
        ("change", {"settings": settings}),
        ("close", {}),
    ]
    before = await guest.until_room(lambda room: room["lookers"])
    for kind, more in commands:
        assert (await guest.order(kind, **more))["code"] == "not_host"
        assert (await looker.order(kind, **more))["code"] == "not_seated"
    assert guest.room == before
    assert (await host.order("bot", seat=2, level="cheat"))["code"] == "unknown_bot"
    assert (await host.order("bot", seat=1, level="greedy"))["code"] == "seat_taken"
    assert (await host.order("host", seat=2))["code"] == "no_such_person"
    other = next(game for game in VARIANTS if game != GAME)
    assert (await host.order("change", settings={"variant": other}))["code"] == "fixed_setting"
    assert (await host.order("change", settings={"variant": GAME, "options": {"no": 1}}))["code"] == "bad_option"
    assert (await host.order("change", settings=settings))["type"] == "ack"
    await guest.until_room(lambda room: room["settings"]["deals"] == 2)
    assert not guest.room["seats"][1]["ready"]
    assert (await host.order("host", seat=1))["type"] == "ack"
    assert (await host.order("start"))["code"] == "not_host"
    assert (await guest.until_room(lambda room: room["host"] == 1))["you"] == 1
    assert (await guest.order("close"))["type"] == "ack"
    assert (await host.until("closed"))["code"] == "room_closed"
    assert (await host.connect(f"rooms/{room}")) == {"type": "closed", "code": "no_such_room"}


async def test_a_start_waits_for_everybody(visit: Visit) -> None:
    host, guest = await visit(), await visit()
    room = await open_room(host)
    await enter(room, guest)
    assert (await host.order("start"))["code"] == "free_seats"
    for seat in (2, 3):
        assert (await host.order("bot", seat=seat, level="greedy"))["type"] == "ack"
    assert (await guest.order("ready", on=False))["type"] == "ack"
    assert (await host.order("start"))["code"] == "not_all_ready"
    assert (await guest.order("ready", on=True))["type"] == "ack"
    # Nobody is ready who is not there.
    await guest.leave()
    await host.until_room(lambda room: not room["seats"][1]["connected"])
    assert (await host.order("start"))["code"] == "not_all_ready"


async def test_kicked_is_kicked(visit: Visit) -> None:
    host, guest = await visit(), await visit()
    room = await open_room(host, fill="greedy")
    await enter(room, guest)
    assert (await host.order("kick", seat=1))["type"] == "ack"
    assert (await guest.until("notice"))["code"] == "kicked"
    await guest.until_room(lambda room: room["you"] == -1)
    assert (await guest.order("sit", seat=1))["code"] == "banned"
    assert (await host.order("kick", seat=0))["code"] == "no_such_person"


async def test_leaving_while_the_match_starts(visit: Visit) -> None:
    host, guest = await visit(), await visit()
    room = await open_room(host, fill="greedy")
    await enter(room, guest)
    started, stood = await asyncio.gather(host.order("start"), guest.order("stand"))
    # One of them was first, and the other one was told.
    if stood["type"] == "ack":
        assert started["type"] in ("ack", "refused")
    else:
        assert (started["type"], stood["code"]) == ("ack", "room_playing")


async def test_the_last_one_closes_the_room(visit: Visit) -> None:
    host, guest = await visit(), await visit()
    room = await open_room(host)
    await enter(room, guest)
    assert (await host.order("stand"))["type"] == "ack"
    await guest.until_room(lambda room: room["host"] == 1)
    assert (await guest.order("stand"))["type"] == "ack"
    assert (await guest.until("closed"))["code"] == "room_closed"
    with pytest.raises(ConnectionClosed):
        await guest.receive()


async def test_entropy_of_everybody_is_mixed_into_the_first_deal(visit: Visit) -> None:
    host, guest = await visit(), await visit()
    room = await open_room(host, fill="greedy")
    await enter(room, guest)
    promised = host.room["commitment"]
    assert (await guest.order("entropy", text="from-seat-1"))["type"] == "ack"
    assert (await guest.order("entropy", text="again"))["code"] == "entropy_given"
    assert (await guest.ask(type="entropy", id="x", text="not allowed!"))["code"] == "bad_message"
    assert (await guest.ask(type="entropy", id="x", text="from-seat-1\n"))["code"] == "bad_message"
    shown = (await host.until_room(lambda room: room["entropy"][1]))["entropy"]
    assert shown == ["", hashlib.sha256(b"from-seat-1").hexdigest(), "", ""]
    assert (await host.order("start"))["type"] == "ack"
    table = await to_table(host, guest)
    assert (host.latest["table"]["commitment"], host.latest["table"]["entropy"]) == (promised, shown)
    await play_out(host, guest)
    log = await host.deal_log(table, 0)
    start = log[0]
    assert isinstance(start, Start)
    assert (start.commitment, start.entropy) == (promised, ("", "from-seat-1", "", ""))
    check_log(log)


async def test_seats_by_lot(visit: Visit) -> None:
    people = [await visit() for _ in range(4)]
    room = await open_room(people[0], seating="lot")
    await enter(room, *people[1:])
    assert (await people[0].order("start"))["type"] == "ack"
    await to_table(*people)
    seats = [player.latest["view"]["viewer"] for player in people]
    assert sorted(seats) == [0, 1, 2, 3]
    assert people[0].latest["table"]["host"] == seats[0]


async def test_rooms_of_one_person_are_limited(serve: Serve) -> None:
    url = await serve(Config(pause=0, think=0, rate=2000, rooms=2))
    player = await Player(url).sign_in()
    kept = [await open_room(player) for _ in range(2)]
    # He looks at the second one only; alone and unseen, the first one makes way.
    third = await open_room(player)
    mine = [card["id"] for card in (await player.http.get("/api/rooms/mine")).json()]
    assert third in mine
    assert len(mine) == 2
    assert kept[0] not in mine
    await player.close()


BAD_ROOMS: list[tuple[dict[str, Any], str]] = [
    ({"variant": "no"}, "unknown_variant"),
    ({"variant": GAME, "seats": 2}, "bad_seats"),
    ({"variant": GAME, "seat": 3, "seats": 5}, "bad_request"),
    ({"variant": GAME, "options": {"birds": "many"}}, "bad_option"),
    ({"variant": GAME, "fill": "cheat"}, "unknown_bot"),
    ({"variant": GAME, "bots": ["", "cheat"]}, "unknown_bot"),
    ({"variant": GAME, "stake": -1}, "bad_request"),
    ({"variant": GAME, "reserve": 1.5}, "bad_request"),
    ({"variant": GAME, "spectators": "all"}, "bad_request"),
    ({"variant": GAME, "more": 1}, "bad_request"),
    ({}, "bad_request"),
]


@pytest.mark.parametrize(("body", "code"), BAD_ROOMS)
async def test_bad_rooms_are_refused(player: Player, body: dict[str, Any], code: str) -> None:
    answer = await player.http.post("/api/rooms", json=body)
    assert (answer.status_code, answer.json()["code"]) == (400, code), answer.text


async def test_presets(player: Player, visit: Visit) -> None:
    preset = {"name": "周末", "settings": {"variant": GAME, "seconds": 8, "deals": 4}}
    assert (await player.http.put(f"/api/presets/{GAME}", json=preset)).status_code == 204
    preset["settings"]["seconds"] = 9  # type: ignore[index]
    assert (await player.http.put(f"/api/presets/{GAME}", json=preset)).status_code == 204
    (found,) = (await player.http.get(f"/api/presets/{GAME}")).json()
    assert (found["name"], found["settings"]["seconds"]) == ("周末", 9)
    assert (await player.http.post("/api/rooms", json=found["settings"])).status_code == 201
    assert (await (await visit()).http.get(f"/api/presets/{GAME}")).json() == []
    for number in range(19):
        assert (await player.http.put(f"/api/presets/{GAME}", json={**preset, "name": str(number)})).status_code == 204
    assert (await player.http.put(f"/api/presets/{GAME}", json={**preset, "name": "one more"})).json()["code"] == "too_many_presets"
    assert (await player.http.put("/api/presets/other", json=preset)).status_code == 400
    assert (await player.http.delete(f"/api/presets/{GAME}/周末")).status_code == 204
    assert (await player.http.delete(f"/api/presets/{GAME}/周末")).json()["code"] == "no_such_preset"


async def test_phrases_in_a_room(visit: Visit) -> None:
    host, guest = await visit(), await visit()
    room = await open_room(host)
    await enter(room, guest, sit=False)
    assert (await guest.order("say", what="hello"))["code"] == "not_seated"
    assert (await host.order("say", what="rude"))["code"] == "unknown_phrase"
    answers = [await host.order("say", what="hello") for _ in range(5)]
    assert [answer.get("code", "ack") for answer in answers] == ["ack"] * 3 + ["talks_too_fast"] * 2
    assert await guest.until("said") == {"type": "said", "seat": 0, "what": "hello"}


async def test_a_command_sent_twice_counts_once(visit: Visit) -> None:
    host = await visit()
    await open_room(host)
    command = {"type": "say", "id": "same", "what": "tea"}
    assert [await host.ask(**command) for _ in range(3)] == [{"type": "ack", "id": "same"}] * 3
    assert (await host.ask(type="bot", id="b", seat=1, level="greedy"))["type"] == "ack"
    assert (await host.ask(type="kick", id="k", seat=1))["type"] == "ack"
    assert (await host.ask(type="bot", id="b", seat=1, level="greedy"))["type"] == "ack"
    assert host.room["seats"][1]["bot"] == ""


async def test_points_are_money_where_there_is_a_stake(visit: Visit) -> None:
    host, guest = await visit(), await visit()
    room = await open_room(host, fill="greedy", stake=3, fee=2, deals=2)
    await enter(room, guest)
    assert (await host.order("start"))["type"] == "ack"
    table = await to_table(host, guest)
    assert host.latest["table"]["money"] is None
    lost: list[int] = [0] * 4
    for number in range(2):
        await play_out(host, guest)
        money = host.latest["table"]["money"]
        settle = (await host.deal_log(table, number))[-1]
        assert isinstance(settle, Settle)
        # What is small enough is paid in full, and people pay the fee of the room.
        fees = [fee * 3 for fee in settle.fees or (0,) * 4]
        assert money["deal"][:2] == [3 * points - fee - 2 for points, fee in zip(settle.payments[:2], fees[:2], strict=True)]
        lost = [before + now for before, now in zip(lost, money["deal"], strict=True)]
        assert money["match"] == lost
        if number == 0:
            assert (await host.order("next"))["type"] == "ack"
            # The same after a reconnect.
            assert (await guest.join(table))["table"]["money"] == money
            assert (await guest.order("next"))["type"] == "ack"
            for player in (host, guest):
                await player.until_table(lambda message: message["view"]["number"] == 1)
